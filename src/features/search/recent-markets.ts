import type { Memory } from '../shown-state.ts';

const SLUGS = 'search.recent';
const TEXTS = 'search.texts';
const MOST = { [SLUGS]: 5, [TEXTS]: 3 } as const;

/** What was opened and searched last, the latest first. */
export class RecentMarkets {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Slugs of markets; a game is `event:` and its slug or id. */
  get slugs(): readonly string[] {
    return this.#stored(SLUGS);
  }

  /** What was typed where something was found by it. */
  get texts(): readonly string[] {
    return this.#stored(TEXTS);
  }

  async add(slug: string): Promise<void> {
    await this.#put(SLUGS, slug);
  }

  async addText(text: string): Promise<void> {
    await this.#put(TEXTS, text.trim());
  }

  /** The stored value may come from another version. */
  #stored(key: keyof typeof MOST): readonly string[] {
    const stored = this.#memory.get(key);
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, MOST[key]) : [];
  }

  async #put(key: keyof typeof MOST, text: string): Promise<void> {
    const others = this.#stored(key).filter((each) => each !== text);
    await this.#memory.update(key, [text, ...others].slice(0, MOST[key]));
  }
}
