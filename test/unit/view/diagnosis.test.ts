import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type DiagnosisFacts, diagnosisReport } from '../../../src/view/diagnosis.ts';
import { checksOf } from '../../../src/view/diagnosis-checks.ts';
import type { CheckFacts, ProbeFact } from '../../../src/view/diagnosis-facts.ts';
import { aContext, NOW } from '../../support/view.ts';

const GOOD: ProbeFact = { error: undefined, ms: 12, skewSeconds: 0 };
const failed = (code: string, details: object = {}, sent = true): ProbeFact => ({
  error: { code, message: `Failed: ${code}`, details },
  ms: sent ? 5 : undefined,
  skewSeconds: undefined,
});
const all = (probe: ProbeFact): NonNullable<CheckFacts['probes']> => ({
  public: probe,
  account: probe,
  marketsStream: probe,
  accountStream: probe,
});

const FACTS: DiagnosisFacts = {
  at: NOW,
  connection: {
    id: 'custom',
    label: 'desk.example',
    publicOrigin: 'https://odds.example',
    privateOrigin: 'https://desk.example',
    auth: 'ed25519',
    problem: undefined,
  },
  probes: all(GOOD),
  key: { state: 'present', fingerprint: 'a1b2c3', storage: undefined },
  network: {
    via: 'direct',
    proxySetting: false,
    proxyVariables: [],
    strictTls: true,
    unsafeEnvironment: false,
    systemRoots: 140,
    extraRoots: false,
  },
  rate: { perSecond: 20, used: 3, pausedMs: 0 },
  versions: [['VS Code', '1.105.0']],
};

/** The lines of a report about one thing, with what to do about it. */
function about(title: string, facts: Partial<DiagnosisFacts>): string {
  const [check, ...more] = checksOf({ ...FACTS, ...facts }, aContext()).filter((one) => one.title === title);
  assert.ok(check !== undefined && more.length === 0, title);
  return `[${check.verdict}] ${check.said}${check.advice === undefined ? '' : ` → ${check.advice}`}`;
}

