import assert from 'node:assert/strict';
import type { EventPhase } from '../../../src/core/lifecycle.ts';
import type { MarketEvent } from '../../../src/core/market.ts';
import { decodeEvent } from '../../../src/exchange/wire/market.ts';
import { situationFacts, situationLine, spokenSituation } from '../../../src/view/situation-text.ts';
import { aContext } from '../../support/view.ts';

const TEAMS = [
  { id: 11, name: 'Mossgate Archers', alias: 'Archers', displayAbbreviation: 'MOS' },
  { id: 12, name: 'Juniper Flats Islanders', alias: 'Islanders', displayAbbreviation: 'JUN' },
];
const context = aContext();

function anEventOf(eventState: object, rest: object = {}): MarketEvent {
  const title = 'Archers at Islanders';
  return decodeEvent({ event: { id: 5, title, teams: TEAMS.toReversed(), eventState, ...rest } }).value;
}

const periods = (...each: readonly (readonly [label: string, first: number, second: number])[]) => ({
  periodScores: each.map(([label, first, second]) => ({
    label,
    scores: [
      { competitorId: '12', score: second },
      { competitorId: '11', score: first },
    ],
  })),
});

const drive = (change: object) => ({ footballState: { driveState: { down: 3, yfd: 7, ...change } } });
const MOSSGATE_HAS_IT = { possessionTeamId: '11', fieldPosition: { teamId: '11', yard: 35 } };

