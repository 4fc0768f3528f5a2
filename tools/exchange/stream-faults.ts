import type { Clock } from '../../src/base/clock.ts';
import { Emitter } from '../../src/base/event.ts';
import type { Disposable } from '../../src/base/lifecycle.ts';
import { unit } from '../../src/demo/engine/random.ts';
import type { DemoStreams, StreamSink } from '../../src/demo/stream/api.ts';

/** Rates are chances from 0 to 1: of each frame, except for `refuse`, which is of each handshake. */
export interface StreamFaultPlan {
  /** The same seed gives the same faults to the same frames. Default 1. */
  readonly seed?: number;
  /** The connection breaks without a close frame. */
  readonly drop?: number;
  /** The connection is closed with a code. */
  readonly close?: { readonly rate: number; readonly code: number };
  /** Nothing leaves for `ms`, or until the plan changes; then all of it leaves late. */
  readonly stall?: { readonly rate: number; readonly ms: number | undefined };
  /** A frame is never sent. */
  readonly lose?: number;
  /** Something that is no frame comes before the frame. */
  readonly garbage?: number;
  /** A frame is sent after the one that follows it. */
  readonly reorder?: number;
  /** A frame is sent twice. */
  readonly duplicate?: number;
  /** One of the latest 50 frames is sent again after the frame. */
  readonly replay?: number;
  /** A handshake is answered with an HTTP status. */
  readonly refuse?: { readonly rate: number; readonly status: number };
}

/** What goes wrong on purpose with the streams of a demo server; it can change while they are open. */
export class StreamFaults {
  readonly #changed = new Emitter<StreamFaultPlan>();
  #plan: StreamFaultPlan;

  readonly onDidChange = this.#changed.event;

  constructor(plan: StreamFaultPlan = {}) {
    this.#plan = plan;
  }

  get plan(): StreamFaultPlan {
    return this.#plan;
  }

  /** Replaces everything that was set before; an empty plan ends all faults. */
  set(plan: StreamFaultPlan): void {
    this.#plan = plan;
    this.#changed.fire(plan);
  }
}

/** The same streams with faults between them and their connections. */
export function withStreamFaults(streams: DemoStreams, faults: StreamFaults, clock: Clock): DemoStreams {
  let handshakes = 0;
  return {
    get connections() {
      return streams.connections;
    },
    dispose: () => streams.dispose(),
    admit: (path, headers) => {
      const number = ++handshakes;
      const { refuse, seed = 1 } = faults.plan;
      if (refuse !== undefined && unit(seed, 0, number) < refuse.rate)
        return { ok: false, status: refuse.status, code: 2, message: 'refused on demand' };
      const admission = streams.admit(path, headers);
      if (!admission.ok) return admission;
      return {
        ok: true,
        open: (sink) => {
          const faulty = new FaultySink(faults, sink, clock, number);
          const peer = admission.open(faulty);
          return {
            receive: (text) => peer.receive(text),
            gone: () => {
              faulty.dispose();
              peer.gone();
            },
          };
        },
      };
    },
  };
}

/** Frames held while a connection stalls; beyond that the oldest are lost, as from any full buffer. */
const MOST_HELD = 5_000;
const MOST_REMEMBERED = 50;

/** A connection's sink that applies the plan to each frame. */
export class FaultySink implements StreamSink, Disposable {
  readonly #faults: StreamFaults;
  readonly #sink: StreamSink;
  readonly #clock: Clock;
  /** Number of the connection: each has faults of its own. */
  readonly #number: number;
  readonly #subscription: Disposable;
  readonly #past: string[] = [];
  #draws = 0;
  #stall: { readonly held: string[]; readonly timer: Disposable | undefined } | undefined;
  #delayed: string | undefined;
  #isOpen = true;

