import assert from 'node:assert/strict';
import {
  type Activity,
  activityTotals,
  cashOf,
  isTakenBack,
  marketOf,
  type PositionResolution,
  realisedOf,
  resolutionsBySlug,
  type TradeActivity,
} from '../../../src/core/activity.ts';
import { looksSame, type MarketView } from '../../../src/core/market-view.ts';
import { isTerminal, orderOutcome } from '../../../src/core/order.ts';
import { type Trade, tradeKey } from '../../../src/core/trade.ts';
import { aChange, anOrder, aPosition, aTrade } from '../../support/account-values.ts';
import { aMarket, aQuote, at, d, raw, usd } from '../../support/values.ts';

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
const activityOf = (overrides: Partial<PositionResolution>) =>
  ({
    kind: 'resolution',
    type: 'POSITION_RESOLUTION',
    key: 'k',
    time: undefined,
    resolution: resolutionOf(overrides),
  }) as const;

describe('the newest resolution of a market', () => {
  it('is the one with the latest time, whatever the order of the list', () => {
    const [old, fresh] = ['2026-11-20T20:00:00Z', '2026-11-21T20:00:00Z'].map((time) =>
      activityOf({ updateTime: at(time), tradeId: time }),
    );
    for (const list of [
      [old, fresh],
      [fresh, old],
    ])
      assert.equal(
        resolutionsBySlug(list.filter((each) => each !== undefined)).get('m')?.tradeId,
        '2026-11-21T20:00:00Z',
      );
  });
});

describe('what a closing trade realised', () => {
  const sale = { price: usd('0.31'), qty: d('9.5') };
  const amount = (own: Partial<TradeActivity>) => {
    const realised = realisedOf(aTrade({ ...sale, ...own }).trade);
    return realised && (raw(realised.amount?.value)?.toString() ?? 'not known');
  };

  it('is not known where what was reported is what the sale brought and no cost basis was sent', () => {
    // 9.5 × 0.31 = 2.945, 9.5 × 0.69 = 6.555, and of the ten contracts it is rounded to, 3.10.
    for (const proceeds of ['2.945', '2.95', '6.555', '3.1', '-2.945'])
      assert.equal(amount({ realizedPnl: usd(proceeds) }), 'not known', proceeds);
    assert.equal(amount({ realizedPnl: usd('2.945'), costBasis: usd('0') }), 'not known');
    assert.equal(amount({ effectiveRealizedPnl: usd('2.945') }), 'not known');
  });

  it('is what was reported where it is another figure, or a cost basis was sent', () => {
    assert.equal(amount({ realizedPnl: usd('1.4') }), '1.4');
    assert.equal(amount({ realizedPnl: usd('2.945'), costBasis: usd('1.2') }), '2.945');
    assert.equal(amount({ realizedPnl: usd('0') }), '0');
    assert.equal(amount({}), undefined);
  });

  it('is not known of a cost below zero: no gain exceeds what was sold', () => {
    assert.equal(amount({ effectiveRealizedPnl: usd('8'), effectiveCostBasis: usd('-5') }), 'not known');
  });

  it('is missing in the sums where it is not known', () => {
    const own = { ...sale, fee: usd('0.1') };
    const [sum] = activityTotals(
      [
        aTrade({ ...own, id: '1', realizedPnl: usd('2.945') }),
        aTrade({ ...own, id: '2', effectiveRealizedPnl: usd('1') }),
      ],
      {},
    );
    assert.deepEqual([raw(sum?.realised.sum)?.toString(), sum?.realised.missing], ['1', 1]);
  });
});

describe('the cash of activities', () => {
  const order = (intent: string) => anOrder({ intent });
  const cash = (...activities: readonly Activity[]) => raw(cashOf(activities, {})?.value)?.toString();
  const trade = { price: usd('0.31'), qty: d('100'), fee: usd('1.5'), cost: usd('32.5') };

  it('is proceeds less the fee for a sale, the cost for a purchase, each in the price of its side', () => {
    assert.equal(cash(aTrade({ ...trade, ownOrder: order('SELL_LONG') })), '29.5');
    assert.equal(cash(aTrade({ ...trade, ownOrder: order('SELL_SHORT') })), '67.5');
    assert.equal(cash(aTrade({ ...trade, ownOrder: order('BUY_LONG') })), '-32.5');
    assert.equal(cash(aTrade({ ...trade, cost: undefined, ownOrder: order('BUY_LONG') })), '-32.5');
    assert.equal(cash(aTrade({ ...trade, fee: usd('-0.5'), ownOrder: order('SELL_LONG') })), '31.5');
  });

  it('adds a day of purchases and sales up, and is not known where one is not', () => {
    const bought = aTrade({ ...trade, id: '1', ownOrder: order('BUY_LONG') });
    const sold = aTrade({ ...trade, id: '2', ownOrder: order('SELL_LONG') });
    assert.equal(cash(bought, sold), '-3');
    assert.equal(
      cash(bought, aTrade({ ...trade, id: '3', ownOrder: order('SELL_LONG'), fee: undefined })),
      undefined,
    );
    assert.equal(cash(bought, aTrade({ ...trade, id: '4' })), undefined);
    assert.equal(cash(bought, aTrade({ ...trade, id: '5', state: 'BUSTED' })), '-32.5');
  });

  it('counts each transaction of a balance change once, and those that stand', () => {
    const moved = (status: string, amount: string) => {
      const { transactions: _, ...one } = aChange({ status, amount: usd(amount) });
      return one;
    };
    const change = aChange({
      status: 'COMPLETED',
      amount: usd('120.5'),
      transactions: [moved('COMPLETED', '120.5'), moved('COMPLETED', '79.5'), moved('REJECTED', '40')],
    });
    const activity = (type: string, own = change): Activity => ({
      kind: 'balance',
      type,
      key: 'k',
      time: undefined,
      change: own,
    });
    assert.equal(cash(activity('ACCOUNT_DEPOSIT')), '200');
    assert.equal(cash(activity('ACCOUNT_WITHDRAWAL')), '-200');
    const refunded = aChange({ status: 'PARTIALLY_REFUNDED', amount: usd('5') });
    assert.equal(cash(activity('ACCOUNT_DEPOSIT'), activity('ACCOUNT_DEPOSIT', refunded)), undefined);
  });

  it('is the payout of a settlement, and not known without a result', () => {
    assert.equal(cash(activityOf({ side: 'SHORT' })), '100');
    assert.equal(cash(activityOf({ side: 'NEUTRAL' })), undefined);
  });
});

describe('a trade of the account', () => {
  it('realised what the side held did, else what was reported, else nothing known', () => {
    const { trade } = aTrade({ realizedPnl: usd('-6'), effectiveRealizedPnl: usd('4') });
    assert.equal(raw(realisedOf(trade)?.amount?.value)?.toString(), '4');
    assert.equal(realisedOf({ ...trade, effectiveRealizedPnl: undefined })?.isAsReported, true);
    assert.equal(realisedOf(aTrade().trade), undefined);
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
