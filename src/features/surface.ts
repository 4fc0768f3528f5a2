import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore, renew } from '../base/disposable.ts';
import type { Event } from '../base/event.ts';
import { Timer } from '../base/timer.ts';
import { type WatchEntry, watchEntryText } from '../core/watchlist.ts';
import type { MarketTopic } from '../exchange/streams.ts';
import type { Live } from '../store/live/live.ts';
import type { MarketViews } from '../store/live/market-views.ts';
import type { Refreshable, RefreshScheduler } from '../store/live/scheduler.ts';
import {
  type Interest,
  type InterestKind,
  LITE,
  type VisibleMarkets,
} from '../store/live/visible-markets.ts';
import type { WantedBy, WatchedMarkets } from '../store/markets/watched-markets.ts';
import type { Change } from '../store/reading/load-state.ts';
import type { Session } from '../store/session/session.ts';

/** How often ages are brought up to date, milliseconds; without this they would stand still between two reads. */
const TICK_MS = 30_000;
/** Prices beside its own are drawn together so often at most, milliseconds: they must not hold up those of its own. */
const BESIDE_MS = 250;

export type NeededStore = Refreshable & { readonly onDidChange: Event<unknown> };

/** The same list of slugs is the same need: what else changes of it, changes with a new list. */
interface NeededMarkets {
  readonly slugs: readonly string[];
  /** Default: best prices. Needs with the same topics name the same set. */
  readonly topics?: ReadonlySet<MarketTopic>;
  /** Their prices may be drawn a little later than those of the others. */
  readonly isBeside?: boolean;
}

/** What a drawing was made of; after each change of it there is another drawing. */
export interface Needs {
  /** Read, and again before they are old. */
  readonly stores: readonly NeededStore[];
  /** Of what is not read, such as settings. Session, streams, ages and formats count in without being named. */
  readonly changes?: readonly Event<unknown>[];
  /** Their prices are streamed. */
  readonly markets?: readonly NeededMarkets[];
  /** Read where nothing has them; events again while they may change. */
  readonly named?: readonly WatchEntry[];
}

export interface Drawing<C> {
  readonly content: C;
  readonly needs: Needs;
}

interface SurfaceOptions<C> {
  readonly kind: InterestKind;
  /** Who wants the markets and events it names. */
  readonly reader?: WantedBy;
  /** Called before each drawing: here what came since may start a read or be noted. */
  noteChanges?(): void;
  /** Makes what there is to show now, and says of what. Starts no read, subscription or timer: twice in a row is as once. */
  draw(): Drawing<C>;
  /** It draws by itself, at most every `gapMs` milliseconds; or somebody calls `draw` after each `due`. */
  readonly pace: { readonly gapMs: number; show(content: C): void } | { due(): void };
}

/** What every surface listens to by itself. */
export interface SurfaceServices {
  readonly clock: Clock;
  readonly session: Pick<Session, 'onDidChange'>;
  readonly scheduler: Pick<RefreshScheduler, 'watch'>;
  readonly visible: Pick<VisibleMarkets, 'watch'>;
  readonly live: Pick<Live, 'onDidChange' | 'onDidAge'>;
  readonly marketViews: Pick<MarketViews, 'onDidChange'>;
  readonly watched: Pick<WatchedMarkets, 'want'>;
  readonly onDidChangeView: Event<unknown>;
}

/**
 * One place where data is shown. While it is shown, what its last drawing needed is read, streamed and listened to, and
 * every change of that makes another one due; while it is hidden, nothing of that. Its owner listens to what says whether it is
 * shown, to what hidden ones show too (titles, badges), and to what it draws at once, whatever the pace.
 */
export class Surface<C> implements Disposable {
  readonly #services: SurfaceServices;
  readonly #options: SurfaceOptions<C>;
  readonly #stores = new Map<NeededStore, Disposable>();
  readonly #changes = new Map<Event<unknown>, Disposable>();
  readonly #interests = new Map<ReadonlySet<MarketTopic>, Interest>();
  #named = '';
  #markets: readonly NeededMarkets[] = [];
  #needs: Needs | undefined;
  #own: ReadonlySet<string> = new Set();
  #beside: ReadonlySet<string> = new Set();
  #isShown = false;
  #isDisposed = false;
  #drawnAt = Number.NEGATIVE_INFINITY;
  readonly #drawing: Timer;
  readonly #drawingBeside: Timer;
  readonly #ticking: Timer;
  #prices: Disposable | undefined;

  constructor(services: SurfaceServices, options: SurfaceOptions<C>) {
    this.#services = services;
    this.#options = options;
    this.#drawing = new Timer(services.clock, () => this.show());
    this.#drawingBeside = new Timer(services.clock, () => this.mark());
    this.#ticking = new Timer(services.clock, () => this.#tick());
  }

