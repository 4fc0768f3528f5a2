import { commands, l10n, window } from 'vscode';
import { Emitter, type Event } from '../base/event.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { SettingReading } from '../core/setting-reading.ts';
import { problemText } from '../view/setting-problem.ts';
import type { Config } from './config.ts';

interface Written<T> {
  read(value: unknown): SettingReading<T>;
  write(items: readonly T[]): unknown;
}

/** A setting that holds a list of a person's own: read as far as it can be, changed one change at a time. */
export class SettingList<T> implements Disposable {
  /** As people know it. */
  readonly name: string;
  readonly #config: Pick<Config, 'get' | 'set'>;
  readonly #setting: 'watchlist' | 'alerts' | 'savedQueries';
  readonly #written: Written<T>;
  readonly #own = new DisposableStore();
  readonly #changes = this.#own.add(new Emitter<void>());
  #reading: SettingReading<T>;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    config: Pick<Config, 'get' | 'set' | 'onDidChange'>,
    setting: 'watchlist' | 'alerts' | 'savedQueries',
    written: Written<T>,
  ) {
    this.name = `predictionMarkets.${setting}`;
    this.#config = config;
    this.#setting = setting;
    this.#written = written;
    this.#reading = written.read(config.get(setting));
    this.#own.add(
      config.onDidChange((names) => {
        if (!names.has(setting)) return;
        this.#reading = written.read(config.get(setting));
        this.#changes.fire();
      }),
    );
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);

  get items(): readonly T[] {
    return this.#reading.items;
  }

  /** What is wrong with the setting. While there is something it is never written. */
  get problem(): string | undefined {
    return this.#reading.problem;
  }

  /** Changes the setting as it is then. False, and nothing is written, where it has to be corrected first: that is said. */
  async edit(change: (items: readonly T[]) => readonly T[]): Promise<boolean> {
    const writing = this.#writing.then(async () => {
      const { items, problem } = this.#written.read(this.#config.get(this.#setting));
      if (problem === undefined) await this.#config.set(this.#setting, this.#written.write(change(items)));
      return problem;
    });
    this.#writing = writing.catch(() => undefined);
    const problem = await writing;
    if (problem !== undefined) void this.#complain(problem);
    return problem === undefined;
  }

  /** Opens the setting in the editor. */
  async open(): Promise<void> {
    await commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: this.name, edit: true },
    });
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #complain(problem: string): Promise<void> {
    const action = l10n.t('Open Settings');
    const words = l10n.t('Correct the setting {0} first. {1}', this.name, problemText(problem, l10n.t));
    if ((await window.showErrorMessage(words, action)) === action) await this.open();
  }
}
