import type { BaseballSituation, FieldPosition, FootballSituation } from '../core/game-situation.ts';
import type { MarketEvent } from '../core/market.ts';
import { spokenParts, type ViewContext } from './row.ts';
import { versus } from './score-text.ts';
import { type Facts, plainFact, type TeamWords } from './situation-fact.ts';
import { cricketFacts, fightFacts, shootoutFacts, tennisFacts } from './situation-matches.ts';

/** What the service says of the sport of an event; what only a running game has, while it runs. */
export function factsOfSport(
  event: MarketEvent,
  isLive: boolean,
  teams: TeamWords,
  context: ViewContext,
): Facts {
  const { eventState } = event;
  if (eventState === undefined) return [];
  const { footballState, baseballState, soccerState, tennisState, cricketState, ufcState } = eventState;
  return [
    ...(footballState && isLive ? footballFacts(footballState, teams, context) : []),
    ...(baseballState && isLive ? baseballFacts(baseballState, event.period, context) : []),
    ...(soccerState ? shootoutFacts(soccerState, event, teams, context) : []),
    ...(tennisState ? tennisFacts(tennisState, event, isLive, teams, context) : []),
    ...(cricketState ? cricketFacts(cricketState, isLive, teams, context) : []),
    ...(ufcState ? fightFacts(ufcState, context) : []),
  ];
}

function footballFacts(state: FootballSituation, teams: TeamWords, context: ViewContext): Facts {
  const { t } = context;
  const drive = state.driveState;
  const down = drive ? downText(drive.down, drive.yfd, context) : downText(state.down, state.yard, context);
  const place = drive?.fieldPosition && fieldPlace(drive.fieldPosition, teams, context);
  const from = drive?.startFieldPosition && fieldPlace(drive.startFieldPosition, teams, context);
  const ball = drive ? drive.possessionTeamId : teams.ofProvider(state.possessionProviderId);
  const text = [down?.text, place && t('at {0}', place.text)].filter((part) => part !== undefined).join(' ');
  const full = teams.full(ball);
  const spoken = spokenParts([
    full && t('{0} have the ball', full),
    down?.spoken,
    place && t('at {0}', place.spoken),
  ]);
  const name = teams.name(ball);
  const label = name === undefined && down ? t('Down') : t('Ball');
  const play = { label, text: spokenParts([name, text]) };
  return [
    ...(play.text === '' ? [] : [{ ...play, spoken }]),
    ...(from ? [{ label: t('Drive from'), text: from.text, spoken: t('drive from {0}', from.spoken) }] : []),
    ...timeoutFacts(state, teams, context),
  ];
}

/** `3rd & 7`; kicks and tries have no down. */
function downText(down: number | undefined, yards: number | undefined, { t }: ViewContext) {
  const text = down && [t('1st'), t('2nd'), t('3rd'), t('4th')][down - 1];
  const spoken = down && [t('first down'), t('second down'), t('third down'), t('fourth down')][down - 1];
  if (!text || !spoken) return undefined;
  return yards
    ? { text: `${text} & ${yards}`, spoken: t('{0} and {1}', spoken, yards) }
    : { text: t('{0} down', text), spoken };
}

/** `MOS 35`; nothing where the half or the yard is not known. */
function fieldPlace({ teamId, yard }: FieldPosition, teams: TeamWords, { t }: ViewContext) {
  if (yard === 50) return { text: t('midfield'), spoken: t('midfield') };
  const [short, full] = [teams.short(teamId), teams.full(teamId)];
  if (!yard || yard > 50 || short === undefined || full === undefined) return undefined;
  return { text: `${short} ${yard}`, spoken: t('the {0} {1}-yard line', full, yard) };
}

function timeoutFacts({ timeouts }: FootballSituation, teams: TeamWords, { t }: ViewContext): Facts {
  const known = timeouts.filter(({ teamId }) => teams.short(teamId) !== undefined);
  const isLeft = known.some(({ remaining }) => remaining !== undefined);
  const counted = known.flatMap(({ teamId, remaining, used }) => {
    const count = isLeft ? remaining : used;
    const [short, full] = [teams.short(teamId), teams.full(teamId)];
    return count === undefined || short === undefined
      ? []
      : [{ text: `${short} ${count}`, full: `${full} ${count}` }];
  });
  if (counted.length === 0) return [];
  const label = isLeft ? t('Timeouts left') : t('Timeouts used');
  const spoken = spokenParts(counted.map(({ full }) => full));
  return [
    {
      label,
      text: spokenParts(counted.map(({ text }) => text)),
      spoken: isLeft ? t('timeouts left: {0}', spoken) : t('timeouts used: {0}', spoken),
    },
  ];
}

function baseballFacts(state: BaseballSituation, period: string | undefined, context: ViewContext): Facts {
  const { t } = context;
  const { outs, balls, strikes } = state;
  const isCounted = balls !== undefined && strikes !== undefined;
  return [
    ...inningFact(state.inningHalf, period, context),
    ...basesFact(state, context),
    ...(outs === undefined
      ? []
      : [{ label: t('Outs'), text: String(outs), spoken: outs === 1 ? t('1 out') : t('{0} outs', outs) }]),
    ...(isCounted
      ? [
          {
            label: t('Count'),
            text: versus([balls, strikes]),
            spoken: spokenParts([
              balls === 1 ? t('1 ball') : t('{0} balls', balls),
              strikes === 1 ? t('1 strike') : t('{0} strikes', strikes),
            ]),
          },
        ]
      : []),
  ];
}

/** A period that says the half itself stands as it is sent. */
function inningFact(half: string | undefined, period: string | undefined, { t }: ViewContext): Facts {
  if (half === undefined) return [];
  const label = t('Inning');
  if (period === undefined) return plainFact(label, half);
  if (!/^\d/.test(period)) return plainFact(label, period);
  if (/^t(op)?$/i.test(half))
    return [{ label, text: t('top {0}', period), spoken: t('top of the {0}', period) }];
  if (/^b(ot|ottom)?$/i.test(half))
    return [{ label, text: t('bottom {0}', period), spoken: t('bottom of the {0}', period) }];
  return plainFact(label, `${half} ${period}`);
}

/** Nobody on base is said only where all three bases are known. */
function basesFact({ onFirst, onSecond, onThird }: BaseballSituation, { t }: ViewContext): Facts {
  const label = t('Bases');
  const bases = [onFirst, onSecond, onThird];
  const taken = bases.flatMap((isTaken, place) => (isTaken === true ? [place] : []));
  if (taken.length === 3) return [{ label, text: t('loaded'), spoken: t('bases loaded') }];
  if (taken.length === 0)
    return bases.includes(undefined) ? [] : [{ label, text: t('empty'), spoken: t('bases empty') }];
  const both = (words: readonly string[]): string => {
    const [first, second] = taken.map((place) => words[place] ?? '');
    return second === undefined ? (first ?? '') : t('{0} and {1}', first ?? '', second);
  };
  const spoken = both([t('first'), t('second'), t('third')]);
  return [
    {
      label,
      text: both([t('1st'), t('2nd'), t('3rd')]),
      spoken: taken.length === 1 ? t('runner on {0}', spoken) : t('runners on {0}', spoken),
    },
  ];
}
