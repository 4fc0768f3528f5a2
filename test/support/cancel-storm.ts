import type { Disposable } from '../../src/base/disposable.ts';
import type { Order } from '../../src/core/order.ts';
import { createWorld, type World } from '../../src/demo/world.ts';
import type { CancelReport, KillSwitchReport } from '../../src/store/cancels/cancel-outcome.ts';
import { VirtualClock } from './clock.ts';
import { Dice } from './dice.ts';
import { MemoryLogFolder } from './memory-log.ts';
import { accountOf } from './read-world.ts';
import { FaultyService, NOON, type StormRequest } from './storm-service.ts';
import { StormWindow } from './storm-window.ts';

export interface CancelStorm {
  readonly seed: number;
  readonly world: World;
  readonly now: number;
  readonly folder: MemoryLogFolder;
  readonly asked: ReadonlyMap<string, Order>;
  readonly clicks: ReadonlyMap<string, number>;
  readonly requests: readonly StormRequest[];
  readonly killSwitches: ReadonlyMap<string, KillSwitchReport>;
  readonly reports: readonly CancelReport[];
  readonly windows: readonly StormWindow[];
  /** Whether clocks were set, so that a live window may have been taken for a dead one. */
  readonly isTimeSet: boolean;
}

const SHIFTS = [2_678_400_000, 3_600_000, 65_000, 700].flatMap((ms) => [ms, -ms]);

/** Cancels `count` orders of a demo exchange over a network and a disk that fail, from windows that crash and freeze. */
export async function cancelStorm(seed: number, count: number): Promise<CancelStorm> {
  const dice = new Dice(seed);
  const clock = new VirtualClock(NOON);
  const world = createWorld({ seed: 1 + (seed % 50), epochMs: NOON, markets: 60 });
  const service = new FaultyService(world, clock, dice);
  const folder = new MemoryLogFolder(clock);
  const orders = accountOf(world).openOrders(NOON).slice(0, count);
  const asked = new Map(orders.map((order) => [order.id, order]));
  const clicks = new Map<string, number>();
  const reports: CancelReport[] = [];
  const killSwitches = new Map<string, KillSwitchReport>();
  const open = (): StormWindow => new StormWindow(service, clock, folder, dice, reports);
  const windows = [open(), open()];
  for (const each of windows) await clock.run(each.orders.load());

  const later = (from: number, to: number, what: () => void): Disposable =>
    clock.setTimeout(what, dice.between(from, to));
  const ask = async (
    which: number,
    wanted: readonly Order[],
    work: (asks: StormWindow) => Promise<unknown>,
  ) => {
    const asks = windows[which];
    if (asks === undefined || asks.isGone) return;
    for (const { id } of wanted) clicks.set(id, (clicks.get(id) ?? 0) + 1);
    asks.pendingCalls += 1;
    await work(asks);
    asks.pendingCalls -= 1;
  };
  const click = (wanted: readonly Order[], isAgain = false): void => {
    const stop = new AbortController();
    if (dice.chance(0.05)) later(0, 2_000, () => stop.abort());
    const again = new Set(isAgain ? wanted.map(({ id }) => id) : []);
    const options = { again, signal: stop.signal, command: 'storm' };
    void ask(dice.between(0, 1), wanted, async ({ cancels }) => {
      const found = await cancels.cancel(wanted, options);
      if (found.length !== wanted.length) throw new Error('an order got no report');
    });
  };
  const clickAll = (which: number): void => {
    const known = [...(windows[which]?.orders.orders ?? [])];
    for (const order of known) asked.set(order.id, order);
    const command = `everything ${killSwitches.size} ${clock.now()}`;
    void ask(which, known, async ({ cancels }) => {
      killSwitches.set(command, await cancels.killSwitch(known, { command }));
    });
  };
  for (let at = 0; at < orders.length; ) {
    const list = orders.slice(at, at + dice.pick([1, 1, 1, 1, 1, 1, 2, 3, 4, 25]));
    at += list.length;
    later(0, 20_000, () => click(list));
    if (dice.chance(0.3)) later(0, 20_000, () => click(list));
    if (dice.chance(0.2)) later(40_000, 400_000, () => click(list, true));
  }
  for (const { id } of orders) {
    if (dice.chance(0.25)) later(0, 60_000, () => service.fill(id));
    if (dice.chance(0.05)) later(60_000, 900_000, () => service.fill(id));
  }
  for (const which of [0, 1]) {
    if (dice.chance(0.5))
      later(0, 40_000, () => {
        windows[which]?.kill();
        // One of the two may be gone for good.
        if (which === 1 && dice.chance(0.4)) return;
        later(0, 90_000, () => {
          const next = open();
          windows[which] = next;
          void next.orders.load();
        });
      });
    else if (dice.chance(0.3))
      later(0, 20_000, () => windows[which]?.freeze(dice.pick([5_000, 90_000, 700_000])));
  }
  for (let times = dice.between(0, 6); times > 0; times -= 1)
    later(0, 400_000, () => {
      for (const { log, isGone } of windows) if (!isGone) void log.expire();
    });
  if (dice.chance(0.2))
    later(0, 20_000, () => {
      folder.isBroken = true;
      later(100, 20_000, () => {
        folder.isBroken = false;
      });
    });
  // The clock of each window is set back and forth, by what a time server corrects, an hour or a month.
  const isTimeSet = dice.chance(0.4);
  for (let times = isTimeSet ? dice.between(1, 12) : 0; times > 0; times -= 1)
    later(0, 400_000, () => windows[dice.between(0, 1)]?.setClock(dice.pick(SHIFTS)));
  for (let times = dice.chance(0.3) ? dice.between(1, 3) : 0; times > 0; times -= 1)
    later(0, 200_000, () => clickAll(dice.between(0, 1)));
  const look = (): void => {
    for (const { orders: shown } of windows) void shown.refresh('poll');
    clock.setTimeout(look, 20_000);
  };
  look();
  await clock.advance(1_000_000);
  // The weather clears; the windows that are left find out the rest.
  service.calm();
  await clock.advance(900_000);
  const { requests } = service;
  const now = service.now();
  return { seed, world, now, folder, asked, clicks, requests, killSwitches, reports, windows, isTimeSet };
}
