import type { Decimal } from '../../core/decimal.ts';
import type { Market, MarketEvent, MarketOverview, MarketSide, Tag } from '../../core/market.ts';
import type { Participant, ProviderIdMapping, Team } from '../../core/team.ts';
import {
  MARKET_SIDE_TYPE,
  MARKET_STATUS,
  PARTICIPANT_TYPE,
  PROVIDER,
  SPORTS_MARKET_TYPE,
  TRADING_STATE,
} from './enums.ts';
import { parseJsonText } from './json.ts';
import { asRow, firstGiven, type Reader, type Row } from './reader.ts';
import { type Decoded, type DecodedList, decodeList, decodeOne } from './replies.ts';

/** Reply of GET /v1/markets (interface §4.1). */
export function decodeMarkets(body: unknown): DecodedList<Market> {
  return decodeList(body, 'markets', readMarket);
}

/** Reply of GET /v1/market/id/{id} and /v1/market/slug/{slug} (interface §4.2, §4.3). */
export function decodeMarket(body: unknown): Decoded<Market> {
  return decodeOne(body, 'market', readMarket);
}

/** Reply of GET /v1/events and /v1/search (live interface §7.6, §7.8). */
export function decodeEvents(body: unknown): DecodedList<MarketEvent> {
  return decodeList(body, 'events', readWholeEvent);
}

/** Reply of GET /v1/events/{id} and /v1/events/slug/{slug} (live interface §7.7). */
export function decodeEvent(body: unknown): Decoded<MarketEvent> {
  return decodeOne(body, 'event', readWholeEvent);
}

/** Markets first: they do not need their event, and an event is built with its markets. */
function readWholeEvent(reader: Reader, json: Row): MarketEvent | undefined {
  const markets: Market[] = [];
  const name = firstGiven(json['slug'], json['id']);
  if (typeof name === 'string') reader.called(name);
  reader.enter('markets');
  for (const [index, item] of reader.list(json['markets'], '').entries()) {
    reader.enter(index);
    const row = reader.object(item, '');
    const market = row && readMarket(reader, row);
    if (market !== undefined) markets.push(market);
    reader.leave();
  }
  reader.leave();
  return readEvent(reader, json, markets);
}

