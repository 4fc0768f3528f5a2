import { Decimal } from '../core/decimal.ts';
import type { Order } from '../core/order.ts';
import { HIDDEN } from '../view/format.ts';

/**
 * A decoded value as formatted JSON for people: absent fields left out, moments as they came, decimals with every digit.
 */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isInstant(inner) ? inner.text : inner), 2);
}

function isInstant(value: unknown): value is { readonly text: string } {
  return typeof value === 'object' && value !== null && 'nanos' in value && 'ms' in value && 'text' in value;
}

/** An order as JSON, as `jsonOf`; with amounts hidden its prices stay, as on every other surface. */
export function orderJson(order: Order, hideAmounts: boolean): string {
  return jsonOf({ order: hideAmounts ? masked(order) : order });
}

/** What an order says to everybody: what it costs a contract. */
const PRICES: ReadonlySet<string> = new Set(['price', 'avgPx']);

function masked(value: unknown): unknown {
  if (value instanceof Decimal || isMoney(value)) return HIDDEN;
  if (typeof value !== 'object' || value === null || isInstant(value)) return value;
  if (Array.isArray(value)) return value.map(masked);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, PRICES.has(key) ? inner : masked(inner)]),
  );
}

function isMoney(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'value' in value && value.value instanceof Decimal;
}
