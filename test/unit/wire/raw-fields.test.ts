import assert from 'node:assert/strict';
import { decodeEvent, decodeEvents, decodeMarket, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeOrder } from '../../../src/exchange/wire/order.ts';
import { decodeActivities } from '../../../src/exchange/wire/portfolio.ts';

const TEAM = { id: 7, name: 'Otters', homeIcon: 'https://img.example/o.png', color: { light: '#123456' } };
const SIDE = { id: 's', long: true, market_id: 12, tradable: true, team: TEAM };
const MARKET = { id: '1', slug: 'm', ep3SyncedAt: '2026-11-20T10:00:00Z', marketSides: [SIDE] };
const EVENT = { id: '9', ticker: 'tick', featureAvailability: { stats: false }, markets: [MARKET] };

describe('wire: fields nothing reads by name', () => {
  it('stay as they came on a thing read by itself, in whichever spelling', () => {
    const { value: market } = decodeMarket({
      market: { ...MARKET, new_thing: { inner_list: [1, null, 'b'] } },
    });
    assert.deepEqual(market.more, [
      { path: 'ep3SyncedAt', text: '2026-11-20T10:00:00Z' },
      { path: 'newThing.innerList[1]', text: '1' },
      { path: 'newThing.innerList[3]', text: 'b' },
    ]);
    assert.deepEqual(market.sides[0]?.more, [
      { path: 'marketId', text: '12' },
      { path: 'tradable', text: 'true' },
    ]);
    assert.deepEqual(market.sides[0]?.team?.more, [
      { path: 'homeIcon', text: 'https://img.example/o.png' },
      { path: 'color.light', text: '#123456' },
    ]);
  });

  it('are dropped on the markets of a list and of listed events', () => {
    const [listed] = decodeMarkets({ markets: [MARKET] }).items;
    assert.deepEqual(
      [listed?.more, listed?.sides[0]?.more, listed?.sides[0]?.team?.more],
      Array(3).fill(undefined),
    );
    const [event] = decodeEvents({ events: [EVENT] }).items;
    assert.deepEqual(event?.more, [
      { path: 'ticker', text: 'tick' },
      { path: 'featureAvailability.stats', text: 'false' },
    ]);
    assert.equal(event?.markets[0]?.more, undefined);
    assert.equal(decodeEvent({ event: EVENT }).value.markets[0]?.more?.length, 1);
  });

  it('are none where nothing was sent beyond them, and never of the other party to a trade', () => {
    assert.equal(
      decodeMarket({ market: { id: '1', slug: 'm', question: 'Who?', image: '' } }).value.more,
      undefined,
    );
    const order = { id: 'O', marketSlug: 'm', manualOrderIndicator: 'MANUAL_ORDER_INDICATOR_MANUAL' };
    assert.equal(decodeOrder({ order }).value.more?.[0]?.path, 'manualOrderIndicator');
    const trade = {
      id: 'T',
      marketSlug: 'm',
      isAggressor: false,
      tradeLinkId: 'L',
      aggressor: { ...order, id: 'THEIRS' },
      passive: order,
      aggressorExecution: { id: 'THEIRS' },
      passiveExecution: { id: 'E', order, traceId: 'trace' },
    };
    const [activity] = decodeActivities({ activities: [{ type: 'ACTIVITY_TYPE_TRADE', trade }] }).items;
    const more = activity?.kind === 'trade' ? activity.trade.more : undefined;
    assert.deepEqual(more, [
      { path: 'tradeLinkId', text: 'L' },
      { path: 'passiveExecution.id', text: 'E' },
      { path: 'passiveExecution.traceId', text: 'trace' },
    ]);
    assert.doesNotMatch(JSON.stringify(activity), /THEIRS/);
  });

  it('are cleaned, and of a hostile reply only so many', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, '\u202e$(zap)']));
    let deep: unknown = 'bottom';
    for (let level = 0; level < 50; level += 1) deep = { deep };
    const { value } = decodeMarket({ market: { slug: 'm', ['k\u202e']: 'v', deep, ...many } });
    assert.equal(value.more?.length, 200);
    assert.deepEqual(value.more?.[0], { path: 'k⟨U+202E⟩', text: 'v' });
    assert.deepEqual(value.more?.[1], { path: 'f0', text: '⟨U+202E⟩$ (zap)' });
  });
});
