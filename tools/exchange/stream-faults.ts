import type { Clock } from '../../src/base/clock.ts';
import type { Disposable } from '../../src/base/disposable.ts';
import { Emitter } from '../../src/base/event.ts';
import { unit } from '../../src/demo/engine/random.ts';
import type { DemoStreams, StreamSink } from '../../src/demo/stream/api.ts';

/** Rates are chances from 0 to 1, of each frame. */
export interface StreamFaultPlan {
  readonly drop?: number;
  readonly close?: { readonly rate: number; readonly code: number };
  /** Nothing leaves for `ms`, or until a plan without it; then all of it leaves late. */
  readonly stall?: { readonly rate: number; readonly ms: number };
  /** Something that is no frame comes before the frame. */
  readonly garbage?: number;
  readonly reorder?: number;
  readonly duplicate?: number;
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

/** The same streams with something between them and each connection, which may have an end of its own. */
export function overSinks(
  streams: DemoStreams,
  wrap: (sink: StreamSink) => StreamSink & Partial<Disposable>,
): DemoStreams {
  return {
    get connections() {
      return streams.connections;
    },
    dispose: () => streams.dispose(),
    admit: (path, headers) => {
      const admission = streams.admit(path, headers);
      if (!admission.ok) return admission;
      return {
        ok: true,
        open: (sink) => {
          const wrapped = wrap(sink);
          const peer = admission.open(wrapped);
          return {
            receive: (text) => peer.receive(text),
            gone: () => {
              wrapped.dispose?.();
              peer.gone();
            },
          };
        },
      };
    },
  };
}

/** The same streams with faults between them and their connections. */
export function withStreamFaults(streams: DemoStreams, faults: StreamFaults, clock: Clock): DemoStreams {
  let connections = 0;
  return overSinks(streams, (sink) => new FaultySink(faults, sink, clock, ++connections));
}

/** Frames held while a connection stalls; beyond that the oldest are lost, as from any full buffer. */
const MOST_HELD = 5_000;
/** The same frames of the same connection meet the same faults. */
const SEED = 1;

/** A connection's sink that applies the plan to each frame. */
export class FaultySink implements StreamSink, Disposable {
  readonly #faults: StreamFaults;
  readonly #sink: StreamSink;
  readonly #clock: Clock;
  /** Number of the connection: each has faults of its own. */
  readonly #number: number;
  readonly #subscription: Disposable;
  #draws = 0;
  #stall: { readonly held: string[]; readonly timer: Disposable } | undefined;
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
    if (this.#stall !== undefined) this.#hold(this.#stall.held, text);
    else if (this.#hits(plan.drop)) this.breakOff();
    else if (plan.close && this.#hits(plan.close.rate)) this.close(plan.close.code, '');
    else if (plan.stall && this.#hits(plan.stall.rate))
      this.#stall = { held: [text], timer: this.#clock.setTimeout(() => this.#endStall(), plan.stall.ms) };
    else this.#deliver(text);
  }

  close(code: number, reason: string): void {
    this.#end(() => this.#sink.close(code, reason));
  }

  breakOff(): void {
    this.#end(() => this.#sink.breakOff());
  }

  dispose(): void {
    this.#isOpen = false;
    this.#subscription.dispose();
    this.#stall?.timer.dispose();
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
  }

  #hold(held: string[], text: string): void {
    held.push(text);
    if (held.length > MOST_HELD) held.shift();
  }

  #endStall(): void {
    const stall = this.#stall;
    if (stall === undefined) return;
    this.#stall = undefined;
    stall.timer.dispose();
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
    return unit(SEED, this.#number, this.#draws++);
  }
}

/** What no service should send, and some do. */
const NONSENSE: readonly string[] = [
  '',
  'not JSON',
  'null',
  '[]',
  '{"marketData":{"marketSlug":{},"bids":{},"offers":"none"}}',
  '{"trade":{"price":"much"}}',
  '{"orderSubscriptionUpdate":{"execution":{"order":"gone"}}}',
  '{"accountBalancesUpdate":{"balanceChange":null}}',
  '{"requestId":"nobody","subscriptionType":"SUBSCRIPTION_TYPE_WEATHER","weatherReport":{"sky":"clear"}}',
  '<html><body>502 Bad Gateway</body></html>',
];

/** `chance` from 0 to below 1 picks; besides fixed texts there is the frame itself, cut off in the middle. */
export function garbageOf(frame: string, chance: number): string {
  const place = Math.floor(chance * (NONSENSE.length + 4));
  return NONSENSE[place] ?? frame.slice(0, Math.max(1, Math.floor(frame.length / 2)));
}

/** The codes are those an endpoint may put into a close frame (RFC 6455, 7.4). */
const ENTRY =
  /^(?:(?<plain>drop|duplicate|reorder|garbage)|close:(?<code>10(?:0[0-37-9]|1[0-4])|[34]\d{3})|stall(?:=(?<length>\d{1,7})(?<unit>ms|s))?)(?:@(?<rate>0|1|0?\.\d+))?$/;

export const STREAM_FAULT_NAMES = 'drop, stall[=20s], duplicate, reorder, garbage, close:<code>';

/**
 * Reads `drop,stall=20s,close:1012@0.05`: after `@` the chance of each frame (0.01 when absent). An empty text is no
 * faults. @throws RangeError naming the entry that is wrong.
 */
export function parseStreamFaults(text: string): StreamFaultPlan {
  const entries = text.split(',').map((entry) => entry.trim());
  return Object.assign({}, ...entries.filter((entry) => entry !== '').map(parseEntry)) as StreamFaultPlan;
}

function parseEntry(entry: string): StreamFaultPlan {
  const groups = ENTRY.exec(entry)?.groups;
  if (groups === undefined)
    throw new RangeError(`No fault is written ${JSON.stringify(entry)}. There are ${STREAM_FAULT_NAMES}.`);
  const { plain, code, length = '20', unit: lengthUnit = 's' } = groups;
  const rate = Number(groups['rate'] ?? 0.01);
  if (plain !== undefined) return { [plain]: rate };
  if (code !== undefined) return { close: { rate, code: Number(code) } };
  return { stall: { rate, ms: Number(length) * (lengthUnit === 's' ? 1_000 : 1) } };
}
