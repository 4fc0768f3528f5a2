import assert from 'node:assert/strict';
import type { BestQuote } from '../../../src/core/book.ts';
import type { FreshnessState } from '../../../src/core/freshness.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import { FlatRows } from '../../../src/view/flat-rows.ts';
import { type Row, tooltipText } from '../../../src/view/row.ts';
import { anEvent, aQuote, lakeGame } from '../../support/values.ts';
import { aContext, NOW } from '../../support/view.ts';

const COUNT = 500;

/** A list of markets with quotes and standings of their own, and a count of the rows looked at. */
function scene() {
  const flat = new FlatRows();
  const quotes = new Map<string, BestQuote>();
  const standings = new Map<string, FreshnessState>();
  const state = {
    context: aContext(),
    markets: Array.from({ length: COUNT }, (_, place) => lakeGame({ slug: `m-${place}` })) as Market[],
    event: anEvent() as MarketEvent,
    readAt: NOW,
    looks: 0,
  };
  const facts = (slug: string) => {
    state.looks += 1;
    const bbo = quotes.get(slug);
    return {
      readAt: state.readAt,
      live: bbo && { bbo, newer: true },
      truth: { source: 'rest', at: state.readAt, standing: standings.get(slug) ?? 'fresh' },
      moved: 0,
    } as const;
  };
  const draw = (): readonly Row[] =>
    flat.rows({ markets: state.markets, facts, event: () => state.event }, state.context);
  return { flat, quotes, standings, state, draw };
}

const others = (before: readonly Row[], after: readonly Row[]): readonly string[] =>
  after.filter((row) => !before.includes(row)).map(({ id }) => id);

describe('the rows of the flat list', () => {
  it('look at the markets whose price moved and at no other', () => {
    const { flat, quotes, state, draw } = scene();
    const before = draw();
    state.looks = 0;
    quotes.set('m-7', aQuote({ state: 'HALTED' }));
    quotes.set('m-9', aQuote({ state: 'HALTED' }));
    flat.changed(['m-7', 'nobody']);
    flat.changed(['m-9']);
    const after = draw();
    assert.equal(state.looks, 2);
    assert.deepEqual(others(before, after), ['market/m-7', 'market/m-9']);
    assert.match(after[7]?.description ?? '', /halted/);
  });

  it('are the same array while nothing changed, whatever was said to have', () => {
    const { flat, state, draw } = scene();
    const before = draw();
    state.looks = 0;
    assert.equal(draw(), before);
    assert.equal(state.looks, 0);
    flat.changed(['m-1']);
    assert.equal(draw(), before);
    flat.changed('all');
    assert.equal(draw(), before);
  });

  it('keep the rows of markets that stay when others come, go or move, and find each in its new place', () => {
    const { flat, quotes, state, draw } = scene();
    draw();
    flat.changed(['m-1']);
    const before = draw();
    const renewed = lakeGame({ slug: 'm-3', title: 'New' });
    state.markets = [lakeGame({ slug: 'new' }), ...state.markets.slice(1).reverse().with(-3, renewed)];
    const after = draw();
    assert.deepEqual(others(before, after), ['market/new', 'market/m-3']);
    assert.deepEqual(
      after.map(({ id }) => id),
      state.markets.map(({ slug }) => `market/${slug}`),
    );
    quotes.set('m-1', aQuote({ state: 'HALTED' }));
    flat.changed(['m-1']);
    assert.match(draw().at(-1)?.description ?? '', /halted/);
  });

  it('are made anew where the event, the truth or the settings changed', () => {
    const { flat, standings, state, draw } = scene();
    const first = draw();
    standings.set('m-2', 'cut');
    flat.changed('all');
    const cut = draw();
    assert.deepEqual(others(first, cut), ['market/m-2']);
    assert.equal(cut[2]?.dim, 'cut');
    state.event = anEvent({ title: 'Another name' });
    flat.changed('all');
    assert.equal(others(cut, draw()).length, COUNT);
    const before = draw();
    state.context = aContext({ oddsFormat: 'american' });
    assert.equal(others(before, draw()).length, COUNT);
  });

  it('say in their tooltip when they were read last, however long they stand', () => {
    const { state, draw } = scene();
    const before = tooltipText(draw()[0]?.tooltip() ?? []);
    state.readAt = NOW - 3_600_000;
    assert.notEqual(tooltipText(draw()[0]?.tooltip() ?? []), before);
  });
});
