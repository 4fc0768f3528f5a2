import { type EventGroup, type LineGroup, linesOf } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { marketRows } from './market-rows.ts';
import { marketTooltip } from './market-tooltip.ts';
import type { MarketFacts } from './price-text.ts';
import type { Row, ViewContext } from './row.ts';

/** So long the words of an event may stand, milliseconds: they tell of times, such as `in 3 h`. */
const WORDS_MS = 5_000;

interface KeptMarket {
  readonly parent: MarketEvent | undefined;
  readonly facts: MarketFacts;
  readonly rows: readonly Row[];
  /** The change after which it was looked at last. */
  lookedAt: number;
}

interface KeptWords {
  readonly madeAt: number;
  readonly rows: readonly Row[];
}

/**
 * The rows of a tree of events and their markets, kept from one drawing to the next. A price that moved makes the rows of
 * its own market anew and looks at no other; where anything may have changed each market that is drawn is looked at, and
 * only those that differ are made anew. What is kept goes with the market or event it was made for.
 */
export class KeptRows {
  #facts: (slug: string) => MarketFacts = () => ({});
  #context: ViewContext | undefined;
  #mark: string | undefined;
  /** When was drawn last, Unix milliseconds. */
  #drawnAt = 0;
  /** Changes are numbered; the last one of a market, and the last one that may have been of any. */
  #change = 0;
  #changeOfAny = 0;
  readonly #changeOf = new Map<string, number>();
  #markets = new WeakMap<Market, KeptMarket>();
  #words = new WeakMap<object, KeptWords>();
  readonly #lines = new WeakMap<EventGroup, readonly LineGroup[]>();

  /** Says that what these markets' rows are made from may have changed; `all`: any of them. */
  changed(change: 'all' | Iterable<string>): void {
    this.#change += 1;
    if (change === 'all') {
      this.#changeOfAny = this.#change;
      this.#changeOf.clear();
    } else for (const slug of change) this.#changeOf.set(slug, this.#change);
  }

  /** To be called before rows are asked for, with what they are made from. `mark`: what they all carry. */
  draw(facts: (slug: string) => MarketFacts, context: ViewContext, mark?: string): void {
    const { settings, isSameDay } = context.format;
    const now = settings.now();
    // A time is written with its day from midnight on.
    if (this.#context !== context || !isSameDay(this.#drawnAt, now)) {
      this.#markets = new WeakMap();
      this.#words = new WeakMap();
    }
    if (this.#mark !== mark) this.#words = new WeakMap();
    this.#facts = facts;
    this.#context = context;
    this.#mark = mark;
    this.#drawnAt = now;
  }

  /** The rows of one market inside its event: the same ones until one of them would look different. */
  market(market: Market, event: MarketEvent | undefined, context: ViewContext): readonly Row[] {
    const kept = this.#markets.get(market);
    const isOf = kept !== undefined && kept.parent === event;
    const changedAt = this.#changeOf.get(market.slug) ?? this.#changeOfAny;
    if (isOf && kept.lookedAt >= changedAt) return kept.rows;
    const facts = this.#facts(market.slug);
    if (isOf && sameFacts(kept.facts, facts)) {
      kept.lookedAt = this.#change;
      return kept.rows;
    }
    // A row that stays the same for long must not tell old ages: what the tooltip says is found out when it is read.
    const tooltip: Row['tooltip'] = () => marketTooltip(market, event, this.#facts(market.slug), context);
    const rows = marketRows(market, event, facts, context).map((row) => ({ ...row, tooltip }));
    this.#markets.set(market, { parent: event, facts, rows, lookedAt: this.#change });
    return rows;
  }

  /** Rows that say times and nothing of prices, of one thing: the same ones for five seconds at most. */
  words(about: object, make: () => readonly Row[]): readonly Row[] {
    const kept = this.#words.get(about);
    const age = kept === undefined ? -1 : this.#drawnAt - kept.madeAt;
    // What is younger than now was made before the machine's clock was set back.
    if (kept !== undefined && age >= 0 && age < WORDS_MS) return kept.rows;
    const rows = make();
    this.#words.set(about, { madeAt: this.#drawnAt, rows });
    return rows;
  }

  /** The lines of the markets of an event; sorted out once. */
  lines(group: EventGroup): readonly LineGroup[] {
    let lines = this.#lines.get(group);
    if (lines === undefined) {
      lines = linesOf(group.markets);
      this.#lines.set(group, lines);
    }
    return lines;
  }
}

/** Whether a row made from either looks the same. Of what is fresh no row says the time. */
export function sameFacts(a: MarketFacts, b: MarketFacts): boolean {
  return (
    a.moved === b.moved &&
    a.settlement === b.settlement &&
    a.live?.book === b.live?.book &&
    a.live?.bbo === b.live?.bbo &&
    a.live?.newer === b.live?.newer &&
    a.truth?.standing === b.truth?.standing &&
    (a.truth === undefined || a.truth.standing === 'fresh' || a.truth.at === b.truth?.at)
  );
}
