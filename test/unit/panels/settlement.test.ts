import assert from 'node:assert/strict';
import type { PanelInput } from '../../../src/view/panels/input.ts';
import { settlementSnapshot } from '../../../src/view/panels/settlement/model.ts';
import type { SettlementContent } from '../../../src/view/panels/settlement/protocol.ts';
import { inEnglish } from '../../support/other-letters.ts';
import {
  activities,
  book,
  contextWith,
  event,
  failed,
  MARKET_JSON,
  market,
  NOTHING,
  NOW,
  orders,
  position,
  RESOLUTION_JSON,
  read,
  SLUG,
  scene,
  settlement,
  UNREAD,
} from './scene.ts';

const usd = (value: string) => ({ value, currency: 'USD' });
const RESOLVED = { status: 'MARKET_STATUS_RESOLVED', closed: true };

describe('the settlement panel', () => {
  it('says your result first, in its colour, then who won by `long`, what each side paid, and who says so', () => {
    const { state, headline, sentence, sources, tone } = shown();
    assert.deepEqual([state, headline, tone], ['settled', 'You won +$45.09', 'up']);
    assert.equal(sentence, 'Gulls won: 100¢ for each Gulls contract, 0¢ for Foxes');
    assert.equal(
      sources,
      'Your result: paid out − cost, fees in · settlement price of the service, read at 20:29:58 UTC · confirmed by your activity',
    );
    const lost = shown({ settlement: read(settlement('0')) });
    assert.deepEqual([lost.headline, lost.tone], ['You lost −$74.91', 'down']);
  });

  it('says who won, in no colour, where nothing of yours was settled', () => {
    const { headline, tone, sources } = shown({ activities: read([]) });
    assert.deepEqual([headline, tone], ['Gulls won', 'plain']);
    assert.equal(sources, 'settlement price of the service, read at 20:29:58 UTC');
  });

  it('shows the colour of a void by what it made of your position, and none of it while amounts are hidden', () => {
    const half = { settlement: read(settlement('0.605')) };
    assert.deepEqual([shown(half).headline, shown(half).tone], ['Void: −$2.31 for you', 'down']);
    const hidden = shown(half, { hideAmounts: true });
    assert.deepEqual([hidden.headline, hidden.tone], ['Void: ••• for you', 'plain']);
  });

  it('does not say that fees are in where none were sent', () => {
    const bare = read(activities(resolutionOf({ netPositionDecimal: '120', cost: usd('74.91') })));
    const { sources, account } = shown({ activities: bare });
    assert.match(sources, /^Your result: paid out − cost · /);
    const names = rows(account.content).map(([name]) => name);
    assert.deepEqual(
      names.filter((name) => /^(Cost|Result)/.test(name ?? '')),
      ['Cost', 'Result'],
    );
  });

  it('takes a NEUTRAL resolution for no void: by the market, else by what was realised, else not known', () => {
    const neutral = (realised: string | undefined) => {
      const { positionResolution } = RESOLUTION_JSON;
      const afterPosition = { netPositionDecimal: '0', realized: realised && usd(realised) };
      const side = 'POSITION_RESOLUTION_SIDE_NEUTRAL';
      const one = { ...RESOLUTION_JSON, positionResolution: { ...positionResolution, afterPosition, side } };
      return { activities: read(activities(one)) };
    };
    const lost = shown({ ...pricedAt('0', '1'), ...neutral(undefined) });
    assert.deepEqual([lost.state, lost.headline], ['settled', 'You lost −$74.91']);
    // 120 at 61¢ had cost $73.20 without fees.
    const won = shown({ ...pricedAt('0.58', '0.42'), ...neutral('46.80') });
    assert.deepEqual([won.headline, won.state], ['You won +$45.09', 'settled']);
    assert.match(won.sources, /what your activity says was realised; it names no winner/);
    const unknown = shown({ ...pricedAt('0.58', '0.42'), ...neutral(undefined) });
    assert.deepEqual([unknown.state, unknown.headline], ['unreadable', 'Settled, result not known']);
  });

  it('names the short side as winner for a settlement at 0, what each paid in the title’s order, and that the own activity says otherwise', () => {
    const { sentence, sources } = shown({ settlement: read(settlement('0')) });
    assert.equal(sentence, 'Foxes won: 0¢ for each Gulls contract, 100¢ for Foxes');
    assert.match(sources, /your activity says otherwise \(LONG\)$/);
  });

  it('is a void between 0 and 1, with what both sides were paid in exact cents', () => {
    const half = { settlement: read(settlement('0.605')), activities: read([]) };
    const { state, headline, sentence } = shown(half);
    assert.deepEqual([state, headline], ['void', 'Void, both sides paid']);
    assert.equal(sentence, 'Void, both sides paid: 60.5¢ for each Gulls contract, 39.5¢ for Foxes');
  });

  it('shows the position before and after, paid out, fees, realised as reported and the result', () => {
    assert.deepEqual(rows(shown().account.content), [
      ['Gulls contracts', '120', '0'],
      ['Entry price', '62.42¢', '–'],
      ['Cost, fees included', '$74.91', '$0.00'],
      ['Paid out', '–', '$120.00'],
      ['Fees', '$1.71', '$1.71'],
      ['Realised, as reported', '$0.00', '▲ $46.80'],
      ['Result, after fees', '–', '▲ $45.09'],
    ]);
  });

  it('leaves out figures the service gives no source for', () => {
    const bare = read(activities(resolutionOf({ netPositionDecimal: '120', cost: usd('74.91') })));
    const names = rows(shown({ activities: bare }).account.content).map(([name]) => name);
    assert.ok(!names.includes('Average price'), names.join());
    assert.ok(names.includes('Paid out'));
  });

  it('pays a void by the side held: long 100 at 0.60 $60.00, short 100 $40.00', () => {
    const paidOut = (net: string) =>
      rows(
        shown({
          settlement: read(settlement('0.60')),
          activities: read(activities(resolutionOf({ netPositionDecimal: net, cost: usd('50.00') }))),
        }).account.content,
      ).find(([name]) => name === 'Paid out')?.[2];
    assert.deepEqual([paidOut('100'), paidOut('-100')], ['$60.00', '$40.00']);
  });

  it('is not settled yet while the market trades, and shows what either outcome would pay', () => {
    const { state, headline, account, resting } = shown({
      market: read(market()),
      settlement: NOTHING,
      book: read(book()),
      event: event(),
      activities: read([]),
      position: read(position()),
    });
    assert.deepEqual([state, headline], ['notSettledYet', 'Not settled yet']);
    assert.deepEqual(rows(account.content), [
      ['If it is Gulls', '$200.00', '▲ $118.00'],
      ['If it is Foxes', '$0.00', '▼ $82.00'],
    ]);
    assert.equal(resting, undefined);
    const flat = shown({ market: read(market()), settlement: NOTHING, activities: read([]) });
    assert.equal(flat.account.note?.text, 'You hold nothing here.');
  });

  it('awaits settlement once trading has ended, but not while the game goes on', () => {
    const closed = {
      market: read(market({ status: 'MARKET_STATUS_CLOSED' })),
      settlement: NOTHING,
      activities: read([]),
    };
    assert.equal(shown({ ...closed, event: undefined }).state, 'endedAwaiting');
    assert.equal(shown({ ...closed, event: event() }).state, 'notSettledYet');
    assert.equal(
      shown({ ...closed, market: read(market({ status: 'MARKET_STATUS_RESOLVING' })) }).headline,
      'Ended, awaiting settlement',
    );
  });

  it('reads a resolved market without a settlement from the final prices of its sides, and says so', () => {
    const { headline, sources } = shown(pricedAt('0', '1'));
    assert.equal(headline, 'Foxes won');
    assert.match(sources, /^final prices of the sides; no settlement was sent, read at /);
  });

  it('does not take the prices of a resolved market for a void: they may be the last it traded at', () => {
    const { state, headline } = shown(pricedAt('0.58', '0.42'));
    assert.deepEqual([state, headline], ['unreadable', 'Settled, price not sent']);
  });

  it('does not guess the outcome of a resolved market without a possible price', () => {
    const unpriced = pricedAt('0', '0');
    const missing = shown(unpriced);
    assert.deepEqual([missing.state, missing.headline], ['unreadable', 'Settled, price not sent']);
    const broken = shown({ market: read(market()), settlement: failed('badReply'), activities: read([]) });
    assert.deepEqual([broken.state, broken.headline], ['unreadable', 'Settlement could not be read']);
  });

  it('lists only steps with a time, each with its source', () => {
    const steps = (change: Partial<PanelInput>) =>
      shown(change).steps.items.map(({ label, time, source }) => [label, time, source]);
    assert.deepEqual(steps({}), [
      ['Started', 'Mar 14, 19:00 UTC', 'event'],
      ['Ended', 'Mar 14, 20:05 UTC', 'event'],
      ['Settled', 'Mar 14, 20:20 UTC', 'your activity'],
    ]);
    const unknown = market({ ...RESOLVED, gameStartTime: null });
    assert.deepEqual(steps({ event: undefined, market: read(unknown), activities: read([]) }), []);
  });

  it('shows when the price was set only by a book that has ended', () => {
    const stats = { settlementPx: usd('1'), settlementSetTime: '2026-03-14T20:15:00Z' };
    const labels = (state: string) =>
      shown({ book: read(book({ state, stats })) }).steps.items.map(({ label }) => label);
    assert.ok(labels('MARKET_STATE_EXPIRED').includes('Price set'));
    assert.ok(!labels('MARKET_STATE_OPEN').includes('Price set'));
  });

  it('lists orders still resting in an ended market, with their cancels', () => {
    const { resting } = shown({ orders: read(orders()) });
    assert.equal(resting?.note?.text, 'Orders still open in this ended market: 2.');
    assert.equal(resting?.button?.action.name, 'cancelMarketOrders');
    assert.deepEqual(
      resting?.content?.rows.map((row) => row.button?.action.orderId),
      ['ORDERSELL1', 'ORDERNO0001'],
    );
  });

  it('names the outcome of a yes/no question by what it is about', () => {
    const sides = [
      { id: '1', long: false, description: 'No' },
      { id: '2', long: true, description: 'Yes' },
    ];
    const { headline } = shown({
      market: read(
        market({ ...RESOLVED, title: '78 or below', sportsMarketTypeV2: null, marketSides: sides }),
      ),
      settlement: read(settlement('0')),
      activities: read([]),
    });
    assert.equal(headline, 'The outcome is No on 78 or below');
  });

  it('shows the public parts to someone signed out', () => {
    const { account, headline } = shown({
      connection: { label: 'Other', isDemo: false, isSignedIn: false },
      activities: NOTHING,
      orders: NOTHING,
      position: NOTHING,
    });
    assert.deepEqual([headline, account.note?.button?.action.name], ['Gulls won', 'signIn']);
  });

  it('waits for both answers before it says anything, and says what failed', () => {
    const { note, content } = settlementSnapshot(ended({ settlement: UNREAD }), contextWith());
    assert.deepEqual([note?.text, content], [`Loading ${SLUG}…`, undefined]);
    const gone = settlementSnapshot(ended({ market: failed('notFound') }), contextWith());
    assert.deepEqual([gone.note?.text, gone.content], [`The service knows no market ${SLUG}.`, undefined]);
  });
});

