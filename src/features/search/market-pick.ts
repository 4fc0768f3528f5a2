import { l10n, type QuickPick, window } from 'vscode';
import { type Disposable, DisposableOwner, toDisposable } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import { MOST_HITS, type SearchHit } from '../../store/markets/best-hits.ts';
import type { MarketSearch, OtherSearch } from '../../store/markets/market-search.ts';
import { type Drawing, Surface, type SurfaceServices } from '../surface.ts';
import {
  type ItemServices,
  type MarketPickOptions,
  type PickItem,
  PickItems,
  type RowButton,
  type ServiceAnswer,
} from './pick-items.ts';
import { type ListedRow, listedRows } from './search-list.ts';
import { countFound, marketsOf, titleOf } from './search-offers.ts';

type PickServices = SurfaceServices & ItemServices;

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
  services: PickServices,
  search: MarketSearch,
  options: MarketPickOptions,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    new MarketPick(services, search, options, resolve).open();
  });
}

class MarketPick extends DisposableOwner {
  readonly #services: PickServices;
  readonly #search: MarketSearch;
  readonly #options: MarketPickOptions;
  readonly #resolve: (slug: string | undefined) => void;
  readonly #pick: QuickPick<PickItem> = this.own.add(window.createQuickPick<PickItem>());
  readonly #items: PickItems;
  readonly #surface: Surface<readonly PickItem[]>;
  #rows: readonly ListedRow[] = [];
  #found: ReturnType<MarketSearch['find']>;
  #ofService: readonly SearchHit[] = [];
  #others: readonly OtherSearch[] = [];
  #answer: ServiceAnswer;
  #looking: Disposable | undefined;
  readonly #typing: Timer;
  #isNewText = false;
  #asked = new AbortController();

