import type { MarketQuery } from '../core/request-queries.ts';

/** The dialect of requests and of the demo's replies; replies of either are always understood. */
export type Dialect = (typeof DIALECTS)[number];
export const DIALECTS = ['seed', 'current'] as const;

export type AuthScheme = (typeof AUTH_SCHEMES)[number];
export const AUTH_SCHEMES = ['ed25519', 'bearer', 'apiKey', 'none'] as const;

/** Where a connection goes and how it signs. Holds no secret. */
export interface ConnectionProfile {
  readonly id: 'demo' | 'polymarketUS' | 'custom';
  /** Shown to people. */
  readonly label: string;
  /** Base of the public reads. https, or http to a loopback host only. */
  readonly publicUrl: string;
  /** Base of the signed requests; the key belongs to its origin. */
  readonly privateUrl: string;
  readonly auth: AuthScheme;
  readonly dialect: Dialect;
}

/** What a person entered to sign in. Lives in SecretStorage and in memory only. */
export interface Credentials {
  /** Key id; empty for bearer. */
  readonly keyId: string;
  readonly secret: string;
}

/** The texts of the `predictionMarkets.custom.*` settings, unchecked. */
export interface CustomSettings {
  readonly publicUrl: string;
  /** Same as `publicUrl` when empty. */
  readonly privateUrl: string;
  readonly auth: string;
  readonly wire: string;
}

/** What is wrong with a setting of the custom connection. */
export type SettingProblem =
  | 'empty'
  /** Spaces, backslashes or invisible characters. */
  | 'badCharacters'
  | 'notAnAddress'
  /** Plain http to another machine. */
  | 'notHttps'
  /** A user name or password in the address. */
  | 'userInfo'
  | 'badHost'
  | 'queryOrFragment'
  | 'notAChoice';

/** What is wrong with the shape of entered credentials. `bad…`: characters no key has, or too many. */
export type CredentialsProblem =
  | 'noKeyId'
  | 'badKeyId'
  | 'noSecret'
  /** Fewer than 6 characters. */
  | 'shortSecret'
  | 'badSecret'
  /** Not base64 of the 32 or 64 bytes of an Ed25519 key. */
  | 'notEd25519';

const SEED_ONLY: ReadonlySet<string> = new Set<keyof MarketQuery>([
  'liquidityMin',
  'liquidityMax',
  'cyom',
  'rewardsMinSize',
  'questionIds',
]);

/** All that `sportsMarketTypes` takes in `seed` (interface.md 7.1). */
const SEED_TYPES: ReadonlySet<string> = new Set(['UNSPECIFIED', 'MONEYLINE', 'SPREAD', 'TOTAL', 'PROP']);

/** What requests of a dialect can say of a query; `seed` takes one tag and no more, and the line types it knows. */
export function availableQuery(query: MarketQuery, dialect: Dialect): MarketQuery {
  const isSeed = dialect === 'seed';
  const types = isSeed
    ? query.sportsMarketTypes?.filter((type) => SEED_TYPES.has(type))
    : query.sportsMarketTypes;
  const isSaid = (name: string): boolean => {
    if (name === 'sportsMarketTypes') return types !== undefined && types.length > 0;
    return isSeed ? name !== 'tagIds' || query.tagIds?.length === 1 : !SEED_ONLY.has(name);
  };
  const said: MarketQuery = Object.fromEntries(Object.entries(query).filter(([name]) => isSaid(name)));
  return said.sportsMarketTypes === types || types === undefined || types.length === 0
    ? said
    : { ...said, sportsMarketTypes: types };
}

/** True for a URL's `hostname` that cannot leave this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopbackHost(hostname: string): boolean {
  // URL has already normalised numeric spellings (127.1, 0x7f000001) to four decimal parts.
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** What pages and the status bar call the connection in use. */
export function namedConnection({ id, label }: ConnectionProfile): { label: string; isDemo: boolean } {
  return { label, isDemo: id === 'demo' };
}
