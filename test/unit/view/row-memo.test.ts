import assert from 'node:assert/strict';
import type { Market } from '../../../src/core/market.ts';
import type { MarketView } from '../../../src/core/market-view.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { RowMemo, TIMED_ROW_MS } from '../../../src/view/market-rows.ts';
import { flatRows, matchRows } from '../../../src/view/markets-tree.ts';
import type { Row } from '../../../src/view/row.ts';
import { anEvent, aQuote, at, lakeGame } from '../../support/values.ts';
import { aContext, descriptionOf, everyRow, NOW, outline, tooltipText } from '../../support/view.ts';

/** Three events of four markets in one of the trees, every row open; `halt` changes the view of one market. */
function scene(layout: 'grouped' | 'flat' | 'events') {
  const state = { now: NOW, oddsFormat: 'cents' as 'cents' | 'american', readAt: NOW };
  const now = (): number => state.now;
  const contexts = {
    cents: aContext({ now }),
    american: aContext({ now, oddsFormat: 'american' }),
  };
  const halted = new Set<string>();
  const events = [0, 1, 2].map((place) =>
    anEvent({
      id: `${place}`,
      slug: `e-${place}`,
      startTime: at('2026-11-20T23:00:00Z'),
      markets: (['MONEYLINE', 'SPREAD', 'SPREAD', 'TOTAL'] as const).map((type, line) =>
        lakeGame({ slug: `m-${place}-${line}`, sportsMarketTypeV2: type }),
      ),
    }),
  );
  const markets = events.flatMap((event) => event.markets);
  const eventOf = ({ slug }: Market) =>
    events.find((event) => event.markets.some((one) => one.slug === slug));
  const views = new Map<string, MarketView>();
  const view = (market: Market): MarketView => {
    const key = `${market.slug} ${halted.has(market.slug)}`;
    const live = halted.has(market.slug) ? { bbo: aQuote({ state: 'HALTED' }), newer: true } : undefined;
    const made = views.get(key) ?? { market, event: eventOf(market), live };
    views.set(key, made);
    return made;
  };
  const latest = (market: Market): MarketView => ({
    ...view(market),
    freshness: { source: 'rest', at: state.readAt, standing: 'fresh' },
  });
  const source = { view, latest, memo: new RowMemo() };
  const roots = (): readonly Row[] => {
    const context = contexts[state.oddsFormat];
    if (layout === 'events') return eventsTree({ events, ...source }, context);
    return layout === 'flat'
      ? flatRows(markets, source, context)
      : matchRows(markets, eventOf, source, context);
  };
  const draw = (): readonly Row[] => everyRow(roots()).filter(({ id }) => id.startsWith('market/'));
  return { state, roots, draw, halt: (slug: string) => void halted.add(slug) };
}

const others = (before: readonly Row[], after: readonly Row[]): readonly string[] =>
  after.filter((row) => !before.includes(row)).map(({ id }) => id);

for (const layout of ['grouped', 'flat', 'events'] as const) {
  describe(`rows of markets, ${layout}`, () => {
    it('are made again for the markets whose view is another one', () => {
      const { draw, halt } = scene(layout);
      const before = draw();
      assert.deepEqual(others(before, draw()), []);
      halt('m-1-2');
      const after = draw();
      assert.deepEqual(others(before, after), ['market/m-1-2']);
      assert.match(descriptionOf(after.find(({ id }) => id === 'market/m-1-2')), /halted/);
    });

    it('are made again with other settings and on another day', () => {
      const { state, draw } = scene(layout);
      const before = draw();
      state.oddsFormat = 'american';
      const american = draw();
      assert.equal(others(before, american).length, before.length);
      state.now += 86_400_000;
      assert.equal(others(american, draw()).length, before.length);
    });

    it('say in their tooltip when they were read last, however long they stand', () => {
      const { state, draw } = scene(layout);
      const tooltip = (): string => tooltipText(draw()[0]?.tooltip() ?? []);
      const before = tooltip();
      state.readAt = NOW - 3_600_000;
      assert.notEqual(tooltip(), before);
    });
  });
}

for (const layout of ['grouped', 'events'] as const) {
  it(`rows of events, ${layout}, say times that are a few seconds old at most`, () => {
    const { state, roots } = scene(layout);
    const words = (): string => outline(roots()).join('\n');
    const before = words();
    state.now += TIMED_ROW_MS - 1;
    assert.equal(words(), before);
    state.now += 3 * 3_600_000;
    assert.notEqual(words(), before);
    // The machine's clock was set back.
    state.now = NOW;
    assert.equal(words(), before);
  });
}
