import type { Decimal } from '../../core/decimal.ts';
import type { Market, MarketEvent, MarketOverview, MarketSide, Tag } from '../../core/market.ts';
import { lacksTeam, teamsOfEvent, withTeams } from '../../core/market-teams.ts';
import type { Participant, Team } from '../../core/team.ts';
import { readAssetTerms } from './asset.ts';
import { MARKET_STATUS, PARTICIPANT_TYPE, SPORTS_MARKET_TYPE, TRADING_STATE } from './enums.ts';
import { eventStateOf, readGameFields } from './event-state.ts';
import { parseJsonText } from './json.ts';
import { moreOf, NamesRead } from './raw-fields.ts';
import { asJsonObject, firstGiven, isShare, type JsonObject, Reader } from './reader.ts';
import { type Decoded, type DecodedList, decodeList, decodeOne } from './replies.ts';

/** Reply of GET /v1/markets, read lean. */
export function decodeMarkets(body: unknown): DecodedList<Market> {
  return decodeList(body, 'markets', readMarket, new Reader({ isLean: true }));
}

/** Reply of GET /v1/market/id/{id} and /v1/market/slug/{slug}. */
export function decodeMarket(body: unknown): Decoded<Market> {
  return decodeOne(body, 'market', readMarket);
}

/** Reply of GET /v1/events and /v1/search; the markets of the events are read lean. */
export function decodeEvents(body: unknown): DecodedList<MarketEvent> {
  return decodeList(body, 'events', readListedEvent);
}

/** Reply of GET /v1/events/{id} and /v1/events/slug/{slug}. */
export function decodeEvent(body: unknown): Decoded<MarketEvent> {
  return decodeOne(body, 'event', readWholeEvent);
}

function readWholeEvent(reader: Reader, json: JsonObject): MarketEvent | undefined {
  callEvent(reader, json);
  return eventWith(reader, json, reader.nestedList(json['markets'], 'markets', readMarket));
}

function readListedEvent(reader: Reader, json: JsonObject): MarketEvent | undefined {
  callEvent(reader, json);
  const markets = reader.leanly(() => reader.nestedList(json['markets'], 'markets', readMarket));
  return eventWith(reader, json, markets);
}

function callEvent(reader: Reader, json: JsonObject): void {
  const name = firstGiven(json['slug'], json['id']);
  if (typeof name === 'string') reader.called(name);
}

/** Markets first: an event is built with its markets. Then those get the teams that stand on their event alone. */
function eventWith(reader: Reader, json: JsonObject, markets: readonly Market[]): MarketEvent | undefined {
  const event = readEvent(reader, json, markets);
  const teams = event === undefined ? NONE : teamsOfEvent(event);
  if (event === undefined || teams.length === 0 || !event.markets.some(lacksTeam)) return event;
  return { ...event, markets: event.markets.map((market) => withTeams(market, teams)) };
}

/**
 * Reads a market (interface.md 9.2), with the teams of the event it names. `undefined`, with a problem, when its slug is
 * missing or unusable.
 */
export function readMarket(reader: Reader, json: JsonObject): Market | undefined {
  const market = marketFields(reader, json);
  const parent = market?.events[0];
  return market === undefined || parent === undefined ? market : withTeams(market, teamsOfEvent(parent));
}

