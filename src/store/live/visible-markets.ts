import { ChangeSource } from '../../base/change-source.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import type { MarketTopic, Wanted } from '../../exchange/streams.ts';

/**
 * Who looks, the most important first. A panel's market is never cut. `portfolio`: markets of orders and positions. `alert`:
 * those of alerts and followed games, though nobody looks.
 */
const INTEREST_KINDS = ['panel', 'portfolio', 'alert', 'tree'] as const;
export type InterestKind = (typeof INTEREST_KINDS)[number];

/** Best prices. */
export const LITE: ReadonlySet<MarketTopic> = new Set(['lite']);

/** What one viewer shows. Disposed, or set to something else, what it leaves is released a little later. */
export interface Interest extends Disposable {
  /** Replaces what this viewer may be looking at; the most important first. */
  set(slugs: readonly string[]): void;
}

/** What nobody looks at any more stays subscribed up to this long: toggling a view must not churn, milliseconds. */
export const RELEASE_MS = 5_000;

interface Viewer {
  readonly kind: InterestKind;
  readonly topics: ReadonlySet<MarketTopic>;
  slugs: readonly string[];
  /** Grows with every market that comes in: of two trees the one opened last goes first. */
  turn: number;
}

interface Sum {
  readonly wanted: Wanted;
  readonly shown: ReadonlySet<string>;
}

/** Counts who may be looking at which market, or at the account, and says what to subscribe. */
export class VisibleMarkets extends ChangeSource {
  readonly #viewers = new Set<Viewer>();
  /** What nobody looks at any more and the timer releases. */
  #leaving: { readonly slug: string; readonly topics: ReadonlySet<MarketTopic> }[] = [];
  readonly #releasing: Timer;
  #max = Number.POSITIVE_INFINITY;
  #turn = 0;
  #sum: Sum | undefined;
  #isAccountShown = false;
  #isAccountLeaving = false;

  constructor(clock: Clock) {
    super();
    this.#releasing = this.own.add(new Timer(clock, () => this.#release()));
  }

  /** What to subscribe: by importance, cut at the limit; panels are never cut. */
  get wanted(): Wanted {
    return this.#add().wanted;
  }

  /** Every market somebody looks at now, subscribed or not. */
  get shown(): ReadonlySet<string> {
    return this.#add().shown;
  }

  /** Whether somebody looks at the account, or did a moment ago. */
  get wantsAccount(): boolean {
    return this.#isAccountShown || this.#isAccountLeaving;
  }

  of(kind: InterestKind): ReadonlySet<string> {
    return new Set([...this.#viewers].filter((each) => each.kind === kind).flatMap(({ slugs }) => slugs));
  }

  /** Registers a viewer. Hold it while the viewer is visible (a panel: while it is open). */
  watch(kind: InterestKind, topics = LITE): Interest {
    const viewer: Viewer = { kind, topics, slugs: [], turn: 0 };
    this.#viewers.add(viewer);
    const set = (slugs: readonly string[]): void => {
      if (this.#viewers.has(viewer)) this.#set(viewer, slugs);
    };
    return {
      set,
      dispose: () => {
        set([]);
        this.#viewers.delete(viewer);
      },
    };
  }

  /** Does not fire. */
  showAccount(isShown: boolean): void {
    if (isShown === this.#isAccountShown) return;
    this.#isAccountShown = isShown;
    this.#isAccountLeaving = !isShown;
    if (!isShown) this.#releasing.setOnce(RELEASE_MS);
  }

  /** Most markets subscribed at once, 0 or more; those of panels always are. */
  setMax(max: number): void {
    const next = Math.max(0, Math.trunc(max));
    if (next === this.#max) return;
    this.#max = next;
    this.#changed();
  }

  override dispose(): void {
    this.#viewers.clear();
    super.dispose();
  }

  #set(viewer: Viewer, slugs: readonly string[]): void {
    const before = new Set(viewer.slugs);
    const after = [...new Set(slugs)];
    if (after.length === before.size && after.every((slug, at) => slug === viewer.slugs[at])) return;
    if (after.some((slug) => !before.has(slug))) viewer.turn = ++this.#turn;
    for (const slug of after) before.delete(slug);
    viewer.slugs = after;
    if (before.size > 0) {
      for (const slug of before) this.#leaving.push({ slug, topics: viewer.topics });
      this.#releasing.setOnce(RELEASE_MS);
    }
    this.#changed();
  }

  #release(): void {
    this.#leaving = [];
    this.#isAccountLeaving = false;
    this.#changed();
  }

  #changed(): void {
    this.#sum = undefined;
    this.changes.fire();
  }

  #add(): Sum {
    if (this.#sum !== undefined) return this.#sum;
    const wanted = new Map<string, Set<MarketTopic>>();
    const shown = new Set([...this.#viewers].flatMap(({ slugs }) => slugs));
    const take = (slug: string, topics: ReadonlySet<MarketTopic>, isNeverCut: boolean): void => {
      const known = wanted.get(slug);
      if (known !== undefined) for (const topic of topics) known.add(topic);
      else if (isNeverCut || wanted.size < this.#max) wanted.set(slug, new Set(topics));
    };
    const rank = ({ kind }: Viewer): number => INTEREST_KINDS.indexOf(kind);
    const viewers = [...this.#viewers].sort((a, b) => rank(a) - rank(b) || b.turn - a.turn);
    for (const { kind, topics, slugs } of viewers)
      for (const slug of slugs) take(slug, topics, kind === 'panel');
    for (const { slug, topics } of this.#leaving) take(slug, topics, false);
    this.#sum = { wanted, shown };
    return this.#sum;
  }
}
