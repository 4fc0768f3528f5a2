import assert from 'node:assert/strict';
import type { Freshness, FreshnessState } from '../../../src/core/freshness.ts';
import type { MarketFacts } from '../../../src/core/market-view.ts';
import type { Position } from '../../../src/core/position.ts';
import { streamNote } from '../../../src/view/freshness-text.ts';
import { MarketRows } from '../../../src/view/market-rows.ts';
import { ordersSummary, ordersTree } from '../../../src/view/orders-tree.ts';
import { type KnownPosition, knownPosition } from '../../../src/view/position-text.ts';
import { positionsSummary, positionsTree } from '../../../src/view/positions-tree.ts';
import { joined, type Row } from '../../../src/view/row.ts';
import { anOrder, aPosition } from '../../support/account-values.ts';
import { aBook, anEvent, aQuote, at, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, descriptionOf, everyRow, tooltipText } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const LAST = at('2026-11-20T19:58:07Z').ms;
const freshnessAt = (standing: FreshnessState): Freshness => ({ source: 'stream', at: LAST, standing });

function sides(facts: MarketFacts, of = market): readonly Row[] {
  return new MarketRows({ view: () => ({ market: of, event: undefined, ...facts }) }, context).inEvent(of);
}

function known(position: Position, account: FreshnessState, price: FreshnessState): KnownPosition {
  return knownPosition(position, undefined, { freshness: freshnessAt(price) }, freshnessAt(account));
}

describe('the freshness of a row', () => {
  it('is not spoken of while it is fresh', () => {
    for (const row of sides({ freshness: freshnessAt('fresh') })) {
      assert.equal(row.dim, undefined);
      assert.doesNotMatch(`${descriptionOf(row)} ${row.accessibilityLabel}`, /as of/);
    }
  });

  it('dims what is old or cut and says as of when, in words and to a screen reader', () => {
    const words = { stale: 'not current', cut: 'not connected' } as const;
    for (const standing of ['stale', 'cut'] as const) {
      for (const row of sides({ freshness: freshnessAt(standing) })) {
        assert.equal(row.dim, standing);
        assert.match(descriptionOf(row), /^as of 19:58/);
        assert.match(row.accessibilityLabel, new RegExp(`${words[standing]}, as of 19:58:07 UTC$`));
      }
    }
  });

  it('says of a quiet stream that nothing is heard, and since when', () => {
    for (const row of sides({
      freshness: { ...freshnessAt('stale'), quietSince: freshnessAt('stale').at },
    })) {
      assert.equal(row.dim, 'stale');
      assert.match(descriptionOf(row), /^as of 19:58/);
      assert.match(row.accessibilityLabel, /not current, nothing heard since 19:58:07 UTC$/);
    }
  });

  it('does not touch a result: what was settled stays true', () => {
    const settlement = { slug: market.slug, price: d(1) };
    const [row] = sides({ freshness: freshnessAt('cut'), settlement }, { ...market, status: 'RESOLVED' });
    assert.equal(row?.dim, undefined);
    assert.equal(descriptionOf(row).includes('as of'), false);
  });

  it('tells in the tooltip where the prices came from', () => {
    const tip = (standing: FreshnessState) =>
      tooltipText(sides({ freshness: freshnessAt(standing) })[0]?.tooltip() ?? []);
    assert.match(tip('fresh'), /Source: Live stream/);
    assert.match(tip('cut'), /not connected now/);
  });

  it('says a pause also where only a best quote came, and trusts the book where that is the newer', () => {
    const bbo = aQuote({ state: 'HALTED' });
    const [halted] = sides({ live: { bbo } });
    assert.match(descriptionOf(halted), /halted/);
    assert.match(halted?.accessibilityLabel ?? '', /halted/);
    const [open] = sides({ live: { bbo, book: aBook({ state: 'OPEN' }) } });
    assert.doesNotMatch(descriptionOf(open), /halted/);
  });

  it('marks orders by the freshness of the account', () => {
    const order = anOrder({ price: usd('0.4'), quantity: d(5), leavesQuantity: d(5) });
    const [row] = ordersTree([{ order, freshness: freshnessAt('cut') }], context);
    assert.equal(row?.dim, 'cut');
    assert.match(descriptionOf(row), /^as of 19:58/);
    assert.match(row?.accessibilityLabel ?? '', /not connected, as of/);
  });

  it('marks an open position by the worse of account and price, an expired one by the account alone', () => {
    const position = aPosition({ netPosition: d(2), cost: usd('1'), avgPx: usd('0.5') });
    const dims = (account: FreshnessState, price: FreshnessState, expired: boolean) =>
      everyRow(positionsTree([known({ ...position, expired }, account, price)], context)).find(({ id }) =>
        id.startsWith('position/'),
      )?.dim;
    assert.equal(dims('fresh', 'cut', false), 'cut');
    assert.equal(dims('stale', 'fresh', false), 'stale');
    assert.equal(dims('fresh', 'cut', true), undefined);
  });

  it('marks sums by the worst of what they add up: of an event, of all, beside the title', () => {
    const figures = { netPosition: d(2), cost: usd('1'), avgPx: usd('0.5'), cashValue: usd('1.2') };
    const tree = (price: FreshnessState) => [
      known(aPosition({ ...figures, marketSlug: 'nba-a-b-2026-11-20' }), 'fresh', 'fresh'),
      known(aPosition({ ...figures, marketSlug: 'nba-a-b-2026-11-20-x' }), 'fresh', price),
    ];
    const sums = (price: FreshnessState) =>
      everyRow(positionsTree(tree(price), context)).filter(({ id }) => !id.startsWith('position/'));
    for (const row of sums('fresh')) assert.equal(row.dim, undefined);
    const marked = sums('cut').filter(({ dim }) => dim === 'cut');
    assert.ok(marked.some(({ contextValue }) => contextValue === 'positionEvent'));
    for (const row of marked) {
      assert.match(descriptionOf(row), /^as of 19:58/);
      assert.match(row.accessibilityLabel, /not connected, as of 19:58:07 UTC$/);
    }
    assert.match(joined(positionsSummary(tree('cut'), context)), /^as of 19:58 · \$2\.40/);
    assert.match(joined(positionsSummary(tree('fresh'), context)), /^\$2\.40/);
    const orders = (account: FreshnessState) =>
      joined(ordersSummary([{ order: anOrder(), freshness: freshnessAt(account) }], context));
    assert.match(orders('stale'), /^as of 19:58 · 1 open/);
    assert.match(orders('fresh'), /^1 open/);
  });
});

describe('the line above a view', () => {
  it('is silent unless the stream is lost or refused', () => {
    for (const kind of ['off', 'connecting', 'live', 'unsupported'] as const) {
      assert.equal(streamNote({ kind }, 'prices', context), undefined);
    }
  });

  it('says since when nothing was heard, or why the stream was refused', () => {
    assert.equal(
      streamNote({ kind: 'lost', heardAt: LAST }, 'prices', context),
      'Not live since 19:58:07 UTC.',
    );
    assert.match(streamNote({ kind: 'lost' }, 'account', context) ?? '', /cannot be reached/);
    const error = { code: 'rateLimit', message: '', details: {} };
    assert.match(streamNote({ kind: 'stopped', error }, 'account', context) ?? '', /refused\. Too many/);
  });
});
