import type { Execution, PositionChange } from '../../core/execution.ts';
import type { Position } from '../../core/position.ts';
import { EXECUTION_TYPE, LEDGER_ENTRY_TYPE, REJECT_REASON } from './enums.ts';
import { readOrder } from './read-order.ts';
import { readPosition } from './read-position.ts';
import { asRow, firstGiven, type Reader, type Row } from './reader.ts';

/** Live interface §9.1, §11. `undefined`, with a problem, without an order that can be told from others. */
export function readExecution(at: Reader, o: Row): Execution | undefined {
  const row = at.object(o['order'], 'order');
  at.enter('order');
  const order = row && readOrder(at, row);
  at.leave();
  if (order === undefined) {
    at.problem('order', 'an execution needs its order');
    return undefined;
  }
  at.called(order.id);
  return {
    id: at.identity(o['id'], 'id'),
    type: at.member(o['type'], 'type', EXECUTION_TYPE),
    order,
    lastShares: at.decimal(o['lastShares'], 'lastShares'),
    lastPx: at.money(o['lastPx'], 'lastPx'),
    tradeId: at.identity(o['tradeId'], 'tradeId'),
    text: at.text(o['text'], 'text'),
    rejectReason: at.member(o['orderRejectReason'], 'orderRejectReason', REJECT_REASON),
    transactTime: at.instant(o['transactTime'], 'transactTime'),
  };
}

/** Live interface §11. A change that does not say whose position it left is still a change. */
export function readPositionChange(at: Reader, o: Row): PositionChange {
  return {
    after: readAfter(at, o['afterPosition']),
    entryType: at.member(o['entryType'], 'entryType', LEDGER_ENTRY_TYPE),
    tradeId: at.identity(o['tradeId'], 'tradeId'),
    updateTime: at.instant(o['updateTime'], 'updateTime'),
  };
}

/** Here a position is not the value of a map of slugs: its market stands in its metadata, or nowhere. */
function readAfter(at: Reader, value: unknown): Position | undefined {
  const o = at.object(value, 'afterPosition');
  if (o === undefined) return undefined;
  at.enter('afterPosition');
  const slug = firstGiven(asRow(o['marketMetadata'])?.['slug'], o['marketSlug']);
  const marketSlug = at.identity(slug, 'marketMetadata.slug');
  const after = marketSlug === undefined ? undefined : readPosition(at, o, marketSlug);
  at.leave();
  return after;
}
