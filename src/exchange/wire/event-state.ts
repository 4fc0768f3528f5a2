import type {
  BaseballSituation,
  CricketInnings,
  CricketSituation,
  FieldPosition,
  FightSituation,
  FootballSituation,
  GameSituation,
  GameUpdate,
  PeriodScore,
  SoccerSituation,
  TennisSituation,
} from '../../core/game-situation.ts';
import type { RawField } from '../../core/raw-field.ts';
import { PERIOD_TYPE, SHOOTOUT_STATUS } from './enums.ts';
import { rawFields } from './raw-fields.ts';
import { asJsonObject, isAbsent, type JsonObject, type Reader } from './reader.ts';
import { cleanLine } from './text.ts';

/** What an event says of its game beside its own fields. */
interface GameFields {
  readonly eventState: GameSituation | undefined;
  readonly periodScores: readonly PeriodScore[];
  readonly gameUpdate: GameUpdate | undefined;
}

/** The object with the state of play of an event: `eventState`, else `metadata.gameState`. Absent on most. */
export function eventStateOf(json: JsonObject): JsonObject | undefined {
  return asJsonObject(json['eventState']) ?? asJsonObject(asJsonObject(json['metadata'])?.['gameState']);
}

/** `state`: see `eventStateOf`. */
export function readGameFields(reader: Reader, json: JsonObject, state: JsonObject | undefined): GameFields {
  const metadata = asJsonObject(json['metadata']);
  const gameUpdate =
    metadata && reader.nested(metadata['latestGameUpdate'], 'latestGameUpdate', readGameUpdate);
  if (state === undefined) return { eventState: undefined, periodScores: NONE, gameUpdate };
  const situation = reader.nested(state, 'eventState', readSituation);
  return {
    eventState: situation && { ...situation, rest: restOf(state, json) },
    periodScores: reader.nestedList(state['periodScores'], 'periodScores', readPeriodScore),
    gameUpdate,
  };
}

const NONE: readonly never[] = [];

