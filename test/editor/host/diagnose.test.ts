import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { REPORT_SCHEME } from '../../../src/features/ids.ts';
import { describeInside, run, until } from './inside.ts';

await describeInside('diagnosing', ({ services }) => {
  const { config, session } = services;
  const report = async (): Promise<string> => {
    await run('diagnose');
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.uri.scheme, REPORT_SCHEME);
    assert.equal(document.languageId, 'markdown');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
    return document.getText();
  };

  after(async () => {
    await config.set('connection', 'demo');
    await config.set('custom.publicUrl', '');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => session.profile.id === 'demo');
  });

  it('the demo finds nothing wrong, both streams included', async () => {
    const text = await report();
    assert.match(text, /No problems found/);
    for (const title of ['Service', 'Key', 'Clock', 'Price stream', 'Account stream']) {
      assert.match(text, new RegExp(`- \\[ok\\] ${title}: `), title);
    }
    assert.match(text, /- Prediction Markets: \d/);
  });

  it('reports a missing service as offline and signed out, and replaces the report', async () => {
    await config.set('custom.publicUrl', 'http://127.0.0.1:9');
    await config.set('connection', 'custom');
    await until(() => session.profile.publicUrl === 'http://127.0.0.1:9');
    const text = await report();
    assert.match(text, /- \[problem\] Service: The service cannot be reached/);
    assert.match(text, /- \[note\] Key: You are signed out/);
    assert.match(text, /- \[note\] Account stream: It needs a key/);
  });

  it('names wrong settings, and tries nothing', async () => {
    await config.set('custom.publicUrl', 'https://me:hunter22@exchange.example');
    await until(() => services.connectionProblem() !== undefined);
    const text = await report();
    assert.match(text, /- \[problem\] Connection: .*predictionMarkets\.custom\.publicUrl/);
    assert.match(text, /- \[note\] Service: Not tried/);
    assert.doesNotMatch(text, /hunter22/);
  });
});
