import type { EventGroup } from '../../core/grouping.ts';
import type { Market } from '../../core/market.ts';
import { compareRanked, type Ranked, type RankedVolume } from '../../core/search-rank.ts';

/** An event that was found, or a single market of it whose own words were. */
export interface SearchHit extends Ranked {
  readonly group: EventGroup;
  /** Undefined where the event was found as a whole. */
  readonly market: Market | undefined;
}

export interface SearchHits {
  readonly hits: readonly SearchHit[];
  /** The markets of all that fits, also of what is beyond the best. */
  readonly markets: number;
  /** The word that was taken for a misspelt one. */
  readonly spelt: string | undefined;
  /** When the day begins that was asked for, Unix milliseconds. */
  readonly day: number | undefined;
  /** Only one's own was asked for: how much there is of it is an amount. */
  readonly isMine: boolean;
}

export const NO_HITS: SearchHits = { hits: [], markets: 0, spelt: undefined, day: undefined, isMine: false };

/** Most hits of a search: more than anybody reads. */
export const MOST_HITS = 50;

/** The best hits offered so far; the markets of others are counted only. */
export class BestHits {
  readonly #hits: SearchHit[] = [];
  #last: SearchHit | undefined;
  #markets = 0;

  /** `count`: how many markets it stands for. */
  offer(
    stage: number,
    match: number,
    { volumeFrom, volume }: RankedVolume,
    group: EventGroup,
    count: number,
    market?: Market,
  ): void {
    this.#markets += count;
    const last = this.#last;
    // Most of 100,000 hits end here.
    if (
      last !== undefined &&
      (stage - last.stage || last.match - match || volumeFrom - last.volumeFrom || last.volume - volume) > 0
    )
      return;
    this.#hits.push({ stage, match, volumeFrom, volume, key: market?.slug ?? group.key, group, market });
    if (this.#hits.length === 2 * MOST_HITS) this.#cut();
  }

  result(): SearchHits {
    this.#cut();
    return { ...NO_HITS, hits: this.#hits, markets: this.#markets };
  }

  #cut(): void {
    this.#hits.sort(compareRanked).splice(MOST_HITS);
    this.#last = this.#hits[MOST_HITS - 1];
  }
}