/** What is sent, what the strip and the tooltip say of it, and what is spoken. */
const LIVE: readonly (readonly [name: string, state: object, text: string, spoken: string])[] = [
  [
    'football',
    {
      footballState: {
        driveState: {
          down: 3,
          yfd: 7,
          ...MOSSGATE_HAS_IT,
          startFieldPosition: { teamId: '12', yard: 20 },
        },
        timeouts: [
          { teamId: '11', remaining: 2, used: 1 },
          { teamId: '12', remaining: 0, used: 3 },
        ],
      },
    },
    'Ball: Archers, 3rd & 7 at MOS 35 · Drive from: JUN 20 · Timeouts left: MOS 2, JUN 0',
    'Mossgate Archers have the ball, third down and 7, at the Mossgate Archers 35-yard line, ' +
      'drive from the Juniper Flats Islanders 20-yard line, ' +
      'timeouts left: Mossgate Archers 2, Juniper Flats Islanders 0',
  ],
  [
    'football at midfield',
    drive({ possessionTeamId: '12', fieldPosition: { teamId: '11', yard: 50 } }),
    'Ball: Islanders, 3rd & 7 at midfield',
    'Juniper Flats Islanders have the ball, third down and 7, at midfield',
  ],
  ['football whose ball nobody names', drive({}), 'Down: 3rd & 7', 'third down and 7'],
  [
    'a place alone',
    drive({ down: 0, fieldPosition: { teamId: '12', yard: 8 } }),
    'Ball: at JUN 8',
    'at the Juniper Flats Islanders 8-yard line',
  ],
  ['a kick-off', drive({ down: 0, yfd: 0, possessionTeamId: '' }), '', ''],
  ['a try', drive({ down: 0, possessionTeamId: '11' }), 'Ball: Archers', 'Mossgate Archers have the ball'],
  [
    'a down that no game has',
    drive({ down: 7, possessionTeamId: '11' }),
    'Ball: Archers',
    'Mossgate Archers have the ball',
  ],
  ['a team of another game', drive({ possessionTeamId: '99' }), 'Down: 3rd & 7', 'third down and 7'],
  [
    'football of the older form',
    { footballState: { down: 2, yard: 10 } },
    'Down: 2nd & 10',
    'second down and 10',
  ],
  [
    'baseball',
    {
      baseballState: {
        balls: 2,
        strikes: 1,
        outs: 1,
        onFirst: true,
        onSecond: false,
        onThird: true,
        inningHalf: 'TOP',
      },
      period: '5th',
    },
    'Inning: top 5th · Bases: 1st and 3rd · Outs: 1 · Count: 2–1',
    'top of the 5th, runners on first and third, 1 out, 2 balls, 1 strike',
  ],
  [
    'baseball with nobody on',
    {
      baseballState: { outs: 0, onFirst: false, onSecond: false, onThird: false, inningHalf: 'B' },
      period: 'Bot 5th',
    },
    'Inning: Bot 5th · Bases: empty · Outs: 0',
    'inning Bot 5th, bases empty, 0 outs',
  ],
  [
    'baseball, loaded',
    { baseballState: { onFirst: true, onSecond: true, onThird: true } },
    'Bases: loaded',
    'bases loaded',
  ],
  [
    'baseball, in part',
    { baseballState: { onFirst: false, onSecond: true } },
    'Bases: 2nd',
    'runner on second',
  ],
  [
    'baseball, no base known',
    { baseballState: { onFirst: false, inningHalf: 'MIDDLE' } },
    'Inning: MIDDLE',
    'inning MIDDLE',
  ],
  [
    'a shoot-out',
    {
      soccerState: {
        shootoutAttempts: [
          { competitorId: '12', status: 'SCORED', playerName: 'Ada Brook' },
          { competitorId: '11', status: 'MISSED', playerName: 'Eli Crane' },
          { competitorId: '12', status: 'SCORED', playerName: 'Ida Vale' },
          { competitorId: '11', status: 'NOT_TAKEN_YET', playerName: 'Tom Reed' },
        ],
      },
    },
    'Shoot-out: MOS 0 of 1, JUN 2 of 2 · Last kick: Ida Vale, scored',
    'shoot-out: Mossgate Archers 0 of 1, Juniper Flats Islanders 2 of 2, last kick Ida Vale, scored',
  ],
  [
    'tennis',
    {
      tennisState: { tournamentName: 'Harbour Open', round: 'Quarter-final', servingTeamId: 11 },
      ...periods(['S1', 6, 4], ['S2', 3, 2]),
    },
    'Serve: Archers · Sets: 6–4, 3–2 · Tournament: Harbour Open · Round: Quarter-final',
    'Mossgate Archers serve, sets 6–4, 3–2, tournament Harbour Open, round Quarter-final',
  ],
  [
    'tennis with its sets in the score alone',
    { tennisState: { servingTeamId: 12 }, score: '6-4, 3-2' },
    'Serve: Islanders · Sets: 6–4, 3–2',
    'Juniper Flats Islanders serve, sets 6–4, 3–2',
  ],
  [
    'cricket',
    {
      cricketState: {
        innings: [
          {
            number: 1,
            battingTeamId: '11',
            runs: 168,
            wickets: 6,
            oversCompleted: 20,
            ballsIntoOver: 0,
            complete: true,
          },
          { number: 2, battingTeamId: '12', runs: 92, wickets: 3, oversCompleted: 11, ballsIntoOver: 4 },
        ],
        currentInnings: 2,
        totalOvers: 20,
        phase: 'SECOND_INNINGS',
        chase: {
          target: 169,
          runsNeeded: 77,
          ballsRemaining: 50,
          currentRunRate: 7.88,
          requiredRunRate: 9.24,
        },
      },
    },
    'Batting: Islanders 92/3 (11.4 of 20 ov) · To win: 77 off 50 balls · ' +
      'Run rate: 7.88, required 9.24 · Target: 169 · Innings 1: Archers 168/6 (20 ov)',
    'Juniper Flats Islanders batting, 92 for 3 wickets after 11.4 of 20 overs, 77 to win off 50 balls, ' +
      'run rate 7.88, required 9.24, target 169, innings 1 Mossgate Archers, 168 for 6 wickets after 20 overs',
  ],
  [
    'a fight',
    { ufcState: { weightClass: 'Lightweight', cardSegment: 'Main card', rounds: 5, order: 12 } },
    'Weight class: Lightweight · Card: Main card · Rounds: 5 · Bout order: 12',
    'weight class Lightweight, card Main card, rounds 5, bout order 12',
  ],
  [
    'esports',
    { score: '012-009|1-0|Bo3', period: '2/3' },
    'Maps: 1–0, best of 3 · In map 2 of 3 alone: 12–9',
    'maps 1–0, best of 3, in map 2 of 3 alone: 12–9',
  ],
  [
    'esports before the first round',
    { score: '000-000|0-0|Bo5', period: '1/5' },
    'Maps: 0–0, best of 5',
    'maps 0–0, best of 5',
  ],
  ['a sport nobody knows', { type: 'curling', curlingState: { end: 7 } }, '', ''],
  ['nothing of anything', {}, '', ''],
];

