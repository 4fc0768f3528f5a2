import assert from 'node:assert/strict';
import { codeFiles, read } from './sources.ts';

function filesWith(pattern: RegExp, ...folders: readonly string[]): readonly string[] {
  return codeFiles(...(folders.length === 0 ? ['src'] : folders)).filter((file) =>
    pattern.test(withoutComments(read(file))),
  );
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** Where text reaches the editor by a way that could give it a meaning: a new place fails here until someone has looked at it. */
describe('text is text', () => {
  it('Markdown is made of escaped text in one place, of one sentence of ours in another, and trusts nothing but the commands of its own links', () => {
    const rows = 'src/features/trees/tree-item.ts';
    // The editor takes the words for one who types in a document as Markdown only: they are ours, and the same for all.
    const documents = 'src/features/document-files.ts';
    assert.deepEqual(filesWith(/new MarkdownString/), [documents, rows]);
    assert.deepEqual(
      filesWith(/(?<!workspace\.)isTrusted|supportHtml|supportThemeIcons|appendMarkdown|appendCodeblock/),
      [documents, rows],
    );
    assert.match(read(rows), /isTrusted = \{ enabledCommands: links/);
    assert.match(read(rows), /escapeMarkdown/);
    assert.match(
      read(documents),
      /function whyReadOnly\(\): MarkdownString \{\n.*\n {2}const text = l10n\.t\(\n {4}'[^']+',\n {4}`command:\$\{saveDocument\}`,\n {2}\);/,
    );
    assert.match(read(documents), /isTrusted = \{ enabledCommands: \[saveDocument\] \}/);
  });

  it('own amounts are revealed only by the hiding formatter, for a price or the book of others, to files, to agents, and by the demo', () => {
    const revealing = /import \{[^}]*\breveal\b[^}]*\} from '[^']*own\.ts'/;
    assert.deepEqual(filesWith(revealing), [
      'src/agents/own-amounts.ts',
      'src/core/activity.ts',
      'src/core/figures.ts',
      'src/core/order-fills.ts',
      'src/core/own-settlement.ts',
      'src/core/table-file.ts',
      'src/core/what-if.ts',
      'src/demo/wire/encode-values.ts',
      'src/features/value-history.ts',
      'src/view/format.ts',
    ]);
    assert.deepEqual(filesWith(/\bas (?:unknown as )?(?:Decimal|Money)\b/, 'src/view', 'src/core'), [
      'src/core/own.ts',
    ]);
  });

  it('nothing opens an address, a terminal or a shell', () => {
    assert.deepEqual(
      filesWith(
        /openExternal|createTerminal|sendText|registerTerminalLinkProvider|child_process/,
        'src/features',
        'src/view',
        'src/webview',
        'src/store',
        'src/exchange',
        'src/core',
        'src/base',
      ),
      [],
    );
    for (const file of ['src/extension.ts', 'src/app.ts', 'src/connection-source.ts'])
      assert.doesNotMatch(withoutComments(read(file)), /openExternal|createTerminal|child_process/);
  });

  it('pages make elements and texts, never markup or code, and no links', () => {
    const markup =
      /innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|document\.write|srcdoc|dangerouslySetInnerHTML|createContextualFragment|DOMParser|\beval\(|new Function|\bhref\b|xlink|cssText|insertRule/;
    assert.deepEqual(filesWith(markup, 'src/webview'), []);
    assert.deepEqual(
      filesWith(/<(?:img|iframe|object|embed|a|script|style|form|base|link|meta)\b/, 'src/webview'),
      ['src/webview/market.tsx'],
    );
    assert.match(
      read('src/view/panels/market/sides.ts'),
      /input\.images && logo\?\.startsWith\('https:\/\/'\)/,
    );
  });

  it('HTML is written in one place, with every text escaped', () => {
    assert.deepEqual(filesWith(/<!DOCTYPE html>/i, 'src/features', 'src/view', 'src/webview'), [
      'src/features/panels/page-html.ts',
    ]);
    assert.deepEqual(filesWith(/\.html\s*=/), ['src/features/panels/panel.ts']);
  });

  it('rows, choices and tabs have icons of the editor or of the extension, and no pictures from elsewhere', () => {
    for (const file of filesWith(/iconPath/)) {
      const others = withoutComments(read(file))
        .split('\n')
        .filter(
          (line) =>
            /iconPath/.test(line) && !/new ThemeIcon\(|: ThemeIcon|iconOf\(|icon\('light'\)/.test(line),
        );
      assert.deepEqual(others, [], file);
    }
    assert.match(read('src/features/trees/tree-item.ts'), /function iconOf\([^)]*\): ThemeIcon \{/);
    assert.match(read('src/features/panels/panel.ts'), /const icon = .*file\(extensionUri, 'media'/);
  });
});
