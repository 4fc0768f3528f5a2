import { type Failure, failureSentence } from './messages.ts';
import type { ViewContext } from './row.ts';

/** `note`: neither good nor bad, or unknown. */
export type CheckVerdict = 'ok' | 'problem' | 'note';

interface Check {
  readonly title: string;
  readonly verdict: CheckVerdict;
  readonly finding: string;
  /** What to do about it. */
  readonly advice?: string | undefined;
}

/** The outcome of one request or handshake. */
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
    /** Origins only: a path may name a person. */
    readonly publicOrigin: string;
    readonly privateOrigin: string;
    readonly auth: 'ed25519' | 'bearer' | 'apiKey' | 'none';
    /** What is wrong with its settings, as a sentence. */
    readonly problem: string | undefined;
  };
  /** Undefined without a client. */
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
    /** Root certificates of the operating system; undefined: unknown. */
    readonly systemRoots: number | undefined;
    /** NODE_EXTRA_CA_CERTS is set. */
    readonly extraRoots: boolean;
  };
  readonly rate: { readonly perSecond: number; readonly used: number; readonly pausedMs: number } | undefined;
}

/** Every check, in the order a person would go: settings, network, clock, key, streams, rate limit. */
export function checksOf(facts: CheckFacts, context: ViewContext): readonly Check[] {
  return [
    connectionCheck(facts, context),
    reachCheck(facts, context),
    clockCheck(facts, context),
    proxyCheck(facts, context),
    certificateCheck(facts, context),
    storageCheck(facts, context),
    keyCheck(facts, context),
    streamCheck(facts, 'marketsStream', context),
    streamCheck(facts, 'accountStream', context),
    rateCheck(facts, context),
  ];
}

function connectionCheck({ connection, probes }: CheckFacts, { t }: ViewContext): Check {
  const title = t('Connection');
  const { id, label, problem, publicOrigin, privateOrigin, auth } = connection;
  if (problem !== undefined) {
    const advice = t('Correct the setting, or switch the connection.');
    return { title, verdict: 'problem', finding: problem, advice };
  }
  if (probes === undefined) {
    return { title, verdict: 'problem', finding: t('It cannot be used. See the log.') };
  }
  if (id === 'demo') return { title, verdict: 'ok', finding: t('The built-in demo exchange: no network.') };
  const where =
    publicOrigin === privateOrigin
      ? t('{0} at {1}, authentication {2}.', label, publicOrigin, auth)
      : t(
          '{0} at {1}, signed requests at {2}, authentication {3}.',
          label,
          publicOrigin,
          privateOrigin,
          auth,
        );
  return { title, verdict: 'ok', finding: where };
}

function storageCheck({ connection, key }: CheckFacts, { t }: ViewContext): Check {
  const title = t('Secret storage');
  if (connection.id === 'demo' || connection.auth === 'none') {
    return { title, verdict: 'ok', finding: t('This connection does not use it.') };
  }
  if (key.storage === undefined) return { title, verdict: 'ok', finding: t('It works.') };
  const finding = key.storage === 'silent' ? t('It does not answer.') : t('It could not be read.');
  const advice = t(
    'Unlock the keyring of the system, or restart the editor. Until then you can sign in for this window.',
  );
  return { title, verdict: 'problem', finding, advice };
}

function keyCheck({ connection, key, probes }: CheckFacts, context: ViewContext): Check {
  const { t } = context;
  const title = t('Key');
  if (connection.id === 'demo') return { title, verdict: 'ok', finding: t('The demo exchange has its own.') };
  if (connection.auth === 'none')
    return { title, verdict: 'ok', finding: t('This connection needs no key.') };
  const advice = t('Sign in again.');
  const revoked = t('If it was revoked or has expired, create a new one at the service.');
  const named =
    key.fingerprint === undefined ? '' : ` ${t('Fingerprint of the key id: {0}.', key.fingerprint)}`;
  if (key.state === 'none') {
    return {
      title,
      verdict: 'note',
      finding: t('You are signed out.'),
      advice: t('Sign in to see your account.'),
    };
  }
  if (key.state === 'lost')
    return { title, verdict: 'problem', finding: t('It is missing from the secret storage.'), advice };
  if (key.state === 'unreadable')
    return {
      title,
      verdict: 'note',
      finding: t('The secret storage cannot be read, so there may or may not be one.'),
    };
  const account = probes?.account;
  if (account?.error === undefined && account !== undefined) {
    return { title, verdict: 'ok', finding: `${t('Accepted.')}${named}` };
  }
  const error = account?.error;
  if (error?.details?.auth === 'badKey' && account?.ms === undefined) {
    return {
      title,
      verdict: 'problem',
      finding: `${t('It has the wrong format, so it was not used.')}${named}`,
      advice,
    };
  }
  if (error === undefined) return { title, verdict: 'note', finding: `${t('Not tried.')}${named}` };
  const isAuth = error.code === 'auth' || error.code === 'clockSkew';
  const finding = `${failureSentence(plain(error), context)}${named}`;
  return {
    title,
    verdict: isAuth ? 'problem' : 'note',
    finding,
    advice: error.code === 'auth' ? revoked : undefined,
  };
}

