import { l10n, window } from 'vscode';
import type { CustomSettings } from '../../exchange/profile.ts';
import type { AddressFinding } from '../../store/session/probe-address.ts';
import { foundText, hostOf, settingSentence, unusableText } from '../../view/setup-text.ts';
import { pickValue, withAbortableProgress } from '../ask.ts';
import type { Parts } from '../services.ts';

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
  services: Parts<'session' | 'profiles' | 'connection' | 'view'>,
  current: CustomSettings,
): Promise<CustomAnswer | undefined> {
  const address = await askAddress(services, current);
  if (address === undefined) return undefined;
  const { url: publicUrl, finding } = address;
  // Where signed requests go elsewhere a setting says so, for that service.
  const privateUrl = publicUrl === current.publicUrl ? current.privateUrl : '';
  const host = hostOf(publicUrl);
  // A setting of the custom connection is no choice in use while another connection is.
  const inUse = services.session.profile.id === 'custom' ? current : undefined;
  const auth = await pickValue(authSchemes(), inUse?.auth, {
    title: l10n.t('How does {0} authenticate?', host),
    placeHolder: finding === undefined ? '' : foundText(finding.dialect, l10n.t),
    ignoreFocusOut: true,
  });
  if (auth === undefined) return undefined;
  const title = l10n.t('Which dialect does {0} speak?', host);
  const wire =
    finding?.dialect ?? (await pickValue(dialects(), inUse?.wire, { title, ignoreFocusOut: true }));
  return wire === undefined ? undefined : { settings: { publicUrl, privateUrl, auth, wire }, finding };
}

/** `finding`: undefined where a person uses an address at which nothing usable answers. */
interface Address {
  readonly url: string;
  readonly finding: AddressFinding | undefined;
}

async function askAddress(
  services: Parts<'profiles' | 'connection' | 'view'>,
  settings: CustomSettings,
): Promise<Address | undefined> {
  const profileOf = (publicUrl: string) =>
    services.profiles.custom({ ...settings, publicUrl, privateUrl: '' });
  const change = { title: l10n.t('Change Address') };
  const use = { title: l10n.t('Use It Anyway') };
  let url: string | undefined = settings.publicUrl;
  for (;;) {
    url = await window.showInputBox({
      title: l10n.t('Custom Connection'),
      prompt: l10n.t('Base URL of the service'),
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
    const { profile } = result;
    const title = l10n.t('Looking what answers at {0}, without a key…', hostOf(profile.publicUrl));
    const finding = await withAbortableProgress(title, (signal) =>
      services.connection.probe(profile, signal),
    );
    if (finding.error === undefined) return { url: profile.publicUrl, finding };
    if (finding.error.code === 'cancelled') return undefined;
    const message = unusableText(profile.publicUrl, finding.error, services.view());
    const chosen = await window.showWarningMessage(message, { modal: true }, change, use);
    if (chosen === undefined) return undefined;
    if (chosen === use) return { url: profile.publicUrl, finding: undefined };
  }
}

function authSchemes(): readonly { readonly value: string; readonly label: string }[] {
  return [
    { value: 'ed25519', label: l10n.t('Key id and Ed25519 secret') },
    { value: 'bearer', label: l10n.t('Bearer token') },
    { value: 'apiKey', label: l10n.t('API key in a header') },
    { value: 'none', label: l10n.t('No authentication: public data only') },
  ];
}

function dialects(): readonly { readonly value: string; readonly label: string }[] {
  return [
    { value: 'seed', label: l10n.t('seed: market_slug, bare enum names') },
    { value: 'current', label: l10n.t('current: marketSlug, prefixed enum names') },
  ];
}
