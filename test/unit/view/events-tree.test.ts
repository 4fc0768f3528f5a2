import assert from 'node:assert/strict';
import type { Freshness } from '../../../src/core/freshness.ts';
import type { Market } from '../../../src/core/market.ts';
import { decodeEvent } from '../../../src/exchange/wire/market.ts';
import { calendarSummary, type EventDay, eventsTree, rankedEvents } from '../../../src/view/events-tree.ts';
import { RowMemo } from '../../../src/view/market-rows.ts';
import { contextOfList } from '../../../src/view/row.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { aSeries } from '../../support/topic.ts';
import { aMarket, anEvent, aTeam, at, lakeGame } from '../../support/values.ts';
import { aContext, descriptionOf, outline, read, tooltipText } from '../../support/view.ts';
import { DRAWN } from '../panels/event-scene.ts';

const context = aContext();
const events = [
  anEvent({ id: '5', slug: 'done', title: 'Crows vs. Larks', closed: true, ended: true }),
  anEvent({
    id: '4',
    slug: 'late',
    title: 'Reds vs. Blues',
    finishedTimestamp: at('2026-11-20T17:00:00Z'),
    markets: [aMarket({ status: 'RESOLVING' })],
  }),
  anEvent({
    id: '3',
    slug: 'cup',
    title: 'Cup 2027',
    endDate: at('2027-06-01T00:00:00Z'),
    markets: [aMarket({ status: 'OPEN', sportsMarketTypeV2: 'FUTURE' })],
  }),
  anEvent({
    id: '2',
    slug: 'soon',
    title: 'Pikes at Perches',
    period: 'NS',
    startTime: at('2026-11-20T23:40:00Z'),
    markets: [lakeGame({ slug: 's' })],
  }),
  anEvent({
    id: '1',
    period: 'Q3',
    elapsed: '04:12',
    score: '78–81',
    markets: [lakeGame(), lakeGame({ slug: 'x' })],
  }),
];

