import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import type { Topic, Wanted } from '../../exchange/streams.ts';

/** Who looks, the most important first. A panel's market is never cut. */
export const INTEREST_KINDS = ['panel', 'held', 'watched', 'tree'] as const;
export type InterestKind = (typeof INTEREST_KINDS)[number];

/** One viewer's interest. Disposed, or set anew, what it leaves is let go a little later. */
export interface Interest extends Disposable {
  /** Replaces what this viewer may be looking at; the most important first. */
  set(slugs: readonly string[]): void;
}

/** So long a market nobody looks at any more stays subscribed: toggling a view must not churn, milliseconds. */
export const LINGER_MS = 5_000;
/** Most markets subscribed unless told otherwise. */
const DEFAULT_MAX = 300;

interface Handle {
  readonly kind: InterestKind;
  readonly topics: ReadonlySet<Topic>;
  slugs: readonly string[];
  /** Grows with every market that comes in: of two trees the one opened last goes first. */
  turn: number;
}

interface Lingering {
  readonly slug: string;
  readonly topics: ReadonlySet<Topic>;
  readonly until: number;
}

/** Counts who may be looking at which market and says what to subscribe. */
export class Interests implements Disposable {
  readonly #clock: Clock;
  readonly #handles = new Set<Handle>();
  readonly #changes = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #lingering: readonly Lingering[] = [];
  #timer: Disposable | undefined;
  #max = DEFAULT_MAX;
  #turn = 0;
  #sum: { readonly wanted: Wanted; readonly shown: ReadonlySet<string>; readonly left: number } | undefined;

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
    for (const handle of this.#handles) if (handle.kind === kind && handle.slugs.length > 0) return true;
    return false;
  }

  /** Markets of one kind of viewer. */
  of(kind: InterestKind): ReadonlySet<string> {
    return new Set([...this.#handles].filter((each) => each.kind === kind).flatMap(({ slugs }) => slugs));
  }

  watch(kind: InterestKind, topics: ReadonlySet<Topic>): Interest {
    const handle: Handle = { kind, topics, slugs: [], turn: 0 };
    this.#handles.add(handle);
    const left = this.#disposables.add(
      toDisposable(() => {
        this.#set(handle, []);
        this.#handles.delete(handle);
      }),
    );
    return {
      set: (slugs) => {
        if (this.#handles.has(handle)) this.#set(handle, slugs);
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
    this.#lingering = [];
    this.#disposables.dispose();
  }

  #set(handle: Handle, slugs: readonly string[]): void {
    const before = new Set(handle.slugs);
    const after = [...new Set(slugs)];
    if (after.length === before.size && after.every((slug, at) => slug === handle.slugs[at])) return;
    if (after.some((slug) => !before.has(slug))) handle.turn = ++this.#turn;
    for (const slug of after) before.delete(slug);
    handle.slugs = after;
    this.#linger([...before], handle.topics);
    this.#changed();
  }

  #linger(slugs: readonly string[], topics: ReadonlySet<Topic>): void {
    if (slugs.length === 0 || this.#disposables.disposed) return;
    const until = this.#clock.now() + LINGER_MS;
    this.#lingering = [...this.#lingering, ...slugs.map((slug) => ({ slug, topics, until }))];
    this.#timer ??= this.#clock.setTimeout(() => this.#letGo(), LINGER_MS);
  }

  #letGo(): void {
    const now = this.#clock.now();
    // A clock that was set back would keep them for as long again.
    this.#lingering = this.#lingering.filter(({ until }) => until > now && until <= now + LINGER_MS);
    const first = this.#lingering[0];
    this.#timer = first && this.#clock.setTimeout(() => this.#letGo(), first.until - now);
    this.#changed();
  }

  #changed(): void {
    this.#sum = undefined;
    this.#changes.fire();
  }

  #summed() {
    this.#sum ??= this.#add();
    return this.#sum;
  }

  #add() {
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
    for (const { kind, topics, slugs } of this.#sorted()) {
      for (const slug of slugs) {
        shown.add(slug);
        if (!take(slug, topics, kind === 'panel')) left.add(slug);
      }
    }
    for (const { slug, topics } of this.#lingering) take(slug, topics, false);
    return { wanted, shown, left: left.size };
  }

  #sorted(): readonly Handle[] {
    const rank = ({ kind }: Handle): number => INTEREST_KINDS.indexOf(kind);
    return [...this.#handles].sort((a, b) => rank(a) - rank(b) || b.turn - a.turn);
  }
}
