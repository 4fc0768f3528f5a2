import type { Balance } from '../../core/balance.ts';
import { Decimal } from '../../core/decimal.ts';
import type { PositionChange } from '../../core/execution.ts';
import { type Money, money } from '../../core/money.ts';
import type { Position } from '../../core/position.ts';
import { exactInstant } from '../account/order-values.ts';

/** The fill or bust a position changed with. */
export interface Cause {
  readonly tradeId: string | undefined;
  readonly busted: boolean;
}

/**
 * Positions that are others than at the last look. What a position is worth moves with the market and is no change of
 * it. One that is no longer listed comes as flat, or without itself when it had been flat already: then the client has
 * to read again.
 */
export function positionChanges(
  before: readonly Position[],
  after: readonly Position[],
  causes: ReadonlyMap<string, Cause>,
  now: number,
): readonly PositionChange[] {
  const old = new Map(before.map((position) => [position.marketSlug, position]));
  const changes: PositionChange[] = [];
  for (const position of after) {
    const was = old.get(position.marketSlug);
    old.delete(position.marketSlug);
    if (was !== undefined && samePosition(was, position)) continue;
    const cause = causes.get(position.marketSlug);
    const settled = position.expired === true && isFlat(position) && was !== undefined && !isFlat(was);
    changes.push({
      after: position,
      entryType: entryType(cause, settled),
      tradeId: cause?.tradeId,
      updateTime: position.updateTime,
    });
  }
  for (const gone of old.values()) {
    const cause = causes.get(gone.marketSlug);
    changes.push({
      after: isFlat(gone) ? undefined : flat(gone, now),
      entryType: entryType(cause, false),
      tradeId: cause?.tradeId,
      updateTime: exactInstant(now, gone.marketSlug),
    });
  }
  return changes;
}

/** Balances that are others than at the last look, by currency. */
export function balanceChanges(before: readonly Balance[], after: readonly Balance[]): readonly Balance[] {
  return after.filter((balance) => {
    const was = before.find(({ currency }) => currency === balance.currency);
    return was === undefined || figuresOf(was) !== figuresOf(balance);
  });
}

function entryType(cause: Cause | undefined, settled: boolean): string {
  if (settled) return 'RESOLUTION';
  return cause?.busted === true ? 'CORRECTION' : 'ORDER_EXECUTION';
}

function samePosition(a: Position, b: Position): boolean {
  return (
    a.updateTime?.text === b.updateTime?.text &&
    a.netPosition?.text === b.netPosition?.text &&
    a.qtyAvailable?.text === b.qtyAvailable?.text &&
    a.cost?.value.text === b.cost?.value.text &&
    a.realized?.value.text === b.realized?.value.text
  );
}

function isFlat(position: Position): boolean {
  return position.netPosition?.isZero === true;
}

function flat(position: Position, now: number): Position {
  const none = (amount: Money | undefined): Money | undefined =>
    amount && money(Decimal.zero, amount.currency);
  return {
    ...position,
    netPosition: Decimal.zero,
    qtyAvailable: Decimal.zero,
    cost: none(position.cost),
    baseCost: none(position.baseCost),
    fees: none(position.fees),
    cashValue: none(position.cashValue),
    avgPx: undefined,
    costPerShare: undefined,
    updateTime: exactInstant(now, position.marketSlug),
    marketMetadata: position.marketMetadata && { ...position.marketMetadata, outcome: 'None' },
  };
}

function figuresOf(balance: Balance): string {
  const { currency: _, lastUpdated: __, ...figures } = balance;
  return Object.values(figures)
    .map((figure) => figure?.text ?? '')
    .join(' ');
}
