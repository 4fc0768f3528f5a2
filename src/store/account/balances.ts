import type { Balance, BalanceFigure } from '../../core/balance.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import type { Exchange, Listing } from '../../exchange/exchange.ts';
import type { Provenance } from '../reading/load-state.ts';
import type { Session } from '../session/session.ts';
import { type ItemRules, StreamedStore } from './streamed-store.ts';

const BALANCE_RULES: ItemRules<Balance> = {
  keyOf: ({ currency }) => currency,
  timeOf: ({ lastUpdated }) => lastUpdated,
  isOver: () => false,
  isBackwards: () => false,
  complete: (next) => next,
};

/** Cash of the account, where the service serves it, updated by frames. Changes are keyed by currency. */
export class BalancesStore extends StreamedStore<Balance> {
  constructor(session: Session) {
    super(session, BALANCE_RULES);
  }

  get balances(): readonly Balance[] {
    return this.items;
  }

  /**
   * Applies a frame of the account stream that arrived at `at` (Unix milliseconds). `whole`: it has every balance. Otherwise
   * an unset figure is sent as 0: it stays as it was, and a reading becomes due for it. One becomes due, too, where no time
   * proves that the frame is newer.
   */
  applyBalances(balances: readonly Balance[], whole: boolean, at: number): void {
    const provenance: Provenance = { source: 'stream', at };
    if (whole) {
      this.applyItems(balances, provenance);
      if (balances.some(({ lastUpdated }) => lastUpdated === undefined)) this.needList();
      return;
    }
    if (balances.length === 0) this.needList();
    for (const sent of balances) {
      const currency = this.#currencyOf(sent);
      const known = this.get(currency);
      const isNewest = this.isNewest(currency, sent.lastUpdated);
      const next = known === undefined ? sent : changed(known, sent);
      if (this.applyUpdate(next, provenance) && !(isNewest && hasEveryFigure(sent, known))) this.needList();
    }
  }

  /** A service without balances has none, which is no failure. */
  protected override async fetch(
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<Pick<Listing<Balance>, 'items' | 'lost'>> {
    try {
      return await exchange.balances(signal);
    } catch (cause) {
      if (!isExchangeError(cause) || cause.code !== 'unsupported') throw cause;
      return { items: [], lost: 0 };
    }
  }

  /** A trimmed frame leaves the currency out: where there is only one, it is that. */
  #currencyOf({ currency }: Balance): string {
    const [only, ...others] = this.balances;
    return currency === '' && only !== undefined && others.length === 0 ? only.currency : currency;
  }
}

const FIGURES = [
  'buyingPower',
  'openOrders',
  'unsettledFunds',
  'pendingCredit',
  'marginRequirement',
  'assetNotional',
  'assetAvailable',
  'balanceReservation',
  'depositReservation',
  'bonusReservation',
  'displayedBonus',
  'bonusHold',
  'displayedAvailableSoon',
  'displayedCash',
  'availableToWithdraw',
] as const satisfies readonly BalanceFigure[];

/** The balance after a change: figures that were sent replace those known. */
function changed(known: Balance, sent: Balance): Balance {
  const { currentBalance, lastUpdated, pendingWithdrawals } = sent;
  const figures = FIGURES.map((name) => [name, sent[name]?.isZero === false ? sent[name] : known[name]]);
  return {
    ...known,
    ...Object.fromEntries(figures),
    currentBalance,
    pendingWithdrawals: pendingWithdrawals.length > 0 ? pendingWithdrawals : known.pendingWithdrawals,
    lastUpdated: lastUpdated ?? known.lastUpdated,
  };
}

/** False where a figure may be 0 now or may not have been sent. */
function hasEveryFigure(sent: Balance, known: Balance | undefined): boolean {
  if (sent.pendingWithdrawals.length === 0 && known?.pendingWithdrawals.length) return false;
  return FIGURES.every((name) => sent[name]?.isZero === false || known?.[name]?.isZero !== false);
}
