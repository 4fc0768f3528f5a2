import { l10n, QuickPickItemKind, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { SearchResult } from '../../store/markets/search.ts';
import type { Services } from '../services.ts';
import { type MarketItem, marketItem } from './market-item.ts';

/** Milliseconds of quiet before the service is asked. */
const PAUSE_MS = 250;
const LIMIT = 50;

/** An id has digits alone; no slug does. */
export const MARKET_ID = /^\d{1,10}$/;

export interface SearchOptions {
  readonly title: string;
  readonly text?: string;
  /** Offered first, stands for no market in particular. Then what was typed is never taken for a market's id. */
  readonly none?: string | undefined;
}

/**
 * Lets a person find a market: what is known here is listed while typing, what the service's own search finds is added
 * when it answers. A slug or an id typed out can be chosen whether or not anything knows it. Resolves with the slug (or
 * that id), `''` for `none`, or undefined when given up.
 */
export function searchForMarket(services: Services, options: SearchOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<MarketItem>();
    let timer: Disposable | undefined;
    let asked: AbortController | undefined;
    const forget = (): void => {
      timer?.dispose();
      asked?.abort();
      asked = undefined;
    };
    const showResult = (result: SearchResult): void => {
      const found = resultItems(services, result);
      pick.items = [
        ...noneItem(options.none, result.text),
        ...found,
        ...typedItem(result.text, found, options.none === undefined),
        ...serviceNote(result),
      ];
    };
    const ask = async (text: string): Promise<void> => {
      const controller = new AbortController();
      asked = controller;
      pick.busy = true;
      const result = await services.search.search(text, { limit: LIMIT, signal: controller.signal });
      if (asked !== controller) return;
      pick.busy = false;
      showResult(result);
    };
    const type = (text: string): void => {
      forget();
      pick.busy = false;
      showResult(services.search.local(text, LIMIT));
      if (text.trim() !== '') timer = services.clock.setTimeout(() => void ask(text), PAUSE_MS);
    };
    pick.title = options.title;
    pick.placeholder = l10n.t('A team, a question, a league or a slug');
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.value = options.text ?? '';
    pick.onDidChangeValue(type);
    pick.onDidAccept(() => {
      const slug = pick.selectedItems[0]?.slug;
      if (slug === undefined) return;
      resolve(slug);
      pick.hide();
    });
    pick.onDidHide(() => {
      forget();
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
    type(pick.value);
  });
}

function noneItem(none: string | undefined, text: string): readonly MarketItem[] {
  return none === undefined || text.trim() !== '' ? [] : [{ label: none, slug: '' }];
}

/** Markets as found, then those of the events found; a note where the service could not be asked. */
function resultItems(services: Services, result: SearchResult): readonly MarketItem[] {
  const found = new Map(result.events.flatMap((event) => event.markets.map(({ slug }) => [slug, event])));
  const items: MarketItem[] = result.markets.map((market) =>
    marketItem(services, market, found.get(market.slug)),
  );
  const seen = new Set(items.map(({ slug }) => slug));
  for (const event of result.events) {
    for (const market of event.markets) {
      if (seen.has(market.slug)) continue;
      seen.add(market.slug);
      items.push(marketItem(services, market, event));
    }
  }
  return items;
}

/** What was typed, as the slug or the id of a market that is not among those found. */
function typedItem(text: string, found: readonly MarketItem[], ids: boolean): readonly MarketItem[] {
  const typed = text.trim();
  if (found.some(({ slug }) => slug === typed)) return [];
  const item = (label: string): readonly MarketItem[] => [{ label, slug: typed, alwaysShow: true }];
  if (/^[a-z0-9]+(?:-[a-z0-9._]+)+$/i.test(typed)) return item(l10n.t('The market with the slug {0}', typed));
  return ids && MARKET_ID.test(typed) ? item(l10n.t('The market with the id {0}', typed)) : [];
}

function serviceNote({ service, text }: SearchResult): readonly MarketItem[] {
  if (text.trim() === '') return [];
  const note = (label: string): readonly MarketItem[] => [
    { label, kind: QuickPickItemKind.Separator, alwaysShow: true },
  ];
  switch (service) {
    case 'failed':
      return note(l10n.t('The search of the service failed; only what is loaded was searched'));
    case 'unsupported':
      return note(l10n.t('This service has no search; only what is loaded was searched'));
    default:
      return [];
  }
}
