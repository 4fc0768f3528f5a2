import type { AgentCaller } from '../core/agent-access.ts';
import type { ViewContext } from './row.ts';

/** `VS Code chat`, `Another extension`, `terminal-agent 2.3`: a name is what the program calls itself. */
export function callerText({ via, name }: AgentCaller, { t }: Pick<ViewContext, 't'>): string {
  if (via === 'mcp') return name ?? t('A program without a name');
  return via === 'chat' ? t('VS Code chat') : t('Another extension');
}

/** The same for a record: says that a name is not checked. */
export function agentText(caller: AgentCaller, context: Pick<ViewContext, 't'>): string {
  const text = callerText(caller, context);
  return caller.via === 'mcp' ? context.t('{0} (its own name, through MCP)', text) : text;
}

/** The first sentence of the question about the account. */
export function calledText(tool: string, { via, name }: AgentCaller, { t }: Pick<ViewContext, 't'>): string {
  if (via === 'chat') return t('An agent in VS Code chat called {0}.', tool);
  if (via === 'extension') return t('Another extension called {0}.', tool);
  return name === undefined
    ? t('A program called {0} through MCP.', tool)
    : t('“{0}” (its own name, through MCP) called {1}.', name, tool);
}

/** The first sentence of the dialog of a cancel that an agent asks for. */
export function askerText({ via, name }: AgentCaller, { t }: Pick<ViewContext, 't'>): string {
  if (via === 'chat') return t('An agent in VS Code chat asks for this. It cannot answer this dialog.');
  if (via === 'extension') return t('Another extension asks for this. It cannot answer this dialog.');
  return name === undefined
    ? t('A program asks for this through MCP. It cannot answer this dialog.')
    : t('Through MCP, from a program that calls itself “{0}”. It cannot answer this dialog.', name);
}
