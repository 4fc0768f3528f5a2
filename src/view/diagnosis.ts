import { SIGNATURE_SECONDS } from '../core/instant.ts';
import { type Failure, failureSentence } from './messages.ts';
import type { ViewContext } from './row.ts';
import { unusableText } from './setup-text.ts';

/** `note`: neither good nor bad, or unknown. `advice`: what to do about it. */
type Finding = readonly [verdict: 'ok' | 'problem' | 'note', finding: string, advice?: string | undefined];
type Check = readonly [title: string, ...Finding];

export interface ProbeFact {
  readonly error: Failure | undefined;
  /** Seconds this machine's clock is ahead of the service's. */
  readonly skewSeconds: number | undefined;
}

/** Everything a diagnosis is written from. It has no text of the service, no path and no secret. */
export interface DiagnosisFacts {
  /** Unix milliseconds. */
  readonly at: number;
  /** Of the extension and what it runs on. */
  readonly versions: string;
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
  /** `unreadable`: the secret storage fails, so there may or may not be one. */
  readonly key: 'none' | 'present' | 'lost' | 'unreadable';
  readonly network: {
    /** The setting or variable that names the proxy in use. */
    readonly proxy: string | undefined;
    /** The setting or variable that makes the editor accept any certificate. */
    readonly unchecked: string | undefined;
  };
  /** Milliseconds until the pause ends that the service asked for; 0: there is none. */
  readonly pausedMs: number;
}

/** Facts of a connection that was tried. */
type Tried = DiagnosisFacts & { readonly probes: NonNullable<DiagnosisFacts['probes']> };

/** The whole report as Markdown that reads well as plain text too. */
export function diagnosisReport(facts: DiagnosisFacts, context: ViewContext): string {
  const { t } = context;
  const checks = checksOf(facts, context);
  const problems = checks.filter(([, verdict]) => verdict === 'problem').length;
  const found = problems === 1 ? t('1 problem found.') : t('{0} problems found.', problems);
  const verdicts = { ok: t('ok'), problem: t('problem'), note: t('note') };
  const lines = checks.flatMap(([title, verdict, finding, advice]) => [
    `- [${verdicts[verdict]}] ${title}: ${finding}`,
    ...(advice === undefined ? [] : [`  - ${t('What to do: {0}', advice)}`]),
  ]);
  return [
    `# ${t('Prediction Markets: diagnosis')}`,
    '',
    `${new Date(facts.at).toISOString()} · ${facts.versions}`,
    '',
    `${problems === 0 ? t('No problems found.') : found} ${t('This report has no key and no order, so you can share it.')}`,
    '',
    ...lines,
    '',
  ].join('\n');
}

/** Every check, in the order a person would go: settings, service, clock, network, key, streams, rate limit. */
export function checksOf(facts: DiagnosisFacts, context: ViewContext): readonly Check[] {
  const { t } = context;
  const { probes } = facts;
  const connection: Check = [t('Connection'), ...connectionCheck(facts, context)];
  if (probes === undefined) return [connection];
  const tried = { ...facts, probes };
  const ofNetwork: readonly Check[] = [
    [t('Clock'), ...clockCheck(tried, context)],
    [t('Proxy and certificates'), ...networkCheck(tried, context)],
    [t('Key'), ...keyCheck(tried, context)],
  ];
  return [
    connection,
    [t('Service'), ...reachCheck(tried, context)],
    ...(facts.connection.id === 'demo' ? [] : ofNetwork),
    [t('Price stream'), ...streamCheck(tried, probes.marketsStream, context)],
    [t('Account stream'), ...streamCheck(tried, probes.accountStream, context)],
    [t('Rate limit'), ...rateCheck(tried, context)],
  ];
}

function connectionCheck({ connection, probes }: DiagnosisFacts, { t }: ViewContext): Finding {
  const { id, label, publicOrigin, privateOrigin, auth, problem } = connection;
  if (problem !== undefined) return ['problem', problem, t('Correct the setting, or switch the connection.')];
  if (probes === undefined) return ['problem', t('It cannot be used. See the log.')];
  if (id === 'demo') return ['ok', t('The built-in demo exchange: no network.')];
  return [
    // What is configured is no more than that until somebody answers there.
    isUnreached(probes.public.error) ? 'note' : 'ok',
    t('{0} at {1}, signed requests at {2}, authentication {3}.', label, publicOrigin, privateOrigin, auth),
  ];
}

function reachCheck({ probes, connection }: Tried, context: ViewContext): Finding {
  const { t } = context;
  const { error } = probes.public;
  if (error === undefined) return ['ok', t('It answers.')];
  const finding = unusableText(connection.publicOrigin, inOurWords(error), context);
  if (!isUnreached(error)) return ['problem', finding];
  return [
    'problem',
    finding,
    connection.id === 'custom'
      ? t('Check predictionMarkets.custom.publicUrl, then the proxy and certificates below.')
      : t('Check the proxy and certificates below.'),
  ];
}

