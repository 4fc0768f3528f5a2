import { marketName } from '../view/names.ts';
import type { Parts } from './services.ts';

/** What a market is called, by its slug; the slug itself where nothing more is known. */
export function nameOfMarket({ marketViews, view }: Parts<'marketViews' | 'view'>, slug: string): string {
  const market = marketViews.withEvent(slug);
  return market === undefined ? slug : marketName(market, undefined, view());
}
