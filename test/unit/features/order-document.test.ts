import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/base/lifecycle.ts';
import type { Services } from '../../../src/features/services.ts';
import * as editor from '../../support/editor/vscode.ts';
import { aContext } from '../../support/view.ts';

interface Place {
  readonly scheme: string;
  readonly path: string;
}

interface Provider {
  provideTextDocumentContent(uri: Place, token: object): Promise<string>;
}

/** The documents over a service that knows no order; what is opened is read by the provider at once. */
async function rig(fails: Error) {
  const asked: string[] = [];
  const opened: { readonly path: string; readonly text: string }[] = [];
  const token = { onCancellationRequested: () => {} };
  let provider: Provider | undefined;
  const read = async (uri: Place): Promise<string> =>
    (await provider?.provideTextDocumentContent(uri, token)) ?? '';
  Object.assign(editor.Uri, { from: (place: Place) => ({ ...place, toString: () => place.path }) });
  Object.assign(editor.workspace, {
    textDocuments: [],
    registerTextDocumentContentProvider: (_: string, given: Provider) => {
      provider = given;
      return { dispose: () => {} };
    },
    openTextDocument: async (uri: Place) => opened.push({ path: uri.path, text: await read(uri) }),
  });
  Object.assign(editor.window, { showTextDocument: async () => {} });
  const exchange = {
    raw: async ({ id }: { readonly id: string }) => {
      asked.push(id);
      throw fails;
    },
  };
  const { registerOrderDocuments } = await import('../../../src/features/orders/order-document.ts');
  const { ReadOnlyDocuments } = await import('../../../src/features/read-only-documents.ts');
  const documents = new ReadOnlyDocuments(async () => {});
  const open = registerOrderDocuments({ documents, own: new DisposableStore() }, {
    session: { ensure: async () => exchange, epoch: () => 0, onDidChange: () => ({ dispose: () => {} }) },
    view: () => aContext(),
    onDidChangeView: () => ({ dispose: () => {} }),
  } as unknown as Services);
  return { asked, opened, open, read };
}

describe('documents of orders', () => {
  const unknown = new Error('It is not there.');

  it('are named by one step of a path whatever the id is, and ask for that very id', async () => {
    const { asked, opened, open } = await rig(unknown);
    const ids = ['A-1', '../../x', '\u{1f600}é', 'a/b?c#d', '%2e%2e', '%', 'a.json', '..', 'a b\\c'];
    for (const id of ids) await open(id);
    assert.deepEqual(asked, ids);
    for (const { path } of opened) assert.match(path, /^\/order\/[^/\\?#\s]+\.json$/);
  });

  it('open of half a letter too, which is no id', async () => {
    const { opened, open } = await rig(unknown);
    await open('A\ud800');
    assert.equal(opened[0]?.path, '/order/A%EF%BF%BD.json');
    assert.match(JSON.parse(opened[0].text).error, /^Order A\ufffd could not be read/);
  });

  it('say what went wrong where somebody else named one, whatever the name', async () => {
    const { asked, read } = await rig(unknown);
    const text = await read({ scheme: 'prediction-markets', path: '/order/%zz.json' });
    assert.match(JSON.parse(text).error, /^Order %zz could not be read/);
    assert.deepEqual(asked, ['%zz']);
  });

  it('have no address in them that the editor would make a link of', async () => {
    const { opened, open } = await rig(unknown);
    await open('https://evil.invalid/x');
    assert.doesNotMatch(opened[0]?.text ?? '', /:\/\//);
    assert.match(opened[0]?.text ?? '', /Order evil\.invalid\/x/);
  });
});
