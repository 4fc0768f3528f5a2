import { DAY_MS } from '../base/clock.ts';
import {
  type Activity,
  type ActivityTotals,
  type ActivityType,
  activityTotals,
  type BalanceTransaction,
  cashOf,
  type KnownMarkets,
  marketFor,
  marketOf,
  outcomeFor,
  signedAmount,
  transactionsOf,
} from '../core/activity.ts';
import { byCurrency } from '../core/currencies.ts';
import { isLong, type Total, total } from '../core/figures.ts';
import type { OpenEnum } from '../core/open-enum.ts';
import { foldFills, type OrderFills } from '../core/order-fills.ts';
import { type OwnDecimal, type OwnMoney, ownMoney } from '../core/own.ts';
import { addsUp } from '../core/own-settlement.ts';
import type { Position } from '../core/position.ts';
import {
  type ActivityMarket,
  activityTooltip,
  fillsTooltip,
  inMarket,
  resolutionTitle,
} from './activity-tooltip.ts';
import { feeText } from './fee-text.ts';
import type { Movable } from './fit.ts';
import { loadMoreRow } from './markets-tree.ts';
import { plainName } from './names.ts';
import { eventKey, type InMarket, inFull, namedPlace, ownOutcome, rowEvent } from './order-text.ts';
import { outcomeSentence, ownResult, resultText } from './own-result.ts';
import { folderRow, joined, type Row, type RowIcon, spokenParts, tight, type ViewContext } from './row.ts';
import {
  apartBeside,
  labelWithin,
  narrower,
  rowContext,
  shorterLabels,
  withSharedNames,
} from './row-names.ts';
import { named } from './states.ts';
import { tradeText } from './trade-text.ts';

/** What is known beside an activity. */
interface Known extends KnownMarkets {
  /** The present position in a market, which may tell the side of its trades. */
  readonly position?: ((slug: string) => Position | undefined) | undefined;
}

interface ActivityList extends Known {
  readonly activities: readonly Activity[];
  /** Default: by day. */
  readonly groupBy?: 'event' | undefined;
  /** What of the rest is being read; absent where there is none. */
  readonly more?: 'nothing' | 'page' | 'all' | undefined;
}

/** Groups that are open unasked: each row of an open one is made again, and a history may have thousands. */
const MOST_OPEN = 20;

/** Names the whole history where a command takes a league or category. */
export const WHOLE_HISTORY = 'activity/all';

/**
 * Groups by day or event with the activities below, in the order they come. The only one of a group stands for itself, and so
 * does what has no day or event.
 */
export function activityRows(
  { activities, groupBy, more, ...known }: ActivityList,
  plain: ViewContext,
): readonly Row[] {
  const context = withSharedNames(
    activities.map((each) => ({ market: marketFor(each, known.market) })),
    plain,
  );
  const { format } = context;
  const isByEvent = groupBy === 'event';
  const dayOf = ({ time }: Activity): string => (time === undefined ? '' : format.date(time));
  const groups = [...Map.groupBy(activities, (each) => (isByEvent ? eventOf(each, known) : dayOf(each)))];
  const rows = groups.flatMap(([key, some], place) => {
    const label = isByEvent ? eventName(some, known, context) : dayName(key, context);
    const entries = foldFills(some);
    if (entries.length === 1 || key === '') {
      return entries.map((each) => {
        const row = entryRow(each, known, { group: key }, context);
        return isByEvent ? { ...row, parts: [...row.parts, label] } : row;
      });
    }
    // Days come one after the other: only the last may go on.
    const isPart = more !== undefined && (isByEvent || place === groups.length - 1);
    const children = (): readonly Row[] =>
      entries.map((each) => entryRow(each, known, { group: key, isInGroup: !isByEvent }, context));
    const id = `activity/${groupBy ?? 'day'}/${key}`;
    const sums = activityTotals(some, known);
    const words = groupWords(some, { sums, cash: cashOf(some, known), isPart }, context);
    // The name of an event is long: what is cut must not be the figure.
    const certain = sums.filter(({ realised }) => isByEvent && realised.counted > realised.missing);
    const figures = certain.map(({ realised, currency }) =>
      tight(format.signedMoney(ownMoney(realised.sum, currency))),
    );
    const title = [joined(figures), label].filter(Boolean).join(' ');
    return {
      ...folderRow(
        id,
        title,
        words((amount) => tight(format.signedMoney(amount))),
        children,
        place < MOST_OPEN ? 'expanded' : 'collapsed',
      ),
      accessibilityLabel: spokenParts([label, joined(words(format.signedMoneyWords))]),
      contextValue: 'activityGroup',
      tooltip: () => [
        { kind: 'title', text: label },
        { kind: 'text', text: joined(words(format.signedMoney)) },
        {
          kind: 'text',
          text: context.t('Realised as the rows say: trades before fees, settlements paid out − cost.'),
        },
      ],
    } satisfies Row;
  });
  return [...rows, ...moreRows(more, context)];
}