const of = (event: MarketEvent, phase: EventPhase = 'live') => [
  situationLine(event, phase, context),
  spokenSituation(event, phase, context),
];

describe('the state of play in words', () => {
  for (const [name, state, text, spoken] of LIVE)
    it(name, () => assert.deepEqual(of(anEventOf(state)), [text, spoken]));

  it('basketball, hockey and every game with periods say the one being played', () => {
    const event = anEventOf({ period: 'Q2', ...periods(['Q1', 20, 18], ['Q2', 12, 9]) });
    assert.deepEqual(of(event), [
      'In Q2 alone: MOS 12–9 JUN',
      'in Q2 alone: Mossgate Archers 12, Juniper Flats Islanders 9',
    ]);
    assert.deepEqual(of(event, 'ended'), ['', '']);
  });

  it('football of the older form names the team by a provider’s id', () => {
    const teams = [
      { ...TEAMS[0], providerIds: [{ provider: 'PROVIDER_SPORTRADAR', providerId: 'sr:7' }] },
      { ...TEAMS[1], providerId: 34 },
    ];
    for (const [possessionProviderId, text] of [
      ['sr:7', 'Ball: Archers, 2nd & 10'],
      ['34', 'Ball: Islanders, 2nd & 10'],
      ['35', 'Down: 2nd & 10'],
    ] as const) {
      const event = anEventOf({ footballState: { down: 2, yard: 10, possessionProviderId } }, { teams });
      assert.equal(situationLine(event, 'live', context), text);
    }
  });

  it('a timeout not known is not none', () => {
    const event = anEventOf({
      footballState: {
        timeouts: [
          { teamId: '11', used: 1 },
          { teamId: '99', remaining: 3 },
        ],
      },
    });
    assert.equal(situationLine(event, 'live', context), 'Timeouts used: MOS 1');
  });

  it('says the newest happening last', () => {
    const latestGameUpdate = {
      title: 'Touchdown',
      subject: 'Cole Marsh',
      team: 'Archers',
      period: 'Q3',
      clock: '4:12',
    };
    const event = anEventOf(drive({}), { metadata: { latestGameUpdate } });
    assert.equal(
      situationLine(event, 'live', context),
      'Down: 3rd & 7 · Latest: Touchdown, Cole Marsh, Archers, Q3 4:12',
    );
  });

  it('what only a running game has is not said before it or after it', () => {
    const football = anEventOf(drive(MOSSGATE_HAS_IT));
    const tennis = anEventOf({ tennisState: { tournamentName: 'Harbour Open', servingTeamId: 11 } });
    for (const phase of ['upcoming', 'awaitingSettlement', 'ended'] as const) {
      assert.deepEqual(of(football, phase), ['', '']);
      assert.equal(of(tennis, phase)[0], 'Tournament: Harbour Open');
    }
  });

  it('is the same in a tooltip and on a strip', () => {
    const event = anEventOf(drive(MOSSGATE_HAS_IT));
    assert.deepEqual(situationFacts(event, 'live', context), [
      {
        label: 'Ball',
        text: 'Archers, 3rd & 7 at MOS 35',
        spoken: 'Mossgate Archers have the ball, third down and 7, at the Mossgate Archers 35-yard line',
      },
    ]);
  });
});
