import assert from 'node:assert/strict';
import type { MarketEvent } from '../../../src/core/market.ts';
import { type EventFrame, type Game, gameAt, slotAt } from '../../../src/demo/engine/events.ts';
import { eventJson } from '../../../src/demo/engine/values.ts';
import { decodeEvent } from '../../../src/exchange/wire/market.ts';
import { situationFacts } from '../../../src/view/situation-text.ts';
import { present } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { NOON } from './support.ts';

const SEED = 1;
const MINUTE = 60_000;
const TURNOVER = { volume: undefined, openInterest: undefined, liquidity: undefined } as never;

function gamesOf(sport: string, count: number, first = slotAt(NOON)): readonly EventFrame[] {
  const games: EventFrame[] = [];
  for (let slot = first; games.length < count; slot++) {
    const game = gameAt(SEED, slot, 0);
    if (game.subject.kind === 'game' && game.subject.league.sport === sport) games.push(game);
  }
  return games;
}

function at(frame: EventFrame, now: number): MarketEvent {
  const body = JSON.parse(JSON.stringify(eventJson(SEED, frame, now, { markets: [], turnover: TURNOVER })));
  const { value, problems } = decodeEvent({ event: body });
  assert.deepEqual(problems, []);
  assert.deepEqual(value.eventState?.rest, []);
  return value;
}

/** Every other minute of a game while it is live. */
function* moments(frame: EventFrame): Generator<MarketEvent> {
  for (let now = frame.startMs; now < frame.endMs; now += 2 * MINUTE) yield at(frame, now);
}

const pointsOf = ({ score }: MarketEvent): readonly number[] => present(score).split('-').map(Number);
const idsOf = ({ teams }: MarketEvent): readonly (string | undefined)[] => teams.map(({ id }) => id);

