import type { Disposable } from '../../src/base/lifecycle.ts';
import type { Order } from '../../src/core/order.ts';
import type { World } from '../../src/demo/api.ts';
import { createWorld } from '../../src/demo/world.ts';
import type { CancelReport } from '../../src/store/cancels/cancel.ts';
import type { EverythingReport } from '../../src/store/cancels/cancel-everything.ts';
import { VirtualClock } from './clock.ts';
import { Dice } from './dice.ts';
import { MemoryIntents } from './memory-intents.ts';
import { FaultyService, NOON, type StormRequest } from './storm-service.ts';
import { StormWindow } from './storm-window.ts';

/** What one storm left behind, for judging it. */
export interface Storm {
  readonly seed: number;
  readonly world: World;
  readonly now: number;
  readonly intents: MemoryIntents;
  /** Every order somebody asked to cancel, by id. */
  readonly asked: ReadonlyMap<string, Order>;
  /** Requests to cancel that windows handed over, and what each of them did. */
  readonly requests: readonly StormRequest[];
  /** What cancels of whatever was open came to, by why they were asked. */
  readonly wholes: ReadonlyMap<string, EverythingReport>;
  /** All that was said, by windows that lived. */
  readonly reports: readonly CancelReport[];
  readonly calls: { made: number; answered: number };
  /** The windows that are there at the end. */
  readonly windows: readonly StormWindow[];
}

/** Why whatever is open is cancelled begins so. */
export const EVERYTHING = 'everything';

const SHIFTS = [2_678_400_000, 3_600_000, 65_000, 700].flatMap((ms) => [ms, -ms]);

/** Cancels `count` orders of a demo exchange over a line and a disk that fail, from windows that crash and freeze. */
export async function storm(seed: number, count: number): Promise<Storm> {
  const dice = new Dice(seed);
  const clock = new VirtualClock(NOON);
  const world = createWorld({ seed: 1 + (seed % 50), epochMs: NOON, markets: 60 });
  const service = new FaultyService(world, clock, dice);
  const intents = new MemoryIntents();
  const orders = world.openOrders(NOON).slice(0, count);
  const asked = new Map(orders.map((order) => [order.id, order]));
  const reports: CancelReport[] = [];
  const wholes = new Map<string, EverythingReport>();
  const calls = { made: 0, answered: 0 };
  const open = (): StormWindow => new StormWindow(service, clock, intents, dice, reports);
  const windows = [open(), open()];
  for (const each of windows) await clock.run(each.orders.load());

  const later = (from: number, to: number, what: () => void): Disposable =>
    clock.setTimeout(what, dice.between(from, to));
  const click = (which: number, wanted: readonly Order[], again = false): void => {
    const asks = windows[which % windows.length];
    if (asks === undefined || asks.isGone) return;
    calls.made += 1;
    asks.pendingCalls += 1;
    const stop = new AbortController();
    if (dice.chance(0.05)) later(0, 2_000, () => stop.abort());
    void asks.cancels
      .cancel(wanted, {
        again: new Set(again ? wanted.map(({ id }) => id) : []),
        signal: stop.signal,
        why: 'storm',
      })
      .then((found) => {
        if (found.length !== wanted.length) throw new Error('an order got no report');
        calls.answered += 1;
        asks.pendingCalls -= 1;
      });
  };
  const clickAll = (which: number): void => {
    const asks = windows[which];
    // One at a time in a window: nothing in two requests beside each other says which is which.
    if (asks === undefined || asks.isGone || asks.isAtEverything) return;
    const known = [...asks.orders.orders];
    for (const order of known) asked.set(order.id, order);
    const why = `${EVERYTHING} ${calls.made}`;
    calls.made += 1;
    asks.pendingCalls += 1;
    void asks.cancelEverything(known, why).then((report) => {
      wholes.set(why, report);
      calls.answered += 1;
      asks.pendingCalls -= 1;
    });
  };
  for (let at = 0; at < orders.length; ) {
    const list = orders.slice(at, at + dice.pick([1, 1, 1, 1, 1, 1, 2, 3, 4, 25]));
    at += list.length;
    const which = dice.between(0, 1);
    later(0, 20_000, () => click(which, list));
    // A second click, here or in the other window, soon after or at the same moment.
    if (dice.chance(0.3)) later(0, 20_000, () => click(dice.between(0, 1), list));
    if (dice.chance(0.2)) later(40_000, 400_000, () => click(dice.between(0, 1), list, true));
  }
  for (const order of orders) {
    if (dice.chance(0.25)) later(0, 60_000, () => service.fill(order.id));
    if (dice.chance(0.05)) later(60_000, 900_000, () => service.fill(order.id));
  }
  for (const which of [0, 1]) {
    if (dice.chance(0.5))
      later(0, 40_000, () => {
        windows[which]?.kill();
        // One of the two may be gone for good.
        if (which === 1 && dice.chance(0.4)) return;
        later(0, 30_000, () => {
          const next = open();
          windows[which] = next;
          void next.orders.load();
        });
      });
    else if (dice.chance(0.3))
      later(0, 20_000, () => windows[which]?.freeze(dice.pick([5_000, 90_000, 700_000])));
  }
  // The record is tidied up now and then, by both windows at the same moment too.
  if (dice.chance(0.7)) {
    for (let times = dice.between(1, 8); times > 0; times -= 1)
      later(0, 400_000, () => {
        const isBoth = dice.chance(0.5);
        for (const each of isBoth ? windows : windows.slice(0, 1)) each.tidyUp();
      });
  }
  if (dice.chance(0.2)) {
    later(0, 20_000, () => {
      intents.broken = true;
      later(100, 20_000, () => {
        intents.broken = false;
      });
    });
  }
  // The clock of each window is set back and forth, by what a time server corrects, an hour or a month.
  if (dice.chance(0.5)) {
    for (let times = dice.between(1, 12); times > 0; times -= 1)
      later(0, 400_000, () => windows[dice.between(0, 1)]?.setClock(dice.pick(SHIFTS)));
  }
  // Whatever is open is cancelled too, in the one window, in both, or more than once.
  if (dice.chance(0.3)) {
    for (let times = dice.between(1, 3); times > 0; times -= 1)
      later(0, 200_000, () => clickAll(dice.between(0, 1)));
  }
  // What shows the orders reads them now and then, also in a window that stays while another one goes for good.
  const look = (): void => {
    for (const { orders: shown } of windows) void shown.refresh('poll');
    clock.setTimeout(look, 20_000);
  };
  look();
  await clock.advance(1_000_000);
  // The weather clears; whoever is left finds out the rest.
  service.calm();
  await clock.advance(900_000);
  return {
    seed,
    world,
    now: service.now(),
    intents,
    asked,
    requests: service.requests,
    wholes,
    reports,
    calls,
    windows,
  };
}