/** Loads a page, or reads to the end; while that is done, stops it. */
function moreRows(more: ActivityList['more'], context: ViewContext): readonly Row[] {
  if (more === undefined) return [];
  const { t } = context;
  const row = (id: 'readCategory' | 'stopReading', label: string, icon: string): Row => ({
    ...folderRow('activity/all', label, [], () => []),
    contextValue: 'loadMore',
    collapsible: 'none',
    icon: { id: icon },
    command: { id, args: [WHOLE_HISTORY] },
  });
  return more === 'all'
    ? [row('stopReading', t('Stop reading'), 'debug-stop')]
    : [
        loadMoreRow('activity', more === 'page', context),
        row('readCategory', t('Read the whole history'), 'fold-down'),
      ];
}

/** The slug of an activity with what is said of its market. */
function thingOf(activity: Activity): InMarket | undefined {
  if (activity.kind === 'trade') return inMarket(activity.trade, activity.trade.ownOrder);
  if (activity.kind !== 'resolution') return undefined;
  return inMarket(activity.resolution, activity.resolution.beforePosition);
}

function eventOf(activity: Activity, { market }: Known): string {
  const thing = thingOf(activity);
  return thing === undefined ? '' : eventKey(thing, marketFor(activity, market));
}

function eventName([first]: readonly Activity[], { market }: Known, context: ViewContext): string {
  const thing = first && thingOf(first);
  return thing === undefined ? '' : rowEvent(thing, first && marketFor(first, market), context);
}

/** Days of a filter as it is shown. */
export function daysText(days: string, { t }: ViewContext): string {
  if (days === 'today') return t('Today');
  return days === 'thisWeek' ? t('Last 7 days') : days.replace('..', ' – ');
}

function dayName(day: string, { t, format }: ViewContext): string {
  const now = format.settings.now();
  if (day === format.date(now)) return t('Today');
  return day === format.date(now - DAY_MS) ? t('Yesterday') : day;
}

interface GroupSums {
  readonly sums: readonly ActivityTotals[];
  readonly cash: OwnMoney | undefined;
  readonly isPart: boolean;
}

/** `6 · ▲$3.60 realised · fees $0.35 · cash −$21.23`, each currency by itself. */
function groupWords(
  activities: readonly Activity[],
  { sums, cash, isPart }: GroupSums,
  context: ViewContext,
): (write: (amount: OwnMoney) => string) => Row['parts'] {
  const { t, format } = context;
  const count = format.ownCount(activities.length);
  const whole = ({ sum, missing, counted }: Total, write: (sum: OwnDecimal) => string) => {
    if (missing === counted) return undefined;
    return missing === 0 ? write(sum) : t('{0}, {1} not known', write(sum), missing);
  };
  return (write) => [
    isPart ? t('{0} so far', count) : count,
    ...sums.flatMap(({ realised, isAsReported, fees, currency }) => [
      whole(realised, (sum) => {
        const text = write(ownMoney(sum, currency));
        return isAsReported ? t('{0} realised as reported', text) : t('{0} realised', text);
      }),
      whole(fees, (sum) => t('fees {0}', feeText(ownMoney(sum, currency), context))),
    ]),
    cash === undefined || cash.value.isZero ? undefined : t('cash {0}', resultText(cash, context)),
  ];
}

/** The row of one activity. `isInGroup`: its day stands above it. */
export function activityRow(activity: Activity, known: Known, context: ViewContext, isInGroup = false): Row {
  const { format } = context;
  const slug = marketOf(activity);
  const beside = rowContext(isInGroup, context);
  const text = activityText(activity, known, beside);
  const full = activityText(activity, known, inFull(context));
  const thing = thingOf(activity);
  const market = marketFor(activity, known.market);
  const outcome = thing && ownOutcome(thing, market, true, context);
  const apart = outcome && apartBeside(text.label, outcome);
  const name = (less: number): string => activityText(activity, known, narrower(beside, less)).label;
  const { time } = activity;
  const when = time && (isInGroup ? format.time(time) : format.timeOrDay(time));
  return {
    id: `activity/${activity.key}`,
    label: text.label,
    ...(outcome === undefined ? {} : { shorter: shorterLabels(text.label, outcome, name) }),
    ...(text.movable === undefined ? {} : { movable: text.movable }),
    ...(thing === undefined
      ? {}
      : { alike: { key: text.label, by: [rowEvent(thing, market, context), full.label, thing.marketSlug] } }),
    parts: [when, apart, ...text.details],
    ...(text.icon === undefined ? {} : { icon: text.icon }),
    ...(text.isOff === true ? { mark: '!' } : {}),
    accessibilityLabel: spokenParts([full.label, ...(full.spoken ?? full.details), full.place, when]),
    contextValue: slug === undefined ? 'activity' : 'activity.market',
    subject: { kind: 'activity', key: activity.key, marketSlug: slug },
    tooltip: () => activityTooltip(activity, aboutOf(activity, known), full.label, context),
    collapsible: 'none',
    ...(slug === undefined
      ? {}
      : { command: { id: activity.kind === 'resolution' ? 'openSettlement' : 'openMarket', args: [slug] } }),
  };
}

