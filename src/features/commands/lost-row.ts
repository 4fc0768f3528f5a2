import type { CommandName } from '../ids.ts';

/** What stands in the menus of rows. Called from the palette they have no arguments at all, and ask. */
const OF_A_ROW: ReadonlySet<CommandName> = new Set<CommandName>([
  'openMarket',
  'openSettlement',
  'openOrder',
  'cancelOrder',
  'cancelMarketOrders',
  'copySlug',
  'copyAsJson',
]);

/**
 * Whether a command was chosen on a row the editor could not name any more, or on a selection with such a row in it.
 * While rows are drawn anew the editor forgets for a moment which is which, and hands over nothing in their place.
 * A command that asked "which one?" then would answer a click on one thing with a list of all of them.
 */
export function lostItsRow(name: CommandName, args: readonly unknown[]): boolean {
  if (!OF_A_ROW.has(name) || args.length === 0) return false;
  const [target, selected] = args;
  return isNothing(target) || (Array.isArray(selected) && selected.some(isNothing));
}

/** Nothing arrives as null where it was sent as JSON. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
