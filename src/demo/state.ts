import type { OrderIntent } from '../core/order.ts';
import type { DemoAction, DemoState } from './api.ts';
import { BASE_MS, DAY, LAST_MS } from './engine/events.ts';

/** A year's room on both sides, for the account's past and for questions that end long after. */
export function isEpoch(ms: number): boolean {
  return ms >= BASE_MS + 366 * DAY && ms < LAST_MS - 366 * DAY;
}

/**
 * A stored state as far as it can be used; undefined when there is none or it is not of a world. Whatever wrote it may
 * have been another version: an action of a kind or shape unknown here is left out.
 */
export function readState(stored: unknown): DemoState | undefined {
  if (!isRecord(stored)) return undefined;
  const { seed, epochMs, actions } = stored;
  if (!isInteger(seed) || !isInteger(epochMs) || !isEpoch(epochMs) || !Array.isArray(actions))
    return undefined;
  return { seed, epochMs, actions: actions.filter(isAction) };
}

const INTENTS: Readonly<Record<OrderIntent, true>> = {
  BUY_LONG: true,
  SELL_LONG: true,
  BUY_SHORT: true,
  SELL_SHORT: true,
};

function isAction(value: unknown): value is DemoAction {
  if (!isRecord(value)) return false;
  const { kind, id, atMs, orderId, marketSlug, intent, price, quantity } = value;
  if (!isText(id) || !isText(orderId) || !isInteger(atMs)) return false;
  switch (kind) {
    case 'cancel':
    case 'bustFill':
      return true;
    case 'placeOrder':
      return (
        isText(marketSlug) &&
        isText(intent) &&
        Object.hasOwn(INTENTS, intent) &&
        isText(price) &&
        isText(quantity)
      );
    case 'fillOrder':
      return quantity === undefined || isText(quantity);
    default:
      return false;
  }
}

function isRecord(value: unknown): value is Record<keyof DemoState | KeyOfActions, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type KeyOfActions = DemoAction extends infer A ? (A extends DemoAction ? keyof A : never) : never;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
