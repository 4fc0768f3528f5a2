import {
  commands,
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeColor,
  ThemeIcon,
  window,
} from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import { isWatched, watchEntryText } from '../../core/watchlist.ts';
import { MOST_HITS, type SearchHit } from '../../store/markets/best-hits.ts';
import type { MarketSearch, OtherSearch, ServiceHits } from '../../store/markets/market-search.ts';
import { joined } from '../../view/row.ts';
import { unmatchable } from '../../view/search-rows.ts';
import { COMMANDS, type RowTarget, VIEWS } from '../ids.ts';
import type { Services } from '../services.ts';
import { type ListedRow, listedRows, rowWriter } from './search-list.ts';
import {
  countFound,
  marketsOf,
  type OfferedText,
  offeredSections,
  offeredText,
  textsToTry,
  titleOf,
} from './search-offers.ts';

export interface MarketPickOptions {
  readonly title: string;
  readonly text?: string;
  /** A first item that stands for every market. With it a typed number is not offered as a market id. */
  readonly none?: string | undefined;
  /** Opens the page of a game, by its slug or id. Without it a game stands for the market on its winner. */
  readonly openEvent?: (key: string) => void;
}

interface PickItem extends QuickPickItem {
  readonly row?: ListedRow;
  readonly act?: () => void;
}

interface RowButton extends QuickInputButton {
  act(): void;
}

/** How far the service's own search is; undefined before it is asked. */
type Answer = ServiceHits['kind'] | 'asked' | undefined;

/** Milliseconds without typing before the service is asked. */
const DEBOUNCE_MS = 250;
/** Shortest time between two drawings while prices move, milliseconds. */
const REFRESH_MS = 3_000;
/** Most other searches offered where nothing is found. */
const MOST_OTHERS = 3;
/**
 * Asks for a market. Known ones are found at each key; what the service finds, or the index as it grows, is added below.
 * Resolves with the slug, or an id that was typed; `''` for `none`; undefined when closed.
 */
