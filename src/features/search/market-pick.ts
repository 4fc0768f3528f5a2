import {
  commands,
  env,
  l10n,
  type QuickInputButton,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeColor,
  ThemeIcon,
  window,
} from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import { lineType } from '../../core/grouping.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import { entriesOf, isWatched, watchEntryText } from '../../core/watchlist.ts';
import type { Topic } from '../../exchange/streams.ts';
import type { MarketSearch, ServiceHits } from '../../store/markets/market-search.ts';
import type { SearchHits } from '../../store/markets/search-index.ts';
import { joined } from '../../view/row.ts';
import { unmatchable } from '../../view/search-rows.ts';
import { COMMANDS, EXTENSION_ID } from '../ids.ts';
import type { Services } from '../services.ts';
import {
  type ListedRow,
  listedRows,
  ownMarks,
  ownRows,
  rowOfEvent,
  rowOfSlug,
  rowsOfSlugs,
} from './search-list.ts';

export interface MarketPickOptions {
  readonly title: string;
  readonly text?: string;
  /** A first item that stands for every market. With it a typed number is not offered as a market id. */
  readonly none?: string | undefined;
}

interface PickItem extends QuickPickItem {
  readonly key?: string;
  readonly row?: ListedRow;
  /** What picking it gives. */
  readonly slug?: string;
  /** What picking it types. */
  readonly text?: string;
  readonly act?: () => void;
}

interface RowButton extends QuickInputButton {
  /** Whether the question is over with it. */
  readonly closes: boolean;
  act(row: ListedRow): void;
}

/** Milliseconds without typing before the service is asked. */
const DEBOUNCE_MS = 250;
/** Shortest time between two drawings while prices move, milliseconds. */
const REFRESH_MS = 3_000;
/** Most rows of each kind before anything is typed. */
const MOST_OFFERED = 4;
const TOPICS: ReadonlySet<Topic> = new Set(['lite']);

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
    const own = new DisposableStore();
    const pick = own.add(window.createQuickPick<PickItem>());
    const interest = own.add(services.live.watch('tree', TOPICS));
    let rows: readonly ListedRow[] = [];
    let found: SearchHits = search.find('');
    let service: ServiceHits['kind'] | undefined;
    let typing: Disposable | undefined;
    let refreshing: Disposable | undefined;
    let asked = new AbortController();

    /** Leaves the row one is at where it is, unless the text is a new one: then the best row is. */
    const draw = (isNewText = false): void => {
      const typed = pick.value;
      const marks = ownMarks(services);
      const itemOf = (row: ListedRow) => rowItems(services, row, marks.of, typed);
      const items =
        typed.trim() === ''
          ? [
              ...(options.none === undefined ? [] : [{ label: options.none, slug: '' }]),
              ...offeredItems(services, search, marks, itemOf),
            ]
          : [
              ...rows.flatMap(itemOf),
              ...typedItem(typed, rows, options.none === undefined),
              ...notes({
                services,
                search,
                typed,
                isEmpty: rows.length === 0,
                service,
                isBusy: pick.busy,
                ask,
              }),
            ];
      const active = isNewText ? undefined : pick.activeItems[0]?.key;
      pick.items = items;
      const same = items.filter(({ key }) => key !== undefined && key === active);
      if (same.length > 0) pick.activeItems = same;
      pick.title = titleOf(options.title, typed, search.size, found);
      interest.set(items.flatMap(({ row }) => row?.shown ?? []));
    };
    const append = (more: readonly ListedRow[]): void => {
      const listed = new Set(rows.map(({ key }) => key));
      rows = [...rows, ...more.filter(({ key }) => !listed.has(key))];
      draw();
    };
    const ask = (): void => {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      pick.busy = true;
      void search.ask(pick.value, signal).then((hits) => {
        if (signal.aborted) return;
        pick.busy = false;
        service = hits.kind;
        append(rowsOfSlugs(services, hits.slugs, services.clock.now()));
      });
    };
    const type = (): void => {
      typing?.dispose();
      asked.abort();
      pick.busy = false;
      service = undefined;
      const typed = pick.value;
      found = search.find(typed);
      rows = listedRows(services, found.hits, typed);
      pick.keepScrollPosition = false;
      if (typed.trim() !== '') typing = services.clock.setTimeout(ask, DEBOUNCE_MS);
      draw(true);
      pick.keepScrollPosition = true;
    };
    const refreshSoon = (): void => {
      refreshing ??= services.clock.setTimeout(() => {
        refreshing = undefined;
        draw();
      }, REFRESH_MS);
    };
    own.add(toDisposable(() => asked.abort()));
    own.add(toDisposable(() => typing?.dispose()));
    own.add(toDisposable(() => refreshing?.dispose()));
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
    own.add(
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item?.text !== undefined) {
          pick.value = item.text;
          type();
        }
        item?.act?.();
        if (item?.slug === undefined) return;
        resolve(item.slug);
        pick.hide();
      }),
    );
    own.add(
      pick.onDidTriggerItemButton(({ item: { row }, button }) => {
        if (row === undefined || !('act' in button)) return;
        const { act, closes } = button as RowButton;
        if (closes) pick.hide();
        act(row);
      }),
    );
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

