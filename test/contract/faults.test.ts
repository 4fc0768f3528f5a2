import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExchangeErrorCode } from '../../src/exchange/errors.ts';
import { DEADLINE_MS } from '../../src/exchange/http/request.ts';
import { failureSentence } from '../../src/view/messages.ts';
import { type Trial, tableOf, trials, USUAL } from '../support/fault-table.ts';
import { CREDENTIALS, faultyClient, honestSide } from '../support/faulty.ts';
import { flawIn } from '../support/surfaces.ts';
import { aContext } from '../support/view.ts';

const TABLE = path.join(import.meta.dirname, '../../docs/faults.md');

/** What may come of a fault, worked out from what it is and not from what the client does. */
function allowed({ fault, endpoint }: Trial): readonly (ExchangeErrorCode | 'value')[] {
  const status = /^status-(\d{3})/.exec(fault.name)?.[1];
  if (status !== undefined) return allowedAfter(Number(status), endpoint.name);
  switch (fault.group) {
    case 'time':
      return /^(?:late-headers|slow-body)$/.test(fault.name) ? ['value'] : ['timeout'];
    case 'line':
      return /^(?:refused|tls-|reset-|cut-)/.test(fault.name) ? ['network'] : ['badReply'];
    default:
      return fault.group === 'body' && HARMLESS.test(fault.name) ? ['value'] : ['value', 'badReply'];
  }
}

const HARMLESS = /^(?:json-as-text|no-type|byte-order-mark|gzip|deep-objects|endless-digits)$/;

function allowedAfter(status: number, endpoint: string): readonly (ExchangeErrorCode | 'value')[] {
  if (status < 300) return ['value', 'badReply'];
  if (status < 400) return ['badReply'];
  if (status === 404 && endpoint === 'settlement') return ['value'];
  if (status === 404) return ['notFound', 'unsupported'];
  if (status === 501) return ['server', 'unsupported'];
  const known: Readonly<Record<number, ExchangeErrorCode>> = {
    401: 'auth',
    403: 'auth',
    408: 'timeout',
    429: 'rateLimit',
  };
  return [known[status] ?? (status >= 500 ? 'server' : 'refused')];
}

/** What the sentence of a failure says, by how it ended. */
const WORDS: Readonly<Partial<Record<ExchangeErrorCode, RegExp>>> = {
  timeout: /^The service did not answer in time\.$/,
  auth: /this key|Sign in/,
  rateLimit: /^Too many requests\. The service asked to wait (?:a moment|7 s|1 d)\.$/,
  notFound: /^The service does not know this\.$/,
  unsupported: /^This service does not offer this\.$/,
  refused: /^The service refused the request(?:\.$|: .)/,
  server: /^The service has a problem of its own(?:\.$|: .)/,
};

/** Of the connection and of what cannot be read, which have several: by what is wrong. */
const LINE_WORDS: readonly (readonly [fault: RegExp, says: RegExp])[] = [
  [/^tls-(?:untrusted|weak)$/, /certificate is not trusted/],
  [/^tls-expired$/, /certificate has expired/],
  [/^tls-not-yet$/, /certificate is not valid yet/],
  [/^tls-other-host$/, /certificate is for another host name/],
  [/^tls-old$/, /No secure connection .* agreed on/],
  [/^tls-plain$/, /does not speak TLS/],
  [/^refused$/, /cannot be reached/],
  [/^(?:reset-|cut-body$|cut-chunks$)/, /connection .* broke/],
  [/^(?:bad-chunks|bad-header|two-lengths|negative-length|garbage)$/, /damaged/],
  [/^(?:not-gzip|cut-gzip|gzip-twice|unknown-encoding)$/, /damaged/],
  [/^(?:huge|huge-headers|.*-bomb|long-texts)$/, /too large/],
  [/html/, /web page/],
  [/^(?:half-json|plain-text|trailing|script|nan-literal|xml|json-as-image)$/, /no JSON/],
  [/^(?:utf-16|broken-utf-8|status-206)$/, /no JSON/],
  [/^status-30[12378]$/, /redirect/],
  [/^(?:same-identities|other-thing)$/, /something else than was asked/],
];

/** Of the others it is not what the interface says, and the log says where. */
function wordsOf({ fault, endpoint }: Trial, code: ExchangeErrorCode): readonly RegExp[] {
  const ofCode = WORDS[code];
  if (ofCode !== undefined) return [ofCode, ...ownWordsOf(fault.name, code, PRIVATE.test(endpoint.name))];
  const ofLine = LINE_WORDS.find(([faults]) => faults.test(fault.name))?.[1];
  return [ofLine ?? (code === 'badReply' ? /cannot be read\. The log says what\.$/ : /^$/)];
}

/** What the service said itself, or what to do. */
function ownWordsOf(fault: string, code: ExchangeErrorCode, isPrivate: boolean): readonly RegExp[] {
  const status = /^status-(\d{3})$/.exec(fault)?.[1];
  if (fault === 'status-429-in-a-day') return [/wait 1 d/];
  if (status === '403') return [/knows this key but does not allow this/];
  if (status === '401') return [isPrivate ? /does not accept this key/ : /^Not signed in/];
  const isQuoted = status !== undefined && (code === 'refused' || code === 'server');
  return isQuoted ? [new RegExp(`: status ${status} on purpose$`)] : [];
}

const PRIVATE = /^(?:order|openOrders|positions|activities|balances|cancel.*)$/;

