import type { Market } from '../../core/market.ts';
import type { Exchange } from '../../exchange/exchange.ts';

/** Slugs of one request: each is a query parameter, and a request line has its limits. */
export const SLUGS_PER_REQUEST = 40;

/** Reads markets by slug; those the service does not list are missing. */
export async function marketsBySlug(exchange: Exchange, slugs: readonly string[], signal: AbortSignal) {
  const found: { readonly items: readonly Market[]; readonly receivedAt: number }[] = [];
  for (let at = 0; at < slugs.length; at += SLUGS_PER_REQUEST) {
    const some = slugs.slice(at, at + SLUGS_PER_REQUEST);
    const page = { limit: some.length, offset: 0 };
    const { items, receivedAt } = await exchange.markets({ slugs: some }, page, signal);
    // A service may ignore the filter: take only what was asked for.
    found.push({ items: items.filter(({ slug }) => some.includes(slug)), receivedAt });
  }
  return found;
}
