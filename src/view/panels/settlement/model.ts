import { type PositionResolution, resolutionResult } from '../../../core/activity.ts';
import { Decimal } from '../../../core/decimal.ts';
import { entryPrice, isLong, settlementPays } from '../../../core/figures.ts';
import { eventPhase, eventStart, isOver } from '../../../core/lifecycle.ts';
import type { Market } from '../../../core/market.ts';
import { type OwnMoney, ownMoney } from '../../../core/own.ts';
import type { Position } from '../../../core/position.ts';
import { type Outcome, sidePays, winner } from '../../../core/pricing.ts';
import { failureSentence } from '../../messages.ts';
import { isYesNo, marketName, outcomePhrase, sideName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { outcomeSource } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { accountSection, ordersTable, signed } from '../account.ts';
import {
  commonButtons,
  detailsModel,
  eventOf,
  freshnessLine,
  headModel,
  lifecycleShown,
  marketFailure,
  rulesModel,
} from '../frame.ts';
import type { PanelInput } from '../input.ts';
import { button, cell, columns, failureNote, knownCurrency, note, paidText } from '../parts.ts';
import type { Cell, Table, TableRow } from '../protocol.ts';
import type { SettlementContent, SettlementSnapshot, SettlementState, SettlementStep } from './protocol.ts';

/** Everything the settlement panel shows, from what is known of the market now. */
export function settlementSnapshot(input: PanelInput, context: ViewContext): SettlementSnapshot {
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
    content: market.value !== undefined && isAsked ? content(input, market.value, context) : undefined,
  };
}

interface Settling {
  readonly input: PanelInput;
  readonly market: Market;
  readonly outcome: Outcome | undefined;
  /** The newest of a position of this account. */
  readonly resolution: PositionResolution | undefined;
}

function content(input: PanelInput, market: Market, context: ViewContext): SettlementContent {
  const { t } = context;
  const newest = input.activities.value?.find((activity) => activity.kind === 'resolution');
  const resolution = newest?.kind === 'resolution' ? newest.resolution : undefined;
  const outcome = winner(market, input.settlement.value, input.book.value);
  const settling = { input, market, outcome, resolution };
  const openMarket = button(t('Market…'), 'openMarket');
  const title = t('Settlement: {0}', marketName(market, eventOf(input, market), context));
  return {
    head: headModel(input, market, title, [...commonButtons(context), openMarket], context),
    freshness: freshnessLine(input, market, context),
    outcome:
      outcome === undefined
        ? openVerdict(input, market, context)
        : settledVerdict(settling, outcome, context),
    steps: { heading: t('What happened when'), items: steps(settling, context) },
    account: account(settling, context),
    resting: resting(settling, context),
    rules: rulesModel(market, undefined, context),
    details: detailsModel(input, market, context),
  };
}

