import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/base/disposable.ts';
import type { Editor } from '../../../src/features/services.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';

const PORTFOLIO = { view: 'home', subject: { kind: 'portfolio' } };

interface Address {
  readonly scheme: string;
  readonly query: string;
}

/** The documents of the command over the demo, and who reads one. */
async function scene() {
  const { clock, services, close: closeWindow } = await openDemoWindow();
  const own = new DisposableStore();
  editor.window.tabGroups.all = [];
  const opened: Address[] = [];
  let textOf = async (_uri: Address, _token: object): Promise<string> => '';
  let openRaw = async (_target: object): Promise<void> => {};
  let closed = (_document: { readonly uri: object }): void => {};
  const documents = {
    serve: (_scheme: string, text: typeof textOf) => {
      textOf = text;
      return { open: async (uri: Address) => void opened.push(uri), renew: () => {}, dispose: () => {} };
    },
  };
  const commands = {
    serve: (handlers: { readonly openRaw: typeof openRaw }) => {
      openRaw = handlers.openRaw;
    },
  };
  editor.workspace.onDidCloseTextDocument = (listener) => {
    closed = listener;
    return { dispose: () => {} };
  };
  const { registerRaw } = await import('../../../src/features/raw/register.ts');
  registerRaw({ commands, documents, own } as unknown as Editor, services);
  const read = (uri: Address): Promise<string> =>
    clock.run(textOf(uri, { onCancellationRequested: () => {} }));
  const close = async (): Promise<void> => {
    own.dispose();
    editor.window.tabGroups.all = [];
    await clock.advance(60_000);
    closeWindow();
  };
  return { opened, read, openRaw: () => openRaw(PORTFOLIO), closed: (uri: object) => closed({ uri }), close };
}

describe('the document of a raw reply', () => {
  const of = (...targets: readonly object[]): Address =>
    editor.Uri.from({ scheme: 'prediction-markets-raw', path: '/x.jsonc', query: JSON.stringify(targets) });

  it('shows nothing of the account to somebody who made up its address, and says why', async () => {
    const { read, close } = await scene();
    for (const target of [
      { kind: 'balances' },
      { kind: 'positions' },
      { kind: 'openOrders' },
      { kind: 'position', slug: 'a-b-c' },
      { kind: 'order', id: 'A' },
      { kind: 'activity', key: 'a', type: 'TRADE' },
      { kind: 'call', id: '1' },
    ]) {
      const text = await read(of(target));
      assert.match(
        text,
        /This reply shows your account\. Open it with “Open Raw Reply” first\./,
        target.kind,
      );
      assert.match(text, new RegExp(`"${target.kind}": null`));
    }
    await close();
  });

  it('shows replies about markets to everybody', async () => {
    const { read, close } = await scene();
    assert.match(await read(of({ kind: 'market', slug: 'no-such-market' })), /no-such-market|not/i);
    assert.doesNotMatch(await read(of({ kind: 'categoryMarkets', category: 'Climate' })), /your account/);
    await close();
  });

  it('shows the account where a person opened it, until it is closed', async () => {
    const { opened, read, openRaw, closed, close } = await scene();
    await openRaw();
    const [uri = assert.fail()] = opened;
    assert.match(await read(uri), /"GET \/v1\/account\/balances": \{/);
    closed(uri);
    assert.match(await read(uri), /This reply shows your account/);
    await close();
  });

  it('shows the account in a tab that is open, as after the window was loaded again', async () => {
    const { read, close } = await scene();
    const uri = of({ kind: 'balances' });
    editor.window.tabGroups.all = [{ tabs: [{ input: new editor.TabInputText(uri) }] }];
    assert.match(await read(uri), /"GET \/v1\/account\/balances": \{/);
    assert.match(await read(of({ kind: 'positions' })), /This reply shows your account/);
    await close();
  });
});
