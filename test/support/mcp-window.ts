import './editor/install.ts';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { openWindowServer } from '../../src/agents/mcp/window-server.ts';
import { systemClock } from '../../src/base/clock.ts';
import { DisposableStore, toDisposable } from '../../src/base/disposable.ts';
import { silentLog } from '../../src/base/log.ts';
import { createDemo } from '../../src/demo/index.ts';
import { createServiceExchange } from '../../src/exchange/service/service-exchange.ts';
import type { Editor } from '../../src/features/services.ts';
import { bundles } from '../../tools/bundles.js';
import { manifest } from '../unit/tidy/manifest.ts';
import { openWindow } from './editor/open-window.ts';

/** Builds the MCP server as it is shipped, into a folder of the machine's own. */
export async function builtMcpServer(): Promise<string> {
  const outdir = await mkdtemp(path.join(tmpdir(), 'mcp-built-'));
  await build({ ...bundles(true).mcp, outdir, logLevel: 'silent' });
  return path.join(outdir, 'mcp-server.mjs');
}

/** Builds what it reads public data with where there is no window, as it is shipped, beside it. */
export async function builtPublicData(program: string): Promise<string> {
  const outdir = path.join(path.dirname(program), 'extension', 'dist');
  const { 'public-data': entry } = bundles(true).app.entryPoints;
  await build({ ...bundles(true).app, entryPoints: { 'public-data': entry }, outdir, logLevel: 'silent' });
  await writeFile(path.join(outdir, '..', 'package.json'), JSON.stringify({ type: 'module' }));
  return path.join(outdir, 'public-data.js');
}

/** The extension in a window on the embedded demo, in real time, where the MCP server finds it through `folder`. */
export async function mcpWindow(folder: string, program: string, isFocused = true) {
  const own = new DisposableStore();
  const clock = systemClock;
  const demo = createDemo({ clock, stateStore: { load: () => undefined, save: () => {} } });
  own.add(toDisposable(() => demo.streams.dispose()));
  const { transport, openSocket, credentials } = demo;
  const made = { transport, openSocket, log: silentLog, clock, random: () => 0.5, requestsPerSecond: 0 };
  const window = own.add(
    await openWindow({
      clock,
      url: 'http://127.0.0.1:9',
      credentials,
      dialect: 'current',
      settings: { connection: 'demo' },
      factory: async (profile, signer) => createServiceExchange({ ...made, profile, credentials: signer }),
    }),
  );
  const { cancelForAgent } = await import('../../src/features/cancel/commands.ts');
  const { createDesk } = await import('../../src/features/agents/create-desk.ts');
  const { services } = window;
  const actions = { openProof: async () => {}, askAgain: async () => {} };
  const served = { open: async () => {}, renew: () => {}, dispose: () => {} };
  const given = {
    own,
    context: { extension: { packageJSON: manifest() } },
    documents: { serve: () => served },
  };
  const desk = own.add(
    createDesk(given as unknown as Editor, services, (ids, caller, mayAsk) =>
      cancelForAgent(services, actions, ids, caller, mayAsk),
    ),
  );
  const options = { folder, program, label: 'otters', isFocused, clock, desk: async () => desk };
  const server = own.add(await openWindowServer(options));
  return { services, desk, server, dispose: () => own.dispose() };
}
