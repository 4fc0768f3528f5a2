import assert from 'node:assert/strict';
import { EventFactsMemo } from '../../../src/core/event-facts.ts';
import { eventPhase, isPaused, lifecycle } from '../../../src/core/lifecycle.ts';
import { decodeMarket } from '../../../src/exchange/wire/market.ts';
import { aBook, aMarket, anEvent, aTeam, at, d } from '../../support/values.ts';

describe('lifecycle of a market', () => {
  it('goes by status first: active stays true on resolved markets', () => {
    const market = aMarket({ status: 'RESOLVED', ep3Status: 'OPEN', active: true, closed: false });
    assert.equal(lifecycle(market), 'resolved');
  });

  it('goes by ep3Status where there is no status, and by the flags where there is neither', () => {
    assert.equal(lifecycle(aMarket({ ep3Status: 'SUSPENDED', active: true })), 'suspended');
    assert.equal(lifecycle(aMarket({ status: 'UNSPECIFIED', ep3Status: 'PREOPEN' })), 'preopen');
    assert.equal(lifecycle(aMarket({ active: true, closed: true })), 'closed');
    assert.equal(lifecycle(aMarket({ active: true, closed: false })), 'open');
    assert.equal(lifecycle(aMarket({ active: false, closed: false })), 'upcoming');
    for (const flags of [{}, { active: false }, { closed: false }])
      assert.equal(lifecycle(aMarket(flags)), 'unknown');
  });

  it('takes an expired instrument as waiting for its settlement until there is one', () => {
    const market = aMarket({ ep3Status: 'EXPIRED' });
    assert.equal(lifecycle(market), 'resolving');
    assert.equal(lifecycle(market, undefined, { slug: market.slug, price: d('0.5') }), 'resolved');
    assert.equal(lifecycle(aMarket({ ep3Status: 'TERMINATED' })), 'resolved');
  });

  it('lets a later read book narrow an open market, never widen a closed one', () => {
    const halted = aBook({ state: 'HALTED' });
    assert.equal(lifecycle(aMarket({ status: 'OPEN' }), halted), 'halted');
    const paused = (['halted', 'suspended', 'preopen', 'open'] as const).map(isPaused);
    assert.deepEqual(paused, [true, true, true, false]);
    assert.equal(lifecycle(aMarket({ status: 'RESOLVING' }), aBook({ state: 'OPEN' })), 'resolving');
  });

  it('does not trip over a state it does not know', () => {
    assert.equal(lifecycle(aMarket({ status: 'SLEEPING', ep3Status: 'DREAMING', active: true })), 'open');
  });
});

