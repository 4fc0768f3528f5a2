import { AgentDesk } from '../../agents/agent-desk.ts';
import type { InputSchema } from '../../agents/schema.ts';
import { TOOL_PREFIX } from '../ids.ts';
import type { Services } from '../services.ts';
import { askPerson, type CancelForAgent, type Preview } from './person.ts';

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly { readonly name: string; readonly inputSchema: InputSchema }[];
  };
}

/** The schemas are those of the manifest, by which the editor tells agents what to pass. */
export function createDesk(
  services: Services,
  { contributes }: Manifest,
  cancelForAgent: CancelForAgent,
  preview: Preview,
): AgentDesk {
  const schemas = new Map(
    contributes.languageModelTools.map(({ name, inputSchema }) => [
      name.slice(TOOL_PREFIX.length),
      inputSchema,
    ]),
  );
  return new AgentDesk(services, schemas, askPerson(services, cancelForAgent, preview));
}
