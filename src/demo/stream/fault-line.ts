import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { unit } from '../engine/random.ts';
import type { StreamSink } from './api.ts';
import type { Faults } from './faults.ts';
import { garbageOf } from './garbage.ts';

/** Frames kept while the line is stalled; beyond that the oldest are gone, as from any full buffer. */
const HELD = 1_000;
const REMEMBERED = 50;

/** What a connection sends goes through here, where it meets the faults. Without any it is a function call more. */
export class FaultLine implements Disposable {
  readonly #faults: Faults;
  readonly #sink: StreamSink;
  readonly #clock: Clock;
  /** Number of the connection: each has faults of its own. */
  readonly #number: number;
  readonly #subscription: Disposable;
  readonly #past: string[] = [];
  #draws = 0;
  #stall: { held: string[]; readonly timer: Disposable | undefined } | undefined;
  #late: string | undefined;
  #open = true;

  constructor(faults: Faults, sink: StreamSink, clock: Clock, number: number) {
    this.#faults = faults;
    this.#sink = sink;
    this.#clock = clock;
    this.#number = number;
    this.#subscription = faults.onDidChange((plan) => {
      if (plan.stall === undefined) this.#endStall();
    });
  }

  /** False once it was closed or broken off, from whichever end. */
  get open(): boolean {
    return this.#open;
  }

  /** Nothing leaves now. */
  get stalled(): boolean {
    return this.#stall !== undefined;
  }

  /** `kept`: worth sending late; a heartbeat is not. */
  send(text: string, kept = true): void {
    if (!this.#open) return;
    if (this.#stall !== undefined) {
      if (kept) this.#hold(text);
      return;
    }
    const { plan } = this.#faults;
    if (this.#hits(plan.drop)) this.#end(() => this.#sink.breakOff());
    else if (this.#hits(plan.close?.rate)) this.close(plan.close?.code ?? 1000, '');
    else if (this.#hits(plan.stall?.rate)) {
      this.#beginStall(plan.stall?.ms);
      if (kept) this.#hold(text);
    } else if (!this.#hits(plan.lose)) this.#deliver(text);
  }

  close(code: number, reason: string): void {
    this.#end(() => this.#sink.close(code, reason));
  }

  breakOff(): void {
    this.#end(() => this.#sink.breakOff());
  }

  dispose(): void {
    this.#open = false;
    this.#subscription.dispose();
    this.#stall?.timer?.dispose();
    this.#stall = undefined;
  }

  #deliver(text: string): void {
    const { plan } = this.#faults;
    if (this.#hits(plan.garbage)) this.#sink.send(garbageOf(text, this.#draw()));
    const late = this.#late;
    this.#late = undefined;
    // One frame waits at a time: the next one that comes goes first.
    if (late === undefined && this.#hits(plan.reorder)) this.#late = text;
    else this.#sink.send(text);
    if (late !== undefined) this.#sink.send(late);
    if (this.#hits(plan.duplicate)) this.#sink.send(text);
    if (plan.replay === undefined) return;
    if (this.#hits(plan.replay)) {
      const old = this.#past[Math.floor(this.#draw() * this.#past.length)];
      if (old !== undefined) this.#sink.send(old);
    }
    this.#past.push(text);
    if (this.#past.length > REMEMBERED) this.#past.shift();
  }

  #beginStall(ms: number | undefined): void {
    const timer = ms === undefined ? undefined : this.#clock.setTimeout(() => this.#endStall(), ms);
    this.#stall = { held: [], timer };
  }

  #endStall(): void {
    const stall = this.#stall;
    if (stall === undefined) return;
    this.#stall = undefined;
    stall.timer?.dispose();
    for (const text of stall.held) this.#deliver(text);
  }

  #hold(text: string): void {
    const held = this.#stall?.held ?? [];
    held.push(text);
    if (held.length > HELD) held.shift();
  }

  #end(how: () => void): void {
    if (!this.#open) return;
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
