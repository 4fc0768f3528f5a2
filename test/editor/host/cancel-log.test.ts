import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createLogFolder } from '../../../src/features/cancel/log-folder.ts';
import { RECORD_LANGUAGE, RECORD_SCHEME } from '../../../src/features/ids.ts';
import { readLog } from '../../../src/store/cancels/log-lines.ts';
import { describeInside, placeResting, run } from './inside.ts';

await describeInside('the cancellation log', ({ services, demo, storage }) => {
  const folder = createLogFolder(vscode.Uri.joinPath(storage, 'cancels').fsPath);

  it('has each attempt with its outcome, on the disk and as a read-only document', async () => {
    const { id } = await placeResting(demo);
    await services.orders.refresh();
    const order = services.orders.get(id);
    assert.ok(order);
    const [report] = await services.cancels.cancel([order], { command: 'cancelOrder' });
    assert.equal(report?.outcome.kind, 'cancelled');
    await run('openCancelRecord');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, RECORD_SCHEME);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
    const text = document.getText();
    assert.match(text, new RegExp(`Order id: ${id} `));
    assert.match(text, new RegExp(`Attempt: ${report.attempt} `));
    for (const word of ['requested', 'sent', 'accepted by the service', 'cancelled'])
      assert.match(text, new RegExp(`  ${word}(?:  |$)`, 'm'));
    const { secret } = (await demo()).credentials;
    assert.ok(!text.includes(secret));
    await services.cancelLog.flushed();
    const files = await Promise.all(
      (await folder.list()).map(async ({ name }) => ({ name, text: (await folder.read(name)) ?? '' })),
    );
    assert.ok(files.every((file) => !file.text.includes(secret)));
    const attempt = readLog(files).attempts.find((each) => each.id === report.attempt);
    assert.deepEqual(
      attempt?.events.map(({ state }) => state),
      ['requested', 'sent', 'accepted', 'cancelled'],
    );
    while (document.languageId !== RECORD_LANGUAGE) await new Promise((seen) => setTimeout(seen, 10));
    assert.equal(vscode.workspace.getConfiguration('editor', document).get('wordWrap'), 'on');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('of a window that is gone is taken over, and what was not sent never is', async () => {
    const { id, slug } = await placeResting(demo);
    await services.orders.refresh();
    const [last] = (await services.cancelLog.read()).attempts.toReversed();
    assert.ok(last);
    const { file: _, state: __, events: ___, ...attempt } = last;
    const left = { ...attempt, id: 'left-open', window: 'gone', order: { id, marketSlug: slug } };
    const name = 'cancels-gone-1.jsonl';
    const line = JSON.stringify({ ...left, state: 'requested', at: Date.now() - 3_600_000 });
    await folder.append(name, `\n${line}`, { durable: true, create: true });
    await folder.beat(name, Date.now() - 3_600_000);
    await services.cancels.recover();
    const { attempts } = await services.cancelLog.read();
    assert.equal(attempts.find((each) => each.id === 'left-open')?.state, 'rejected');
    assert.equal(await folder.read(name), undefined);
    assert.equal((await demo()).world.order(id, Date.now())?.state, 'NEW');
  });
});
