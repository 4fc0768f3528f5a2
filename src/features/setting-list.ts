import { Emitter, type Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { Config } from './config.ts';
import type { SettingName } from './ids.ts';

/** What a setting that people may write by hand was read as. */
interface SettingReading {
  /** While there is one the setting is never written. */
  readonly problem: object | undefined;
}

/** A setting that holds a list of a person's own: read as far as it can be, changed one change at a time. */
export class SettingList<R extends SettingReading> implements Disposable {
  readonly #config: Pick<Config, 'get' | 'set'>;
  readonly #name: Extract<SettingName, 'watchlist' | 'alerts'>;
  readonly #read: (value: unknown) => R;
  readonly #own = new DisposableStore();
  readonly #changes = this.#own.add(new Emitter<void>());
  #reading: R;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    config: Pick<Config, 'get' | 'set' | 'onDidChange'>,
    name: Extract<SettingName, 'watchlist' | 'alerts'>,
    read: (value: unknown) => R,
  ) {
    this.#config = config;
    this.#name = name;
    this.#read = read;
    this.#reading = read(config.get(name));
    this.#own.add(
      config.onDidChange((names) => {
        if (!names.has(name)) return;
        this.#reading = read(config.get(name));
        this.#changes.fire();
      }),
    );
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  get reading(): R {
    return this.#reading;
  }

  /** Changes the setting as it is then; `change` returns what to write. False, and nothing is written, where it has a problem. */
  edit(change: (reading: R) => unknown): Promise<boolean> {
    const written = this.#writing.then(async () => {
      const reading = this.#read(this.#config.get(this.#name));
      if (reading.problem !== undefined) return false;
      await this.#config.set(this.#name, change(reading));
      return true;
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }

  dispose(): void {
    this.#own.dispose();
  }
}
