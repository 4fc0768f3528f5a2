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
import { entriesOf, isWatched, watchEntryText } from '../../core/watchlist.ts';
import type { MarketSearch, ServiceHits } from '../../store/markets/market-search.ts';
import { joined } from '../../view/row.ts';
import { unmatchable } from '../../view/search-rows.ts';
import { COMMANDS, type RowTarget } from '../ids.ts';
import type { Services } from '../services.ts';
import {
  type ListedRow,
  listedRows,
  ownRows,
  rowOfEvent,
  rowOfRecent,
  rowOfSlug,
  rowWriter,
} from './search-list.ts';

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
/** Most rows of each kind before anything is typed. */
const MOST_OFFERED = 4;

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
    let answer: Answer;
    let typing: Disposable | undefined;
    let refreshing: Disposable | undefined;
    let asked = new AbortController();

    const choose = (slug: string): void => {
      resolve(slug);
      pick.hide();
    };
    const chooseRow = ({ slug, event }: ListedRow): void => {
      if (event === undefined || options.openEvent === undefined) choose(slug);
      else {
        pick.hide();
        options.openEvent(event);
      }
    };
    const itemsOf = (listed: readonly ListedRow[]): readonly PickItem[] => {
      const write = rowWriter(services);
      return listed.map((row) => {
        const { icon, ...text } = write(row);
        const color = icon?.color === undefined ? undefined : new ThemeColor(icon.color);
        const buttons = rowButtons(services, row, () => pick.hide());
        return {
          ...text,
          row,
          buttons,
          iconPath: new ThemeIcon(icon?.id ?? 'blank', color),
          act: () => chooseRow(row),
        };
      });
    };
    /** Before anything is typed: markets picked last, watched ones and one's own. */
    const offered = (): readonly PickItem[] => {
      const { watchlist, watched, recentMarkets } = services;
      const listed = new Set<string>();
      const section = (label: string, all: readonly ListedRow[]): readonly PickItem[] => {
        const fresh = all.filter(({ slug }) => !listed.has(slug)).slice(0, MOST_OFFERED);
        for (const { slug } of fresh) listed.add(slug);
        return fresh.length === 0 ? [] : [separator(label), ...itemsOf(fresh)];
      };
      const ofWatched = entriesOf(watchlist.items).flatMap(({ kind, key }) => {
        const event = kind === 'event' ? watched.event(key) : undefined;
        return event === undefined ? rowOfSlug(services, key) : rowOfEvent(services, event);
      });
      return [
        ...(options.none === undefined ? [] : [{ label: options.none, act: () => choose('') }]),
        ...section(
          l10n.t('recent'),
          recentMarkets.slugs.flatMap((text) => rowOfRecent(services, text)),
        ),
        ...section(l10n.t('watched'), ofWatched),
        ...section(l10n.t('yours'), ownRows(services)),
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
      const read = l10n.t('{0} read so far', markets.markets.length);
      const readMore = (): void => void markets.loadMore();
      const again = note(l10n.t('Ask the service again'), 'refresh', isEmpty ? '' : searched, ask);
      const more = note(l10n.t('Read more markets of the list'), 'list-unordered', read, readMore);
      return [
        ...itemsOf(rows),
        ...(slug === undefined ? [] : [{ label: slug, act: () => choose(typed) }]),
        ...(isEmpty ? [note(l10n.t('No market is called that'), 'blank', searched)] : []),
        ...(answer === 'failed' ? [again] : []),
        ...(isEmpty && markets.hasMore ? [more] : []),
        ...(isEmpty ? [note(l10n.t('Clear the search'), 'clear-all', '', () => retype(''))] : []),
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
      const { total, spelt } = found;
      const counts = [options.title, total, search.size];
      pick.title =
        typed === '' || total === 0
          ? options.title
          : spelt === undefined
            ? l10n.t('{0}: {1} of {2}', ...counts)
            : l10n.t('{0}: {1} of {2}, spelt “{3}”', ...counts, spelt);
      pick.busy = answer === 'asked';
      interest.set(items.flatMap(({ row }) => row?.shown ?? []));
    };
    const append = (more: readonly ListedRow[]): void => {
      const listed = new Set(rows.map(({ key }) => key));
      rows = [...rows, ...more.filter(({ key }) => !listed.has(key))];
      draw();
    };
    const ask = (): void => {
      asked = new AbortController();
      const { signal } = asked;
      answer = 'asked';
      draw();
      void search.ask(pick.value, signal).then((hits) => {
        if (signal.aborted) return;
        answer = hits.kind;
        append(listedRows(services, hits.hits, ''));
      });
    };
    const type = (): void => {
      typing?.dispose();
      asked.abort();
      answer = undefined;
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
    for (const end of [() => asked.abort(), () => typing?.dispose(), () => refreshing?.dispose()])
      own.add(toDisposable(end));
    own.add(services.marketViews.onDidChange(refreshSoon));
    own.add(services.onDidChangeView(refreshSoon));
    own.add(services.watchlist.onDidChange(() => draw()));
    own.add(
      search.onDidIndex(() => {
        found = search.find(pick.value);
        append(listedRows(services, found.hits, pick.value));
      }),
    );
    own.add(search.follow());
    pick.placeholder = l10n.t('A team, a question, a league, a day, a line (“over 47”), a slug or a link');
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
