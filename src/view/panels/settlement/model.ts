import type { PositionResolution } from '../../../core/activity.ts';
import { Decimal } from '../../../core/decimal.ts';
import { entryPrice, isLong, settlementPays } from '../../../core/figures.ts';
import { eventStart, isOver } from '../../../core/lifecycle.ts';
import type { Market } from '../../../core/market.ts';
import { type OwnMoney, ownMoney } from '../../../core/own.ts';
import { areFeesSent, ownSettlement } from '../../../core/own-settlement.ts';
import type { Position } from '../../../core/position.ts';
import { marketName, sideName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import type { ViewContext } from '../../row.ts';
import { accountSection, ordersTable, signed } from '../account-sections.ts';
import type { PanelInput } from '../input.ts';
import { outcomeBanner, type Settling, settlingOf } from '../outcome-banner.ts';
import { button, cell, columns, failureNote, knownCurrency, note } from '../parts.ts';
import type { Cell, Table, TableRow } from '../protocol.ts';
import {
  commonButtons,
  detailsModel,
  eventOf,
  freshnessLine,
  headModel,
  lifecycleShown,
  marketFailure,
  rulesModel,
} from '../shared-sections.ts';
import type { SettlementContent, SettlementSnapshot, SettlementStep } from './protocol.ts';

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
  const settling = settlingOf(input, market);
  const openMarket = button(t('Market…'), 'openMarket');
  const title = t('Settlement: {0}', marketName(market, eventOf(input, market), context));
  return {
    head: headModel(input, market, title, [...commonButtons(context), openMarket], context),
    freshness: freshnessLine(input, market, context),
    outcome: outcomeBanner(settling, context),
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

/** The position before and after, as the account's activity reports it, and the result. */
function resolvedTable(
  { market, outcome }: Settling,
  resolution: PositionResolution,
  context: ViewContext,
): Table {
  const { t, format } = context;
  const { beforePosition: before, afterPosition: after } = resolution;
  const settled = ownSettlement(before, outcome);
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
    both(before && areFeesSent(before) ? t('Cost, fees included') : t('Cost'), (position) =>
      cell(format.money(position?.cost)),
    ),
    figure(t('Paid out'), t('Contracts × what the side paid'), [
      nothing,
      cell(format.money(settled?.payout)),
    ]),
    both(t('Fees'), (position) => cell(format.money(position?.fees))),
    both(t('Realised, as reported'), (position) => signed(position?.realized, context, reported), reported),
    figure(settled?.hasFees === true ? t('Result, after fees') : t('Result'), t('Paid out − cost before'), [
      nothing,
      signed(settled?.gain, context),
    ]),
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
