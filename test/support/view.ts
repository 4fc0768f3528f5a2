import type { Market } from '../../src/core/market.ts';
import type { Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';
import { createFormatter, type FormatSettings } from '../../src/view/format.ts';
import type { OrderView } from '../../src/view/orders-tree.ts';
import { type KnownPosition, knownPosition } from '../../src/view/position-text.ts';
import { joined, type Row, type Tooltip, type ViewContext, withoutEmpty } from '../../src/view/row.ts';
import { english } from './english.ts';
import { inEnglish } from './other-letters.ts';
import { at } from './values.ts';

export const NOW = at('2026-11-20T20:00:00Z').ms;

export function aContext(settings: Partial<FormatSettings> = {}): ViewContext {
  const format = createFormatter(
    { oddsFormat: 'cents', timeZone: 'utc', hideAmounts: false, locale: 'en', now: () => NOW, ...settings },
    english,
  );
  return { t: english, format };
}

type MarketLookup = (slug: string) => Market | undefined;

export function orderViews(orders: readonly Order[], market?: MarketLookup): readonly OrderView[] {
  return orders.map((order) => ({ order, market: market?.(order.marketSlug) }));
}

export function knownPositions(
  positions: readonly Position[],
  market?: MarketLookup,
): readonly KnownPosition[] {
  return positions.map((position) => knownPosition(position, market?.(position.marketSlug)));
}

/** What a row says beside its label. */
export function descriptionOf(row: Row | undefined): string {
  return inEnglish(joined(row?.parts ?? []));
}

export function read(row: Row): string {
  return inEnglish(withoutEmpty([row.label, descriptionOf(row)]).join(' | '));
}

export function outline(rows: readonly Row[], depth = 0): readonly string[] {
  return rows.flatMap((row) => [
    `${'  '.repeat(depth)}${read(row)}`,
    ...outline(row.children?.() ?? [], depth + 1),
  ]);
}

export function everyRow(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => [row, ...everyRow(row.children?.() ?? [])]);
}

export function tooltipText(tooltip: Tooltip): string {
  const lines = tooltip.map((line) => (line.kind === 'field' ? `${line.label}: ${line.value}` : line.text));
  return inEnglish(lines.join('\n'));
}

export function allText(rows: readonly Row[]): string {
  const texts = everyRow(rows).flatMap((row) => [
    row.label,
    descriptionOf(row),
    row.accessibilityLabel,
    tooltipText(row.tooltip()),
  ]);
  return inEnglish(texts.join('\n'));
}
