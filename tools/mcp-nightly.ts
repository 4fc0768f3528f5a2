// `npm run test:mcp-nightly`: judges of others over the MCP server as it is shipped. npm fetches them, over 100 MB, so not in `npm test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mcpOverHttp } from '../test/support/mcp-http.ts';
import { builtMcpServer, mcpWindow } from '../test/support/mcp-window.ts';
import { scriptOptions } from './options.ts';
import { repository } from './repository.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const CONFORMANCE = '@modelcontextprotocol/conformance@0.1.16';
const KNOWN_FAILURES = path.join(repository, 'test/fixtures/mcp-known-failures.yml');
/** How the inspector ends where a tool answered with an error. */
const ANSWERED_ERROR = 5;
const USAGE = `npm run test:mcp-nightly: the MCP server, with a window on the demo, before
  ${INSPECTOR}, its command line
  ${CONFORMANCE}, but for what ${path.relative(repository, KNOWN_FAILURES)} lists

  --help  this text`;

scriptOptions(USAGE, {});
const built = await builtMcpServer();
const folder = await mkdtemp(path.join(tmpdir(), 'mcp-judged-'));
const window = await mcpWindow(folder, built);
const failed = [...(await inspected(window.server.program)), ...(await conforming(window.server.program))];
window.dispose();
for (const place of [folder, path.dirname(built)]) await rm(place, { recursive: true });
console.log(failed.length > 0 ? `\nFailed: ${failed.join('; ')}` : '\nAll passed');
process.exit(failed.length > 0 ? 1 : 0);

/** What did not end as it has to. */
async function inspected(program: string): Promise<readonly string[]> {
  const call = ['--method', 'tools/call', '--tool-name'];
  const runs: readonly (readonly [code: number, ...args: string[]])[] = [
    [0, '--method', 'tools/list', '--strict'],
    [0, ...call, 'get_environment'],
    [0, ...call, 'search_markets', '--tool-arg', 'limit=1'],
    [ANSWERED_ERROR, ...call, 'get_market', '--tool-arg', 'slug=no-such-market'],
    [ANSWERED_ERROR, ...call, 'cancel_orders', '--tool-arg', 'orderIds=["A"]'],
  ];
  const failures: string[] = [];
  for (const [code, ...args] of runs) {
    const ended = await judged(INSPECTOR, '--cli', process.execPath, program, ...args);
    if (ended !== code) failures.push(`inspector ${args.join(' ')}: ${ended}, not ${code}`);
  }
  return failures;
}

async function conforming(program: string): Promise<readonly string[]> {
  const server = await mcpOverHttp(program);
  const ended = await judged(
    CONFORMANCE,
    ...['server', '--url', server.url, '--expected-failures', KNOWN_FAILURES],
  );
  server.close();
  return ended === 0 ? [] : [`conformance: ${ended}`];
}

/** How a package of npm ends that is run with these arguments. */
async function judged(name: string, ...args: readonly string[]): Promise<unknown> {
  console.log(`\n=== ${name} ${args.join(' ')} ===`);
  const child = spawn('npx', ['--yes', name, ...args], { cwd: tmpdir(), stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code;
}