describe('phase of an event', () => {
  const now = at('2026-11-20T20:00:00Z').ms;
  const open = aMarket({ status: 'OPEN', sportsMarketTypeV2: 'MONEYLINE' });

  it('is live by the period or flag the service sends', () => {
    assert.equal(eventPhase(anEvent({ period: 'Q3', markets: [open] }), now), 'live');
    assert.equal(eventPhase(anEvent({ live: true, period: 'NS', markets: [open] }), now), 'live');
  });

  it('is upcoming while the period says so, also past its time', () => {
    const late = anEvent({ period: 'NS', startTime: at('2026-11-20T19:00:00Z'), markets: [open] });
    assert.equal(eventPhase(late, now), 'upcoming');
  });

  it('goes by the start where no period is sent, never by an end date before the start', () => {
    const started = anEvent({
      startTime: at('2026-11-20T19:00:00Z'),
      endDate: at('2026-11-20T18:00:00Z'),
      markets: [open],
    });
    assert.equal(eventPhase(started, now), 'live');
    assert.equal(eventPhase({ ...started, startTime: at('2026-11-20T21:00:00Z') }, now), 'upcoming');
    assert.equal(eventPhase({ ...started, startTime: undefined }, now), 'upcoming');
    assert.equal(eventPhase({ ...started, live: false }, now), 'upcoming');
    const timed = { ...open, gameStartTime: at('2026-11-20T19:00:00Z') };
    assert.equal(eventPhase(anEvent({ markets: [open, timed] }), now), 'live');
  });

  it('awaits settlement after the final whistle until every market is resolved', () => {
    const resolving = aMarket({ status: 'RESOLVING' });
    const resolved = aMarket({ status: 'RESOLVED' });
    assert.equal(eventPhase(anEvent({ period: 'VFT', markets: [resolving] }), now), 'awaitingSettlement');
    assert.equal(
      eventPhase(anEvent({ ended: true, markets: [resolved, resolving] }), now),
      'awaitingSettlement',
    );
    assert.equal(eventPhase(anEvent({ ended: true, markets: [resolved] }), now), 'ended');
    assert.equal(eventPhase(anEvent({ markets: [resolving] }), now), 'awaitingSettlement');
    const live = anEvent({ live: true, markets: [aMarket({ closed: true }), resolving] });
    assert.equal(eventPhase(live, now), 'awaitingSettlement');
    assert.equal(eventPhase(anEvent({ markets: [open, resolving] }), now), 'upcoming');
    for (const end of [{ period: 'FT' }, { ended: true }, { finishedTimestamp: at('2026-11-20T19:00:00Z') }])
      assert.equal(eventPhase(anEvent({ ...end, markets: [open] }), now), 'awaitingSettlement');
  });

  it('does not take a lock on trading for the end, or for the beginning', () => {
    const markets = [aMarket({ closed: true, sportsMarketTypeV2: 'SPREAD' })];
    const start = (text: string) => anEvent({ startTime: at(text), markets });
    assert.equal(eventPhase(start('2026-11-20T19:00:00Z'), now), 'live');
    assert.equal(eventPhase(start('2026-11-20T21:00:00Z'), now), 'upcoming');
    assert.equal(eventPhase(anEvent({ markets }), now), 'awaitingSettlement');
  });

  it('is no game in play for a question or a season that began: it is open until it ends', () => {
    const begun = { startTime: at('2026-07-01T00:00:00Z') };
    const season = aMarket({ status: 'OPEN', sportsMarketTypeV2: 'FUTURE' });
    const question = aMarket({ status: 'OPEN' });
    for (const market of [season, question]) {
      assert.equal(eventPhase(anEvent({ ...begun, markets: [market] }), now), 'open');
      assert.equal(eventPhase(anEvent({ markets: [market] }), now), 'open');
      assert.equal(eventPhase(anEvent({ ...begun, live: false, markets: [market] }), now), 'open');
      const later = anEvent({ startTime: at('2026-11-21T00:00:00Z'), markets: [market] });
      assert.equal(eventPhase(later, now), 'upcoming');
      const locked = { ...market, status: 'CLOSED' } as const;
      assert.equal(eventPhase(anEvent({ ...begun, markets: [locked] }), now), 'awaitingSettlement');
    }
    assert.equal(eventPhase(anEvent({ ...begun, live: true, markets: [season] }), now), 'live');
    const waiting = aMarket({ status: 'HALTED', sportsMarketTypeV2: 'FUTURE' });
    assert.equal(eventPhase(anEvent({ markets: [waiting] }), now), 'upcoming');
  });

  it('takes a game for one by its id, its score or its two teams too', () => {
    const begun = { startTime: at('2026-11-20T19:00:00Z'), markets: [aMarket({ status: 'OPEN' })] };
    const teams = ['1', '2'].map((id) => aTeam({ id }));
    assert.equal(eventPhase(anEvent({ ...begun, gameId: '7' }), now), 'live');
    assert.equal(eventPhase(anEvent({ ...begun, score: '1-0' }), now), 'live');
    assert.equal(eventPhase(anEvent({ ...begun, teams }), now), 'live');
    const future = aMarket({ status: 'OPEN', sportsMarketTypeV2: 'FUTURE' });
    assert.equal(eventPhase(anEvent({ ...begun, teams, markets: [future] }), now), 'open');
  });

  it('ends by its own flag where its markets are not known', () => {
    assert.equal(eventPhase(anEvent({ closed: true }), now), 'ended');
    assert.equal(eventPhase(anEvent(), now), 'upcoming');
  });
});

describe('phase of an event about a window of time', () => {
  const withWindow = (status: string, start?: string) =>
    anEvent({
      markets: [
        decodeMarket({
          market: {
            slug: 'cpc-lumen-1515',
            status: `MARKET_STATUS_${status}`,
            closed: status !== 'OPEN',
            assetPriceTerms: { windowStart: start, windowEnd: '2026-03-14T15:15:00Z' },
          },
        }).value,
      ],
    });
  const phase = (time: string, status: string, start?: string) =>
    eventPhase(withWindow(status, start), at(`2026-03-14T${time}Z`).ms);

  it('is upcoming before its window, also where its markets are closed until then', () => {
    for (const status of ['OPEN', 'CLOSED', 'RESOLVING'])
      assert.equal(phase('14:00:00', status, '2026-03-14T15:00:00Z'), 'upcoming', status);
  });

  it('is open within its window and awaits settlement behind it', () => {
    assert.equal(phase('15:05:00', 'OPEN', '2026-03-14T15:00:00Z'), 'open');
    assert.equal(phase('15:05:00', 'OPEN'), 'open');
    assert.equal(phase('15:20:00', 'RESOLVING', '2026-03-14T15:00:00Z'), 'awaitingSettlement');
    assert.equal(phase('15:20:00', 'RESOLVED', '2026-03-14T15:00:00Z'), 'ended');
  });

  it('turns over at the end of the window by time alone', () => {
    const facts = new EventFactsMemo();
    const event = withWindow('RESOLVING', '2026-03-14T15:00:00Z');
    const group = { key: 'x', event, markets: event.markets };
    const phases = ['14:00', '15:05', '15:20'].map(
      (time) => facts.of(group, at(`2026-03-14T${time}:00Z`).ms).phase,
    );
    assert.deepEqual(phases, ['upcoming', 'open', 'awaitingSettlement']);
  });
});
