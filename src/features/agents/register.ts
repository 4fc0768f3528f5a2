import type { Uri } from 'vscode';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import { onVoid } from '../../store/session/owner.ts';
import { contextKeySetter } from '../config.ts';
import { AGENT_SCHEME, CONTEXT_KEYS } from '../ids.ts';
import type { Editor, Services } from '../services.ts';
import type { CancelForAgent, Preview } from './person.ts';

export interface AgentsFeature {
  /** Where the calls go through, made with the first. */
  desk(): Promise<AgentDesk>;
}

/** The tools for agents and what the person lets them read: loaded with the first call. */
export function registerAgents(
  editor: Editor,
  services: Services,
  cancelForAgent: CancelForAgent,
): AgentsFeature {
  const { agents, commands, documents, context, own } = editor;
  const preview = servePreview({ documents, own }, services);
  let loading: Promise<AgentDesk> | undefined;
  const load = async (): Promise<AgentDesk> => {
    const { createDesk } = await import('./create-desk.ts');
    const desk = own.add(createDesk(services, context.extension.packageJSON, cancelForAgent, preview));
    const setMayCancel = contextKeySetter<boolean>(CONTEXT_KEYS.agentsMayCancel);
    own.add(desk.onDidChange(() => setMayCancel(desk.access.mayAskToCancel)));
    return desk;
  };
  const desk = (): Promise<AgentDesk> => {
    loading ??= load();
    return loading;
  };
  agents.serve(async (tool, input, caller) => (await desk()).call(tool, input, caller));
  commands.serve({
    agentAccess: async () => (await import('./access.ts')).showAccess(services, await desk()),
  });
  return { desk };
}

/** What agents would read, as a document, until the person has answered or the account or what is hidden is another. */
export function servePreview(
  { documents, own }: Pick<Editor, 'documents' | 'own'>,
  services: Services,
): Preview {
  let shown = '';
  const served = own.add(documents.serve(AGENT_SCHEME, () => shown));
  const empty = (): void => {
    shown = '';
    served.renew();
  };
  own.add(services.onDidChangeView(empty));
  own.add(onVoid(services.session, 'private', empty));
  const open = async (uri: Uri, text: string): Promise<void> => {
    shown = text;
    await served.open(uri);
  };
  return { open, empty };
}
