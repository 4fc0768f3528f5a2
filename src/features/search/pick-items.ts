import {
  commands,
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeColor,
  ThemeIcon,
} from 'vscode';
import { isWatched, watchEntryText } from '../../core/watchlist.ts';
import type { MarketSearch, OtherSearch, ServiceHits } from '../../store/markets/market-search.ts';
import { joined } from '../../view/row.ts';
import { marked, unmatchable } from '../../view/search-rows.ts';
import { COMMANDS, type RowTarget, VIEWS } from '../ids.ts';
import type { Parts } from '../services.ts';
import { type ListedRow, rowWriter } from './search-list.ts';
import {
  type OfferedText,
  type OfferServices,
  offeredSections,
  offeredText,
  textsToTry,
} from './search-offers.ts';

export interface MarketPickOptions {
  readonly title: string;
  readonly text?: string;
  /** A first item that stands for every market. With it a typed number is not offered as a market id. */
  readonly none?: string | undefined;
  /** Opens the page of a game, by its slug or id. Without it a game stands for the market on its winner. */
  readonly openEvent?: (key: string) => void;
}

export interface PickItem extends QuickPickItem {
  readonly row?: ListedRow;
  readonly act?: () => void;
}

export interface RowButton extends QuickInputButton {
  act(): void;
}

export type ItemServices = OfferServices & Parts<'show'>;

/** How far the service's own search is; undefined before it is asked. */
export type ServiceAnswer = ServiceHits['kind'] | 'asked' | undefined;

/** What the items of the pick do. */
interface PickActions {
  /** Resolves the pick with a slug, an id that was typed, or `''` for every market. */
  choose(slug: string): void;
  chooseRow(row: ListedRow): void;
  /** Searches another text. */
  retype(text: string): void;
  ask(): void;
  hide(): void;
}

interface Results {
  readonly rows: readonly ListedRow[];
  readonly others: readonly OtherSearch[];
  readonly answer: ServiceAnswer;
}

/** The items of the market pick: what is offered before anything is typed, and what was found. */
export class PickItems {
  readonly #services: ItemServices;
  readonly #search: MarketSearch;
  readonly #options: MarketPickOptions;
  readonly #act: PickActions;
  /** As they were when first offered, until the index grows. */
  #tries: readonly OfferedText[] | undefined;

  constructor(services: ItemServices, search: MarketSearch, options: MarketPickOptions, act: PickActions) {
    this.#services = services;
    this.#search = search;
    this.#options = options;
    this.#act = act;
  }

  /** The index is another one: other texts may be worth a try. */
  renew(): void {
    this.#tries = undefined;
  }

