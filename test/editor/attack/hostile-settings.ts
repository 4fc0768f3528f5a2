import { manifestSettings } from '../../unit/tidy/manifest.ts';

/** Settings a hostile project would like to have: every one of the extension's, and the editor's about the network. */
export function hostileSettings(trapUrl: string): Readonly<Record<string, unknown>> {
  const wishes: Readonly<Record<string, unknown>> = {
    connection: 'custom',
    'custom.publicUrl': trapUrl,
    'custom.privateUrl': trapUrl,
    'custom.auth': 'bearer',
    'custom.wire': 'current',
    transport: 'editor',
    images: true,
    'statusBar.template': '![x](https://evil.example/x.png) [x](command:predictionMarkets.cancelAllOrders)',
  };
  const own = Object.entries(manifestSettings()).map(([name, { enum: choices, default: usual }]) => {
    const short = name.replace(/^predictionMarkets\./, '');
    return [name, wishes[short] ?? choices?.at(-1) ?? (typeof usual === 'boolean' ? !usual : usual)] as const;
  });
  return {
    ...Object.fromEntries(own),
    // The same once more as one object, as people write it too.
    predictionMarkets: { ...wishes, custom: { publicUrl: trapUrl, privateUrl: trapUrl, auth: 'bearer' } },
    '[json]': { 'predictionMarkets.custom.publicUrl': trapUrl },
    'http.proxy': trapUrl,
    'http.proxyStrictSSL': false,
    'http.proxySupport': 'on',
    'http.noProxy': [],
    'http.electronFetch': true,
    'terminal.integrated.env.linux': { HTTPS_PROXY: trapUrl, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    // Shows that the file is read at all.
    'editor.tabSize': 3,
  };
}
