import { Emitter, type Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import {
  entriesOf,
  readWatchlist,
  type WatchEntry,
  type WatchGroup,
  type WatchProblem,
  writeWatchlist,
} from '../core/watchlist.ts';
import type { Config } from './config.ts';
import { SettingList } from './setting-list.ts';

/** Its whole name, for people and for the editor. */
export const WATCHLIST_SETTING = 'predictionMarkets.watchlist';

/** What is watched: the setting, which Settings Sync carries, and lists of the workspace beside it. */
export class Watchlist implements Disposable {
  readonly #own = new DisposableStore();
  readonly #changes = this.#own.add(new Emitter<void>());
  readonly #setting: SettingList<ReturnType<typeof readWatchlist>>;
  #others: readonly WatchEntry[] = [];

  constructor(config: Pick<Config, 'get' | 'set' | 'onDidChange'>) {
    this.#setting = this.#own.add(new SettingList(config, 'watchlist', readWatchlist));
    this.#own.add(this.#setting.onDidChange(() => this.#changes.fire()));
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  /** Of the setting, as far as it can be read. */
  get groups(): readonly WatchGroup[] {
    return this.#setting.reading.groups;
  }

  /** What is wrong with the setting. While there is something it is never written. */
  get problem(): WatchProblem | undefined {
    return this.#setting.reading.problem;
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
    return this.#setting.edit(({ groups }) => writeWatchlist(change(groups)));
  }

  dispose(): void {
    this.#own.dispose();
  }
}
