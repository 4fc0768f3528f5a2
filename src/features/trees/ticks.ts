import { TreeItemCheckboxState } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Services } from '../services.ts';
import type { ViewDefinition, Views } from './views.ts';

/** Tells a view of the boxes a person ticks. The editor has drawn a tick that may not count: the row is drawn again, as it is. */
export function followTicks(
  { view, changed }: ReturnType<Views['slot']>,
  definition: ViewDefinition,
  { reporter }: Pick<Services, 'reporter'>,
): Disposable {
  return view.onDidChangeCheckboxState(({ items }) => {
    for (const [node, state] of items)
      definition
        .ticked?.(node.row, state === TreeItemCheckboxState.Checked)
        .catch((cause: unknown) => reporter.failed(cause))
        .finally(() => changed([node]));
  });
}
