import type { GameUpdate } from '../core/game-situation.ts';
import { type EventPhase, eventPhase } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { seriesScore } from '../core/series-score.ts';
import { hasProviderId, type Team } from '../core/team.ts';
import { wholeName } from './event-figures.ts';
import { joined, spokenParts, type ViewContext } from './row.ts';
import { nickname, teamNames } from './row-names.ts';
import { pointsIn, teamsInOrder, versus } from './score-text.ts';
import type { SituationFact, TeamWords } from './situation-fact.ts';
import { factsOfSport } from './situation-sports.ts';
import { capital } from './states.ts';

/** What is known of the play beyond score and clock, the most telling first; nothing where nothing was sent. */
export function situationFacts(
  event: MarketEvent,
  phase: EventPhase,
  context: ViewContext,
): readonly SituationFact[] {
  const isLive = phase === 'live';
  const teams = teamWordsOf(event, context);
  return [
    ...factsOfSport(event, isLive, teams, context),
    ...seriesFacts(event, isLive, context),
    ...(isLive ? [...periodFact(event, teams, context), ...updateFact(event.gameUpdate, context)] : []),
  ];
}

/** `Ball: Archers, 3rd & 7 at MOS 35 · Timeouts left: MOS 2, JUN 0`: the facts as one line of a tooltip. */
export function situationLine(event: MarketEvent, phase: EventPhase, context: ViewContext): string {
  return joined(
    situationFacts(event, phase, context).map(({ label, text }) => context.t('{0}: {1}', label, text)),
  );
}

/** Of the game of a market, where that is known with the market. */
export function marketSituation(market: Market | undefined, context: ViewContext): string {
  const event = market?.events[0];
  if (market === undefined || event === undefined) return '';
  const markets = event.markets.length > 0 ? event.markets : [market];
  return situationLine(event, eventPhase({ ...event, markets }, context.format.settings.now()), context);
}

/** The facts with full names, for those who hear them. */
export function spokenSituation(event: MarketEvent, phase: EventPhase, context: ViewContext): string {
  return spokenParts(situationFacts(event, phase, context).map(({ spoken }) => spoken));
}

function teamWordsOf(event: MarketEvent, context: ViewContext): TeamWords {
  const teams = [...event.teams, ...event.participants.flatMap(({ team }) => team ?? [])];
  const wordOf =
    (word: (team: Team) => string | undefined) =>
    (id: string | undefined): string | undefined => {
      const team = id === undefined ? undefined : teams.find((each) => each.id === id);
      return (team && word(team)) || undefined;
    };
  return {
    name: wordOf((team) => nickname(teamNames(team, context))),
    short: wordOf((team) => wholeName(team, context)),
    full: wordOf((team) => teamNames(team, context)[0]),
    ofProvider: (id) => (id === undefined ? undefined : teams.find((team) => hasProviderId(team, id))?.id),
  };
}

/** Of a match in maps; before a map's first round is played its rounds say nothing. */
function seriesFacts(
  { score, period }: MarketEvent,
  isLive: boolean,
  { t }: ViewContext,
): readonly SituationFact[] {
  const series = seriesScore(score);
  if (series === undefined) return [];
  const maps = t('{0}, best of {1}', versus(series.maps), series.bestOf);
  const facts = [{ label: t('Maps'), text: maps, spoken: t('maps {0}', maps) }];
  const [number, of] = /^(\d+)\/(\d+)$/.exec(period ?? '')?.slice(1) ?? [];
  if (!isLive || series.rounds.every((rounds) => rounds === 0)) return facts;
  const where =
    number === undefined ? t('in this map alone') : t('in map {0} of {1} alone', number, of ?? '');
  const text = versus(series.rounds);
  return [...facts, { label: capital(where), text, spoken: t('{0}: {1}', where, text) }];
}

/** The period being played, where two teams meet. Of tennis the sets say it. */
function periodFact(event: MarketEvent, words: TeamWords, { t }: ViewContext): readonly SituationFact[] {
  const { periodScores, period, eventState } = event;
  const place = periodScores.findIndex(({ label }) => label !== undefined && label === period);
  const teams = teamsInOrder(event);
  const points = pointsIn(event, place);
  if (period === undefined || teams === undefined || points === undefined) return [];
  if (eventState?.tennisState !== undefined) return [];
  const [first, second] = teams.map(({ id }) => ({
    short: words.short(id) ?? '',
    full: words.full(id) ?? '',
  }));
  const text = `${first?.short} ${versus(points)} ${second?.short}`.trim();
  const spoken = `${first?.full} ${points[0]}, ${second?.full} ${points[1]}`;
  // Beside a clock `Q3: MOS 7–10 JUN` would read as the score of the game.
  const where = t('in {0} alone', period);
  return [{ label: capital(where), text, spoken: t('{0}: {1}', where, spoken) }];
}

function updateFact(update: GameUpdate | undefined, { t }: ViewContext): readonly SituationFact[] {
  const { title, subtitle, subject, team, period, clock } = update ?? {};
  if (title === undefined && subtitle === undefined) return [];
  const when = [period, clock].filter((part) => part !== undefined).join(' ');
  const text = spokenParts([...new Set([title, subtitle, subject, team, when])]);
  return [{ label: t('Latest'), text, spoken: t('latest: {0}', text) }];
}
