import assert from 'node:assert/strict';
import { EventFactsMemo } from '../../../src/core/event-facts.ts';
import { groupMarkets, MarketGroups } from '../../../src/core/grouping.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { ListedLeague } from '../../../src/core/league.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import { type CatalogueTree, catalogueTree, type GroupProgress } from '../../../src/view/catalogue-tree.ts';
import type { Row } from '../../../src/view/row.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { aTag, aTopic } from '../../support/topic.ts';
import { aMarket, anEvent, lakeGame } from '../../support/values.ts';
import { aContext, descriptionOf, everyRow, NOW, tooltipText } from '../../support/view.ts';

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
    topics: [],
    facts: new EventFactsMemo(),
    progress: () => ({ kind: 'unread' }),
    ...own,
  };
  return catalogueTree(tree, context);
}

const text = (row: Row): string => `${row.label} | ${descriptionOf(row)}`;
const below = (all: readonly Row[], label: string): readonly Row[] =>
  all.find((row) => inEnglish(row.label) === label)?.children?.() ?? [];

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

  it('a group counts the events below it, as its days do, however many markets they have', () => {
    const [on] = MARKETS;
    assert.ok(on);
    const line = { ...on, slug: 'total', sportsMarketTypeV2: 'TOTAL' } as const;
    const [nba] = rows({ progress: () => ({ kind: 'whole' }) }, [...MARKETS, line]).filter(
      ({ label }) => label === 'League nba',
    );
    assert.equal(descriptionOf(nba), '1 live · 2 today · 6');
    const counts = nba?.children?.().map(({ parts }) => Number(/^\d+/.exec(parts[0] ?? '')?.[0]));
    assert.equal(
      counts?.reduce((sum, count) => sum + count, 0),
      6,
    );
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
      assert.equal(descriptionOf(row), description);
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

  it('a league of futures alone says so once all of it is read', () => {
    const champion = future('champion', 'nba');
    const startTime = game('far', 1000).events[0]?.startTime;
    const events = champion.events.map((event) => ({ ...event, startTime }));
    const said = (kind: 'whole' | 'unread') =>
      text(rows({ progress: () => ({ kind }) }, [{ ...champion, events }])[0] as Row);
    assert.equal(said('whole'), 'League nba | futures · 1');
    assert.equal(said('unread'), 'League nba | 1 so far');
  });

  it('a league says everything the service sends of it and of its sport, as they have no page', () => {
    const nba = { ...league('nba', '2'), more: [{ path: 'activeSeriesId', text: '64' }] };
    const all = rows({ leagues: [nba], sports: [{ id: '2', slug: 'hoops', name: 'Hoops' }] });
    const tooltip = tooltipText(all.find(({ label }) => label === 'League nba')?.tooltip() ?? []);
    assert.match(
      tooltip,
      /Slug: nba\nOperational: yes\nactiveSeriesId: 64\nSport: Hoops\nSlug of the sport: hoops\nId of the sport: 2/,
    );
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

  const DAY = 24 * HOUR;
  /** A question of two topics, one market each. */
  const question = (id: string, endsIn: number | undefined): Market => {
    const endDate = endsIn === undefined ? undefined : instantOf(NOW + endsIn);
    const own = { id, slug: id, title: id, live: undefined, period: undefined, gameId: undefined, teams: [] };
    const event = anEvent({
      ...own,
      startTime: instantOf(NOW - DAY),
      score: undefined,
      category: 'x',
      endDate,
    });
    return aMarket({
      slug: id,
      category: 'x',
      sportsMarketTypeV2: 'FUTURE',
      status: 'OPEN',
      events: [event],
    });
  };
  const QUESTIONS = [
    question('ends-later', 40 * DAY),
    question('ends-today', HOUR / 2),
    question('ends-soon', 3 * DAY),
    question('open-end', undefined),
  ];
  const topical = (progress: GroupProgress, topics = ['politics', 'weather']): readonly Row[] => {
    const placed = new MarketGroups(undefined, () => ({ league: undefined, topics }));
    placed.put(QUESTIONS);
    return rows({
      categories: placed.categories(),
      topics: [
        aTopic('politics', 'Politics', {
          subtags: [aTag('3', { label: 'Elections' })],
          more: [{ path: 'hub.title', text: 'Election night' }],
        }),
        aTopic('weather', 'Weather'),
        aTopic('crypto', 'Crypto'),
      ],
      progress: (key) => (key === 'politics' ? progress : { kind: 'unread' }),
    });
  };

  it('topics stand after the leagues, with what ends today and what is open; one that is unread says no count', () => {
    assert.deepEqual(topical({ kind: 'whole' }).map(text), [
      'League nba | ',
      'League epl | ',
      'Politics | 1 end today · 4',
      'Weather | 1 end today · 4 so far',
      'Crypto | ',
    ]);
    assert.deepEqual(below(topical({ kind: 'unread' }), 'Crypto').map(text), ['Reading… | ']);
  });

  for (const [progress, description, last] of [
    [{ kind: 'reading' }, 'reading · 1 end today · 4 so far', 'Reading… | '],
    [{ kind: 'partly' }, '1 end today · 4 so far', 'Read on | '],
    [
      { kind: 'failed', problem: 'Offline.' },
      '1 end today · 4 so far',
      'Not read to the end: click to try again | Offline.',
    ],
  ] as const)
    it(`a topic says how far it is read: ${progress.kind}`, () => {
      const row = topical(progress).find(({ label }) => label === 'Politics');
      const end = row?.children?.().at(-1);
      assert.deepEqual([descriptionOf(row), end && text(end)], [description, last]);
    });

  it('a topic stands by when its events end, and says which tags are under it', () => {
    const all = topical({ kind: 'whole' });
    assert.deepEqual(below(all, 'Politics').map(text), [
      'Ends today | 1',
      'Ends within 7 days | 1',
      'Ends later | 1',
      'End not known | 1',
    ]);
    const tooltip = all.find(({ label }) => label === 'Politics')?.tooltip?.();
    assert.deepEqual(
      tooltip?.map((line) => (line.kind === 'field' ? `${line.label}: ${line.value}` : line.text)),
      [
        'Politics',
        'Tags: Elections',
        'Tradable: yes',
        'Slug: politics',
        'Id: politics',
        'hub.title: Election night',
      ],
    );
  });

  it('an event of two topics has another row in each, and counts once among what is live', () => {
    const ids = everyRow(topical({ kind: 'whole' })).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const placed = new MarketGroups(undefined, () => ({ league: undefined, topics: ['politics'] }));
    placed.put([game('on', -1)]);
    const [first] = rows({ categories: placed.categories(), topics: [aTopic('politics', 'Politics')] });
    assert.equal(first && text(first), 'Live now | 1');
    assert.match(descriptionOf(first?.children?.()[0]), /League nba|NBA/);
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