interface EntryPlace {
  readonly group: string;
  /** Its day stands above it. */
  readonly isInGroup?: boolean;
}

/** An activity, or the fills of one order, which open to each of them. */
function entryRow(
  entry: Activity | OrderFills,
  known: Known,
  { group, isInGroup = false }: EntryPlace,
  context: ViewContext,
): Row {
  if (entry.kind !== 'fills') return activityRow(entry, known, context, isInGroup);
  const { fills, together, orderId } = entry;
  const [first] = fills;
  const market = first && marketFor(first, known.market);
  const about = { market, held: known.position?.(together.marketSlug), realised: entry.realised };
  const beside = rowContext(isInGroup, context);
  const text = tradeText(together, about, beside);
  const name = (less: number): string => tradeText(together, about, narrower(beside, less)).label;
  const full = tradeText(together, about, inFull(context));
  const { t, format } = context;
  const thing = inMarket(together, together.ownOrder);
  const time = first?.time;
  const when = time && (isInGroup ? format.time(time) : format.timeOrDay(time));
  const count = t('{0} fills', format.ownCount(fills.length));
  const outcome = ownOutcome(thing, market, true, context);
  return {
    id: `activity/order/${group}/${orderId}`,
    label: text.label,
    shorter: shorterLabels(text.label, outcome, name),
    movable: text.movable,
    alike: { key: text.label, by: [rowEvent(thing, market, context), full.label, thing.marketSlug] },
    parts: [when, apartBeside(text.label, outcome), ...text.details, count],
    accessibilityLabel: spokenParts([full.label, count, ...full.spoken, full.place, when]),
    contextValue: 'activity.market',
    subject: { kind: 'activity', key: first?.key ?? orderId, marketSlug: together.marketSlug },
    tooltip: () => fillsTooltip(entry, market, full.label, context),
    collapsible: 'collapsed',
    children: () => fills.map((fill) => activityRow(fill, known, context, isInGroup)),
  };
}

/** Words of an activity type; an unlisted one by its own name, made readable. */
export function activityTypeName(type: OpenEnum<ActivityType>, { t }: ViewContext): string {
  const words: Readonly<Record<string, string>> = {
    TRADE: t('Trade'),
    POSITION_RESOLUTION: t('Settlement'),
    ACCOUNT_DEPOSIT: t('Deposit'),
    ACCOUNT_ADVANCED_DEPOSIT: t('Advanced deposit'),
    ACCOUNT_WITHDRAWAL: t('Withdrawal'),
    REFERRAL_BONUS: t('Referral bonus'),
    TRANSFER: t('Transfer'),
    TAKER_FEE_REBATE: t('Fee rebate'),
    LIQUIDITY_PROGRAM: t('Liquidity reward'),
  };
  return Object.hasOwn(words, type) ? named(words, type) : plainName(type);
}

interface ActivityText {
  readonly label: string;
  /** The quantity in it. */
  readonly movable?: Movable;
  readonly details: readonly string[];
  /** The details in words, where signs stand for them. */
  readonly spoken?: readonly string[];
  readonly icon?: RowIcon;
  /** Its event, where that is known. */
  readonly place?: string;
  /** What was paid is not what the result pays. */
  readonly isOff?: boolean;
}

function aboutOf(activity: Activity, known: Known): ActivityMarket {
  const outcome = activity.kind === 'resolution' ? outcomeFor(activity, known) : undefined;
  return { market: marketFor(activity, known.market), outcome };
}

export function activityText(activity: Activity, known: Known, context: ViewContext): ActivityText {
  switch (activity.kind) {
    case 'trade': {
      const { marketSlug } = activity.trade;
      const market = marketFor(activity, known.market);
      return tradeText(activity.trade, { market, held: known.position?.(marketSlug) }, context);
    }
    case 'resolution':
      return resolutionText(activity, aboutOf(activity, known), context);
    case 'balance':
      return balanceText(activity, context);
    case 'unknown':
      return { label: activityTypeName(activity.type, context), details: [] };
  }
}

