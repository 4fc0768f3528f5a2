import { type Failure, failureSentence } from './messages.ts';
import type { ViewContext } from './row.ts';
import { unusableText } from './setup-text.ts';

/** `note`: neither good nor bad, or unknown. */
type CheckVerdict = 'ok' | 'problem' | 'note';

interface Check {
  readonly title: string;
  readonly verdict: CheckVerdict;
  readonly finding: string;
  readonly advice?: string | undefined;
}

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
    readonly isStorageFailing: boolean;
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

/** Everything a diagnosis is written from. It has no text of the service, no path and no secret. */
export interface DiagnosisFacts extends CheckFacts {
  /** Unix milliseconds. */
  readonly at: number;
  /** Name and version of what it ran on, e.g. `VS Code` and `1.105.0`. */
  readonly versions: readonly (readonly [name: string, version: string])[];
}

/** The whole report as Markdown that reads well as plain text too. */
export function diagnosisReport(facts: DiagnosisFacts, context: ViewContext): string {
  const { t, format } = context;
  const checks = checksOf(facts, context);
  const problems = checks.filter(({ verdict }) => verdict === 'problem').length;
  const found = problems === 1 ? t('1 problem found.') : t('{0} problems found.', problems);
  const verdicts = { ok: t('ok'), problem: t('problem'), note: t('note') };
  const lines = checks.flatMap(({ title, verdict, finding, advice }) => [
    `- [${verdicts[verdict]}] ${title}: ${oneLine(finding)}`,
    ...(advice === undefined ? [] : [`  - ${t('What to do: {0}', oneLine(advice))}`]),
  ]);
  return [
    `# ${t('Prediction Markets: diagnosis')}`,
    '',
    `${format.time(facts.at)} · ${new Date(facts.at).toISOString()}`,
    '',
    `${problems === 0 ? t('No problems found.') : found} ${t('This report has no key and no order, so you can share it.')}`,
    '',
    ...lines,
    '',
    `## ${t('Versions')}`,
    '',
    ...facts.versions.map(([name, version]) => `- ${name}: ${oneLine(version)}`),
    '',
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
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

function checkCalled(title: string) {
  const result =
    (verdict: CheckVerdict) =>
    (finding: string, advice?: string): Check => ({ title, verdict, finding, advice });
  return { ok: result('ok'), problem: result('problem'), note: result('note') };
}

function connectionCheck({ connection, probes }: CheckFacts, { t }: ViewContext): Check {
  const { ok, problem, note } = checkCalled(t('Connection'));
  const { id, label, publicOrigin, privateOrigin, auth } = connection;
  if (connection.problem !== undefined) {
    return problem(connection.problem, t('Correct the setting, or switch the connection.'));
  }
  if (probes === undefined) return problem(t('It cannot be used. See the log.'));
  if (id === 'demo') return ok(t('The built-in demo exchange: no network.'));
  // What is configured is no more than that until somebody answers there.
  const say = isUnreached(probes.public.error) ? note : ok;
  if (publicOrigin === privateOrigin)
    return say(t('{0} at {1}, authentication {2}.', label, publicOrigin, auth));
  return say(
    t('{0} at {1}, signed requests at {2}, authentication {3}.', label, publicOrigin, privateOrigin, auth),
  );
}

function storageCheck({ connection, key }: CheckFacts, { t }: ViewContext): Check {
  const { ok, problem } = checkCalled(t('Secret storage'));
  if (connection.id === 'demo' || connection.auth === 'none')
    return ok(t('This connection does not use it.'));
  if (!key.isStorageFailing) return ok(t('It works.'));
  return problem(
    t('It could not be read.'),
    t('Unlock the keyring of the system, or restart the editor. Until then you can sign in for this window.'),
  );
}

function keyCheck({ connection, key, probes }: CheckFacts, context: ViewContext): Check {
  const { t } = context;
  const { ok, problem, note } = checkCalled(t('Key'));
  if (connection.id === 'demo') return ok(t('The demo exchange has its own.'));
  if (connection.auth === 'none') return ok(t('This connection needs no key.'));
  if (key.state === 'none') return note(t('You are signed out.'), t('Sign in to see your account.'));
  if (key.state === 'lost') return problem(t('It is missing from the secret storage.'), t('Sign in again.'));
  if (key.state === 'unreadable') {
    return note(t('The secret storage cannot be read, so there may or may not be one.'));
  }
  const print = key.fingerprint;
  const named = (finding: string): string =>
    print === undefined ? finding : `${finding} ${t('Fingerprint of the key id: {0}.', print)}`;
  if (probes === undefined) return note(named(t('Not tried.')));
  const { error, ms } = probes.account;
  if (error === undefined) return ok(named(t('Accepted.')));
  if (error.details?.auth === 'badKey' && ms === undefined) {
    return problem(named(t('It has the wrong format, so it was not used.')), t('Sign in again.'));
  }
  const signedAt = isUnreached(error)
    ? unusableText(connection.privateOrigin, withoutTheirWords(error), context)
    : failureText(error, context);
  const finding = named(signedAt);
  if (error.code === 'clockSkew') return problem(finding);
  if (error.code !== 'auth') return note(finding);
  return problem(finding, t('If it was revoked or has expired, create a new one at the service.'));
}

function streamCheck(
  { probes }: CheckFacts,
  stream: 'marketsStream' | 'accountStream',
  context: ViewContext,
): Check {
  const { t } = context;
  const { ok, problem, note } = checkCalled(
    stream === 'marketsStream' ? t('Price stream') : t('Account stream'),
  );
  if (probes === undefined) return note(t('Not tried.'));
  const { error, ms } = probes[stream];
  if (error === undefined) return ok(t('Opens in {0} ms.', ms ?? 0));
  if (error.code === 'unsupported') return note(t('The service has none, so data is polled.'));
  if (error.details?.auth === 'noKey' && ms === undefined) {
    return note(t('It needs a key. Until you sign in, data is polled.'));
  }
  const isOnlyStreams = probes.public.error === undefined && error.code !== 'auth';
  const blocked = t('Requests work and this does not: a proxy or firewall may block WebSockets.');
  return problem(failureText(error, context), isOnlyStreams ? blocked : undefined);
}

function rateCheck({ rate }: CheckFacts, { t, format }: ViewContext): Check {
  const { ok, problem, note } = checkCalled(t('Rate limit'));
  if (rate === undefined) return note(t('Not tried.'));
  const { perSecond, used, pausedMs } = rate;
  if (pausedMs > 0) {
    return problem(
      t('The service asked to wait {0}.', format.duration(pausedMs)),
      t('Wait, and close other programs that use the same key or network address.'),
    );
  }
  return ok(
    perSecond === 0
      ? t('{0} requests in the last second, no limit.', used)
      : t('{0} of {1} requests used in the last second.', used, perSecond),
  );
}

/** Seconds: a difference nobody needs to care about, and the largest with which the service accepts a signature. */
const SKEW_FINE = 5;
const SKEW_LIMIT = 30;

function isUnreached(error: Failure | undefined): boolean {
  return error?.code === 'network' || error?.code === 'timeout';
}

function reachCheck({ probes, connection }: CheckFacts, context: ViewContext): Check {
  const { t } = context;
  const { ok, problem, note } = checkCalled(t('Service'));
  if (probes === undefined) return note(t('Not tried.'));
  const { error, ms } = probes.public;
  if (error === undefined) return ok(t('Answers in {0} ms.', ms ?? 0));
  if (!isUnreached(error)) return problem(failureText(error, context));
  return problem(
    unusableText(connection.publicOrigin, withoutTheirWords(error), context),
    connection.id === 'custom'
      ? t(
          'Check the address in predictionMarkets.custom.publicUrl, the network, then the proxy and certificates below.',
        )
      : t('Check the network, then the proxy and certificates below.'),
  );
}

function clockCheck({ probes, connection }: CheckFacts, { t }: ViewContext): Check {
  const { ok, problem, note } = checkCalled(t('Clock'));
  if (connection.id === 'demo') return ok(t('The demo exchange uses the clock of this computer.'));
  const skew = Object.values(probes ?? {}).find(({ skewSeconds }) => skewSeconds !== undefined)?.skewSeconds;
  if (skew === undefined) return note(t('The service sent no time.'));
  const off = Math.abs(skew);
  if (off < 2) return ok(t('Matches the service.'));
  const finding =
    skew > 0 ? t('{0} seconds ahead of the service.', off) : t('{0} seconds behind the service.', off);
  if (off <= SKEW_FINE) return ok(finding);
  const advice = t(
    'Let the computer set its clock automatically: a signature is valid for {0} seconds only.',
    SKEW_LIMIT,
  );
  return off > SKEW_LIMIT ? problem(finding, advice) : note(finding, advice);
}

function proxyCheck({ network, probes }: CheckFacts, { t }: ViewContext): Check {
  const { ok, note } = checkCalled(t('Proxy'));
  const via = {
    inProcess: t('No network is used.'),
    direct: t('Requests are sent directly.'),
    editor: t('Requests are sent through the editor.'),
    mixed: t('Some requests are sent directly, some through the editor.'),
  }[network.via];
  if (network.via === 'inProcess') return ok(via);
  const sources = [...(network.proxySetting ? ['http.proxy'] : []), ...network.proxyVariables];
  const isSet = sources.length > 0;
  const finding = `${isSet ? t('Set by {0}.', sources.join(', ')) : t('None configured.')} ${via}`;
  if (probes?.public.error?.code !== 'network') return ok(finding);
  return note(
    finding,
    isSet
      ? t('Check that the proxy is right and allows this service.')
      : t('If the network needs a proxy, set http.proxy, or set predictionMarkets.transport to editor.'),
  );
}

function certificateCheck({ connection, probes, network }: CheckFacts, context: ViewContext): Check {
  const { t } = context;
  const { ok, problem, note } = checkCalled(t('Certificates'));
  const refused = Object.values(probes ?? {})
    .flatMap(({ error }) => error ?? [])
    .find(({ details }) => tlsAdvice(details?.reason, t) !== undefined);
  const roots =
    network.systemRoots === undefined ? [] : [t('System root certificates: {0}.', network.systemRoots)];
  if (network.extraRoots) roots.push(t('NODE_EXTRA_CA_CERTS adds more.'));
  if (refused !== undefined) {
    const finding = [failureText(refused, context), ...roots].join(' ');
    return problem(finding, tlsAdvice(refused.details?.reason, t));
  }
  if (network.unsafeEnvironment || !network.strictTls) {
    return problem(
      t(
        '{0} turns off certificate checks in the editor. Direct requests and streams still check them.',
        network.strictTls ? 'NODE_TLS_REJECT_UNAUTHORIZED=0' : 'http.proxyStrictSSL',
      ),
      t('Remove it and trust the root certificate instead.'),
    );
  }
  if (network.via === 'inProcess' || !connection.publicOrigin.startsWith('https:')) {
    return ok(t('Not needed on this computer.'));
  }
  const isReached = probes !== undefined && probes.public.error?.code !== 'network';
  return isReached
    ? ok([t('Accepted.'), ...roots].join(' '))
    : note([t('None refused.'), ...roots].join(' '));
}

/** What to do about a TLS failure; undefined for any other. */
function tlsAdvice(reason: string | undefined, t: ViewContext['t']): string | undefined {
  const date = t('Check the date of this computer. If it is right, the service must renew its certificate.');
  const address = t('Check the address of the service, and whether something on the way blocks TLS.');
  const advice: Readonly<Record<string, string>> = {
    certificate: t("Add the network's own root certificate to the system, then restart the editor."),
    expired: date,
    notYetValid: date,
    otherHost: t('Check the address of the service, and whether a proxy answers instead.'),
    noTls: address,
    handshake: address,
  };
  return advice[reason ?? ''];
}

function failureText(failure: Failure, context: ViewContext): string {
  return failureSentence(withoutTheirWords(failure), context);
}

/** Without the service's own text: a report that is passed on has our words only. */
function withoutTheirWords({ code, message, details = {} }: Failure): Failure {
  const { serviceMessage: _, ...rest } = details;
  return { code, message, details: rest };
}
