import type { PositionResolution } from '../../../core/activity.ts';
import { Decimal } from '../../../core/decimal.ts';
import { isLong, ownAveragePrice, settlementPays } from '../../../core/figures.ts';
import { eventPhase, eventStart, isOver } from '../../../core/lifecycle.ts';
import type { Market } from '../../../core/market.ts';
import { type OwnMoney, ownMoney } from '../../../core/own.ts';
import type { Position } from '../../../core/position.ts';
import { type Outcome, sidePays, winner } from '../../../core/pricing.ts';
import { failureSentence } from '../../messages.ts';
import { isYesNo, marketName, outcomePhrase, sideName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { joined, type ViewContext } from '../../row.ts';
import { ordersTable, signed } from '../account.ts';
import {
  accountWarning,
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
import { accountBody, button, cell, columns, failureNote, knownCurrency, note, paidText } from '../parts.ts';
import type { Cell, Table, TableRow, Tone } from '../protocol.ts';
import type { SettlementContent, SettlementSnapshot, SettlementState, SettlementStep } from './protocol.ts';

/** Title of the panel's tab; the slug until the market is known. */
export function settlementTabTitle(slug: string, market: Market | undefined, context: ViewContext): string {
  return context.t('Settlement: {0}', market === undefined ? slug : marketName(market, undefined, context));
}

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

function content(input: PanelInput, market: Market, context: ViewContext): SettlementContent {
  const { t } = context;
  const resolution = resolutionOf(input);
  const verdict = verdictOn(input, market, resolution, context);
  const { outcome, ...words } = verdict;
  const openMarket = button(t('Market…'), 'openMarket');
  const title = t('Settlement: {0}', marketName(market, eventOf(input, market), context));
  return {
    head: headModel(input, market, title, [...commonButtons(context), openMarket], context),
    freshness: freshnessLine(input, market, context),
    outcome: words,
    steps: { heading: t('What happened when'), items: steps(input, market, resolution, context) },
    paid: {
      heading: t('What each side paid'),
      ...(outcome === undefined
        ? { note: note(unpaidWords(input, market, context)) }
        : { content: paidTable(input, market, outcome, context) }),
    },
    account: account(input, market, resolution, outcome, context),
    resting: resting(input, market, outcome, context),
    rules: rulesModel(market, undefined, context),
    details: detailsModel(input, market, context),
  };
}

/** A resolved market has paid something, whether or not the service says what. */
function unpaidWords(input: PanelInput, market: Market, { t }: ViewContext): string {
  return lifecycleShown(input, market) === 'resolved'
    ? t('The service does not say what was paid.')
    : t('Nothing was paid yet.');
}

/** The newest resolution of a position of this account in this market. */
function resolutionOf(input: PanelInput): PositionResolution | undefined {
  const found = input.activities.value?.find((activity) => activity.kind === 'resolution');
  return found?.kind === 'resolution' ? found.resolution : undefined;
}

/** The steps the service gives a time for, each with its source. */
function steps(
  input: PanelInput,
  market: Market,
  resolution: PositionResolution | undefined,
  { t, format }: ViewContext,
): SettlementStep[] {
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

function account(
  input: PanelInput,
  market: Market,
  resolution: PositionResolution | undefined,
  outcome: Outcome | undefined,
  context: ViewContext,
): SettlementContent['account'] {
  const { t } = context;
  const isResolved = resolution !== undefined || outcome !== undefined;
  const signedOut = t('Sign in to see what it means for your account.');
  const body = isResolved
    ? accountBody(
        input,
        input.activities,
        { none: t('No settlement of a position of yours is in your activity here.'), signedOut },
        context,
        () => resolution && resolvedTable(input, market, resolution, outcome, context),
      )
    : accountBody(
        input,
        input.position,
        { none: t('You hold nothing here.'), signedOut },
        context,
        (position) => pendingTable(input, market, position, context),
      );
  return {
    heading: isResolved ? t('What it did to your account') : t('What it can do to your account'),
    warning: body.content === undefined ? undefined : accountWarning(input, context),
    ...body,
    footnote:
      body.content === undefined || resolution === undefined
        ? undefined
        : t('Positions as reported in your activity; paid out and result are worked out from them.'),
  };
}

function resting(
  input: PanelInput,
  market: Market,
  outcome: Outcome | undefined,
  context: ViewContext,
): SettlementContent['resting'] {
  const { t } = context;
  const orders = input.orders.value ?? [];
  const ended = outcome !== undefined || isOver(lifecycleShown(input, market));
  if (orders.length === 0 || !ended) return undefined;
  return {
    heading: t('Still resting'),
    button: button(t('Cancel all in this market…'), 'cancelMarketOrders'),
    note: note(
      orders.length === 1
        ? t('1 order is still open in this ended market.')
        : t('{0} orders are still open in this ended market.', orders.length),
      'plain',
    ),
    content: ordersTable(market, orders, input, context),
  };
}

/** How far a market is on its way to being settled, in words. */
type Verdict = SettlementContent['outcome'] & { readonly outcome: Outcome | undefined };

/**
 * By the settlement price; where the service answers 404 although the market is resolved, by the final prices of its
 * sides, then by the final mark of its book (interface.md 9.9).
 */
function verdictOn(
  input: PanelInput,
  market: Market,
  resolution: PositionResolution | undefined,
  context: ViewContext,
): Verdict {
  const settlement = input.settlement.value;
  const outcome = winner(market, settlement, input.book.value);
  if (outcome !== undefined) return settledVerdict(input, market, outcome, resolution, context);
  const { t, format } = context;
  const checked = input.settlement.at;
  const sources = checked === undefined ? '' : t('asked the service at {0}', format.moment(checked));
  const open = (state: SettlementState, tone: Tone, headline: string, sentence: string): Verdict => ({
    state,
    headline,
    sentence,
    sources,
    tone,
    outcome: undefined,
  });
  if (settlement !== undefined) {
    const sentence = t(
      'The service sent {0}, which is no price between 0 and 1.',
      settlement.price.toString(),
    );
    return open('unreadable', 'warn', t('Settlement not readable'), sentence);
  }
  if (input.settlement.failure !== undefined) {
    const sentence = failureSentence(input.settlement.failure, context);
    return open('unreadable', 'warn', t('Settlement could not be read'), sentence);
  }
  const state = lifecycleShown(input, market);
  if (state === 'resolved') {
    const sentence = t('The service says that this market is settled, but not at which price.');
    return open('unreadable', 'warn', t('Settled, price not served'), sentence);
  }
  const event = eventOf(input, market);
  const isPlaying = event !== undefined && eventPhase(event, format.settings.now()) === 'live';
  if (isOver(state) && !isPlaying) {
    const sentence = t('Trading has ended. The settlement price appears here once the service has it.');
    return open('endedAwaiting', 'warn', t('Ended, awaiting settlement'), sentence);
  }
  const sentence = isPlaying
    ? t('The event is still going on; the market settles after it.')
    : t('This market has not ended; it settles by its rules after that.');
  return open('notSettledYet', 'dim', t('Not settled yet'), sentence);
}

function settledVerdict(
  input: PanelInput,
  market: Market,
  outcome: Outcome,
  resolution: PositionResolution | undefined,
  context: ViewContext,
): Verdict {
  const { t } = context;
  const paid = (long: boolean): string => paidText(input, market, sidePays(outcome, long), context);
  const isVoid = outcome.winner === 'void';
  const first = outcome.winner !== 'short';
  return {
    state: isVoid ? 'void' : 'settled',
    headline: isVoid ? t('Void: both sides were paid') : wonText(market, first, context),
    sentence: t(
      'settled at {0} for each {1} contract, {2} for {3}',
      paid(first),
      sideName(market, first, context),
      paid(!first),
      sideName(market, !first, context),
    ),
    sources: joined([sourceText(input, outcome, context), confirmation(outcome, resolution, context)]),
    tone: isVoid ? 'warn' : 'up',
    outcome,
  };
}

function wonText(market: Market, long: boolean, context: ViewContext): string {
  const name = outcomePhrase(market, long, context);
  return isYesNo(market) ? context.t('The outcome is {0}', name) : context.t('{0} won', name);
}

function sourceText(input: PanelInput, outcome: Outcome, { t, format }: ViewContext): string {
  const at = (ms: number | undefined): string => format.moment(ms);
  switch (outcome.source) {
    case 'settlement':
      return t('read from the service at {0}', at(input.settlement.at));
    case 'sidePrices':
      return t(
        'from the final prices of the sides, read at {0}; no settlement is served',
        at(input.market.at),
      );
    case 'book':
      return t('from the final mark of the book, read at {0}; no settlement is served', at(input.book.at));
  }
}

/** What the account's own activity says of the outcome; a contradiction is shown. */
function confirmation(
  outcome: Outcome,
  resolution: PositionResolution | undefined,
  { t }: ViewContext,
): string | undefined {
  const side = resolution?.side;
  const winnerThere =
    side === 'LONG' ? 'long' : side === 'SHORT' ? 'short' : side === 'NEUTRAL' ? 'void' : undefined;
  if (winnerThere === undefined) return undefined;
  return winnerThere === outcome.winner
    ? t('confirmed by your activity')
    : t('your activity says otherwise ({0})', side ?? '');
}

/** What each side paid for one contract. */
function paidTable(input: PanelInput, market: Market, outcome: Outcome, context: ViewContext): Table {
  const { t } = context;
  const result = (long: boolean): string => {
    if (outcome.winner === 'void') return t('void');
    return (outcome.winner === 'long') === long ? t('won') : t('lost');
  };
  return {
    caption: t('What each side paid'),
    columns: columns(t('Side'), [t('Result')], t('Paid per contract')),
    rows: [true, false].map((long) =>
      row(long ? 'long' : 'short', [
        cell(sideName(market, long, context)),
        cell(result(long)),
        cell(paidText(input, market, sidePays(outcome, long), context)),
      ]),
    ),
  };
}

/** The position before and after, as the account's activity reports it, and the result. */
function resolvedTable(
  input: PanelInput,
  market: Market,
  resolution: PositionResolution,
  outcome: Outcome | undefined,
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
  const both = (show: (position: Position | undefined) => Cell): Cell[] => [show(before), show(after)];
  const reported = t('As reported by the service, fees excluded');
  const nothing = cell(format.money(undefined));
  return {
    caption: t('Your position before and after the settlement'),
    columns: columns(t('Figure'), t('Before'), t('After')),
    rows: served([
      row('contracts', [
        cell(t('{0} contracts', name)),
        ...both((position) => cell(format.contracts(position?.netPosition?.abs()))),
      ]),
      row('average', [
        cell(t('Average price')),
        ...both((position) =>
          cell(
            format.price(
              position?.netPosition?.isZero === false ? ownAveragePrice(position)?.value : undefined,
            ),
          ),
        ),
      ]),
      row('cost', [
        cell(t('Cost, fees included')),
        ...both((position) => cell(format.money(position?.cost))),
      ]),
      row('paid', [
        cell(t('Paid out'), 'plain', { hint: t('Contracts × what the side paid') }),
        nothing,
        cell(format.money(paid)),
      ]),
      row('fees', [cell(t('Fees')), ...both((position) => cell(format.money(position?.fees)))]),
      row('realised', [
        cell(t('Realised, as reported'), 'plain', { hint: reported }),
        ...both((position) => signed(position?.realized, context, reported)),
      ]),
      row('result', [
        cell(t('Result, after fees'), 'plain', { hint: t('Paid out − cost before') }),
        nothing,
        signed(result, context),
      ]),
    ]),
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

/** Rows with a figure; those without one are left out. */
function served(rows: readonly TableRow[]): readonly TableRow[] {
  return rows.filter(({ cells }) => cells.slice(1).some(({ text }) => text !== ABSENT));
}

/** `undefined` for two currencies that differ. */
function minus(a: OwnMoney, b: OwnMoney): OwnMoney | undefined {
  if (a.currency !== b.currency && a.currency !== '' && b.currency !== '') return undefined;
  return ownMoney(a.value.minus(b.value), a.currency || b.currency);
}
