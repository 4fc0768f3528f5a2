import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
}

const SESSION = 'mcp-session-id';

/** One run of the program, which speaks over its input and output. */
class McpProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<Message['id'], (line: string) => void>();

  constructor(program: string) {
    this.#child = spawn(process.execPath, [program]);
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const { id } = JSON.parse(line) as Message;
      this.#waiting.get(id)?.(line);
      this.#waiting.delete(id);
    });
  }

  /** Resolves with the answer as it came; with nothing for a message that has none. */
  async send(message: Message): Promise<string | undefined> {
    const answer =
      message.id === undefined
        ? undefined
        : new Promise<string>((resolve) => this.#waiting.set(message.id, resolve));
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    return answer;
  }

  end(): void {
    this.#child.stdin.end();
  }
}

/** The MCP server over HTTP on this machine, for judges that speak nothing else: each session is a run of the program. */
export async function mcpOverHttp(program: string) {
  const sessions = new Map<string, McpProcess>();
  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const isLocal = (host: string | undefined): boolean =>
    host === undefined || [`127.0.0.1:${port}`, `localhost:${port}`].includes(host.replace(/^http:\/\//, ''));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, origin } = request.headers;
    if (!isLocal(host) || !isLocal(origin)) {
      response.writeHead(403).end();
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const message = JSON.parse(await text(request)) as Message;
    const id = message.method === 'initialize' ? randomUUID() : String(request.headers[SESSION]);
    if (message.method === 'initialize') sessions.set(id, new McpProcess(program));
    const answer = sessions.get(id)?.send(message);
    const body = await answer;
    const status = answer === undefined ? 404 : body === undefined ? 202 : 200;
    response.writeHead(status, { 'content-type': 'application/json', [SESSION]: id }).end(body);
  }

  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => {
      for (const session of sessions.values()) session.end();
      server.closeAllConnections();
      server.close();
    },
  };
}