function streamCheck(
  facts: CheckFacts,
  stream: 'marketsStream' | 'accountStream',
  context: ViewContext,
): Check {
  const { t } = context;
  const title = stream === 'marketsStream' ? t('Price stream') : t('Account stream');
  const probe = facts.probes?.[stream];
  if (probe === undefined) return { title, verdict: 'note', finding: t('Not tried.') };
  const { error, ms } = probe;
  if (error === undefined) return { title, verdict: 'ok', finding: t('Opens in {0} ms.', ms ?? 0) };
  if (error.code === 'unsupported') {
    return { title, verdict: 'note', finding: t('The service has none, so data is polled.') };
  }
  if (error.details?.auth === 'noKey' && ms === undefined) {
    return {
      title,
      verdict: 'note',
      finding: t('It needs a key. Until you sign in, data is polled.'),
    };
  }
  const advice =
    facts.probes?.public.error === undefined && error.code !== 'auth'
      ? t('Requests work and this does not: a proxy or firewall may block WebSockets.')
      : undefined;
  return { title, verdict: 'problem', finding: failureSentence(plain(error), context), advice };
}

function rateCheck({ rate }: CheckFacts, { t, format }: ViewContext): Check {
  const title = t('Rate limit');
  if (rate === undefined) return { title, verdict: 'note', finding: t('Not tried.') };
  if (rate.pausedMs > 0) {
    const finding = t('The service asked to wait {0}.', format.duration(rate.pausedMs));
    const advice = t('Wait, and close other programs that use the same key or network address.');
    return { title, verdict: 'problem', finding, advice };
  }
  const finding =
    rate.perSecond === 0
      ? t('{0} requests in the last second, no limit.', rate.used)
      : t('{0} of {1} requests used in the last second.', rate.used, rate.perSecond);
  return { title, verdict: 'ok', finding };
}

/** Seconds: a difference nobody needs to care about, and the largest with which the service accepts a signature. */
const SKEW_FINE = 5;
const SKEW_LIMIT = 30;

function reachCheck({ probes }: CheckFacts, context: ViewContext): Check {
  const { t } = context;
  const title = t('Service');
  if (probes === undefined) return { title, verdict: 'note', finding: t('Not tried.') };
  const { error, ms } = probes.public;
  if (error === undefined) return { title, verdict: 'ok', finding: t('Answers in {0} ms.', ms ?? 0) };
  const advice =
    error.code === 'network' || error.code === 'timeout'
      ? t('Check the network, then the proxy and certificates below.')
      : undefined;
  return { title, verdict: 'problem', finding: failureSentence(plain(error), context), advice };
}

function clockCheck({ probes, connection }: CheckFacts, { t }: ViewContext): Check {
  const title = t('Clock');
  if (connection.id === 'demo') {
    return { title, verdict: 'ok', finding: t('The demo exchange uses the clock of this computer.') };
  }
  const all = probes === undefined ? [] : Object.values(probes);
  const skew = all.find(({ skewSeconds }) => skewSeconds !== undefined)?.skewSeconds;
  if (skew === undefined) return { title, verdict: 'note', finding: t('The service sent no time.') };
  const off = Math.abs(skew);
  const finding =
    off < 2
      ? t('Matches the service.')
      : skew > 0
        ? t('{0} seconds ahead of the service.', off)
        : t('{0} seconds behind the service.', off);
  const advice = t(
    'Let the computer set its clock automatically: a signature is valid for {0} seconds only.',
    SKEW_LIMIT,
  );
  if (off > SKEW_LIMIT) return { title, verdict: 'problem', finding, advice };
  return {
    title,
    verdict: off > SKEW_FINE ? 'note' : 'ok',
    finding,
    advice: off > SKEW_FINE ? advice : undefined,
  };
}

