import { l10n, ProgressLocation, window } from 'vscode';
import type { CustomSettings } from '../../exchange/profile.ts';
import { settingSentence } from '../../view/setup-text.ts';
import { confirmed, pickValue } from '../ask.ts';
import { customSettings } from '../connection-settings.ts';
import type { ConnectionId, SettingValue } from '../ids.ts';
import type { Services } from '../services.ts';

interface SwitchOptions {
  readonly to?: ConnectionId | undefined;
  readonly title?: string;
  readonly without?: ConnectionId;
}

/** Asks which exchange to use and writes it to the user's settings. True when one was chosen and is in use. */
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
    if (settings !== undefined) {
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
      services.changeConnection(write),
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
  return (
    services.session.profile.id === id && (id !== 'custom' || profiles.custom(customSettings(config)).ok)
  );
}

export async function resetDemo(services: Services): Promise<void> {
  if (services.session.profile.id !== 'demo') {
    void window.showInformationMessage(
      l10n.t('You are not on the demo exchange, so there is nothing to reset.'),
    );
    return;
  }
  const question = l10n.t('Reset the demo exchange?');
  const detail = l10n.t('Its orders, positions and activity return to their initial state.');
  if (!(await confirmed(question, detail, l10n.t('Reset'))) || services.session.profile.id !== 'demo') return;
  await services.resetDemo();
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

/** Asks for base URL, private URL, authentication and dialect, one after the other. */
async function askCustom(
  { profiles }: Services,
  current: CustomSettings,
): Promise<CustomSettings | undefined> {
  const title = (step: number): string => l10n.t('Custom connection ({0}/4)', step);
  const problemOf = (change: Partial<CustomSettings>): string | undefined => {
    const result = profiles.custom({ ...current, privateUrl: '', ...change });
    return result.ok ? undefined : settingSentence(result.setting, result.problem, l10n.t);
  };
  const publicUrl = await window.showInputBox({
    title: title(1),
    prompt: l10n.t('Base URL of the service'),
    placeHolder: 'https://exchange.example',
    value: current.publicUrl,
    ignoreFocusOut: true,
    validateInput: (value) => problemOf({ publicUrl: value }),
  });
  if (publicUrl === undefined) return undefined;
  const privateUrl = await window.showInputBox({
    title: title(2),
    prompt: l10n.t('Base URL for signed requests. Leave empty to use the same.'),
    value: current.privateUrl,
    ignoreFocusOut: true,
    validateInput: (value) => problemOf({ publicUrl, privateUrl: value }),
  });
  if (privateUrl === undefined) return undefined;
  const auth = await choose(title(3), current.auth, {
    ed25519: l10n.t('Key id and Ed25519 secret'),
    bearer: l10n.t('Bearer token'),
    apiKey: l10n.t('API key in a header'),
    none: l10n.t('No authentication: public data only'),
  });
  if (auth === undefined) return undefined;
  const wire = await choose(title(4), current.wire, {
    seed: l10n.t('seed: market_slug, bare enum names'),
    current: l10n.t('current: marketSlug, prefixed enum names'),
  });
  return wire === undefined ? undefined : { publicUrl, privateUrl, auth, wire };
}

async function choose<T extends string>(
  title: string,
  current: string,
  labels: Readonly<Record<T, string>>,
): Promise<T | undefined> {
  const items = (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
  items.sort((a, b) => Number(b.value === current) - Number(a.value === current));
  return pickValue(items, current as T, { title, ignoreFocusOut: true });
}
