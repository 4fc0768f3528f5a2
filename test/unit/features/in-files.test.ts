import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { CompletionItemProvider, DocumentLinkProvider, TextDocument } from 'vscode';
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

describe('files of a window', () => {
  /** How often anything was loaded for the files that stand open, and for the links of a text. */
  async function scene(...open: readonly string[]) {
    const providers: DocumentLinkProvider[] = [];
    Object.assign(editor.languages, {
      registerHoverProvider: () => nothing,
      registerDocumentLinkProvider: (_of: unknown, provider: DocumentLinkProvider) => {
        providers.push(provider);
        return nothing;
      },
      registerCompletionItemProvider: () => nothing,
      match: (_filter: unknown, { uri }: TextDocument) => (uri.path.endsWith('/watchlist.json') ? 10 : 0),
    });
    const textDocuments = open.map((path) => ({ uri: { path } }));
    Object.assign(editor.workspace, { onDidOpenTextDocument: () => nothing, textDocuments });
    const { InFiles } = await import('../../../src/features/in-files.ts');
    const config = { get: () => false, onDidChange: () => nothing } as unknown as Config;
    let loads = 0;
    const files = new InFiles(config, async () => {
      loads += 1;
    });
    await new Promise((resolve) => setImmediate(resolve));
    const loadsOf = async (text: string): Promise<number> => {
      loads = 0;
      await present(providers[0]).provideDocumentLinks({ getText: () => text } as TextDocument, {} as never);
      return loads;
    };
    const close = (): void => {
      files.dispose();
      Object.assign(editor.workspace, { textDocuments: [] });
    };
    return { loads, loadsOf, close };
  }

  it('load what marks mistakes for a watchlist file that was open before, and nothing for any other', async () => {
    for (const [path, loaded] of [
      ['/.prediction-markets/watchlist.json', 1],
      ['/notes.md', 0],
    ] as const) {
      const { loads, close } = await scene(path);
      assert.equal(loads, loaded, path);
      close();
    }
  });

  it('have their links looked for in what somebody reads: not without a name, nor in a file as long as data', async () => {
    const { loadsOf, close } = await scene();
    const slug = 'aec-nba-lal-bos-2026-11-20';
    assert.equal(await loadsOf(slug), 1);
    assert.equal(await loadsOf('a note'), 0);
    assert.equal(await loadsOf(`${slug}\n`.repeat(80_000)), 0);
    close();
  });
});