/** Reads a market (interface.md 9.2). `undefined`, with a problem, when its slug is missing or unusable. */
export function readMarket(reader: Reader, json: Row): Market | undefined {
  const id = reader.identity(json['id'], 'id');
  const slug = reader.identity(json['slug'], 'slug');
  if (slug !== undefined) reader.called(slug);
  else if (id !== undefined) reader.called(id);
  if (slug === undefined) {
    reader.problem('slug', 'a market needs a slug');
    return undefined;
  }
  return {
    id,
    slug,
    question: reader.text(json['question'], 'question'),
    title: reader.text(json['title'], 'title'),
    titleShort: reader.text(json['titleShort'], 'titleShort'),
    subtitle: reader.text(json['subtitle'], 'subtitle'),
    description: reader.prose(json['description'], 'description'),
    startDate: reader.instant(json['startDate'], 'startDate'),
    endDate: reader.instant(json['endDate'], 'endDate'),
    category: reader.text(json['category'], 'category'),
    marketType: reader.text(json['marketType'], 'marketType'),
    active: reader.flag(json['active'], 'active'),
    closed: reader.flag(json['closed'], 'closed'),
    archived: reader.flag(json['archived'], 'archived'),
    hidden: reader.flag(json['hidden'], 'hidden'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
    updatedAt: reader.instant(json['updatedAt'], 'updatedAt'),
    gameStartTime: reader.instant(json['gameStartTime'], 'gameStartTime'),
    manualActivation: reader.flag(json['manualActivation'], 'manualActivation'),
    sportsMarketType: reader.text(json['sportsMarketType'], 'sportsMarketType'),
    sportsMarketTypeV2: reader.member(json['sportsMarketTypeV2'], 'sportsMarketTypeV2', SPORTS_MARKET_TYPE),
    line: reader.decimal(json['line'], 'line'),
    outcomes: readEncodedList(reader, json['outcomes'], 'outcomes'),
    outcomePrices: readEncodedList(reader, json['outcomePrices'], 'outcomePrices'),
    ep3Status: reader.member(json['ep3Status'], 'ep3Status', TRADING_STATE),
    status: reader.member(json['status'], 'status', MARKET_STATUS),
    sides: readSides(reader, json['marketSides']),
    events: readParents(reader, json['events']),
    bestBidQuote: reader.money(json['bestBidQuote'], 'bestBidQuote'),
    bestAskQuote: reader.money(json['bestAskQuote'], 'bestAskQuote'),
    tickSize: reader.decimal(json['orderPriceMinTickSize'], 'orderPriceMinTickSize'),
    minimumTradeQty: reader.decimal(json['minimumTradeQty'], 'minimumTradeQty'),
    feeCoefficient: reader.decimal(json['feeCoefficient'], 'feeCoefficient'),
    subject: readSubject(reader, json['subject']),
    tags: readTags(reader, json['tags']),
    rulesDisclaimer: reader.prose(json['rulesDisclaimer'], 'rulesDisclaimer'),
    cyom: reader.flag(json['cyom'], 'cyom'),
    rewardsMinSize: reader.decimal(json['rewardsMinSize'], 'rewardsMinSize'),
    questionId: reader.text(json['questionId'], 'questionId'),
    overview: readOverview(reader, json),
  };
}

/** The subject of a market or order: its name. */
export function readSubject(reader: Reader, value: unknown): string | undefined {
  const subject = asRow(value);
  return reader.text(
    subject === undefined ? value : firstGiven(subject['name'], subject['displayName']),
    'subject',
  );
}

const NONE: readonly never[] = [];

/** A list sent as JSON inside of a text (interface §2.2); a true list is understood too. */
function readEncodedList(reader: Reader, value: unknown, field: string): readonly string[] {
  if (value === undefined || value === null || value === '') return NONE;
  const list = typeof value === 'string' ? parsedList(value) : value;
  if (!Array.isArray(list)) {
    reader.problem(field, 'expected a list in JSON');
    return NONE;
  }
  const texts: string[] = [];
  // An empty place stays, so that the others keep theirs.
  for (const item of list) texts.push(reader.text(item, field) ?? '');
  return texts;
}

function parsedList(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

/** Parents named on the market; their own `markets` are placeholders and not looked at (interface §2.2). */
function readParents(reader: Reader, value: unknown): readonly MarketEvent[] {
  const list = reader.list(value, 'events');
  if (list.length === 0) return NONE;
  const events: MarketEvent[] = [];
  reader.enter('events');
  for (const [index, item] of list.entries()) {
    reader.enter(index);
    const json = reader.object(item, '');
    const event = json && readEvent(reader, json, NONE);
    if (event !== undefined) events.push(event);
    reader.leave();
  }
  reader.leave();
  return events;
}

function readOverview(reader: Reader, json: Row): MarketOverview | undefined {
  const overview: MarketOverview = {
    subcategory: reader.text(json['subcategory'], 'subcategory'),
    lastTradePrice: readPrice(reader, json['lastTradePrice'], 'lastTradePrice'),
    bestBid: readPrice(reader, json['bestBid'], 'bestBid'),
    bestAsk: readPrice(reader, json['bestAsk'], 'bestAsk'),
    spread: readPrice(reader, json['spread'], 'spread'),
    oneDayPriceChange: readPrice(reader, json['oneDayPriceChange'], 'oneDayPriceChange'),
    oneWeekPriceChange: readPrice(reader, json['oneWeekPriceChange'], 'oneWeekPriceChange'),
    liquidity: reader.text(json['liquidity'], 'liquidity'),
    liquidityNum: reader.decimal(json['liquidityNum'], 'liquidityNum'),
    volume: reader.text(json['volume'], 'volume'),
    volumeNum: reader.decimal(json['volumeNum'], 'volumeNum'),
    volume24hr: reader.decimal(json['volume24hr'], 'volume24hr'),
    volume1wk: reader.decimal(json['volume1wk'], 'volume1wk'),
    volume1mo: reader.decimal(json['volume1mo'], 'volume1mo'),
    gameId: reader.text(json['gameId'], 'gameId'),
    propType: reader.text(json['propType'], 'propType'),
    outcomeTeamA: reader.text(json['outcomeTeamA'], 'outcomeTeamA'),
    outcomeTeamB: reader.text(json['outcomeTeamB'], 'outcomeTeamB'),
  };
  for (const field in overview) if (overview[field as keyof MarketOverview] !== undefined) return overview;
  return undefined;
}

/** The types of the overview's prices are not on record: a number or an Amount. */
function readPrice(reader: Reader, value: unknown, field: string): Decimal | undefined {
  if (value === undefined) return undefined;
  return reader.money(value, field)?.value;
}

/**
 * The sides of a market (interface §2.3). A side that does not say whether it is the long one cannot be told from
 * its opposite: it is the short one when another side is long (a false may be left out), else it is left out. Two
 * sides that both claim to be long say nothing about either: both are left out.
 */
export function readSides(reader: Reader, value: unknown): readonly MarketSide[] {
  const list = reader.list(value, 'marketSides');
  if (list.length === 0) return NONE;
  const sides: MarketSide[] = [];
  reader.enter('marketSides');
  const longs = countLong(list);
  for (let index = 0; index < list.length; index++) {
    reader.enter(index);
    const side = readSide(reader, list[index], longs);
    if (side !== undefined) sides.push(side);
    reader.leave();
  }
  if (longs > 1) reader.problem('', 'more than one side is marked long');
  reader.leave();
  return longs > 1 ? NONE : sides;
}

function countLong(list: readonly unknown[]): number {
  let count = 0;
  for (const item of list) {
    const long = typeof item === 'object' && item !== null && 'long' in item ? item.long : undefined;
    if (long === true || long === 'true') count++;
  }
  return count;
}

function readSide(reader: Reader, value: unknown, longs: number): MarketSide | undefined {
  const json = asRow(value);
  const long = json && readLong(reader, json, longs);
  if (json === undefined || long === undefined) {
    reader.problem('long', 'a side that is neither long nor short');
    return undefined;
  }
  return {
    id: reader.text(json['id'], 'id') ?? '',
    marketSideType: reader.member(json['marketSideType'], 'marketSideType', MARKET_SIDE_TYPE),
    identifier: reader.text(json['identifier'], 'identifier'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
    updatedAt: reader.instant(json['updatedAt'], 'updatedAt'),
    description: reader.text(json['description'], 'description'),
    marketId: reader.text(json['marketId'], 'marketId'),
    long,
    teamId: reader.text(json['teamId'], 'teamId'),
    team: readTeam(reader, json['team'], 'team'),
    participantId: reader.text(json['participantId'], 'participantId'),
    price: reader.decimal(json['price'], 'price'),
    quote: reader.money(json['quote'], 'quote'),
    tradable: reader.flag(json['tradable'], 'tradable'),
  };
}

function readLong(reader: Reader, json: Row, longs: number): boolean | undefined {
  return reader.flag(json['long'], 'long') ?? (longs === 1 ? false : undefined);
}

/**
 * An event without looking at its markets, which the caller reads first (interface §2.4, live interface §9.3).
 * `undefined`, with a problem, when it has no id to be told by.
 */
export function readEvent(reader: Reader, json: Row, markets: readonly Market[]): MarketEvent | undefined {
  const id = reader.identity(json['id'], 'id');
  if (id === undefined) {
    reader.problem('id', 'an event without an id');
    return undefined;
  }
  // What a game has come to is sent on the event, in `eventState`, or in both.
  const state: Row = asRow(json['eventState']) ?? EMPTY;
  return {
    id,
    slug: reader.identity(json['slug'], 'slug'),
    ticker: reader.text(json['ticker'], 'ticker'),
    title: reader.text(json['title'], 'title'),
    subtitle: reader.text(json['subtitle'], 'subtitle'),
    description: reader.prose(json['description'], 'description'),
    startDate: reader.instant(json['startDate'], 'startDate'),
    endDate: reader.instant(json['endDate'], 'endDate'),
    active: reader.flag(json['active'], 'active'),
    closed: reader.flag(json['closed'], 'closed'),
    archived: reader.flag(json['archived'], 'archived'),
    hidden: reader.flag(json['hidden'], 'hidden'),
    category: reader.text(json['category'], 'category'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
    updatedAt: reader.instant(json['updatedAt'], 'updatedAt'),
    startTime: reader.instant(json['startTime'], 'startTime'),
    seriesSlug: reader.text(json['seriesSlug'], 'seriesSlug'),
    period: reader.text(firstGiven(json['period'], state['period']), 'period'),
    gameId: reader.text(firstGiven(json['gameId'], state['gameId']), 'gameId'),
    vendorGameId: reader.text(
      firstGiven(json['vendorGameId'], json['sportradarGameId'], state['sportradarGameId']),
      'vendorGameId',
    ),
    participants: readParticipants(reader, json['participants']),
    teams: readTeams(reader, json['teams'], 'teams'),
    markets,
    score: reader.text(firstGiven(json['score'], state['score']), 'score'),
    elapsed: reader.text(firstGiven(json['elapsed'], state['elapsed']), 'elapsed'),
    live: reader.flag(firstGiven(json['live'], state['live']), 'live'),
    ended: reader.flag(firstGiven(json['ended'], state['ended']), 'ended'),
    finishedTimestamp: reader.instant(
      firstGiven(json['finishedTimestamp'], state['finishedTimestamp']),
      'finishedTimestamp',
    ),
    volume: reader.decimal(json['volume'], 'volume'),
    liquidity: reader.decimal(json['liquidity'], 'liquidity'),
    openInterest: reader.decimal(json['openInterest'], 'openInterest'),
    tags: readTags(reader, json['tags']),
  };
}

const EMPTY: Row = {};

/** Interface §2.6. */
export function readTeam(reader: Reader, value: unknown, field: string): Team | undefined {
  const json = reader.object(value, field);
  if (json === undefined) return undefined;
  reader.enter(field);
  const team: Team = {
    id: reader.text(json['id'], 'id'),
    name: reader.text(json['name'], 'name'),
    abbreviation: reader.text(json['abbreviation'], 'abbreviation'),
    league: reader.text(json['league'], 'league'),
    record: reader.text(json['record'], 'record'),
    logo: reader.text(json['logo'], 'logo'),
    alias: reader.text(json['alias'], 'alias'),
    safeName: reader.text(json['safeName'], 'safeName'),
    homeIcon: reader.text(json['homeIcon'], 'homeIcon'),
    awayIcon: reader.text(json['awayIcon'], 'awayIcon'),
    colorPrimary: reader.text(json['colorPrimary'], 'colorPrimary'),
    providerId: reader.text(json['providerId'], 'providerId'),
    ordering: reader.text(json['ordering'], 'ordering'),
    longIcon: reader.text(json['longIcon'], 'longIcon'),
    shortIcon: reader.text(json['shortIcon'], 'shortIcon'),
    displayAbbreviation: reader.text(json['displayAbbreviation'], 'displayAbbreviation'),
    providerIds: readProviderIds(reader, json['providerIds']),
    ranking: reader.text(json['ranking'], 'ranking'),
    conference: reader.text(json['conference'], 'conference'),
  };
  reader.leave();
  return team;
}

export function readTeams(reader: Reader, value: unknown, field: string): readonly Team[] {
  const list = reader.list(value, field);
  if (list.length === 0) return NONE;
  const teams: Team[] = [];
  for (const [index, item] of list.entries()) {
    const team = readTeam(reader, item, `${field}[${index}]`);
    if (team !== undefined) teams.push(team);
  }
  return teams;
}

/** Interface §2.5. */
export function readParticipants(reader: Reader, value: unknown): readonly Participant[] {
  const list = reader.list(value, 'participants');
  if (list.length === 0) return NONE;
  const participants: Participant[] = [];
  reader.enter('participants');
  for (const [index, item] of list.entries()) {
    reader.enter(index);
    const json = reader.object(item, '');
    if (json !== undefined) {
      participants.push({
        id: reader.text(json['id'], 'id'),
        type: reader.member(json['type'], 'type', PARTICIPANT_TYPE),
        team: readTeam(reader, json['team'], 'team'),
      });
    }
    reader.leave();
  }
  reader.leave();
  return participants;
}

/** Tags come as objects; a service that names them by text alone is understood too. */
export function readTags(reader: Reader, value: unknown): readonly Tag[] {
  const list = reader.list(value, 'tags');
  if (list.length === 0) return NONE;
  const tags: Tag[] = [];
  reader.enter('tags');
  for (const [index, item] of list.entries()) {
    reader.enter(index);
    const json = asRow(item);
    const id = reader.text(json === undefined ? item : json['id'], 'id');
    if (id !== undefined) {
      tags.push({
        id,
        label: reader.text(json?.['label'], 'label'),
        slug: reader.text(json?.['slug'], 'slug'),
      });
    }
    reader.leave();
  }
  reader.leave();
  return tags;
}

/** Interface §2.7. */
function readProviderIds(reader: Reader, value: unknown): readonly ProviderIdMapping[] {
  const list = reader.list(value, 'providerIds');
  if (list.length === 0) return NONE;
  const mappings: ProviderIdMapping[] = [];
  reader.enter('providerIds');
  for (const [index, item] of list.entries()) {
    reader.enter(index);
    const json = reader.object(item, '');
    const provider = json && reader.member(json['provider'], 'provider', PROVIDER);
    if (json !== undefined && provider !== undefined) {
      mappings.push({ provider, providerId: reader.text(json['providerId'], 'providerId') });
    }
    reader.leave();
  }
  reader.leave();
  return mappings;
}