describe('events view', () => {
  it('puts the runs of cricket between its teams, in the order of the title', () => {
    const [away, home] = [
      aTeam({ id: '11', name: 'Archers', abbreviation: 'mos' }),
      aTeam({ id: '12', name: 'Islanders', abbreviation: 'jun' }),
    ];
    const innings = [
      { number: 1, battingTeamId: '11', runs: 168 },
      { number: 2, battingTeamId: '12', runs: 92 },
    ];
    const { value } = decodeEvent({
      event: { id: '9', slug: 'x', eventState: { cricketState: { innings, currentInnings: 2 } } },
    });
    const cricket = anEvent({
      title: 'Archers at Islanders',
      teams: [home, away],
      score: '92-168',
      period: '2nd',
      eventState: value.eventState,
      markets: [lakeGame()],
    });
    const [row] = rankedEvents({ events: [cricket] }, context);
    assert.equal(row?.label, 'MOS 168–92 JUN');
    assert.match(tooltipText(row.tooltip()), /^Score: 168–92$/m);
  });

  it('groups by phase in the order of urgency', () => {
    const rows = eventsTree({ events }, context);
    const lines = outline(rows).filter((line) => !line.startsWith('    '));
    assert.deepEqual(lines, [
      'Live | 1',
      '  44¢ Otters @ Herons 57¢ | Q3 4:12 · 78–81 · NBA',
      'Today | 1',
      '  44¢ Otters @ Herons 57¢ | 23:40 · in 3 h 40 m · NBA',
      'Open | 1',
      '  – Aec nba otters herons 2026 11 20 | price not known · Cup 2027 · ends Jun 1, 2027',
      'Awaiting settlement | 1',
      '  Aec nba otters herons 2026 11 20 | awaiting settlement · Reds vs. Blues · ended 17:00 · for 3 h',
      'Ended | 1',
      '  Crows vs. Larks | ended',
    ]);
  });

  it('says of each group and sum that more may come, until it was read to its end', () => {
    const memo = new RowMemo();
    const counts = (whole: ReadonlySet<EventDay>) =>
      eventsTree({ events, memo, whole }, context).map(read).join(', ');
    assert.equal(
      counts(new Set(['live'])),
      'Live | 1, Today | 1 so far, Open | 1 so far, Awaiting settlement | 1 so far, Ended | 1 so far',
    );
    assert.equal(
      counts(new Set(['live', 'today'])),
      'Live | 1, Today | 1, Open | 1 so far, Awaiting settlement | 1 so far, Ended | 1 so far',
      'at once, though words of times may stand for some seconds',
    );
    assert.deepEqual(calendarSummary(events, context, new Set(['live'])), ['1 live', '1 today so far']);
    assert.deepEqual(calendarSummary(events, context, new Set(['live', 'today'])), ['1 live', '1 today']);
    assert.deepEqual(calendarSummary([], context, new Set()), []);
    const hours = ['20T21:10', '20T21:40', '20T22:00'].map((start) =>
      anEvent({ id: start, slug: start, period: 'NS', startTime: at(`2026-11-${start}:00Z`) }),
    );
    const [today] = eventsTree({ events: hours, whole: new Set() }, context);
    assert.match(read(today?.children?.()[0] ?? assert.fail()), / \| 2 so far$/);
  });

  it('counts nothing of your own while amounts are hidden', () => {
    const own = contextOfList({ mine: true }, aContext({ hideAmounts: true }));
    const groups = eventsTree({ events }, own);
    assert.deepEqual(new Set(groups.map(descriptionOf)), new Set(['•••']));
    assert.deepEqual(calendarSummary(events, own), ['••• live', '••• today']);
    assert.deepEqual(calendarSummary(events, context), ['1 live', '1 today']);
  });

  it('marks clocks and scores that stand still, and nothing else', () => {
    const memo = new RowMemo();
    const rowsAt = (standing?: Freshness['standing']) =>
      eventsTree(
        {
          events,
          memo,
          freshness: standing && { source: 'rest', at: at('2026-11-20T19:58:07Z').ms, standing },
        },
        context,
      ).flatMap((group) => group.children?.() ?? []);
    assert.ok(rowsAt().every(({ dim }) => dim === undefined));
    // At once, though words of times may stand for some seconds.
    const [live, ...others] = rowsAt('cut');
    assert.equal(live?.dim, 'cut');
    assert.match(descriptionOf(live), /^as of 19:58$/);
    assert.match(live?.accessibilityLabel ?? '', /, not connected, as of 19:58:07 UTC$/);
    for (const row of others) assert.equal(row.dim, undefined, row.label);
    assert.equal(rowsAt('stale')[0]?.dim, 'stale');
    assert.equal(rowsAt()[0]?.dim, undefined);
  });

  it('sorts by start within a group, latest first in what is over', () => {
    const times = ['2026-12-22', '2026-12-21', '2026-12-23'];
    const named = (extra: object) =>
      times.map((day) => anEvent({ id: day, slug: day, title: day, startTime: at(day), ...extra }));
    const titles = (list: ReturnType<typeof named>) =>
      eventsTree({ events: list }, context)[0]
        ?.children?.()
        .map(({ label }) => label);
    assert.deepEqual(titles(named({ period: 'NS' })), ['2026-12-21', '2026-12-22', '2026-12-23']);
    assert.deepEqual(titles(named({ closed: true })), ['2026-12-23', '2026-12-22', '2026-12-21']);
  });

  it('is a calendar: today by hour, tomorrow, this week, later; a single event of an hour stands for itself', () => {
    const starts = ['20T21:10', '20T21:40', '20T22:00', '21T09:00', '25T09:00', '29T09:00'];
    const list = starts.map((start) =>
      anEvent({ id: start, slug: start, title: start, period: 'NS', startTime: at(`2026-11-${start}:00Z`) }),
    );
    const live = anEvent({ id: 'on', period: 'Q1' });
    const rows = eventsTree({ events: [...list, live] }, context);
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Live', 'Today', 'Tomorrow', 'This week', 'Later'],
    );
    assert.deepEqual(
      rows[1]?.children?.().map(({ id }) => id.replace(/\d{5,}/, 'hour')),
      ['phase/today/hour', 'event/20T22:00'],
    );
    assert.match(rows[1]?.children?.()[0]?.label ?? '', /^21:00/);
    assert.deepEqual(calendarSummary([...list, live], context), ['1 live', '3 today']);
  });

  it('sorts what is open by its end, and says no end that has passed', () => {
    const market = aMarket({ status: 'OPEN', sportsMarketTypeV2: 'FUTURE' });
    const season = (title: string, end: string | undefined) =>
      anEvent({
        id: title,
        slug: title,
        title,
        startTime: at('2026-01-01T00:00:00Z'),
        endDate: end === undefined ? undefined : at(end),
        markets: [market],
      });
    const rows = eventsTree(
      {
        events: [
          season('None', undefined),
          season('Next', '2026-12-20T00:00:00Z'),
          season('Soon', '2026-11-21T20:00:00Z'),
          season('Past', '2026-11-01T00:00:00Z'),
        ],
      },
      context,
    );
    assert.deepEqual(rows[0]?.children?.().map(read), [
      '– Aec nba otters herons 2026 11 20 | price not known · Past',
      '– Aec nba otters herons 2026 11 20 | price not known · Soon · ends Nov 21',
      '– Aec nba otters herons 2026 11 20 | price not known · Next · ends Dec 20',
      '– Aec nba otters herons 2026 11 20 | price not known · None',
    ]);
  });

  it('says what is overdue instead of a start in the past', () => {
    const late = anEvent({ period: 'NS', startTime: at('2026-11-20T19:00:00Z'), markets: [lakeGame()] });
    const [group] = eventsTree({ events: [late] }, context);
    assert.equal(group?.label, 'Today');
    const [row] = group?.children?.() ?? [];
    assert.equal(row && read(row), '44¢ Otters @ Herons 57¢ | was due 19:00 · NBA');
  });

  it('names the series by its title, with how often it comes, and its tags', () => {
    const named = {
      ...aContext(),
      seriesOf: (slug: string) =>
        slug === 'budget' ? aSeries(slug, 'Budget votes', { recurrence: 'monthly' }) : undefined,
    };
    const tags = [{ id: '6', label: 'Politics', slug: 'politics' }];
    const textOf = (seriesSlug: string): string => {
      const event = anEvent({ seriesSlug, tags, markets: [lakeGame(), lakeGame({ slug: 'two' })] });
      const [row] = rankedEvents({ events: [event] }, named);
      return tooltipText(row?.tooltip() ?? []);
    };
    assert.match(textOf('budget'), /Series: Budget votes · monthly\n/);
    assert.match(textOf('budget'), /Tags: Politics\n/);
    assert.match(textOf('unlisted'), /Series: unlisted\n/);
  });

  it('expands to the markets, and tells teams and participants in the tooltip', () => {
    const event = anEvent({
      period: 'H1',
      teams: [aTeam({ name: 'Otters', record: '31–14', ordering: 'away', league: 'nba' })],
      participants: [{ id: 'p1', type: 'NOMINEE', team: undefined }],
      markets: [lakeGame()],
    });
    const [group] = eventsTree({ events: [event] }, context);
    const [row] = group?.children?.() ?? [];
    assert.deepEqual(row?.children?.().map(read), ['44¢ Otters | 43¢ to sell', '57¢ Herons | 56¢ to sell']);
    const text = tooltipText(row?.tooltip() ?? []);
    assert.match(text, /Otters: record 31–14 · away · NBA/);
    assert.match(text, /Participant: p1 · nominee/);
  });

  it('puts lines that are settled into a group of their own', () => {
    const line = (slug: string, own: Partial<Market> = {}) =>
      aMarket({ slug, sportsMarketTypeV2: 'TOTAL', status: 'OPEN', ...own });
    const markets = [
      lakeGame(),
      line('a'),
      line('b'),
      ...['c', 'd'].map((s) => line(s, { status: 'RESOLVED' })),
    ];
    const view = (market: Market) => ({
      market,
      event: undefined,
      freshness: { source: 'rest', at: 0, standing: market.slug === 'b' ? 'stale' : 'fresh' } as const,
    });
    const [group] = eventsTree({ events: [anEvent({ period: 'Q1', markets })], view }, context);
    const lines = group?.children?.()[0]?.children?.().slice(2);
    assert.deepEqual(lines?.map(read), ['Total | 2', 'Settled | 2']);
  });

  it('counts the lines of a type that contradict others', () => {
    const [group] = eventsTree({ events: [anEvent({ period: 'Q3', markets: DRAWN })] }, context);
    const lines = group?.children?.()[0]?.children?.() ?? [];
    const [total] = lines.flatMap((row) => (inEnglish(row.label) === 'Total' ? [read(row)] : []));
    assert.equal(total, 'Total | 5 · even at 52.5 · 1 flagged');
  });

  it('does not offer to open an event without markets', () => {
    const [group] = eventsTree({ events: [anEvent()] }, context);
    assert.equal(group?.children?.()[0]?.collapsible, 'none');
  });
});
