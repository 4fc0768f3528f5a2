// `npm start`: a real VS Code with the extension on the demo exchange.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { scriptOptions, wrongUse } from './options.ts';
import { repository } from './repository.ts';
import { startDesktop } from './start/desktop.ts';
import { startOnce } from './start/once.ts';
import { serve } from './start/serve.ts';

const USAGE = `npm start -- [option]: a real VS Code with the extension on the demo exchange.

  --browser  the VS Code server, in your browser, until Ctrl-C; the usual one on Linux
  --desktop  an installed \`code\`, with a profile of its own; the usual one on macOS and Windows
  --once     the VS Code server headless; ends with one line of JSON about what it showed
  --packed   with the package made last, instead of a new one
  --help     this text`;

const { values } = scriptOptions(USAGE, {
  once: { type: 'boolean' },
  packed: { type: 'boolean' },
  desktop: { type: 'boolean' },
  browser: { type: 'boolean' },
});
if (values.desktop && (values.once || values.browser || values.packed))
  wrongUse('--desktop opens an installed VS Code: it goes with none of --once, --browser, --packed.');
const hasDesktop = process.platform === 'darwin' || process.platform === 'win32';

const desktop = values.desktop || (hasDesktop && !values.browser && !values.once);

if (!values.packed) prepare();
if (values.once) process.exitCode = await startOnce();
else if (desktop) process.exitCode = await startDesktop();
else await serve();

/** The server gets the package installed, as people do; a desktop window loads the folder. */
function prepare(): void {
  const script = path.join(repository, desktop ? 'esbuild.js' : 'tools/package.ts');
  // Standard output belongs to what comes after.
  const { status } = spawnSync(process.execPath, [script], { cwd: repository, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
