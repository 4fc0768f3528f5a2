import assert from 'node:assert/strict';
import type { MarketEvent } from '../../../src/core/market.ts';
import { eventLines } from '../../../src/view/event-lines.ts';
import { EventChanges } from '../../../src/view/panels/event/changes.ts';
import { eventSnapshot } from '../../../src/view/panels/event/model.ts';
import type { EventContent } from '../../../src/view/panels/event/protocol.ts';
import { findingText } from '../../../src/view/panels/event/words.ts';
import type { TableRow } from '../../../src/view/panels/protocol.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { aSeries } from '../../support/topic.ts';
import { aMarket, aQuote, aSide, d, present, usd } from '../../support/values.ts';
import {
  ARCHERS,
  DRAWN,
  eventScene,
  groupOf,
  HELD,
  held,
  ISLANDERS,
  linesOf,
  over,
  prop,
  spread,
  total,
  winner,
} from './event-scene.ts';
import { activities, contextWith, failed, NOW, read, UNREAD } from './scene.ts';

function shown(
  change: Parameters<typeof eventScene>[0] = {},
  markets = DRAWN,
  context = contextWith(),
): EventContent {
  return present(eventSnapshot(eventScene(change, markets), context).content);
}

function rowsOf({ board }: EventContent): readonly TableRow[] {
  return present(board.content).rows;
}

/** `Line | left buy sell | fair | buy sell right | sum | …`, of a row of the board. */
function texts(rows: readonly TableRow[]): readonly string[] {
  return rows.map(({ cells }) =>
    cells.map(({ text, aside }) => [text, aside].filter(Boolean).join(' ')).join(' | '),
  );
}

