import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../../../src/features/ids.ts';
import { present } from '../../support/values.ts';

interface Key {
  readonly key: string;
  readonly command: string;
}

describe('the keys of the extension', () => {
  it('are taken by nothing else of this VS Code', async () => {
    const { contributes } = present(vscode.extensions.getExtension(EXTENSION_ID)).packageJSON as {
      readonly contributes: { readonly keybindings: readonly Key[] };
    };
    const uri = vscode.Uri.parse('vscode://defaultsettings/keybindings.json');
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const pattern = /\{ "key": "([^"]+)",\s*"command": "([^"]+)"/g;
    const all = [...text.matchAll(pattern)].map(([, key = '', command = '']) => ({ key, command }));
    assert.ok(all.length > 500, `${all.length} keys`);
    for (const { key, command } of contributes.keybindings)
      assert.deepEqual(
        all.filter((other) => other.key === key),
        [{ key, command }],
      );
  });
});
