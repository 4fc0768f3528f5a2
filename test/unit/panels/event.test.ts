import assert from 'node:assert/strict';
import { EventChanges } from '../../../src/view/panels/event/changes.ts';
import { eventSnapshot } from '../../../src/view/panels/event/model.ts';
import type { BoardRow, EventContent } from '../../../src/view/panels/event/protocol.ts';
import type { Table } from '../../../src/view/panels/protocol.ts';
import { aMarket, aSide, present, usd } from '../../support/values.ts';
import { ARCHERS, DRAWN, eventScene, groupOf, ISLANDERS, linesOf, over, winner } from './event-scene.ts';
import { activities, contextWith, failed, NOW, read, UNREAD } from './scene.ts';

function shown(
  change: Parameters<typeof eventScene>[0] = {},
  markets = DRAWN,
  context = contextWith(),
): EventContent {
  return present(eventSnapshot(eventScene(change, markets), context).content);
}

function rowsOf({ board }: EventContent): readonly BoardRow[] {
  return present(board.content).groups.flatMap(({ rows }) => rows);
}

function texts(table: Table | undefined): readonly string[] {
  return present(table).rows.map(({ cells }) =>
    cells.map(({ text, aside }) => [text, aside].filter(Boolean).join(' ')).join(' | '),
  );
}