/** The steps the service gives a time for, each with its source. */
function steps({ input, market, resolution }: Settling, { t, format }: ViewContext): SettlementStep[] {
  const event = eventOf(input, market);
  const now = format.settings.now();
  const start = event?.startTime?.ms;
  const gameStart = market.gameStartTime?.ms ?? (event && eventStart(event));
  const book = input.book.value;
  const isFinalBook = book?.state === 'EXPIRED' || book?.state === 'TERMINATED';
  const marked = isFinalBook ? book.stats?.settlementSetTime?.ms : undefined;
  const step = (key: string, label: string, at: number | undefined, source: string): SettlementStep[] =>
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

function account(settling: Settling, context: ViewContext): SettlementContent['account'] {
  const { t } = context;
  const { input, market, outcome, resolution } = settling;
  const isResolved = resolution !== undefined || outcome !== undefined;
  if (!isResolved) {
    const reading = [input.position, t('You hold nothing here.')] as const;
    const heading = t('What it can do to your account');
    return accountSection(heading, input, reading, context, (position) =>
      pendingTable(input, market, position, context),
    );
  }
  const none = t('No settlement of a position of yours is in your activity here.');
  const section = accountSection(
    t('What it did to your account'),
    input,
    [input.activities, none],
    context,
    () => resolution && resolvedTable(settling, resolution, context),
  );
  const source = t('Positions as reported in your activity; paid out and result are worked out from them.');
  return { ...section, footnote: section.content && source };
}

function resting({ input, market, outcome }: Settling, context: ViewContext): SettlementContent['resting'] {
  const { t } = context;
  const orders = input.orders.value ?? [];
  const ended = outcome !== undefined || isOver(lifecycleShown(input, market));
  if (orders.length === 0 || !ended) return undefined;
  return {
    heading: t('Still resting'),
    button: button(t('Cancel all in this market…'), 'cancelMarketOrders'),
    note: note(t('Orders still open in this ended market: {0}.', orders.length), 'plain'),
    content: ordersTable([market], orders, input, context),
  };
}

/** How far a market is on its way to being settled, in words. */
type Verdict = SettlementContent['outcome'];

function openVerdict(input: PanelInput, market: Market, context: ViewContext): Verdict {
  const { t, format } = context;
  const { value: settlement, at: askedAt, failure } = input.settlement;
  const sources = askedAt === undefined ? '' : t('asked the service at {0}', format.moment(askedAt));
  const verdict = (state: SettlementState, headline: string, sentence: string): Verdict => {
    return { state, headline, sentence, sources, tone: state === 'notSettledYet' ? 'dim' : 'warn' };
  };
  if (settlement !== undefined) {
    const price = settlement.price.toString();
    const sentence = t('The service sent {0}, which is no price between 0 and 1.', price);
    return verdict('unreadable', t('Settlement not readable'), sentence);
  }
  if (failure !== undefined) {
    return verdict('unreadable', t('Settlement could not be read'), failureSentence(failure, context));
  }
  const state = lifecycleShown(input, market);
  if (state === 'resolved') {
    const sentence = t('The service says that this market is settled, but not at which price.');
    return verdict('unreadable', t('Settled, price not sent'), sentence);
  }
  const event = eventOf(input, market);
  const isPlaying = event !== undefined && eventPhase(event, format.settings.now()) === 'live';
  if (isOver(state) && !isPlaying) {
    const sentence = t('Trading has ended. The settlement price appears here once the service has it.');
    return verdict('endedAwaiting', t('Ended, awaiting settlement'), sentence);
  }
  const sentence = isPlaying
    ? t('The event is still going on; the market settles after it.')
    : t('This market has not ended; it settles by its rules after that.');
  return verdict('notSettledYet', t('Not settled yet'), sentence);
}

function settledVerdict(settling: Settling, outcome: Outcome, context: ViewContext): Verdict {
  const { t, format } = context;
  const { input, market, resolution } = settling;
  const paid = (long: boolean): string => paidText(input, market, sidePays(outcome, long), context);
  const readAt = { settlement: input.settlement, sidePrices: input.market, book: input.book }[outcome.source]
    .at;
  const isVoid = outcome.winner === 'void';
  const first = outcome.winner !== 'short';
  const name = outcomePhrase(market, first, context);
  const won = isYesNo(market) ? t('The outcome is {0}', name) : t('{0} won', name);
  return {
    state: isVoid ? 'void' : 'settled',
    headline: isVoid ? t('Void: both sides were paid') : won,
    sentence: t(
      'settled at {0} for each {1} contract, {2} for {3}',
      paid(first),
      sideName(market, first, context),
      paid(!first),
      sideName(market, !first, context),
    ),
    sources: joined([
      t('{0}, read at {1}', outcomeSource(outcome, context), format.moment(readAt)),
      confirmation(outcome, resolution, context),
    ]),
    tone: isVoid ? 'warn' : 'up',
  };
}

/** What the account's own activity says of the outcome; a contradiction is shown. */
function confirmation(
  outcome: Outcome,
  resolution: PositionResolution | undefined,
  { t }: ViewContext,
): string | undefined {
  const own = resolution && resolutionResult(resolution, undefined)?.winner;
  if (own === undefined) return undefined;
  return own === outcome.winner
    ? t('confirmed by your activity')
    : t('your activity says otherwise ({0})', resolution?.side ?? '');
}

/** The position before and after, as the account's activity reports it, and the result. */
function resolvedTable(
  { input, market, outcome }: Settling,
  resolution: PositionResolution,
  context: ViewContext,
): Table {
  const { t, format } = context;
  const { beforePosition: before, afterPosition: after } = resolution;
  const currency = knownCurrency(input, market);
  const held = before?.netPosition;
  const paid =
    held === undefined || outcome === undefined
      ? undefined
      : ownMoney(settlementPays(held, outcome.longPays), before?.cost?.currency ?? currency);
  const result = paid && before?.cost && minus(paid, before.cost);
  const name = sideName(market, before === undefined || isLong(before), context);
  const reported = t('As reported by the service, fees excluded');
  const figure = (label: string, hint: string | undefined, cells: readonly Cell[]): TableRow =>
    row(label, [cell(label, 'plain', { hint }), ...cells]);
  const both = (label: string, show: (position: Position | undefined) => Cell, hint?: string): TableRow =>
    figure(label, hint, [show(before), show(after)]);
  const nothing = cell(ABSENT);
  const rows = [
    both(t('{0} contracts', name), (position) => cell(format.contracts(position?.netPosition?.abs()))),
    both(t('Entry price'), (position) => {
      const entry = position && entryPrice(position);
      const aside = entry?.feesIn === true ? t('fees in') : undefined;
      return cell(format.price(entry?.price.value), 'plain', { aside });
    }),
    both(t('Cost, fees included'), (position) => cell(format.money(position?.cost))),
    figure(t('Paid out'), t('Contracts × what the side paid'), [nothing, cell(format.money(paid))]),
    both(t('Fees'), (position) => cell(format.money(position?.fees))),
    both(t('Realised, as reported'), (position) => signed(position?.realized, context, reported), reported),
    figure(t('Result, after fees'), t('Paid out − cost before'), [nothing, signed(result, context)]),
  ];
  return {
    caption: t('Your position before and after the settlement'),
    columns: columns(t('Figure'), t('Before'), t('After')),
    // Rows without a figure are left out.
    rows: rows.filter(({ cells }) => cells.slice(1).some(({ text }) => text !== ABSENT)),
  };
}

/** What the present position pays in either case, while nothing is settled. */
function pendingTable(
  input: PanelInput,
  market: Market,
  position: Position,
  context: ViewContext,
): Table | undefined {
  const { t, format } = context;
  const held = position.netPosition;
  if (held === undefined || held.isZero) return undefined;
  const currency = position.cost?.currency ?? knownCurrency(input, market);
  const pays = (longPays: Decimal): Cell[] => {
    const amount = ownMoney(settlementPays(held, longPays), currency);
    return [cell(format.money(amount)), signed(position.cost && minus(amount, position.cost), context)];
  };
  const name = (long: boolean): string => sideName(market, long, context);
  return {
    caption: t('What your position pays'),
    columns: columns(
      t('{0} × {1}', format.contracts(held.abs()), name(isLong(position))),
      t('Pays'),
      t('Result after cost'),
    ),
    rows: [
      row('long', [cell(t('If it is {0}', name(true))), ...pays(Decimal.one)]),
      row('short', [cell(t('If it is {0}', name(false))), ...pays(Decimal.zero)]),
    ],
  };
}

function row(key: string, cells: readonly Cell[]): TableRow {
  return { key, cells };
}

/** `undefined` for two currencies that differ. */
function minus(a: OwnMoney, b: OwnMoney): OwnMoney | undefined {
  if (a.currency !== b.currency && a.currency !== '' && b.currency !== '') return undefined;
  return ownMoney(a.value.minus(b.value), a.currency || b.currency);
}
