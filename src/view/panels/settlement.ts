import type { PositionResolution } from '../../core/activity.ts';
import { eventStart, isOver } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { marketName } from '../names.ts';
import type { Part, Table } from '../protocol/parts.ts';
import type { SettlementContent, SettlementSnapshot, Step } from '../protocol/settlement.ts';
import type { ViewContext } from '../row.ts';
import { ordersTable } from './account.ts';
import { keptDetails } from './details.ts';
import { commonButtons, eventOf, headModel, lifecycleShown, marketFailure, rulesModel } from './head.ts';
import type { PanelInput } from './input.ts';
import { Kept } from './kept.ts';
import { accountPart, button, failureNote, note } from './pieces.ts';
import { paidTable, pendingTable, resolvedTable } from './settled-account.ts';
import { accountMark, truthLine } from './truth.ts';
import type { Verdict } from './verdict.ts';
import { verdict } from './verdict.ts';

/** Title of the panel's tab; the slug until the market is known. */
export function settlementTabTitle(slug: string, market: Market | undefined, context: ViewContext): string {
  return context.t('Settlement: {0}', market === undefined ? slug : marketName(market, undefined, context));
}

/** All the settlement panel shows, from what is known of the market now. */
export function settlementSnapshot(
  input: PanelInput,
  context: ViewContext,
  kept: Kept = new Kept(),
): SettlementSnapshot {
  const { market, settlement } = input;
  const { t } = context;
  const isAsked = settlement.at !== undefined || settlement.failure !== undefined;
  const busy = [market, settlement, input.orders, input.activities].some((one) => one.busy);
  const loading = market.value === undefined || !isAsked ? note(t('Loading {0}…', input.slug)) : undefined;
  const stale = settlement.value === undefined ? undefined : settlement.failure;
  const failure = marketFailure(input, context) ?? (stale && failureNote(settlement, stale, context));
  return {
    slug: input.slug,
    busy,
    note: failure ?? loading,
    content: market.value !== undefined && isAsked ? content(input, market.value, context, kept) : undefined,
  };
}

function content(input: PanelInput, market: Market, context: ViewContext, kept: Kept): SettlementContent {
  const { t } = context;
  const resolution = resolutionOf(input);
  const found = verdict(input, market, resolution, context);
  const { outcome, ...words } = found;
  const openMarket = button(t('Market…'), 'openMarket');
  const title = t('Settlement: {0}', marketName(market, eventOf(input, market), context));
  return {
    head: headModel(input, market, title, [...commonButtons(context), openMarket], context),
    truth: truthLine(input, market, context),
    outcome: words,
    steps: { heading: t('What happened when'), items: steps(input, market, resolution, context) },
    paid: {
      heading: t('What each side paid'),
      part:
        outcome === undefined
          ? { note: note(nothingPaid(input, market, context)), content: undefined }
          : { note: undefined, content: paidTable(input, market, outcome, context) },
    },
    account: account(input, market, resolution, found, context),
    resting: resting(input, market, found, context),
    rules: rulesModel(market, undefined, context),
    details: keptDetails(input, market, context, kept),
  };
}

function nothingPaid(input: PanelInput, market: Market, { t }: ViewContext): string {
  return lifecycleShown(input, market) === 'resolved'
    ? t('The service does not say what was paid.')
    : t('Nothing was paid yet.');
}

/** The newest resolution of a position of this account in this market. */
function resolutionOf(input: PanelInput): PositionResolution | undefined {
  const found = input.activities.value?.find((activity) => activity.kind === 'resolution');
  return found?.kind === 'resolution' ? found.resolution : undefined;
}

/** Only steps the service gives a time for, each with where it is from. */
function steps(
  input: PanelInput,
  market: Market,
  resolution: PositionResolution | undefined,
  { t, format }: ViewContext,
): Step[] {
  const event = eventOf(input, market);
  const now = format.settings.now();
  const start = event?.startTime?.ms;
  const gameStart = market.gameStartTime?.ms ?? (event && eventStart(event));
  const book = input.book.value;
  const isFinalBook = book?.state === 'EXPIRED' || book?.state === 'TERMINATED';
  const marked = isFinalBook ? book.stats?.settlementSetTime?.ms : undefined;
  const step = (key: string, label: string, at: number | undefined, source: string): Step[] =>
    at === undefined || at > now ? [] : [{ key, label, time: format.dateTime(at), source }];
  return [
    ...(start === undefined
      ? step('started', t('Started'), gameStart, t('market'))
      : step('started', t('Started'), start, t('event'))),
    ...step('ended', t('Ended'), event?.finishedTimestamp?.ms, t('event')),
    ...step('marked', t('Price set'), marked, t('book')),
    ...step('settled', t('Settled'), resolution?.updateTime?.ms, t('your activity')),
  ];
}

function account(
  input: PanelInput,
  market: Market,
  resolution: PositionResolution | undefined,
  { outcome }: Verdict,
  context: ViewContext,
): SettlementContent['account'] {
  const { t } = context;
  const isResolved = resolution !== undefined || outcome !== undefined;
  const signedOut = t('Sign in to see what it means for your account.');
  const part: Part<Table> = isResolved
    ? accountPart(
        input,
        input.activities,
        { none: t('No settlement of a position of yours is in your activity here.'), signedOut },
        context,
        () => resolution && resolvedTable(input, market, resolution, outcome, context),
      )
    : accountPart(
        input,
        input.position,
        { none: t('You hold nothing here.'), signedOut },
        context,
        (position) => pendingTable(input, market, position, context),
      );
  return {
    heading: isResolved ? t('What it did to your account') : t('What it can do to your account'),
    mark: part.content === undefined ? undefined : accountMark(input, context),
    part,
    note:
      part.content === undefined || resolution === undefined
        ? undefined
        : t('Positions as reported in your activity; paid out and result are worked out from them.'),
  };
}

function resting(
  input: PanelInput,
  market: Market,
  { outcome }: Verdict,
  context: ViewContext,
): SettlementContent['resting'] {
  const { t } = context;
  const orders = input.orders.value ?? [];
  const ended = outcome !== undefined || isOver(lifecycleShown(input, market));
  if (orders.length === 0 || !ended) return undefined;
  return {
    heading: t('Still resting'),
    sentence:
      orders.length === 1
        ? t('1 order is still open in this ended market.')
        : t('{0} orders are still open in this ended market.', orders.length),
    button: button(t('Cancel all in this market…'), 'cancelMarketOrders'),
    table: ordersTable(market, orders, input, context),
  };
}
