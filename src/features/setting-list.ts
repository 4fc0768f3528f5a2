import { commands, l10n, window } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { SettingReading } from '../core/setting-reading.ts';
import { problemText } from '../view/setting-problem.ts';
import type { Config } from './config.ts';

/** A setting that holds a list of a person's own: read as far as it can be, changed one change at a time. */
export function createSettingList<T>(
  config: Pick<Config, 'get' | 'set' | 'onDidChange'>,
  setting: 'watchlist' | 'alerts' | 'savedQueries',
  read: (value: unknown) => SettingReading<T>,
  write: (items: readonly T[]) => unknown,
) {
  const name = `predictionMarkets.${setting}`;
  const own = new DisposableStore();
  const changes = own.add(new Emitter<void>());
  let reading = read(config.get(setting));
  let writing: Promise<unknown> = Promise.resolve();
  own.add(
    config.onDidChange((names) => {
      if (!names.has(setting)) return;
      reading = read(config.get(setting));
      changes.fire();
    }),
  );
  const open = async (): Promise<void> => {
    await commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: name, edit: true },
    });
  };
  const complain = async (problem: string): Promise<void> => {
    const action = l10n.t('Open Settings');
    const words = l10n.t('Correct the setting {0} first. {1}', name, problemText(problem, l10n.t));
    if ((await window.showErrorMessage(words, action)) === action) await open();
  };
  return {
    /** As people know it. */
    name,
    onDidChange: changes.event,
    get items() {
      return reading.items;
    },
    /** What is wrong with the setting. While there is something it is never written. */
    get problem() {
      return reading.problem;
    },
    /** Changes the setting as it is then. False, and nothing is written, where it has to be corrected first: that is said. */
    edit: async (change: (items: readonly T[]) => readonly T[]): Promise<boolean> => {
      const written = writing.then(async () => {
        const { items, problem } = read(config.get(setting));
        if (problem === undefined) await config.set(setting, write(change(items)));
        return problem;
      });
      writing = written.catch(() => undefined);
      const problem = await written;
      if (problem !== undefined) void complain(problem);
      return problem === undefined;
    },
    /** Opens the setting in the editor. */
    open,
    dispose: () => own.dispose(),
  };
}

export type SettingList<T> = ReturnType<typeof createSettingList<T>>;
