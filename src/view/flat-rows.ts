import { parentOf } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import { sameFacts } from './kept-rows.ts';
import { flatMarketRow } from './market-rows.ts';
import { marketTooltip } from './market-tooltip.ts';
import type { MarketFacts } from './price-text.ts';
import type { Row, ViewContext } from './row.ts';

/** What the rows of the flat list are made from. */
export interface FlatParts {
  readonly markets: readonly Market[];
  readonly facts: (slug: string) => MarketFacts;
  readonly event: ((market: Market) => MarketEvent | undefined) | undefined;
}

interface Kept {
  readonly market: Market;
  readonly parent: MarketEvent | undefined;
  readonly facts: MarketFacts;
  readonly row: Row;
}

/**
 * The rows of the flat list, kept from one drawing to the next. A price that moved makes its own row anew and looks at no
 * other; where anything may have changed all are looked at, and only those that differ are made anew.
 */
export class FlatRows {
  #context: ViewContext | undefined;
  /** When was drawn last, Unix milliseconds. */
  #drawnAt = 0;
  #markets: readonly Market[] | undefined;
  #kept: Kept[] = [];
  #rows: readonly Row[] = [];
  /** Where each market stands; made when first asked for. */
  #places: ReadonlyMap<string, number> | undefined;
  #changed: Set<string> | 'all' = 'all';

  /** Says that what these markets' rows are made from may have changed; `all`: any of them, their order, their events. */
  changed(change: 'all' | Iterable<string>): void {
    if (change === 'all') this.#changed = 'all';
    else if (this.#changed !== 'all') for (const slug of change) this.#changed.add(slug);
  }

  /** The same array until a row changed. */
  rows(parts: FlatParts, context: ViewContext): readonly Row[] {
    const { settings, isSameDay } = context.format;
    const now = settings.now();
    // A time is written with its day from midnight on.
    const isSame = this.#context === context && isSameDay(this.#drawnAt, now);
    this.#drawnAt = now;
    if (!isSame) {
      this.#context = context;
      this.#kept = [];
      this.#changed = 'all';
    }
    const changed = this.#changed;
    this.#changed = new Set();
    if (changed === 'all' || this.#markets !== parts.markets) this.#lookAtAll(parts, context);
    else this.#lookAt(changed, parts, context);
    return this.#rows;
  }

  #lookAt(slugs: ReadonlySet<string>, parts: FlatParts, context: ViewContext): void {
    if (slugs.size === 0) return;
    this.#places ??= new Map(parts.markets.map(({ slug }, place) => [slug, place]));
    let rows: Row[] | undefined;
    for (const slug of slugs) {
      const place = this.#places.get(slug);
      const market = place === undefined ? undefined : parts.markets[place];
      if (place === undefined || market === undefined) continue;
      const kept = renewed(this.#kept[place], market, parts, context);
      if (kept === this.#kept[place]) continue;
      this.#kept[place] = kept;
      rows ??= [...this.#rows];
      rows[place] = kept.row;
    }
    this.#rows = rows ?? this.#rows;
  }

  #lookAtAll(parts: FlatParts, context: ViewContext): void {
    const { markets } = parts;
    const before = this.#kept;
    const moved = markets.length !== before.length || markets.some(isOther(before));
    const known = moved ? new Map(before.map((kept) => [kept.market.slug, kept])) : undefined;
    this.#kept = markets.map((market, place) =>
      renewed(known === undefined ? before[place] : known.get(market.slug), market, parts, context),
    );
    const same = !moved && this.#kept.every((kept, place) => kept === before[place]);
    if (!same) this.#rows = this.#kept.map(({ row }) => row);
    if (moved) this.#places = undefined;
    this.#markets = markets;
  }
}

function isOther(kept: readonly Kept[]): (market: Market, place: number) => boolean {
  return ({ slug }, place) => kept[place]?.market.slug !== slug;
}

/** The same object where the row would come out the same. */
function renewed(kept: Kept | undefined, market: Market, parts: FlatParts, context: ViewContext): Kept {
  const facts = parts.facts(market.slug);
  const parent = parentOf(market, parts.event);
  if (kept?.market === market && kept.parent === parent && sameFacts(kept.facts, facts)) return kept;
  const row = flatMarketRow(market, parent, facts, context);
  // A row that stays the same for long must not tell old ages: what the tooltip says is found out when it is read.
  const tooltip: Row['tooltip'] = () => marketTooltip(market, parent, parts.facts(market.slug), context);
  return { market, parent, facts, row: { ...row, tooltip } };
}
