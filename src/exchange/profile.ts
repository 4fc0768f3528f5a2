/** The dialect of requests and of the demo's replies; replies of either are always understood. */
export type Dialect = 'seed' | 'current';

export type AuthScheme = 'ed25519' | 'bearer' | 'apiKey' | 'none';

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
