import assert from 'node:assert/strict';
import type { BestQuote } from '../../../src/core/book.ts';
import type { FreshnessState } from '../../../src/core/freshness.ts';
import { type CategoryGroup, groupMarkets } from '../../../src/core/grouping.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import { NodeTree } from '../../../src/features/trees/node.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { KeptRows } from '../../../src/view/kept-rows.ts';
import { marketsTree } from '../../../src/view/markets-tree.ts';
import { type Row, tooltipText } from '../../../src/view/row.ts';
import { anEvent, aQuote, at, lakeGame } from '../../support/values.ts';
import { aContext, everyRow, NOW, outline } from '../../support/view.ts';

const EVENTS = 40;
const LINES = ['MONEYLINE', 'SPREAD', 'SPREAD', 'TOTAL'] as const;
/** A winner between two names has a row for each side. */
const MARKET_ROWS = EVENTS * (LINES.length + 1);

/** Forty events of four markets, in either tree, with every row open, and a count of the markets looked at. */
function scene(layout: 'grouped' | 'events') {
  const kept = new KeptRows();
  const quotes = new Map<string, BestQuote>();
  const standings = new Map<string, FreshnessState>();
  const moved = new Map<string, 1 | -1>();
  const clock = { now: NOW };
  const contextOf = (odds: 'cents' | 'american') => aContext({ oddsFormat: odds, now: () => clock.now });
  const marketsOf = (place: number): Market[] =>
    LINES.map((type, line) => lakeGame({ slug: `m-${place}-${line}`, sportsMarketTypeV2: type }));
  const events: MarketEvent[] = Array.from({ length: EVENTS }, (_, place) =>
    anEvent({
      id: `${place}`,
      slug: `e-${place}`,
      startTime: at('2026-11-20T23:00:00Z'),
      markets: marketsOf(place),
    }),
  );
  const eventOf = new Map(events.flatMap((event) => event.markets.map(({ slug }) => [slug, event])));
  const state = {
    context: contextOf('cents'),
    events: events as readonly MarketEvent[],
    categories: [] as readonly CategoryGroup[],
    readAt: NOW,
    truthAt: NOW,
    looks: 0,
  };
  const list = events.flatMap(({ markets }) => markets);
  state.categories = groupMarkets(list, ({ slug }) => eventOf.get(slug));
  const facts = (slug: string) => {
    state.looks += 1;
    const bbo = quotes.get(slug);
    return {
      readAt: state.readAt,
      live: bbo && { bbo, newer: true },
      truth: { source: 'rest', at: state.truthAt, standing: standings.get(slug) ?? 'fresh' },
      moved: moved.get(slug) ?? 0,
    } as const;
  };
  const roots = (keeper = kept): readonly Row[] =>
    layout === 'events'
      ? eventsTree({ events: state.events, facts, kept: keeper }, state.context)
      : marketsTree(
          { content: { kind: 'grouped', categories: state.categories, kept: keeper }, facts },
          state.context,
        );
  const draw = (): readonly Row[] => everyRow(roots()).filter(({ id }) => id.startsWith('market/'));
  return { kept, quotes, standings, moved, clock, contextOf, state, roots, draw };
}

const others = (before: readonly Row[], after: readonly Row[]): readonly string[] =>
  after.filter((row) => !before.includes(row)).map(({ id }) => id);

