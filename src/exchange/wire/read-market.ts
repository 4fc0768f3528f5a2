import type { Decimal } from '../../core/decimal.ts';
import type { Market, MarketEvent, MarketOverview } from '../../core/market.ts';
import { MARKET_STATUS, SPORTS_MARKET_TYPE, TRADING_STATE } from './enums.ts';
import { parseJsonText } from './json.ts';
import { readEvent } from './read-event.ts';
import { readSides } from './read-side.ts';
import { readTags } from './read-team.ts';
import { asRow, firstGiven, type Reader, type Row } from './reader.ts';

/** Reads a market (interface.md 9.2). `undefined`, with a problem, when its slug is missing or unusable. */
export function readMarket(at: Reader, o: Row): Market | undefined {
  const id = at.identity(o['id'], 'id');
  const slug = at.identity(o['slug'], 'slug');
  if (slug !== undefined) at.called(slug);
  else if (id !== undefined) at.called(id);
  if (slug === undefined) {
    at.problem('slug', 'a market needs a slug');
    return undefined;
  }
  return {
    id,
    slug,
    question: at.text(o['question'], 'question'),
    title: at.text(o['title'], 'title'),
    titleShort: at.text(o['titleShort'], 'titleShort'),
    subtitle: at.text(o['subtitle'], 'subtitle'),
    description: at.prose(o['description'], 'description'),
    startDate: at.instant(o['startDate'], 'startDate'),
    endDate: at.instant(o['endDate'], 'endDate'),
    category: at.text(o['category'], 'category'),
    marketType: at.text(o['marketType'], 'marketType'),
    active: at.flag(o['active'], 'active'),
    closed: at.flag(o['closed'], 'closed'),
    archived: at.flag(o['archived'], 'archived'),
    hidden: at.flag(o['hidden'], 'hidden'),
    createdAt: at.instant(o['createdAt'], 'createdAt'),
    updatedAt: at.instant(o['updatedAt'], 'updatedAt'),
    gameStartTime: at.instant(o['gameStartTime'], 'gameStartTime'),
    manualActivation: at.flag(o['manualActivation'], 'manualActivation'),
    sportsMarketType: at.text(o['sportsMarketType'], 'sportsMarketType'),
    sportsMarketTypeV2: at.member(o['sportsMarketTypeV2'], 'sportsMarketTypeV2', SPORTS_MARKET_TYPE),
    line: at.decimal(o['line'], 'line'),
    outcomes: readEncodedList(at, o['outcomes'], 'outcomes'),
    outcomePrices: readEncodedList(at, o['outcomePrices'], 'outcomePrices'),
    ep3Status: at.member(o['ep3Status'], 'ep3Status', TRADING_STATE),
    status: at.member(o['status'], 'status', MARKET_STATUS),
    sides: readSides(at, o['marketSides']),
    events: readParents(at, o['events']),
    bestBidQuote: at.money(o['bestBidQuote'], 'bestBidQuote'),
    bestAskQuote: at.money(o['bestAskQuote'], 'bestAskQuote'),
    tickSize: at.decimal(o['orderPriceMinTickSize'], 'orderPriceMinTickSize'),
    minimumTradeQty: at.decimal(o['minimumTradeQty'], 'minimumTradeQty'),
    feeCoefficient: at.decimal(o['feeCoefficient'], 'feeCoefficient'),
    subject: readSubject(at, o['subject']),
    tags: readTags(at, o['tags']),
    rulesDisclaimer: at.prose(o['rulesDisclaimer'], 'rulesDisclaimer'),
    cyom: at.flag(o['cyom'], 'cyom'),
    rewardsMinSize: at.decimal(o['rewardsMinSize'], 'rewardsMinSize'),
    questionId: at.text(o['questionId'], 'questionId'),
    overview: readOverview(at, o),
  };
}

/** The subject of a market or order: its name. */
export function readSubject(at: Reader, value: unknown): string | undefined {
  const subject = asRow(value);
  return at.text(
    subject === undefined ? value : firstGiven(subject['name'], subject['displayName']),
    'subject',
  );
}

const NONE: readonly never[] = [];

/** A list sent as JSON inside of a text (interface §2.2); a true list is understood too. */
function readEncodedList(at: Reader, value: unknown, field: string): readonly string[] {
  if (value === undefined || value === null || value === '') return NONE;
  const list = typeof value === 'string' ? parsedList(value) : value;
  if (!Array.isArray(list)) {
    at.problem(field, 'expected a list in JSON');
    return NONE;
  }
  const texts: string[] = [];
  // An empty place stays, so that the others keep theirs.
  for (const item of list) texts.push(at.text(item, field) ?? '');
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
function readParents(at: Reader, value: unknown): readonly MarketEvent[] {
  const list = at.list(value, 'events');
  if (list.length === 0) return NONE;
  const events: MarketEvent[] = [];
  at.enter('events');
  for (const [index, item] of list.entries()) {
    at.enter(index);
    const o = at.object(item, '');
    const event = o && readEvent(at, o, NONE);
    if (event !== undefined) events.push(event);
    at.leave();
  }
  at.leave();
  return events;
}

function readOverview(at: Reader, o: Row): MarketOverview | undefined {
  const overview: MarketOverview = {
    subcategory: at.text(o['subcategory'], 'subcategory'),
    lastTradePrice: readPrice(at, o['lastTradePrice'], 'lastTradePrice'),
    bestBid: readPrice(at, o['bestBid'], 'bestBid'),
    bestAsk: readPrice(at, o['bestAsk'], 'bestAsk'),
    spread: readPrice(at, o['spread'], 'spread'),
    oneDayPriceChange: readPrice(at, o['oneDayPriceChange'], 'oneDayPriceChange'),
    oneWeekPriceChange: readPrice(at, o['oneWeekPriceChange'], 'oneWeekPriceChange'),
    liquidity: at.text(o['liquidity'], 'liquidity'),
    liquidityNum: at.decimal(o['liquidityNum'], 'liquidityNum'),
    volume: at.text(o['volume'], 'volume'),
    volumeNum: at.decimal(o['volumeNum'], 'volumeNum'),
    volume24hr: at.decimal(o['volume24hr'], 'volume24hr'),
    volume1wk: at.decimal(o['volume1wk'], 'volume1wk'),
    volume1mo: at.decimal(o['volume1mo'], 'volume1mo'),
    gameId: at.text(o['gameId'], 'gameId'),
    propType: at.text(o['propType'], 'propType'),
    outcomeTeamA: at.text(o['outcomeTeamA'], 'outcomeTeamA'),
    outcomeTeamB: at.text(o['outcomeTeamB'], 'outcomeTeamB'),
  };
  for (const field in overview) if (overview[field as keyof MarketOverview] !== undefined) return overview;
  return undefined;
}

/** The types of the overview's prices are not on record: a number or an Amount. */
function readPrice(at: Reader, value: unknown, field: string): Decimal | undefined {
  if (value === undefined) return undefined;
  return at.money(value, field)?.value;
}
