import { categoryKeyOf, lineType, parentOf } from '../../core/grouping.ts';
import type { Lifecycle } from '../../core/lifecycle.ts';
import { lifecycle } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { LiveQuotes } from '../../core/pricing.ts';
import type { Settlement } from '../../core/settlement.ts';
import { categoryName, eventTitle, isYesNo, lineName, lineTypeName } from '../names.ts';
import { eventClock } from '../price-text.ts';
import type { Button, Head, Note, Rules, Tone } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import { capital, lifecycleWord } from '../states.ts';
import type { MarketPanelInput, PanelInput } from './input.ts';
import { button, failureNote, note, retry } from './pieces.ts';

/** What is known of the market's quotes; where only readings are, the book counts over the market's own when read later. */
export function liveQuotes(input: PanelInput & Partial<Pick<MarketPanelInput, 'quote'>>): LiveQuotes {
  if (input.live !== undefined) return input.live;
  const book = input.book.value;
  const bbo = book === undefined ? input.quote?.value : undefined;
  const at = book === undefined ? input.quote?.at : input.book.at;
  return { book, bbo, newer: at !== undefined && at >= (input.market.at ?? 0) };
}

/** What can be done with the market by its newest quotes; where those do not say, by the book. */
export function lifecycleShown(input: PanelInput, market: Market, settlement?: Settlement): Lifecycle {
  const { book, bbo } = liveQuotes(input);
  const state = (book ?? bbo)?.state ?? input.book.value?.state;
  return lifecycle(market, { state }, settlement);
}

export function headModel(
  input: PanelInput,
  market: Market,
  title: string,
  buttons: readonly Button[],
  context: ViewContext,
): Head {
  const { t } = context;
  const event = eventOf(input, market);
  const { connection } = input;
  const game = event && eventClock(event, context);
  return {
    crumbs: crumbs(market, event, context),
    title,
    state: stateBadge(lifecycleShown(input, market, input.settlement.value), context),
    game: game === '' ? undefined : game,
    connection: connection.isDemo ? t('DEMO exchange') : connection.label,
    demo: connection.isDemo,
    buttons,
  };
}

/** What stands above the panel when the market itself could not be read; `undefined` when it could. */
export function marketFailure({ slug, market, truth }: PanelInput, context: ViewContext): Note | undefined {
  if (market.failure === undefined) return undefined;
  if (market.value === undefined && market.failure.code === 'notFound')
    return note(context.t('The service knows no market {0}.', slug), 'warn', retry(context));
  // Where the line of truth gives the time of the prices, another time beside it would only puzzle.
  const isDated = truth !== undefined && truth.standing !== 'fresh';
  return failureNote(isDated ? { ...market, at: undefined } : market, market.failure, context);
}

export function eventOf(input: PanelInput, market: Market): MarketEvent | undefined {
  return parentOf(market, () => input.event);
}

export function rulesModel(market: Market, more: Button | undefined, { t }: ViewContext): Rules {
  const paragraphs = [market.description, market.rulesDisclaimer].filter((text) => text !== undefined);
  const none = t('The service sends no rules text for this market.');
  return { heading: t('Rules'), paragraphs: paragraphs.length === 0 ? [none] : paragraphs, button: more };
}

/** Buttons every panel has. */
export function commonButtons({ t }: ViewContext): Button[] {
  return [button(t('Refresh'), 'refresh'), button(t('Copy slug'), 'copySlug')];
}

function crumbs(market: Market, event: MarketEvent | undefined, context: ViewContext): string[] {
  const line = lineType(market);
  const named = line === 'winner' && !isYesNo(market) ? undefined : lineName(market, context);
  const all = [
    categoryName(categoryKeyOf(market, event), context),
    event && eventTitle(event),
    line === 'other' ? undefined : lineTypeName(line, context),
    named,
  ];
  return all.filter((crumb, index) => crumb !== undefined && all.indexOf(crumb) === index) as string[];
}

function stateBadge(state: Lifecycle, context: ViewContext): Head['state'] {
  const text = capital(lifecycleWord(state, context));
  const [tone, mark] = BADGES[state];
  return { text, tone, mark };
}

const BADGES: Readonly<Record<Lifecycle, readonly [Tone, Head['state']['mark']]>> = {
  open: ['up', 'filled'],
  upcoming: ['dim', 'hollow'],
  preopen: ['dim', 'hollow'],
  suspended: ['warn', 'half'],
  halted: ['warn', 'half'],
  closed: ['warn', 'half'],
  resolving: ['warn', 'half'],
  resolved: ['dim', 'filled'],
  unknown: ['dim', 'hollow'],
};
