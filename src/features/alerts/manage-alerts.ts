import { l10n, type QuickPickItem, window } from 'vscode';
import { ALERT_STATES, type Alert, type AlertCondition, isArmed } from '../../core/alert.ts';
import { Decimal } from '../../core/decimal.ts';
import { eventStart } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { alertName, alertStateWord } from '../../view/alerts-tree.ts';
import { marketName, outcomePhrase } from '../../view/names.ts';
import type { RowTarget } from '../ids.ts';
import { marketSlug } from '../search/ask-market.ts';
import type { Services } from '../services.ts';
import { standingOf } from './alert-watch.ts';

type Target = string | RowTarget | undefined;
type Bounded = Exclude<AlertCondition, { readonly what: 'state' }>;

/** What can be waited for; of a figure the bound is still to be typed. */
interface Choice extends QuickPickItem {
  readonly condition: AlertCondition | Omit<Bounded, 'value'>;
}

interface Action extends QuickPickItem {
  run(): Promise<unknown>;
}

/** Asks for a market, unless a row names it, for what to wait for, and adds the alert. */
export async function addAlert(services: Services, target: Target): Promise<void> {
  const slug = await marketSlug(services, l10n.t('Alert about which market?'), target);
  if (slug === undefined) return;
  await services.watched.lookUp(slug);
  const market = services.markets.get(slug);
  if (market === undefined) {
    const { label } = services.session.profile;
    void window.showWarningMessage(l10n.t('{0} has no market {1}.', label, slug));
    return;
  }
  const title = l10n.t('Alert: {0}', marketName(market, services.eventOf(market), services.view()));
  const placeHolder = l10n.t('It fires once, and only while VS Code runs');
  const choice = await window.showQuickPick(choices(services, market), { title, placeHolder });
  if (choice === undefined) return;
  const condition =
    choice.condition.what === 'state'
      ? choice.condition
      : await bounded(services, slug, title, choice.condition);
  if (condition === undefined) return;
  const alert = newAlert(slug, condition);
  if (await services.alerts.edit((alerts) => [...alerts, alert]))
    void window.setStatusBarMessage(l10n.t('The alert is on while VS Code runs'), 4_000);
}

/** Pauses, resumes, arms again or removes the alert of a row, or one that is picked. */
export async function manageAlerts(services: Services, target: Target): Promise<void> {
  const { alerts, nameOf } = services;
  if (alerts.problem !== undefined) return alerts.open();
  const subject = typeof target === 'object' ? target.subject : undefined;
  const title = l10n.t('Alerts');
  const named = (alert: Alert): string => alertName(standingOf(services, alert), services.view());
  const id =
    subject?.kind === 'alert'
      ? subject.id
      : (
          await window.showQuickPick(
            alerts.items.map((each) => ({
              label: named(each),
              description: nameOf(each.slug),
              id: each.id,
            })),
            { title },
          )
        )?.id;
  const alert = alerts.items.find((each) => each.id === id);
  if (alert === undefined) return;
  const set = (next: Partial<Alert>) => () =>
    alerts.edit((all) => all.map((each) => (each.id === id ? { ...each, ...next } : each)));
  const again = alert.firedAt === undefined ? l10n.t('Resume') : l10n.t('Arm Again');
  const actions: readonly Action[] = [
    isArmed(alert)
      ? { label: l10n.t('Pause'), run: set({ isPaused: true }) }
      : { label: again, run: set({ isPaused: false, firedAt: undefined }) },
    {
      label: l10n.t('Remove Alert'),
      run: () => alerts.edit((all) => all.filter((each) => each.id !== id)),
    },
  ];
  await (await window.showQuickPick(actions, { title: named(alert) }))?.run();
}

function choices(services: Services, market: Market): readonly Choice[] {
  const context = services.view();
  const event = services.eventOf(market);
  const startsAt = (event && eventStart(event)) ?? market.gameStartTime?.ms ?? 0;
  const bounds = [
    { bound: 'atLeast', words: l10n.t('at or above…') },
    { bound: 'atMost', words: l10n.t('at or below…') },
  ] as const;
  const prices = [true, false].flatMap((long) =>
    bounds.map(({ bound, words }): Choice => {
      const label = l10n.t('{0} {1}', outcomePhrase(market, long, context), words);
      return { label, description: l10n.t('price'), condition: { what: 'price', long, bound } };
    }),
  );
  const spread: Choice = {
    label: l10n.t('Spread at or below…'),
    condition: { what: 'spread', long: true, bound: 'atMost' },
  };
  const states = ALERT_STATES.map(
    (state): Choice => ({
      label: l10n.t('When it is: {0}', alertStateWord(state, context)),
      condition: { what: 'state', state },
    }),
  );
  const start: Choice = {
    label: l10n.t('Minutes before the start…'),
    condition: { what: 'start', long: true, bound: 'atMost' },
  };
  const pnl = bounds.map(
    ({ bound, words }): Choice => ({
      label: l10n.t('P&L of your position {0}', words),
      condition: { what: 'pnl', long: true, bound },
    }),
  );
  return [
    ...prices,
    spread,
    ...states.filter(({ condition }) => 'state' in condition && !isMet(services, market.slug, condition)),
    ...(startsAt > services.clock.now() ? [start] : []),
    ...(services.positions.get(market.slug) === undefined ? [] : pnl),
  ];
}

/** Asks for the bound of a figure. What is there already is refused. */
async function bounded(
  services: Services,
  slug: string,
  title: string,
  wanted: Omit<Bounded, 'value'>,
): Promise<AlertCondition | undefined> {
  const { what } = wanted;
  const prompt =
    what === 'pnl'
      ? l10n.t('Type an amount, as in 13 or -5.50.')
      : what === 'start'
        ? l10n.t('Type whole minutes, 0 to 10080.')
        : l10n.t('Type cents between 0 and 100, as in 70 or 70.5.');
  const read = (text: string): Bounded | undefined => {
    const value = Decimal.parse(text.replace('−', '-').replace(/[\s$¢]/g, ''));
    if (value === undefined) return undefined;
    if (what === 'pnl') return { ...wanted, value };
    if (what === 'start') return /^\d{1,4}$|^10080$/.test(text.trim()) ? { ...wanted, value } : undefined;
    const isPrice = value.greaterThan(Decimal.zero) && value.lessThan(Decimal.of(100));
    return isPrice ? { ...wanted, value: value.times(Decimal.of('0.01')) } : undefined;
  };
  const validateInput = (text: string): string | undefined => {
    const condition = read(text);
    if (condition === undefined) return prompt;
    return isMet(services, slug, condition) ? l10n.t('That is so already.') : undefined;
  };
  const text = await window.showInputBox({ title, prompt, validateInput });
  return text === undefined ? undefined : read(text);
}

function isMet(services: Services, slug: string, condition: AlertCondition): boolean {
  return standingOf(services, newAlert(slug, condition)).standing.kind === 'fired';
}

function newAlert(slug: string, condition: AlertCondition): Alert {
  const id = crypto.randomUUID().slice(0, 8);
  return { id, slug, condition, isPaused: false, firedAt: undefined };
}
