import type { ApiCall } from '../core/api-call.ts';
import { SIGNATURE_SECONDS } from '../core/instant.ts';
import type { Translate } from './l10n.ts';
import type { ViewContext } from './row.ts';

export const COPY_FORMATS = ['curl', 'typescript', 'python'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/**
 * A call as text that sends it again: for a shell, for the service's official SDK, or for Python. What proves who asks is
 * read from variables of the environment, so the text never holds a key. Undefined for a stream, which these do not open.
 */
export function callCopy(call: ApiCall, format: CopyFormat, t: Translate): string | undefined {
  if (call.stream !== undefined) return undefined;
  const copied = copiedOf(call, t);
  if (format === 'curl') return curl(copied, t);
  return format === 'python' ? python(copied, t) : typescript(copied, t);
}

/** What is listed of calls, without headers and replies, as JSON. */
export function callsJson(calls: readonly ApiCall[], { format }: Pick<ViewContext, 'format'>): string {
  const listed = calls.map((call) => ({
    at: new Date(call.at).toISOString(),
    connection: call.connection.label,
    request: `${call.method} ${call.path}${call.search}`,
    attempts: call.attempts.map(({ sentAt, ...rest }) => ({ at: new Date(sentAt).toISOString(), ...rest })),
    endedAt: call.endedAt === undefined ? undefined : new Date(call.endedAt).toISOString(),
    error: call.error,
    decodeMs: call.decodeMs,
    permitsLeft: call.permitsLeft,
    bytes: hidesSize(call, format.settings) ? undefined : call.bytes,
  }));
  return `${JSON.stringify(listed, undefined, 2)}\n`;
}

/** How long a reply of the account is says how much is in it. */
export function hidesSize(
  { isSigned }: ApiCall,
  { hideAmounts }: Pick<ViewContext['format']['settings'], 'hideAmounts'>,
): boolean {
  return isSigned && hideAmounts;
}

interface CopiedCall {
  readonly call: ApiCall;
  /** Undefined for the demo, which nothing outside the editor can reach: then it is PM_URL. */
  readonly base: string | undefined;
  readonly auth: ApiCall['connection']['auth'];
  /** As JSON. */
  readonly body: string | undefined;
  /** What to know before running it, each a line. */
  readonly notes: readonly string[];
}

function copiedOf(call: ApiCall, t: Translate): CopiedCall {
  const { connection, isSigned } = call;
  const isDemo = connection.id === 'demo';
  return {
    call,
    base: isDemo ? undefined : isSigned ? connection.privateUrl : connection.publicUrl,
    auth: isSigned ? connection.auth : 'none',
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    notes: [
      ...(call.method === 'POST' ? [t('Running this cancels orders.')] : []),
      ...(isDemo
        ? [t('The demo answers inside VS Code only. Set PM_URL to a service with the same interface.')]
        : []),
    ],
  };
}

function comments(mark: string, notes: readonly string[]): string {
  return notes.map((note) => `${mark} ${note.replace(/\p{C}/gu, ' ')}\n`).join('');
}

function curl({ call, base, auth, body, notes }: CopiedCall, t: Translate): string {
  const { method, path, search } = call;
  const address = `${base === undefined ? '"$PM_URL"' : ''}${shellQuoted(`${base ?? ''}${path}${search}`)}`;
  const headers = {
    none: [],
    bearer: ['"Authorization: Bearer $PM_TOKEN"'],
    apiKey: ['"X-API-Key: $PM_TOKEN"'],
    ed25519: [
      '"X-PM-Access-Key: $PM_KEY_ID"',
      '"X-PM-Timestamp: $PM_TIME"',
      '"X-PM-Signature: $PM_SIGNATURE"',
    ],
  }[auth];
  const sent = body === undefined ? [] : ["'Content-Type: application/json'"];
  const signed = `PM_TIME + ${quoted(`${method}${signedPath(base, path)}`)}`;
  const how = {
    none: [],
    bearer: [t('Set PM_TOKEN to your token. It is not in here.')],
    apiKey: [t('Set PM_TOKEN to your token. It is not in here.')],
    ed25519: [
      t('Set PM_KEY_ID, and PM_TIME to the Unix time in milliseconds. Your key is not in here.'),
      t('Set PM_SIGNATURE to the Ed25519 signature of {0} by your key, in base64.', signed),
      t('It is good for {0} seconds.', SIGNATURE_SECONDS),
    ],
  }[auth];
  const parts = [
    `curl ${method === 'POST' ? '-X POST ' : ''}${address}`,
    ...[...headers, ...sent].map((header) => `-H ${header}`),
    ...(body === undefined ? [] : [`--data ${shellQuoted(body)}`]),
  ];
  return `${comments('#', [...how, ...notes])}${parts.join(' \\\n  ')}\n`;
}

/** What a signature is made for: the whole path, with the one the service's address may begin with. */
function signedPath(base: string | undefined, path: string): string {
  return `${base === undefined ? '' : new URL(base).pathname.replace(/\/$/, '')}${path}`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** As a string of TypeScript and of Python: both read JSON's. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function typescript(copied: CopiedCall, t: Translate): string {
  const { call, base, auth, body, notes } = copied;
  // The SDK signs with keys only.
  if (auth === 'bearer' || auth === 'apiKey') return typescriptFetch(copied, t);
  const isSigned = auth === 'ed25519';
  const how = [
    'npm install polymarket-us',
    ...(isSigned ? [t('Reads your key from PM_KEY_ID and PM_SECRET_KEY. It is not in here.')] : []),
  ];
  const setting = isSigned ? 'apiBaseUrl' : 'gatewayBaseUrl';
  const options = [
    ...(isSigned
      ? ["keyId: process.env['PM_KEY_ID'] ?? ''", "secretKey: process.env['PM_SECRET_KEY'] ?? ''"]
      : []),
    ...(call.connection.id === 'polymarketUS'
      ? []
      : [`${setting}: ${base === undefined ? 'url' : quoted(new URL(base).origin)}`]),
  ];
  const client = options.length === 0 ? '' : `{\n  ${options.join(',\n  ')},\n}`;
  return `${comments('//', [...how, ...notes])}import { PolymarketUS } from 'polymarket-us';

${base === undefined ? SET_URL : ''}const client = new PolymarketUS(${client});
console.log(await client.${sdkCall(call, signedPath(base, call.path), isSigned, body)});
`;
}

/** Without an address the SDK would ask the public service. */
const SET_URL = `const url = process.env['PM_URL'];
if (!url) throw new Error('Set PM_URL.');
`;

/** Methods of the SDK by the path they read. */
const SDK_METHODS: readonly (readonly [path: RegExp, method: string])[] = [
  [/^\/v1\/account\/balances$/, 'account.balances'],
  [/^\/v1\/portfolio\/positions$/, 'portfolio.positions'],
  [/^\/v1\/orders\/open$/, 'orders.list'],
  [/^\/v1\/order\/([^/]+)$/, 'orders.retrieve'],
  [/^\/v1\/market\/slug\/([^/]+)$/, 'markets.retrieveBySlug'],
  [/^\/v1\/markets\/([^/]+)\/book$/, 'markets.book'],
  [/^\/v1\/markets\/([^/]+)\/bbo$/, 'markets.bbo'],
  [/^\/v1\/markets\/([^/]+)\/settlement$/, 'markets.settlement'],
  [/^\/v1\/events\/slug\/([^/]+)$/, 'events.retrieveBySlug'],
];

/** By the SDK's own method where it has one for this path alone; otherwise by path. */
function sdkCall(
  { method, query }: ApiCall,
  wholePath: string,
  isSigned: boolean,
  body: string | undefined,
): string {
  for (const [pattern, name] of method === 'GET' && query.length === 0 ? SDK_METHODS : []) {
    const found = pattern.exec(wholePath);
    if (found !== null) return `${name}(${found[1] === undefined ? '' : quoted(found[1])})`;
  }
  const options = [
    ...(query.length === 0 ? [] : [`query: ${queryObject(query)}`]),
    ...(body === undefined ? [] : [`body: ${body}`]),
    ...(isSigned ? ['authenticated: true'] : []),
  ];
  const given = options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`;
  return `${method === 'POST' ? 'post' : 'get'}<unknown>(${quoted(wholePath)}${given})`;
}

/** A name that was sent several times is a list. */
function queryObject(query: ApiCall['query']): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of query) values.set(name, [...(values.get(name) ?? []), value]);
  const fields = [...values].map(([name, list]) => {
    const written = list.length === 1 ? quoted(list[0] ?? '') : `[${list.map(quoted).join(', ')}]`;
    return `${quoted(name)}: ${written}`;
  });
  return `{ ${fields.join(', ')} }`;
}

function typescriptFetch({ call, base, auth, body, notes }: CopiedCall, t: Translate): string {
  const token = "(process.env['PM_TOKEN'] ?? '')";
  const header = auth === 'bearer' ? `Authorization: 'Bearer ' + ${token}` : `'X-API-Key': ${token}`;
  const sent = body === undefined ? '' : ", 'Content-Type': 'application/json'";
  const posted = body === undefined ? '' : `\n  body: ${quoted(body)},`;
  return `${comments('//', [t('Set PM_TOKEN to your token. It is not in here.'), ...notes])}const reply = await fetch(${quoted(`${base ?? ''}${call.path}${call.search}`)}, {
  method: ${quoted(call.method)},
  headers: { ${header}${sent} },${posted}
});
console.log(await reply.json());
`;
}

function python({ call, base, auth, body, notes }: CopiedCall, t: Translate): string {
  const { method, path, search } = call;
  const isSigned = auth === 'ed25519';
  const how = {
    none: [],
    bearer: [t('Set PM_TOKEN to your token. It is not in here.')],
    apiKey: [t('Set PM_TOKEN to your token. It is not in here.')],
    ed25519: [
      'pip install cryptography',
      t('Reads your key from PM_KEY_ID and PM_SECRET_KEY. It is not in here.'),
    ],
  }[auth];
  const modules = ['json', 'urllib.request', ...(auth === 'none' && base !== undefined ? [] : ['os'])];
  const imports = isSigned ? ['base64', ...modules, 'time'] : modules;
  const headers = {
    none: [],
    bearer: ['"Authorization": "Bearer " + os.environ["PM_TOKEN"]'],
    apiKey: ['"X-API-Key": os.environ["PM_TOKEN"]'],
    ed25519: [
      '"X-PM-Access-Key": os.environ["PM_KEY_ID"]',
      '"X-PM-Timestamp": now',
      '"X-PM-Signature": signature',
    ],
  }[auth];
  const sent = [...headers, ...(body === undefined ? [] : ['"Content-Type": "application/json"'])];
  const address = base === undefined ? 'os.environ["PM_URL"]' : quoted(base);
  const lines = [
    ...[...imports].sort().map((name) => `import ${name}`),
    ...(isSigned
      ? [
          'from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey',
          '',
          'now = str(int(time.time() * 1000))',
          'secret = base64.b64decode(os.environ["PM_SECRET_KEY"])[:32]',
          `signed = now + ${quoted(`${method}${signedPath(base, path)}`)}`,
          'signature = base64.b64encode(Ed25519PrivateKey.from_private_bytes(secret).sign(signed.encode())).decode()',
        ]
      : ['']),
    'request = urllib.request.Request(',
    `    ${address} + ${quoted(`${path}${search}`)},`,
    `    method=${quoted(method)},`,
    ...(sent.length === 0 ? [] : [`    headers={${sent.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=${quoted(body)}.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as reply:',
    '    print(json.dumps(json.load(reply), indent=2))',
  ];
  return `${comments('#', [...how, ...notes])}${lines.join('\n')}\n`;
}