function proxyCheck({ network, probes }: CheckFacts, { t }: ViewContext): Check {
  const title = t('Proxy');
  const sources = [...(network.proxySetting ? ['http.proxy'] : []), ...network.proxyVariables];
  const via = viaSentence(network.via, t);
  if (network.via === 'inProcess') return { title, verdict: 'ok', finding: via };
  const unreached = probes?.public.error?.code === 'network';
  if (sources.length === 0) {
    const advice = unreached
      ? t('If the network needs a proxy, set http.proxy, or set predictionMarkets.transport to editor.')
      : undefined;
    return { title, verdict: unreached ? 'note' : 'ok', finding: `${t('None configured.')} ${via}`, advice };
  }
  const finding = `${t('Set by {0}.', sources.join(', '))} ${via}`;
  if (!unreached) return { title, verdict: 'ok', finding };
  return {
    title,
    verdict: 'note',
    finding,
    advice: t('Check that the proxy is right and allows this service.'),
  };
}

function viaSentence(via: CheckFacts['network']['via'], t: ViewContext['t']): string {
  switch (via) {
    case 'inProcess':
      return t('No network is used.');
    case 'direct':
      return t('Requests are sent directly.');
    case 'editor':
      return t('Requests are sent through the editor.');
    case 'mixed':
      return t('Some requests are sent directly, some through the editor.');
  }
}

function certificateCheck(facts: CheckFacts, context: ViewContext): Check {
  const { connection, probes, network } = facts;
  const { t } = context;
  const title = t('Certificates');
  const refused = [probes?.public, probes?.account, probes?.marketsStream, probes?.accountStream]
    .flatMap((probe) => probe?.error ?? [])
    .find(({ details }) => tlsAdvice(details?.reason, t) !== undefined);
  const roots =
    network.systemRoots === undefined ? [] : [t('System root certificates: {0}.', network.systemRoots)];
  if (network.extraRoots) roots.push(t('NODE_EXTRA_CA_CERTS adds more.'));
  if (refused !== undefined) {
    const finding = [failureSentence(plain(refused), context), ...roots].join(' ');
    return { title, verdict: 'problem', finding, advice: tlsAdvice(refused.details?.reason, t) };
  }
  if (network.unsafeEnvironment || !network.strictTls) {
    const source = network.strictTls ? 'NODE_TLS_REJECT_UNAUTHORIZED=0' : 'http.proxyStrictSSL';
    const finding = t(
      '{0} turns off certificate checks in the editor. Direct requests and streams still check them.',
      source,
    );
    return {
      title,
      verdict: 'problem',
      finding,
      advice: t('Remove it and trust the root certificate instead.'),
    };
  }
  if (network.via === 'inProcess' || !connection.publicOrigin.startsWith('https:')) {
    return { title, verdict: 'ok', finding: t('Not needed on this computer.') };
  }
  const reached = probes !== undefined && probes.public.error?.code !== 'network';
  const finding = reached ? t('Accepted.') : t('None refused.');
  return { title, verdict: reached ? 'ok' : 'note', finding: [finding, ...roots].join(' ') };
}

/** What to do about a TLS failure; undefined for any other. */
function tlsAdvice(reason: string | undefined, t: ViewContext['t']): string | undefined {
  switch (reason) {
    case 'certificate':
      return t("Add the network's own root certificate to the system, then restart the editor.");
    case 'expired':
    case 'notYetValid':
      return t('Check the date of this computer. If it is right, the service must renew its certificate.');
    case 'otherHost':
      return t('Check the address of the service, and whether a proxy answers instead.');
    case 'noTls':
    case 'handshake':
      return t('Check the address of the service, and whether something on the way blocks TLS.');
    default:
      return undefined;
  }
}

/** Without the service's own text: a report that is passed on has our words only. */
function plain(failure: Failure): Failure {
  const { serviceMessage: _, ...details } = failure.details ?? {};
  return { code: failure.code, message: failure.message, details };
}