function titleOf(title: string, typed: string, size: number, { total, spelt }: SearchHits): string {
  if (typed.trim() === '' || total === 0) return title;
  return spelt === undefined
    ? l10n.t('{0}: {1} of {2}', title, total, size)
    : l10n.t('{0}: {1} of {2}, spelt “{3}”', title, total, size, spelt);
}

/** What is offered before anything is typed: markets picked last, watched ones, one's own, and words to try. */
function offeredItems(
  services: Services,
  search: MarketSearch,
  marks: ReturnType<typeof ownMarks>,
  itemsOf: (row: ListedRow) => readonly PickItem[],
): readonly PickItem[] {
  const { watchlist, watched, recentMarkets } = services;
  const listed = new Set<string>();
  const section = (label: string, rows: readonly ListedRow[]): readonly PickItem[] => {
    const items = rows
      .filter(({ slug }) => !listed.has(slug))
      .slice(0, MOST_OFFERED)
      .flatMap((row) => {
        listed.add(row.slug);
        return itemsOf(row);
      });
    return items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
  };
  const ofSlugs = (slugs: readonly string[]) => slugs.flatMap((slug) => rowOfSlug(services, slug));
  const ofWatched = entriesOf(watchlist.items).flatMap(({ kind, key }) => {
    const event = kind === 'event' ? watched.event(key) : undefined;
    return event === undefined ? rowOfSlug(services, key) : rowOfEvent(services, event);
  });
  const examples = ['live', 'today', ...totalToTry(services)];
  const words = examples.flatMap((text) => {
    const { total } = search.find(text);
    return total === 0 ? [] : [{ label: text, text, description: l10n.t('{0} found', total) }];
  });
  return [
    ...section(l10n.t('recent'), ofSlugs(recentMarkets.slugs)),
    ...section(l10n.t('watched'), ofWatched),
    ...section(l10n.t('yours'), ownRows(services, marks)),
    ...(words.length === 0 ? [] : [{ label: l10n.t('try'), kind: QuickPickItemKind.Separator }, ...words]),
  ];
}

/** A total that is there to be found: the first that trades. */
function totalToTry({ markets }: Services): readonly string[] {
  for (const market of markets.known()) {
    if (lineType(market) === 'total' && market.line !== undefined && !isOver(lifecycle(market)))
      return [`over ${market.line.abs().toString()}`];
  }
  return [];
}

/** An item the editor neither leaves out nor moves because of what is typed. */
function steady<T extends PickItem>(item: T, typed: string): T {
  const text = typed.trim();
  // One letter, or `*`, fits every label there is: the name stands beside an empty one.
  const isAnywhere = text.length === 1 || text.includes('*');
  return isAnywhere
    ? { ...item, label: '', description: joined([item.label, item.description]), alwaysShow: true }
    : { ...item, label: unmatchable(item.label, text), alwaysShow: true };
}

