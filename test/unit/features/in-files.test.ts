import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { CompletionItemProvider, TextDocument } from 'vscode';
import type { Config } from '../../../src/features/config.ts';
import * as editor from '../../support/editor/vscode.ts';
import { present } from '../../support/values.ts';

const nothing = { dispose: () => {} };

describe('completion in files', () => {
  it('loads what it needs where a slug may be typed, in letters of any language, and nowhere else', async () => {
    const providers: CompletionItemProvider[] = [];
    Object.assign(editor.languages, {
      registerHoverProvider: () => nothing,
      registerDocumentLinkProvider: () => nothing,
      registerCompletionItemProvider: (_of: unknown, provider: CompletionItemProvider) => {
        providers.push(provider);
        return nothing;
      },
      match: (_filter: unknown, { uri }: TextDocument) => (uri.path.endsWith('/watchlist.json') ? 10 : 0),
    });
    Object.assign(editor.workspace, { onDidOpenTextDocument: () => nothing });
    const { InFiles } = await import('../../../src/features/in-files.ts');
    let loads = 0;
    const config = {
      get: (name: string) => name === 'files.languages' && ['python', 'json'],
      onDidChange: () => nothing,
    } as unknown as Config;
    const files = new InFiles(config, async () => {
      loads += 1;
    });
    await new Promise((resolve) => setImmediate(resolve));
    const loadsBehind = async (text: string, path = '/main.py'): Promise<number> => {
      loads = 0;
      const document = { uri: { path }, lineAt: () => ({ text }) } as unknown as TextDocument;
      const position = { line: 0, character: text.length };
      await present(providers[0]).provideCompletionItems(
        document,
        position as never,
        {} as never,
        {} as never,
      );
      return loads;
    };
    const WATCHLIST = '/.prediction-markets/watchlist.json';
    for (const text of ['print("a', '{"name": "', 'a:b', 'x = market'])
      assert.equal(await loadsBehind(text), 0, text);
    for (const text of ['market:', '"market:isl', 'event:a-b', 'market:mañ', 'market:今'])
      assert.equal(await loadsBehind(text), 1, text);
    assert.equal(await loadsBehind('  "aec-', WATCHLIST), 1);
    files.dispose();
  });
});
