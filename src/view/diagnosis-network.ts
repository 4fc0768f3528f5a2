import { type Check, type CheckFacts, plain } from './diagnosis-facts.ts';
import { failureSentence } from './messages.ts';
import type { ViewContext } from './row.ts';

/** A difference people need not care about, and the one the service refuses signatures from on; seconds. */
const SKEW_FINE = 5;
const SKEW_LIMIT = 30;

export function reachCheck({ probes }: CheckFacts, context: ViewContext): Check {
  const { t } = context;
  const title = t('Service');
  if (probes === undefined) return { title, verdict: 'note', said: t('Not tried.') };
  const { error, ms } = probes.public;
  if (error === undefined) return { title, verdict: 'ok', said: t('It answers, in {0} ms.', ms ?? 0) };
  const advice =
    error.code === 'network' || error.code === 'timeout'
      ? t('Check the network, and the proxy and certificates below; then refresh.')
      : undefined;
  return { title, verdict: 'problem', said: failureSentence(plain(error), context), advice };
}

export function clockCheck({ probes, connection }: CheckFacts, { t }: ViewContext): Check {
  const title = t('Clock');
  if (connection.id === 'demo') {
    return { title, verdict: 'ok', said: t('The demo exchange goes by the clock of this computer.') };
  }
  const all = probes === undefined ? [] : Object.values(probes);
  const skew = all.find(({ skewSeconds }) => skewSeconds !== undefined)?.skewSeconds;
  if (skew === undefined) return { title, verdict: 'note', said: t('No reply told the time.') };
  const off = Math.abs(skew);
  const said =
    off < 2
      ? t('The same as the service, to the second.')
      : skew > 0
        ? t('{0} seconds ahead of the service.', off)
        : t('{0} seconds behind the service.', off);
  const advice = t(
    'Let the computer set its clock by itself: signatures count for {0} seconds only.',
    SKEW_LIMIT,
  );
  if (off > SKEW_LIMIT) return { title, verdict: 'problem', said, advice };
  return {
    title,
    verdict: off > SKEW_FINE ? 'note' : 'ok',
    said,
    advice: off > SKEW_FINE ? advice : undefined,
  };
}

export function proxyCheck({ network, probes }: CheckFacts, { t }: ViewContext): Check {
  const title = t('Proxy');
  const sources = [...(network.proxySetting ? ['http.proxy'] : []), ...network.proxyVariables];
  const via = viaSentence(network.via, t);
  if (network.via === 'inProcess') return { title, verdict: 'ok', said: via };
  const unreached = probes?.public.error?.code === 'network';
  if (sources.length === 0) {
    const advice = unreached
      ? t('Where the network needs a proxy, set http.proxy, or predictionMarkets.transport to editor.')
      : undefined;
    return { title, verdict: unreached ? 'note' : 'ok', said: `${t('None is configured.')} ${via}`, advice };
  }
  const said = `${t('Named by {0}.', sources.join(', '))} ${via}`;
  if (!unreached) return { title, verdict: 'ok', said };
  return {
    title,
    verdict: 'note',
    said,
    advice: t('Check that the proxy is the right one and lets this service pass.'),
  };
}

function viaSentence(via: CheckFacts['network']['via'], t: ViewContext['t']): string {
  switch (via) {
    case 'inProcess':
      return t('Nothing leaves this computer.');
    case 'direct':
      return t('Requests go directly.');
    case 'editor':
      return t('Requests go through the editor.');
    case 'mixed':
      return t('Some requests go directly, some through the editor.');
  }
}

export function certificateCheck(facts: CheckFacts, context: ViewContext): Check {
  const { connection, probes, network } = facts;
  const { t } = context;
  const title = t('Certificates');
  const refused = [probes?.public, probes?.account, probes?.marketsStream, probes?.accountStream]
    .flatMap((probe) => probe?.error ?? [])
    .find(({ details }) => tlsAdvice(details?.reason, t) !== undefined);
  const roots =
    network.systemRoots === undefined ? [] : [t('Roots of the system: {0}.', network.systemRoots)];
  if (network.extraRoots) roots.push(t('NODE_EXTRA_CA_CERTS adds some.'));
  if (refused !== undefined) {
    const said = [failureSentence(plain(refused), context), ...roots].join(' ');
    return { title, verdict: 'problem', said, advice: tlsAdvice(refused.details?.reason, t) };
  }
  if (network.unsafeEnvironment || !network.strictTls) {
    const source = network.strictTls ? 'NODE_TLS_REJECT_UNAUTHORIZED=0' : 'http.proxyStrictSSL';
    const said = t(
      '{0} tells the editor not to check certificates. Direct requests and streams check them all the same.',
      source,
    );
    return {
      title,
      verdict: 'problem',
      said,
      advice: t('Remove it, and trust the root certificate instead.'),
    };
  }
  if (network.via === 'inProcess' || !connection.publicOrigin.startsWith('https:')) {
    return { title, verdict: 'ok', said: t('None is needed for what stays on this computer.') };
  }
  const reached = probes !== undefined && probes.public.error?.code !== 'network';
  const said = reached ? t('Accepted.') : t('None was refused.');
  return { title, verdict: reached ? 'ok' : 'note', said: [said, ...roots].join(' ') };
}

/** Undefined: nothing is wrong with certificates or what goes with them. */
function tlsAdvice(reason: string | undefined, t: ViewContext['t']): string | undefined {
  switch (reason) {
    case 'certificate':
      return t("Add the network's own root certificate to the system, then restart the editor.");
    case 'expired':
    case 'notYetValid':
      return t(
        'Check the date of this computer. Where it is right, the service has to renew its certificate.',
      );
    case 'otherHost':
      return t('Check the address of the service, and whether a proxy answers in its place.');
    case 'noTls':
    case 'handshake':
      return t('Check the address of the service, and whether something in between keeps TLS from it.');
    default:
      return undefined;
  }
}
