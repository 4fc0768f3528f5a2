import assert from 'node:assert/strict';
import { decodeEvent } from '../../../src/exchange/wire/market.ts';
import { notingReads } from '../../../src/exchange/wire/unread.ts';
import { allDetails } from '../../../src/view/details.ts';
import { fixture } from '../../support/fixtures.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { aContext } from '../../support/view.ts';

interface StateReply {
  readonly event: { readonly eventState: object; readonly metadata: { readonly latestGameUpdate: object } };
}

const SENT = (fixture('current/event-state') as StateReply).event;
const FULL = SENT.eventState;
const UPDATE = SENT.metadata.latestGameUpdate;

function decoded(eventState: unknown, rest: object = {}) {
  return decodeEvent({ event: { id: 5, eventState, ...rest } });
}

const fold = (value: ReturnType<typeof decoded>['value']): ReadonlyMap<string, string> =>
  new Map(
    allDetails({ kind: 'event', value }, aContext()).map((each) => [each.field, inEnglish(each.value)]),
  );

describe('wire: the state of play', () => {
  it('loses no field of any sport: each stands among the details of the event', () => {
    const { value, problems } = decoded(FULL, { metadata: { latestGameUpdate: UPDATE } });
    assert.deepEqual(problems, []);
    const details = fold(value);
    for (const [path, text] of leaves('eventState', FULL)) {
      const shown = details.get(path) ?? details.get(path.replace('eventState.', ''));
      assert.ok(shown?.includes(text), `${path}: ${text}, not ${shown}`);
    }
    for (const [path, text] of leaves('metadata.latestGameUpdate', UPDATE))
      assert.ok(details.get(path)?.includes(text), `${path}: ${text}, not ${details.get(path)}`);
  });

  it('is absent where none is sent, and the same in metadata', () => {
    assert.equal(decoded(undefined).value.eventState, undefined);
    assert.equal(decoded(null).value.gameUpdate, undefined);
    const { value } = decoded(undefined, { metadata: { gameState: { ...FULL, score: '1-0' } } });
    assert.deepEqual([value.eventState?.footballState?.driveState?.down, value.score], [4, '1-0']);
  });

  it('reads zero as a number, and no value as none', () => {
    const { value } = decoded({
      footballState: {
        driveState: { down: 0, possessionTeamId: '' },
        timeouts: [{ teamId: '1', remaining: 0 }],
      },
      baseballState: { outs: 0, onFirst: null },
    });
    const { footballState: football, baseballState: baseball } = value.eventState ?? {};
    assert.deepEqual(
      [football?.driveState?.down, football?.driveState?.possessionTeamId, football?.timeouts[0]?.remaining],
      [0, undefined, 0],
    );
    assert.deepEqual([baseball?.outs, baseball?.onFirst, baseball?.balls], [0, undefined, undefined]);
  });

  it('keeps a sport, a field and a member nobody knows for the details', () => {
    const { value, problems } = decoded({
      type: 'curling',
      curlingState: { end: 7, hammerTeamId: '3', stones: [{ place: 'button' }] },
      soccerState: { redCards: [{ teamId: '4', count: 1 }], shootoutAttempts: [{ status: 'RETAKEN' }] },
      footballState: { timeouts: [{ teamId: '4', challenges: 1 }] },
      baseballState: null,
    });
    assert.deepEqual(problems, []);
    const details = fold(value);
    assert.deepEqual(
      [
        'eventState.type',
        'eventState.curlingState.end',
        'eventState.curlingState.hammerTeamId',
        'eventState.curlingState.stones[1].place',
        'eventState.soccerState.redCards[1].count',
        'eventState.soccerState.shootoutAttempts[1].status',
        'eventState.footballState.timeouts[1].challenges',
      ].map((path) => details.get(path)),
      ['curling', '7', '3', 'button', '1', 'RETAKEN', '1'],
    );
  });

  it('leaves what it does not know marked as unread in a raw reply', () => {
    const eventState = { curlingState: { end: 7 }, tennisState: { round: 'Final', court: 2 } };
    const noted = notingReads({ event: { id: 5, eventState } });
    decodeEvent(noted.json);
    assert.deepEqual(
      [...noted.unread()],
      ['event.eventState.curlingState', 'event.eventState.tennisState.court'],
    );
  });

  it('says where the event itself says otherwise', () => {
    const { value } = decoded({ score: '7-3', period: 'Q1' }, { score: '10-3', period: 'Q1' });
    assert.deepEqual(
      [value.score, fold(value).get('eventState.score'), fold(value).get('eventState.period')],
      ['10-3', '7-3', undefined],
    );
  });

  it('drops what is no number of anything, and says so', () => {
    const { value, problems } = decoded({
      footballState: { driveState: { down: -1, yfd: 2.5 } },
      baseballState: { outs: 'two', balls: 1e300 },
      tennisState: 'serve',
    });
    assert.deepEqual(
      problems.map(({ field }) => field),
      [
        'eventState.footballState.driveState.down',
        'eventState.footballState.driveState.yfd',
        'eventState.baseballState.balls',
        'eventState.baseballState.outs',
        'eventState.tennisState',
      ],
    );
    assert.equal(value.eventState?.footballState?.driveState?.down, undefined);
  });

  it('keeps no more of the unknown than a person would read', () => {
    const { value } = decoded({
      odd: Array.from({ length: 500 }, (_, place) => ({ place })),
      more: [[[[1]]]],
    });
    assert.equal(value.eventState?.rest.length, 60);
  });
});

/** Path and text of every value as it is sent, with list places from 1. */
function* leaves(path: string, value: unknown): Generator<readonly [path: string, text: string]> {
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) yield* leaves(`${path}[${place + 1}]`, item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* leaves(`${path}.${name}`, inner);
  } else if (typeof value === 'boolean') yield [path, value ? 'yes' : 'no'];
  else
    yield [path, String(value).replace(/^(PERIOD_SCORE_TYPE|SOCCER_PENALTY_SHOOTOUT_ATTEMPT_STATUS)_/, '')];
}