function marketFields(reader: Reader, json: JsonObject): Market | undefined {
  const id = reader.identity(json['id'], 'id');
  const slug = reader.slug(json['slug'], 'slug');
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
    manualActivation: reader.flag(json['manualActivation'], 'manualActivation'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
    updatedAt: reader.instant(json['updatedAt'], 'updatedAt'),
    gameStartTime: reader.instant(json['gameStartTime'], 'gameStartTime'),
    sportsMarketType: reader.text(json['sportsMarketType'], 'sportsMarketType'),
    sportsMarketTypeV2: reader.member(json['sportsMarketTypeV2'], 'sportsMarketTypeV2', SPORTS_MARKET_TYPE),
    line: reader.decimal(json['line'], 'line'),
    spreadTotalSuffix: reader.text(json['spreadTotalSuffix'], 'spreadTotalSuffix'),
    outcomes: readEncodedList(reader, json['outcomes'], 'outcomes'),
    outcomePrices: readEncodedList(reader, json['outcomePrices'], 'outcomePrices'),
    ep3Status: reader.member(json['ep3Status'], 'ep3Status', TRADING_STATE),
    status: reader.member(json['status'], 'status', MARKET_STATUS),
    sides: readSides(reader, json['marketSides']),
    // The markets of such a parent are placeholders.
    events: reader.nestedList(json['events'], 'events', readParent),
    bestBidQuote: reader.price(json['bestBidQuote'], 'bestBidQuote'),
    bestAskQuote: reader.price(json['bestAskQuote'], 'bestAskQuote'),
    tickSize: reader.plainPrice(json['orderPriceMinTickSize'], 'orderPriceMinTickSize'),
    minimumTradeQty: reader.quantity(json['minimumTradeQty'], 'minimumTradeQty'),
    feeCoefficient: reader.share(json['feeCoefficient'], 'feeCoefficient'),
    subject: readSubject(reader, json['subject']),
    assetTerms: reader.nested(json['assetPriceTerms'], 'assetPriceTerms', readAssetTerms),
    tags: reader.nestedList(json['tags'], 'tags', readTag),
    rulesDisclaimer: reader.prose(json['rulesDisclaimer'], 'rulesDisclaimer'),
    cyom: reader.flag(json['cyom'], 'cyom'),
    rewardsMinSize: reader.decimal(json['rewardsMinSize'], 'rewardsMinSize'),
    questionId: reader.text(json['questionId'], 'questionId'),
    overview: readOverview(reader, json),
    more: moreOf(reader, json, MARKET_NAMES),
  };
}

const MARKET_NAMES = new NamesRead(marketFields, { given: { slug: 'a' }, partly: { subject: ['name'] } });

export function readSubject(reader: Reader, value: unknown): string | undefined {
  const subject = asJsonObject(value);
  return reader.text(
    subject === undefined ? value : firstGiven(subject['name'], subject['displayName']),
    'subject',
  );
}

const NONE: readonly never[] = [];

/** A list sent as JSON inside of a text; a true list is understood too. */
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

function readParent(reader: Reader, json: JsonObject): MarketEvent | undefined {
  return readEvent(reader, json, NONE);
}

function readOverview(reader: Reader, json: JsonObject): MarketOverview | undefined {
  if (!mayHaveOverview(json)) return undefined;
  const overview: MarketOverview = {
    lastTradePrice: readPrice(reader, json['lastTradePrice'], 'lastTradePrice'),
    bestBid: readPrice(reader, json['bestBid'], 'bestBid'),
    bestAsk: readPrice(reader, json['bestAsk'], 'bestAsk'),
    spread: readPrice(reader, json['spread'], 'spread'),
    oneDayPriceChange: readChange(reader, json['oneDayPriceChange'], 'oneDayPriceChange'),
    oneWeekPriceChange: readChange(reader, json['oneWeekPriceChange'], 'oneWeekPriceChange'),
    liquidity: reader.text(json['liquidity'], 'liquidity'),
    liquidityNum: reader.quantity(json['liquidityNum'], 'liquidityNum'),
    volume: reader.text(json['volume'], 'volume'),
    volumeNum: reader.quantity(json['volumeNum'], 'volumeNum'),
    volume24hr: reader.quantity(json['volume24hr'], 'volume24hr'),
    volume1wk: reader.quantity(json['volume1wk'], 'volume1wk'),
    volume1mo: reader.quantity(json['volume1mo'], 'volume1mo'),
    volume1yr: reader.quantity(json['volume1yr'], 'volume1yr'),
    gameId: reader.text(json['gameId'], 'gameId'),
    subcategory: reader.text(json['subcategory'], 'subcategory'),
    propType: reader.text(json['propType'], 'propType'),
    outcomeTeamA: reader.text(json['outcomeTeamA'], 'outcomeTeamA'),
    outcomeTeamB: reader.text(json['outcomeTeamB'], 'outcomeTeamB'),
  };
  for (const field in overview) if (overview[field as keyof MarketOverview] !== undefined) return overview;
  return undefined;
}

