import type { Balance } from '../../core/balance.ts';
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
   * only the current balance can be relied on, as an unset figure is sent as 0: a reading becomes due for the rest. One
   * becomes due, too, where no time proves that the frame is newer.
   */
  applyBalances(balances: readonly Balance[], whole: boolean, at: number): void {
    const provenance: Provenance = { source: 'stream', at };
    if (whole) {
      this.applyItems(balances, provenance);
      if (balances.some(({ lastUpdated }) => lastUpdated === undefined)) this.needList();
      return;
    }
    const isOld = balances.map((sent) => {
      const held = this.#held(sent);
      const { currentBalance, lastUpdated = held?.lastUpdated } = sent;
      return !this.applyUpdate(
        held === undefined ? sent : { ...held, currentBalance, lastUpdated },
        provenance,
      );
    });
    if (isOld.length === 0 || isOld.includes(false)) this.needList();
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
  #held({ currency }: Balance): Balance | undefined {
    return currency === '' && this.balances.length === 1 ? this.balances[0] : this.get(currency);
  }
}
