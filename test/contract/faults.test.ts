import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExchangeErrorCode } from '../../src/exchange/errors.ts';
import { DEADLINE_MS } from '../../src/exchange/http/request.ts';
import { failureSentence } from '../../src/view/messages.ts';
import { REPLY_FAULTS } from '../../tools/exchange/faults/catalogue.ts';
import { type Trial, tableOf, trials, USUAL } from '../support/fault-table.ts';
import { CREDENTIALS, faultyClient, honestSide } from '../support/faulty.ts';
import { flawIn } from '../support/surfaces.ts';
import { aContext } from '../support/view.ts';

const TABLE = path.join(import.meta.dirname, '../../docs/faults.md');

interface Expected {
  /** How a call may end. */
  readonly ends: readonly (ExchangeErrorCode | 'value')[];
  /** What the sentence for people says when it fails. */
  readonly says: RegExp;
}

const LATE = /^The service did not answer in time\.$/;
const UNREADABLE = /cannot be read\. The log says what\.$/;
const WAIT = /^Too many requests\. The service asked to wait (?:a moment|7 s)\.$/;

/** What may come of a fault, worked out from what it is and not from what the client does. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  'no-headers': { ends: ['timeout'], says: LATE },
  'slow-body': { ends: ['value'], says: /^$/ },
  'stalled-body': { ends: ['timeout'], says: LATE },
  'dripping-body': { ends: ['timeout'], says: LATE },
  refused: { ends: ['network'], says: /cannot be reached/ },
  'tls-untrusted': { ends: ['network'], says: /certificate is not trusted/ },
  'tls-expired': { ends: ['network'], says: /certificate has expired/ },
  'reset-before': { ends: ['network'], says: /connection .* broke/ },
  'reset-after': { ends: ['network'], says: /connection .* broke/ },
  'cut-body': { ends: ['network'], says: /connection .* broke/ },
  garbage: { ends: ['badReply'], says: /damaged/ },
  'huge-headers': { ends: ['badReply'], says: /too large/ },
  'status-204': { ends: ['value', 'badReply'], says: UNREADABLE },
  'status-302': { ends: ['badReply'], says: /redirect/ },
  'status-400': { ends: ['refused'], says: /^The service refused the request: status 400 on purpose$/ },
  'status-401': { ends: ['auth'], says: /does not accept this key|^Not signed in/ },
  'status-403': { ends: ['auth'], says: /knows this key but does not allow this/ },
  'status-404': {
    ends: ['notFound', 'unsupported', 'value'],
    says: /^(?:The service does not know this|This service does not offer this)\.$/,
  },
  'status-408': { ends: ['timeout'], says: LATE },
  'status-429': { ends: ['rateLimit'], says: WAIT },
  'status-429-in-a-day': { ends: ['rateLimit'], says: /wait 1 d/ },
  'status-429-nonsense': { ends: ['rateLimit'], says: WAIT },
  'status-429-cut-body': { ends: ['rateLimit'], says: WAIT },
  'status-500': { ends: ['server'], says: /problem of its own: status 500 on purpose$/ },
  'status-500-hostile': { ends: ['server'], says: /problem of its own: ./ },
  'status-501': { ends: ['server', 'unsupported'], says: /problem of its own|does not offer this/ },
  'status-503-page': { ends: ['server'], says: /problem of its own/ },
  html: { ends: ['badReply'], says: /web page/ },
  'json-as-text': { ends: ['value'], says: /^$/ },
  'half-json': { ends: ['badReply'], says: /not answer with JSON/ },
  'endless-digits': { ends: ['value'], says: /^$/ },
  huge: { ends: ['badReply'], says: /too large/ },
  'gzip-bomb': { ends: ['badReply'], says: /too large/ },
  'not-gzip': { ends: ['badReply'], says: /damaged/ },
  'long-texts': { ends: ['value', 'badReply'], says: /too large/ },
  'same-identities': { ends: ['value', 'badReply'], says: /about something else/ },
  'other-thing': { ends: ['value', 'badReply'], says: /about something else/ },
};
/** Of bytes, shapes and pages: what can be read is taken, anything else is refused. */
const OTHERS: Expected = { ends: ['value', 'badReply'], says: UNREADABLE };

const HARMLESS = /^(?:json-as-text|slow-body|endless-digits)$/;

