import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const MODES: readonly VersionNegotiationMode[] = ['legacy', { pin: '2026-07-28' }];

export interface McpAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly answer: Readonly<Record<string, unknown>>;
}

interface McpOptions {
  readonly mode?: VersionNegotiationMode;
  /** What it calls itself. */
  readonly name?: string;
  readonly args?: readonly string[];
  /** What runs the program; default: the Node that runs the tests. */
  readonly command?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The SDK's own client of the MCP server, which runs in a process of its own. It would let a server ask person or model. */
export async function mcpClient(
  program: string,
  { mode = 'legacy', name = 'quill', args = [], command = process.execPath, env = {} }: McpOptions = {},
) {
  let changes = 0;
  const waiting = new Set<() => void>();
  const onChanged = (): void => {
    changes += 1;
    for (const done of waiting) done();
  };
  const client = new Client(
    { name, version: '2.3' },
    {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
      versionNegotiation: { mode },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
    },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', ({ method }) => {
    asked.push(method);
    return { action: 'accept', content: { confirm: true } };
  });
  client.setRequestHandler('sampling/createMessage', ({ method }) => {
    asked.push(method);
    return { model: name, role: 'assistant', content: { type: 'text', text: 'yes' } };
  });
  const transport = new StdioClientTransport({
    command,
    args: [program, ...args],
    env,
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await client.connect(transport);
  return {
    client,
    /** What the server asked of person or model, by the methods: each is said yes to. */
    asked: (): readonly string[] => asked,
    /** What it wrote beside its answers. */
    errors: () => errors,
    /** Of the protocol, as both agreed. */
    version: () => client.getNegotiatedProtocolVersion(),
    list: async (): Promise<readonly string[]> => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name: string, input: Readonly<Record<string, unknown>> = {}): Promise<McpAnswer> => {
      const { content, isError = false } = await client.callTool({ name, arguments: input });
      const [part] = content;
      if (content.length !== 1 || part?.type !== 'text') throw new Error(JSON.stringify(content));
      return { text: part.text, isError, answer: JSON.parse(part.text) as McpAnswer['answer'] };
    },
    /** Resolves once the server has said so often that its list of tools is another. */
    changed: async (times: number): Promise<void> => {
      while (changes < times) await new Promise<void>((resolve) => waiting.add(resolve));
    },
    close: () => client.close(),
  };
}
