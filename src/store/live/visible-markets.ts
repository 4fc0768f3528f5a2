import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { Topic, Wanted } from '../../exchange/streams.ts';

/** Who looks, the most important first. A panel's market is never cut. */
export const INTEREST_KINDS = ['panel', 'held', 'watched', 'tree'] as const;
export type InterestKind = (typeof INTEREST_KINDS)[number];

/** What one viewer shows. Disposed, or set to something else, what it leaves is released a little later. */
export interface Interest extends Disposable {
  /** Replaces what this viewer may be looking at; the most important first. */
  set(slugs: readonly string[]): void;
}

/** A market nobody looks at any more stays subscribed this long: toggling a view must not churn, milliseconds. */
export const RELEASE_MS = 5_000;
/** Most markets subscribed by default. */
const DEFAULT_MAX = 300;

interface Viewer {
  readonly kind: InterestKind;
  readonly topics: ReadonlySet<Topic>;
  slugs: readonly string[];
  /** Grows with every market that comes in: of two trees the one opened last goes first. */
  turn: number;
}

interface Leaving {
  readonly slug: string;
  readonly topics: ReadonlySet<Topic>;
  /** By the steady clock. */
  readonly until: number;
}

interface Sum {
  readonly wanted: Wanted;
  readonly shown: ReadonlySet<string>;
  readonly left: number;
}

/** Counts who may be looking at which market and says what to subscribe. */
export class VisibleMarkets implements Disposable {
  readonly #clock: Clock;
  readonly #viewers = new Set<Viewer>();
  readonly #changes = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #leaving: readonly Leaving[] = [];
  #timer: Disposable | undefined;
  #max = DEFAULT_MAX;
  #turn = 0;
  #sum: Sum | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#disposables.add(this.#changes);
    this.#disposables.add(toDisposable(() => this.#timer?.dispose()));
  }

  /** What is wanted, or who looks, changed. */
  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  /** What to subscribe: by importance, cut at the limit; panels are never cut. */
  get wanted(): Wanted {
    return this.#summed().wanted;
  }

  /** Every market somebody looks at now, subscribed or not. */
  get shown(): ReadonlySet<string> {
    return this.#summed().shown;
  }

  /** How many markets the limit leaves out. */
  get left(): number {
    return this.#summed().left;
  }

  has(kind: InterestKind): boolean {
    for (const viewer of this.#viewers) if (viewer.kind === kind && viewer.slugs.length > 0) return true;
    return false;
  }

  /** Markets of one kind of viewer. */
  of(kind: InterestKind): ReadonlySet<string> {
    return new Set([...this.#viewers].filter((each) => each.kind === kind).flatMap(({ slugs }) => slugs));
  }

  watch(kind: InterestKind, topics: ReadonlySet<Topic>): Interest {
    const viewer: Viewer = { kind, topics, slugs: [], turn: 0 };
    this.#viewers.add(viewer);
    const left = this.#disposables.add(
      toDisposable(() => {
        this.#set(viewer, []);
        this.#viewers.delete(viewer);
      }),
    );
    return {
      set: (slugs) => {
        if (this.#viewers.has(viewer)) this.#set(viewer, slugs);
      },
      dispose: () => this.#disposables.release(left),
    };
  }

  /** Markets, 0 or more. */
  setMax(max: number): void {
    const next = Math.max(0, Math.trunc(max));
    if (next === this.#max) return;
    this.#max = next;
    this.#changed();
  }

  dispose(): void {
    this.#leaving = [];
    this.#disposables.dispose();
  }

  #set(viewer: Viewer, slugs: readonly string[]): void {
    const before = new Set(viewer.slugs);
    const after = [...new Set(slugs)];
    if (after.length === before.size && after.every((slug, at) => slug === viewer.slugs[at])) return;
    if (after.some((slug) => !before.has(slug))) viewer.turn = ++this.#turn;
    for (const slug of after) before.delete(slug);
    viewer.slugs = after;
    this.#leave([...before], viewer.topics);
    this.#changed();
  }

  #leave(slugs: readonly string[], topics: ReadonlySet<Topic>): void {
    if (slugs.length === 0 || this.#disposables.disposed) return;
    const until = this.#clock.steady() + RELEASE_MS;
    this.#leaving = [...this.#leaving, ...slugs.map((slug) => ({ slug, topics, until }))];
    this.#timer ??= this.#clock.setTimeout(() => this.#release(), RELEASE_MS);
  }

  #release(): void {
    const now = this.#clock.steady();
    this.#leaving = this.#leaving.filter(({ until }) => until > now);
    const first = this.#leaving[0];
    this.#timer = first && this.#clock.setTimeout(() => this.#release(), first.until - now);
    this.#changed();
  }

  #changed(): void {
    this.#sum = undefined;
    this.#changes.fire();
  }

  #summed(): Sum {
    this.#sum ??= this.#add();
    return this.#sum;
  }

  #add(): Sum {
    const wanted = new Map<string, Set<Topic>>();
    const left = new Set<string>();
    const shown = new Set<string>();
    const take = (slug: string, topics: ReadonlySet<Topic>, always: boolean): boolean => {
      const known = wanted.get(slug);
      if (known !== undefined) for (const topic of topics) known.add(topic);
      else if (always || wanted.size < this.#max) wanted.set(slug, new Set(topics));
      else return false;
      return true;
    };
    const rank = ({ kind }: Viewer): number => INTEREST_KINDS.indexOf(kind);
    const viewers = [...this.#viewers].sort((a, b) => rank(a) - rank(b) || b.turn - a.turn);
    for (const { kind, topics, slugs } of viewers) {
      for (const slug of slugs) {
        shown.add(slug);
        if (!take(slug, topics, kind === 'panel')) left.add(slug);
      }
    }
    for (const { slug, topics } of this.#leaving) take(slug, topics, false);
    return { wanted, shown, left: left.size };
  }
}

/** A wish that is granted at once and released a little later, so that toggling it does not churn. */
export class DelayedRelease implements Disposable {
  readonly #clock: Clock;
  readonly #released: () => void;
  #isWished = false;
  #timer: Disposable | undefined;

  constructor(clock: Clock, released: () => void) {
    this.#clock = clock;
    this.#released = released;
  }

  get isOn(): boolean {
    return this.#isWished || this.#timer !== undefined;
  }

  set(isWished: boolean): void {
    if (isWished === this.#isWished) return;
    this.#isWished = isWished;
    this.#timer?.dispose();
    this.#timer = undefined;
    if (isWished) return;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      this.#released();
    }, RELEASE_MS);
  }

  /** Releases it now. */
  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#isWished = false;
  }
}
