import { ChangeSource } from '../../base/change-source.ts';
import { Memo } from '../../base/memo.ts';
import {
  accountValue,
  type CurrencyTotals,
  currencyOf,
  isHeld,
  isLong,
  isOpen,
  type Marks,
  type PortfolioCurrency,
  positionValue,
  total,
  totals,
} from '../../core/figures.ts';
import { type Holdings, holdingsOf } from '../../core/holdings.ts';
import { isOver } from '../../core/lifecycle.ts';
import type { Position } from '../../core/position.ts';
import { bestBidAndOffer, lifecycleNow } from '../../core/pricing.ts';
import type { MarketsStore } from '../markets/markets.ts';
import type { QuotesStore } from '../markets/quotes.ts';
import { type Change, NOTHING_CHANGED, readAt } from '../reading/load-state.ts';
import type { BalancesStore } from './balances.ts';
import type { OrdersStore } from './orders.ts';
import type { PositionsStore } from './positions.ts';

interface PortfolioSummary {
  readonly currencies: readonly PortfolioCurrency[];
  readonly openOrders: number | undefined;
  /** False when positions are missing: the page limit cut them off, or some could not be read. */
  readonly complete: boolean;
  /** Unix milliseconds of the older of the readings of positions and balances. */
  readonly at: number;
}

interface PortfolioParts {
  readonly positions: PositionsStore;
  readonly orders: OrdersStore;
  readonly balances: BalancesStore;
  /** Prices for positions the service reports no value of, or an older one. */
  readonly markets: MarketsStore;
  readonly quotes: QuotesStore;
}

/** Figures over positions, orders and balances. It reads nothing by itself. */
export class PortfolioStore extends ChangeSource<Change> {
  readonly #parts: PortfolioParts;
  #summary: { readonly value: PortfolioSummary | undefined } | undefined;
  readonly #holdings = new Memo<Holdings>();

  constructor(parts: PortfolioParts) {
    super();
    this.#parts = parts;
    for (const store of [parts.positions, parts.orders, parts.balances]) {
      this.own.add(store.onDidChange((change) => this.#take(change)));
    }
    for (const store of [parts.markets, parts.quotes]) {
      this.own.add(store.onDidChange((change) => this.#takePrices(change)));
    }
  }

  /** Undefined until the positions were read. The same object until something changed. */
  get summary(): PortfolioSummary | undefined {
    this.#summary ??= { value: this.#workOut() };
    return this.#summary.value;
  }

  #take(change: Change): void {
    this.#summary = undefined;
    this.changes.fire(change === 'all' || change.size > 0 ? 'all' : NOTHING_CHANGED);
  }

  /** A price matters where there is a position. */
  #takePrices(change: Change): void {
    const { positions } = this.#parts.positions;
    if (positions.some(({ marketSlug }) => change === 'all' || change.has(marketSlug))) this.#take('all');
  }

  /** What the account has in which market. The same object until orders or positions change. */
  get holdings(): Holdings {
    const { positions } = this.#parts.positions;
    const { orders } = this.#parts.orders;
    return this.#holdings.of([positions, orders], () => holdingsOf(positions, orders));
  }

  /** Markets of open positions whose value was worked out from a price and is not the one reported. */
  get pricedSlugs(): readonly string[] {
    return this.#parts.positions.positions
      .filter((position) => {
        const valuation = isOpen(position) ? positionValue(position, this.#marks(position)) : undefined;
        return valuation !== undefined && valuation.source !== 'reported';
      })
      .map(({ marketSlug }) => marketSlug);
  }

  #workOut(): PortfolioSummary | undefined {
    const { positions, orders, balances } = this.#parts;
    const read = readAt(positions.state);
    if (read === undefined) return undefined;
    const shorts = positions.positions.filter((each) => isHeld(each) && !isLong(each));
    const sums = totals(
      positions.positions.map((position) => ({
        position,
        marks: this.#marks(position),
        isEnded: this.#isEnded(position),
      })),
      balances.balances.map(({ currency }) => currency),
    );
    const cashOnly = balances.balances.filter(
      ({ currency }) => !sums.some((sum) => sum.currency === currency),
    );
    const currencies = [...sums, ...cashOnly.map(({ currency }) => noPositions(currency))];
    return {
      currencies: currencies.map((sum) => {
        const hasShorts = shorts.some((each) => (currencyOf(each) || sum.currency) === sum.currency);
        const balance = balances.get(sum.currency);
        return {
          ...sum,
          positions: sum.value.counted,
          cash: balance?.currentBalance,
          balance,
          accountValue: accountValue(sum, balance, hasShorts),
        };
      }),
      openOrders: readAt(orders.state) === undefined ? undefined : orders.orders.length,
      complete: positions.complete && positions.lost === 0,
      at: Math.min(read, readAt(balances.state) ?? read),
    };
  }

  #isEnded({ marketSlug: slug }: Position): boolean {
    const { markets, quotes } = this.#parts;
    const market = markets.get(slug);
    return market !== undefined && isOver(lifecycleNow(market, quotes.live(slug, markets.readAt(slug))));
  }

  #marks({ marketSlug: slug, cashValue }: Position): Marks {
    const { markets, quotes } = this.#parts;
    const newer = this.pricedLater(slug);
    const market = cashValue === undefined || newer ? markets.get(slug) : undefined;
    const best = market && bestBidAndOffer(market, quotes.live(slug, markets.readAt(slug)));
    return { bid: best?.bid?.price, offer: best?.offer?.price, newer };
  }

  /** True where a streamed price of the market is newer than the position. */
  pricedLater(slug: string): boolean {
    const price = this.#parts.quotes.provenanceOf(slug);
    const position = this.#parts.positions.provenance(slug);
    return price?.source === 'stream' && position !== undefined && price.at > position.at;
  }
}

function noPositions(currency: string): CurrencyTotals {
  const none = total([]);
  const worth = { value: none, openPnl: none };
  return { currency, ...worth, awaiting: worth, realised: none };
}