describe('event page', () => {
  it('has all lines as one board: winner, spreads and totals in order, props; the title’s first team left', () => {
    const { groups } = present(shown().board.content);
    const lines = groups.map(
      ({ heading, rows }) => `${heading}: ${rows.map(({ open }) => open.label).join(' ')}`,
    );
    assert.deepEqual(lines, [
      'Winner: Game',
      'Spread: 3.5 6.5',
      'Total: 50.5 52.5 54.5 57.5 60.5',
      'Props: Goes to overtime',
    ]);
    const [game, spread] = rowsOf(shown());
    assert.deepEqual(game?.left, { name: 'Archers', buy: '38¢', sell: '36¢' });
    assert.deepEqual(game?.right, { name: 'Islanders', buy: '64¢', sell: '62¢' });
    assert.deepEqual([spread?.left.name, spread?.right.name], ['Archers +3.5', 'Islanders −3.5']);
  });

  it('gives each line its fair prices, the sum, and what is yours in it', () => {
    const rows = rowsOf(shown());
    const [game] = rows;
    assert.deepEqual([game?.fair?.texts, game?.sum], [['37.3', '62.7'], '102.0 %']);
    assert.deepEqual([game?.yours?.text, game?.pnl?.text], ['◆ 120 Islanders ◇ 2', '▲ $7.82']);
    const own = rows.flatMap(({ yours }) => yours?.text ?? []);
    assert.deepEqual(own, ['◆ 120 Islanders ◇ 2', '◆ 60 Archers +6.5', '◆ 40 Under']);
  });

  it('flags a line dearer than an easier one with the reason, and leaves it out of the middle', () => {
    const flagged = rowsOf(shown()).filter(({ why }) => why !== undefined);
    assert.deepEqual(
      flagged.map(({ open, fair }) => [open.label, fair]),
      [['57.5', undefined]],
    );
    assert.match(
      flagged[0]?.why ?? '',
      /^Over 57.5 is bid at 43¢ while Over 54.5 is offered at 40¢: a harder line/,
    );
    assert.match(shown().board.aside ?? '', /middle: Islanders by 3\.5, total 52\.3/);
  });

  it('says what each result makes: the drawn six, best and worst', () => {
    const [table] = present(shown().payouts?.content);
    assert.deepEqual(
      table?.rows.map(({ results, made }) => [...results, made.text].join(' | ')),
      [
        'Islanders by 7 or more | 54 or fewer | ▲ $35.15',
        'Islanders by 7 or more | 55 or more | ▼ $4.85',
        'Islanders by 1 to 6 | 54 or fewer | ▲ $95.15',
        'Islanders by 1 to 6 | 55 or more | ▲ $55.15',
        'Archers win | 54 or fewer | ▼ $24.85',
        'Archers win | 55 or more | ▼ $64.85',
      ],
    );
    assert.equal(table?.note.text, '3 positions, cost $124.85. Best ▲ $95.15, worst ▼ $64.85.');
  });

  it('has score by period, records, colours and both teams’ prices in the order of the title', () => {
    const score = present(shown().score);
    assert.deepEqual(score.columns, ['Team', 'Q1', 'Q2', 'Q3', 'Score', 'Buy', 'Sell', 'Fair', 'Today']);
    assert.equal(score.playing, 2);
    assert.deepEqual(
      score.teams.map(({ name, words, colour, periods, score: points, prices }) =>
        [name, words, colour, ...periods, points, prices[0]?.text].join(' '),
      ),
      [
        'Mossgate Archers record 8–3 · away #a4262c 7 3 7 17 38¢',
        'Juniper Flats Islanders record 7–4 · home #2f7fd4 3 14 3 20 64¢',
      ],
    );
  });

  it('sums up what is yours, with each position from average to now', () => {
    const { figures, held } = present(shown().yours.content);
    assert.deepEqual(
      figures.map(({ value }) => value.text),
      ['$135.60', '▲ $10.75', '–'],
    );
    assert.equal(texts(held)[0], '120 Islanders | 54¢ → 62¢ | ▲ $7.82');
    assert.equal(texts(shown().orders.content)[1]?.split(' |')[0], 'Buy Archers 34¢ (66¢ Islanders)');
  });

  it('says of settled lines what each side paid and what came of yours', () => {
    const resolved = activities({
      type: 'ACTIVITY_TYPE_POSITION_RESOLUTION',
      positionResolution: {
        marketSlug: 'astatc-Tobin Vale to score',
        side: 'POSITION_RESOLUTION_SIDE_NEUTRAL',
        tradeId: 'R1',
        updateTime: '2026-03-14T20:20:00Z',
        beforePosition: {
          netPositionDecimal: '30',
          cost: { value: '13.64', currency: 'USD' },
          baseCost: { value: '13.60', currency: 'USD' },
          realized: { value: '0', currency: 'USD' },
        },
        afterPosition: { netPositionDecimal: '0', realized: { value: '-0.50', currency: 'USD' } },
      },
    });
    const lines = [...DRAWN, over('Rain', '1')];
    assert.deepEqual(texts(shown({ activities: read(resolved) }, lines).settled?.content), [
      'Tobin Vale to score | Void | 42¢ Yes · 58¢ No | Mar 14, 20:20 UTC | Void ▼ $1.04 30 paid $12.60 · ⚠ your activity says ▲ $0.50 more',
      'Rain | Yes won | 100¢ Yes | – | not held',
    ]);
  });

  it('shares three results by what all of them cost', () => {
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
      asked('Archers', '0.43', '0.45', ARCHERS),
      asked('draw', '0.28', '0.30', undefined),
      asked('Islanders', '0.28', '0.30', ISLANDERS),
    ];
    const rows = rowsOf(shown({}, three));
    assert.deepEqual(
      rows.map(({ fair, sum }) => `${fair?.texts[0]} ${sum}`),
      ['42.9 105.0 %', '28.6 105.0 %', '28.6 105.0 %'],
    );
  });

  it('hides every own amount and the bars that would show their sizes', () => {
    const hidden = shown({}, DRAWN, contextWith({ hideAmounts: true }));
    assert.equal(rowsOf(hidden)[0]?.yours?.text, '◆ ••• Islanders ◇ 2');
    const [table] = present(hidden.payouts?.content);
    assert.ok(table?.rows.every(({ made, share }) => share === undefined && made.text === '•••'));
    assert.doesNotMatch(JSON.stringify(hidden), /124\.85|135\.60|95\.15/);
  });

  it('says that it is read, that it could not be, and that signing in shows the account', () => {
    const unread = eventSnapshot(eventScene({ group: undefined, reading: UNREAD }), contextWith());
    assert.equal(unread.note?.text, 'Loading cfb-archers-islanders…');
    const lost = eventSnapshot(eventScene({ group: undefined, reading: failed('network') }), contextWith());
    assert.equal(lost.note?.button?.action.name, 'refresh');
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
    assert.deepEqual(changes.list(context), []);
    times.now += 5_000;
    look('17-20', [winner(53, 55)]);
    times.now += 30_000;
    look('17-20', [winner(60, 62)]);
    times.now += 60_000;
    look('17-20', [{ ...winner(30, 32), status: 'HALTED' }]);
    assert.deepEqual(
      changes.list(context).map(({ text, move }) => [text, move?.text].filter(Boolean).join(' · ')),
      ['Game: halted', 'Score 17–20 · Archers 47¢ → 40¢ ▼7¢'],
    );
  });
});