for (const layout of ['grouped', 'events'] as const) {
  describe(`the kept rows of the ${layout} tree`, () => {
    it('look at the markets whose price moved and at no other', () => {
      const { kept, quotes, state, draw } = scene(layout);
      const before = draw();
      assert.equal(before.length, MARKET_ROWS);
      state.looks = 0;
      for (const slug of ['m-7-0', 'm-9-2']) quotes.set(slug, aQuote({ state: 'HALTED' }));
      kept.changed(['m-7-0', 'nobody']);
      kept.changed(['m-9-2']);
      const after = draw();
      assert.equal(state.looks, 2);
      assert.deepEqual(others(before, after), ['market/m-7-0/long', 'market/m-7-0/short', 'market/m-9-2']);
      const row = after.find(({ id }) => id === 'market/m-9-2');
      assert.match(row?.description ?? '', /halted/);
      assert.deepEqual(others(after, draw()), []);
      assert.equal(state.looks, 2);
    });

    it('look at a market that is drawn later, when it is', () => {
      const { kept, quotes, state, roots, draw } = scene(layout);
      draw();
      quotes.set('m-3-1', aQuote({ state: 'HALTED' }));
      kept.changed(['m-3-1']);
      roots();
      roots();
      state.looks = 0;
      assert.match(draw().find(({ id }) => id === 'market/m-3-1')?.description ?? '', /halted/);
      assert.equal(state.looks, 1);
    });

    it('are the same where anything may have changed and nothing did', () => {
      const { kept, state, draw } = scene(layout);
      const before = draw();
      state.looks = 0;
      kept.changed('all');
      // Of what is fresh no row says the time.
      state.truthAt += 60_000;
      assert.deepEqual(others(before, draw()), []);
      assert.equal(state.looks, EVENTS * LINES.length);
      draw();
      assert.equal(state.looks, EVENTS * LINES.length);
    });

    it('say how true they are: cut, its time, and fresh again', () => {
      const { kept, standings, state, draw } = scene(layout);
      const fresh = draw();
      for (const [what, standing, changes] of [
        ['cut', 'cut', true],
        ['nothing new', 'cut', false],
        ['fresh', undefined, true],
      ] as const) {
        const before = draw();
        standings.delete('m-2-1');
        if (standing !== undefined) standings.set('m-2-1', standing);
        kept.changed('all');
        assert.deepEqual(others(before, draw()), changes ? ['market/m-2-1'] : [], what);
        assert.equal(draw().find(({ id }) => id === 'market/m-2-1')?.dim, standing);
      }
      assert.equal(draw().length, fresh.length);
      standings.set('m-2-1', 'stale');
      kept.changed('all');
      const old = draw();
      state.truthAt -= 60_000;
      kept.changed('all');
      assert.deepEqual(others(old, draw()), ['market/m-2-1']);
    });

    it('mark a price that moved, and no longer when the mark has ended', () => {
      const { kept, moved, draw } = scene(layout);
      const icon = (): string | undefined => draw().find(({ id }) => id === 'market/m-5-1')?.icon?.id;
      const quiet = icon();
      moved.set('m-5-1', 1);
      kept.changed(['m-5-1']);
      assert.equal(icon(), 'triangle-up');
      moved.clear();
      kept.changed(['m-5-1']);
      assert.equal(icon(), quiet);
    });

    it('are made anew with other settings, and with another day, which a time then names', () => {
      const { clock, contextOf, standings, state, draw } = scene(layout);
      standings.set('m-1-1', 'cut');
      const before = draw();
      state.context = contextOf('american');
      const american = draw();
      assert.equal(others(before, american).length, MARKET_ROWS);
      clock.now += 86_400_000;
      const description = draw().find(({ id }) => id === 'market/m-1-1')?.description;
      assert.match(description ?? '', /as of Nov 20/);
    });

    it('say in their tooltip when they were read last, however long they stand', () => {
      const { state, draw } = scene(layout);
      const tooltip = (): string => tooltipText(draw()[0]?.tooltip() ?? []);
      const before = tooltip();
      state.truthAt = NOW - 3_600_000;
      assert.notEqual(tooltip(), before);
    });

    it('tell times that are at most five seconds old', () => {
      const { clock, state, roots } = scene(layout);
      const words = (): string => outline(roots()).join('\n');
      const before = words();
      clock.now += 4_000;
      assert.ok(words() === before);
      clock.now += 3 * 3_600_000;
      assert.ok(words() !== before);
      // The machine's clock was set back.
      clock.now = NOW;
      assert.ok(words() === before);
      assert.ok(state.looks > 0);
    });

    it('are what they would be without being kept, however the prices go', () => {
      const { kept, quotes, standings, moved, clock, state, roots } = scene(layout);
      for (let step = 1; step <= 60; step++) {
        const slug = `m-${(step * 7) % EVENTS}-${step % 4}`;
        quotes.set(slug, aQuote({ state: step % 3 === 0 ? 'HALTED' : 'OPEN' }));
        moved.set(slug, step % 2 === 0 ? 1 : -1);
        kept.changed([slug]);
        if (step % 10 === 0) {
          standings.set(slug, step % 20 === 0 ? 'cut' : 'stale');
          kept.changed('all');
        }
        if (step % 2 === 0) continue;
        const look = (row: Row) => [
          row.id,
          row.label,
          row.description,
          row.accessibilityLabel,
          row.icon,
          row.dim,
        ];
        assert.deepEqual(everyRow(roots()).map(look), everyRow(roots(new KeptRows())).map(look), `${step}`);
        if (step % 11 === 0) clock.now += 5_000;
      }
      assert.ok(state.looks > 0);
    });

    it('reach the editor as the rows that changed and no others', () => {
      const { kept, quotes, roots } = scene(layout);
      const tree = new NodeTree('markets');
      tree.update(roots());
      const open = (nodes: NodeTree['roots']): void => {
        for (const node of nodes ?? []) if (node.row.collapsible !== 'none') open(tree.open(node));
      };
      open(tree.roots);
      assert.equal(tree.update(roots()), 'none');
      quotes.set('m-9-2', aQuote({ state: 'HALTED' }));
      kept.changed(['m-9-2']);
      const change = tree.update(roots());
      assert.deepEqual(typeof change === 'string' ? change : change.map(({ id }) => id), ['market/m-9-2']);
    });
  });
}
