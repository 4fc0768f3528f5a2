import { createHash } from 'node:crypto';
import { env, l10n, version } from 'vscode';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ConnectionProfile } from '../../exchange/profile.ts';
import { type CheckFacts, type DiagnosisFacts, diagnosisReport } from '../../view/diagnosis.ts';
import { withAbortableProgress } from '../ask.ts';
import type { Services } from '../services.ts';

/** Facts of this machine for the checks. Handed in: they are found below this layer. */
export interface Surroundings {
  network(profile: ConnectionProfile): Promise<CheckFacts['network']>;
  /** Of the extension and what it runs on. */
  readonly versions: readonly (readonly [name: string, version: string])[];
}

type DiagnoseServices = Pick<Services, 'session' | 'clock' | 'view' | 'connectionProblem' | 'log'>;

/** Checks everything between here and the service; resolves with the report, or undefined when stopped. */
export async function diagnose(
  services: DiagnoseServices,
  surroundings: Surroundings,
): Promise<string | undefined> {
  return withAbortableProgress(l10n.t('Checking the connection…'), async (signal) => {
    const facts = await diagnosisFacts(services, surroundings, signal);
    return signal.aborted ? undefined : diagnosisReport(facts, services.view());
  });
}

/** Never rejects: what cannot be checked is part of the facts. */
async function diagnosisFacts(
  services: DiagnoseServices,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<DiagnosisFacts> {
  const { session, clock, log } = services;
  const { profile } = session;
  const problem = services.connectionProblem();
  const exchange = await session.ensure().catch((cause: unknown) => {
    log.warn(`No client could be made: ${cause instanceof Error ? cause.name : 'unknown reason'}`);
    return undefined;
  });
  const probes =
    exchange === undefined || problem !== undefined ? undefined : await probesOf(exchange, signal);
  return {
    at: clock.now(),
    connection: {
      id: profile.id,
      label: profile.label,
      publicOrigin: originOf(profile.publicUrl),
      privateOrigin: originOf(profile.privateUrl),
      auth: profile.auth,
      problem,
    },
    probes,
    key: keyFacts(session),
    network: await surroundings.network(profile),
    rate: exchange?.diagnostics.rate(),
    versions: [...surroundings.versions, [env.appName, version], [l10n.t('Runs'), whereItRuns()]],
  };
}

/** One after the other, so that a slow service is not asked four things at once. */
async function probesOf({ diagnostics }: Exchange, signal: AbortSignal): Promise<CheckFacts['probes']> {
  const probe = (target: Parameters<typeof diagnostics.probe>[0]) => diagnostics.probe(target, signal);
  return {
    public: await probe('public'),
    account: await probe('account'),
    marketsStream: await probe('marketsStream'),
    accountStream: await probe('accountStream'),
  };
}

function keyFacts({ account, keyId, isStorageFailing }: Services['session']): CheckFacts['key'] {
  const isPresent = account.kind === 'signedIn' || account.kind === 'signingIn';
  return {
    state: account.kind === 'needsSignIn' ? account.why : isPresent ? 'present' : 'none',
    fingerprint: keyId === undefined || keyId === '' ? undefined : fingerprint(keyId),
    isStorageFailing,
  };
}

/** Enough to tell two keys apart, not enough to know one. */
function fingerprint(keyId: string): string {
  return createHash('sha256').update(keyId).digest('hex').slice(0, 6);
}

/** The kind of place only: the name of a machine may be private. */
function whereItRuns(): string {
  if (env.remoteName === undefined) return l10n.t('on this computer');
  const kind = /^[a-z-]{1,30}$/.exec(env.remoteName)?.[0];
  return kind === undefined ? l10n.t('on a remote') : l10n.t('on a remote ({0})', kind);
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}