/** The game is over and settled; 120 long were held. */
function ended(change: Partial<PanelInput>): PanelInput {
  return {
    ...scene(),
    market: read(market(RESOLVED)),
    event: event({ live: false, ended: true, period: 'VFT', finishedTimestamp: '2026-03-14T20:05:00Z' }),
    settlement: read(settlement('1')),
    book: read(book({ state: 'MARKET_STATE_EXPIRED', stats: { lastTradePx: usd('0.99') } }), NOW - 2000),
    activities: read(activities(RESOLUTION_JSON)),
    position: NOTHING,
    orders: read([]),
    ...change,
  };
}

function shown(change: Partial<PanelInput> = {}, format = {}) {
  const { content } = settlementSnapshot(ended(change), contextWith(format));
  assert.ok(content);
  return inEnglish({ ...content, ...content.outcome });
}

/** Resolved, with nothing but the prices of its sides to tell the outcome. */
function pricedAt(long: string, short: string): Partial<PanelInput> {
  const sides = MARKET_JSON.marketSides.map((side) => ({ ...side, price: side.long ? long : short }));
  const resolved = market({ ...RESOLVED, marketSides: sides, outcomePrices: JSON.stringify([long, short]) });
  return { market: read(resolved), settlement: NOTHING, activities: read([]) };
}

function resolutionOf(beforePosition: object) {
  const { positionResolution } = RESOLUTION_JSON;
  return { ...RESOLUTION_JSON, positionResolution: { ...positionResolution, beforePosition } };
}

function rows(table: SettlementContent['account']['content']): string[][] {
  return (table?.rows ?? []).map(({ cells }) => cells.map(({ text }) => text));
}
