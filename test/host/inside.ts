import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { TestApi } from '../../src/extension.ts';
import { COMMANDS, type CommandArguments, type CommandName, EXTENSION_ID } from '../../src/host/ids.ts';

/**
 * Registers a suite that looks inside the running extension. An installed package shows nobody its inside, so there it
 * is left out; what the package does is seen from outside by the other suites and by the end-to-end flows.
 */
export async function describeInside(title: string, define: (api: TestApi) => void): Promise<void> {
  const api = await extensionApi();
  if (api !== undefined) describe(title, () => define(api));
}

async function extensionApi(): Promise<TestApi | undefined> {
  const extension = vscode.extensions.getExtension<TestApi | undefined>(EXTENSION_ID);
  return extension?.activate();
}

export function run<N extends CommandName>(name: N, ...args: CommandArguments[N]): Thenable<unknown> {
  return vscode.commands.executeCommand(COMMANDS[name], ...args);
}

/** Waits until `found` gives something; the runner's own time limit ends the wait. */
export async function until<T>(found: () => T | undefined | false): Promise<T> {
  for (;;) {
    const value = found();
    if (value !== undefined && value !== false) return value;
    await sleep(20);
  }
}

/** Places an order of 5 contracts at a price so far from the market that it rests. */
export async function placeResting(
  demo: TestApi['demo'],
): Promise<{ readonly id: string; readonly slug: string }> {
  const { world } = await demo();
  const now = Date.now();
  const market = world
    .markets({ active: true, closed: false }, { limit: 500, offset: 0 }, now)
    .find(({ slug }) => {
      const { bestBid, state } = world.bbo(slug, now) ?? {};
      return state === 'OPEN' && (bestBid?.value.toNumber() ?? 0) > 0.3;
    });
  if (market === undefined) throw new Error('no open market with a bid above 30 cents');
  const order = { marketSlug: market.slug, intent: 'BUY_LONG', price: '0.01', quantity: '5' } as const;
  return { id: world.apply({ kind: 'placeOrder', ...order }, now), slug: market.slug };
}
