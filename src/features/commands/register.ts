import { commands, l10n, window } from 'vscode';
import { DisposableStore } from '../../base/lifecycle.ts';
import { COMMANDS, type CommandArguments, type CommandName } from '../ids.ts';
import type { Reporter } from '../report.ts';
import { lostItsRow } from './lost-row.ts';

/** One handler per command of the manifest; a missing one does not compile. */
export type CommandHandlers = {
  readonly [N in CommandName]: (...args: CommandArguments[N]) => void | Promise<void>;
};

/** A command that fails tells the person once, in words, and does not throw into whoever called it. */
export function registerCommands(handlers: CommandHandlers, reporter: Reporter): DisposableStore {
  const registered = new DisposableStore();
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    const handler = handlers[name] as (...args: readonly unknown[]) => void | Promise<void>;
    registered.add(
      commands.registerCommand(COMMANDS[name], async (...args: unknown[]) => {
        if (lostItsRow(name, args)) {
          void window.showInformationMessage(
            l10n.t('The list was being redrawn at that moment, so nothing was done. Please choose again.'),
          );
          return;
        }
        try {
          await handler(...args);
        } catch (cause) {
          // Not awaited: the message may stand for minutes, and whoever called is told that the command has ended.
          void reporter.failed(cause);
        }
      }),
    );
  }
  return registered;
}
