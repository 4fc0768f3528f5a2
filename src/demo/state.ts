import { ORDER_INTENTS, type OrderIntent } from '../core/order.ts';
import { BASE_MS, DAY, LAST_MS } from './engine/events.ts';

/** What a user (or a test) did. The id makes a union of two lists meaningful: the same deed has the same id. */
export type DemoAction = { readonly id: string; readonly atMs: number; readonly orderId: string } & (
  | { readonly kind: 'cancel' }
  | {
      readonly kind: 'placeOrder';
      readonly marketSlug: string;
      readonly intent: OrderIntent;
      /** Long-side price, decimal text between 0 and 1 on the market's tick. */
      readonly price: string;
      /** Contracts, decimal text with up to two decimals. */
      readonly quantity: string;
    }
  /** `quantity`: contracts; all that is left when absent. */
  | { readonly kind: 'fillOrder'; readonly quantity?: string }
  /** The exchange takes back the last fill of the order. */
  | { readonly kind: 'bustFill' }
);

/** All a demo world depends on besides the time; plain JSON. */
export interface DemoState {
  readonly seed: number;
  readonly epochMs: number;
  readonly actions: readonly DemoAction[];
}

/** Where the editor keeps the state of the demo. */
export interface DemoStateStore {
  /** The stored value; it is checked before use. */
  load(): unknown;
  save(state: DemoState): void;
}

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

function isAction(value: unknown): value is DemoAction {
  if (!isRecord(value)) return false;
  const { kind, id, atMs, orderId, marketSlug, intent, price, quantity } = value;
  if (!isText(id) || !isText(orderId) || !Number.isSafeInteger(atMs)) return false;
  if (kind === 'placeOrder')
    return (
      isText(marketSlug) && ORDER_INTENTS.some((each) => each === intent) && isText(price) && isText(quantity)
    );
  if (kind === 'fillOrder') return quantity === undefined || isText(quantity);
  return kind === 'cancel' || kind === 'bustFill';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
