import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Decimal } from '../../core/decimal.ts';
import { currencyOf } from '../../core/figures.ts';
import type { Order } from '../../core/order.ts';
import type { PortfolioStore } from '../account/portfolio.ts';
import type { PositionsStore } from '../account/positions.ts';

/** The account as it stood at a moment, as far as it was read. */
export interface Standing {
  /** Unix milliseconds. */
  readonly at: number;
  readonly orders: readonly Order[];
  /** Open and realised P&L together, by currency; without one where a part of it is missing. */
  readonly pnl: ReadonlyMap<string, Decimal>;
  /** Currency of each position listed, by market. */
  readonly listed: ReadonlyMap<string, string>;
}

export interface AmountChange {
  readonly currency: string;
  readonly amount: Decimal;
}

export function standingOf(
  at: number,
  orders: readonly Order[],
  portfolio: Pick<PortfolioStore, 'summary'>,
  positions: Pick<PositionsStore, 'positions'>,
): Standing {
  const summary = portfolio.summary;
  const whole = (summary?.currencies ?? []).filter(
    ({ openPnl, realised }) => summary?.complete === true && openPnl.missing === 0 && realised.missing === 0,
  );
  return {
    at,
    orders,
    pnl: new Map(whole.map(({ currency, openPnl, realised }) => [currency, openPnl.sum.plus(realised.sum)])),
    listed: new Map(positions.positions.map((position) => [position.marketSlug, currencyOf(position)])),
  };
}

/**
 * What P&L changed by; only of currencies known in full at both times. A position that is listed no more took its result
 * with it: then its currency cannot be compared.
 */
export function pnlChange(before: Standing, now: Standing): readonly AmountChange[] {
  const torn = new Set([...before.listed].flatMap(([slug, of]) => (now.listed.has(slug) ? [] : [of])));
  return [...now.pnl].flatMap(([currency, sum]) => {
    const then = before.pnl.get(currency);
    if (then === undefined || torn.has(currency) || then.equals(sum)) return [];
    return [{ currency, amount: sum.minus(then) }];
  });
}

/** The account is looked at so long after it changed, milliseconds: by then everything read together has arrived. */
const SETTLE_MS = 5_000;
/** So many moments are kept: the last ones all, older ones ever farther apart. */
const MOST = 40;
const DENSE = 12;

/** Remembers how the account stood, to be compared with after an absence. */
export class Standings implements Disposable {
  readonly #clock: Clock;
  readonly #look: (at: number) => Standing;
  #moments: readonly Standing[] = [];
  #timer: Disposable | undefined;

  /** `look` says how it stands now. */
  constructor(clock: Clock, look: (at: number) => Standing) {
    this.#clock = clock;
    this.#look = look;
  }

  /** It changed. */
  note(): void {
    if (this.#timer !== undefined) return;
    // What stands when a machine wakes up stood so when it fell asleep.
    const at = this.#clock.now() + SETTLE_MS;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      this.#put(this.#look(Math.min(at, this.#clock.now())));
    }, SETTLE_MS);
  }

  /** As it stood at that moment, or last before. */
  at(ms: number): Standing | undefined {
    return this.#moments.findLast(({ at }) => at <= ms);
  }

  clear(): void {
    this.dispose();
    this.#moments = [];
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #put(moment: Standing): void {
    const all = [...this.#moments.filter(({ at }) => at <= moment.at), moment];
    const old = all.length - DENSE;
    this.#moments = all.length <= MOST ? all : all.filter((_, place) => place >= old || place % 2 === 0);
  }
}
