import type { MarketSide } from '../../core/market.ts';
import { MARKET_SIDE_TYPE } from './enums.ts';
import { readTeam } from './read-team.ts';
import { asRow, type Reader, type Row } from './reader.ts';

/**
 * The sides of a market (interface §2.3). A side that does not say whether it is the long one cannot be told from
 * its opposite: it is the short one when another side is long (a false may be left out), else it is left out. Two
 * sides that both claim to be long say nothing about either: both are left out.
 */
export function readSides(at: Reader, value: unknown): readonly MarketSide[] {
  const list = at.list(value, 'marketSides');
  if (list.length === 0) return NONE;
  const sides: MarketSide[] = [];
  at.enter('marketSides');
  const longs = countLong(list);
  for (let index = 0; index < list.length; index++) {
    at.enter(index);
    const side = readSide(at, list[index], longs);
    if (side !== undefined) sides.push(side);
    at.leave();
  }
  if (longs > 1) at.problem('', 'more than one side is marked long');
  at.leave();
  return longs > 1 ? NONE : sides;
}

const NONE: readonly never[] = [];

function countLong(list: readonly unknown[]): number {
  let count = 0;
  for (const item of list) {
    const long = typeof item === 'object' && item !== null && 'long' in item ? item.long : undefined;
    if (long === true || long === 'true') count++;
  }
  return count;
}

function readSide(at: Reader, value: unknown, longs: number): MarketSide | undefined {
  const o = asRow(value);
  const long = o && readLong(at, o, longs);
  if (o === undefined || long === undefined) {
    at.problem('long', 'a side that is neither long nor short');
    return undefined;
  }
  return {
    id: at.text(o['id'], 'id') ?? '',
    marketSideType: at.member(o['marketSideType'], 'marketSideType', MARKET_SIDE_TYPE),
    identifier: at.text(o['identifier'], 'identifier'),
    createdAt: at.instant(o['createdAt'], 'createdAt'),
    updatedAt: at.instant(o['updatedAt'], 'updatedAt'),
    description: at.text(o['description'], 'description'),
    marketId: at.text(o['marketId'], 'marketId'),
    long,
    teamId: at.text(o['teamId'], 'teamId'),
    team: readTeam(at, o['team'], 'team'),
    participantId: at.text(o['participantId'], 'participantId'),
    price: at.decimal(o['price'], 'price'),
    quote: at.money(o['quote'], 'quote'),
    tradable: at.flag(o['tradable'], 'tradable'),
  };
}

function readLong(at: Reader, o: Row, longs: number): boolean | undefined {
  return at.flag(o['long'], 'long') ?? (longs === 1 ? false : undefined);
}
