import assert from 'node:assert/strict';
import type { MarketTopic, StreamId } from '../../../../src/exchange/streams.ts';
import { VirtualClock } from '../../../support/clock.ts';
import type { Frame } from '../../../support/fake-streams.ts';
import type { Fate } from '../delivery.ts';
import { FocusFile } from './live-rig.ts';
import type { Act, SLUGS, Storm } from './storm-acts.ts';
import { checkEqual, checkShown } from './storm-check.ts';
import { StormExchange } from './storm-exchange.ts';
import { StormWindow, WATCHDOG_MS } from './storm-window.ts';

const STREAMS: readonly StreamId[] = ['markets', 'account'];
/** So long after everything works again all of it is right and fresh: the longest wait before trying again, and a read. */
const HEALED_MS = 75_000;
/** What was lost without anybody noticing waits for the next check, which may wait a minute for what else is read. */
const CHECKED_MS = 360_000;

/** An exchange and the windows on it, through a storm of faults; what is shown is held against what was. */
export class Play {
  readonly #clock = new VirtualClock();
  readonly #file = new FocusFile();
  readonly #drops: (frame: Frame) => boolean;
  readonly #storm: Storm;
  readonly #model: StormExchange;
  readonly #windows: StormWindow[] = [];
  #calmAt = 0;

  /** `drops`: frames that are lost without anybody noticing. */
  constructor(storm: Storm, drops: (frame: Frame) => boolean = () => false) {
    this.#storm = storm;
    this.#drops = drops;
    this.#model = new StormExchange(this.#clock, storm.listsFlat);
  }

  /** `checked`: at each step what is shown is held against what was. */
  async run(checked: boolean): Promise<void> {
    const clock = this.#clock;
    const check = (): void => {
      if (checked) for (const each of this.#alive) checkShown(each.window, this.#model);
    };
    if (this.#storm.second) this.#open();
    await clock.advance(500);
    this.#open();
    await clock.advance(2_000);
    for (const { afterMs, act } of this.#storm.steps) {
      // More than one look on the way, so that what is wrong for a while only is seen too.
      for (const part of [0.1, 0.4, 0.5]) {
        await clock.advance(Math.round(afterMs * part));
        check();
      }
      this.#do(act);
      await clock.advance(0);
      check();
    }
    for (let look = 0; look < 4; look++) {
      await clock.advance(11_000);
      check();
    }
  }

  /** Everything works again, some of it because somebody asks for it; what was put off by faults comes back by itself. */
  async heal(lossy: boolean): Promise<void> {
    const clock = this.#clock;
    await clock.advance(Math.max(0, this.#calmAt - clock.now()) + 10_000);
    for (const each of this.#alive) {
      each.slow([{ there: 5, back: 5 }]);
      each.window.streams.retry();
    }
    await clock.advance(lossy ? CHECKED_MS : HEALED_MS);
    for (const { window } of this.#alive) {
      for (const stream of STREAMS) {
        const { kind } = window.live.state(stream);
        assert.equal(kind, 'live', `${stream} is up again`);
      }
    }
    assert.ok(clock.pending < 60, `${clock.pending} timers wait`);
  }

  checkEqual(lossy: boolean): void {
    for (const each of this.#alive) checkEqual(each.window, this.#model, lossy);
  }

  tearDown(): void {
    for (const each of this.#alive) each.end(false);
  }

  get #alive(): readonly StormWindow[] {
    return this.#windows.filter(({ alive }) => alive);
  }

  #open(): StormWindow {
    const opened = new StormWindow(this.#model, this.#clock, this.#file, this.#drops);
    this.#windows.push(opened);
    opened.show();
    return opened;
  }

  #do(act: Act): void {
    const clock = this.#clock;
    const all = this.#alive;
    const one = 'window' in act ? all[act.window % all.length] : all.at(-1);
    if (one === undefined) return;
    const lastingMs = 'forMs' in act ? act.forMs : 0;
    this.#calmAt = Math.max(this.#calmAt, clock.now() + lastingMs + WATCHDOG_MS);
    switch (act.kind) {
      case 'price':
        this.#model.setPrice(act.slug, act.cents);
        this.#tellPrice(act.slug, act.fate);
        return;
      case 'halt':
      case 'resume':
      case 'settle': {
        const frames = this.#model.turn(act.kind, act.slug);
        this.#tellPrice(act.slug, act.fate);
        this.#tell(frames, act.fate);
        return;
      }
      case 'place':
      case 'fill':
      case 'cancel':
      case 'bust':
        this.#tell(this.#model.trade(act.kind, act.id), act.fate);
        return;
      case 'replay':
        one.replay(act.which);
        return;
      case 'lose':
      case 'stall':
        one[act.kind](act.stream, act.forMs);
        return;
      case 'lag':
      case 'refuse':
        one[act.kind](act.stream, act.forMs);
        return;
      case 'stop':
        one.stop(act.stream);
        clock.setTimeout(() => one.alive && one.window.streams.retry(), act.forMs);
        return;
      case 'fail':
        for (const each of all) each.fail(act.methods, act.code, act.forMs);
        return;
      case 'slow':
        for (const each of all) each.slow(act.trips);
        return;
      case 'hide':
      case 'blur':
        one[act.kind](act.forMs);
        return;
      case 'status':
        one.setStatus(act.shown);
        return;
      case 'other': {
        if (all.length > 2) return;
        const opened = this.#open();
        const goes = act.killed ? all[0] : opened;
        clock.setTimeout(() => this.#alive.length > 1 && goes?.end(act.killed), act.forMs);
        return;
      }
      case 'sleep':
        for (const each of all) for (const stream of STREAMS) each.stall(stream, 1_000);
        clock.jumpTo(clock.now() + act.ms);
        return;
    }
  }

  #tell(frames: readonly Frame[], fate: Fate): void {
    for (const frame of frames) for (const each of this.#alive) each.tell(frame, fate);
  }

  /** A best quote says not when it is from: only books come late or swapped. */
  #tellPrice(slug: (typeof SLUGS)[number], fate: Fate): void {
    for (const topic of ['lite', 'book'] satisfies MarketTopic[]) {
      const frame = this.#model.frame(slug, topic);
      if (frame !== undefined) this.#tell([frame], topic === 'lite' ? [0] : fate);
    }
  }
}
