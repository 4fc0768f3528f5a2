import type { Memory } from '../shown-state.ts';

const KEY = 'search.recent';
const MOST = 5;

/** Slugs of the markets picked last in the search, the latest first; a game is `event:` and its slug or id. */
export class RecentMarkets {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The stored value may come from another version. */
  get slugs(): readonly string[] {
    const stored = this.#memory.get(KEY);
    return Array.isArray(stored) ? stored.filter((slug) => typeof slug === 'string').slice(0, MOST) : [];
  }

  async add(slug: string): Promise<void> {
    await this.#memory.update(KEY, [slug, ...this.slugs.filter((each) => each !== slug)].slice(0, MOST));
  }
}
