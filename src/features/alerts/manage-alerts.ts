import { commands, l10n, type QuickPickItem, ThemeIcon, window } from 'vscode';
import { ALERT_STATES, type Alert, type AlertCondition, isArmed, writeAlerts } from '../../core/alert.ts';
import { Decimal } from '../../core/decimal.ts';
import { eventStart } from '../../core/lifecycle.ts';
import type { Market } from '../../core/market.ts';
import { alertName, alertProblemText, alertStateWord } from '../../view/alerts-tree.ts';
import { marketName, outcomePhrase } from '../../view/names.ts';
import { COMMANDS, type RowTarget } from '../ids.ts';
import { marketSlug } from '../search/ask-market.ts';
import type { Services } from '../services.ts';
import { standingOf } from './alert-watch.ts';

type Target = string | RowTarget | undefined;

interface Choice extends QuickPickItem {
  /** Asks for the rest; undefined when that was closed. */
  readonly condition?: () => Promise<AlertCondition | undefined>;
}

interface Action extends QuickPickItem {
  readonly run: () => Promise<unknown>;
}

const HUNDREDTH = Decimal.of('0.01');

/** Asks for a market, unless a row names it, for what to wait for, and adds the alert. */
export async function addAlert(services: Services, target: Target): Promise<void> {
  const slug = await marketSlug(services, l10n.t('Alert about which market?'), target);
  if (slug === undefined) return;
  let market = services.markets.get(slug);
  if (market === undefined) {
    market = await (await services.session.ensure()).marketBySlug(slug);
    services.markets.upsert(market, services.clock.now());
  }
  const title = l10n.t('Alert: {0}', marketName(market, services.eventOf(market), services.view()));
  const choice = await window.showQuickPick(choices(services, market, title), {
    title,
    placeHolder: l10n.t('It fires once, and only while VS Code runs'),
  });
  const condition = await choice?.condition?.();
  if (condition === undefined) return;
  const id = crypto.randomUUID().slice(0, 8);
  const alert: Alert = { id, slug, condition, isPaused: false, firedAt: undefined };
  if (await change(services, (alerts) => [...alerts, alert]))
    void window.setStatusBarMessage(l10n.t('The alert is on while VS Code runs'), 4_000);
}

/** Pauses, resumes, re-arms or removes the alert of a row, or one that is picked. */
export async function manageAlerts(services: Services, target: Target): Promise<void> {
  const { reading } = services.alerts;
  if (reading.problem !== undefined) {
    await change(services, (alerts) => alerts);
    return;
  }
  const subject = typeof target === 'object' ? target.subject : undefined;
  const row = subject?.kind === 'alert' ? reading.alerts.find(({ id }) => id === subject.id) : undefined;
  const actions = row === undefined ? listActions(services) : alertActions(services, row);
  const title = row === undefined ? l10n.t('Alerts') : nameOf(services, row);
  await (await window.showQuickPick(actions, { title }))?.run();
}

function nameOf(services: Services, alert: Alert): string {
  return alertName(alert, standingOf(services, alert).view, services.view());
}

function listActions(services: Services): readonly Action[] {
  return [
    ...services.alerts.reading.alerts.map(
      (alert): Action => ({
        label: nameOf(services, alert),
        description: services.nameOf(alert.slug),
        run: async () => {
          const options = { title: nameOf(services, alert) };
          await (await window.showQuickPick(alertActions(services, alert), options))?.run();
        },
      }),
    ),
    {
      label: l10n.t('New Alert…'),
      iconPath: new ThemeIcon('add'),
      run: async () => commands.executeCommand(COMMANDS.addAlert),
    },
  ];
}

function alertActions(services: Services, alert: Alert): readonly Action[] {
  const set = (next: Partial<Alert>) =>
    change(services, (alerts) => alerts.map((each) => (each.id === alert.id ? { ...each, ...next } : each)));
  const isFired = alert.firedAt !== undefined;
  return [
    isArmed(alert)
      ? {
          label: l10n.t('Pause'),
          iconPath: new ThemeIcon('debug-pause'),
          run: () => set({ isPaused: true }),
        }
      : {
          label: isFired ? l10n.t('Arm Again') : l10n.t('Resume'),
          iconPath: new ThemeIcon('debug-start'),
          run: () => set({ isPaused: false, firedAt: undefined }),
        },
    {
      label: l10n.t('Remove Alert'),
      iconPath: new ThemeIcon('trash'),
      run: () => change(services, (alerts) => alerts.filter(({ id }) => id !== alert.id)),
    },
  ];
}