describe('every fault of a reply', function () {
  this.timeout(600_000);
  const all: Trial[] = [];
  before(async () => {
    for await (const trial of trials(honestSide())) all.push(trial);
  });

  /** Fails with all that are wrong, not with the first. */
  const each = (flaw: (trial: Trial) => string | undefined): void => {
    const flaws = all.flatMap((trial) => {
      const found = flaw(trial);
      return found === undefined ? [] : [`${trial.fault.name} at ${trial.endpoint.name}: ${found}`];
    });
    assert.deepEqual(flaws, []);
  };

  it('is tried at every endpoint at which it can matter', () => {
    const { exchange } = faultyClient(honestSide());
    // A raw reply is whatever came: no fault makes another value of it.
    const others = ['supports', 'permit', 'dispose', 'raw'];
    const calls = Object.entries(exchange).flatMap(([name, member]) =>
      typeof member === 'function' && !others.includes(name) ? [name] : [],
    );
    assert.equal(calls.length, 26);
    assert.deepEqual(new Set(all.map(({ endpoint }) => endpoint.name)), new Set(calls));
    assert.deepEqual(new Set(all.map(({ fault }) => fault)), new Set(REPLY_FAULTS));
    assert.ok(REPLY_FAULTS.length <= 60);
    assert.deepEqual(
      Object.keys(EXPECTED).filter((name) => !REPLY_FAULTS.some((fault) => fault.name === name)),
      [],
    );
  });

  it('ends in a value or in the right error, with a sentence that names the problem', () => {
    const context = aContext();
    each(({ fault, error, other, outcome }) => {
      if (other !== undefined) return `threw ${String(other)}`;
      const { ends, says } = EXPECTED[fault.name] ?? OTHERS;
      if (!ends.includes(error?.code ?? 'value')) return `${outcome}, not ${ends.join(' or ')}`;
      if (error === undefined) return undefined;
      const sentence = failureSentence(error, context);
      if (!says.test(sentence)) return `says ${JSON.stringify(sentence)}`;
      for (const text of [error.message, sentence]) {
        if (!/^[A-Z].{15,}/su.test(text) || text.length > 500) return `says ${JSON.stringify(text)}`;
        const flaw = flawIn(text);
        if (flaw !== undefined) return `says ${flaw}`;
      }
      return undefined;
    });
  });

  it('is over by the deadline and leaves no timer behind', () => {
    assert.equal(DEADLINE_MS, 30_000);
    each(({ elapsedMs, pending }) => {
      if (elapsedMs > DEADLINE_MS) return `took ${elapsedMs} ms`;
      return pending === 0 ? undefined : `${pending} timers`;
    });
  });

  it('has limits of its own for each part of a request, at which a POST, sent once, ends', () => {
    const limits = { connectMs: 10_000, headersMs: 15_000, bodyMs: 15_000, maxReplyBytes: 33_554_432 };
    const slow: Readonly<Record<string, number>> = {
      'no-headers': limits.headersMs,
      'stalled-body': limits.bodyMs,
      // Something arrives in time again and again.
      'dripping-body': DEADLINE_MS,
    };
    each(({ fault, sent, elapsedMs }) => {
      for (const request of sent) assert.deepEqual(request.limits, limits);
      const expected = sent[0]?.method === 'POST' ? slow[fault.name] : undefined;
      return expected === undefined || elapsedMs === expected ? undefined : `took ${elapsedMs} ms`;
    });
  });

  it('sends a POST once and a read four times at most', () => {
    each(({ sent }) => {
      const most = sent[0]?.method === 'POST' ? 1 : 4;
      return sent.length >= 1 && sent.length <= most ? undefined : `sent ${sent.length} times`;
    });
  });

  it('says of a POST that it may have arrived wherever it may', () => {
    each(({ fault, error, sent }) => {
      if (sent[0]?.method !== 'POST' || error === undefined) return undefined;
      // What a refusal of several orders says about each of them is judged where cancels are sent.
      const isSafe = /^(?:refused|tls-.*|status-4(?!08).*)$/.test(fault.name);
      return error.details.mayHaveArrived === !isSafe ? undefined : `${error.details.mayHaveArrived}`;
    });
  });

  it('puts neither a key nor a query nor a body into the log', () => {
    each(({ lines }) => {
      const text = lines.join('\n');
      if (text.includes(CREDENTIALS.secret) || text.includes(CREDENTIALS.keyId)) return 'holds the key';
      if (/limit=|cursor=/.test(text)) return 'holds a query';
      return lines.some((line) => line.length > 500 || flawIn(line) !== undefined)
        ? text.slice(0, 200)
        : undefined;
    });
  });

  it('leaves every prototype as it was', () => {
    for (const value of [{}, [], '', 0, () => {}]) {
      assert.equal(Reflect.get(Object(value), 'polluted'), undefined);
      assert.equal(Reflect.get(Object(value), 'isAdmin'), undefined);
    }
    assert.deepEqual(Object.keys(Object.prototype), []);
  });

  it('never passes a reply about something else for what was asked for', () => {
    const single = /^(?:market|settlement|book|bbo|event(?:ById|BySlug)|order)(?:By.*)?$/;
    each(({ fault, endpoint, outcome }) => {
      if (!['other-thing', 'same-identities'].includes(fault.name) || !single.test(endpoint.name))
        return undefined;
      return outcome === 'badReply' ? undefined : outcome;
    });
  });

  it('changes nothing where it is harmless', () => {
    each(({ fault, outcome }) => (!HARMLESS.test(fault.name) || outcome === USUAL ? undefined : outcome));
  });

  it('is described in docs/faults.md (npm run faults)', () => {
    assert.equal(readFileSync(TABLE, 'utf8'), tableOf(all));
  });
});
