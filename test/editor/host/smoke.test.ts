import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const ID = 'prediction-markets.prediction-markets';

describe('the extension in a real VS Code', () => {
  it('is found and activates', async () => {
    const extension = vscode.extensions.getExtension(ID);
    assert.ok(extension, `${ID} is not among the installed extensions`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('runs on at least the VS Code the manifest asks for', () => {
    const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
    assert.ok(major > 1 || minor >= 105, vscode.version);
  });
});