/** Of most markets none of it is sent, and to look costs less than to make it. */
function mayHaveOverview(json: JsonObject): boolean {
  const first =
    json['lastTradePrice'] ??
    json['bestBid'] ??
    json['bestAsk'] ??
    json['spread'] ??
    json['oneDayPriceChange'] ??
    json['oneWeekPriceChange'] ??
    json['liquidity'] ??
    json['liquidityNum'] ??
    json['volume'] ??
    json['volumeNum'] ??
    json['volume24hr'] ??
    json['volume1wk'] ??
    json['volume1mo'] ??
    json['volume1yr'] ??
    json['gameId'] ??
    json['subcategory'] ??
    json['propType'] ??
    json['outcomeTeamA'] ??
    json['outcomeTeamB'];
  return first !== undefined && first !== null;
}

/** The types of the overview's prices are not on record: a number or an Amount. */
function readPrice(reader: Reader, value: unknown, field: string): Decimal | undefined {
  if (value === undefined) return undefined;
  return reader.price(value, field)?.value;
}

/** A price moves by 1 at most, up or down. */
function readChange(reader: Reader, value: unknown, field: string): Decimal | undefined {
  if (value === undefined) return undefined;
  const change = reader.money(value, field)?.value;
  if (change === undefined || isShare(change.abs())) return change;
  reader.problem(field, 'expected a change of at most 1, got a larger one');
  return undefined;
}

/**
 * The sides of a market. A side that does not say whether it is the long one cannot be distinguished from
 * its opposite: it is the short one when another side is long (a false may be left out), else it is left out. Two
 * sides that both claim to be long say nothing about either: both are left out.
 */
function readSides(reader: Reader, value: unknown): readonly MarketSide[] {
  const longs = Array.isArray(value) ? countLong(value) : 0;
  const sides = reader.nestedList(value, 'marketSides', longs === 1 ? readSideOfTwo : readSide);
  if (longs <= 1) return sides;
  reader.problem('marketSides', 'more than one side is marked long');
  return NONE;
}

function countLong(list: readonly unknown[]): number {
  let count = 0;
  for (const item of list) {
    const long = typeof item === 'object' && item !== null && 'long' in item ? item.long : undefined;
    if (long === true || long === 'true') count++;
  }
  return count;
}

function readSideOfTwo(reader: Reader, json: JsonObject): MarketSide {
  return sideFields(reader, json, reader.flag(json['long'], 'long') ?? false);
}

function readSide(reader: Reader, json: JsonObject): MarketSide | undefined {
  const long = reader.flag(json['long'], 'long');
  if (long !== undefined) return sideFields(reader, json, long);
  reader.problem('long', 'a side that is neither long nor short');
  return undefined;
}

function sideFields(reader: Reader, json: JsonObject, long: boolean): MarketSide {
  return {
    id: reader.text(json['id'], 'id') ?? '',
    description: reader.text(json['description'], 'description'),
    long,
    teamId: reader.text(json['teamId'], 'teamId'),
    team: reader.nested(json['team'], 'team', readTeam),
    price: reader.plainPrice(json['price'], 'price'),
    quote: reader.price(json['quote'], 'quote'),
    more: moreOf(reader, json, SIDE_NAMES),
  };
}

const SIDE_NAMES = new NamesRead(readSide, { given: { long: true } });

/**
 * An event without looking at its markets, which the caller reads first.
 * `undefined`, with a problem, when it has no id.
 */
