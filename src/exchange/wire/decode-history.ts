import type { PriceSample } from '../../core/book.ts';
import { Decimal, maxDecimal, minDecimal } from '../../core/decimal.ts';
import type { Decoded } from './decode.ts';
import { asRow, Reader } from './reader.ts';
import { kindOf, WireError } from './wire-error.ts';

/**
 * Reply of GET /v1/price-history (live interface §7.9): oldest first whatever order it came in, prices held within
 * 0…1. A sample without time or long price is left out, with a problem.
 * @throws WireError `badReply`
 */
export function decodePriceHistory(body: unknown): Decoded<readonly PriceSample[]> {
  const list = asRow(body)?.['history'];
  if (list !== null && !Array.isArray(list))
    throw new WireError('badReply', '"history" as a list', kindOf(list));
  const at = new Reader();
  const samples: PriceSample[] = [];
  for (const [index, item] of ((list ?? []) as unknown[]).entries()) {
    at.begin('history', index);
    const o = asRow(item);
    const seconds = o && at.decimal(o['timestamp'], 'timestamp');
    const longPrice = o && at.decimal(o['longPrice'], 'longPrice');
    const ms = seconds === undefined ? Number.NaN : Math.round(seconds.toNumber() * 1000);
    if (o === undefined || longPrice === undefined || !(Math.abs(ms) <= LAST_DATE)) {
      at.problem('', 'a sample needs a time and a price');
      continue;
    }
    const shortPrice = at.decimal(o['shortPrice'], 'shortPrice');
    samples.push({ ms, longPrice: within01(longPrice), shortPrice: shortPrice && within01(shortPrice) });
  }
  samples.sort((a, b) => a.ms - b.ms);
  return { value: samples, problems: at.problems };
}

/** The last millisecond a Date can hold. */
const LAST_DATE = 8.64e15;

function within01(price: Decimal): Decimal {
  return maxDecimal(Decimal.zero, minDecimal(Decimal.one, price));
}
