import type { Decimal } from '../../core/decimal.ts';
import type { Position } from '../../core/position.ts';
import { readMetadata } from './read-order.ts';
import type { Reader, Row } from './reader.ts';

/**
 * A position in the market the caller knows (interface §2.9, live interface §9.4). Quantities are those of the exact
 * `…Decimal` fields where they are readable, else of the rounded integers.
 */
export function readPosition(at: Reader, o: Row, marketSlug: string): Position {
  const exact = at.decimal(o['netPositionDecimal'], 'netPositionDecimal');
  const netPosition = exact ?? at.decimal(o['netPosition'], 'netPosition');
  return {
    marketSlug,
    netPosition,
    qtyBought: readQuantity(at, o, 'qtyBought', 'qtyBoughtDecimal'),
    qtySold: readQuantity(at, o, 'qtySold', 'qtySoldDecimal'),
    qtyAvailable: readQuantity(at, o, 'qtyAvailable', 'qtyAvailableDecimal'),
    bodPosition: readQuantity(at, o, 'bodPosition', 'bodPositionDecimal'),
    rounded: exact === undefined && netPosition !== undefined,
    cost: at.money(o['cost'], 'cost'),
    realized: at.money(o['realized'], 'realized'),
    cashValue: at.money(o['cashValue'], 'cashValue'),
    avgPx: at.money(o['avgPx'], 'avgPx'),
    fees: at.money(o['fees'], 'fees'),
    baseCost: at.money(o['baseCost'], 'baseCost'),
    costPerShare: at.money(o['costPerShare'], 'costPerShare'),
    expired: at.flag(o['expired'], 'expired'),
    updateTime: at.instant(o['updateTime'], 'updateTime'),
    marketMetadata: readMetadata(at, o['marketMetadata']),
  };
}

function readQuantity(at: Reader, o: Row, rounded: string, exact: string): Decimal | undefined {
  return at.decimal(o[exact], exact) ?? at.decimal(o[rounded], rounded);
}