/** A difference nobody needs to care about, seconds. */
const SKEW_FINE = 5;

function clockCheck({ probes }: Tried, { t }: ViewContext): Finding {
  const skew = Object.values(probes).find(({ skewSeconds }) => skewSeconds !== undefined)?.skewSeconds;
  if (skew === undefined) return ['note', t('The service sent no time.')];
  const off = Math.abs(skew);
  if (off <= SKEW_FINE) return ['ok', t('Within {0} seconds of the service.', SKEW_FINE)];
  return [
    off > SIGNATURE_SECONDS ? 'problem' : 'note',
    skew > 0 ? t('{0} seconds ahead of the service.', off) : t('{0} seconds behind the service.', off),
    t(
      'Let the computer set its clock automatically: a signature is valid for {0} seconds only.',
      SIGNATURE_SECONDS,
    ),
  ];
}

function networkCheck({ network, probes }: Tried, context: ViewContext): Finding {
  const { t } = context;
  const refused = Object.values(probes).find(({ error }) => isTlsProblem(error))?.error;
  if (refused !== undefined) return ['problem', sentenceOf(refused, context)];
  const { proxy, unchecked } = network;
  if (unchecked !== undefined) {
    return [
      'problem',
      t(
        '{0} turns off certificate checks in the editor. Direct requests and streams still check them.',
        unchecked,
      ),
      t('Remove it and trust the root certificate instead.'),
    ];
  }
  const finding = proxy === undefined ? t('No proxy is set.') : t('{0} names a proxy.', proxy);
  if (!isUnreached(probes.public.error)) return ['ok', finding];
  return [
    'note',
    finding,
    proxy === undefined
      ? t('If the network needs a proxy, set http.proxy, or set predictionMarkets.transport to editor.')
      : t('Check that the proxy is right and allows this service.'),
  ];
}

function keyCheck({ connection, key, probes }: Tried, context: ViewContext): Finding {
  const { t } = context;
  if (connection.auth === 'none') return ['ok', t('This connection needs no key.')];
  if (key === 'none') return ['note', t('You are signed out.'), t('Sign in to see your account.')];
  if (key === 'lost') return ['problem', t('It is missing from the secret storage.'), t('Sign in again.')];
  if (key === 'unreadable') {
    return [
      'problem',
      t('The secret storage could not be read.'),
      t(
        'Unlock the keyring of the system, or restart the editor. Until then you can sign in for this window.',
      ),
    ];
  }
  const { error } = probes.account;
  if (error === undefined) return ['ok', t('Accepted.')];
  if (error.code !== 'auth')
    return ['note', unusableText(connection.privateOrigin, inOurWords(error), context)];
  const advice = t('If it was revoked or has expired, create a new one at the service.');
  return ['problem', sentenceOf(error, context), advice];
}

function streamCheck({ probes }: Tried, { error }: ProbeFact, context: ViewContext): Finding {
  const { t } = context;
  if (error === undefined) return ['ok', t('It opens.')];
  if (error.code === 'unsupported') return ['note', t('The service has none, so data is polled.')];
  if (error.details?.auth === 'noKey')
    return ['note', t('It needs a key. Until you sign in, data is polled.')];
  const isOnlyStreams = probes.public.error === undefined && error.code !== 'auth';
  const blocked = t('Requests work and this does not: a proxy or firewall may block WebSockets.');
  return ['problem', sentenceOf(error, context), isOnlyStreams ? blocked : undefined];
}

function rateCheck({ pausedMs }: Tried, { t, format }: ViewContext): Finding {
  if (pausedMs === 0) return ['ok', t('The service asks for no pause.')];
  return [
    'problem',
    t('The service asked to wait {0}.', format.duration(pausedMs)),
    t('Wait, and close other programs that use the same key or network address.'),
  ];
}

function isUnreached(error: Failure | undefined): boolean {
  return error?.code === 'network' || error?.code === 'timeout';
}

function isTlsProblem(error: Failure | undefined): boolean {
  const reason = error?.details?.reason ?? 'broken';
  return error?.code === 'network' && reason !== 'broken';
}

function sentenceOf(failure: Failure, context: ViewContext): string {
  return failureSentence(inOurWords(failure), context);
}

/** Without the service's own text: a report that is passed on has our words only. */
function inOurWords({ code, message, details = {} }: Failure): Failure {
  const { serviceMessage: _, ...rest } = details;
  return { code, message, details: rest };
}
