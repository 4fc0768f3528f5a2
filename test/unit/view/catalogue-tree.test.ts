import assert from 'node:assert/strict';
import { EventFactsMemo } from '../../../src/core/event-facts.ts';
import { groupMarkets } from '../../../src/core/grouping.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { ListedLeague } from '../../../src/core/league.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import { type CatalogueTree, catalogueTree, type GroupProgress } from '../../../src/view/catalogue-tree.ts';
import type { Row } from '../../../src/view/row.ts';
import { aMarket, anEvent, lakeGame } from '../../support/values.ts';
import { aContext, everyRow, NOW } from '../../support/view.ts';

const context = aContext();
const HOUR = 3_600_000;

function game(id: string, inHours: number, own: Partial<MarketEvent> = {}): Market {
  const start = instantOf(NOW + inHours * HOUR);
  const live = inHours <= 0;
  const event = anEvent({
    id,
    slug: `nba-${id}`,
    title: id,
    live,
    period: live ? 'Q3' : undefined,
    startTime: start,
    ...own,
  });
  return lakeGame({ id, slug: `aec-nba-${id}`, events: [event], gameStartTime: start });
}

function future(slug: string, category: string): Market {
  const event = anEvent({
    id: slug,
    slug,
    title: slug,
    live: undefined,
    period: undefined,
    startTime: undefined,
    gameId: undefined,
    score: undefined,
    teams: [],
    category,
  });
  return aMarket({ slug, category, sportsMarketTypeV2: 'FUTURE', status: 'OPEN', events: [event] });
}

const league = (slug: string, sportId = '1'): ListedLeague => ({
  slug,
  name: `League ${slug}`,
  sportId,
  isOperational: true,
});

const MARKETS = [
  game('late', 100),
  game('far', 1000),
  game('next', 1),
  game('tonight', 3),
  game('on', -1),
  future('champion', 'nba'),
  future('rates', 'Economy'),
];

function rows(own: Partial<CatalogueTree> = {}, markets: readonly Market[] = MARKETS): readonly Row[] {
  const tree: CatalogueTree = {
    categories: groupMarkets(markets),
    leagues: [league('nba'), league('epl')],
    sports: [{ id: '1', slug: 'ball', name: 'Ball' }],
    facts: new EventFactsMemo(),
    progress: () => ({ kind: 'unread' }),
    ...own,
  };
  return catalogueTree(tree, context);
}

const text = ({ label, description = '' }: Row): string => `${label} | ${description}`;
const below = (all: readonly Row[], label: string): readonly Row[] =>
  all.find((row) => row.label === label)?.children?.() ?? [];

describe('catalogueTree', () => {
  it('begins with what is live and soon, then has every league and category; an unread one says no count', () => {
    assert.deepEqual(rows().map(text), [
      'Live now | 1',
      'Starting soon | 1 within 2 h',
      'League nba | 1 live · 2 today · 6 so far',
      'League epl | ',
      'Economy | 1 so far',
    ]);
  });

  const PROGRESS: readonly (readonly [GroupProgress, string, string | undefined])[] = [
    [{ kind: 'whole' }, '1 live · 2 today · 6', undefined],
    [{ kind: 'reading' }, 'reading · 1 live · 2 today · 6 so far', 'Reading… | '],
    [{ kind: 'partly' }, '1 live · 2 today · 6 so far', 'Read on | '],
    [
      { kind: 'failed', problem: 'Offline.' },
      '1 live · 2 today · 6 so far',
      'Not read to the end: click to try again | Offline.',
    ],
  ];
  for (const [progress, description, last] of PROGRESS)
    it(`a league says how far it is read: ${progress.kind}`, () => {
      const row = rows({ progress: () => progress }).find(({ label }) => label === 'League nba');
      assert.equal(row?.description, description);
      assert.equal(row?.contextValue, progress.kind === 'reading' ? 'category.reading' : 'category');
      const end = row?.children?.().at(-1);
      assert.equal(end?.contextValue === 'loadMore' ? text(end) : undefined, last);
      const isIdle = progress.kind === 'partly' || progress.kind === 'failed';
      assert.deepEqual(end?.command, isIdle ? { id: 'readCategory', args: ['nba'] } : undefined);
    });

  it('a league stands by day, live first, with its futures as a group; one kind alone stands as it is', () => {
    const days = below(rows({ progress: () => ({ kind: 'whole' }) }), 'League nba');
    assert.deepEqual(days.map(text), ['Today | 3', 'Next 7 days | 1', 'Later | 1', 'Futures | 1 · champion']);
    assert.deepEqual(
      below(days, 'Today').map(({ subject }) => subject?.kind === 'event' && subject.slugs[0]),
      ['aec-nba-on', 'aec-nba-next', 'aec-nba-tonight'],
    );
    assert.equal(below(rows(), 'Economy')[0]?.contextValue, 'market');
  });

  it('many leagues stand under their sports, a sport with one league is that league', () => {
    const many = Array.from({ length: 21 }, (_, place) => league(`l${place}`));
    const all = rows({
      leagues: [...many, league('nba', '2')],
      sports: [{ id: '1', slug: 'ball', name: 'Ball' }],
    });
    assert.deepEqual(all.slice(2).map(text), [
      'Ball | 21 leagues',
      'League nba | 1 live · 2 today · 6 so far',
      'Economy | 1 so far',
    ]);
  });

  it('leaves out what is over, and categories with nothing else', () => {
    const over = { live: false, ended: true, period: 'FT', closed: true } as const;
    const ended = [game('done', -5, over), { ...future('past', 'Culture'), status: 'RESOLVED' as const }];
    assert.deepEqual(rows({}, ended).map(text), ['League nba | ', 'League epl | ']);
  });

  it('gives the same event other ids in each of its places', () => {
    const ids = everyRow(rows()).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});
