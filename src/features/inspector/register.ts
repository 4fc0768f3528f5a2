import type { CommandHandler } from '../commands.ts';
import { contextKeySetter } from '../config.ts';
import { CONTEXT_KEYS } from '../ids.ts';
import type { Editor, Parts } from '../services.ts';

interface InspectorPanels {
  /** The page, while it is open. */
  readonly inspector:
    | { readonly selected: { readonly id: string } | undefined; setPaused(isPaused: boolean): void }
    | undefined;
  openInspector(): void;
}

/** The API inspector: its page, and copies of the calls it lists. */
export function registerInspector(
  { commands }: Editor,
  services: Parts<'callLog' | 'view'>,
  panels: () => Promise<InspectorPanels>,
): void {
  const { callLog } = services;
  const setPausedKey = contextKeySetter<boolean>(CONTEXT_KEYS.inspectorPaused);
  const setPaused = (isPaused: boolean) => async (): Promise<void> => {
    const { inspector } = await panels();
    inspector?.setPaused(isPaused);
    setPausedKey(isPaused && inspector !== undefined);
  };
  const copyAs =
    (format: 'curl' | 'typescript' | 'python'): CommandHandler =>
    async (target) => {
      const { copyCall } = await import('./copy-calls.ts');
      const { inspector } = await panels();
      await copyCall(services, format, typeof target === 'string' ? target : inspector?.selected?.id);
    };
  commands.serve({
    showInspector: async () => {
      const all = await panels();
      if (all.inspector === undefined) setPausedKey(false);
      all.openInspector();
    },
    pauseInspector: setPaused(true),
    resumeInspector: setPaused(false),
    clearInspector: () => callLog.clear(),
    copyCalls: async () => (await import('./copy-calls.ts')).copyCalls(services),
    copyAsCurl: copyAs('curl'),
    copyAsTypeScript: copyAs('typescript'),
    copyAsPython: copyAs('python'),
  });
}