/** Changes the setting, or says what has to be corrected first. */
async function change(
  { alerts, view }: Services,
  next: (alerts: readonly Alert[]) => readonly Alert[],
): Promise<boolean> {
  if (await alerts.edit((reading) => writeAlerts(next(reading.alerts)))) return true;
  const setting = 'predictionMarkets.alerts';
  const { problem } = alerts.reading;
  const action = l10n.t('Open Settings');
  const chosen = await window.showErrorMessage(
    l10n.t(
      'The setting {0} was left as it is: {1}. Correct it first.',
      setting,
      problem === undefined ? '' : alertProblemText(problem, view()),
    ),
    action,
  );
  if (chosen === action)
    await commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: setting, edit: true },
    });
  return false;
}

function choices(services: Services, market: Market, title: string): readonly Choice[] {
  const context = services.view();
  const ask = (prompt: string, read: (text: string) => AlertCondition | undefined) => async () => {
    const check = (text: string): string | undefined => {
      const condition = read(text);
      if (condition === undefined) return prompt;
      return isMet(services, market.slug, condition) ? l10n.t('That is so already.') : undefined;
    };
    const text = await window.showInputBox({ title, prompt, validateInput: check });
    return text === undefined ? undefined : read(text);
  };
  const cents = (text: string): Decimal | undefined => {
    const value = Decimal.parse(text.trim().replace(/¢$/, ''));
    if (value === undefined || value.isNegative || value.isZero) return undefined;
    return value.lessThan(Decimal.of(100)) ? value.times(HUNDREDTH) : undefined;
  };
  const dollars = (text: string): Decimal | undefined =>
    Decimal.parse(
      text
        .trim()
        .replace('−', '-')
        .replace(/^(-?)\$/, '$1'),
    );
  const bounds = [
    ['atLeast', l10n.t('at or above…')],
    ['atMost', l10n.t('at or below…')],
  ] as const;
  const centsPrompt = l10n.t('Type cents between 0 and 100, as in 70 or 70.5.');
  const start = services.eventOf(market);
  const startsAt = (start && eventStart(start)) ?? market.gameStartTime?.ms;
  return [
    ...[true, false].flatMap((long) =>
      bounds.map(
        ([bound, words]): Choice => ({
          label: l10n.t('{0} {1}', outcomePhrase(market, long, context), words),
          description: l10n.t('price'),
          condition: ask(centsPrompt, (text) => {
            const value = cents(text);
            return value && { what: 'price', long, bound, value };
          }),
        }),
      ),
    ),
    {
      label: l10n.t('Spread at or below…'),
      condition: ask(centsPrompt, (text) => {
        const value = cents(text);
        return value && { what: 'spread', bound: 'atMost', value };
      }),
    },
    ...ALERT_STATES.filter((state) => !isMet(services, market.slug, { what: 'state', state })).map(
      (state): Choice => ({
        label: l10n.t('When it is: {0}', alertStateWord(state, context)),
        condition: async () => ({ what: 'state', state }),
      }),
    ),
    ...(startsAt === undefined || startsAt <= services.clock.now()
      ? []
      : [
          {
            label: l10n.t('Minutes before the start…'),
            condition: ask(l10n.t('Type whole minutes, 0 to 10080.'), (text) => {
              const minutes = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
              return minutes <= 10_080 ? { what: 'start', minutes } : undefined;
            }),
          },
        ]),
    ...(services.positions.get(market.slug) === undefined
      ? []
      : bounds.map(
          ([bound, words]): Choice => ({
            label: l10n.t('P&L of your position {0}', words),
            condition: ask(l10n.t('Type an amount, as in 13 or -5.50.'), (text) => {
              const value = dollars(text);
              return value && { what: 'pnl', bound, value };
            }),
          }),
        )),
  ];
}

function isMet(services: Services, slug: string, condition: AlertCondition): boolean {
  const alert: Alert = { id: '', slug, condition, isPaused: false, firedAt: undefined };
  return standingOf(services, alert).standing.kind === 'fired';
}
