import { TreeItemCheckboxState } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Services } from '../services.ts';
import type { RowNode } from './node-tree.ts';
import type { ViewDefinition, Views } from './views.ts';

type Slot = ReturnType<Views['slot']>;

/** Turns the box of a row. The editor has drawn a tick that may not count: the row is drawn again, as it is. */
export function tickOf(
  { changed }: Pick<Slot, 'changed'>,
  definition: ViewDefinition,
  { reporter }: Pick<Services, 'reporter'>,
): (node: RowNode, isOn: boolean) => void {
  return (node, isOn) => {
    definition
      .ticked?.(node.row, isOn)
      .catch((cause: unknown) => reporter.failed(cause))
      .finally(() => changed([node]));
  };
}

/** Tells a view of the boxes a person ticks. */
export function followTicks(view: Slot['view'], tick: ReturnType<typeof tickOf>): Disposable {
  return view.onDidChangeCheckboxState(({ items }) => {
    for (const [node, state] of items) tick(node, state === TreeItemCheckboxState.Checked);
  });
}
