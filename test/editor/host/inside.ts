import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { COMMANDS, type CommandName, EXTENSION_ID } from '../../../src/features/ids.ts';
import type { Row } from '../../../src/view/row.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { quietMarket } from '../../support/quiet-market.ts';

/**
 * Registers a suite that looks inside the running extension. An installed package shows nobody its inside, so there it
 * is left out; what the package does is seen from outside by the other suites and by the end-to-end flows.
 */
export async function describeInside(title: string, define: (api: App) => void): Promise<void> {
  const api = await extensionApi();
  if (api !== undefined) describe(title, () => define(api));
}

async function extensionApi(): Promise<App | undefined> {
  const extension = vscode.extensions.getExtension<object | App>(EXTENSION_ID);
  const api = await extension?.activate();
  return api !== undefined && 'services' in api ? api : undefined;
}

export function run(name: CommandName, ...args: readonly unknown[]): Thenable<unknown> {
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

/**
 * Compares two readings of the same, made one after the other: where something moved in between, as orders fill whenever
 * they do, the next ones. For ten seconds, as a book may be some older than the price of its stream.
 */
export async function assertSame<T>(read: () => Promise<readonly [T, T]>): Promise<void> {
  for (let more = 20; ; more--) {
    const [one, other] = await read();
    if (more === 0 || isDeepStrictEqual(one, other)) return assert.deepEqual(one, other);
    await sleep(500);
  }
}

/** Places an order of 5 contracts at a price so far from the market that it rests, in a market of nobody's. */
export async function placeResting(
  demo: App['demo'],
): Promise<{ readonly id: string; readonly slug: string }> {
  const { world } = await demo();
  const now = Date.now();
  const { slug } = quietMarket(world, now);
  const order = { marketSlug: slug, intent: 'BUY_LONG', price: '0.01', quantity: '5' } as const;
  return { id: applyDeed(world, { kind: 'placeOrder', ...order }, now), slug };
}

/** Rows and the rows under them, as far as someone would open them. */
export function flatRows(rows: readonly Row[], most: number): readonly Row[] {
  const all: Row[] = [];
  const visit = (row: Row): void => {
    if (all.length >= most) return;
    all.push(row);
    for (const child of row.children?.() ?? []) visit(child);
  };
  for (const row of rows) visit(row);
  return all;
}
