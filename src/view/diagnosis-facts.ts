import type { Failure } from './messages.ts';

/** `note`: neither good nor bad, or not to be known. */
export type Verdict = 'ok' | 'problem' | 'note';

export interface Check {
  readonly title: string;
  readonly verdict: Verdict;
  readonly said: string;
  /** What to do about it. */
  readonly advice?: string | undefined;
}

/** What one request or handshake came to. */
export interface ProbeFact {
  readonly error: Failure | undefined;
  /** Milliseconds; undefined where nothing was sent. */
  readonly ms: number | undefined;
  /** Seconds this machine's clock is ahead of the service's. */
  readonly skewSeconds: number | undefined;
}

export interface CheckFacts {
  readonly connection: {
    readonly id: 'demo' | 'polymarketUS' | 'custom';
    readonly label: string;
    /** Origins only: a path might be somebody's. */
    readonly publicOrigin: string;
    readonly privateOrigin: string;
    readonly auth: 'ed25519' | 'bearer' | 'apiKey' | 'none';
    /** What is wrong with its settings, as a sentence. */
    readonly problem: string | undefined;
  };
  /** Undefined where no client could be made. */
  readonly probes:
    | {
        readonly public: ProbeFact;
        readonly account: ProbeFact;
        readonly marketsStream: ProbeFact;
        readonly accountStream: ProbeFact;
      }
    | undefined;
  readonly key: {
    readonly state: 'none' | 'present' | 'lost' | 'refused' | 'unreadable';
    /** A few characters of a digest of the key id. */
    readonly fingerprint: string | undefined;
    readonly storage: 'failed' | 'silent' | undefined;
  };
  readonly network: {
    /** The engine each origin's requests go through. */
    readonly via: 'inProcess' | 'direct' | 'editor' | 'mixed';
    /** The editor's setting `http.proxy` is set. */
    readonly proxySetting: boolean;
    /** Names of the environment's variables about proxies that are set. */
    readonly proxyVariables: readonly string[];
    /** The editor's setting `http.proxyStrictSSL`. */
    readonly strictTls: boolean;
    /** NODE_TLS_REJECT_UNAUTHORIZED is 0. */
    readonly unsafeEnvironment: boolean;
    /** Root certificates of the operating system that were found; undefined: not to be known. */
    readonly systemRoots: number | undefined;
    /** NODE_EXTRA_CA_CERTS is set. */
    readonly extraRoots: boolean;
  };
  readonly rate: { readonly perSecond: number; readonly used: number; readonly pausedMs: number } | undefined;
}

/** Without what the service itself said: a report that is passed on holds our words only. */
export function plain(failure: Failure): Failure {
  const { serviceMessage: _, ...details } = failure.details ?? {};
  return { code: failure.code, message: failure.message, details };
}
