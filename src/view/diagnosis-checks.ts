import { type Check, type CheckFacts, plain } from './diagnosis-facts.ts';
import { certificateCheck, clockCheck, proxyCheck, reachCheck } from './diagnosis-network.ts';
import { failureSentence } from './messages.ts';
import type { ViewContext } from './row.ts';

/** Every check in the order a person would go: settings, network, clock, key, streams, rate. */
export function checksOf(facts: CheckFacts, context: ViewContext): readonly Check[] {
  return [
    connectionCheck(facts, context),
    reachCheck(facts, context),
    clockCheck(facts, context),
    proxyCheck(facts, context),
    certificateCheck(facts, context),
    storageCheck(facts, context),
    keyCheck(facts, context),
    lineCheck(facts, 'marketsStream', context),
    lineCheck(facts, 'accountStream', context),
    rateCheck(facts, context),
  ];
}

function connectionCheck({ connection, probes }: CheckFacts, { t }: ViewContext): Check {
  const title = t('Connection');
  const { id, label, problem, publicOrigin, privateOrigin, auth } = connection;
  if (problem !== undefined) {
    const advice = t('Mend the setting, or choose another connection with Switch Connection.');
    return { title, verdict: 'problem', said: problem, advice };
  }
  if (probes === undefined) {
    return { title, verdict: 'problem', said: t('No client could be made for it. The log says why.') };
  }
  if (id === 'demo')
    return { title, verdict: 'ok', said: t('The demo exchange, inside the extension: no network.') };
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
  return { title, verdict: 'ok', said: where };
}

function storageCheck({ connection, key }: CheckFacts, { t }: ViewContext): Check {
  const title = t('Secret storage');
  if (connection.id === 'demo' || connection.auth === 'none') {
    return { title, verdict: 'ok', said: t('This connection keeps nothing there.') };
  }
  if (key.storage === undefined) return { title, verdict: 'ok', said: t('It can be read.') };
  const said = key.storage === 'silent' ? t('It does not answer.') : t('It could not be read.');
  const advice = t(
    'Unlock the keyring of the system, or restart the editor. Signing in again works for this window.',
  );
  return { title, verdict: 'problem', said, advice };
}

function keyCheck({ connection, key, probes }: CheckFacts, context: ViewContext): Check {
  const { t } = context;
  const title = t('Key');
  if (connection.id === 'demo') return { title, verdict: 'ok', said: t('The demo exchange brings its own.') };
  if (connection.auth === 'none') return { title, verdict: 'ok', said: t('This connection needs none.') };
  const advice = t('Sign in again.');
  const revoked = t('If it was revoked or has expired, make a new one at the service.');
  const named = key.fingerprint === undefined ? '' : ` ${t('Fingerprint of its id: {0}.', key.fingerprint)}`;
  if (key.state === 'none') {
    return {
      title,
      verdict: 'note',
      said: t('Nobody is signed in.'),
      advice: t('Sign in to see your account.'),
    };
  }
  if (key.state === 'lost')
    return { title, verdict: 'problem', said: t('It is gone from the secret storage.'), advice };
  if (key.state === 'unreadable')
    return { title, verdict: 'note', said: t('It is not known whether there is one.') };
  const account = probes?.account;
  if (account?.error === undefined && account !== undefined) {
    return { title, verdict: 'ok', said: `${t('Right in form, and accepted.')}${named}` };
  }
  const error = account?.error;
  if (error?.details?.auth === 'badKey' && account?.ms === undefined) {
    return {
      title,
      verdict: 'problem',
      said: `${t('It is not of the right form, so nothing was sent.')}${named}`,
      advice,
    };
  }
  if (error === undefined) return { title, verdict: 'note', said: `${t('Not tried.')}${named}` };
  const isAuth = error.code === 'auth' || error.code === 'clockSkew';
  const said = `${failureSentence(plain(error), context)}${named}`;
  return {
    title,
    verdict: isAuth ? 'problem' : 'note',
    said,
    advice: error.code === 'auth' ? revoked : undefined,
  };
}

function lineCheck(facts: CheckFacts, line: 'marketsStream' | 'accountStream', context: ViewContext): Check {
  const { t } = context;
  const title = line === 'marketsStream' ? t('Stream of prices') : t('Stream of the account');
  const probe = facts.probes?.[line];
  if (probe === undefined) return { title, verdict: 'note', said: t('Not tried.') };
  const { error, ms } = probe;
  if (error === undefined) return { title, verdict: 'ok', said: t('It opens, in {0} ms.', ms ?? 0) };
  if (error.code === 'unsupported') {
    return { title, verdict: 'note', said: t('There is none; what is shown is read every so often.') };
  }
  if (error.details?.auth === 'noKey' && ms === undefined) {
    return {
      title,
      verdict: 'note',
      said: t('It needs a key; until then what is shown is read every so often.'),
    };
  }
  const advice =
    facts.probes?.public.error === undefined && error.code !== 'auth'
      ? t('Requests get through and this does not: a proxy or firewall may not let WebSockets pass.')
      : undefined;
  return { title, verdict: 'problem', said: failureSentence(plain(error), context), advice };
}

function rateCheck({ rate }: CheckFacts, { t, format }: ViewContext): Check {
  const title = t('Rate');
  if (rate === undefined) return { title, verdict: 'note', said: t('Not tried.') };
  if (rate.pausedMs > 0) {
    const said = t('The service asked to be left alone for {0}.', format.duration(rate.pausedMs));
    const advice = t('Wait. Close other programs that use the same key or the same network address.');
    return { title, verdict: 'problem', said, advice };
  }
  const said =
    rate.perSecond === 0
      ? t('Requests in the last second: {0}, without a limit.', rate.used)
      : t('Requests in the last second: {0} of {1}.', rate.used, rate.perSecond);
  return { title, verdict: 'ok', said };
}
