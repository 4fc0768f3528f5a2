import { commands, l10n, window } from 'vscode';
import { DisposableOwner } from '../base/disposable.ts';
import type { Reporter } from './host-log.ts';
import { COMMANDS, type CommandName, type RowTarget } from './ids.ts';

/**
 * What a command does. From the palette it has no arguments and asks for what it needs; a script or a link of ours gives a
 * text, a menu the row it was opened on and all selected rows.
 */
export type CommandHandler = (
  target?: string | RowTarget,
  selected?: readonly RowTarget[],
) => void | Promise<void>;

interface Loaded {
  readonly reporter: Reporter;
  /** What the page in front shows; for commands in its title, which the editor gives the page's own address. */
  readonly panels: { target(): Promise<RowTarget | undefined> };
}

/** The commands of the manifest. What they do comes from what `load` loads, which calls `serve`. */
export class Commands extends DisposableOwner {
  readonly #handlers = new Map<string, CommandHandler>();

  constructor(load: () => Promise<Loaded>) {
    super();
    for (const name of Object.keys(COMMANDS) as CommandName[])
      this.own.add(
        commands.registerCommand(COMMANDS[name], async (...given: Parameters<CommandHandler>) => {
          const ofRow = FROM_TITLE[name];
          const args: Parameters<CommandHandler> =
            ofRow !== undefined
              ? []
              : ROW_COMMANDS.has(name) && isOfPage(given[0])
                ? [await (await load()).panels.target()]
                : given;
          if (isStaleRowArgument(name, args)) {
            void window.showInformationMessage(
              l10n.t('The list just changed, so nothing was done. Choose again.'),
            );
            return;
          }
          const { reporter } = await load();
          try {
            await this.#handlers.get(ofRow ?? name)?.(...args);
          } catch (cause) {
            // Not awaited: the message may stand for minutes, and the command has ended.
            void reporter.failed(cause);
          }
        }),
      );
  }

  serve(handlers: { readonly [N in CommandName]?: CommandHandler }): void {
    for (const [name, handler] of Object.entries(handlers)) this.#handlers.set(name, handler);
  }
}

/** What the editor hands over from a page's title, its address, and from its menu, an object that names its kind. */
function isOfPage(argument: unknown): boolean {
  if (typeof argument !== 'object' || argument === null) return false;
  return 'webview' in argument || ('scheme' in argument && argument.scheme === 'webview-panel');
}

/**
 * Buttons in the title of a view, by the command of a row that each is without its row: the editor hands both of them the row
 * that has the focus, so that a command cannot tell them apart.
 */
const FROM_TITLE: { readonly [N in CommandName]?: CommandName } = {
  showFromTitle: 'show',
  manageQueriesFromTitle: 'manageQueries',
  addToWatchlistFromTitle: 'addToWatchlist',
  editWatchlistFromTitle: 'editWatchlist',
  addAlertFromTitle: 'addAlert',
};

/** Commands in the menus of rows. From the palette they have no arguments at all, and ask. */
const ROW_COMMANDS: ReadonlySet<CommandName> = new Set<CommandName>([
  'openMarket',
  'openToSide',
  'openSettlement',
  'openEvent',
  'openOrder',
  'cancelOrder',
  'cancelMarketOrders',
  'addToWatchlist',
  'removeFromWatchlist',
  'addAlert',
  'manageAlerts',
  'followEvent',
  'unfollowEvent',
  'copySlug',
  'copyLink',
  'copyAsJson',
  'openRaw',
  'openDocument',
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
