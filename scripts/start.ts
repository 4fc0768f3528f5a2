// `npm start`: a real VS Code with the extension on the demo exchange.
//   --once     drives it headless, ends with one line of JSON about what it showed
//   --desktop  an installed `code`; the default on macOS and Windows
//   --browser  the VS Code server in a browser; the default elsewhere
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from './repository.ts';
import { startDesktop } from './start/desktop.ts';
import { startOnce } from './start/once.ts';
import { serve } from './start/serve.ts';

const { values } = parseArgs({
  options: { once: { type: 'boolean' }, desktop: { type: 'boolean' }, browser: { type: 'boolean' } },
});
const hasDesktop = process.platform === 'darwin' || process.platform === 'win32';

const desktop = values.desktop || (hasDesktop && !values.browser && !values.once);

// The server gets the package installed, as people do; a desktop window loads the folder.
const built = spawnSync(
  process.execPath,
  [path.join(repository, desktop ? 'esbuild.js' : 'scripts/package.ts')],
  {
    cwd: repository,
    stdio: ['ignore', 2, 2], // standard output belongs to the lines below
  },
);
if (built.status !== 0) process.exit(1);

if (values.once) process.exitCode = await startOnce();
else if (desktop) process.exitCode = startDesktop();
else await serve();
