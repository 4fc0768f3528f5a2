import type { MarketEvent, Tag } from '../../core/market.ts';
import type { Participant, Team } from '../../core/team.ts';
import type { Dialect } from '../../exchange/profile.ts';
import { enumText, PARTICIPANT_TYPE, PROVIDER } from '../../exchange/wire/enums.ts';
import { integer, numeric, time, type WireObject } from './encode-values.ts';

/**
 * An event with markets already encoded. `seed` has the fields of interface §2.4 alone, so no score, clock or teams;
 * `current` those of live interface §9.3, where participants are empty and the vendor's id has its own name.
 */
export function encodeEvent(
  event: MarketEvent,
  markets: readonly WireObject[],
  dialect: Dialect,
): WireObject {
  const shared = {
    id: event.id,
    ticker: event.ticker,
    slug: event.slug,
    title: event.title,
    description: event.description,
    startDate: time(event.startDate),
    endDate: time(event.endDate),
    active: event.active,
    closed: event.closed,
    archived: event.archived,
    hidden: event.hidden,
    category: event.category,
    createdAt: time(event.createdAt),
    updatedAt: time(event.updatedAt),
    startTime: time(event.startTime),
    seriesSlug: event.seriesSlug,
    period: event.period,
    gameId: integer(event.gameId),
  };
  if (dialect === 'seed') {
    const participants = event.participants.map(encodeParticipant);
    return { ...shared, vendorGameId: event.vendorGameId, participants, markets };
  }
  return {
    ...shared,
    subtitle: event.subtitle,
    sportradarGameId: event.vendorGameId,
    participants: [],
    teams: event.teams.map((team) => encodeTeam(team, dialect)),
    score: event.score,
    elapsed: event.elapsed,
    live: event.live,
    ended: event.ended,
    finishedTimestamp: time(event.finishedTimestamp),
    volume: numeric(event.volume),
    liquidity: numeric(event.liquidity),
    openInterest: numeric(event.openInterest),
    tags: event.tags.map(encodeTag),
    markets,
  };
}

/** Interface §2.6; `current` adds ranking and conference. */
export function encodeTeam(team: Team, dialect: Dialect): WireObject {
  return {
    id: integer(team.id),
    name: team.name,
    abbreviation: team.abbreviation,
    league: team.league,
    record: team.record,
    logo: team.logo,
    alias: team.alias,
    safeName: team.safeName,
    homeIcon: team.homeIcon,
    awayIcon: team.awayIcon,
    colorPrimary: team.colorPrimary,
    providerId: integer(team.providerId),
    ordering: team.ordering,
    longIcon: team.longIcon,
    shortIcon: team.shortIcon,
    displayAbbreviation: team.displayAbbreviation,
    providerIds: team.providerIds.map(({ provider, providerId }) => ({
      provider: enumText(PROVIDER, provider),
      providerId,
    })),
    ranking: dialect === 'current' ? team.ranking : undefined,
    conference: dialect === 'current' ? team.conference : undefined,
  };
}

export function encodeTag(tag: Tag): WireObject {
  return { id: tag.id, label: tag.label, slug: tag.slug };
}

function encodeParticipant(participant: Participant): WireObject {
  return {
    id: participant.id,
    type: participant.type === undefined ? undefined : enumText(PARTICIPANT_TYPE, participant.type),
    team: participant.team && encodeTeam(participant.team, 'seed'),
  };
}
