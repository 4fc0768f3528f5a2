import { workspace } from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';

/** The editor's own settings that say how much room a row has. A workspace may set them: they are for the eye alone. */
const [MODERN, DENSITY] = ['workbench.experimental.modernUI', 'window.density.layout'] as const;

/** How the editor draws its side bar. */
export interface EditorLook extends Disposable {
  /** Whether a row has the room that it usually has in the newest editor; false too where the editor does not say. */
  readonly isUsual: boolean;
  readonly onDidChange: Event<void>;
}

export function createLook(): EditorLook {
  const changed = new Emitter<void>();
  const read = (): boolean => {
    const settings = workspace.getConfiguration();
    return settings.get(MODERN) === true && settings.get(DENSITY) !== 'compact';
  };
  let isUsual = read();
  const subscription = workspace.onDidChangeConfiguration(() => {
    if (isUsual === read()) return;
    isUsual = !isUsual;
    changed.fire();
  });
  return {
    get isUsual() {
      return isUsual;
    },
    onDidChange: changed.event,
    dispose: () => {
      subscription.dispose();
      changed.dispose();
    },
  };
}
