import {
  type Alert,
  type AlertFigure,
  type AlertProblem,
  type AlertStanding,
  type AlertState,
  isArmed,
} from '../core/alert.ts';
import type { MarketView } from '../core/market-view.ts';
import { ownMoney } from '../core/own.ts';
import { asOfText, dimmed } from './freshness-text.ts';
import { eventTitle, marketName, outcomePhrase } from './names.ts';
import { counted, joined, type Row, spokenParts, type ViewContext } from './row.ts';
import { lifecycleWord } from './states.ts';

/** An alert with what it is judged by. */
export interface AlertView {
  readonly alert: Alert;
  readonly view: MarketView | undefined;
  readonly standing: AlertStanding;
  /** The service was asked for its market and has none. */
  readonly isGone: boolean;
}

interface AlertsTree {
  readonly alerts: readonly AlertView[];
  /** Name of the setting they are from, and what is wrong with it. */
  readonly setting: string;
  readonly problem: AlertProblem | undefined;
}

/** Rows of the alerts: what is wrong with the setting, those that wait or pause, and what has fired, the latest first. */
export function alertsTree({ alerts, setting, problem }: AlertsTree, context: ViewContext): readonly Row[] {
  const fired = alerts
    .filter(({ alert }) => alert.firedAt !== undefined)
    .toSorted((a, b) => (b.alert.firedAt ?? 0) - (a.alert.firedAt ?? 0));
  const others = alerts.filter(({ alert }) => alert.firedAt === undefined);
  const rows = others.map((each) => alertRow(each, context));
  if (problem !== undefined) rows.unshift(problemRow(problem, setting, context));
  if (fired.length === 0) return rows;
  const history: Row = {
    id: 'fired',
    ...counted(context.t('Fired'), String(fired.length)),
    contextValue: 'phase',
    tooltip: () => [],
    collapsible: 'expanded',
    children: () => fired.map((each) => alertRow(each, context)),
  };
  return [...rows, history];
}

/** What an alert waits for: `Islanders ≥70¢`, `P&L ≥$13.00`, `spread ≤2¢`, `halted`, `Larks at Otters`. */
export function alertName(alert: Alert, view: MarketView | undefined, context: ViewContext): string {
  const { t, format } = context;
  const { condition, slug } = alert;
  const sign = 'bound' in condition && condition.bound === 'atMost' ? '≤' : '≥';
  switch (condition.what) {
    case 'price': {
      const outcome = view === undefined ? slug : outcomePhrase(view.market, condition.long, context);
      return `${outcome} ${sign}${format.price(condition.value)}`;
    }
    case 'spread':
      return t('spread {0}', `${sign}${format.cents(condition.value)}`);
    case 'pnl':
      return t('P&L {0}', `${sign}${format.money(ownMoney(condition.value, 'USD'))}`);
    case 'state':
      return alertStateWord(condition.state, context);
    case 'start':
      return subjectName(alert, view, context);
  }
}

/** The sentence of a fired alert: what it waited for, and how it stands. */
export function alertSentence({ alert, view, standing }: AlertView, context: ViewContext): string {
  const { t, format } = context;
  const now = standing.kind === 'fired' ? standing.now : undefined;
  if (now?.unit === 'time')
    return now.ms > 0
      ? t('{0} starts in {1}', alertName(alert, view, context), format.duration(now.ms))
      : t('{0}: the start was {1} ago', alertName(alert, view, context), format.duration(-now.ms));
  const name = alertName(alert, view, context);
  const about = subjectName(alert, view, context);
  return joined([name, now && t('now {0}', figureText(now, context)), name === about ? undefined : about]);
}

export function alertStateWord(state: AlertState, { t }: ViewContext): string {
  return { halted: t('halted'), open: t('open'), ended: t('trading ended'), settled: t('settled') }[state];
}

export function alertProblemText(problem: AlertProblem, { t }: ViewContext): string {
  return problem.kind === 'list'
    ? t('This is no list of alerts')
    : t('Alert {0} has no usable “{1}”', problem.place, problem.field);
}

