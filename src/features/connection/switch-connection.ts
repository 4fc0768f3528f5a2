import { commands, l10n, ProgressLocation, window } from 'vscode';
import type { AddressFinding } from '../../store/session/probe-address.ts';
import { sentences } from '../../view/row.ts';
import { foundText } from '../../view/setup-text.ts';
import { confirmed, pickValue } from '../ask.ts';
import { customSettings } from '../connection-settings.ts';
import { COMMANDS, type ConnectionId, type SettingValue } from '../ids.ts';
import type { Parts } from '../services.ts';
import { askCustom, type CustomAnswer } from './ask-custom.ts';

interface SwitchOptions {
  readonly to?: ConnectionId | undefined;
  readonly title?: string;
  readonly without?: ConnectionId;
}

export type SwitchServices = Parts<
  'config' | 'profiles' | 'view' | 'connection' | 'session' | 'log' | 'inBrowser'
>;

/** Asks which exchange to use and writes it to the user's settings. True when one was chosen and is in use. */
export async function switchConnection(
  services: SwitchServices,
  options: SwitchOptions = {},
): Promise<boolean> {
  const { config, profiles } = services;
  const id = options.to ?? (await askConnection(config.get('connection'), options));
  if (id === undefined) return false;
  let answer: CustomAnswer | undefined;
  if (id === 'custom' && options.to === undefined) {
    answer = await askCustom(services, customSettings(config));
    if (answer === undefined) return false;
  }
  const write = async (): Promise<void> => {
    if (answer !== undefined) {
      const { settings } = answer;
      await config.set('custom.publicUrl', settings.publicUrl);
      await config.set('custom.privateUrl', settings.privateUrl);
      await config.set('custom.auth', settings.auth as SettingValue<'custom.auth'>);
      await config.set('custom.wire', settings.wire as SettingValue<'custom.wire'>);
    }
    await config.set('connection', id);
  };
  const title = l10n.t('Switching the connection…');
  try {
    await window.withProgress({ location: ProgressLocation.Window, title }, () =>
      services.connection.change(write),
    );
  } catch (cause) {
    services.log.error('The connection settings could not be written', cause);
    void window.showErrorMessage(
      l10n.t(
        'The connection settings could not be saved, so {0} stays in use. Check settings.json for errors, then choose again.',
        services.session.profile.label,
      ),
    );
    return false;
  }
  const isInUse =
    services.session.profile.id === id && (id !== 'custom' || profiles.custom(customSettings(config)).ok);
  // Not awaited: the notice may stand for minutes, and who signs in goes on to that.
  if (isInUse && options.to === undefined && options.without === undefined)
    void sayConnected(services, answer?.finding);
  return isInUse;
}

/** Says what is in use now, and offers to sign in where that is needed. */
async function sayConnected(
  services: Parts<'session' | 'inBrowser'>,
  finding: AddressFinding | undefined,
): Promise<void> {
  const { session } = services;
  const { profile } = session;
  if (profile.id === 'demo') return;
  await session.ensure().catch(() => undefined);
  if (session.profile !== profile) return;
  const found = finding === undefined ? '' : foundText(finding.dialect, l10n.t);
  const signIn = l10n.t('Sign In');
  const isKeyNeeded =
    !services.inBrowser && !session.canSign && (finding !== undefined || profile.id !== 'custom');
  const text = sentences([l10n.t('{0} is in use now.', profile.label), found]);
  const chosen = await window.showInformationMessage(text, ...(isKeyNeeded ? [signIn] : []));
  if (chosen === signIn) await commands.executeCommand(COMMANDS.signIn);
}

export async function resetDemo(services: Parts<'session' | 'resetDemo' | 'valueHistory'>): Promise<void> {
  if (services.session.profile.id !== 'demo') {
    void window.showInformationMessage(
      l10n.t('You are not on the demo exchange, so there is nothing to reset.'),
    );
    return;
  }
  const question = l10n.t('Reset the demo exchange?');
  const detail = l10n.t('Its orders, positions and activity return to their initial state.');
  if (!(await confirmed(question, detail, l10n.t('Reset'))) || services.session.profile.id !== 'demo') return;
  await startDemoOver(services);
}

/** Resolves when the views may be read again. */
export async function startDemoOver({
  resetDemo,
  session,
  valueHistory,
}: Parts<'resetDemo' | 'session' | 'valueHistory'>): Promise<void> {
  await resetDemo();
  if (session.profile.id === 'demo') session.connect(session.profile);
  await valueHistory.delete('demo');
}

async function askConnection(
  current: ConnectionId,
  options: SwitchOptions,
): Promise<ConnectionId | undefined> {
  const item = (value: ConnectionId, label: string, detail: string) => ({ value, label, detail });
  const items = [
    item('demo', l10n.t('Demo exchange'), l10n.t('Built in: no account, no network.')),
    item(
      'polymarketUS',
      'Polymarket US',
      l10n.t('The public service, with your own API key. Not affiliated.'),
    ),
    item('custom', l10n.t('Custom…'), l10n.t('Any service with the same interface.')),
  ].filter(({ value }) => value !== options.without);
  return pickValue(items, current, {
    title: options.title ?? l10n.t('Switch Connection'),
    placeHolder: l10n.t('The exchange to use, in every window'),
    matchOnDetail: true,
  });
}
