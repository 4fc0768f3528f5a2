import type {
  CricketInnings,
  CricketSituation,
  FightSituation,
  SoccerSituation,
  TennisSituation,
} from '../core/game-situation.ts';
import type { MarketEvent } from '../core/market.ts';
import { plainName } from './names.ts';
import { spokenParts, type ViewContext } from './row.ts';
import { periodsText, teamsInOrder } from './score-text.ts';
import { type Facts, plainFact, type TeamWords } from './situation-fact.ts';

export function shootoutFacts(
  { shootoutAttempts }: SoccerSituation,
  event: MarketEvent,
  teams: TeamWords,
  { t }: ViewContext,
): Facts {
  const taken = shootoutAttempts.filter(({ status }) => status !== undefined && status !== 'NOT_TAKEN_YET');
  const sums = (teamsInOrder(event) ?? []).flatMap(({ id }) => {
    const own = taken.filter(({ competitorId }) => competitorId === id);
    const scored = own.filter(({ status }) => status === 'SCORED').length;
    const [short, full] = [teams.short(id), teams.full(id)];
    const text = t('{0} of {1}', scored, own.length);
    return own.length === 0 ? [] : [{ text: `${short} ${text}`, full: `${full} ${text}` }];
  });
  const last = taken.at(-1);
  const words = { SCORED: t('scored'), MISSED: t('missed') };
  const { status = '' } = last ?? {};
  const word = Object.hasOwn(words, status) ? words[status as keyof typeof words] : plainName(status);
  const spoken = spokenParts(sums.map(({ full }) => full));
  const text = spokenParts(sums.map((each) => each.text));
  return [
    ...(text === '' ? [] : [{ label: t('Shoot-out'), text, spoken: t('shoot-out: {0}', spoken) }]),
    ...plainFact(t('Last kick'), spokenParts([last?.playerName ?? teams.name(last?.competitorId), word])),
  ];
}

export function tennisFacts(
  { tournamentName, round, servingTeamId }: TennisSituation,
  event: MarketEvent,
  isLive: boolean,
  teams: TeamWords,
  { t }: ViewContext,
): Facts {
  const [name, full] = [teams.name(servingTeamId), teams.full(servingTeamId)];
  const isServing = isLive && name !== undefined && full !== undefined;
  const known = periodsText(event, false);
  // More than two numbers are the games of each set, in the service's order.
  const sent = /\d\D+\d\D+\d/.test(event.score ?? '') ? event.score?.replaceAll('-', '–') : undefined;
  return [
    ...(isServing ? [{ label: t('Serve'), text: name, spoken: t('{0} serve', full) }] : []),
    ...plainFact(t('Sets'), known || sent),
    ...plainFact(t('Tournament'), tournamentName),
    ...plainFact(t('Round'), round),
  ];
}

export function cricketFacts(
  state: CricketSituation,
  isLive: boolean,
  teams: TeamWords,
  context: ViewContext,
): Facts {
  const { t } = context;
  const { innings, currentInnings, chase, phase } = state;
  const current = isLive
    ? innings.find(({ number }) => number !== undefined && number === currentInnings)
    : undefined;
  const others = innings.filter((each) => each !== current).slice(-MOST_INNINGS);
  return [
    ...(current ? inningsFact(current, state, true, teams, context) : []),
    ...(isLive ? toWinFact(state, context) : []),
    ...(isLive ? plainFact(t('Run rate'), ratesText(state, context)) : []),
    ...plainFact(t('Target'), chase?.target),
    // `2nd innings` stands beside the score as the period.
    ...(isLive && !INNINGS.test(phase ?? '') ? plainFact(t('Phase'), phase && plainName(phase)) : []),
    // Last, as the score says all but the overs of it.
    ...others.flatMap((each) => inningsFact(each, state, false, teams, context)),
  ];
}

const INNINGS = /_INNINGS$/;

/** A match has four innings at most. */
const MOST_INNINGS = 4;

/** `Archers 168/6 (20 ov)`; of the innings being played out of how many overs. */
function inningsFact(
  { number, battingTeamId, runs, wickets, ...overs }: CricketInnings,
  { totalOvers }: CricketSituation,
  isPlayed: boolean,
  teams: TeamWords,
  { t }: ViewContext,
): Facts {
  const bowled = oversText(overs);
  const figures =
    runs === undefined ? undefined : wickets === undefined ? String(runs) : `${runs}/${wickets}`;
  const isOutOf = isPlayed && bowled !== undefined && totalOvers !== undefined;
  const short = isOutOf ? t('({0} of {1} ov)', bowled, totalOvers) : bowled && t('({0} ov)', bowled);
  const text = [teams.name(battingTeamId), figures, short].filter((part) => part !== undefined).join(' ');
  if (text === '') return [];
  const scored =
    wickets === undefined
      ? figures
      : wickets === 1
        ? t('{0} for 1 wicket', runs ?? 0)
        : t('{0} for {1} wickets', runs ?? 0, wickets);
  const after = isOutOf
    ? t('after {0} of {1} overs', bowled, totalOvers)
    : bowled && t('after {0} overs', bowled);
  const said = [figures && scored, after].filter((part) => part !== undefined).join(' ');
  const label = number === undefined ? t('Innings') : t('Innings {0}', number);
  const full = teams.full(battingTeamId);
  if (!isPlayed)
    return plainFact(label, text).map((fact) => ({
      ...fact,
      spoken: innings(label, spokenParts([full, said])),
    }));
  return [
    {
      label: t('Batting'),
      text,
      spoken: spokenParts([full === undefined ? t('batting') : t('{0} batting', full), said]),
    },
  ];
}

const innings = (label: string, said: string): string =>
  `${label.charAt(0).toLowerCase()}${label.slice(1)} ${said}`;

/** `11.4`: eleven overs and four balls. */
function oversText({ oversCompleted, ballsIntoOver }: Partial<CricketInnings>): string | undefined {
  if (oversCompleted === undefined) return undefined;
  return ballsIntoOver ? `${oversCompleted}.${ballsIntoOver}` : String(oversCompleted);
}

function toWinFact({ chase }: CricketSituation, { t }: ViewContext): Facts {
  const { runsNeeded: runs, ballsRemaining: balls } = chase ?? {};
  if (runs === undefined) return [];
  const isTimed = balls !== undefined;
  const text = isTimed ? t('{0} off {1} balls', runs, balls) : String(runs);
  const spoken = isTimed ? t('{0} to win off {1} balls', runs, balls) : t('{0} to win', runs);
  return [{ label: t('To win'), text, spoken }];
}

function ratesText({ chase }: CricketSituation, { t, format }: ViewContext): string {
  const { currentRunRate: now, requiredRunRate: required } = chase ?? {};
  return spokenParts([now && format.quantity(now), required && t('required {0}', format.quantity(required))]);
}

export function fightFacts(
  { weightClass, cardSegment, rounds, order }: FightSituation,
  { t }: ViewContext,
): Facts {
  return [
    ...plainFact(t('Weight class'), weightClass),
    ...plainFact(t('Card'), cardSegment),
    ...plainFact(t('Rounds'), rounds),
    ...plainFact(t('Bout order'), order),
  ];
}