export function pickMarket(
  services: Services,
  search: MarketSearch,
  options: MarketPickOptions,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { clock } = services;
    const own = new DisposableStore();
    const pick = own.add(window.createQuickPick<PickItem>());
    const interest = own.add(services.live.watch('tree'));
    let rows: readonly ListedRow[] = [];
    let found = search.find('');
    let ofService: readonly SearchHit[] = [];
    let others: readonly OtherSearch[] = [];
    let tries: readonly OfferedText[] | undefined;
    let answer: Answer;
    let looking: Disposable | undefined;
    let typing: Disposable | undefined;
    let refreshing: Disposable | undefined;
    let asked = new AbortController();

    const choose = (slug: string): void => {
      resolve(slug);
      pick.hide();
    };
    const chooseRow = ({ slug, event }: ListedRow): void => {
      if (pick.value.trim() !== '') void services.recentMarkets.addText(pick.value);
      if (event === undefined || options.openEvent === undefined) choose(slug);
      else {
        pick.hide();
        options.openEvent(event);
      }
    };
    const itemsOf = (listed: readonly ListedRow[]): readonly PickItem[] => {
      const write = rowWriter(services);
      return listed.flatMap((row) => {
        if (row.isOfPage === true && options.openEvent === undefined) return [];
        const { icon, ...text } = write(row);
        const color = icon?.color === undefined ? undefined : new ThemeColor(icon.color);
        const source = row.isOfService === true ? l10n.t('found by the service') : undefined;
        return {
          ...text,
          ...(source === undefined ? {} : { detail: joined([text.detail, source]) }),
          row,
          buttons: row.isOfPage === true ? [] : rowButtons(services, row, () => pick.hide()),
          iconPath: new ThemeIcon(icon?.id ?? 'blank', color),
          act: () => chooseRow(row),
        };
      });
    };
    const textItem = ({ text, description }: OfferedText, icon: string): PickItem => ({
      label: text,
      description,
      iconPath: new ThemeIcon(icon),
      act: () => retype(text),
    });
    /** Before anything is typed. */
    const offered = (): readonly PickItem[] => {
      const [recent, ...rest] = offeredSections(services).map(({ label, rows }) => ({
        label,
        items: itemsOf(rows),
      }));
      const texts = services.recentMarkets.texts.map((text) =>
        textItem({ text, description: '' }, 'history'),
      );
      tries ??= textsToTry(services, search);
      const toTry = tries.map((each) => textItem(each, 'search'));
      const sections = [
        { label: recent?.label ?? '', items: [...(recent?.items ?? []), ...texts] },
        ...rest,
        { label: l10n.t('try'), items: toTry },
      ];
      return [
        ...(options.none === undefined ? [] : [{ label: options.none, act: () => choose('') }]),
        ...sections.flatMap(({ label, items }) => (items.length === 0 ? [] : [separator(label), ...items])),
      ];
    };
    /** What was found; the typed text as a slug or id that was not; that nothing was found, and what can be done then. */
    const results = (typed: string): readonly PickItem[] => {
      const slug = rows.some((row) => row.slug === typed) ? undefined : slugLabel(typed, options.none);
      const { markets } = services;
      const isEmpty = rows.length === 0;
      const searched = whereSearched(search.size, answer);
      const note = (label: string, icon: string, description: string, act = () => {}) => ({
        label,
        iconPath: new ThemeIcon(icon),
        description,
        act,
      });
      const run = (command: string, ...args: readonly string[]) => {
        return (): void => void commands.executeCommand(command, ...args);
      };
      const readMore = (): void => void markets.loadMore();
      const again = note(l10n.t('Ask the service again'), 'refresh', isEmpty ? '' : searched, ask);
      const more = note(l10n.t('Read more markets of the list'), 'list-unordered', '', readMore);
      const left = l10n.t('what it leaves out is not read');
      const clear = run(COMMANDS.clearFilter, 'markets');
      const unfilter = note(l10n.t('Clear the filter of Markets'), 'clear-all', left, clear);
      const browse = note(l10n.t('Browse leagues'), 'list-tree', l10n.t('in the Markets view'), () => {
        pick.hide();
        run(`${VIEWS.markets}.focus`)();
      });
      return [
        ...itemsOf(rows),
        ...(slug === undefined ? [] : [{ label: slug, act: () => choose(typed) }]),
        ...(isEmpty ? [note(l10n.t('No market is called that'), 'blank', searched)] : []),
        ...(isEmpty
          ? others.map((other) => ({
              ...textItem(offeredText(services, other), 'search'),
              label: l10n.t('Search “{0}”', other.text),
            }))
          : []),
        ...(answer === 'failed' ? [again] : []),
        ...(isEmpty && markets.hasMore ? [more] : []),
        ...(isEmpty && services.show.isFiltered('markets') ? [unfilter] : []),
        ...(isEmpty ? [browse] : []),
        ...(isEmpty ? [note(l10n.t('Clear the search'), 'close', '', () => retype(''))] : []),
      ].map((item) => steady(item, typed));
    };
    /** Leaves the row one is at where it is, unless the text is a new one: then the best row is. */
    const draw = (isNewText = false): void => {
      const typed = pick.value.trim();
      const items = typed === '' ? offered() : results(typed);
      const active = isNewText ? undefined : pick.activeItems[0]?.row?.key;
      pick.items = items;
      const same = items.filter(({ row }) => row !== undefined && row.key === active);
      if (same.length > 0) pick.activeItems = same;
      const count = typed === '' ? 0 : countFound(found, ofService);
      pick.title = titleOf(services, options.title, { count, size: search.size, found });
      pick.busy = answer === 'asked';
      // Nobody reads the prices of what only the service found: a view would list it then.
      const shown = items.flatMap(({ row }) => row?.shown ?? []);
      interest.set(shown.filter((slug) => services.markets.get(slug) !== undefined));
    };
    const append = (more: readonly ListedRow[]): void => {
      const listed = new Set(rows.map(({ key }) => key));
      rows = [...rows, ...more.filter(({ key, under }) => !listed.has(key) && !listed.has(under ?? ''))];
      draw();
    };
    const lookElsewhere = (): void => {
      looking?.dispose();
      others = [];
      looking = search.others(pick.value, (found) => {
        others = found.slice(0, MOST_OTHERS);
        draw();
      });
    };
    const ask = (): void => {
      asked = new AbortController();
      const { signal } = asked;
      answer = 'asked';
      draw();
      void search.ask(pick.value, signal).then((hits) => {
        if (signal.aborted) return;
        answer = hits.kind;
        found = search.find(pick.value);
        ofService = besides(hits.hits, found.hits);
        // What fits every word comes before what the service only thinks near.
        append(listedRows(services, found.hits, pick.value, ofService));
        if (rows.length === 0) lookElsewhere();
      });
    };
    const type = (): void => {
      typing?.dispose();
      looking?.dispose();
      asked.abort();
      answer = undefined;
      ofService = [];
      others = [];
      found = search.find(pick.value);
      rows = listedRows(services, found.hits, pick.value);
      pick.keepScrollPosition = false;
      if (pick.value.trim() !== '') typing = clock.setTimeout(ask, DEBOUNCE_MS);
      draw(true);
      pick.keepScrollPosition = true;
    };
    const retype = (text: string): void => {
      pick.value = text;
      type();
    };
    const refreshSoon = (): void => {
      refreshing ??= clock.setTimeout(() => {
        refreshing = undefined;
        draw();
      }, REFRESH_MS);
    };
    const ends = [() => asked.abort(), () => typing?.dispose(), () => looking?.dispose()];
    for (const end of [...ends, () => refreshing?.dispose()]) own.add(toDisposable(end));
    own.add(services.marketViews.onDidChange(refreshSoon));
    own.add(services.onDidChangeView(refreshSoon));
    own.add(services.watchlist.onDidChange(() => draw()));
    own.add(
      search.onDidIndex(() => {
        found = search.find(pick.value);
        tries = undefined;
        append(listedRows(services, found.hits, pick.value));
      }),
    );
    own.add(search.follow());
    pick.placeholder = l10n.t(
      'A name, a league, “live”, “mine”, “tomorrow”, “sat”, “over 45”, a slug or a link',
    );
    pick.value = options.text ?? '';
    own.add(pick.onDidChangeValue(type));
    own.add(pick.onDidAccept(() => pick.selectedItems[0]?.act?.()));
    own.add(pick.onDidTriggerItemButton(({ button }) => (button as RowButton).act()));
    own.add(
      pick.onDidHide(() => {
        own.dispose();
        resolve(undefined);
      }),
    );
    pick.show();
    type();
  });
}

/** Hits of the service of which ours lack a market. Of so many that the list is full nobody reads more. */
function besides(hits: readonly SearchHit[], own: readonly SearchHit[]): readonly SearchHit[] {
  if (own.length === MOST_HITS) return [];
  const keys = new Set(own.map(({ group }) => group.key));
  const listed = new Set(marketsOf(own));
  return hits.filter((hit) => !keys.has(hit.key) && marketsOf([hit]).some((slug) => !listed.has(slug)));
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

function rowButtons(services: Services, row: ListedRow, close: () => void): readonly RowButton[] {
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

function whereSearched(size: number, answer: Answer): string {
  return {
    asked: l10n.t('searched {0} here, the service is being asked', size),
    searched: l10n.t('searched {0} here and the service', size),
    unsupported: l10n.t('searched {0} here; this service has no search', size),
    failed: l10n.t('searched {0} here; the search of the service failed', size),
  }[answer ?? 'asked'];
}
