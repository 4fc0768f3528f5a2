import { commands, l10n, window } from 'vscode';
import {
  ALERT_STATES,
  type Alert,
  type AlertCondition,
  isArmed,
  MOST_MINUTES,
  readAlerts,
} from '../../core/alert.ts';
import { Decimal } from '../../core/decimal.ts';
import { eventStart } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { alertName, alertNowText, alertStateWord } from '../../view/alerts-tree.ts';
import { marketName, outcomePhrase } from '../../view/names.ts';
import { typedNumber } from '../../view/numbers.ts';
import { joined } from '../../view/row.ts';
import { type RowTarget, VIEWS } from '../ids.ts';
import { marketSlug, type SearchServices } from '../search/ask-market.ts';
import type { Parts } from '../services.ts';
import { type AlertServices, alertViewOf } from './alert-watch.ts';

type Needed = AlertServices & Parts<'view'>;

type Target = string | RowTarget | undefined;

/** What can be waited for; where it is a figure, `bound` is still to be typed. */
interface Choice {
  readonly label: string;
  readonly condition: AlertCondition;
  readonly bound?: 'atLeast' | 'atMost';
}

/** Asks for a market, unless a row names it, for what to wait for, and adds the alert. */
export async function addAlert(
  services: SearchServices & AlertServices & Parts<'alerts'>,
  target: Target,
): Promise<void> {
  const slug = await marketSlug(services, l10n.t('Alert about which market?'), target);
  if (slug === undefined) return;
  const market = await services.markets.getOrRead(slug);
  const title = l10n.t(
    'Alert: {0}',
    marketName(market, services.marketViews.eventOf(market), services.view()),
  );
  const placeHolder = l10n.t('It fires once, and only while VS Code runs');
  const items = choices(services, market).map((choice) => ({
    label: choice.bound === undefined ? choice.label : `${choice.label}…`,
    choice,
  }));
  const choice = (await window.showQuickPick(items, { title, placeHolder }))?.choice;
  const condition =
    choice?.bound === undefined ? choice?.condition : await bounded(services, slug, title, choice);
  if (condition === undefined) return;
  if (await services.alerts.edit((alerts) => [...alerts, newAlert(slug, condition)]))
    void window.setStatusBarMessage(l10n.t('The alert is on while VS Code runs'), 4_000);
}

/** Pauses, resumes, arms again or removes the alert of a row; without one shows the view. */
export async function manageAlerts(
  services: AlertServices & Parts<'alerts' | 'view'>,
  target: Target,
): Promise<void> {
  const { alerts } = services;
  if (alerts.problem !== undefined) return alerts.open();
  const subject = typeof target === 'object' ? target.subject : undefined;
  const alert = alerts.items.find(({ id }) => subject?.kind === 'alert' && id === subject.id);
  if (alert === undefined) {
    await commands.executeCommand(`${VIEWS.alerts}.focus`);
    return;
  }
  const change = (next: readonly Alert[]) => () =>
    alerts.edit((all) => all.flatMap((each) => (each.id === alert.id ? next : each)));
  const again = alert.fired === undefined ? l10n.t('Resume') : l10n.t('Arm Again');
  const actions = [
    isArmed(alert)
      ? { label: l10n.t('Pause'), run: change([{ ...alert, paused: true }]) }
      : { label: again, run: change([{ ...alert, paused: undefined, fired: undefined }]) },
    { label: l10n.t('Remove Alert'), run: change([]) },
  ];
  const title = alertName(alertViewOf(services, alert), services.view());
  await (await window.showQuickPick(actions, { title }))?.run();
}

function choices(services: Needed, market: Market): readonly Choice[] {
  const context = services.view();
  const event = services.marketViews.eventOf(market);
  const startsAt = (event && eventStart(event)) ?? market.gameStartTime?.ms ?? 0;
  const either = (name: string, condition: AlertCondition): readonly Choice[] => [
    { label: l10n.t('{0} at or above', name), bound: 'atLeast', condition },
    { label: l10n.t('{0} at or below', name), bound: 'atMost', condition },
  ];
  const states = ALERT_STATES.map((state) => ({ what: 'state', state }) as const);
  return [
    ...either(outcomePhrase(market, true, context), { what: 'price', side: 'long' }),
    ...either(outcomePhrase(market, false, context), { what: 'price', side: 'short' }),
    { label: l10n.t('Spread at or below'), bound: 'atMost', condition: { what: 'spread' } },
    ...states
      .filter((condition) => !isMet(services, market.slug, condition))
      .map((condition) => ({
        label: l10n.t('When it is: {0}', alertStateWord(condition.state, context)),
        condition,
      })),
    ...(startsAt > services.clock.now()
      ? [
          {
            label: l10n.t('Minutes before the start'),
            bound: 'atMost',
            condition: { what: 'start' },
          } as const,
        ]
      : []),
    ...(services.positions.get(market.slug) === undefined
      ? []
      : either(l10n.t('P&L of your position'), { what: 'pnl' })),
  ];
}

/** Asks for the bound of a figure. What is there already is refused. */
async function bounded(
  services: Needed,
  slug: string,
  title: string,
  { label, condition, bound = 'atMost' }: Choice,
): Promise<AlertCondition | undefined> {
  const { what } = condition;
  const now = (): string | undefined =>
    alertNowText(alertViewOf(services, newAlert(slug, { ...condition, [bound]: '0' })), services.view());
  const hint =
    what === 'pnl'
      ? l10n.t('Type an amount, as in 13 or -5.50.')
      : what === 'start'
        ? l10n.t('Type minutes, 0 to {0}.', MOST_MINUTES)
        : l10n.t('Type cents between 0 and 100, as in 70 or 70.5.');
  const unit = Decimal.of(what === 'price' || what === 'spread' ? '0.01' : '1');
  const { locale } = services.view().format.settings;
  const read = (text: string): AlertCondition | undefined => {
    const value = Decimal.parse(typedNumber(text.replace('−', '-').replace(/[\s$¢]/g, ''), locale));
    const typed = { ...condition, [bound]: value?.times(unit).toString() };
    return readAlerts([newAlert(slug, typed)]).problem === undefined ? typed : undefined;
  };
  const validateInput = (text: string): string | undefined => {
    const typed = read(text);
    if (typed === undefined) return hint;
    return isMet(services, slug, typed)
      ? l10n.t('That is true already ({0}). Type another value.', now() ?? '')
      : undefined;
  };
  const prompt = `${joined([label, now()])}. ${hint}`;
  const text = await window.showInputBox({ title, prompt, validateInput });
  return text === undefined ? undefined : read(text);
}

function isMet(services: AlertServices, slug: string, condition: AlertCondition): boolean {
  return alertViewOf(services, newAlert(slug, condition)).verdict.kind === 'fired';
}

function newAlert(market: string, condition: AlertCondition): Alert {
  return { id: crypto.randomUUID().slice(0, 8), market, ...condition };
}