function readSituation(reader: Reader, json: JsonObject): GameSituation {
  return {
    id: reader.text(json['id'], 'id'),
    eventId: reader.text(json['eventId'], 'eventId'),
    sportradarGameId: reader.text(json['sportradarGameId'], 'sportradarGameId'),
    type: reader.text(json['type'], 'type'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
    updatedAt: reader.instant(json['updatedAt'], 'updatedAt'),
    footballState: reader.nested(json['footballState'], 'footballState', readFootball),
    baseballState: reader.nested(json['baseballState'], 'baseballState', readBaseball),
    soccerState: reader.nested(json['soccerState'], 'soccerState', readSoccer),
    tennisState: reader.nested(json['tennisState'], 'tennisState', readTennis),
    cricketState: reader.nested(json['cricketState'], 'cricketState', readCricket),
    ufcState: reader.nested(json['ufcState'], 'ufcState', readFight),
    mainSpreadLine: reader.decimal(json['mainSpreadLine'], 'mainSpreadLine'),
    mainTotalLine: reader.decimal(json['mainTotalLine'], 'mainTotalLine'),
    marketGroupStats: reader.nestedList(json['marketGroupStats'], 'marketGroupStats', (each, group) => ({
      marketGroupId: each.text(group['marketGroupId'], 'marketGroupId'),
      line: each.decimal(group['line'], 'line'),
      current: each.decimal(group['current'], 'current'),
    })),
    rest: NONE,
  };
}

function readFootball(reader: Reader, json: JsonObject): FootballSituation {
  return {
    driveState: reader.nested(json['driveState'], 'driveState', (each, drive) => ({
      down: readCount(each, drive['down'], 'down'),
      yfd: readCount(each, drive['yfd'], 'yfd'),
      possessionTeamId: each.text(drive['possessionTeamId'], 'possessionTeamId'),
      fieldPosition: each.nested(drive['fieldPosition'], 'fieldPosition', readPosition),
      startFieldPosition: each.nested(drive['startFieldPosition'], 'startFieldPosition', readPosition),
    })),
    timeouts: reader.nestedList(json['timeouts'], 'timeouts', (each, team) => ({
      teamId: each.text(team['teamId'], 'teamId'),
      used: readCount(each, team['used'], 'used'),
      remaining: readCount(each, team['remaining'], 'remaining'),
    })),
    down: readCount(reader, json['down'], 'down'),
    yard: readCount(reader, json['yard'], 'yard'),
    possessionProviderId: reader.text(json['possessionProviderId'], 'possessionProviderId'),
  };
}

function readPosition(reader: Reader, json: JsonObject): FieldPosition {
  return { teamId: reader.text(json['teamId'], 'teamId'), yard: readCount(reader, json['yard'], 'yard') };
}

function readBaseball(reader: Reader, json: JsonObject): BaseballSituation {
  return {
    balls: readCount(reader, json['balls'], 'balls'),
    strikes: readCount(reader, json['strikes'], 'strikes'),
    outs: readCount(reader, json['outs'], 'outs'),
    onFirst: reader.flag(json['onFirst'], 'onFirst'),
    onSecond: reader.flag(json['onSecond'], 'onSecond'),
    onThird: reader.flag(json['onThird'], 'onThird'),
    inningHalf: reader.text(json['inningHalf'], 'inningHalf'),
  };
}

function readSoccer(reader: Reader, json: JsonObject): SoccerSituation {
  return {
    shootoutAttempts: reader.nestedList(json['shootoutAttempts'], 'shootoutAttempts', (each, attempt) => ({
      competitorId: each.text(attempt['competitorId'], 'competitorId'),
      status: each.member(attempt['status'], 'status', SHOOTOUT_STATUS),
      playerId: each.text(attempt['playerId'], 'playerId'),
      playerName: each.text(attempt['playerName'], 'playerName'),
    })),
  };
}

function readTennis(reader: Reader, json: JsonObject): TennisSituation {
  return {
    tournamentName: reader.text(json['tournamentName'], 'tournamentName'),
    round: reader.text(json['round'], 'round'),
    servingTeamId: reader.text(json['servingTeamId'], 'servingTeamId'),
  };
}

function readCricket(reader: Reader, json: JsonObject): CricketSituation {
  return {
    innings: reader.nestedList(json['innings'], 'innings', readInnings),
    currentInnings: readCount(reader, json['currentInnings'], 'currentInnings'),
    totalOvers: readCount(reader, json['totalOvers'], 'totalOvers'),
    phase: reader.text(json['phase'], 'phase'),
    chase: reader.nested(json['chase'], 'chase', (each, chase) => ({
      target: readCount(each, chase['target'], 'target'),
      runsNeeded: readCount(each, chase['runsNeeded'], 'runsNeeded'),
      ballsRemaining: readCount(each, chase['ballsRemaining'], 'ballsRemaining'),
      currentRunRate: each.decimal(chase['currentRunRate'], 'currentRunRate'),
      requiredRunRate: each.decimal(chase['requiredRunRate'], 'requiredRunRate'),
    })),
  };
}

function readInnings(reader: Reader, json: JsonObject): CricketInnings {
  return {
    number: readCount(reader, json['number'], 'number'),
    battingTeamId: reader.text(json['battingTeamId'], 'battingTeamId'),
    runs: readCount(reader, json['runs'], 'runs'),
    wickets: readCount(reader, json['wickets'], 'wickets'),
    oversCompleted: readCount(reader, json['oversCompleted'], 'oversCompleted'),
    ballsIntoOver: readCount(reader, json['ballsIntoOver'], 'ballsIntoOver'),
    complete: reader.flag(json['complete'], 'complete'),
  };
}

function readFight(reader: Reader, json: JsonObject): FightSituation {
  return {
    weightClass: reader.text(json['weightClass'], 'weightClass'),
    cardSegment: reader.text(json['cardSegment'], 'cardSegment'),
    eventLogo: reader.text(json['eventLogo'], 'eventLogo'),
    rounds: readCount(reader, json['rounds'], 'rounds'),
    order: readCount(reader, json['order'], 'order'),
  };
}

function readGameUpdate(reader: Reader, json: JsonObject): GameUpdate {
  return {
    id: reader.text(json['id'], 'id'),
    eventId: reader.text(json['eventId'], 'eventId'),
    sportradarGameId: reader.text(json['sportradarGameId'], 'sportradarGameId'),
    type: reader.text(json['type'], 'type'),
    title: reader.text(json['title'], 'title'),
    subtitle: reader.text(json['subtitle'], 'subtitle'),
    subject: reader.text(json['subject'], 'subject'),
    team: reader.text(json['team'], 'team'),
    period: reader.text(json['period'], 'period'),
    clock: reader.text(json['clock'], 'clock'),
    highlightAt: reader.instant(json['highlightAt'], 'highlightAt'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
  };
}

function readPeriodScore(reader: Reader, json: JsonObject): PeriodScore {
  return {
    number: readCount(reader, json['number'], 'number'),
    type: reader.member(json['type'], 'type', PERIOD_TYPE),
    label: reader.text(json['label'], 'label'),
    scores: reader.nestedList(json['scores'], 'scores', readTeamScore),
  };
}

/** Points of a team without a name or a number say nothing. */
function readTeamScore(reader: Reader, json: JsonObject): PeriodScore['scores'][number] | undefined {
  const competitorId = reader.text(json['competitorId'], 'competitorId');
  const points = reader.decimal(json['score'], 'score')?.toNumber();
  return competitorId === undefined || points === undefined ? undefined : { competitorId, points };
}

/** More than any game has of anything. */
const MOST = 9_999;

/** A whole number of something in a game. */
function readCount(reader: Reader, value: unknown, field: string): number | undefined {
  if (isAbsent(value)) return undefined;
  const count = reader.decimal(value, field)?.toNumber();
  if (count === undefined || (Number.isInteger(count) && count >= 0 && count <= MOST)) return count;
  reader.problem(field, `expected a whole number from 0 to ${MOST}`);
  return undefined;
}

type KnownFields = { readonly [field: string]: KnownFields };

const known = (fields: string, nested: KnownFields = {}): KnownFields => ({
  ...Object.fromEntries(fields.split(' ').map((field) => [field, {}])),
  ...nested,
});

/** Of an event and its state alike. */
const SHARED = ['gameId', 'score', 'elapsed', 'period', 'live', 'ended', 'finishedTimestamp'] as const;
const POSITION = known('teamId yard');
const KNOWN_FIELDS = known(
  `id eventId sportradarGameId type createdAt updatedAt mainSpreadLine mainTotalLine ${SHARED.join(' ')}`,
  {
    footballState: known('down yard possessionProviderId', {
      driveState: known('down yfd possessionTeamId', {
        fieldPosition: POSITION,
        startFieldPosition: POSITION,
      }),
      timeouts: known('teamId used remaining'),
    }),
    baseballState: known('balls strikes outs onFirst onSecond onThird inningHalf'),
    soccerState: { shootoutAttempts: known('competitorId status playerId playerName') },
    tennisState: known('tournamentName round servingTeamId'),
    cricketState: known('currentInnings totalOvers phase', {
      innings: known('number battingTeamId runs wickets oversCompleted ballsIntoOver complete'),
      chase: known('target runsNeeded ballsRemaining currentRunRate requiredRunRate'),
    }),
    ufcState: known('weightClass cardSegment eventLogo rounds order'),
    marketGroupStats: known('marketGroupId line current'),
    periodScores: known('number type label', { scores: known('competitorId score') }),
  },
);

/** What of a state has no place of its own; at most as much as a person would read. */
function restOf(state: JsonObject, event: JsonObject): readonly RawField[] {
  const rest: RawField[] = [];
  for (const field of SHARED) {
    const [own, other] = [event[field], state[field]];
    const isOther = !isAbsent(own) && !isAbsent(other) && own !== other;
    if (isOther) rest.push(...rawFields(field, other));
  }
  collectUnknown(state, KNOWN_FIELDS, '', rest);
  return rest.length === 0 ? NONE : rest.slice(0, MOST_REST);
}

const MOST_REST = 60;

function collectUnknown(value: unknown, fields: KnownFields, path: string, rest: RawField[]): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && rest.length < MOST_REST; index++) {
      // Lists of lists may have no end.
      if (!Array.isArray(value[index])) collectUnknown(value[index], fields, `${path}[${index + 1}]`, rest);
    }
    return;
  }
  const json = asJsonObject(value);
  for (const field in json) {
    if (rest.length >= MOST_REST) return;
    const place = path === '' ? cleanLine(field) : `${path}.${cleanLine(field)}`;
    if (Object.hasOwn(fields, field)) collectUnknown(json[field], fields[field] ?? {}, place, rest);
    // Not read by its name: a reply that notes what is read (unread.ts) must not note this.
    else rest.push(...rawFields(place, Object.getOwnPropertyDescriptor(json, field)?.value));
  }
}
