import assert from 'node:assert/strict';
import {
  isTakenBack,
  marketOf,
  type PositionResolution,
  realisedPnl,
  resolutionPayout,
  resolutionResult,
} from '../../../src/core/activity.ts';
import { looksSame, type MarketView } from '../../../src/core/market-view.ts';
import { isTerminal, orderOutcome } from '../../../src/core/order.ts';
import { type Trade, tradeKey } from '../../../src/core/trade.ts';
import { anOrder, aPosition, aTrade } from '../../support/account-values.ts';
import { aMarket, aQuote, aSide, at, d, raw, usd } from '../../support/values.ts';

const resolutionOf = (overrides: Partial<PositionResolution>): PositionResolution => ({
  marketSlug: 'm',
  beforePosition: aPosition({ netPosition: d(-100), cost: usd('55') }),
  afterPosition: undefined,
  side: undefined,
  tradeId: undefined,
  updateTime: undefined,
  market: undefined,
  ...overrides,
});
const paid = (long: string, short: string) =>
  aMarket({
    status: 'RESOLVED',
    sides: [aSide(true, { price: d(long) }), aSide(false, { price: d(short) })],
  });

describe('the result of a resolution', () => {
  for (const [side, market, winner, longPays, payout] of [
    ['LONG', undefined, 'long', '1', '0'],
    ['SHORT', paid('1', '0'), 'short', '0', '100'],
    ['NEUTRAL', paid('0.58', '0.42'), 'void', '0.58', '42'],
    ['NEUTRAL', paid('1', '0'), 'void', undefined, undefined],
    ['NEUTRAL', undefined, 'void', undefined, undefined],
    [undefined, paid('0', '1'), 'short', '0', '100'],
    [undefined, undefined, undefined, undefined, undefined],
  ] as const) {
    it(`of ${side ?? 'no side'} beside a market that paid ${market?.sides[0]?.price ?? 'unknown'} is ${winner}`, () => {
      const resolution = resolutionOf({ side });
      const result = resolutionResult(resolution, market);
      assert.deepEqual([result?.winner, result?.longPays?.toString()], [winner, longPays]);
      assert.equal(resolutionPayout(resolution, market)?.value.toString(), payout);
    });
  }

  it('pays in the currency of the cost, and an unknown amount for an unknown quantity', () => {
    assert.equal(resolutionPayout(resolutionOf({ side: 'LONG' }), undefined)?.currency, 'USD');
    const unknown = resolutionOf({ side: 'LONG', beforePosition: aPosition() });
    assert.equal(resolutionPayout(unknown, undefined), undefined);
    const uncosted = resolutionOf({ side: 'LONG', beforePosition: aPosition({ netPosition: d(2) }) });
    assert.equal(resolutionPayout(uncosted, undefined)?.currency, '');
  });
});

describe('a trade of the account', () => {
  it('realised what the side held did, else what was reported, else nothing known', () => {
    const { trade } = aTrade({ realizedPnl: usd('-6'), effectiveRealizedPnl: usd('4') });
    assert.equal(raw(realisedPnl(trade)?.amount.value)?.toString(), '4');
    assert.equal(realisedPnl({ ...trade, effectiveRealizedPnl: undefined })?.isAsReported, true);
    assert.equal(realisedPnl(aTrade().trade), undefined);
  });

  it('does not stand when it was busted or rejected', () => {
    for (const state of ['BUSTED', 'REJECTED', 'CLEARED', 'NEW', undefined] as const)
      assert.equal(isTakenBack(aTrade({ state }).trade), state === 'BUSTED' || state === 'REJECTED', state);
  });

  it('is about its market, a resolution too', () => {
    assert.equal(marketOf(aTrade({ marketSlug: 'm1' })), 'm1');
    const base = { type: 'POSITION_RESOLUTION', key: 'k', time: undefined } as const;
    assert.equal(marketOf({ ...base, kind: 'resolution', resolution: resolutionOf({}) }), 'm');
    assert.equal(marketOf({ ...base, kind: 'unknown', fields: [] }), undefined);
  });
});

describe('an order', () => {
  for (const [intent, side, long, buy] of [
    ['BUY_LONG', 'SELL', true, true],
    ['SELL_LONG', 'BUY', true, false],
    ['BUY_SHORT', 'SELL', false, true],
    ['SELL_SHORT', 'BUY', false, false],
    [undefined, 'SELL', true, false],
    [undefined, undefined, true, true],
  ] as const) {
    it(`of ${intent ?? 'no intent'} and side ${side ?? 'none'} is about ${long ? 'Yes' : 'No'}`, () =>
      assert.deepEqual(orderOutcome(anOrder({ intent, side })), { long, buy }));
  }

  it('can change no more once filled, cancelled, rejected, expired or replaced', () => {
    for (const state of ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED'])
      assert.equal(isTerminal(state), true, state);
    for (const state of ['PENDING_CANCEL', 'NEW', 'FROZEN', undefined])
      assert.equal(isTerminal(state), false);
  });
});

describe('a trade of the tape', () => {
  const trade: Trade = {
    marketSlug: 'm',
    id: undefined,
    price: usd('0.4100'),
    quantity: d('2.0'),
    time: at('2026-11-20T20:00:00.000000001Z'),
    taker: { side: 'BUY', intent: undefined },
    maker: { side: undefined, intent: undefined },
  };

  it('has one key however it is written, and another where anything differs', () => {
    assert.equal(tradeKey({ ...trade, price: usd('0.41'), quantity: d(2) }), tradeKey(trade));
    assert.equal(tradeKey({ ...trade, id: 'T1' }), 'T1');
    const others: readonly Partial<Trade>[] = [
      { marketSlug: 'n' },
      { price: usd('0.42') },
      { quantity: d(3) },
      { time: at('2026-11-20T20:00:00.000000002Z') },
      { taker: trade.maker },
    ];
    const keys = [trade, ...others.map((other) => ({ ...trade, ...other }))].map(tradeKey);
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('a row of a market', () => {
  const fresh = { source: 'stream', at: 1, standing: 'fresh' } as const;
  const view: MarketView = { market: aMarket(), event: undefined, live: { bbo: aQuote() }, freshness: fresh };

  it('looks the same while only the time of fresh prices moves on, and else as anything it shows changes', () => {
    assert.equal(looksSame(view, { ...view, freshness: { ...fresh, at: 2 } }), true);
    const stale = { ...view, freshness: { ...fresh, standing: 'stale' } } as const;
    assert.equal(looksSame(stale, { ...stale, freshness: { ...stale.freshness, at: 2 } }), false);
    assert.equal(looksSame(view, stale), false);
    for (const change of [
      { market: aMarket({ slug: 'other' }) },
      { settlement: { slug: 'm', price: d(1) } },
      { live: { bbo: aQuote() } },
      { live: { ...view.live, newer: true } },
      { freshness: undefined },
    ] as const)
      assert.equal(looksSame(view, { ...view, ...change }), false, JSON.stringify(change));
  });
});
