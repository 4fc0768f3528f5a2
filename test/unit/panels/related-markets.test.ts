import assert from 'node:assert/strict';
import { holdingsOf } from '../../../src/core/holdings.ts';
import type { MarketPanelInput } from '../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { otherGames } from '../../../src/view/panels/market/related-markets.ts';
import { widthOf } from '../../../src/view/widths.ts';
import { aMarket, aSide, aTeam, at, present } from '../../support/values.ts';
import { DRAWN, groupOf, HELD, linesOf, ORDERS, spread, winner } from './event-scene.ts';
import { contextWith, NOW, read, scene } from './scene.ts';
import { texts } from './shown.ts';

const group = groupOf(DRAWN);
const HOUR = 3_600_000;

describe('the sides on the page of a market', () => {
  it('stand in the order of the title, the short one first where its team is', () => {
    const sides = shown().sides.map(({ key, name }) => [key, name]);
    assert.deepEqual(sides, [
      ['short', 'Archers'],
      ['long', 'Islanders'],
    ]);
  });
});

describe('other lines on the page of a market', () => {
  it('have what each side costs, whose team stands where, what is yours, and links, but for its own', () => {
    const section = present(shown().lines);
    assert.equal(section.heading, 'Lines of this game');
    assert.deepEqual(
      present(section.content).columns.map(({ label }) => label),
      ['Line', 'Buy', 'Buy', 'Yours'],
    );
    const rows = texts(section.content);
    assert.deepEqual(rows[0], ['Game', '38¢', '64¢', '◈']);
    assert.equal(rows.length, 9);
    const sides = present(section.content).rows.map(({ cells }) => `${cells[1]?.aside} ${cells[2]?.aside}`);
    assert.deepEqual(
      [...new Set(sides)],
      ['Archers Islanders', '+3.5 −3.5', '+6.5 −6.5', 'Over Under', 'Yes No'],
    );
    const [own, other] = present(section.content).rows.map(({ cells }) => cells[0]);
    assert.deepEqual([own?.action, own?.hint], [undefined, 'Game, this market']);
    assert.deepEqual(other?.action, { name: 'openMarket', slug: present(section.content).rows[1]?.key });
    assert.deepEqual(section.button?.action, { name: 'openEvent', slug: 'cfb-archers-islanders' });
    assert.equal(section.button?.label, `All ${DRAWN.length}`);
  });

  it('have a name as long as their column is wide, whose number is never cut', () => {
    const [away, home] = ['Mossgate', 'Ravensholm Lower Harbour'].map((city) =>
      aTeam({ id: city, name: `${city} Quarrymen`, alias: `${city} Quarrymen` }),
    );
    const spreads = ['6.5', '13.5'].map((line) => ({
      ...spread(line, 40, 42),
      sides: [aSide(true, { team: home }), aSide(false, { team: away })],
    }));
    const asked = {
      ...aMarket({ slug: 'long', sportsMarketTypeV2: 'PROP', question: `Will ${'it rain '.repeat(9)}?` }),
      sides: [aSide(true, { description: 'Yes' }), aSide(false, { description: 'No' })],
    };
    const lines = linesOf(groupOf([winner(), ...spreads, asked]));
    const names = texts(shown({ lines }).lines?.content).map(([name]) => name ?? '');
    assert.ok(
      names.every((name) => widthOf(name) <= 16),
      names.join(', '),
    );
    assert.deepEqual(
      names.map((name) => /[+−][\d.]+$/.exec(name)?.[0]).filter((number) => number !== undefined).length,
      2,
      names.join(', '),
    );
  });

  it('have no price while halted, and say as of when an old one is', () => {
    const freshness = { source: 'stream', at: NOW - HOUR, standing: 'stale' } as const;
    const lines = linesOf(group).lines.map((line) => ({
      ...line,
      view:
        line.market.slug === 'tsc-52.5'
          ? { ...line.view, market: { ...line.market, status: 'HALTED' as const } }
          : { ...line.view, freshness },
    }));
    const section = present(shown({ lines: { ...linesOf(group), lines } }).lines);
    assert.equal(section.aside, 'dimmed: as of 19:30');
    const { rows } = present(section.content);
    const cells = (slug: string) => present(rows.find(({ key }) => key === slug)).cells.slice(1, 3);
    assert.deepEqual(
      cells('tsc-52.5').map(({ text, tone }) => [text, tone]),
      [
        ['halted', 'warn'],
        ['halted', 'warn'],
      ],
    );
    assert.deepEqual(
      cells('aec-game').map(({ text, tone, hint }) => [text, tone, hint]),
      [
        ['38¢', 'dim', 'as of 19:30'],
        ['64¢', 'dim', 'as of 19:30'],
      ],
    );
  });

  it('are absent where the event has no other line', () => {
    assert.equal(shown({ lines: linesOf(groupOf([winner()])) }).lines, undefined);
  });
});

describe('more of the league on the page of a market', () => {
  const game = (id: string, change: object = {}) => ({
    ...present(group.event),
    id,
    slug: `cfb-${id}`,
    live: false,
    score: undefined,
    period: undefined,
    elapsed: undefined,
    periodScores: [],
    startTime: at(new Date(NOW + Number(id) * HOUR).toISOString()),
    ...change,
  });

  it('are the live games, then the next ones, without its own and those of other leagues', () => {
    const live = game('9', { live: true, period: 'Q2' });
    const other = game('1', {
      seriesSlug: 'nba',
      markets: DRAWN.map((each) => ({ ...each, category: 'nba' })),
    });
    const ended = game('8', { ended: true });
    const events = [game('3'), game('2'), ended, present(group.event), live, game('4'), other];
    const games = otherGames(winner(), group.event, events, NOW);
    assert.deepEqual(
      games.map(({ id }) => id),
      ['9', '2', '3'],
    );
  });

  it('have prices beside the names, when they are on, and links to their pages', () => {
    const { league } = shown({ games: [game('2')] });
    const [row] = present(league?.content).rows;
    assert.match(present(row).cells[0]?.text ?? '', /38¢ .* @ .* 64¢$/);
    assert.match(present(row).cells[1]?.text ?? '', /in 2 h/);
    assert.deepEqual(present(row).cells[0]?.action, { name: 'openEvent', slug: 'cfb-2' });
    assert.equal(league?.button?.action.name, 'showLeague');
    assert.equal(shown().league, undefined);
  });
});

function shown(change: Partial<MarketPanelInput> = {}) {
  const input = {
    slug: 'aec-game',
    market: read(winner()),
    event: group.event,
    lines: linesOf(group),
    holdings: holdingsOf(HELD, ORDERS),
    ...change,
  };
  return present(marketSnapshot(scene(input), contextWith()).content);
}
