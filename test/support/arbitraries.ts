import fc from 'fast-check';
import { Decimal } from '../../src/core/decimal.ts';
import { type Instant, parseInstant } from '../../src/core/instant.ts';
import type { Money } from '../../src/core/money.ts';
import type { MarketMetadata, Order } from '../../src/core/order.ts';
import type { Position } from '../../src/core/position.ts';
import type { ProviderIdMapping, Team } from '../../src/core/team.ts';

/** Core values as a service could have sent them. Optional members are absent half of the time or so. */

export const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

/** Not empty and nothing in it to clean. */
export const words = fc.string({
  unit: fc.constantFrom(...'abcXYZ09 .-_"\\/<&é°ß🏀'),
  minLength: 1,
  maxLength: 12,
});

export const slugs = fc.string({
  unit: fc.constantFrom(...'abcdef0123456789-'),
  minLength: 1,
  maxLength: 24,
});

/** Ids the interface types as integers. */
export const intIds = fc.nat(2_147_483_647).map(String);

export const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(6))
  .map(([digits, places]) => decimalOf(digits, places));

/** 0 … 1 in steps of 0.0025. */
export const prices = fc.nat(400).map((steps) => decimalOf(BigInt(steps * 25), 4));

/** Contracts with up to two decimals. */
export const quantities = fc.nat(100_000_000).map((hundredths) => decimalOf(BigInt(hundredths), 2));

export const monies: fc.Arbitrary<Money> = fc.record({
  value: decimals,
  currency: fc.constantFrom('USD', 'EUR'),
});

export const priceMonies: fc.Arbitrary<Money> = prices.map((value) => ({ value, currency: 'USD' }));

/** Between the years 2000 and 2100, to the second or to the nanosecond. */
export const instants: fc.Arbitrary<Instant> = fc
  .tuple(fc.integer({ min: 946_684_800, max: 4_102_444_799 }), maybe(fc.nat(999_999_999)))
  .map(([seconds, nanos]) => {
    const text = new Date(seconds * 1000).toISOString().slice(0, 19);
    const fraction = nanos === undefined ? '' : `.${String(nanos).padStart(9, '0')}`;
    const instant = parseInstant(`${text}${fraction}Z`);
    if (instant === undefined) throw new Error(`${text} is no date`);
    return instant;
  });

export const providerIds: fc.Arbitrary<ProviderIdMapping> = fc.record({
  provider: fc.constantFrom('SPORTRADAR', 'GRID', 'UFC'),
  providerId: maybe(words),
});

export const teams: fc.Arbitrary<Team> = fc.record({
  id: maybe(intIds),
  name: maybe(words),
  abbreviation: maybe(words),
  league: maybe(words),
  record: maybe(words),
  logo: maybe(words),
  alias: maybe(words),
  safeName: maybe(words),
  homeIcon: maybe(words),
  awayIcon: maybe(words),
  colorPrimary: maybe(words),
  providerId: maybe(intIds),
  ordering: fc.constantFrom('home', 'away'),
  longIcon: maybe(words),
  shortIcon: maybe(words),
  displayAbbreviation: maybe(words),
  providerIds: fc.array(providerIds, { maxLength: 2 }),
  ranking: maybe(words),
  conference: maybe(words),
});

export const metadata: fc.Arbitrary<MarketMetadata> = fc.record({
  slug: maybe(slugs),
  icon: maybe(words),
  title: maybe(words),
  outcome: maybe(words),
  eventSlug: maybe(slugs),
  eventId: maybe(intIds),
  teamName: maybe(words),
  subject: maybe(words),
});

export const orders: fc.Arbitrary<Order> = fc.record({
  id: slugs,
  marketSlug: slugs,
  side: maybe(fc.constantFrom('BUY', 'SELL', 'CROSS')),
  type: maybe(fc.constantFrom('LIMIT', 'MARKET')),
  price: maybe(priceMonies),
  quantity: maybe(quantities),
  cumQuantity: maybe(quantities),
  leavesQuantity: maybe(quantities),
  tif: maybe(
    fc.constantFrom('DAY', 'GOOD_TILL_CANCEL', 'GOOD_TILL_DATE', 'IMMEDIATE_OR_CANCEL', 'FILL_OR_KILL'),
  ),
  goodTillTime: maybe(instants),
  intent: maybe(fc.constantFrom('BUY_LONG', 'SELL_LONG', 'BUY_SHORT', 'SELL_SHORT')),
  marketMetadata: maybe(metadata),
  state: maybe(fc.constantFrom('NEW', 'PARTIALLY_FILLED', 'CANCELED', 'PENDING_RISK', 'ON_ICE', '42')),
  avgPx: maybe(priceMonies),
  insertTime: maybe(instants),
  createTime: maybe(instants),
  lastTransactTime: maybe(instants),
  cashOrderQty: maybe(monies),
  commission: maybe(monies),
});

/** Exact ones; `rounded` is for services that send integers only. */
export const positions: fc.Arbitrary<Position> = fc.record({
  marketSlug: slugs,
  netPosition: quantities.chain((value) => fc.constantFrom(value, value.negated())),
  qtyBought: maybe(quantities),
  qtySold: maybe(quantities),
  qtyAvailable: maybe(quantities),
  bodPosition: maybe(quantities),
  rounded: fc.constant(false),
  cost: maybe(monies),
  realized: maybe(monies),
  cashValue: maybe(monies),
  avgPx: maybe(priceMonies),
  fees: maybe(monies),
  baseCost: maybe(monies),
  costPerShare: maybe(monies),
  expired: maybe(fc.boolean()),
  updateTime: maybe(instants),
  marketMetadata: maybe(metadata),
});

function decimalOf(digits: bigint, places: number): Decimal {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = places === 0 ? '' : `.${text.slice(-places)}`;
  return Decimal.of(`${digits < 0n ? '-' : ''}${whole}${fraction}`);
}
