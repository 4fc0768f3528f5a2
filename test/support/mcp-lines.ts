import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface McpLinesOptions {
  /** What runs the program; default: the Node that runs the tests. */
  readonly command?: string;
  /** Default: that of the tests. */
  readonly env?: NodeJS.ProcessEnv;
}

/** The MCP server in a process of its own, by the lines it reads and writes: nothing it says is hidden by a client. */
export async function mcpLines(program: string, options: McpLinesOptions = {}) {
  const { command = process.execPath, env = process.env } = options;
  const child: ChildProcessWithoutNullStreams = spawn(command, [program], { env });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  /** The line it answers. */
  const ask = async (method: string, params: object): Promise<string> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: id++, method, params })}\n`);
    return String((await lines.next()).value);
  };
  const clientInfo = { name: 'lines', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  return {
    ask,
    call: (name: string, input: object) => ask('tools/call', { name, arguments: input }),
    /** All it wrote so far, to its output and to its errors. */
    said: () => said.join(''),
    /** Ends its input; how the process ends then. */
    end: async (): Promise<readonly unknown[]> => {
      const ended = once(child, 'exit');
      child.stdin.end();
      return ended;
    },
  };
}