  setShown(isShown: boolean): void {
    if (isShown === this.#isShown || this.#isDisposed) return;
    this.#isShown = isShown;
    if (isShown) this.#begin();
    else this.#release();
  }

  /** Something changed that no need tells of. A tree that is drawn more often than every 200 ms freezes: hence the pace. */
  mark(): void {
    if (!this.#isShown || this.#drawing.isSet) return;
    const { pace } = this.#options;
    const wait = 'due' in pace ? 0 : this.#drawnAt + pace.gapMs - this.#services.clock.steady();
    if ('due' in pace) pace.due();
    else if (wait <= 0) this.show();
    else this.#drawing.set(wait);
  }

  /** Draws and shows it now, whatever the pace. */
  show(): void {
    const { pace } = this.#options;
    if (!this.#isShown || 'due' in pace) return;
    this.#drawing.stop();
    this.#drawnAt = this.#services.clock.steady();
    pace.show(this.draw());
  }

  draw(): C {
    // What stands beside is drawn with it.
    this.#drawingBeside.stop();
    this.#options.noteChanges?.();
    const { content, needs } = this.#options.draw();
    this.need(needs);
    return content;
  }

  /** Other needs without another drawing. */
  need(needs: Needs): void {
    this.#needs = needs;
    if (!this.#isShown) return;
    const { live, onDidChangeView, session } = this.#services;
    const { stores, changes = [], markets = [], named = [] } = needs;
    this.#want(named);
    this.#stream(markets);
    // Before it listens: that reading begins is no news.
    renew(this.#stores, stores, (store) => this.#read(store));
    const always = [session.onDidChange, onDidChangeView, live.onDidChange, live.onDidAge];
    const all: readonly Event<unknown>[] = [...always, ...stores.map((each) => each.onDidChange), ...changes];
    renew(this.#changes, all, (event) => event(() => this.mark()));
  }

  /** Reads all that is shown again: a person asked. */
  refresh(): void {
    for (const store of this.#needs?.stores ?? []) void store.refresh('asked');
  }

  dispose(): void {
    this.setShown(false);
    this.#isDisposed = true;
  }

  #begin(): void {
    // What it needed before it was hidden, before it listens: a drawing in between would read all of that twice.
    if (this.#needs !== undefined) this.need(this.#needs);
    else if ('due' in this.#options.pace) this.draw();
    this.#prices = this.#services.marketViews.onDidChange((change) => this.#onPrices(change));
    this.#tick();
  }

  #read(store: NeededStore): Disposable {
    const own = new DisposableStore();
    const { scheduler, session } = this.#services;
    own.add(scheduler.watch([store]));
    // Another connection or account leaves a store with nothing read: it is not left until the next poll is due.
    own.add(
      session.onDidChange((change) => {
        if (change !== 'link' && store.state.kind === 'idle') void store.load();
      }),
    );
    return own;
  }

  #onPrices(change: Change): void {
    const isOf = (slugs: ReadonlySet<string>): boolean =>
      change === 'all' ? slugs.size > 0 : [...change].some((slug) => slugs.has(slug));
    if (isOf(this.#own)) this.mark();
    else if (isOf(this.#beside)) this.#drawingBeside.setOnce(BESIDE_MS);
  }

  #stream(markets: readonly NeededMarkets[]): void {
    const before = this.#markets;
    const isSame = (each: NeededMarkets, place: number): boolean => each.slugs === before[place]?.slugs;
    if (markets.length === before.length && markets.every(isSame)) return;
    this.#markets = markets;
    const { visible } = this.#services;
    const topics = (need: NeededMarkets): ReadonlySet<MarketTopic> => need.topics ?? LITE;
    renew(this.#interests, markets.map(topics), (each) => visible.watch(this.#options.kind, each));
    for (const [each, interest] of this.#interests)
      interest.set(markets.flatMap((need) => (topics(need) === each ? need.slugs : [])));
    const slugsOf = (some: boolean) =>
      markets.filter(({ isBeside = false }) => isBeside === some).flatMap(({ slugs }) => slugs);
    this.#own = new Set(slugsOf(false));
    this.#beside = new Set(slugsOf(true));
  }

  /** To want something is a change, which makes another drawing due: hence only what is not wanted yet. */
  #want(named: readonly WatchEntry[]): void {
    const { reader } = this.#options;
    const next = named.map(watchEntryText).join(' ');
    if (reader === undefined || next === this.#named) return;
    this.#named = next;
    this.#services.watched.want(reader, named);
  }

  #tick(): void {
    this.#ticking.set(TICK_MS);
    this.mark();
  }

  #release(): void {
    for (const open of [this.#changes, this.#stores, this.#interests]) {
      for (const item of open.values()) item.dispose();
      open.clear();
    }
    this.#markets = [];
    this.#want([]);
    for (const timer of [this.#drawing, this.#drawingBeside, this.#ticking]) timer.stop();
    this.#prices?.dispose();
  }
}
