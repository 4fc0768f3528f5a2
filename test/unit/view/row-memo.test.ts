import assert from 'node:assert/strict';
import { groupMarkets } from '../../../src/core/grouping.ts';
import { NodeTree } from '../../../src/features/trees/node-tree.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { RowMemo, TIMED_ROW_MS } from '../../../src/view/market-rows.ts';
import { marketsTree } from '../../../src/view/markets-tree.ts';
import type { Row } from '../../../src/view/row.ts';
import { anEvent, aQuote, at, lakeGame } from '../../support/values.ts';
import { aContext, everyRow, NOW, outline, tooltipText } from '../../support/view.ts';

/** Three events of four markets in one of the trees, every row open, with a view of each market that a test may replace. */
function scene(layout: 'grouped' | 'flat' | 'events') {
  const memo = new RowMemo();
  const clock = { now: NOW };
  const contextOf = (oddsFormat: 'cents' | 'american') => aContext({ oddsFormat, now: () => clock.now });
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
  const eventOf = new Map(events.flatMap((event) => event.markets.map(({ slug }) => [slug, event])));
  const categories = groupMarkets(markets, ({ slug }) => eventOf.get(slug));
  const views = new Map(markets.map((market) => [market.slug, { market, event: eventOf.get(market.slug) }]));
  const state = { context: contextOf('cents'), readAt: NOW };
  const source = {
    view: ({ slug }: { readonly slug: string }) => views.get(slug) as never,
    latest: ({ slug }: { readonly slug: string }) =>
      ({ ...views.get(slug), freshness: { source: 'rest', at: state.readAt, standing: 'fresh' } }) as never,
    memo,
  };
  const roots = (): readonly Row[] => {
    if (layout === 'events') return eventsTree({ events, ...source }, state.context);
    const content =
      layout === 'flat' ? ({ kind: 'flat', markets } as const) : ({ kind: 'grouped', categories } as const);
    return marketsTree({ content, ...source }, state.context);
  };
  const draw = (): readonly Row[] => everyRow(roots()).filter(({ id }) => id.startsWith('market/'));
  const halt = (slug: string): void => {
    const view = views.get(slug);
    assert.ok(view);
    views.set(slug, { ...view, live: { bbo: aQuote({ state: 'HALTED' }), newer: true } } as never);
  };
  return { clock, contextOf, state, roots, draw, halt };
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
      assert.match(after.find(({ id }) => id === 'market/m-1-2')?.description ?? '', /halted/);
    });

    it('are made again with other settings and on another day', () => {
      const { clock, contextOf, state, draw } = scene(layout);
      const before = draw();
      state.context = contextOf('american');
      const american = draw();
      assert.equal(others(before, american).length, before.length);
      clock.now += 86_400_000;
      assert.equal(others(american, draw()).length, before.length);
    });

    it('say in their tooltip when they were read last, however long they stand', () => {
      const { state, draw } = scene(layout);
      const tooltip = (): string => tooltipText(draw()[0]?.tooltip() ?? []);
      const before = tooltip();
      state.readAt = NOW - 3_600_000;
      assert.notEqual(tooltip(), before);
    });

    it('reach the editor as the rows that changed and no others', () => {
      const { roots, halt } = scene(layout);
      const tree = new NodeTree('markets');
      tree.update(roots(), NOW);
      const open = (nodes: NodeTree['roots']): void => {
        for (const node of nodes ?? []) if (node.row.collapsible !== 'none') open(tree.open(node));
      };
      open(tree.roots);
      assert.equal(tree.update(roots(), NOW), 'none');
      halt('m-1-2');
      const change = tree.update(roots(), NOW);
      assert.deepEqual(typeof change === 'string' ? change : change.map(({ id }) => id), ['market/m-1-2']);
    });
  });
}

for (const layout of ['grouped', 'events'] as const) {
  it(`rows of events, ${layout}, say times that are a few seconds old at most`, () => {
    const { clock, roots } = scene(layout);
    const words = (): string => outline(roots()).join('\n');
    const before = words();
    clock.now += TIMED_ROW_MS - 1;
    assert.equal(words(), before);
    clock.now += 3 * 3_600_000;
    assert.notEqual(words(), before);
    // The machine's clock was set back.
    clock.now = NOW;
    assert.equal(words(), before);
  });
}
