import { l10n, window } from 'vscode';
import type { AuthScheme, ConnectionProfile, CustomSettings, Dialect } from '../../exchange/profile.ts';
import type { AddressFinding } from '../../store/session/probe-address.ts';
import { foundText, hostOf, settingSentence, unusableText } from '../../view/setup-text.ts';
import { pickValue, withAbortableProgress } from '../ask.ts';
import type { Services } from '../services.ts';

/** What a person chose, and what answers there: undefined where nothing usable does and they go on all the same. */
export interface CustomAnswer {
  readonly settings: CustomSettings;
  readonly finding: AddressFinding | undefined;
}

/**
 * Asks for the address of a service, looks what answers there without any key, then asks how it authenticates, and for the
 * dialect only where that could not be found out. Undefined when closed.
 */
export async function askCustom(
  services: Services,
  current: CustomSettings,
): Promise<CustomAnswer | undefined> {
  const address = await askAddress(services, {
    settings: current,
    setting: 'publicUrl',
    prompt: l10n.t('Base URL of the service'),
  });
  if (address === undefined) return undefined;
  const { url: publicUrl, finding } = address;
  const privateUrl = publicUrl === current.publicUrl ? current.privateUrl : '';
  const chosen = await askAuth(services, { ...current, publicUrl, privateUrl }, finding);
  if (chosen === undefined) return undefined;
  const wire = finding?.dialect ?? (await askDialect(services, publicUrl, current.wire));
  return wire === undefined ? undefined : { settings: { ...chosen, wire }, finding };
}

interface AddressQuestion {
  /** With the address to begin with. */
  readonly settings: CustomSettings;
  readonly setting: 'publicUrl' | 'privateUrl';
  readonly prompt: string;
}

/** `finding`: undefined where a person uses an address at which nothing usable answers. */
interface Address {
  readonly url: string;
  readonly finding: AddressFinding | undefined;
}

async function askAddress(services: Services, question: AddressQuestion): Promise<Address | undefined> {
  const { settings, setting, prompt } = question;
  const profileOf = (url: string) =>
    services.profiles.custom({ ...settings, privateUrl: '', [setting]: url });
  let url: string | undefined = settings[setting];
  for (;;) {
    url = await window.showInputBox({
      title: l10n.t('Custom Connection'),
      prompt,
      placeHolder: 'https://exchange.example',
      value: url,
      ignoreFocusOut: true,
      validateInput: (value) => {
        const result = profileOf(value);
        return result.ok ? undefined : settingSentence(result.setting, result.problem, l10n.t);
      },
    });
    if (url === undefined) return undefined;
    const result = profileOf(url);
    if (!result.ok) continue;
    const { publicUrl, privateUrl } = result.profile;
    const isPublic = setting === 'publicUrl';
    const profile = isPublic ? result.profile : { ...result.profile, publicUrl: privateUrl };
    const answer = await lookAt(services, profile, isPublic);
    if (answer === undefined) return undefined;
    if (answer !== 'change') return { url: isPublic ? publicUrl : privateUrl, finding: answer.finding };
  }
}

/** What answers there, or what to do where nothing usable does. Undefined when stopped. */
async function lookAt(
  services: Services,
  profile: ConnectionProfile,
  isPublic: boolean,
): Promise<{ readonly finding: AddressFinding | undefined } | 'change' | undefined> {
  const host = hostOf(profile.publicUrl);
  const change = { title: l10n.t('Change Address') };
  const again = { title: l10n.t('Try Again') };
  const use = { title: l10n.t('Use It Anyway') };
  for (;;) {
    const title = l10n.t('Looking what answers at {0}, without a key…', host);
    const finding = await withAbortableProgress(title, (signal) => services.probeAddress(profile, signal));
    const { error } = finding;
    // Signed requests may be all that is served there: any answer will do.
    if (error === undefined || (!isPublic && error.details.status !== undefined)) return { finding };
    if (error.code === 'cancelled') return undefined;
    const message = unusableText(profile.publicUrl, error, services.view());
    const chosen = await window.showWarningMessage(message, { modal: true }, change, again, use);
    if (chosen === use) return { finding: undefined };
    if (chosen === undefined) return undefined;
    if (chosen === change) return 'change';
  }
}

/** Asks how the service authenticates; from there also where signed requests go, if elsewhere. */
async function askAuth(
  services: Services,
  settings: CustomSettings,
  finding: AddressFinding | undefined,
): Promise<CustomSettings | undefined> {
  const host = hostOf(settings.publicUrl);
  let { privateUrl } = settings;
  const schemes: Readonly<Record<AuthScheme, string>> = {
    ed25519: l10n.t('Key id and Ed25519 secret'),
    bearer: l10n.t('Bearer token'),
    apiKey: l10n.t('API key in a header'),
    none: l10n.t('No authentication: public data only'),
  };
  const items = (Object.keys(schemes) as AuthScheme[]).map((value) => ({ value, label: schemes[value] }));
  items.sort((a, b) => Number(b.value === settings.auth) - Number(a.value === settings.auth));
  for (;;) {
    const signedHost = privateUrl === '' ? host : hostOf(privateUrl);
    const elsewhere = {
      value: 'elsewhere' as const,
      label: l10n.t('Signed requests go to another address…'),
      description: l10n.t('now {0}', signedHost),
    };
    const chosen = await pickValue<AuthScheme | 'elsewhere'>(
      [...items, elsewhere],
      inUse(services, settings.auth as AuthScheme),
      {
        title: l10n.t('How does {0} authenticate?', host),
        placeHolder: finding === undefined ? '' : foundText(finding.dialect, l10n.t),
        ignoreFocusOut: true,
      },
    );
    if (chosen === undefined) return undefined;
    if (chosen !== 'elsewhere') return { ...settings, auth: chosen, privateUrl };
    const address = await askAddress(services, {
      settings: { ...settings, privateUrl },
      setting: 'privateUrl',
      prompt: l10n.t('Base URL for signed requests. Leave empty to use the same.'),
    });
    if (address === undefined) return undefined;
    privateUrl = address.url === settings.publicUrl ? '' : address.url;
  }
}

function askDialect(services: Services, publicUrl: string, current: string): Promise<Dialect | undefined> {
  const items = [
    { value: 'seed' as const, label: l10n.t('seed: market_slug, bare enum names') },
    { value: 'current' as const, label: l10n.t('current: marketSlug, prefixed enum names') },
  ];
  items.sort((a, b) => Number(b.value === current) - Number(a.value === current));
  return pickValue<Dialect>(items, inUse(services, current as Dialect), {
    title: l10n.t('Which dialect does {0} speak?', hostOf(publicUrl)),
    ignoreFocusOut: true,
  });
}

/** A setting of the custom connection means nothing while another one is in use. */
function inUse<T>({ session }: Services, value: T): T | undefined {
  return session.profile.id === 'custom' ? value : undefined;
}
