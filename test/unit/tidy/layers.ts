import type { Import } from './sources.ts';

interface Layer {
  /** A folder below src, or one file. The longest match rules. */
  readonly at: string;
  /** Folders (with a slash at the end) and files below src it may import, besides its own. */
  readonly imports: readonly string[];
  /** Packages and node's own modules; a slash at the end allows everything below. */
  readonly packages: readonly string[];
}

/** What the rest of the extension knows of an exchange: the port, its errors, what a connection is. */
const PORT = ['exchange.ts', 'streams.ts', 'errors.ts', 'profile.ts', 'call-log.ts'].map(
  (name) => `exchange/${name}`,
);
const EXCHANGE = ['base/', 'core/', ...PORT, 'exchange/transport.ts', 'exchange/socket.ts'];
const STORE = ['base/', 'core/', ...PORT];
const HOLDINGS = ['store/session/', 'store/reading/', 'store/markets/'];
const HOST = ['base/', 'core/', 'store/', 'view/', 'agents/', ...PORT];
/** The table of ARCHITECTURE.md, "Layers". */
export const LAYERS: readonly Layer[] = [
  { at: 'base/', imports: [], packages: [] },
  { at: 'core/', imports: ['base/'], packages: ['big.js'] },
  { at: 'exchange/', imports: ['base/', 'core/'], packages: [] },
  { at: 'exchange/wire/', imports: EXCHANGE, packages: [] },
  { at: 'exchange/http/', imports: [...EXCHANGE, 'exchange/wire/'], packages: ['node:', 'undici/'] },
  {
    at: 'exchange/stream/',
    imports: [...EXCHANGE, 'exchange/wire/', 'exchange/http/'],
    packages: ['node:', 'ws'],
  },
  {
    at: 'exchange/service/',
    imports: [...EXCHANGE, 'exchange/wire/', 'exchange/http/', 'exchange/stream/'],
    packages: ['node:'],
  },
  {
    at: 'demo/',
    imports: [
      'base/',
      'core/',
      'exchange/wire/',
      'exchange/exchange.ts',
      'exchange/transport.ts',
      'exchange/socket.ts',
      'exchange/profile.ts',
    ],
    // The server over it is in tools/exchange, so that the bundle has none of it.
    packages: ['node:crypto'],
  },
  { at: 'store/session/', imports: STORE, packages: [] },
  { at: 'store/reading/', imports: [...STORE, 'store/session/'], packages: [] },
  {
    at: 'store/markets/',
    imports: [...STORE, 'store/session/', 'store/reading/'],
    packages: ['minisearch/SearchableMap'],
  },
  { at: 'store/account/', imports: [...STORE, ...HOLDINGS], packages: [] },
  { at: 'store/cancels/', imports: [...STORE, ...HOLDINGS, 'store/account/'], packages: [] },
  { at: 'store/live/', imports: [...STORE, ...HOLDINGS, 'store/account/'], packages: [] },
  { at: 'store/news/', imports: [...STORE, ...HOLDINGS, 'store/account/', 'store/live/'], packages: [] },
  { at: 'store/stores.ts', imports: [...STORE, 'store/'], packages: [] },
  { at: 'view/', imports: ['base/', 'core/'], packages: [] },
  {
    at: 'webview/',
    imports: ['base/', 'core/', 'view/'],
    packages: ['@vscode/webview-ui-toolkit', 'preact', 'preact/hooks', 'uplot'],
  },
  { at: 'agents/', imports: ['base/', 'core/', 'store/', 'view/', ...PORT], packages: [] },
  {
    // The MCP server is a program of its own, and talks to a window over a socket.
    at: 'agents/mcp/',
    imports: ['base/', 'core/', 'agents/'],
    packages: ['node:', '@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
  },
  { at: 'features/', imports: HOST, packages: ['vscode', 'node:crypto'] },
  {
    // The log files of cancels: the one place of the extension that writes to the disk itself.
    at: 'features/cancel/log-folder.ts',
    imports: [...HOST, 'features/platform.ts'],
    packages: ['node:fs/promises', 'node:path'],
  },
  // What the build for browsers takes instead of what needs Node; tools/esbuild-plugins.js says for which files.
  { at: 'browser/', imports: [''], packages: ['vscode'] },
  // What the MCP server reads with where there is no window: a composition without the editor.
  { at: 'public-data.ts', imports: [''], packages: [] },
  // The composition root: what is registered, and the app and its connections, loaded with the first use.
  ...['extension.ts', 'app.ts', 'connection-source.ts', 'network.ts'].map((at) => ({
    at,
    imports: [''],
    packages: ['vscode', 'node:'],
  })),
];

/**
 * A feature folder (markets, connection, panels …) may use what lies directly in features, what trees are made with, and
 * the search, never another feature. Only the app joins them.
 */
const FEATURE = /^features\/(?!trees\/|search\/)[^/]+\//;

export function violation({ file, specifier, target }: Import): string | undefined {
  const from = file.replace(/^src\//, '');
  const layer = layerOf(from);
  if (!layer) return `${file} belongs to no layer`;
  if (target === undefined) {
    return layer.packages.some((name) => covers(name, specifier))
      ? undefined
      : `${file} imports ${specifier}`;
  }
  if (!target.startsWith('src/')) return `${file} imports ${specifier}, outside src`;
  const to = target.replace(/^src\//, '');
  const feature = FEATURE.exec(to)?.[0];
  if (feature && from.startsWith('features/') && !from.startsWith(feature))
    return `${file} imports ${to}: another feature`;
  const own = layerOf(to) === layer;
  return own || layer.imports.some((name) => covers(name, to)) ? undefined : `${file} imports ${to}`;
}

function layerOf(file: string): Layer | undefined {
  const matching = LAYERS.filter(({ at }) => covers(at, file));
  return matching.sort((a, b) => b.at.length - a.at.length)[0];
}

function covers(name: string, file: string): boolean {
  return name === file || name === '' || (/[/:]$/.test(name) && file.startsWith(name));
}
