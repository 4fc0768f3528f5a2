import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import type { Disposable } from '../base/lifecycle.ts';
import { isOver } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { SearchResult } from '../store/markets/search.ts';
import { asOfText } from '../view/freshness-text.ts';
import { marketName, shortSideName } from '../view/names.ts';
import { sidePriceText, stateOf } from '../view/price-text.ts';
import { joined } from '../view/row.ts';
import { LIFECYCLE_ICONS, lifecycleWord } from '../view/states.ts';
import type { RowTarget } from './ids.ts';
import type { Services } from './services.ts';

/** Milliseconds without typing before the service is asked. */
const DEBOUNCE_MS = 250;

/** An id has digits alone; no slug does. */
const MARKET_ID = /^\d{1,10}$/;

interface AskMarketOptions {
  readonly title: string;
  readonly text?: string;
  /** A first item that stands for every market. With it a typed number is not offered as a market id. */
  readonly none?: string | undefined;
}

interface MarketItem extends QuickPickItem {
  /** Undefined on notes. */
  readonly slug?: string | undefined;
}

/** The slug a command was called with: as text, or from a row. Undefined from the palette, and for an event's row. */
export function slugOf(target: string | RowTarget | undefined): string | undefined {
  if (typeof target === 'string') return target.trim() === '' ? undefined : target.trim();
  const subject = target?.subject;
  if (subject === undefined || !('slug' in subject || 'marketSlug' in subject)) return undefined;
  return subject.kind === 'market' ? subject.slug : subject.marketSlug;
}

/** The slug of a command's argument, or of a market picked. An id is looked up. Undefined when the question was closed. */
export async function marketSlug(
  services: Services,
  title: string,
  target: string | RowTarget | undefined,
): Promise<string | undefined> {
  const given = slugOf(target) ?? (await askMarket(services, { title }));
  if (given === undefined || !MARKET_ID.test(given)) return given;
  const exchange = await services.session.ensure();
  const market = await exchange.marketById(given);
  services.markets.upsert(market, services.clock.now());
  return market.slug;
}

/**
 * Asks for a market by search: known ones are listed while typing, the service's results are added when they arrive, and a
 * typed slug or id can be picked as it is. Resolves with the slug or id, `''` for `none`, undefined when closed.
 */
export function askMarket(services: Services, options: AskMarketOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<MarketItem>();
    let timer: Disposable | undefined;
    let asked: AbortController | undefined;
    const stop = (): void => {
      timer?.dispose();
      asked?.abort();
      asked = undefined;
    };
    const show = (result: SearchResult): void => {
      const found = foundItems(services, result);
      const isEmpty = result.text.trim() === '';
      pick.items = [
        ...(options.none === undefined || !isEmpty ? [] : [{ label: options.none, slug: '' }]),
        ...found,
        ...typedItem(result.text, found, options.none === undefined),
        ...serviceNote(result),
      ];
    };
    const search = async (text: string): Promise<void> => {
      const controller = new AbortController();
      asked = controller;
      pick.busy = true;
      const result = await services.search.search(text, controller.signal);
      if (asked !== controller) return;
      pick.busy = false;
      show(result);
    };
    const type = (text: string): void => {
      stop();
      pick.busy = false;
      show(services.search.local(text));
      if (text.trim() !== '') timer = services.clock.setTimeout(() => void search(text), DEBOUNCE_MS);
    };
    pick.title = options.title;
    pick.placeholder = l10n.t('Team, question, league or slug');
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
      stop();
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
    type(pick.value);
  });
}

/** A market as one line of a list to choose from: its name, a price per side with its age, its slug below. */
export function marketItem(services: Services, market: Market, event?: MarketEvent): MarketItem {
  const context = services.view();
  const known = { ...services.marketViews.of(market), market };
  const state = stateOf(known);
  const sides = [true, false].map((long) => {
    const price = sidePriceText(known, long, context);
    return price === '' ? '' : `${shortSideName(market, long, context)} ${price}`;
  });
  return {
    slug: market.slug,
    label: marketName(market, event ?? services.eventOf(market), context),
    // A result does not age.
    description: joined([
      ...sides,
      isOver(state) ? lifecycleWord(state, context) : asOfText(known.freshness, context),
    ]),
    detail: market.slug,
    iconPath: new ThemeIcon(LIFECYCLE_ICONS[state].id),
    alwaysShow: true,
  };
}

/** The markets found, then those of the events found, each once. */
function foundItems(services: Services, { markets, events }: SearchResult): readonly MarketItem[] {
  const eventBySlug = new Map(events.flatMap((event) => event.markets.map(({ slug }) => [slug, event])));
  const bySlug = new Map<string, Market>();
  for (const market of [...markets, ...events.flatMap((event) => event.markets)]) {
    if (!bySlug.has(market.slug)) bySlug.set(market.slug, market);
  }
  return [...bySlug.values()].map((market) => marketItem(services, market, eventBySlug.get(market.slug)));
}

/** The typed text as the slug or id of a market that was not found. */
function typedItem(text: string, found: readonly MarketItem[], canBeId: boolean): readonly MarketItem[] {
  const typed = text.trim();
  if (found.some(({ slug }) => slug === typed)) return [];
  const item = (label: string): readonly MarketItem[] => [{ label, slug: typed, alwaysShow: true }];
  if (/^[a-z0-9]+(?:-[a-z0-9._]+)+$/i.test(typed)) return item(l10n.t('Market with slug {0}', typed));
  return canBeId && MARKET_ID.test(typed) ? item(l10n.t('Market with id {0}', typed)) : [];
}

function serviceNote({ service, text }: SearchResult): readonly MarketItem[] {
  if (text.trim() === '' || (service !== 'failed' && service !== 'unsupported')) return [];
  const label =
    service === 'failed'
      ? l10n.t('The search failed; these are loaded markets only')
      : l10n.t('This service has no search; these are loaded markets only');
  return [{ label, kind: QuickPickItemKind.Separator, alwaysShow: true }];
}
