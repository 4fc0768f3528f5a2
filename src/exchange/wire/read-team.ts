import type { Tag } from '../../core/market.ts';
import type { Participant, ProviderIdMapping, Team } from '../../core/team.ts';
import { PARTICIPANT_TYPE, PROVIDER } from './enums.ts';
import { asRow, type Reader } from './reader.ts';

/** Interface §2.6. */
export function readTeam(at: Reader, value: unknown, field: string): Team | undefined {
  const o = at.object(value, field);
  if (o === undefined) return undefined;
  at.enter(field);
  const team: Team = {
    id: at.text(o['id'], 'id'),
    name: at.text(o['name'], 'name'),
    abbreviation: at.text(o['abbreviation'], 'abbreviation'),
    league: at.text(o['league'], 'league'),
    record: at.text(o['record'], 'record'),
    logo: at.text(o['logo'], 'logo'),
    alias: at.text(o['alias'], 'alias'),
    safeName: at.text(o['safeName'], 'safeName'),
    homeIcon: at.text(o['homeIcon'], 'homeIcon'),
    awayIcon: at.text(o['awayIcon'], 'awayIcon'),
    colorPrimary: at.text(o['colorPrimary'], 'colorPrimary'),
    providerId: at.text(o['providerId'], 'providerId'),
    ordering: at.text(o['ordering'], 'ordering'),
    longIcon: at.text(o['longIcon'], 'longIcon'),
    shortIcon: at.text(o['shortIcon'], 'shortIcon'),
    displayAbbreviation: at.text(o['displayAbbreviation'], 'displayAbbreviation'),
    providerIds: readProviderIds(at, o['providerIds']),
    ranking: at.text(o['ranking'], 'ranking'),
    conference: at.text(o['conference'], 'conference'),
  };
  at.leave();
  return team;
}

export function readTeams(at: Reader, value: unknown, field: string): readonly Team[] {
  const list = at.list(value, field);
  if (list.length === 0) return NONE;
  const teams: Team[] = [];
  for (const [index, item] of list.entries()) {
    const team = readTeam(at, item, `${field}[${index}]`);
    if (team !== undefined) teams.push(team);
  }
  return teams;
}

/** Interface §2.5. */
export function readParticipants(at: Reader, value: unknown): readonly Participant[] {
  const list = at.list(value, 'participants');
  if (list.length === 0) return NONE;
  const participants: Participant[] = [];
  at.enter('participants');
  for (const [index, item] of list.entries()) {
    at.enter(index);
    const o = at.object(item, '');
    if (o !== undefined) {
      participants.push({
        id: at.text(o['id'], 'id'),
        type: at.member(o['type'], 'type', PARTICIPANT_TYPE),
        team: readTeam(at, o['team'], 'team'),
      });
    }
    at.leave();
  }
  at.leave();
  return participants;
}

/** Tags come as objects; a service that names them by text alone is understood too. */
export function readTags(at: Reader, value: unknown): readonly Tag[] {
  const list = at.list(value, 'tags');
  if (list.length === 0) return NONE;
  const tags: Tag[] = [];
  at.enter('tags');
  for (const [index, item] of list.entries()) {
    at.enter(index);
    const o = asRow(item);
    const id = at.text(o === undefined ? item : o['id'], 'id');
    if (id !== undefined) {
      tags.push({ id, label: at.text(o?.['label'], 'label'), slug: at.text(o?.['slug'], 'slug') });
    }
    at.leave();
  }
  at.leave();
  return tags;
}

const NONE: readonly never[] = [];

/** Interface §2.7. */
function readProviderIds(at: Reader, value: unknown): readonly ProviderIdMapping[] {
  const list = at.list(value, 'providerIds');
  if (list.length === 0) return NONE;
  const mappings: ProviderIdMapping[] = [];
  at.enter('providerIds');
  for (const [index, item] of list.entries()) {
    at.enter(index);
    const o = at.object(item, '');
    const provider = o && at.member(o['provider'], 'provider', PROVIDER);
    if (o !== undefined && provider !== undefined) {
      mappings.push({ provider, providerId: at.text(o['providerId'], 'providerId') });
    }
    at.leave();
  }
  at.leave();
  return mappings;
}
