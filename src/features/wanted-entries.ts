import { Emitter, type Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { AlertReading } from '../core/alert.ts';
import { entriesOf, type WatchEntry } from '../core/watchlist.ts';

interface Changing {
  readonly onDidChange: Event<void>;
}

/** What has to be known whether a list has it or not: what is watched, what has an alert, which games are followed. */
export class WantedEntries implements Disposable {
  readonly #watchlist: Changing & { readonly entries: readonly WatchEntry[] };
  readonly #alerts: Changing & { readonly reading: AlertReading };
  readonly #own = new DisposableStore();
  readonly #changes = this.#own.add(new Emitter<void>());
  #followed: readonly string[] = [];

  constructor(
    watchlist: Changing & { readonly entries: readonly WatchEntry[] },
    alerts: Changing & { readonly reading: AlertReading },
  ) {
    this.#watchlist = watchlist;
    this.#alerts = alerts;
    for (const { onDidChange } of [watchlist, alerts]) this.#own.add(onDidChange(() => this.#changes.fire()));
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  get entries(): readonly WatchEntry[] {
    const alerts = this.#alerts.reading.alerts.map(({ slug }): WatchEntry => ({ kind: 'market', key: slug }));
    const followed = this.#followed.map((key): WatchEntry => ({ kind: 'event', key }));
    return entriesOf([{ name: '', entries: [...this.#watchlist.entries, ...alerts, ...followed] }]);
  }

  /** Slugs or ids of the events that are followed. */
  follow(events: readonly string[]): void {
    this.#followed = events;
    this.#changes.fire();
  }

  dispose(): void {
    this.#own.dispose();
  }
}