function resolutionText(
  { resolution }: Activity & { readonly kind: 'resolution' },
  about: ActivityMarket,
  context: ViewContext,
): ActivityText {
  const { t } = context;
  const { market, outcome } = about;
  const { beforePosition: before } = resolution;
  const own = ownResult(before, market, outcome, context);
  const label =
    own?.label ?? unknownLabel(before, about, resolutionTitle(resolution, about, context), context);
  const isOff = own !== undefined && addsUp(resolution, outcome) === false;
  const unknown = outcome === undefined ? t('result not known') : undefined;
  const off = isOff ? t('does not add up') : undefined;
  const details = [own?.paid ?? unknown, off].filter((word) => word !== undefined);
  const won = outcome && outcomeSentence(outcome, market, before, context);
  return {
    label,
    details,
    ...(won === undefined ? {} : { spoken: [...details, won] }),
    place: namedPlace(label, inMarket(resolution, before), market, context),
    isOff,
    ...(own === undefined ? {} : { icon: own.icon }),
  };
}

/** `Settled Islanders 1H`: what was held, where nobody says how it ended. */
function unknownLabel(
  before: Position | undefined,
  { market, outcome }: ActivityMarket,
  title: string,
  context: ViewContext,
): string {
  if (outcome !== undefined || before?.netPosition?.isZero !== false) return title;
  const name = ownOutcome(before, market, isLong(before), context);
  return labelWithin(name, `${title} `, '', context);
}

/** `Deposited $30.00`: what was completed, else what was to be; then the state of the rest. */
function balanceText(
  { change, type }: Activity & { readonly kind: 'balance' },
  context: ViewContext,
): ActivityText {
  const { t, format } = context;
  const all = transactionsOf(change);
  const byStatus = [...Map.groupBy(all, ({ status }) => statusOf(status))];
  const [said] = byStatus.find(([status]) => status === '') ?? byStatus[0] ?? [''];
  const name = activityTypeName(type, context);
  const sums = (some: readonly BalanceTransaction[]) => amountsOf(some, type);
  const write = (amounts: readonly OwnMoney[]) => amounts.map((amount) => format.money(amount)).join(' + ');
  const moved = sums(all.filter(({ status }) => statusOf(status) === said));
  const plain = moved.map(({ value, currency }) => ownMoney(value.abs(), currency));
  const sentence: Readonly<Record<string, string>> = {
    ACCOUNT_DEPOSIT: t('Deposited {0}', write(moved)),
    ACCOUNT_ADVANCED_DEPOSIT: t('Deposited {0}', write(moved)),
    ACCOUNT_WITHDRAWAL: t('Withdrew {0}', write(plain)),
  };
  const label = [name, ...moved.map((amount) => resultText(amount, context))].join(' ');
  return {
    label: moved.length > 0 && Object.hasOwn(sentence, type) ? named(sentence, type) : label,
    details: [
      all.length > 1 ? t('{0} transactions', all.length) : undefined,
      said === '' && REBATES.has(type) ? directionWord(moved, context) : undefined,
      ...byStatus.flatMap(([status, some]) => {
        if (status === '') return [];
        const word = statusWord(status, context);
        return [status === said ? word : `${word} ${write(sums(some))}`];
      }),
      ...new Set(all.map(({ failureReason }) => format.ownText(failureReason))),
    ].filter((part) => part !== undefined),
  };
}

const REBATES: ReadonlySet<string> = new Set(['TAKER_FEE_REBATE', 'LIQUIDITY_PROGRAM', 'REFERRAL_BONUS']);

/** Which way a rebate went, which its sign alone may leave open; hidden with the sign. Of both ways nothing is said. */
function directionWord(moved: readonly OwnMoney[], { t, format }: ViewContext): string | undefined {
  if (moved.length === 0 || format.settings.hideAmounts) return undefined;
  const back = moved.filter(({ value }) => value.isNegative).length;
  if (back > 0) return back === moved.length ? t('paid back') : undefined;
  return t('received');
}

/** Nothing is said of what was completed. */
function statusOf(status: string | undefined): string {
  return status === undefined || status === 'COMPLETED' ? '' : status;
}

function statusWord(status: string, { t }: ViewContext): string {
  const words: Readonly<Record<string, string>> = {
    PENDING: t('pending'),
    PARTIALLY_REFUNDED: t('partly refunded'),
    REJECTED: t('rejected'),
  };
  return named(words, status);
}

/** One sum a currency. */
function amountsOf(all: readonly BalanceTransaction[], type: OpenEnum<ActivityType>): readonly OwnMoney[] {
  const amounts = all.flatMap(({ amount }) => (amount === undefined ? [] : [signedAmount(amount, type)]));
  return [...byCurrency(amounts, ({ currency }) => currency)].map(([currency, some]) =>
    ownMoney(total(some).sum, currency),
  );
}
