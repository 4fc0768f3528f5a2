import { Emitter, type Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import {
  entriesOf,
  readWatchlist,
  type WatchEntry,
  type WatchGroup,
  type WatchProblem,
  type WatchReading,
  writeWatchlist,
} from '../core/watchlist.ts';
import type { Config } from './config.ts';

/** Its whole name, for people and for the editor. */
export const WATCHLIST_SETTING = 'predictionMarkets.watchlist';

/** What is watched: the setting, which Settings Sync carries, and lists of the workspace beside it. */
export class Watchlist implements Disposable {
  readonly #config: Pick<Config, 'get' | 'set'>;
  readonly #own = new DisposableStore();
  readonly #changes: Emitter<void>;
  #reading: WatchReading;
  #others: readonly WatchEntry[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(config: Pick<Config, 'get' | 'set' | 'onDidChange'>) {
    this.#config = config;
    this.#changes = this.#own.add(new Emitter<void>());
    this.#reading = readWatchlist(config.get('watchlist'));
    this.#own.add(
      config.onDidChange((names) => {
        if (!names.has('watchlist')) return;
        this.#reading = readWatchlist(config.get('watchlist'));
        this.#changes.fire();
      }),
    );
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  /** Of the setting, as far as it can be read. */
  get groups(): readonly WatchGroup[] {
    return this.#reading.groups;
  }

  /** What is wrong with the setting. While there is something it is never written. */
  get problem(): WatchProblem | undefined {
    return this.#reading.problem;
  }

  /** Everything watched, each once: the setting's, then the workspace's. */
  get entries(): readonly WatchEntry[] {
    return entriesOf([...this.groups, { name: '', entries: this.#others }]);
  }

  /** Whether the setting has a market of this slug, or an event of this slug or id. */
  isWatched(key: string): boolean {
    return this.groups.some(({ entries }) => entries.some((entry) => entry.key === key));
  }

  /** What lists of the workspace name besides. */
  setOthers(entries: readonly WatchEntry[]): void {
    this.#others = entries;
    this.#changes.fire();
  }

  /** Changes the setting as it is then; one change at a time. False, and nothing is written, where it has a problem. */
  edit(change: (groups: readonly WatchGroup[]) => readonly WatchGroup[]): Promise<boolean> {
    const written = this.#writing.then(async () => {
      const { groups, problem } = readWatchlist(this.#config.get('watchlist'));
      if (problem !== undefined) return false;
      await this.#config.set('watchlist', writeWatchlist(change(groups)));
      return true;
    });
    this.#writing = written.then(
      () => undefined,
      () => undefined,
    );
    return written;
  }

  dispose(): void {
    this.#own.dispose();
  }
}
