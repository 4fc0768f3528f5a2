import assert from 'node:assert/strict';
import { manifest } from './manifest.ts';
import { codeFiles, importsOf, read, textsOf } from './sources.ts';

const host = codeFiles('src/features');
const pages = codeFiles('src/webview', 'src/view');
const users = (files: readonly string[], names: readonly string[]): readonly string[] =>
  files.filter((file) => names.some((name) => textsOf(file).has(name)));

/** What a panel's page may do is decided in one place, and it is little. */
describe('pages', () => {
  it('are opened with their permissions in one file each', () => {
    assert.deepEqual(users(host, ['createWebviewPanel', 'registerWebviewPanelSerializer']), [
      'src/features/panels/panels.ts',
    ]);
    assert.deepEqual(
      users(host, ['enableScripts', 'enableForms', 'enableCommandUris', 'localResourceRoots']),
      ['src/features/panels/panel.ts'],
    );
    assert.deepEqual(
      users(host, ['retainContextWhenHidden', 'portMapping', 'registerWebviewViewProvider']),
      [],
    );
  });

  it('run their script, read the one folder they are in, and have neither command links nor forms', () => {
    const source = read('src/features/panels/panel.ts');
    const [, options = ''] = /webview\.options = \{([\s\S]*?)\n {2}\};/.exec(source) ?? [];
    assert.deepEqual(
      options
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      [
        'enableScripts: true,',
        'enableForms: false,',
        'enableCommandUris: false,',
        "localResourceRoots: [file(extensionUri, 'dist', 'webview')],",
      ],
    );
  });

  it('know no command of the editor', () => {
    const colours = new Set(manifest().contributes.colors.map(({ id }) => id));
    const found = [...pages, ...codeFiles('src/features/panels')].flatMap((file) =>
      [...textsOf(file)].filter(
        (text) => /^command:|^predictionMarkets\.|^workbench\./.test(text) && !colours.has(text),
      ),
    );
    assert.deepEqual(found, []);
  });

  it('take form controls from one file, the template library, and nothing else from a package', () => {
    const foreign = pages
      .flatMap(importsOf)
      .filter(({ target, specifier }) => target === undefined && specifier !== 'preact')
      .map(({ file, specifier }) => `${file} ${specifier}`);
    assert.deepEqual(foreign, [
      'src/webview/actions.tsx preact/hooks',
      'src/webview/cell.tsx preact/hooks',
      'src/webview/chart-gestures.ts uplot',
      'src/webview/chart-overlay.ts uplot',
      'src/webview/chart.tsx uplot',
      'src/webview/code.tsx preact/hooks',
      'src/webview/controls.ts @vscode/webview-ui-toolkit',
      'src/webview/inspector.tsx preact/hooks',
      'src/webview/list-cells.tsx preact/hooks',
      'src/webview/market.tsx preact/hooks',
      'src/webview/still.tsx preact/hooks',
      'src/webview/waterfall.tsx preact/hooks',
    ]);
  });

  it('believe only what comes from the frame around them', () => {
    const listeners = codeFiles('src/webview').filter((file) => textsOf(file).has('MessageEvent'));
    assert.deepEqual(listeners, ['src/webview/page.tsx']);
    assert.match(
      read('src/webview/page.tsx'),
      /origin !== window\.origin \|\| data\?\.type !== 'snapshot'\) return;/,
    );
  });
});
