import { l10n, ProgressLocation, type QuickPickItem, window } from 'vscode';
import { settingSentence } from '../../view/setup-text.ts';
import type { Config } from '../config.ts';
import { type CustomSettings, customSettings } from '../connection.ts';
import { type ConnectionId, SETTINGS, type SettingValue } from '../ids.ts';
import type { Services } from '../services.ts';

export interface SwitchOptions {
  readonly to?: ConnectionId | undefined;
  readonly title?: string;
  readonly without?: ConnectionId;
}

interface ConnectionItem extends QuickPickItem {
  readonly id: ConnectionId;
}

/**
 * Asks which exchange to look at and writes it to the user's settings. True when one was chosen and is in use; where they
 * were not written, it says so.
 */
export async function switchConnection(services: Services, options: SwitchOptions = {}): Promise<boolean> {
  const { config, profiles } = services;
  const id = options.to ?? (await askConnection(config.get('connection'), options));
  if (id === undefined) return false;
  let settings: CustomSettings | undefined;
  if (id === 'custom' && options.to === undefined) {
    settings = await askCustom(services, customSettings(config));
    if (settings === undefined) return false;
  }
  const write = async (): Promise<void> => {
    if (settings !== undefined) await writeCustom(config, settings);
    await config.set('connection', id);
  };
  const title = l10n.t('Switching the connection…');
  try {
    await window.withProgress({ location: ProgressLocation.Window, title }, () =>
      services.changeConnection(write),
    );
  } catch (cause) {
    services.log.error('The settings of the connection could not be written', cause);
    void window.showErrorMessage(
      l10n.t(
        'The editor did not write the settings of the connection: {0} is in use. See that settings.json holds no mistake and can be saved, then choose again.',
        services.session.profile.label,
      ),
    );
    return false;
  }
  return (
    services.session.profile.id === id && (id !== 'custom' || profiles.custom(customSettings(config)).ok)
  );
}

async function writeCustom(config: Config, settings: CustomSettings): Promise<void> {
  await config.set('custom.publicUrl', settings.publicUrl);
  await config.set('custom.privateUrl', settings.privateUrl);
  await config.set('custom.auth', settings.auth as SettingValue<'custom.auth'>);
  await config.set('custom.wire', settings.wire as SettingValue<'custom.wire'>);
}

/** Starts the demo exchange over, after asking. */
export async function resetDemo(services: Services): Promise<void> {
  if (services.session.profile.id !== 'demo') {
    void window.showInformationMessage(l10n.t('The demo exchange is not the present connection.'));
    return;
  }
  const yes = l10n.t('Start Over');
  const chosen = await window.showWarningMessage(
    l10n.t('Start the demo exchange over?'),
    { modal: true, detail: l10n.t('Orders, positions and activity go back to how the demo begins.') },
    yes,
  );
  if (chosen !== yes || services.session.profile.id !== 'demo') return;
  await services.resetDemo();
}

async function askConnection(
  present: ConnectionId,
  options: SwitchOptions,
): Promise<ConnectionId | undefined> {
  const item = (id: ConnectionId, label: string, detail: string): ConnectionItem => ({
    id,
    label,
    detail,
    ...(id === present ? { description: l10n.t('in use') } : {}),
  });
  const items = [
    item('demo', l10n.t('Demo exchange'), l10n.t('Embedded in the extension: no account, no network.')),
    item(
      'polymarketUS',
      'Polymarket US',
      l10n.t('The public service, with your own API key. Not affiliated.'),
    ),
    item('custom', l10n.t('Custom…'), l10n.t('Any service that speaks the same interface.')),
  ].filter(({ id }) => id !== options.without);
  const chosen = await window.showQuickPick(items, {
    title: options.title ?? l10n.t('Switch Connection'),
    placeHolder: l10n.t('The exchange to look at, in every window'),
    matchOnDetail: true,
  });
  return chosen?.id;
}

/** Base URL, private URL, authentication and dialect, one after the other. */
async function askCustom(
  { profiles }: Services,
  present: CustomSettings,
): Promise<CustomSettings | undefined> {
  const title = (step: number): string => l10n.t('Custom connection ({0}/4)', step);
  const problemOf = (change: Partial<CustomSettings>): string | undefined => {
    const result = profiles.custom({ ...present, privateUrl: '', ...change });
    return result.ok ? undefined : settingSentence(result.setting, result.problem, l10n.t);
  };
  const publicUrl = await window.showInputBox({
    title: title(1),
    prompt: l10n.t('Base URL of the service'),
    placeHolder: 'https://exchange.example',
    value: present.publicUrl,
    ignoreFocusOut: true,
    validateInput: (value) => problemOf({ publicUrl: value }),
  });
  if (publicUrl === undefined) return undefined;
  const privateUrl = await window.showInputBox({
    title: title(2),
    prompt: l10n.t('Base URL of the signed requests; leave empty when it is the same'),
    value: present.privateUrl,
    ignoreFocusOut: true,
    validateInput: (value) => problemOf({ publicUrl, privateUrl: value }),
  });
  if (privateUrl === undefined) return undefined;
  const auth = await choose(title(3), SETTINGS['custom.auth'].choices, present.auth, {
    ed25519: l10n.t('Key id and Ed25519 secret'),
    bearer: l10n.t('Bearer token'),
    apiKey: l10n.t('API key in a header'),
    none: l10n.t('No authentication: public data only'),
  });
  if (auth === undefined) return undefined;
  const wire = await choose(title(4), SETTINGS['custom.wire'].choices, present.wire, {
    seed: l10n.t('seed: market_slug, bare enum names'),
    current: l10n.t('current: marketSlug, prefixed enum names'),
  });
  return wire === undefined ? undefined : { publicUrl, privateUrl, auth, wire };
}

async function choose<T extends string>(
  title: string,
  choices: readonly T[] | undefined,
  present: string,
  words: Readonly<Record<T, string>>,
): Promise<T | undefined> {
  const items = (choices ?? []).map((value) => ({
    value,
    label: words[value],
    ...(value === present ? { description: l10n.t('in use') } : {}),
  }));
  items.sort((a, b) => Number(b.value === present) - Number(a.value === present));
  return (await window.showQuickPick(items, { title, ignoreFocusOut: true }))?.value;
}
