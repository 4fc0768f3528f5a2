import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type CheckFacts,
  checksOf,
  type DiagnosisFacts,
  diagnosisReport,
  type ProbeFact,
} from '../../../src/view/diagnosis.ts';
import { GOOD_FACTS, sameProbe } from '../../support/surface-documents.ts';
import { aContext } from '../../support/view.ts';

const GOOD = { error: undefined, ms: 12, skewSeconds: 0 };
const failed = (code: string, details: object = {}, sent = true): ProbeFact => ({
  error: { code, message: `Failed: ${code}`, details },
  ms: sent ? 5 : undefined,
  skewSeconds: undefined,
});

/** The lines of a report about one thing, with what to do about it. */
function about(title: string, facts: Partial<DiagnosisFacts>): string {
  const [check, ...more] = checksOf({ ...GOOD_FACTS, ...facts }, aContext()).filter(
    (one) => one.title === title,
  );
  assert.ok(check !== undefined && more.length === 0, title);
  return `[${check.verdict}] ${check.finding}${check.advice === undefined ? '' : ` → ${check.advice}`}`;
}

describe('the diagnosis report', () => {
  it('says how each check went, and that nothing is wrong', () => {
    assert.equal(
      diagnosisReport(GOOD_FACTS, aContext()).split('\n').slice(4).join('\n'),
      `No problems found. This report has no key and no order, so you can share it.

- [ok] Connection: desk.example at https://odds.example, signed requests at https://desk.example, authentication ed25519.
- [ok] Service: Answers in 12 ms.
- [ok] Clock: Matches the service.
- [ok] Proxy: None configured. Requests are sent directly.
- [ok] Certificates: Accepted. System root certificates: 140.
- [ok] Secret storage: It works.
- [ok] Key: Accepted. Fingerprint of the key id: a1b2c3.
- [ok] Price stream: Opens in 12 ms.
- [ok] Account stream: Opens in 12 ms.
- [ok] Rate limit: 3 of 20 requests used in the last second.

## Versions

- VS Code: 1.105.0
`,
    );
  });

  it('says what to do about a problem', () => {
    const report = diagnosisReport({ ...GOOD_FACTS, probes: sameProbe(failed('network')) }, aContext());
    assert.match(report, /\d problems found/);
    assert.match(
      report,
      /- \[problem\] Service: Nothing answers at https:\/\/odds\.example\. .*\n {2}- What to do: Check the address in predictionMarkets\.custom\.publicUrl, the network/,
    );
  });

  const custom = GOOD_FACTS.connection;
  const { network, key } = GOOD_FACTS;
  const skewed = (skewSeconds: number) => ({
    probes: { ...sameProbe(GOOD), public: { ...GOOD, skewSeconds } },
  });
  const none = failed('auth', { auth: 'noKey' }, false);
  const signedOut = { ...sameProbe(none), public: GOOD };
  const demo = {
    ...custom,
    id: 'demo',
    label: 'Demo',
    publicOrigin: 'https://demo.invalid',
    auth: 'ed25519',
  } as const;
  const reached = (code: string, details = {}) => ({ probes: sameProbe(failed(code, details)) });
  const only = (name: keyof NonNullable<CheckFacts['probes']>, probe: ProbeFact) => ({
    probes: { ...sameProbe(GOOD), [name]: probe },
  });
  const net = (change: Partial<CheckFacts['network']>) => ({ network: { ...network, ...change } });
  const keyed = (change: Partial<CheckFacts['key']>) => ({ key: { ...key, ...change } });
  const connected = (change: Partial<CheckFacts['connection']>) => ({ connection: { ...custom, ...change } });
  const table: Readonly<Record<string, readonly (readonly [Partial<DiagnosisFacts>, said: RegExp])[]>> = {
    Connection: [
      [connected({ problem: 'The setting x is empty.' }), /^\[problem\] The setting x is empty\. → Correct/],
      [{ probes: undefined }, /^\[problem\] It cannot be used/],
      [reached('network'), /^\[note\] desk\.example at https:\/\/odds\.example/],
      [only('account', failed('network')), /^\[ok\] desk\.example at/],
      [{ connection: demo }, /^\[ok\] The built-in demo/],
      [
        connected({ privateOrigin: custom.publicOrigin }),
        /^\[ok\] desk\.example at https:\/\/odds\.example, auth/,
      ],
    ],
    Service: [
      [{ probes: undefined }, /^\[note\] Not tried/],
      [
        reached('timeout'),
        /^\[problem\] Nothing at https:\/\/odds\.example answered in time\. .* → Check the address in predictionMarkets\.custom\.publicUrl/,
      ],
      [
        { ...reached('network'), ...connected({ id: 'polymarketUS' }) },
        /^\[problem\] Nothing answers at https:\/\/odds\.example.* → Check the network/,
      ],
      [reached('server', { serviceMessage: 'boom' }), /^\[problem\] The service has a problem of its own\.$/],
    ],
    Clock: [
      [skewed(0), /^\[ok\] Matches/],
      [skewed(4), /^\[ok\] 4 seconds ahead/],
      [skewed(-20), /^\[note\] 20 seconds behind.* → Let the computer/],
      [skewed(31), /^\[problem\] 31 seconds ahead.* → Let the computer/],
      [reached('network'), /^\[note\] The service sent no time/],
      [{ connection: demo }, /^\[ok\] The demo/],
    ],
    Proxy: [
      [
        net({ proxySetting: true, proxyVariables: ['HTTPS_PROXY'], via: 'editor' }),
        /^\[ok\] Set by http\.proxy, HTTPS_PROXY\. .* through the editor/,
      ],
      [
        { ...net({ proxySetting: true, via: 'mixed' }), ...reached('network') },
        /^\[note\] Set by http\.proxy.* → Check that the proxy/,
      ],
      [reached('network'), /^\[note\] None configured.* → If the network/],
      [net({ via: 'inProcess' }), /^\[ok\] No network is used/],
    ],
    Certificates: [
      [reached('network', { reason: 'certificate' }), /^\[problem\] .*not trusted.* → Add the network's own/],
      [reached('network', { reason: 'expired' }), /^\[problem\] .*has expired.* → Check the date/],
      [reached('network', { reason: 'notYetValid' }), /^\[problem\] .*is not valid yet.* → Check the date/],
      [
        only('marketsStream', failed('network', { reason: 'otherHost' })),
        /^\[problem\] .*for another host name.*whether a proxy answers/,
      ],
      [reached('network', { reason: 'noTls' }), /^\[problem\] .*does not speak TLS.*whether something/],
      [
        reached('network', { reason: 'handshake' }),
        /^\[problem\] No secure connection .* → Check the address/,
      ],
      [net({ strictTls: false }), /^\[problem\] http\.proxyStrictSSL turns off/],
      [net({ unsafeEnvironment: true }), /^\[problem\] NODE_TLS_REJECT_UNAUTHORIZED=0 turns off/],
      [net({ extraRoots: true, systemRoots: undefined }), /^\[ok\] Accepted\. NODE_EXTRA_CA_CERTS adds/],
      [connected({ publicOrigin: 'http://127.0.0.1:1' }), /^\[ok\] Not needed/],
      [reached('network'), /^\[note\] None refused/],
    ],
    'Secret storage': [
      [keyed({ isStorageFailing: true }), /^\[problem\] It could not be read.* → Unlock/],
      [connected({ auth: 'none' }), /^\[ok\] This connection does not use it/],
    ],
    Key: [
      [{ ...keyed({ state: 'none' }), probes: signedOut }, /^\[note\] You are signed out.* → Sign in/],
      [keyed({ state: 'lost' }), /^\[problem\] It is missing.* → Sign in again/],
      [keyed({ state: 'unreadable' }), /^\[note\] The secret storage cannot be read/],
      [
        only('account', failed('auth', { auth: 'badKey' })),
        /^\[problem\] The service does not accept this key.*a1b2c3\. → If it was revoked/,
      ],
      [only('account', failed('auth', { auth: 'badKey' }, false)), /^\[problem\] It has the wrong format/],
      [only('account', failed('clockSkew', { skewSeconds: 40 })), /^\[problem\] .*40 seconds ahead/],
      [only('account', failed('network')), /^\[note\] Nothing answers at https:\/\/desk\.example\. /],
      [{ probes: undefined }, /^\[note\] Not tried/],
      [connected({ auth: 'none' }), /^\[ok\] This connection needs no key/],
    ],
    'Price stream': [
      [{ probes: signedOut }, /^\[note\] It needs a key/],
      [only('marketsStream', failed('badReply')), /^\[problem\] .* → Requests work/],
      [reached('network'), /^\[problem\] [^→]*$/],
      [{ probes: undefined }, /^\[note\] Not tried/],
    ],
    'Account stream': [
      [only('accountStream', failed('unsupported', {}, false)), /^\[note\] The service has none/],
    ],
    'Rate limit': [
      [{ rate: { perSecond: 20, used: 20, pausedMs: 9_000 } }, /^\[problem\] .*asked to wait 9.* → Wait/],
      [{ rate: { perSecond: 0, used: 7, pausedMs: 0 } }, /^\[ok\] 7 requests in the last second, no limit/],
      [{ rate: undefined }, /^\[note\] Not tried/],
    ],
  };
  for (const [title, cases] of Object.entries(table)) {
    it(`says of ${title} what was found`, () => {
      for (const [facts, said] of cases) assert.match(about(title, facts), said);
    });
  }

  it('has no text of the service, and one line for each finding', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, fc.constantFrom('server', 'refused', 'auth', 'notFound'), (said, code) => {
        const mark = `mark-${said}-mark`;
        const probes = sameProbe(failed(code, { serviceMessage: mark, requestId: mark }));
        const report = diagnosisReport({ ...GOOD_FACTS, probes }, aContext());
        assert.ok(!report.includes('mark-'));
        const bullets = report.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
        assert.ok(bullets.slice(2).every((line) => /^ {0,2}- /.test(line)));
      }),
    );
  });
});
