import type { MarketTopic } from '../../exchange/streams.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { settlementSnapshot } from '../../view/panels/settlement/model.ts';
import { settlementTabTitle } from '../../view/panels/tab-titles.ts';
import type { Parts } from '../services.ts';
import { type InputServices, inputOf, watchBook } from './market-input.ts';
import type { PanelPage } from './page.ts';

/** The book is the first to say that a market ended. */
const TOPICS: ReadonlySet<MarketTopic> = new Set(['book']);

/** What the page of a settlement is made of. */
export function settlementPage(services: InputServices & Parts<'view'>, slug: string): PanelPage {
  const { session, orders, positions } = services;
  const activity = new ActivityStore(session, { marketSlug: slug });
  const watches = watchBook(services, slug, ['market', 'book', 'settlement']);
  const ofOrders = [...watches, activity];
  return {
    title: () => settlementTabTitle(slug, services.marketViews.withEvent(slug), services.view()),
    draw: (showsDetails) => ({
      content: settlementSnapshot({ ...inputOf(services, slug, activity), showsDetails }, services.view()),
      needs: { stores: [...ofOrders, orders, positions], markets: [{ slugs: [slug], topics: TOPICS }] },
    }),
    slugs: () => [slug],
    ofOrders,
    dispose(): void {
      for (const store of ofOrders) store.dispose();
    },
  };
}
