import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { COMMANDS, EXTENSION_ID, SETTINGS, VIEWS } from '../../../src/features/ids.ts';

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

  it('every view has somebody who fills it', async () => {
    for (const view of Object.values(VIEWS)) await vscode.commands.executeCommand(`${view}.focus`);
  });
});