function readEvent(reader: Reader, json: JsonObject, markets: readonly Market[]): MarketEvent | undefined {
  const id = reader.identity(json['id'], 'id');
  if (id === undefined) {
    reader.problem('id', 'an event without an id');
    return undefined;
  }
  // The state of a game is sent on the event, in `eventState`, or in both.
  const sent = eventStateOf(json);
  const state = sent ?? EMPTY;
  const game = readGameFields(reader, json, sent);
  return {
    id,
    slug: reader.slug(json['slug'], 'slug'),
    title: reader.text(json['title'], 'title'),
    subtitle: reader.text(json['subtitle'], 'subtitle'),
    description: reader.prose(json['description'], 'description'),
    startDate: reader.instant(json['startDate'], 'startDate'),
    endDate: reader.instant(json['endDate'], 'endDate'),
    active: reader.flag(json['active'], 'active'),
    closed: reader.flag(json['closed'], 'closed'),
    category: reader.text(json['category'], 'category'),
    createdAt: reader.instant(json['createdAt'], 'createdAt'),
    startTime: reader.instant(json['startTime'], 'startTime'),
    seriesSlug: reader.text(json['seriesSlug'], 'seriesSlug'),
    period: reader.text(firstGiven(json['period'], state['period']), 'period'),
    gameId: reader.text(firstGiven(json['gameId'], state['gameId']), 'gameId'),
    participants: reader.nestedList(json['participants'], 'participants', readParticipant),
    teams: reader.nestedList(json['teams'], 'teams', readTeam),
    markets,
    score: reader.text(firstGiven(json['score'], state['score']), 'score'),
    periodScores: game.periodScores,
    eventState: game.eventState,
    gameUpdate: game.gameUpdate,
    elapsed: reader.text(firstGiven(json['elapsed'], state['elapsed']), 'elapsed'),
    live: reader.flag(firstGiven(json['live'], state['live']), 'live'),
    ended: reader.flag(firstGiven(json['ended'], state['ended']), 'ended'),
    finishedTimestamp: reader.instant(
      firstGiven(json['finishedTimestamp'], state['finishedTimestamp']),
      'finishedTimestamp',
    ),
    volume: reader.quantity(json['volume'], 'volume'),
    liquidity: reader.quantity(json['liquidity'], 'liquidity'),
    openInterest: reader.quantity(json['openInterest'], 'openInterest'),
    tags: reader.nestedList(json['tags'], 'tags', readTag),
    more: moreOf(reader, json, EVENT_NAMES),
  };
}

const EMPTY: JsonObject = {};
const EVENT_NAMES = new NamesRead((reader, json) => readWholeEvent(reader, json), {
  given: { id: 'a' },
  partly: { metadata: ['gameState', 'latestGameUpdate'] },
});

function readTeam(reader: Reader, json: JsonObject): Team {
  return {
    id: reader.text(json['id'], 'id'),
    name: reader.text(json['name'], 'name'),
    abbreviation: reader.text(json['abbreviation'], 'abbreviation'),
    league: reader.text(json['league'], 'league'),
    record: reader.text(json['record'], 'record'),
    logo: reader.text(json['logo'], 'logo'),
    alias: reader.text(json['alias'], 'alias'),
    safeName: reader.text(json['safeName'], 'safeName'),
    colorPrimary: reader.text(json['colorPrimary'], 'colorPrimary'),
    ordering: reader.text(json['ordering'], 'ordering'),
    displayAbbreviation: reader.text(json['displayAbbreviation'], 'displayAbbreviation'),
    ranking: reader.text(json['ranking'], 'ranking'),
    conference: reader.text(json['conference'], 'conference'),
    more: moreOf(reader, json, TEAM_NAMES),
  };
}

const TEAM_NAMES = new NamesRead(readTeam);

/** A participant, an older form of a team (interface.md 9.5). */
function readParticipant(reader: Reader, json: JsonObject): Participant {
  return {
    id: reader.text(json['id'], 'id'),
    type: reader.member(json['type'], 'type', PARTICIPANT_TYPE),
    team: reader.nested(json['team'], 'team', readTeam),
    more: moreOf(reader, json, PARTICIPANT_NAMES),
  };
}

const PARTICIPANT_NAMES = new NamesRead(readParticipant);

function readTag(reader: Reader, json: JsonObject): Tag | undefined {
  const id = reader.text(json['id'], 'id');
  if (id === undefined) return undefined;
  return {
    id,
    label: reader.text(json['label'], 'label'),
    slug: reader.text(json['slug'], 'slug'),
    more: moreOf(reader, json, TAG_NAMES),
  };
}

const TAG_NAMES = new NamesRead(readTag, { given: { id: 'a' } });