describe('every fault at every endpoint', function () {
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

  it('covers the port and at least forty kinds', () => {
    const { exchange } = faultyClient(honestSide());
    const calls = Object.entries(exchange).flatMap(([name, member]) =>
      typeof member === 'function' && !['supports', 'turn', 'dispose'].includes(name) ? [name] : [],
    );
    assert.equal(calls.length, 19);
    assert.deepEqual(new Set(all.map(({ endpoint }) => endpoint.name)), new Set(calls));
    const kinds = new Set(all.map(({ fault }) => fault.name));
    assert.ok(kinds.size >= 40, `${kinds.size}`);
    assert.equal(all.length, kinds.size * calls.length);
  });

  it('ends in a value or in the right member of the error family', () => {
    each((trial) => {
      const { error, other, outcome } = trial;
      if (other !== undefined) return `threw ${String(other)}`;
      const may = allowed(trial);
      return may.includes(error?.code ?? 'value') ? undefined : `${outcome}, not ${may.join(' or ')}`;
    });
  });

  it('is over by the deadline, and leaves no timer behind', () => {
    each(({ elapsedMs, pending }) => {
      if (elapsedMs > DEADLINE_MS) return `took ${elapsedMs} ms`;
      return pending === 0 ? undefined : `${pending} timers`;
    });
  });

  it('has limits of its own for each part of a request, which a POST, sent once, ends at', () => {
    const limits = { connectMs: 10_000, headersMs: 15_000, bodyMs: 15_000, maxReplyBytes: 33_554_432 };
    const slow: Readonly<Record<string, number>> = {
      'slow-headers': limits.headersMs,
      'no-headers': limits.headersMs,
      'no-body': limits.bodyMs,
      'stalled-body': limits.bodyMs,
      'too-long-length': limits.bodyMs,
      // Something comes in time again and again.
      'crawling-body': DEADLINE_MS,
      'dripping-body': DEADLINE_MS,
    };
    each(({ fault, sent, elapsedMs }) => {
      for (const asked of sent) assert.deepEqual(asked.limits, limits);
      const expected = sent[0]?.method === 'POST' ? slow[fault.name] : undefined;
      return expected === undefined || elapsedMs === expected ? undefined : `took ${elapsedMs} ms`;
    });
    assert.equal(DEADLINE_MS, 30_000);
  });

  it('sends a POST once, and a read four times at most', () => {
    each(({ sent }) => {
      const most = sent[0]?.method === 'POST' ? 1 : 4;
      return sent.length >= 1 && sent.length <= most ? undefined : `sent ${sent.length} times`;
    });
  });

  it('says of a POST that it may have arrived wherever it may', () => {
    each(({ fault, endpoint, error, sent }) => {
      if (sent[0]?.method !== 'POST' || error === undefined) return undefined;
      // Not knowing one order of a batch, or of all, is no word about the others; nor is what is not the service's own.
      const isPart = /^status-40[45]/.test(fault.name) && endpoint.name !== 'cancelOrder';
      const isSafe =
        !isPart &&
        (fault.name === 'refused' ||
          fault.name.startsWith('tls-') ||
          /^status-4(?!08|99)/.test(fault.name) ||
          error.code === 'unsupported');
      return error.details.mayHaveArrived === !isSafe ? undefined : `${error.details.mayHaveArrived}`;
    });
  });

  it('is told in a sentence that names the problem, and nothing else', () => {
    const context = aContext();
    each(({ error }) => {
      if (error === undefined) return undefined;
      for (const sentence of [error.message, failureSentence(error, context)]) {
        if (!/^[A-Z].{15,}/su.test(sentence)) return `says ${JSON.stringify(sentence)}`;
        if (sentence.length > 500) return `says ${sentence.length} characters`;
        const flaw = flawIn(sentence);
        if (flaw !== undefined) return `says ${flaw}`;
      }
      return undefined;
    });
  });

  it('names in it how the request ended, and what is wrong with the line and the bytes', () => {
    const context = aContext();
    each((trial) => {
      if (trial.error === undefined) return undefined;
      const sentence = failureSentence(trial.error, context);
      return wordsOf(trial, trial.error.code).every((words) => words.test(sentence))
        ? undefined
        : `says ${JSON.stringify(sentence)}`;
    });
    const codes = new Set(all.flatMap(({ error }) => error?.code ?? []));
    assert.deepEqual(codes, new Set([...Object.keys(WORDS), 'network', 'badReply']));
  });

  it('writes neither a key nor a query nor a body into the log', () => {
    each(({ fault, lines }) => {
      const text = lines.join('\n');
      if (text.includes(CREDENTIALS.secret) || text.includes(CREDENTIALS.keyId)) return 'holds the key';
      if (/limit=|cursor=/.test(text)) return 'holds a query';
      // That one names its items NaN and undefined.
      if (fault.name === 'texts-of-nothing') return undefined;
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

  it('a reply about something else is never taken for what was asked for', () => {
    const single = /^(?:market|settlement|book|bbo|event(?:ById|BySlug)|order)(?:By.*)?$/;
    each(({ fault, endpoint, outcome }) => {
      if (!['other-thing', 'same-identities'].includes(fault.name) || !single.test(endpoint.name))
        return undefined;
      return outcome === 'badReply' ? undefined : outcome;
    });
  });

  it('harmless oddities change nothing', () => {
    each(({ fault, endpoint, outcome }) => {
      if (!HARMLESS.test(fault.name) || endpoint.name === 'activities') return undefined;
      return outcome === USUAL ? undefined : outcome;
    });
  });

  it('is written down in docs/faults.md (npm run faults)', () => {
    assert.equal(readFileSync(TABLE, 'utf8'), tableOf(all));
  });
});
