import type { Market, MarketEvent } from '../../core/market.ts';
import { readParticipants, readTags, readTeams } from './read-team.ts';
import { asRow, firstGiven, type Reader, type Row } from './reader.ts';

/**
 * An event without looking at its markets, which the caller reads first (interface §2.4, live interface §9.3).
 * `undefined`, with a problem, when it has no id to be told by.
 */
export function readEvent(at: Reader, o: Row, markets: readonly Market[]): MarketEvent | undefined {
  const id = at.identity(o['id'], 'id');
  if (id === undefined) {
    at.problem('id', 'an event without an id');
    return undefined;
  }
  // What a game has come to is sent on the event, in `eventState`, or in both.
  const state: Row = asRow(o['eventState']) ?? EMPTY;
  return {
    id,
    slug: at.identity(o['slug'], 'slug'),
    ticker: at.text(o['ticker'], 'ticker'),
    title: at.text(o['title'], 'title'),
    subtitle: at.text(o['subtitle'], 'subtitle'),
    description: at.prose(o['description'], 'description'),
    startDate: at.instant(o['startDate'], 'startDate'),
    endDate: at.instant(o['endDate'], 'endDate'),
    active: at.flag(o['active'], 'active'),
    closed: at.flag(o['closed'], 'closed'),
    archived: at.flag(o['archived'], 'archived'),
    hidden: at.flag(o['hidden'], 'hidden'),
    category: at.text(o['category'], 'category'),
    createdAt: at.instant(o['createdAt'], 'createdAt'),
    updatedAt: at.instant(o['updatedAt'], 'updatedAt'),
    startTime: at.instant(o['startTime'], 'startTime'),
    seriesSlug: at.text(o['seriesSlug'], 'seriesSlug'),
    period: at.text(firstGiven(o['period'], state['period']), 'period'),
    gameId: at.text(firstGiven(o['gameId'], state['gameId']), 'gameId'),
    vendorGameId: at.text(
      firstGiven(o['vendorGameId'], o['sportradarGameId'], state['sportradarGameId']),
      'vendorGameId',
    ),
    participants: readParticipants(at, o['participants']),
    teams: readTeams(at, o['teams'], 'teams'),
    markets,
    score: at.text(firstGiven(o['score'], state['score']), 'score'),
    elapsed: at.text(firstGiven(o['elapsed'], state['elapsed']), 'elapsed'),
    live: at.flag(firstGiven(o['live'], state['live']), 'live'),
    ended: at.flag(firstGiven(o['ended'], state['ended']), 'ended'),
    finishedTimestamp: at.instant(
      firstGiven(o['finishedTimestamp'], state['finishedTimestamp']),
      'finishedTimestamp',
    ),
    volume: at.decimal(o['volume'], 'volume'),
    liquidity: at.decimal(o['liquidity'], 'liquidity'),
    openInterest: at.decimal(o['openInterest'], 'openInterest'),
    tags: readTags(at, o['tags']),
  };
}

const EMPTY: Row = {};
