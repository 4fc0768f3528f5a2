import {
  type Alert,
  type AlertFigure,
  type AlertState,
  type AlertVerdict,
  boundOf,
  isArmed,
} from '../core/alert.ts';
import type { MarketView } from '../core/market-view.ts';
import { ownMoney } from '../core/own.ts';
import { sidePrices, whyNoPrice } from '../core/pricing.ts';
import { eventAliases } from './event-figures.ts';
import { asOfText, dimmed } from './freshness-text.ts';
import { eventTitle, marketName, outcomePhrase } from './names.ts';
import { ABSENT } from './numbers.ts';
import { counted, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { outcomeLabel, rowOutcome, withSharedNames } from './row-names.ts';
import { lifecycleWord } from './states.ts';

/** An alert with what it is judged by. */
export interface AlertView {
  readonly alert: Alert;
  readonly view: MarketView | undefined;
  readonly verdict: AlertVerdict;
  /** The service was asked for its market and has none. */
  readonly isGone: boolean;
}

/** Rows of the alerts: those that wait or pause, then what has fired, the latest first. */
export function alertsTree(alerts: readonly AlertView[], plain: ViewContext): readonly Row[] {
  const context = withSharedNames(
    alerts.map(({ view }) => ({ market: view?.market })),
    plain,
  );
  const firedAt = ({ alert }: AlertView): number => Date.parse(alert.fired ?? '') || 0;
  const fired = alerts.filter((each) => firedAt(each) > 0).toSorted((a, b) => firedAt(b) - firedAt(a));
  const rows = (some: readonly AlertView[]): readonly Row[] => some.map((each) => alertRow(each, context));
  const history: Row = {
    id: 'fired',
    ...counted(context.t('Fired'), [String(fired.length)]),
    contextValue: 'phase',
    tooltip: () => [],
    collapsible: 'expanded',
    children: () => rows(fired),
  };
  const others = rows(alerts.filter((each) => firedAt(each) === 0));
  return fired.length === 0 ? others : [...others, history];
}

/**
 * What an alert waits for: `Islanders ≥70¢`, `P&L ≥$13.00`, `spread ≤2¢`, `halted`, `Larks at Otters`. In a row, where `before`
 * stands first, an outcome is as short as the threshold behind it needs.
 */
export function alertName(
  { alert, view }: Pick<AlertView, 'alert' | 'view'>,
  context: ViewContext,
  before?: string,
): string {
  const { t, format } = context;
  const { what, market, side, state = 'settled' } = alert;
  if (what === 'state') return alertStateWord(state, context);
  if (what === 'start')
    return before === undefined ? subjectName(alert, view, context) : rowSubject(alert, view, context);
  const sign = alert.atLeast === undefined ? '≤' : '≥';
  const value = boundOf(alert);
  if (what === 'spread') return t('spread {0}', `${sign}${format.cents(value)}`);
  if (what === 'pnl') return t('P&L {0}', `${sign}${format.money(ownMoney(value, 'USD'))}`);
  const bound = ` ${sign}${format.price(value)}`;
  if (view === undefined) return `${market}${bound}`;
  const long = side !== 'short';
  return before === undefined
    ? `${outcomePhrase(view.market, long, context)}${bound}`
    : outcomeLabel(rowOutcome(view.market, long, context), before, bound).slice(before.length);
}

/** The sentence of a fired alert: what it waited for, and how it stands. */
export function alertSentence(fired: AlertView, context: ViewContext): string {
  const { t, format } = context;
  const { alert, view, verdict } = fired;
  const now = verdict.kind === 'fired' ? verdict.now : undefined;
  const name = alertName(fired, context);
  const about = subjectName(alert, view, context);
  if (now?.unit === 'time')
    return now.ms > 0
      ? t('{0} starts in {1}', about, format.duration(now.ms))
      : t('{0}: the start was {1} ago', about, format.duration(-now.ms));
  return joined([name, now && t('now {0}', figureText(now, context)), about]);
}

export function alertStateWord(state: AlertState, { t }: ViewContext): string {
  return { halted: t('halted'), open: t('open'), ended: t('trading ended'), settled: t('settled') }[state];
}

function alertRow(each: AlertView, context: ViewContext): Row {
  const { alert, view, verdict } = each;
  const { t, format } = context;
  const { id, what, market } = alert;
  const isOn = isArmed(alert);
  const name = alertName(each, context);
  const about = subjectName(alert, view, context);
  const left = isOn && what !== 'state' ? distanceText(verdict, context) : undefined;
  const lead = left === undefined ? '' : `${left} `;
  const isStart = what === 'start';
  const before = isStart
    ? t('{0} before the start', format.duration(boundOf(alert).toNumber() * 60_000))
    : undefined;
  const partsWith = (subject: string) => [
    alertNowText(each, context),
    before ?? subject,
    isOn ? t('once') : undefined,
  ];
  const parts = partsWith(about);
  const isOld = isOn && verdict.kind === 'unknown' && verdict.why === 'notCurrent';
  return {
    id: `alert/${id}`,
    label: `${lead}${alertName(each, context, lead)}`,
    parts: partsWith(rowSubject(alert, view, context)),
    alike: { key: joined([name, before ?? about]), by: [startDay(view, context), market] },
    accessibilityLabel: spokenParts([name, verdict.kind === 'distance' ? left : undefined, ...parts]),
    ...(isOld ? dimmed(view?.freshness) : {}),
    contextValue: isOn ? 'alert' : 'alert.paused',
    subject: { kind: 'alert', id, marketSlug: market },
    tooltip: () => [
      { kind: 'title', text: joined([name, isStart ? undefined : about]) },
      { kind: 'text', text: joined(parts) },
      { kind: 'text', text: t('Fires once, in the window used last, only while VS Code runs.') },
    ],
    collapsible: 'none',
    command: { id: 'openMarket', args: [market] },
    urgentPart: `${verdict.kind} ${alert.paused} ${alert.fired}`,
  };
}

function startDay(view: MarketView | undefined, { format }: ViewContext): string | undefined {
  const start = view?.market.gameStartTime ?? (view?.event ?? view?.market.events[0])?.startTime;
  return start === undefined ? undefined : format.date(start);
}

/** `6¢ away`, `1 h 24 m`, or `–` where nothing current says. */
function distanceText(verdict: AlertVerdict, context: ViewContext): string {
  if (verdict.kind !== 'distance') return ABSENT;
  const text = figureText(verdict.left, context);
  return verdict.left.unit === 'time' ? text : context.t('{0} away', text);
}

/** What an alert says before anything else: when it fired, that it is off, or what its figure is now. */
export function alertNowText(
  { alert, view, verdict, isGone }: AlertView,
  context: ViewContext,
): string | undefined {
  const { t, format } = context;
  if (alert.fired !== undefined) return t('fired {0}', format.timeOrDay(Date.parse(alert.fired)));
  if (alert.paused === true) return t('paused');
  if (isGone) return t('not listed any more');
  if (verdict.kind !== 'unknown')
    return verdict.now.unit === 'time' ? undefined : t('now {0}', figureText(verdict.now, context));
  return {
    notRead: t('not read yet'),
    notCurrent: asOfText(view?.freshness, context) ?? t('price not current'),
    noPrice: hasUnknownPrice(view) ? t('price not known') : t('no price now'),
    noPosition: t('no position'),
    noStart: t('no start known'),
    over: t('cannot happen any more'),
  }[verdict.why];
}

/** Nothing says that there is none. */
function hasUnknownPrice(view: MarketView | undefined): boolean {
  if (view === undefined) return false;
  const { market, live } = view;
  const { buy, sell } = sidePrices(market, true, live);
  return (
    (buy === undefined && whyNoPrice(market, true, 'buy', live) === 'unknown') ||
    (sell === undefined && whyNoPrice(market, true, 'sell', live) === 'unknown')
  );
}

/** Prices and differences of prices in cents or money; a price a person knows in odds stands in the name. */
function figureText(figure: AlertFigure, context: ViewContext): string {
  const { format } = context;
  switch (figure.unit) {
    case 'price':
      return format.cents(figure.price);
    case 'money':
      return format.money(figure.amount);
    case 'time':
      return format.duration(figure.ms);
    case 'state':
      return lifecycleWord(figure.state, context);
  }
}

/** The same as rows call it. */
function rowSubject(alert: Alert, view: MarketView | undefined, context: ViewContext): string {
  const event = view?.event ?? view?.market.events[0];
  return view === undefined || event === undefined
    ? subjectName(alert, view, context)
    : eventAliases(event, context, [view.market]);
}

/** What an alert is about: its event, else its market. */
function subjectName({ market }: Alert, view: MarketView | undefined, context: ViewContext): string {
  if (view === undefined) return market;
  const event = view.event ?? view.market.events[0];
  return event === undefined ? marketName(view.market, undefined, context) : eventTitle(event);
}