describe('demo: the state of play', () => {
  it('of tennis is the games of each set, whose winners make the score, and who serves', () => {
    for (const frame of gamesOf('tennis', 4)) {
      let before = 0;
      for (const event of moments(frame)) {
        const { tennisState } = present(event.eventState);
        const { periodScores } = event;
        assert.ok(idsOf(event).includes(tennisState?.servingTeamId), event.slug);
        const sets = periodScores.map(({ scores }) => scores.map(({ points }) => points));
        const games = sets.flat().reduce((sum, won) => sum + won, 0);
        assert.ok(games >= before, 'no game is lost again');
        before = games;
        assert.equal(event.period, `Set ${sets.length}`);
        const [away = 0, home = 0] = pointsOf(event);
        assert.ok(away + home >= sets.length - 1 && away + home <= sets.length);
        const earlier = sets.slice(0, -1);
        assert.ok(away >= earlier.filter(([one = 0, other = 0]) => one > other).length);
      }
      const [away = 0, home = 0] = pointsOf(at(frame, frame.endMs));
      assert.deepEqual([Math.max(away, home), Math.min(away, home) < 2], [2, true]);
    }
  });

  it('of tennis is seen at any time: a match is on', () => {
    for (let slot = slotAt(NOON); slot < slotAt(NOON) + 48; slot++) {
      const now = NOON + (slot - slotAt(NOON)) * 30 * MINUTE + 17 * MINUTE;
      const matches = gamesOf('tennis', 20, slot - 7);
      assert.ok(
        matches.some(({ startMs, endMs }) => startMs <= now && now < endMs),
        `${slot}`,
      );
    }
  });

  it('of football is a down with the ball somewhere, and a kick-off from a score to the next drive', () => {
    let kicks = 0;
    for (const frame of gamesOf('football', 4)) {
      let total = 0;
      for (const event of moments(frame)) {
        const { driveState, timeouts } = present(event.eventState?.footballState);
        const { down, yfd, possessionTeamId, fieldPosition } = present(driveState);
        const isKick = possessionTeamId === undefined;
        assert.equal(down === 0, isKick);
        if (isKick) kicks++;
        else {
          assert.ok(idsOf(event).includes(possessionTeamId));
          assert.ok(present(down) >= 1 && present(down) <= 4 && present(yfd) > 0, event.slug);
          assert.ok(present(fieldPosition?.yard) >= 1 && present(fieldPosition?.yard) <= 50);
        }
        assert.deepEqual(
          timeouts.map(({ teamId }) => teamId),
          idsOf(event),
        );
        assert.ok(timeouts.every(({ used, remaining }) => present(used) + present(remaining) === 3));
        const sum = pointsOf(event).reduce((points, each) => points + each, 0);
        assert.notEqual(sum - total, 1, 'a single point');
        total = sum;
      }
    }
    assert.ok(kicks > 10, `${kicks} kick-offs`);
  });

  it('of baseball lets each team score in its own half of an inning', () => {
    for (const frame of gamesOf('baseball', 3)) {
      let before = { half: '', points: [0, 0] as readonly number[] };
      for (const event of moments(frame)) {
        const state = present(event.eventState?.baseballState);
        const now = { half: `${state.inningHalf} ${event.period}`, points: pointsOf(event) };
        const waiting = state.inningHalf === 'TOP' ? 1 : 0;
        if (now.half === before.half) assert.equal(now.points[waiting], before.points[waiting], now.half);
        before = now;
        assert.ok(present(state.outs) <= 2 && present(state.balls) <= 3 && present(state.strikes) <= 2);
      }
    }
  });

  it('of cricket has the runs of the score, and what the chase still needs', () => {
    let chases = 0;
    for (const frame of gamesOf('cricket', 3)) {
      for (const event of moments(frame)) {
        const state = present(event.eventState?.cricketState);
        const points = pointsOf(event);
        assert.deepEqual(
          state.innings.map(({ runs }) => runs),
          points.slice(0, state.innings.length),
        );
        if (state.innings.length === 1) assert.equal(points[1], 0);
        const { chase } = state;
        if (chase === undefined) continue;
        chases++;
        assert.equal(chase.target, present(points[0]) + 1);
        assert.equal(chase.runsNeeded, present(chase.target) - present(points[1]));
        assert.ok(present(chase.ballsRemaining) > 0);
      }
      const over = at(frame, frame.endMs + MINUTE);
      assert.deepEqual(
        over.eventState?.cricketState?.innings.map(({ complete }) => complete),
        [true, true],
      );
    }
    assert.ok(chases > 30);
  });

  it('is there while a game is live, the same whenever it is looked at, and says something of every sport with periods', () => {
    const context = aContext();
    for (const sport of ['football', 'baseball', 'cricket', 'basketball', 'hockey', 'soccer', 'esports']) {
      const [frame] = gamesOf(sport, 1);
      const middle = (present(frame).startMs + present(frame).endMs) / 2 + 7 * MINUTE;
      const event = at(present(frame), middle);
      assert.deepEqual(event, at(present(frame), middle));
      assert.match(event.eventState?.type ?? '', new RegExp(`${sport}$`));
      assert.ok(situationFacts(event, 'live', context).length > 0, sport);
      const before = at(present(frame), present(frame).startMs - MINUTE);
      assert.deepEqual(situationFacts(before, 'upcoming', context), []);
      const over = at(present(frame), present(frame).endMs + MINUTE).eventState;
      assert.deepEqual([over?.footballState, over?.baseballState], [undefined, undefined]);
    }
  });

  it('ranks the best of college leagues and names their conferences', () => {
    const colleges = gamesOf('football', 12).filter(({ subject }) => (subject as Game).league.code === 'cfb');
    const teams = colleges.flatMap((frame) => at(frame, frame.startMs).teams);
    assert.ok(teams.length > 4 && teams.every(({ conference }) => conference !== undefined));
    assert.ok(teams.some(({ ranking }) => ranking !== undefined));
    const [pro] = gamesOf('hockey', 1);
    assert.deepEqual(
      at(present(pro), NOON).teams.map(({ ranking, conference }) => [ranking, conference]),
      [
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
  });
});