describe('event page', () => {
  it('has all lines as one board: winner, spreads and totals in order, props; the title’s first team left', () => {
    const groups = Map.groupBy(rowsOf(shown()), ({ group }) => group);
    const lines = [...groups].map(
      ([heading, rows]) => `${heading}: ${rows.map(({ cells }) => cells[0]?.text).join(' ')}`,
    );
    assert.deepEqual(lines, [
      'Winner: Game',
      'Spread: 3.5 6.5',
      'Total: 50.5 52.5 54.5 57.5 60.5',
      'Props: Goes to overtime',
    ]);
  });

  it('puts spreads and totals in the order of their numbers, those of a team after those of the game', () => {
    const team = (line: string) => ({
      ...total(line, 40, 42),
      slug: `tsc-team-${line}`,
      sides: [
        aSide(true, { description: 'Islanders: Over' }),
        aSide(false, { description: 'Islanders: Under' }),
      ],
    });
    const islanders = (line: string) => ({
      ...spread(line, 40, 42),
      sides: [aSide(true, { team: ISLANDERS }), aSide(false, { team: ARCHERS })],
    });
    const markets = [
      spread('12.5', 40, 42),
      islanders('-13.5'),
      spread('11.5', 40, 42),
      ...['12.5', '9.5'].map(team),
      ...['54.5', '100.5', '9.5'].map((line) => total(line, 40, 42)),
      winner(),
    ];
    const groups = Map.groupBy(rowsOf(shown({}, markets)), ({ group }) => inEnglish(group));
    const numbers = (heading: string) =>
      (groups.get(heading) ?? []).map(({ cells }) => /[\d.]+/.exec(cells[0]?.text ?? '')?.[0]);
    assert.deepEqual(numbers('Spread'), ['11.5', '12.5', '13.5']);
    assert.deepEqual(numbers('Total'), ['9.5', '54.5', '100.5', '9.5', '12.5']);
  });

  it('names the sides once a group, in the title’s order, and what is counted', () => {
    const { content } = shown().board;
    const heads = new Map(present(content).rows.map(({ group, groupLabels = [] }) => [group, groupLabels]));
    assert.deepEqual(
      [...heads].map(([group, labels]) => `${group}: ${labels[1]} ${labels[7]}`),
      ['Winner: Archers Islanders', 'Spread: Archers Islanders', 'Total: Over Under', 'Props: Yes No'],
    );
    assert.equal(content?.columns[9]?.label, 'contracts');
  });

  it('sums up its lines beside its state: the path above names leagues and days alone', () => {
    const event = { ...present(groupOf(DRAWN).event), volume: d('394000') };
    const volume = 'volume 394k, in a unit the service does not name';
    const { crumbs, facts, state, game } = shown({ event }).head;
    assert.equal(game, 'Q3 4:12 · Archers 17–20 Islanders');
    assert.deepEqual(facts, ['10 lines', '9 open', '1 settled or resolving', volume]);
    assert.ok(crumbs.every(({ text }) => !text.includes('line')));
    assert.deepEqual(state, { text: 'Live', tone: 'down', mark: 'live' });
  });

  it('shortens the name of a line to its column, and reads out that first, then the whole', () => {
    const title = 'Juniper Flats Islanders score in each of the four quarters';
    const [cell] = rowsOf(shown({}, [...DRAWN, prop(title, 6, 9)])).at(-1)?.cells ?? [];
    assert.match(cell?.text ?? '', /^Juniper .*…$/);
    assert.equal(cell?.hint, `${cell?.text} · ${title}`);
  });

  it('carries its mark at the top while what is yours awaits its settlement', () => {
    const ended = { ...present(groupOf(DRAWN).event), ended: true, live: false };
    const { state } = shown({ event: ended }).head;
    assert.deepEqual([state.text, state.mark], ['Awaiting settlement · ◈ yours', 'waiting']);
    const none = shown({ event: ended, held: read([]), orders: read([]) }).head.state;
    assert.equal(none.text, 'Awaiting settlement');
  });

  it('says the score of cricket one way, with its wickets', () => {
    const innings = [{ number: 1, battingTeamId: 'i', runs: 137, wickets: 2 }];
    const cricketState = { innings, currentInnings: 1, totalOvers: 20, phase: undefined, chase: undefined };
    const played = {
      ...present(groupOf(DRAWN).event),
      score: '0-137',
      periodScores: [],
      eventState: { cricketState },
    } as unknown as MarketEvent;
    const { head, score } = shown({ event: played });
    assert.match(head.game ?? '', /137\/2/);
    assert.doesNotMatch(head.game ?? '', /137–0|0–137/);
    assert.deepEqual(
      present(score?.content).rows.map(({ cells }) => cells[1]?.text),
      ['–', '137/2'],
    );
  });

  it('gives each line both sides’ best prices, its fair prices, the sum, and what is yours in it', () => {
    const rows = texts(rowsOf(shown()));
    assert.equal(
      rows[0],
      'Game | Archers | 38¢ | 36¢ | 37.3 62.7 | 64¢ | 62¢ | Islanders | 102.0 % | 182k | ◆ 120 Islanders ◇ 2 | ▲ $7.82',
    );
    assert.match(rows[1] ?? '', /^3\.5 \| \+3\.5 \| .* \| −3\.5 \|/);
    assert.match(rows[8] ?? '', /^Goes to overtime \| {2}\| 9¢ .* \| 91¢ \| {2}\|/);
    const own = rowsOf(shown()).filter(({ isOwn }) => isOwn);
    assert.deepEqual(
      own.map(({ cells }) => cells[10]?.text),
      ['◆ 120 Islanders ◇ 2', '◆ 60 Archers +6.5', '◆ 40 Under'],
    );
    assert.equal(own[1]?.cells[10]?.hint, '◆ 60 Archers +6.5 at 58¢');
    const much = read([held('asc-6.5', 184.83, '106.40', '0.58', '114.60')]);
    const cells = rowsOf(shown({ held: much })).map((row) => row.cells[10]);
    const many = cells.find((each) => each?.text.includes('Archers'));
    assert.deepEqual([many?.text, many?.hint], ['◆ 185 Archers +6.5', '◆ 184.83 Archers +6.5 at 58¢']);
  });

  it('names its series by the title, which leads to what Markets has of it', () => {
    const named = { ...contextWith(), seriesOf: (slug: string) => aSeries(slug, 'Season of the Archers') };
    const event = { ...present(groupOf(DRAWN).event), seriesSlug: 'cfb-2026' };
    const [, crumb] = shown({ event }, DRAWN, named).head.crumbs;
    assert.deepEqual(
      [crumb?.text, crumb?.action],
      ['Season of the Archers', { name: 'showSeries', slug: 'cfb-2026' }],
    );
    const groups = shown({ event, showsDetails: true }, DRAWN, named).details.groups ?? [];
    const series = groups.find(({ heading }) => inEnglish(heading) === 'Series');
    assert.deepEqual(series?.rows[1], { name: 'slug', value: 'cfb-2026' });
    const untitled = { ...named, seriesOf: (slug: string) => aSeries(slug, undefined) };
    assert.notEqual(shown({ event }, DRAWN, untitled).head.crumbs[1]?.action?.name, 'showSeries');
  });

  it('says the volume of the quotes where the list had none', () => {
    const market = { ...winner(), overview: undefined };
    const group = groupOf([market]);
    const live = { bbo: aQuote({ sharesTraded: d(9_000) }), newer: true };
    const lines = eventLines(group, () => ({ market, event: group.event, live }), contextWith());
    assert.equal(rowsOf(shown({ lines }, [market]))[0]?.cells[9]?.text, '9k');
  });

  it('flags a line dearer than an easier one with the reason, and leaves it out of the fair prices', () => {
    const flagged = rowsOf(shown()).filter(({ below }) => below !== undefined);
    assert.deepEqual(
      flagged.map(({ cells }) => [cells[0]?.text, cells[4]?.text]),
      [['57.5', '⚠ flagged']],
    );
    assert.match(
      flagged[0]?.below ?? '',
      /^Over 57.5 is bid at 43¢ while Over 54.5 is offered at 40¢: a harder line/,
    );
    assert.deepEqual(
      shown().board.choices?.map(({ label }) => label),
      ['Board', 'Only yours 3', 'Flagged 1'],
    );
  });

  it('says what each result makes, the title’s first team first: the drawn six, best and worst', () => {
    const { rows, note } = present(shown().payouts?.content);
    assert.deepEqual(texts(rows), [
      'Archers win | 54 or fewer | ▼ $24.85',
      'Archers win | 55 or more | ▼ $64.85',
      'Islanders by 1 to 6 | 54 or fewer | ▲ $95.15',
      'Islanders by 1 to 6 | 55 or more | ▲ $55.15',
      'Islanders by 7 or more | 54 or fewer | ▲ $35.15',
      'Islanders by 7 or more | 55 or more | ▼ $4.85',
    ]);
    assert.equal(note, 'Positions: 3, cost $124.85. Best ▲ $95.15, worst ▼ $64.85.');
  });

  it('says that no side leads only where a game can end so, and in words of what its spreads count', () => {
    const said = (sport: string, suffix?: string) => {
      const sported = { sportsMarketType: `${sport}_team_full_game_spread`, spreadTotalSuffix: suffix };
      const line = { ...spread('1.5', 40, 42), ...sported };
      const group = groupOf([{ ...winner(), ...sported }, line]);
      const positions = [held(line.slug, 10, '4.00', '0.40', '4.10')];
      const content = shown({ lines: linesOf(group), held: read(positions) }, group.markets);
      return texts(present(content.payouts?.content).rows).map((row) => row.split(' | ')[0]);
    };
    assert.deepEqual(said('soccer', 'goals'), [
      'Archers win, draw, Islanders by 1',
      'Islanders by 2 or more',
    ]);
    for (const sport of ['tennis', 'volleyball'])
      assert.deepEqual(said(sport, 'sets'), ['Archers win, Islanders by 1', 'Islanders by 2 or more']);
    assert.deepEqual(said('baseball', 'runs'), ['Archers win, Islanders by 1', 'Islanders by 2 or more']);
    const games = ['Archers by 1 or more, level, Islanders by 1', 'Islanders by 2 or more'];
    assert.deepEqual(said('tennis', 'games'), games);
    assert.deepEqual(said('tennis'), games);
  });

  it('says what the totals of payouts count in the service’s own word, and no unit without one', () => {
    const heading = (suffix?: string) => {
      const markets = DRAWN.map((each) => ({ ...each, spreadTotalSuffix: suffix }));
      return present(shown({}, markets).payouts?.content).columns[1]?.label;
    };
    assert.equal(heading('sets'), 'Sets');
    assert.equal(heading(), 'In all');
    const findings = (suffix: string | undefined) => {
      const lines = linesOf(groupOf(DRAWN)).lines.map((line) => ({
        ...line,
        market: { ...line.market, spreadTotalSuffix: suffix },
      }));
      const finding = { group: '', measure: 'total', range: { from: 3, to: undefined } } as const;
      return findingText(finding, { contest: undefined, lines }, contextWith());
    };
    assert.equal(findings('sets'), '3 or more sets');
    assert.equal(findings(undefined), '3 or more in all');
  });

  it('has score by period, records, colours and both teams’ prices in the order of the title', () => {
    const { columns, rows } = present(shown().score?.content);
    assert.deepEqual(
      columns.map(({ label, kind }) => (kind === 'now' ? `${label} now` : label)),
      ['Team', 'Q1', 'Q2', 'Q3 now', 'Score', 'Buy', 'Sell', 'Fair', 'Today'],
    );
    assert.deepEqual(
      rows.map(({ colour }) => colour),
      ['#a4262c', '#2f7fd4'],
    );
    assert.deepEqual(texts(rows), [
      'Mossgate Archers record 8–3 · away | 7 | 3 | 7 | 17 | 38¢ | 36¢ | 37.3 % | –',
      'Juniper Flats Islanders record 7–4 · home | 3 | 14 | 3 | 20 | 64¢ | 62¢ | 62.7 % | –',
    ]);
  });

  it('sums up what is yours, and has each order with its Cancel', () => {
    const { yours, orders } = shown();
    assert.deepEqual(
      present(yours.content).map(({ value }) => value.text),
      ['$135.60', '▲ $10.75', '–'],
    );
    const ended = HELD.map((position, place) => ({ ...position, expired: place === 0 }));
    assert.deepEqual(
      present(shown({ held: read(ended) }).yours.content).map(({ name, value }) => `${name} ${value.text}`),
      [
        'Worth now $135.60',
        'of it awaiting settlement $74.40',
        'Open P&L, fees in ▲ $10.75',
        'Realised, without fees –',
      ],
    );
    // Neither fees nor a cost without them: nobody says that they are in.
    const bare = HELD.map((position) => ({ ...position, baseCost: undefined }));
    assert.deepEqual(
      present(shown({ held: read(bare) }).yours.content).map(({ name }) => name),
      ['Worth now', 'Open P&L', 'Realised, without fees'],
    );
    const [, row] = present(orders.content).rows;
    assert.equal(row?.cells[0]?.text, 'Buy 40 Archers 34¢');
    assert.match(row?.cells[0]?.hint ?? '', /^Buy Archers 34¢ \(66¢ Islanders\)/);
    assert.equal(row?.button?.action.orderId, 'ORDER2');
  });

  it('says of settled lines what each side paid and what came of yours', () => {
    const resolved = activities({
      type: 'ACTIVITY_TYPE_POSITION_RESOLUTION',
      positionResolution: {
        marketSlug: 'astatc-Tobin-Vale-to-score',
        side: 'POSITION_RESOLUTION_SIDE_NEUTRAL',
        tradeId: 'R1',
        updateTime: '2026-03-14T20:20:00Z',
        beforePosition: {
          netPositionDecimal: '30',
          cost: { value: '13.64', currency: 'USD' },
          baseCost: { value: '13.60', currency: 'USD' },
          realized: { value: '0', currency: 'USD' },
        },
        afterPosition: { netPositionDecimal: '0', realized: { value: '-1.00', currency: 'USD' } },
      },
    });
    const lines = [...DRAWN, over('Rain', '1')];
    assert.deepEqual(texts(present(shown({ activities: read(resolved) }, lines).settled?.content).rows), [
      'Tobin Vale to score | Void | 42¢ Yes · 58¢ No | Mar 14, 20:20 UTC | Void: −$1.04 for you paid $12.60, 42¢ each',
      'Rain | Yes won | 100¢ Yes | – | not held',
    ]);
  });

  it('shares three results by what all of them cost, the draw between the teams in the title’s order', () => {
    const asked = (title: string, bid: string, offer: string, team: typeof ARCHERS | undefined) =>
      aMarket({
        slug: `atc-${title}`,
        title,
        status: 'OPEN',
        sportsMarketTypeV2: 'DRAWABLE_OUTCOME',
        sides: [aSide(true, { description: 'Yes', team }), aSide(false, { description: 'No' })],
        bestBidQuote: usd(bid),
        bestAskQuote: usd(offer),
      });
    const three = [
      asked('Islanders', '0.28', '0.30', ISLANDERS),
      asked('draw', '0.28', '0.30', undefined),
      asked('Archers', '0.43', '0.45', ARCHERS),
    ];
    const rows = rowsOf(shown({}, three));
    assert.deepEqual(
      rows.map(({ cells }) => cells[0]?.text),
      ['Mossgate Archers', 'Draw', 'Juniper Flats Islanders'],
    );
    assert.deepEqual(
      rows.map(({ cells }) => `${cells[4]?.text} ${cells[8]?.text}`),
      ['42.9 105.0 %', '28.6 105.0 %', '28.6 105.0 %'],
    );
  });

  it('hides every own amount and the bars that would show their sizes', () => {
    const hidden = shown({}, DRAWN, contextWith({ hideAmounts: true }));
    assert.equal(rowsOf(hidden)[0]?.cells[10]?.text, '◆ ••• Islanders ◇ •••');
    const made = present(hidden.payouts?.content).rows.map(({ cells }) => cells[2]);
    assert.ok(made.every((cell) => cell?.share === undefined && cell?.text === '•••'));
    assert.doesNotMatch(JSON.stringify(hidden), /124\.85|135\.60|95\.15/);
    assert.equal(hidden.orders?.button?.label, 'Cancel all…');
  });

  it('says that it is read, that it could not be, and that signing in shows the account', () => {
    const unread = { event: undefined, reading: UNREAD };
    const noted = (change: Parameters<typeof eventScene>[0]) =>
      eventSnapshot(eventScene({ ...unread, ...change }), contextWith()).note;
    assert.equal(noted({})?.text, 'Loading cfb-archers-islanders…');
    assert.equal(noted({ isGone: true })?.text, 'The service knows no event cfb-archers-islanders.');
    assert.equal(noted({ reading: failed('network') })?.button?.action.name, 'refresh');
    const signedOut = shown({ connection: { label: 'Service', isDemo: false, isSignedIn: false } });
    assert.equal(signedOut.yours.note?.button?.action.name, 'signIn');
    assert.equal(signedOut.payouts, undefined);
  });
});

describe('what changed in an event', () => {
  it('is each new score with what it did to the price within a minute, each new state, each flag', () => {
    const changes = new EventChanges(NOW);
    const times = { now: NOW };
    const context = contextWith({ now: () => times.now });
    const look = (score: string, markets: readonly ReturnType<typeof winner>[]): void =>
      changes.look(score, linesOf(groupOf(markets), context), context);
    look('17-13', [winner(53, 55)]);
    look('17-13', [winner(53, 55)]);
    assert.equal(changes.section(context).content, undefined);
    times.now += 5_000;
    look('17-20', [winner(53, 55)]);
    times.now += 30_000;
    look('17-20', [winner(60, 62)]);
    times.now += 60_000;
    look('17-20', [{ ...winner(30, 32), status: 'HALTED' }]);
    assert.deepEqual(
      present(changes.section(context).content).rows.map(({ cells }) =>
        cells
          .slice(1)
          .map(({ text }) => text)
          .filter(Boolean)
          .join(' · '),
      ),
      ['Game: halted', 'Score 17–20 · Archers 47¢ → 40¢ ▼7¢'],
    );
  });
});