  constructor(
    services: PickServices,
    search: MarketSearch,
    options: MarketPickOptions,
    resolve: (slug: string | undefined) => void,
  ) {
    super();
    this.#services = services;
    this.#search = search;
    this.#options = options;
    this.#resolve = resolve;
    this.#found = search.find('');
    this.#typing = this.own.add(new Timer(services.clock, () => this.#ask()));
    this.#surface = this.own.add(
      new Surface(services, {
        kind: 'tree',
        draw: () => this.#drawn(),
        pace: { gapMs: REFRESH_MS, show: (items) => this.#show(items) },
      }),
    );
    this.#items = new PickItems(services, search, options, {
      choose: (slug) => this.#choose(slug),
      chooseRow: (row) => this.#chooseRow(row),
      retype: (text) => this.#retype(text),
      ask: () => this.#ask(),
      hide: () => this.#pick.hide(),
    });
  }

  open(): void {
    const pick = this.#pick;
    pick.placeholder = l10n.t(
      'A name, a league, “live”, “mine”, “tomorrow”, “sat”, “over 2.5”, a slug or a link',
    );
    pick.value = this.#options.text ?? '';
    this.#listen();
    this.own.add(pick.onDidChangeValue(() => this.#type()));
    this.own.add(pick.onDidAccept(() => pick.selectedItems[0]?.act?.()));
    this.own.add(pick.onDidTriggerItemButton(({ button }) => (button as RowButton).act()));
    this.own.add(
      pick.onDidHide(() => {
        this.dispose();
        this.#resolve(undefined);
      }),
    );
    pick.show();
    this.#type();
    this.#surface.setShown(true);
  }

  #listen(): void {
    const { own } = this;
    own.add(this.#services.watchlist.onDidChange(() => this.#draw()));
    own.add(
      this.#search.onDidIndex(() => {
        this.#found = this.#search.find(this.#pick.value);
        this.#items.renew();
        this.#append(listedRows(this.#services, this.#found.hits, this.#pick.value));
      }),
    );
    own.add(this.#search.watchKnown());
    own.add(
      toDisposable(() => {
        this.#asked.abort();
        this.#looking?.dispose();
      }),
    );
  }

  #choose(slug: string): void {
    this.#resolve(slug);
    this.#pick.hide();
  }

  #chooseRow({ slug, event }: ListedRow): void {
    const { openEvent } = this.#options;
    const text = this.#pick.value;
    if (text.trim() !== '') void this.#services.recentMarkets.addText(text);
    if (event === undefined || openEvent === undefined) this.#choose(slug);
    else {
      this.#pick.hide();
      openEvent(event);
    }
  }

  #draw(isNewText = false): void {
    this.#isNewText = isNewText;
    this.#surface.show();
  }

  #drawn(): Drawing<readonly PickItem[]> {
    const typed = this.#pick.value.trim();
    const items =
      typed === ''
        ? this.#items.offered()
        : this.#items.results(typed, { rows: this.#rows, others: this.#others, answer: this.#answer });
    // Nobody reads the prices of what only the service found: a view would list it then.
    const shown = items.flatMap(({ row }) => row?.shown ?? []);
    const slugs = shown.filter((slug) => this.#services.markets.get(slug) !== undefined);
    return { content: items, needs: { stores: [], markets: [{ slugs }] } };
  }

  /** Leaves the row one is at where it is, unless the text is a new one: then the best row is. */
  #show(items: readonly PickItem[]): void {
    const pick = this.#pick;
    const active = this.#isNewText ? undefined : pick.activeItems[0]?.row?.key;
    this.#isNewText = false;
    pick.items = items;
    const same = items.filter(({ row }) => row !== undefined && row.key === active);
    if (same.length > 0) pick.activeItems = same;
    const count = pick.value.trim() === '' ? 0 : countFound(this.#found, this.#ofService);
    const { size } = this.#search;
    pick.title = titleOf(this.#services, this.#options.title, { count, size, found: this.#found });
    pick.busy = this.#answer === 'asked';
  }

  #append(more: readonly ListedRow[]): void {
    const listed = new Set(this.#rows.map(({ key }) => key));
    const added = more.filter(({ key, under }) => !listed.has(key) && !listed.has(under ?? ''));
    this.#rows = [...this.#rows, ...added];
    this.#draw();
  }

  #type(): void {
    this.#typing.stop();
    this.#looking?.dispose();
    this.#asked.abort();
    this.#answer = undefined;
    this.#ofService = [];
    this.#others = [];
    const { value } = this.#pick;
    this.#found = this.#search.find(value);
    this.#rows = listedRows(this.#services, this.#found.hits, value);
    this.#pick.keepScrollPosition = false;
    if (value.trim() !== '') this.#typing.set(DEBOUNCE_MS);
    this.#draw(true);
    this.#pick.keepScrollPosition = true;
  }

  #retype(text: string): void {
    this.#pick.value = text;
    this.#type();
  }

  #ask(): void {
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#answer = 'asked';
    this.#draw();
    const text = this.#pick.value;
    void this.#search.ask(text, signal).then((hits) => {
      if (signal.aborted) return;
      this.#answer = hits.kind;
      this.#found = this.#search.find(text);
      this.#ofService = besides(hits.hits, this.#found.hits);
      // What fits every word comes before what the service only thinks near.
      this.#append(listedRows(this.#services, this.#found.hits, text, this.#ofService));
      if (this.#rows.length === 0) this.#lookElsewhere();
    });
  }

  #lookElsewhere(): void {
    this.#looking?.dispose();
    this.#others = [];
    this.#looking = this.#search.others(this.#pick.value, (found) => {
      this.#others = found.slice(0, MOST_OTHERS);
      this.#draw();
    });
  }
}

/** Hits of the service of which ours lack a market. Of so many that the list is full nobody reads more. */
function besides(hits: readonly SearchHit[], own: readonly SearchHit[]): readonly SearchHit[] {
  if (own.length === MOST_HITS) return [];
  const keys = new Set(own.map(({ group }) => group.key));
  const listed = new Set(marketsOf(own));
  return hits.filter((hit) => !keys.has(hit.key) && marketsOf([hit]).some((slug) => !listed.has(slug)));
}
