import { commands, l10n, window } from 'vscode';
import { DisposableStore } from '../base/lifecycle.ts';
import { COMMANDS, type CommandArguments, type CommandName } from './ids.ts';
import type { Reporter } from './report.ts';

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
        if (isStaleRowArgument(name, args)) {
          void window.showInformationMessage(
            l10n.t('The list just changed, so nothing was done. Choose again.'),
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

/** Commands in the menus of rows. From the palette they have no arguments at all, and ask. */
const ROW_COMMANDS: ReadonlySet<CommandName> = new Set<CommandName>([
  'openMarket',
  'openSettlement',
  'openOrder',
  'cancelOrder',
  'cancelMarketOrders',
  'copySlug',
  'copyAsJson',
]);

/**
 * Whether a command was chosen on a row that the editor could not name any more, or on a selection with such a row: while
 * rows are drawn again, it hands over nothing in their place. Asking "which one?" then would answer a click on one thing
 * with a list of all.
 */
export function isStaleRowArgument(name: CommandName, args: readonly unknown[]): boolean {
  if (!ROW_COMMANDS.has(name) || args.length === 0) return false;
  const [target, selected] = args;
  return isMissing(target) || (Array.isArray(selected) && selected.some(isMissing));
}

/** Undefined arrives as null where it was sent as JSON. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
