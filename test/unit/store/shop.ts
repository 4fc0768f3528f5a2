import type { Market } from '../../../src/core/market.ts';
import { type MarketsOptions, MarketsStore } from '../../../src/store/markets/markets.ts';
import type { Change } from '../../../src/store/reading/load-state.ts';
import { market, rig } from './values.ts';

/** A markets store over a service with `count` markets, m0, m1 … */
export function shop(count: number, options: MarketsOptions = { pageSize: 3 }) {
  const base = rig();
  base.exchange.markets_ = Array.from({ length: count }, (_, at) => market(`m${at}`));
  const markets = new MarketsStore(base.session, options);
  const changes: Change[] = [];
  markets.onDidChange((change) => changes.push(change));
  const slugs = (): string => markets.markets.map(({ slug }) => slug).join(' ');
  const asked = (): unknown[] =>
    base.exchange.calls.filter(({ method }) => method === 'markets').map(({ args }) => args[1]);
  const put = (slug: string, own: Partial<Market>): void => {
    base.exchange.markets_ = base.exchange.markets_.map((each) =>
      each.slug === slug ? market(slug, own) : each,
    );
  };
  return { ...base, markets, changes, slugs, asked, put };
}