  constructor(faults: StreamFaults, sink: StreamSink, clock: Clock, number: number) {
    this.#faults = faults;
    this.#sink = sink;
    this.#clock = clock;
    this.#number = number;
    this.#subscription = faults.onDidChange((plan) => {
      if (plan.stall === undefined) this.#endStall();
    });
  }

  send(text: string): void {
    if (!this.#isOpen) return;
    const { plan } = this.#faults;
    if (this.#stall !== undefined) this.#hold(text);
    else if (this.#hits(plan.drop)) this.breakOff();
    else if (this.#hits(plan.close?.rate)) this.close(plan.close?.code ?? 1000, '');
    else if (this.#hits(plan.stall?.rate)) {
      const ms = plan.stall?.ms;
      const timer = ms === undefined ? undefined : this.#clock.setTimeout(() => this.#endStall(), ms);
      this.#stall = { held: [text], timer };
    } else if (!this.#hits(plan.lose)) this.#deliver(text);
  }

  close(code: number, reason: string): void {
    this.#end(() => this.#sink.close(code, reason));
  }

  breakOff(): void {
    this.#end(() => this.#sink.breakOff());
  }

  waiting(): number {
    return this.#sink.waiting();
  }

  dispose(): void {
    this.#isOpen = false;
    this.#subscription.dispose();
    this.#stall?.timer?.dispose();
    this.#stall = undefined;
  }

  #deliver(text: string): void {
    const { plan } = this.#faults;
    if (this.#hits(plan.garbage)) this.#sink.send(garbageOf(text, this.#draw()));
    const delayed = this.#delayed;
    this.#delayed = undefined;
    // One frame waits at a time: the next one that comes goes first.
    if (delayed === undefined && this.#hits(plan.reorder)) this.#delayed = text;
    else this.#sink.send(text);
    if (delayed !== undefined) this.#sink.send(delayed);
    if (this.#hits(plan.duplicate)) this.#sink.send(text);
    if (plan.replay === undefined) return;
    if (this.#hits(plan.replay)) {
      const old = this.#past[Math.floor(this.#draw() * this.#past.length)];
      if (old !== undefined) this.#sink.send(old);
    }
    this.#past.push(text);
    if (this.#past.length > MOST_REMEMBERED) this.#past.shift();
  }

  #hold(text: string): void {
    const held = this.#stall?.held ?? [];
    held.push(text);
    if (held.length > MOST_HELD) held.shift();
  }

  #endStall(): void {
    const stall = this.#stall;
    if (stall === undefined) return;
    this.#stall = undefined;
    stall.timer?.dispose();
    for (const text of stall.held) this.#deliver(text);
  }

  #end(how: () => void): void {
    if (!this.#isOpen) return;
    this.dispose();
    how();
  }

  #hits(rate: number | undefined): boolean {
    return rate !== undefined && rate > 0 && this.#draw() < rate;
  }

  #draw(): number {
    return unit(this.#faults.plan.seed ?? 1, this.#number, this.#draws++);
  }
}

/** What no service should send, and some do. */
const NONSENSE: readonly string[] = [
  '',
  'not JSON',
  '{"heartbeat":',
  'null',
  '[]',
  '42',
  '{}',
  '{"requestId":{"a":1},"subscriptionType":[],"marketData":"closed"}',
  '{"marketData":{"marketSlug":{},"bids":{},"offers":"none"}}',
  '{"marketDataLite":[1,2,3]}',
  '{"trade":{"price":"much"}}',
  '{"orderSubscriptionUpdate":{"execution":{"order":"gone"}}}',
  '{"positionSubscription":{"afterPosition":[]}}',
  '{"accountBalancesUpdate":{"balanceChange":null}}',
  '{"requestId":"nobody","subscriptionType":"SUBSCRIPTION_TYPE_WEATHER","weatherReport":{"sky":"clear"}}',
  '<html><body>502 Bad Gateway</body></html>',
];

/** `chance` from 0 to below 1 picks; besides fixed texts there is the frame itself, cut off in the middle. */
export function garbageOf(frame: string, chance: number): string {
  const place = Math.floor(chance * (NONSENSE.length + 4));
  return NONSENSE[place] ?? frame.slice(0, Math.max(1, Math.floor(frame.length / 2)));
}

/** Chance of a frame to be hit when the text names none; of a handshake, one half. */
const DEFAULT_RATE = 0.01;
const REFUSE_RATE = 0.5;
const STALL_MS = 20_000;
const PLAIN: readonly string[] = ['drop', 'lose', 'garbage', 'reorder', 'duplicate', 'replay'];
const ENTRY = /^([a-z]+)(?::(\d{1,5}))?(?:=(\d{1,9})(ms|s|m)?)?(?:@(\d+(?:\.\d+)?|\.\d+))?$/;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

export const STREAM_FAULT_NAMES =
  'drop, stall[=20s], duplicate, reorder, garbage, replay, lose, close:<code>, refuse:<status>, seed=<n>';

/**
 * Reads `drop,stall=20s,close:1012@0.05,refuse:429,seed=7`: after `@` the chance of each frame (0.01 when absent; of
 * each handshake for `refuse`, 0.5). An empty text is no faults. @throws RangeError naming the entry that is wrong.
 */
export function parseStreamFaults(text: string): StreamFaultPlan {
  const entries = text.split(',').map((entry) => entry.trim());
  return Object.assign({}, ...entries.filter((entry) => entry !== '').map(parseEntry)) as StreamFaultPlan;
}

function parseEntry(entry: string): StreamFaultPlan {
  const match = ENTRY.exec(entry);
  const [, name = '', code, value, unitName, chance] = match ?? [];
  const rate = Number(chance ?? (name === 'refuse' ? REFUSE_RATE : DEFAULT_RATE));
  const is = (kind: string, allowed: boolean): boolean =>
    match !== null && rate <= 1 && name === kind && allowed;
  if (is(name, PLAIN.includes(name) && code === undefined && value === undefined)) return { [name]: rate };
  if (is('stall', code === undefined)) {
    const ms = value === undefined ? STALL_MS : Number(value) * (UNITS[unitName ?? 's'] ?? 1);
    return { stall: { rate, ms } };
  }
  if (is('close', value === undefined && isCloseCode(Number(code))))
    return { close: { rate, code: Number(code) } };
  if (is('refuse', value === undefined && Number(code) >= 400 && Number(code) <= 599))
    return { refuse: { rate, status: Number(code) } };
  if (is('seed', value !== undefined && unitName === undefined && code === undefined && chance === undefined))
    return { seed: Number(value) };
  throw new RangeError(`No fault is written ${JSON.stringify(entry)}. There are ${STREAM_FAULT_NAMES}.`);
}

/** What an endpoint may put into a close frame: 1004 to 1006 and 1015 are never sent (RFC 6455, 7.4). */
function isCloseCode(code: number): boolean {
  if (code >= 3000 && code <= 4999) return true;
  return code >= 1000 && code <= 1014 && (code < 1004 || code > 1006);
}
