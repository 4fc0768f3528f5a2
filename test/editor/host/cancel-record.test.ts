import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RECORD_LANGUAGE, RECORD_SCHEME } from '../../../src/features/ids.ts';
import { createIntentFile } from '../../../src/features/journal.ts';
import { readBook } from '../../../src/store/cancels/intent-lines.ts';
import { describeInside, placeResting, run } from './inside.ts';

await describeInside('the record of cancels', ({ services, demo, storage }) => {
  it('holds a cancel and its outcome, on the disk and as a read-only document', async () => {
    const { id } = await placeResting(demo);
    await services.orders.refresh();
    const order = services.orders.get(id);
    assert.ok(order);
    const [report] = await services.cancels.cancel([order], { why: 'cancelOrder' });
    assert.equal(report?.outcome.kind, 'cancelled');
    await run('openCancelRecord');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, RECORD_SCHEME);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
    const text = document.getText();
    assert.match(text, new RegExp(`Order id: ${id} `));
    assert.match(text, new RegExp(`Intent: ${report.intent} `));
    for (const word of ['asked', 'sent', 'accepted by the service', 'confirmed: cancelled'])
      assert.match(text, new RegExp(`  ${word}  `));
    const { secret } = (await demo()).credentials;
    assert.ok(!text.includes(secret));
    const file = await createIntentFile(vscode.Uri.joinPath(storage, 'cancels').fsPath).read();
    assert.ok(!file.includes(secret));
    const record = readBook(file).records.find((each) => each.id === report.intent);
    assert.deepEqual(
      record?.steps.map(({ step }) => step),
      ['asked', 'sent', 'accepted', 'confirmed'],
    );
    while (document.languageId !== RECORD_LANGUAGE) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(vscode.workspace.getConfiguration('editor', document).get('wordWrap'), 'on');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('takes up in the next window what this one left open', async () => {
    const { id, slug } = await placeResting(demo);
    await services.orders.refresh();
    const file = createIntentFile(vscode.Uri.joinPath(storage, 'cancels').fsPath);
    const { records } = readBook(await file.read());
    const head = records.at(-1);
    assert.ok(head);
    const { steps: _, ...rest } = head;
    const order = { ...rest.order, id, marketSlug: slug };
    const left = { ...rest, id: 'left-open', slot: file.digest(id), window: 'gone', order };
    await file.append([JSON.stringify({ head: left, at: Date.now() - 3_600_000 })], true);
    await services.cancels.recover();
    for (let open = true; open; ) {
      open = readBook(await file.read()).records.some(
        (each) => each.id === 'left-open' && each.steps.at(-1)?.step !== 'refused',
      );
    }
    // Its window is long gone and claimed nothing: it was never sent, and never will be.
    assert.equal((await demo()).world.order(id, Date.now())?.state, 'NEW');
    assert.equal(await file.claim(file.digest(id)), false);
  });
});
