import type { AssetCourse, AssetTerms } from '../../core/asset-terms.ts';
import { ASSET_CLASS, ASSET_DIRECTION, ASSET_MARKET_TYPE, ASSET_RANGE_KIND } from './enums.ts';
import { moreOf, NamesRead } from './raw-fields.ts';
import { asJsonObject, type JsonObject, LAST_SECOND, Reader } from './reader.ts';
import { objectOf } from './replies.ts';
import { kindOf, WireError } from './wire-error.ts';

/** Terms of a market about the price of an asset (interface.md 9.13). */
export function readAssetTerms(reader: Reader, json: JsonObject): AssetTerms {
  return {
    marketType: specified(reader.member(json['marketType'], 'marketType', ASSET_MARKET_TYPE)),
    asset: readAsset(reader, json['asset']),
    indexSymbol: reader.text(json['indexSymbol'], 'indexSymbol'),
    horizon: reader.text(json['horizon'], 'horizon'),
    windowStart: reader.instant(json['windowStart'], 'windowStart'),
    windowEnd: reader.instant(json['windowEnd'], 'windowEnd'),
    priceToBeat: reader.money(json['priceToBeat'], 'priceToBeat'),
    strike: reader.money(json['strike'], 'strike'),
    rangeLower: reader.money(json['rangeLower'], 'rangeLower'),
    rangeUpper: reader.money(json['rangeUpper'], 'rangeUpper'),
    rangeKind: specified(reader.member(json['rangeKind'], 'rangeKind', ASSET_RANGE_KIND)),
    direction: specified(reader.member(json['direction'], 'direction', ASSET_DIRECTION)),
    settlementPrice: reader.money(json['settlementPrice'], 'settlementPrice'),
    more: moreOf(reader, json, TERMS_NAMES),
  };
}

const TERMS_NAMES = new NamesRead(readAssetTerms);

/** Sent on every market that has no use for the field. */
function specified<T extends string>(member: T | undefined): T | undefined {
  return member === 'UNSPECIFIED' ? undefined : member;
}

/** `crypto:btc`, from an object of class and symbol or from that text. */
function readAsset(reader: Reader, value: unknown): string | undefined {
  const json = asJsonObject(value);
  if (json === undefined) return reader.text(value, 'asset')?.toLowerCase();
  const name = reader.member(json['assetClass'], 'asset.assetClass', ASSET_CLASS)?.toLowerCase();
  const symbol = reader.text(json['symbol'], 'asset.symbol')?.toLowerCase();
  return name === undefined || symbol === undefined ? symbol : `${name}:${symbol}`;
}

/** Reply of GET /v1/asset-prices/history about one asset. Empty where the service knows none of its prices. */
export function decodeAssetCourse(body: unknown, asset: string) {
  const sent = objectOf(body, 'an object with "series"')['series'];
  if (sent !== null && !Array.isArray(sent)) throw new WireError('"series" as a list', kindOf(sent));
  const list = sent ?? [];
  const reader = new Reader();
  const found = reader
    .rows('series', list, readCourse)
    .find((course) => course.asset === asset || (list.length === 1 && course.asset === ''));
  const value: AssetCourse = found ?? { asset, currency: '', points: [] };
  return { value, problems: reader.problems };
}

function readCourse(reader: Reader, json: JsonObject): AssetCourse {
  const points = reader.nestedList(json['candles'], 'candles', readCandle);
  return {
    asset: readAsset(reader, json['asset']) ?? '',
    currency: reader.text(json['currency'], 'currency') ?? '',
    points: [...points].sort((a, b) => a.ms - b.ms),
  };
}

function readCandle(reader: Reader, json: JsonObject): AssetCourse['points'][number] | undefined {
  const seconds = reader.decimal(json['timestamp'], 'timestamp')?.toNumber();
  const close = reader.decimal(json['close'], 'close');
  const ticks = reader.decimal(json['tickCount'], 'tickCount');
  if (
    seconds === undefined ||
    close === undefined ||
    close.isNegative ||
    !(seconds > 0 && seconds < LAST_SECOND)
  ) {
    reader.problem('', 'a candle needs a time and a last price');
    return undefined;
  }
  return { ms: seconds * 1000, close, isFilled: ticks?.isZero === true };
}