function alertRow(each: AlertView, context: ViewContext): Row {
  const { alert, view, standing, isGone } = each;
  const { t, format } = context;
  const { id, slug, condition, firedAt } = alert;
  const isOn = isArmed(alert);
  const name = alertName(alert, view, context);
  const about = subjectName(alert, view, context);
  const left = isOn && standing.kind === 'distance' ? distanceText(standing.left, context) : undefined;
  const label = joinedWords([left ?? (isOn && condition.what !== 'state' ? '–' : undefined), name]);
  const before =
    condition.what === 'start'
      ? t('{0} before the start', format.duration(condition.minutes * 60_000))
      : undefined;
  const state =
    firedAt !== undefined
      ? t(
          'fired {0}',
          format.isSameDay(firedAt, format.settings.now()) ? format.time(firedAt) : format.dateTime(firedAt),
        )
      : alert.isPaused
        ? t('paused')
        : isGone
          ? t('not listed any more')
          : nowText(standing, view, context);
  const description = joined([
    state,
    before,
    condition.what === 'start' ? undefined : about,
    isOn ? t('once') : undefined,
  ]);
  return {
    id: `alert/${id}`,
    label,
    description,
    accessibilityLabel: spokenParts([
      left === undefined ? name : `${name}, ${left}`,
      ...description.split(' · '),
    ]),
    ...(isOn && standing.kind === 'unknown' && standing.why === 'notCurrent' ? dimmed(view?.freshness) : {}),
    contextValue: isOn ? 'alert' : 'alert.paused',
    subject: { kind: 'alert', id, marketSlug: slug },
    tooltip: () => [
      { kind: 'title', text: `${name} · ${about}` },
      { kind: 'text', text: description },
      { kind: 'text', text: t('Fires once, in the window used last, only while VS Code runs.') },
    ],
    collapsible: 'none',
    command: { id: 'openMarket', args: [slug] },
    urgentPart: `${standing.kind} ${alert.isPaused} ${firedAt}`,
  };
}

function problemRow(problem: AlertProblem, setting: string, context: ViewContext): Row {
  const label = alertProblemText(problem, context);
  const rest = context.t('The rest is shown. Nothing is written until it is corrected.');
  return {
    id: 'problem',
    label,
    description: setting,
    icon: { id: 'warning' },
    accessibilityLabel: spokenParts([label, setting, rest]),
    contextValue: 'watch.problem',
    tooltip: () => [
      { kind: 'title', text: label },
      { kind: 'text', text: rest },
    ],
    collapsible: 'none',
    command: { id: 'manageAlerts', args: [] },
  };
}

function nowText(
  standing: AlertStanding,
  view: MarketView | undefined,
  context: ViewContext,
): string | undefined {
  const { t } = context;
  switch (standing.kind) {
    case 'distance':
    case 'fired':
      return standing.now.unit === 'time' ? undefined : t('now {0}', figureText(standing.now, context));
    case 'over':
      return t('cannot happen any more');
    case 'unknown':
      return {
        notRead: t('not read yet'),
        notCurrent: asOfText(view?.freshness, context) ?? t('price not current'),
        noPrice: t('no price now'),
        noPosition: t('no position'),
        noStart: t('no start known'),
      }[standing.why];
  }
}

function distanceText(left: AlertFigure, context: ViewContext): string | undefined {
  if (left.unit === 'state') return undefined;
  const text = figureText(left, context);
  return left.unit === 'time' ? text : context.t('{0} away', text);
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

/** What an alert is about: its event, else its market. */
function subjectName({ slug }: Alert, view: MarketView | undefined, context: ViewContext): string {
  if (view === undefined) return slug;
  const event = view.event ?? view.market.events[0];
  return event === undefined ? marketName(view.market, undefined, context) : eventTitle(event);
}

function joinedWords(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' ');
}
