import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checksOf,
  type DiagnosisFacts,
  diagnosisReport,
  type ProbeFact,
} from '../../../src/view/diagnosis.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { GOOD_FACTS, sameProbe } from '../../support/surface-documents.ts';
import { aContext } from '../../support/view.ts';

const GOOD = { error: undefined, skewSeconds: 0 };
const failed = (code: string, details: object = {}): ProbeFact => ({
  error: { code, message: `Failed: ${code}`, details },
  skewSeconds: undefined,
});

/** The lines of a report about one thing, with what to do about it. */
function about(title: string, facts: Partial<DiagnosisFacts>): string {
  const [check, ...more] = checksOf({ ...GOOD_FACTS, ...facts }, aContext()).filter(
    ([one]) => inEnglish(one) === title,
  );
  assert.ok(check !== undefined && more.length === 0, title);
  const [, verdict, finding, advice] = check;
  return `[${verdict}] ${finding}${advice === undefined ? '' : ` → ${advice}`}`;
}

describe('the diagnosis report', () => {
  it('says how each check went, and that nothing is wrong', () => {
    assert.equal(
      diagnosisReport(GOOD_FACTS, aContext()).split('\n').slice(2).join('\n'),
      `2026-11-20T20:00:00.000Z · Prediction Markets 0.1.0, VS Code 1.105.0, linux

No problems found. This report has no key and no order, so you can share it.

- [ok] Connection: desk.example at https://odds.example, signed requests at https://desk.example, authentication ed25519.
- [ok] Service: It answers.
- [ok] Clock: Within 5 seconds of the service.
- [ok] Proxy and certificates: No proxy is set.
- [ok] Key: Accepted.
- [ok] Price stream: It opens.
- [ok] Account stream: It opens.
- [ok] Rate limit: The service asks for no pause.
`,
    );
  });

  it('says what to do about a problem', () => {
    const report = diagnosisReport({ ...GOOD_FACTS, probes: sameProbe(failed('network')) }, aContext());
    assert.match(report, /\d problems found/);
    assert.match(
      report,
      /- \[problem\] Service: Nothing answers at https:\/\/odds\.example\. .*\n {2}- What to do: Check predictionMarkets\.custom\.publicUrl, then the proxy/,
    );
  });

  const custom = GOOD_FACTS.connection;
  const skewed = (skewSeconds: number) => ({
    probes: { ...sameProbe(GOOD), public: { ...GOOD, skewSeconds } },
  });
  const none = failed('auth', { auth: 'noKey' });
  const signedOut = { ...sameProbe(none), public: GOOD };
  const demo = {
    ...custom,
    id: 'demo',
    label: 'Demo',
    publicOrigin: 'https://demo.invalid',
    auth: 'ed25519',
  } as const;
  const reached = (code: string, details = {}) => ({ probes: sameProbe(failed(code, details)) });
  const only = (name: keyof NonNullable<DiagnosisFacts['probes']>, probe: ProbeFact) => ({
    probes: { ...sameProbe(GOOD), [name]: probe },
  });
  const net = (change: Partial<DiagnosisFacts['network']>) => ({
    network: { ...GOOD_FACTS.network, ...change },
  });
  const connected = (change: Partial<DiagnosisFacts['connection']>) => ({
    connection: { ...custom, ...change },
  });
  const table: Readonly<Record<string, readonly (readonly [Partial<DiagnosisFacts>, said: RegExp])[]>> = {
    Connection: [
      [connected({ problem: 'The setting x is empty.' }), /^\[problem\] The setting x is empty\. → Correct/],
      [{ probes: undefined }, /^\[problem\] It cannot be used/],
      [reached('network'), /^\[note\] desk\.example at https:\/\/odds\.example/],
      [only('account', failed('network')), /^\[ok\] desk\.example at/],
      [{ connection: demo }, /^\[ok\] The built-in demo/],
    ],
    Service: [
      [
        reached('timeout'),
        /^\[problem\] Nothing at https:\/\/odds\.example answered in time\. .* → Check predictionMarkets\.custom\.publicUrl/,
      ],
      [
        { ...reached('network'), ...connected({ id: 'polymarketUS' }) },
        /^\[problem\] Nothing answers at https:\/\/odds\.example.* → Check the proxy/,
      ],
      [
        reached('server', { serviceMessage: 'boom' }),
        /^\[problem\] .* The service has a problem of its own\.$/,
      ],
    ],
    Clock: [
      [skewed(-5), /^\[ok\] Within 5 seconds/],
      [skewed(-20), /^\[note\] 20 seconds behind.* → Let the computer/],
      [skewed(31), /^\[problem\] 31 seconds ahead.* → Let the computer/],
      [reached('network'), /^\[note\] The service sent no time/],
    ],
    'Proxy and certificates': [
      [net({ proxy: 'http.proxy' }), /^\[ok\] http\.proxy names a proxy\.$/],
      [
        { ...net({ proxy: 'HTTPS_PROXY' }), ...reached('network') },
        /^\[note\] HTTPS_PROXY names a proxy\. → Check that the proxy/,
      ],
      [reached('timeout'), /^\[note\] No proxy is set\. → If the network/],
      [reached('network', { reason: 'certificate' }), /^\[problem\] .*not trusted.* Add your network's own/],
      [reached('network', { reason: 'date' }), /^\[problem\] .*has expired or .* Check the date/],
      [
        only('marketsStream', failed('network', { reason: 'otherHost' })),
        /^\[problem\] .*for another host name\. Check its address/,
      ],
      [reached('network', { reason: 'handshake' }), /^\[problem\] No secure connection .* Check its address/],
      [reached('network', { reason: 'broken' }), /^\[note\] No proxy is set/],
      [
        net({ unchecked: 'http.proxyStrictSSL' }),
        /^\[problem\] http\.proxyStrictSSL turns off certificate checks.* → Remove it/,
      ],
    ],
    Key: [
      [{ key: 'none', probes: signedOut }, /^\[note\] You are signed out.* → Sign in/],
      [{ key: 'lost' }, /^\[problem\] It is missing.* → Sign in again/],
      [{ key: 'unreadable' }, /^\[problem\] The secret storage could not be read.* → Unlock/],
      [
        only('account', failed('auth', { auth: 'badKey' })),
        /^\[problem\] The service does not accept this key.* → If it was revoked/,
      ],
      [only('account', failed('clockSkew', { skewSeconds: 40 })), /^\[note\] .*40 seconds ahead/],
      [only('account', failed('network')), /^\[note\] Nothing answers at https:\/\/desk\.example\. /],
      [connected({ auth: 'none' }), /^\[ok\] This connection needs no key/],
    ],
    'Price stream': [
      [{ probes: signedOut }, /^\[note\] It needs a key/],
      [only('marketsStream', failed('badReply')), /^\[problem\] .* → Requests work/],
      [reached('network'), /^\[problem\] [^→]*$/],
    ],
    'Account stream': [[only('accountStream', failed('unsupported')), /^\[note\] The service has none/]],
    'Rate limit': [[{ pausedMs: 9_000 }, /^\[problem\] .*asked to wait 9.* → Wait/]],
  };
  for (const [title, cases] of Object.entries(table)) {
    it(`says of ${title} what was found`, () => {
      for (const [facts, said] of cases) assert.match(about(title, facts), said);
    });
  }

  it('checks nothing more of a connection that cannot be used, and no network of the demo', () => {
    const titles = (facts: Partial<DiagnosisFacts>) =>
      checksOf({ ...GOOD_FACTS, ...facts }, aContext()).map(([title]) => title);
    assert.deepEqual(titles({ probes: undefined }), ['Connection']);
    assert.deepEqual(titles({ connection: demo }), [
      'Connection',
      'Service',
      'Price stream',
      'Account stream',
      'Rate limit',
    ]);
  });

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
