import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { RowCommand } from '../../../src/view/row.ts';
import * as editor from '../../support/editor/vscode.ts';

const COMMAND: RowCommand = { id: 'openMarket', args: ['some-slug'] };
const selected = [{ row: { command: COMMAND } }];

/** The views of an editor whose selections, one after the other, are these; the last one stays. */
async function open(...selections: readonly (readonly unknown[])[]) {
  const { Views } = await import('../../../src/features/trees/views.ts');
  const opens = new Map<string, () => Promise<void>>();
  const executed: (readonly unknown[])[] = [];
  const messages: string[] = [];
  const left = [...selections];
  const { createTreeView } = editor.window;
  Object.assign(editor.commands, {
    registerCommand: (id: string, run: () => Promise<void>) => {
      opens.set(id, run);
      return { dispose: () => {} };
    },
    executeCommand: async (...command: readonly unknown[]) => void executed.push(command),
  });
  Object.assign(editor.window, {
    createTreeView: () => ({
      get selection() {
        return left.length > 1 ? left.shift() : left[0];
      },
      onDidChangeVisibility: () => ({ dispose: () => {} }),
      dispose: () => {},
    }),
    showInformationMessage: async (message: string) => void messages.push(message),
  });
  new Views(async () => {}).dispose();
  // Tests after these open views of their own.
  Object.assign(editor.window, { createTreeView });
  await opens.get('predictionMarkets.markets.openSelection')?.();
  return { executed, messages };
}

describe('Views', () => {
  it('opens the selected row of the view', async () => {
    const { executed, messages } = await open(selected);
    assert.deepEqual(executed, [['predictionMarkets.openMarket', 'some-slug']]);
    assert.deepEqual(messages, []);
  });

  it('waits for a row the editor is just redrawing', async () => {
    const { executed } = await open([], [], selected);
    assert.deepEqual(executed, [['predictionMarkets.openMarket', 'some-slug']]);
  });

  it('says that a row is gone and does nothing', async () => {
    const { executed, messages } = await open([]);
    assert.deepEqual(executed, []);
    assert.deepEqual(messages, ['The list just changed, so nothing was done. Choose again.']);
  });
});
