import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { Emitter } from '../../../src/base/event.ts';
import type { RawReply } from '../../../src/core/raw-reply.ts';
import type { Services } from '../../../src/features/services.ts';
import { VirtualClock } from '../../support/clock.ts';
import * as editor from '../../support/editor/vscode.ts';
import { present } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

describe('a document that is open', () => {
  it('shows nothing of the account before, though the answer comes once another is in use', async () => {
    const answers: ((owner: string) => void)[] = [];
    const raw = () =>
      new Promise<RawReply>((resolve) => {
        answers.push((owner) => resolve(replyOf(owner)));
      });
    const changed = new Emitter<void>();
    let account = 1;
    const services = {
      session: { ensure: async () => ({ raw }), epoch: () => account, onDidChange: changed.event },
      view: () => aContext(),
      onDidChangeView: () => ({ dispose: () => {} }),
      clock: new VirtualClock(),
    } as unknown as Services;
    editor.window.tabGroups.all = [];
    const { OpenDocuments } = await import('../../../src/features/documents/files.ts');
    const documents = new OpenDocuments(services, () => {});
    const path = '/order/A-1.json';
    const reading = documents.refresh(path);
    await settled();
    account = 2;
    changed.fire();
    present(answers[0])('before');
    await settled();
    present(answers[1])('now');
    await reading;
    const text = new TextDecoder().decode(await documents.readFile({ path } as Uri));
    assert.match(text, /"now"/);
    assert.doesNotMatch(text, /"before"/);
    documents.dispose();
  });
});

function replyOf(owner: string): RawReply {
  return {
    request: 'GET /v1/order/A-1',
    part: undefined,
    receivedAt: 0,
    requestId: undefined,
    isOwn: true,
    json: { order: { id: 'A-1', owner } },
    unread: new Set(),
    value: undefined,
  };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
