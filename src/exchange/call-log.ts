import { Emitter, type Event } from '../base/event.ts';
import {
  type ApiCall,
  type CallAttempt,
  type CallConnection,
  COUNTED_SECONDS,
  type FrameCounts,
  MOST_RECORDED_CALLS,
  type RecordedHeader,
} from '../core/api-call.ts';

/** Of all stored replies together, bytes; the oldest go first. */
export const MOST_REPLY_BYTES = 4 * 1024 * 1024;
/** Of all addresses and bodies that were sent, UTF-16 units. */
const MOST_TEXT = 1024 * 1024;
/** Of one header's value, and of how many headers there are. */
const LONGEST_VALUE = 200;
const MOST_HEADERS = 40;

/** Headers whose values say nothing about who asks. Of any other the name is recorded alone. */
const OPEN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'age',
  'cache-control',
  'cf-cache-status',
  'cf-ray',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'retry-after',
  'server',
  'x-cache',
  'x-pm-timestamp',
  'x-pm-trace-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]);

type Headers = Readonly<Record<string, string>>;

/** What a call asks for. */
interface AskedCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
  readonly signed: boolean;
  readonly stream?: 'markets' | 'account';
  /** What is made of its answer. */
  readonly decode?: ((json: unknown) => unknown) | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/**
 * The newest calls of this window, in memory: bounded in number and size, and never written to disk. Of headers the names are
 * recorded, and the values of OPEN_HEADERS alone; replies come from behind the redactor. So no secret gets into it.
 */
export class CallLog {
  /** Since when calls are recorded, Unix milliseconds. */
  readonly since: number;
  readonly #changed = new Emitter<void>();
  /** By number, one slot for so many calls apart: a map would look for its oldest among those that are gone. */
  readonly #slots = new Array<OpenCall | undefined>(MOST_RECORDED_CALLS).fill(undefined);
  /** Numbers of the oldest call, of the next one, and of the oldest whose reply may be stored. */
  #first = 1;
  #next = 1;
  #firstReply = 1;
  #text = 0;
  #replyBytes = 0;
  readonly #frames = { markets: new FrameCounter(), account: new FrameCounter() };

  constructor(since: number) {
    this.since = since;
  }

  /** A call began, was answered or ended; frames of streams are counted silently. */
  readonly onDidChange: Event<void> = this.#changed.event;

  /** The newest last. */
  get calls(): readonly ApiCall[] {
    const calls: ApiCall[] = [];
    for (let number = this.#first; number < this.#next; number += 1) {
      const call = this.#at(number);
      if (call !== undefined) calls.push(call);
    }
    return calls;
  }

  get(id: string): ApiCall | undefined {
    return this.stored(id);
  }

  /** A call with its reply, which is undefined where it was dropped or never came, and its decoder. */
  stored(id: string): OpenCall | undefined {
    const call = this.#at(Number(id));
    return call?.id === id ? call : undefined;
  }

  begin(connection: CallConnection, asked: AskedCall, at: number): OpenCall {
    const number = this.#next;
    const call = new OpenCall(number, connection, asked, at, (body) => this.#takeAnswer(call, body));
    if (number - this.#first === MOST_RECORDED_CALLS) this.#dropOldest();
    this.#next += 1;
    this.#slots[number % MOST_RECORDED_CALLS] = call;
    this.#text += call.textSize;
    while (this.#text > MOST_TEXT && this.#first < number) this.#dropOldest();
    this.#changed.fire();
    return call;
  }

  /** A frame of a stream arrived; Unix milliseconds. */
  heard(stream: 'markets' | 'account', at: number): void {
    this.#frames[stream].count(at);
  }

  /** Of the last minute. */
  frames(now: number): FrameCounts {
    return { markets: this.#frames.markets.last(now), account: this.#frames.account.last(now) };
  }

  clear(): void {
    this.#slots.fill(undefined);
    this.#first = this.#firstReply = this.#next;
    this.#text = this.#replyBytes = 0;
    this.#changed.fire();
  }

  /** Lets go of the replies of an account: it is not signed in any more. */
  dropOwnReplies(): void {
    for (const call of this.#slots) {
      if (call?.isSigned !== true) continue;
      this.#dropReply(call);
      call.keepsReply = false;
    }
    this.#changed.fire();
  }

  #at(number: number): OpenCall | undefined {
    return this.#slots[number % MOST_RECORDED_CALLS];
  }

  /** `body`: of an answer that takes the place of an earlier one. */
  #takeAnswer(call: OpenCall, body: Uint8Array | undefined): void {
    // Cleared or signed out meanwhile.
    if (body !== undefined && call.keepsReply && this.stored(call.id) === call) this.#store(call, body);
    this.#changed.fire();
  }

  #store(call: OpenCall, body: Uint8Array): void {
    this.#dropReply(call);
    if (body.length === 0 || body.length > MOST_REPLY_BYTES / 2) return;
    call.reply = body;
    this.#replyBytes += body.length;
    this.#firstReply = Math.min(this.#firstReply, call.number);
    for (; this.#replyBytes > MOST_REPLY_BYTES; this.#firstReply += 1)
      this.#dropReply(this.#at(this.#firstReply));
  }

  #dropReply(call: OpenCall | undefined): void {
    if (call === undefined) return;
    this.#replyBytes -= call.reply?.length ?? 0;
    call.reply = undefined;
  }

  #dropOldest(): void {
    const oldest = this.#at(this.#first);
    this.#text -= oldest?.textSize ?? 0;
    this.#dropReply(oldest);
    this.#slots[this.#first % MOST_RECORDED_CALLS] = undefined;
    this.#first += 1;
    this.#firstReply = Math.max(this.#firstReply, this.#first);
  }
}

