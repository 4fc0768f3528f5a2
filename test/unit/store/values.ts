import { Emitter } from '../../../src/base/event.ts';
import type { Activity } from '../../../src/core/activity.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { BARE_EVENT } from '../../../src/core/derive-events.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { Order } from '../../../src/core/order.ts';
import type { Position } from '../../../src/core/position.ts';
import type { ConnectionProfile, Credentials } from '../../../src/exchange/profile.ts';
import type { QuotesCoverage } from '../../../src/store/markets/quotes.ts';
import type { CredentialSource, StoredCredentials } from '../../../src/store/session/keychain.ts';
import { Session } from '../../../src/store/session/session.ts';
import { aChange, anOrder, aPosition, aTrade } from '../../support/account-values.ts';
import { VirtualClock } from '../../support/clock.ts';
import { FakeExchange } from '../../support/fake-exchange.ts';
import { aMarket, at, d, usd } from '../../support/values.ts';

export { anOverview as overview, usd } from '../../support/values.ts';

export const PROFILE: ConnectionProfile = {
  id: 'custom',
  label: 'Corner Book',
  publicUrl: 'https://odds.example',
  privateUrl: 'https://desk.example',
  auth: 'ed25519',
  dialect: 'seed',
};

export const KEY: Credentials = { keyId: 'first', secret: 'pineapple' };

/** For stores of quotes that no stream feeds. */
export const NOT_STREAMED: QuotesCoverage = { shows: () => false, coversBook: () => false };

export class FakeKeys implements CredentialSource {
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  stored: StoredCredentials | undefined;

  constructor(stored?: StoredCredentials) {
    this.stored = stored;
  }

  async get(): Promise<StoredCredentials | undefined> {
    return this.stored;
  }

  async store(_profile: ConnectionProfile, credentials: StoredCredentials): Promise<void> {
    this.set(credentials);
  }

  async delete(): Promise<void> {
    this.set(undefined);
  }

  set(credentials: StoredCredentials | undefined): void {
    this.stored = credentials;
    this.#changes.fire();
  }
}

/** A session over one fake exchange, signed in by default. `made` lists what the factory was asked for. */
export function rig(options: { readonly keys?: FakeKeys; readonly profile?: ConnectionProfile } = {}) {
  const clock = new VirtualClock();
  const keys = options.keys ?? new FakeKeys(KEY);
  const exchange = new FakeExchange();
  exchange.now = () => clock.now();
  const made: (Credentials | undefined)[] = [];
  const exchanges: FakeExchange[] = [];
  const session = new Session({
    profile: options.profile ?? PROFILE,
    credentials: keys,
    clock,
    factory: async (_profile, credentials) => {
      made.push(credentials);
      const next = exchanges.length === 0 ? exchange : copyOf(exchange);
      exchanges.push(next);
      return next;
    },
  });
  return { clock, keys, exchange, exchanges, made, session };
}

export function copyOf(exchange: FakeExchange): FakeExchange {
  const copy = new FakeExchange();
  copy.now = exchange.now;
  copy.markets_ = exchange.markets_;
  copy.events_ = exchange.events_;
  copy.orders_ = exchange.orders_;
  copy.positions_ = exchange.positions_;
  copy.activities_ = exchange.activities_;
  return copy;
}

export function market(slug: string, own: Partial<Market> = {}): Market {
  const open = { category: 'sports', active: true, closed: false, status: 'OPEN' } as const;
  return aMarket({ id: `1${slug.length}`, slug, question: `Will ${slug} win?`, ...open, ...own });
}

export function event(id: string, own: Partial<MarketEvent> = {}): MarketEvent {
  return { ...BARE_EVENT, id, slug: `event-${id}`, title: `Event ${id}`, ...own };
}

export function order(id: string, own: Partial<Order> = {}): Order {
  return anOrder({
    id,
    marketSlug: 'otters-herons',
    price: usd('0.41'),
    quantity: d(100),
    cumQuantity: Decimal.zero,
    leavesQuantity: d(100),
    tif: 'GOOD_TILL_CANCEL',
    intent: 'BUY_LONG',
    ...own,
  });
}

/** Ten contracts bought for $4 that are worth $5. */
export function position(marketSlug: string, own: Partial<Position> = {}): Position {
  const figures = { cost: usd('4'), realized: usd('0'), cashValue: usd('5') };
  return aPosition({ marketSlug, netPosition: d(10), expired: false, ...figures, ...own });
}

export function deposit(key: string, minute = 0): Activity {
  const at = instantOf(Date.UTC(2026, 7, 1, 10, minute));
  const own = { transactionId: key, amount: usd('25'), createTime: at, updateTime: at };
  const change = aChange({ ...own, status: 'COMPLETED' });
  return { kind: 'balance', type: 'ACCOUNT_DEPOSIT', key, time: at, change };
}

export function trade(key: string, marketSlug: string): Activity {
  const own = { id: key, marketSlug, state: 'NEW', price: usd('0.4'), qty: d(5), isAggressor: true };
  return { ...aTrade(own), key, time: instantOf(Date.UTC(2026, 7, 2, 9)) };
}

/** A time of the service; nanoseconds, because two events of one millisecond are two. */
export const T = (nanos: number) => at(`2026-09-01T11:00:00.${String(nanos).padStart(9, '0')}Z`);