function rowItems(
  services: Services,
  row: ListedRow,
  marks: Parameters<ListedRow['text']>[0],
  typed: string,
): readonly PickItem[] {
  const text = row.text(marks);
  if (text === undefined) return [];
  const { label, description, detail, icon } = text;
  const color = icon?.color;
  const item = {
    key: row.key,
    row,
    slug: row.slug,
    label,
    description,
    ...(detail === undefined ? {} : { detail }),
    iconPath: new ThemeIcon(icon?.id ?? 'blank', color === undefined ? undefined : new ThemeColor(color)),
    buttons: rowButtons(services, row),
  };
  return [steady(item, typed)];
}

function rowButtons(services: Services, { watch }: ListedRow): readonly RowButton[] {
  const isOnList = isWatched(services.watchlist.items, watch.key);
  return [
    {
      iconPath: new ThemeIcon('split-horizontal'),
      tooltip: l10n.t('Open to the Side'),
      closes: true,
      act: ({ slug }) => void commands.executeCommand(COMMANDS.openToSide, slug),
    },
    {
      iconPath: new ThemeIcon(isOnList ? 'star-full' : 'star-empty'),
      tooltip: isOnList ? l10n.t('Remove from Watchlist') : l10n.t('Add to Watchlist'),
      closes: false,
      act: () =>
        void commands.executeCommand(
          isOnList ? COMMANDS.removeFromWatchlist : COMMANDS.addToWatchlist,
          watchEntryText(watch),
        ),
    },
    {
      iconPath: new ThemeIcon('link'),
      tooltip: l10n.t('Copy Link'),
      closes: false,
      act: ({ slug }) => {
        void env.clipboard.writeText(`${env.uriScheme}://${EXTENSION_ID}/openMarket?slug=${slug}`);
        void window.setStatusBarMessage(l10n.t('Copied'), 2000);
      },
    },
  ];
}

/** The typed text as the slug or id of a market that was not found. */
function typedItem(typed: string, rows: readonly ListedRow[], canBeId: boolean): readonly PickItem[] {
  const text = typed.trim();
  if (rows.some(({ slug }) => slug === text)) return [];
  const item = (label: string): readonly PickItem[] => [steady({ label, slug: text }, typed)];
  if (/^[a-z0-9]+(?:-[a-z0-9._]+)+$/i.test(text)) return item(l10n.t('Market with slug {0}', text));
  return canBeId && /^\d{1,10}$/.test(text) ? item(l10n.t('Market with id {0}', text)) : [];
}

interface NotesInput {
  readonly services: Services;
  readonly search: MarketSearch;
  readonly typed: string;
  readonly isEmpty: boolean;
  /** How the service's own search ended; undefined before. */
  readonly service: ServiceHits['kind'] | undefined;
  readonly isBusy: boolean;
  ask(): void;
}

/** That nothing was found, where was looked, and what can be done about it; that the service could not be searched. */
function notes({ services, search, typed, isEmpty, service, isBusy, ask }: NotesInput): readonly PickItem[] {
  const { markets } = services;
  const where = {
    searched: l10n.t('searched {0} here and the service', search.size),
    unsupported: l10n.t('searched {0} here; this service has no search', search.size),
    failed: l10n.t('searched {0} here; the search of the service failed', search.size),
  };
  const nowhere =
    service === undefined || isBusy
      ? l10n.t('searched {0} here, the service is being asked', search.size)
      : where[service];
  const note = (label: string, icon: string, more: Partial<PickItem>): PickItem =>
    steady({ label, iconPath: new ThemeIcon(icon), ...more }, typed);
  return [
    ...(isEmpty ? [note(l10n.t('No market is called that'), 'blank', { description: nowhere })] : []),
    ...(service === 'failed' && !isBusy
      ? [
          note(l10n.t('Ask the service again'), 'refresh', {
            ...(isEmpty ? {} : { description: where.failed }),
            act: ask,
          }),
        ]
      : []),
    ...(isEmpty && markets.hasMore
      ? [
          note(l10n.t('Read more markets of the list'), 'list-unordered', {
            description: l10n.t('{0} read so far', markets.markets.length),
            act: () => void markets.loadMore(),
          }),
        ]
      : []),
    ...(isEmpty ? [note(l10n.t('Clear the search'), 'clear-all', { text: '' })] : []),
  ];
}