  /** Before anything is typed. */
  offered(): readonly PickItem[] {
    const services = this.#services;
    const { none } = this.#options;
    const [recent, ...rest] = offeredSections(services).map(({ label, rows }) => ({
      label,
      items: this.#itemsOf(rows),
    }));
    const texts = services.recentMarkets.texts.map((text) =>
      this.#textItem({ text, description: '' }, 'history'),
    );
    this.#tries ??= textsToTry(services, this.#search);
    const sections = [
      { label: recent?.label ?? '', items: [...(recent?.items ?? []), ...texts] },
      ...rest,
      { label: l10n.t('try'), items: this.#tries.map((each) => this.#textItem(each, 'search')) },
    ];
    return [
      ...(none === undefined ? [] : [{ label: none, act: () => this.#act.choose('') }]),
      ...sections.flatMap(({ label, items }) => (items.length === 0 ? [] : [separator(label), ...items])),
    ];
  }

  /** What was found; the typed text as a slug or id that was not; that nothing was found, and what can be done then. */
  results(typed: string, { rows, others, answer }: Results): readonly PickItem[] {
    const { none } = this.#options;
    const slug = rows.some((row) => row.slug === typed) ? undefined : slugLabel(typed, none);
    const isEmpty = rows.length === 0;
    const searched = whereSearched(this.#search.size, answer);
    const again = noteItem(
      l10n.t('Ask the service again'),
      'refresh',
      isEmpty ? '' : searched,
      this.#act.ask,
    );
    return [
      ...this.#itemsOf(rows),
      ...(slug === undefined ? [] : [{ label: slug, act: () => this.#act.choose(typed) }]),
      ...(isEmpty ? [noteItem(l10n.t('No market matches that'), 'blank', searched)] : []),
      ...(isEmpty ? others.map((other) => this.#otherItem(other)) : []),
      ...(answer === 'failed' ? [again] : []),
      ...(isEmpty ? this.#waysOn() : []),
    ].map((item) => steady(item, typed));
  }

  /** What can be done where nothing was found. */
  #waysOn(): readonly PickItem[] {
    const { markets, show } = this.#services;
    const more = noteItem(l10n.t('Read more markets of the list'), 'list-unordered', '', () => {
      void markets.loadMore();
    });
    const left = l10n.t('what it leaves out is not read');
    const unfilter = noteItem(l10n.t('Clear the filter of Markets'), 'clear-all', left, () => {
      void commands.executeCommand(COMMANDS.clearFilter, 'markets');
    });
    const browse = noteItem(l10n.t('Browse leagues'), 'list-tree', l10n.t('in the Markets view'), () => {
      this.#act.hide();
      void commands.executeCommand(`${VIEWS.markets}.focus`);
    });
    return [
      ...(markets.hasMore ? [more] : []),
      ...(show.isFiltered('markets') ? [unfilter] : []),
      browse,
      noteItem(l10n.t('Clear the search'), 'close', '', () => this.#act.retype('')),
    ];
  }

  #itemsOf(listed: readonly ListedRow[]): readonly PickItem[] {
    const write = rowWriter(this.#services);
    return listed.flatMap((row) => {
      if (row.isOfPage === true && this.#options.openEvent === undefined) return [];
      const { icon, mark, beside, ...text } = write(row);
      const color = icon?.color === undefined ? undefined : new ThemeColor(icon.color);
      const source = row.isOfService === true ? l10n.t('found by the service') : undefined;
      return {
        ...text,
        description: marked(mark, beside),
        ...(source === undefined ? {} : { detail: joined([text.detail, source]) }),
        row,
        buttons: row.isOfPage === true ? [] : rowButtons(this.#services, row, this.#act.hide),
        iconPath: new ThemeIcon(icon?.id ?? 'blank', color),
        act: () => this.#act.chooseRow(row),
      };
    });
  }

  #textItem({ text, description }: OfferedText, icon: string): PickItem {
    return { label: text, description, iconPath: new ThemeIcon(icon), act: () => this.#act.retype(text) };
  }

  #otherItem(other: OtherSearch): PickItem {
    const item = this.#textItem(offeredText(this.#services, other), 'search');
    return { ...item, label: l10n.t('Search “{0}”', other.text) };
  }
}

function noteItem(label: string, icon: string, description: string, act = (): void => {}): PickItem {
  return { label, iconPath: new ThemeIcon(icon), description, act };
}

function separator(label: string): PickItem {
  return { label, kind: QuickPickItemKind.Separator };
}

/** An item the editor neither leaves out nor moves because of what is typed. */
function steady(item: PickItem, typed: string): PickItem {
  // One letter, or `*`, fits every label there is: the name stands beside an empty one.
  const isAnywhere = typed.length === 1 || typed.includes('*');
  return isAnywhere
    ? { ...item, label: '', description: joined([item.label, item.description]), alwaysShow: true }
    : { ...item, label: unmatchable(item.label, typed), alwaysShow: true };
}

function rowButtons(services: Parts<'watchlist'>, row: ListedRow, close: () => void): readonly RowButton[] {
  const { slug, watch, event, shown } = row;
  const target: string | RowTarget =
    event === undefined ? slug : { view: 'markets', subject: { kind: 'event', key: event, slugs: shown } };
  const isOnList = isWatched(services.watchlist.items, watch.key);
  const toggle = isOnList ? COMMANDS.removeFromWatchlist : COMMANDS.addToWatchlist;
  return [
    {
      iconPath: new ThemeIcon('split-horizontal'),
      tooltip: l10n.t('Open to the Side'),
      act: () => {
        close();
        void commands.executeCommand(COMMANDS.openToSide, target);
      },
    },
    {
      iconPath: new ThemeIcon(isOnList ? 'star-full' : 'star-empty'),
      tooltip: isOnList ? l10n.t('Remove from Watchlist') : l10n.t('Add to Watchlist'),
      act: () => void commands.executeCommand(toggle, watchEntryText(watch)),
    },
    {
      iconPath: new ThemeIcon('link'),
      tooltip: l10n.t('Copy Link'),
      act: () => void commands.executeCommand(COMMANDS.copyLink, target),
    },
  ];
}

/** The typed text as the slug or id of a market that was not found. */
function slugLabel(text: string, none: string | undefined): string | undefined {
  if (/^[a-z0-9]+(?:-[a-z0-9._]+)+$/i.test(text)) return l10n.t('Market with slug {0}', text);
  return none === undefined && /^\d{1,10}$/.test(text) ? l10n.t('Market with id {0}', text) : undefined;
}

function whereSearched(size: number, answer: ServiceAnswer): string {
  return {
    asked: l10n.t('searched {0} here, the service is being asked', size),
    searched: l10n.t('searched {0} here and the service', size),
    unsupported: l10n.t('searched {0} here; this service has no search', size),
    failed: l10n.t('searched {0} here; the search of the service failed', size),
  }[answer ?? 'asked'];
}
