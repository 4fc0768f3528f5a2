// Loaded before code-server, which refuses options it does not know, and the older of ours has no way round that: it is
// taught the one that lets the address of a window name an extension's folder and tests.
import { createRequire } from 'node:module';
import path from 'node:path';

interface Cli {
  readonly options: Record<string, { readonly type: 'boolean' }>;
}

const [, entry = ''] = process.argv;
if (entry.endsWith(path.join('code-server', 'out', 'node', 'entry.js'))) {
  const { options } = createRequire(entry)('./cli.js') as Cli;
  options['enable-smoke-test-driver'] = { type: 'boolean' };
}
