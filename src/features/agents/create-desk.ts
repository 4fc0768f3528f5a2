import { workspace } from 'vscode';
import { AgentDesk } from '../../agents/agent-desk.ts';
import type { InputSchema } from '../../agents/schema.ts';
import { TOOL_PREFIX } from '../ids.ts';
import type { Editor, Parts } from '../services.ts';
import { askPerson, type CancelForAgent } from './person.ts';
import { servePreview } from './preview.ts';

export { accessContent, setAgentKeys, turnSwitch } from './access-view.ts';

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly { readonly name: string; readonly inputSchema: InputSchema }[];
  };
}

/** The schemas are those of the manifest, by which the editor tells agents what to pass. */
export function createDesk(
  editor: Pick<Editor, 'context' | 'documents' | 'own'>,
  services: Parts<
    'books' | 'clock' | 'config' | 'events' | 'live' | 'marketViews' | 'markets' | 'onDidChangeView'
  > &
    Parts<'orders' | 'positions' | 'quotes' | 'search' | 'session' | 'view'>,
  cancelForAgent: CancelForAgent,
): AgentDesk {
  const { contributes }: Manifest = editor.context.extension.packageJSON;
  const preview = servePreview(editor, services, () => desk.isStopped);
  const schemas = new Map(
    contributes.languageModelTools.map(({ name, inputSchema }) => [
      name.slice(TOOL_PREFIX.length),
      inputSchema,
    ]),
  );
  const person = askPerson(services, cancelForAgent, preview);
  const desk: AgentDesk = new AgentDesk(services, schemas, person, () => workspace.name);
  editor.own.add(
    desk.onDidChange(() => {
      if (desk.isStopped) preview.empty();
    }),
  );
  return desk;
}
