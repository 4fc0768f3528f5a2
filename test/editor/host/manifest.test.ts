import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { COMMANDS, EXTENSION_ID, SETTINGS, VIEWS } from '../../../src/features/ids.ts';
import { present } from '../../support/values.ts';

describe('what the manifest promises', () => {
  before(async () => {
    await vscode.extensions.getExtension(EXTENSION_ID)?.activate();
  });

  it('every command is registered, and no other of ours', async () => {
    const all = await vscode.commands.getCommands(true);
    // VS Code adds commands of its own for each view and for the container: focus, open, resetViewLocation …
    const made = [...Object.values(VIEWS)].map((view) => `${view}.`);
    const ours = all.filter(
      (id) => id.startsWith('predictionMarkets.') && !made.some((view) => id.startsWith(view)),
    );
    assert.deepEqual(ours.sort(), Object.values(COMMANDS).sort());
  });

  it('every setting has its default', () => {
    const settings = vscode.workspace.getConfiguration('predictionMarkets');
    for (const [name, setting] of Object.entries(SETTINGS)) {
      assert.deepEqual(settings.inspect(name)?.defaultValue, setting.default, name);
    }
  });

  it('every view is there and can be focused, and no other of ours', async () => {
    const manifest = present(vscode.extensions.getExtension(EXTENSION_ID)).packageJSON as {
      readonly contributes: { readonly views: Readonly<Record<string, readonly { readonly id: string }[]>> };
    };
    const contributed = Object.values(manifest.contributes.views).flatMap((views) =>
      views.map(({ id }) => id),
    );
    assert.deepEqual(contributed.sort(), Object.values(VIEWS).sort());
    // What fills them is seen from inside: views.test.ts.
    for (const view of contributed)
      await assert.doesNotReject(async () => vscode.commands.executeCommand(`${view}.focus`), view);
  });
});