/** A call under way; what carries it says how it goes. */
export class OpenCall implements ApiCall {
  readonly number: number;
  readonly id: string;
  readonly at: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: ApiCall['query'];
  readonly body: unknown;
  readonly isSigned: boolean;
  readonly stream: ApiCall['stream'];
  readonly connection: CallConnection;
  readonly decode: AskedCall['decode'];
  readonly attempts: CallAttempt[] = [];
  readonly textSize: number;
  endedAt: number | undefined;
  error: string | undefined;
  decodeMs: number | undefined;
  permitsLeft: number | undefined;
  requestHeaders: readonly RecordedHeader[] = [];
  replyHeaders: readonly RecordedHeader[] = [];
  bytes: number | undefined;
  /** Of the last answer, while it is stored. */
  reply: Uint8Array | undefined;
  /** False once its account is signed out. */
  keepsReply = true;
  readonly #changed: (answer?: Uint8Array) => void;

  constructor(
    number: number,
    connection: CallConnection,
    { method, path, query = [], body, signed, stream, decode }: AskedCall,
    at: number,
    changed: (answer?: Uint8Array) => void,
  ) {
    this.number = number;
    this.id = String(number);
    this.connection = connection;
    this.at = at;
    this.method = method;
    this.path = path;
    this.query = query;
    this.body = body;
    this.isSigned = signed;
    this.stream = stream;
    this.decode = decode;
    this.#changed = changed;
    const sent = path.length + (body === undefined ? 0 : JSON.stringify(body).length);
    this.textSize = query.reduce((sum, [name, value]) => sum + name.length + value.length, sent);
  }

  get search(): string {
    const pairs = this.query.map(([name, value]): [string, string] => [name, value]);
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
  }

  get hasReply(): boolean {
    return this.reply !== undefined;
  }

  /** It leaves now, with these headers. */
  sent(headers: Headers, permitsLeft: number | undefined): void {
    this.requestHeaders = recorded(headers);
    this.permitsLeft = permitsLeft;
  }

  answered({ status, headers, body }: Answer, sentAt: number, ms: number, headersMs?: number): void {
    this.attempts.push({ sentAt, ms, headersMs, status, problem: undefined });
    this.replyHeaders = recorded(headers);
    this.bytes = body.length;
    this.#changed(body);
  }

  /** No answer came of this attempt. */
  broke(problem: string, sentAt: number, ms: number): void {
    this.attempts.push({ sentAt, ms, status: undefined, problem });
  }

  /** Reading its answer took so long, milliseconds. */
  decoded(ms: number): void {
    this.decodeMs = ms;
    this.#changed();
  }

  ended(at: number, error?: string): void {
    this.endedAt = at;
    this.error = error;
    this.#changed();
  }
}

function recorded(headers: Headers): readonly RecordedHeader[] {
  const lines: RecordedHeader[] = [];
  for (const name in headers) {
    if (lines.length === MOST_HEADERS) break;
    const value = OPEN_HEADERS.has(name) ? headers[name]?.slice(0, LONGEST_VALUE) : undefined;
    lines.push([name.slice(0, LONGEST_VALUE), value]);
  }
  return lines;
}

/** Counts by second, for a minute. */
class FrameCounter {
  readonly #counts = new Array<number>(COUNTED_SECONDS).fill(0);
  #second = 0;

  count(at: number): void {
    this.#moveTo(Math.floor(at / 1000));
    const slot = this.#second % COUNTED_SECONDS;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }

  last(now: number): readonly number[] {
    this.#moveTo(Math.floor(now / 1000));
    return this.#counts.map(
      (_, back) => this.#counts[(this.#second - back + COUNTED_SECONDS) % COUNTED_SECONDS] ?? 0,
    );
  }

  /** A clock that was set back counts on in the second it was in. */
  #moveTo(second: number): void {
    if (second <= this.#second) return;
    const from = Math.max(this.#second + 1, second - COUNTED_SECONDS + 1);
    for (let each = from; each <= second; each += 1) this.#counts[each % COUNTED_SECONDS] = 0;
    this.#second = second;
  }
}