describe('a diagnosis', () => {
  it('says of each thing how it is, and that nothing is wrong', () => {
    assert.equal(
      diagnosisReport(FACTS, aContext()).split('\n').slice(4).join('\n'),
      `No problem was found. This report holds no key and no order: it can be passed on.

- [ok] Connection: desk.example at https://odds.example, signed requests at https://desk.example, authentication ed25519.
- [ok] Service: It answers, in 12 ms.
- [ok] Clock: The same as the service, to the second.
- [ok] Proxy: None is configured. Requests go directly.
- [ok] Certificates: Accepted. Roots of the system: 140.
- [ok] Secret storage: It can be read.
- [ok] Key: Right in form, and accepted. Fingerprint of its id: a1b2c3.
- [ok] Stream of prices: It opens, in 12 ms.
- [ok] Stream of the account: It opens, in 12 ms.
- [ok] Rate: Requests in the last second: 3 of 20.

## Versions

- VS Code: 1.105.0
`,
    );
  });

  it('says what to do below what is wrong', () => {
    const report = diagnosisReport({ ...FACTS, probes: all(failed('network')) }, aContext());
    assert.match(report, /\d problems were found/);
    assert.match(report, /- \[problem\] Service: .* reached.*\n {2}- What to do: Check the network/);
  });

  const custom = FACTS.connection;
  const { network, key } = FACTS;
  const skewed = (skewSeconds: number) => ({ probes: { ...all(GOOD), public: { ...GOOD, skewSeconds } } });
  const none = failed('auth', { auth: 'noKey' }, false);
  const signedOut = { ...all(none), public: GOOD };
  const demo = {
    ...custom,
    id: 'demo',
    label: 'Demo',
    publicOrigin: 'https://demo.invalid',
    auth: 'ed25519',
  } as const;
  const table: readonly [title: string, facts: Partial<DiagnosisFacts>, said: RegExp][] = [
    [
      'Connection',
      { connection: { ...custom, problem: 'The setting x is empty.' } },
      /^\[problem\] The setting x is empty\. → Mend/,
    ],
    ['Connection', { probes: undefined }, /^\[problem\] No client/],
    ['Connection', { connection: demo }, /^\[ok\] The demo exchange/],
    [
      'Connection',
      { connection: { ...custom, privateOrigin: custom.publicOrigin } },
      /^\[ok\] desk\.example at https:\/\/odds\.example, auth/,
    ],
    ['Service', { probes: undefined }, /^\[note\] Not tried/],
    ['Service', { probes: all(failed('timeout')) }, /^\[problem\] .*in time.* → Check the network/],
    [
      'Service',
      { probes: all(failed('server', { serviceMessage: 'boom' })) },
      /^\[problem\] The service has a problem of its own\.$/,
    ],
    ['Clock', skewed(0), /^\[ok\] The same/],
    ['Clock', skewed(4), /^\[ok\] 4 seconds ahead/],
    ['Clock', skewed(-20), /^\[note\] 20 seconds behind.* → Let the computer/],
    ['Clock', skewed(31), /^\[problem\] 31 seconds ahead.* → Let the computer/],
    ['Clock', { probes: all(failed('network')) }, /^\[note\] No reply/],
    ['Clock', { connection: demo }, /^\[ok\] The demo/],
    [
      'Proxy',
      { network: { ...network, proxySetting: true, proxyVariables: ['HTTPS_PROXY'], via: 'editor' } },
      /^\[ok\] Named by http\.proxy, HTTPS_PROXY\. Requests go through the editor/,
    ],
    [
      'Proxy',
      { network: { ...network, proxySetting: true, via: 'mixed' }, probes: all(failed('network')) },
      /^\[note\] Named by http\.proxy.* → Check that the proxy/,
    ],
    ['Proxy', { probes: all(failed('network')) }, /^\[note\] None is configured.* → Where the network/],
    ['Proxy', { network: { ...network, via: 'inProcess' } }, /^\[ok\] Nothing leaves/],
    [
      'Certificates',
      { probes: all(failed('network', { reason: 'certificate' })) },
      /^\[problem\] .*not trusted.* → Add the network's own/,
    ],
    [
      'Certificates',
      { probes: all(failed('network', { reason: 'expired' })) },
      /^\[problem\] The service's certificate has expired.* → Check the date of this computer/,
    ],
    [
      'Certificates',
      { probes: all(failed('network', { reason: 'notYetValid' })) },
      /^\[problem\] .*is not valid yet.* → Check the date of this computer/,
    ],
    [
      'Certificates',
      { probes: { ...all(GOOD), marketsStream: failed('network', { reason: 'otherHost' }) } },
      /^\[problem\] .*for another host name.* → Check the address of the service, and whether a proxy/,
    ],
    [
      'Certificates',
      { probes: all(failed('network', { reason: 'noTls' })) },
      /^\[problem\] .*does not speak TLS.* → Check the address of the service, and whether something/,
    ],
    [
      'Certificates',
      { probes: all(failed('network', { reason: 'handshake' })) },
      /^\[problem\] No secure connection .* → Check the address/,
    ],
    [
      'Certificates',
      { network: { ...network, strictTls: false } },
      /^\[problem\] http\.proxyStrictSSL tells/,
    ],
    [
      'Certificates',
      { network: { ...network, unsafeEnvironment: true } },
      /^\[problem\] NODE_TLS_REJECT_UNAUTHORIZED=0 tells/,
    ],
    [
      'Certificates',
      { network: { ...network, extraRoots: true, systemRoots: undefined } },
      /^\[ok\] Accepted\. NODE_EXTRA_CA_CERTS adds/,
    ],
    [
      'Certificates',
      { connection: { ...custom, publicOrigin: 'http://127.0.0.1:1' } },
      /^\[ok\] None is needed/,
    ],
    ['Certificates', { probes: all(failed('network')) }, /^\[note\] None was refused/],
    ['Secret storage', { key: { ...key, storage: 'silent' } }, /^\[problem\] It does not answer.* → Unlock/],
    [
      'Secret storage',
      { key: { ...key, storage: 'failed' } },
      /^\[problem\] It could not be read.* → Unlock/,
    ],
    ['Secret storage', { connection: { ...custom, auth: 'none' } }, /^\[ok\] This connection keeps nothing/],
    [
      'Key',
      { key: { ...key, state: 'none' }, probes: signedOut },
      /^\[note\] Nobody is signed in.* → Sign in/,
    ],
    ['Key', { key: { ...key, state: 'lost' } }, /^\[problem\] It is gone.* → Sign in again/],
    ['Key', { key: { ...key, state: 'unreadable' } }, /^\[note\] It is not known/],
    [
      'Key',
      { probes: { ...all(GOOD), account: failed('auth', { auth: 'badKey' }) } },
      /^\[problem\] The service does not accept this key.*a1b2c3\. → If it was revoked/,
    ],
    [
      'Key',
      { probes: { ...all(GOOD), account: failed('auth', { auth: 'badKey' }, false) } },
      /^\[problem\] It is not of the right form/,
    ],
    [
      'Key',
      { probes: { ...all(GOOD), account: failed('clockSkew', { skewSeconds: 40 }) } },
      /^\[problem\] .*40 seconds ahead/,
    ],
    ['Key', { probes: { ...all(GOOD), account: failed('network') } }, /^\[note\] /],
    ['Key', { probes: undefined }, /^\[note\] Not tried/],
    ['Key', { connection: { ...custom, auth: 'none' } }, /^\[ok\] This connection needs none/],
    ['Stream of prices', { probes: signedOut }, /^\[note\] It needs a key/],
    [
      'Stream of the account',
      { probes: { ...all(GOOD), accountStream: failed('unsupported', {}, false) } },
      /^\[note\] There is none/,
    ],
    [
      'Stream of prices',
      { probes: { ...all(GOOD), marketsStream: failed('badReply') } },
      /^\[problem\] .* → Requests get through/,
    ],
    ['Stream of prices', { probes: all(failed('network')) }, /^\[problem\] [^→]*$/],
    ['Stream of prices', { probes: undefined }, /^\[note\] Not tried/],
    [
      'Rate',
      { rate: { perSecond: 20, used: 20, pausedMs: 9_000 } },
      /^\[problem\] .*left alone for 9.* → Wait/,
    ],
    ['Rate', { rate: { perSecond: 0, used: 7, pausedMs: 0 } }, /^\[ok\] .*: 7, without a limit/],
    ['Rate', { rate: undefined }, /^\[note\] Not tried/],
  ];
  for (const [index, [title, facts, said]] of table.entries()) {
    it(`${index + 1}. ${title}: ${said.source}`, () => assert.match(about(title, facts), said));
  }

  it('repeats nothing a service says, and has one line for each thing it says, whatever that holds', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, fc.constantFrom('server', 'refused', 'auth', 'notFound'), (said, code) => {
        const mark = `mark-${said}-mark`;
        const probes = all(failed(code, { serviceMessage: mark, requestId: mark }));
        const report = diagnosisReport({ ...FACTS, probes }, aContext());
        assert.ok(!report.includes('mark-'));
        const bullets = report.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
        assert.ok(bullets.slice(2).every((line) => /^ {0,2}- /.test(line)));
      }),
    );
  });
});
