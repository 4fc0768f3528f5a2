import type { EventGroup } from '../core/grouping.ts';
import { heldTogether } from '../core/holdings.ts';
import { eventPhase } from '../core/lifecycle.ts';
import type { Participant, Team } from '../core/team.ts';
import { contestOf } from './event-figures.ts';
import { sourceText } from './freshness-text.ts';
import type { MarketRows } from './market-rows.ts';
import { sidePricesText } from './market-tooltip.ts';
import { categoryName, teamName, teamWords } from './names.ts';
import { countText, field, joined, plainLine, type Tooltip, type ViewContext } from './row.ts';
import { spokenHolding } from './row-marks.ts';
import { rowOutcome } from './row-names.ts';
import { periodsText, scoreWritten, versus } from './score-text.ts';
import { situationLine } from './situation-text.ts';
import { capital, phaseWord } from './states.ts';
import { seriesField, tagsField } from './topic-shelf.ts';
import { unnamedUnit } from './trading-figures.ts';

/** What the row of an event has no room for; where its figures come from is the last but its slug. */
export function eventTooltip(
  title: string,
  group: EventGroup,
  made: MarketRows,
  context: ViewContext,
): Tooltip {
  const { t, format } = context;
  const { event, markets } = group;
  const contest = contestOf(group, context);
  const phase = event && eventPhase({ ...event, markets }, format.settings.now());
  const about = event?.description === event?.title ? undefined : event?.description;
  const sides = [...(contest?.teams.map(({ side }) => side) ?? []), contest?.draw];
  const period = event?.period === 'NS' ? undefined : event?.period;
  const first = sides.find((side) => side !== undefined)?.market ?? markets[0];
  const freshness = first && made.latest(first).freshness;
  const holding = heldTogether(markets.map(({ slug }) => made.holding(slug)));
  return [
    { kind: 'title', text: title },
    ...plainLine(joined([phase && capital(phaseWord(phase, context)), period, event?.elapsed])),
    ...plainLine(event && phase && situationLine(event, phase, context)),
    ...sides.flatMap((side) =>
      side === undefined
        ? []
        : sidePricesText(
            made.latest(side.market),
            side.long,
            context,
            rowOutcome(side.market, side.long, context).names[0],
          ),
    ),
    ...field(t('Score'), contest?.points ? versus(contest.points) : scoreWritten(event?.score, context)),
    ...field(t('By period'), event && periodsText(event, true)),
    ...field(t('Yours'), holding && capital(spokenHolding(holding, context) ?? '')),
    ...(event?.teams ?? []).flatMap((team) => teamLine(team, context)),
    ...(event?.participants ?? []).flatMap((participant) => participantLine(participant, context)),
    ...field(t('Starts'), format.dateTime(event?.startTime ?? event?.startDate)),
    ...field(t('Ended'), format.dateTime(event?.finishedTimestamp)),
    ...field(t('Category'), event?.category && categoryName(event.category, context)),
    ...seriesField(event?.seriesSlug, context),
    ...tagsField(event?.tags, context),
    ...field(t('Markets'), countText(markets.length, context)),
    ...field(t('Volume'), unnamedUnit(event?.volume, context)),
    ...field(t('Open interest'), unnamedUnit(event?.openInterest, context)),
    ...field(t('Liquidity'), unnamedUnit(event?.liquidity, context)),
    ...plainLine(about),
    ...field(t('Source'), freshness && sourceText(freshness, context)),
    ...field(t('Slug'), event?.slug),
  ];
}

function teamLine(team: Team, context: ViewContext) {
  const { t } = context;
  const words = joined([...teamWords(team, context), team.league?.toUpperCase()]);
  return field(teamName(team) ?? t('Team'), words || t('team'));
}

function participantLine(participant: Participant, { t }: ViewContext) {
  const type = participant.type === 'UNSPECIFIED' ? undefined : participant.type?.toLowerCase();
  return field(t('Participant'), joined([teamName(participant.team) ?? participant.id, type]));
}
