import { Decimal } from '../core/decimal.ts';
import { isInstant } from '../core/instant.ts';
import { isMoney } from '../core/money.ts';
import { HIDDEN, withoutFigures } from '../view/numbers.ts';

/** Public data as formatted JSON: absent fields left out, times and decimals with every digit as received. `indent` 0: one line. */
export function jsonOf(value: unknown, indent = 2): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isInstant(inner) ? inner.text : inner), indent);
}

/** Data of the account as formatted JSON, as `jsonOf`. Hidden amounts are masked; prices stay, as on every surface. */
export function ownJson(value: unknown, hideAmounts: boolean, indent?: number): string {
  return jsonOf(hideAmounts ? masked(value) : value, indent);
}

/** What everybody may see: prices per contract, and the market itself. */
const PUBLIC: ReadonlySet<string> = new Set(['price', 'avgPx', 'market', 'marketMetadata']);

function masked(value: unknown): unknown {
  if (value instanceof Decimal || isMoney(value)) return HIDDEN;
  if (typeof value === 'string') return withoutFigures(value);
  if (typeof value !== 'object' || value === null || isInstant(value)) return value;
  if (Array.isArray(value)) return value.map(masked);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, PUBLIC.has(key) ? inner : masked(inner)]),
  );
}
