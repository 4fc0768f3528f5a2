import assert from 'node:assert/strict';
import type { MarketPanelInput } from '../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import type { MarketContent } from '../../../src/view/panels/market/protocol.ts';
import type { Table } from '../../../src/view/panels/protocol.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { contextWith, MARKET_JSON, market, read, scene } from './scene.ts';

export const usd = (value: string) => ({ value, currency: 'USD' });

const context = contextWith();

/** The content of the market panel for a scene. Without a book the market names no quotes either. */
export function shown(change: Partial<MarketPanelInput> = {}, format?: object): MarketContent {
  const input = scene(change);
  const unpriced = change.book?.unsupported
    ? { market: read(market({ bestBidQuote: null, bestAskQuote: null, marketSides: bareSides() })) }
    : {};
  const { content } = marketSnapshot(
    { ...input, ...unpriced },
    format === undefined ? context : contextWith(format),
  );
  assert.ok(content);
  return content;
}

/** Sides without quotes, so that prices can only come from elsewhere. */
function bareSides() {
  return MARKET_JSON.marketSides.map(({ id, long, description }) => ({ id, long, description }));
}

export function texts(table: Table | undefined): string[][] {
  return (table?.rows ?? []).map(({ cells }) =>
    cells.map(({ text, aside }) => (aside?.startsWith('(') === true ? `${text} ${aside}` : text)),
  );
}

export function pairs(content: MarketContent): string[][] {
  return (content.position.content ?? []).map(({ name, value }) => [inEnglish(name), value.text]);
}
