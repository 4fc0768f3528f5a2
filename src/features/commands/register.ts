import { commands, l10n, window } from 'vscode';
import { DisposableStore } from '../../base/lifecycle.ts';
import { COMMANDS, type CommandArguments, type CommandName } from '../ids.ts';
import type { Reporter } from '../report.ts';
import { lostItsRow } from './lost-row.ts';

/** One handler per command of the manifest; a missing one does not compile. */
export type CommandHandlers = {
  readonly [N in CommandName]: (...args: CommandArguments[N]) => void | Promise<void>;
};

/** What commands need once one is chosen. */
export interface CommandRunner {
  readonly reporter: Reporter;
  handlers(): Promise<CommandHandlers>;
}

/** Registers every command. One that fails shows one message, and does not throw into its caller. */
export function registerCommands(load: () => Promise<CommandRunner>): DisposableStore {
  const registered = new DisposableStore();
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    registered.add(
      commands.registerCommand(COMMANDS[name], async (...args: unknown[]) => {
        if (lostItsRow(name, args)) {
          void window.showInformationMessage(
            l10n.t('The list was being redrawn at that moment, so nothing was done. Please choose again.'),
          );
          return;
        }
        const runner = await load();
        try {
          const handler = (await runner.handlers())[name] as (...given: readonly unknown[]) => unknown;
          await handler(...args);
        } catch (cause) {
          // Not awaited: the message may stand for minutes, and the command has ended.
          void runner.reporter.failed(cause);
        }
      }),
    );
  }
  return registered;
}
