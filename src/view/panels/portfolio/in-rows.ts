import { Memo, madeOnce } from '../../../base/memo.ts';
import { eventPhase, eventStart, isOver, isPaused } from '../../../core/lifecycle.ts';
import type { Market } from '../../../core/market.ts';
import type { MarketView } from '../../../core/market-view.ts';
import { comboName } from '../../combo-text.ts';
import { categoryName, groupKeyOf } from '../../names.ts';
import { type InMarket, ownOutcome, rowEvent } from '../../order-text.ts';
import { stateOf } from '../../price-text.ts';
import type { ViewContext } from '../../row.ts';
import { outcomeLabel } from '../../row-names.ts';
import { lifecycleWord, phaseWord } from '../../states.ts';
import { LABEL_WIDTH } from '../../widths.ts';
import { cell } from '../parts.ts';
import type { Action } from '../protocol.ts';
import type { ListCell, ListRow, ListWords } from './protocol.ts';

const memoOf = madeOnce((_thing: object) => new Memo<unknown>());

/**
 * What is said of an order or position whatever the prices are: made again only when it, its market, its event or the
 * settings changed. Names of hundreds of rows would else be made for each price.
 */
export function remembered<T>(
  thing: object,
  market: Market | undefined,
  context: ViewContext,
  make: () => T,
): T {
  return memoOf(thing).of([market?.sides, market?.events[0], context], make) as T;
}

/** The same context with abbreviations for names. */
export const shortContext = madeOnce((context: ViewContext): ViewContext => {
  const { format } = context;
  return { ...context, format: { ...format, settings: { ...format.settings, shortNames: true } } };
});

/** `120 Islanders`, in few digits `120 JUN`: what counts of it first. */
export function outcomeCell(
  before: string,
  thing: InMarket,
  market: Market | undefined,
  long: boolean,
  context: ViewContext,
): ListCell {
  const written = (of: ViewContext): string => {
    const outcome = ownOutcome(thing, market, long, of);
    const label = outcomeLabel(outcome, `${before} `, '', LABEL_WIDTH);
    // As rows are called, but never cut: the page knows how much room there is.
    return label.includes('…') ? `${before} ${outcome.names.at(-1) ?? ''}${outcome.tail}` : label;
  };
  return { ...cell(written(context)), short: written(shortContext(context)), strong: before.length };
}

/** `Archers at Islanders`, in few digits `MOS at JUN`. */
export function eventCell(
  thing: InMarket,
  market: Market | undefined,
  context: ViewContext,
  more: { readonly hint: string; readonly action?: Action | undefined },
): ListCell {
  const [text, short] = [context, shortContext(context)].map(
    (of) => comboName(thing.marketMetadata, true, of) ?? rowEvent(thing, market, of),
  );
  return { ...cell(text ?? '', 'plain', more), short };
}

/** Where its event stands: paused, over, or live; nothing of one that has not begun. */
export function stateMark(
  market: Market | undefined,
  view: Pick<MarketView, 'live' | 'settlement'> | undefined,
  isExpired: boolean,
  context: ViewContext,
): ListRow['mark'] {
  const state = market && stateOf({ market, ...view });
  if (state !== undefined && isPaused(state)) return ['halted', lifecycleWord(state, context)];
  if (isExpired || (state !== undefined && isOver(state)))
    return ['waiting', lifecycleWord('resolving', context)];
  const event = market?.events[0];
  const isLive = event !== undefined && eventPhase(event, context.format.settings.now()) === 'live';
  return isLive ? ['live', phaseWord('live', context)] : undefined;
}

/** By when its event begins, Unix milliseconds; what is not known comes last. */
export function startOf(market: Market | undefined): number {
  const event = market?.events[0];
  return market?.gameStartTime?.ms ?? (event && eventStart(event)) ?? Number.MAX_SAFE_INTEGER;
}

/** The league of a row, by which a filter finds it beside what its cells say. */
export function leagueOf(market: Market | undefined, context: ViewContext): string {
  return market === undefined
    ? ''
    : categoryName(groupKeyOf(market, market.events[0], context), context).toLowerCase();
}

/** What every list says of its order and its filter. */
export function listWords({ t }: ViewContext): ListWords {
  return {
    sortAgain: t('Sort again'),
    changed: t('figures changed since these rows were sorted'),
    news: t('{0} new', '{n}'),
    showNews: t('list what came since, and sort again'),
    gone: t('no longer open'),
    noMatch: t('No row matches.'),
    unfiltered: t('filter not applied'),
  };
}

/** The tabs with how many rows each has, after that of all; none where they would all show the same. */
export function tabsOf(
  rows: readonly ListRow[],
  tabs: Readonly<Record<string, string>>,
  { t }: ViewContext,
): { readonly key: string; readonly label: string }[] | undefined {
  const counted = Object.entries(tabs).map(([key, name]) => {
    const count = rows.filter((row) => row.tabs?.includes(key)).length;
    return { key, count, label: t('{0} {1}', name, count) };
  });
  const shown = counted.filter(({ count }) => count > 0);
  if (shown.length === 0) return undefined;
  return [{ key: '', label: t('All') }, ...shown.map(({ key, label }) => ({ key, label }))];
}
