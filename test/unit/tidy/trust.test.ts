import assert from 'node:assert/strict';
import { CONNECTION_SETTINGS, SETTINGS } from '../../../src/features/ids.ts';
import { manifest, manifestSettings } from './manifest.ts';
import { codeFiles, importsOf, read, textsOf } from './sources.ts';

const { capabilities, extensionKind, activationEvents } = manifest();
const settings = manifestSettings();
const hostFiles = codeFiles('src/features', 'src').filter((file) =>
  /^src\/(features\/|[\w-]+\.ts$)/.test(file),
);

/** What folder is open, whether it is trusted and what lies in it must make no difference to where a key goes. */
describe('trust', () => {
  it('runs beside the window first, where the keys are: not on a machine somebody else may own', () => {
    assert.deepEqual(extensionKind, ['ui', 'workspace']);
  });

  it('is offered in untrusted and virtual workspaces: of a workspace one file is read, and only once it is trusted', () => {
    assert.equal(capabilities.virtualWorkspaces, true);
    assert.equal(capabilities.untrustedWorkspaces.supported, true);
    const readers = hostFiles.filter((file) =>
      [...textsOf(file)].some((text) =>
        ['workspaceFolders', 'findFiles', 'workspaceState', 'rootPath', 'getWorkspaceFolder'].includes(text),
      ),
    );
    assert.deepEqual(readers, ['src/features/watchlist/workspace-lists.ts']);
    const uses =
      read('src/features/watchlist/workspace-lists.ts').match(/.*workspace\.workspaceFolders.*/g) ?? [];
    assert.ok(uses.length > 0);
    for (const use of uses) assert.match(use, /workspace\.isTrusted \? \(workspace\.workspaceFolders/);
  });

  it('has only settings of application scope, so that none has to be restricted', () => {
    const wider = Object.entries(settings).filter(([, { scope }]) => scope !== 'application');
    assert.deepEqual(wider, []);
  });

  it('knows which settings decide where a key goes, and that they are such', () => {
    const deciding = Object.keys(SETTINGS).filter((name) => /^(connection|transport|custom\.)/.test(name));
    assert.deepEqual([...CONNECTION_SETTINGS].sort(), deciding.sort());
    for (const name of CONNECTION_SETTINGS)
      assert.equal(settings[`predictionMarkets.${name}`]?.scope, 'application');
  });

  it('reads its settings in one place, and there never what a workspace says', () => {
    const readers = hostFiles.filter((file) => textsOf(file).has('getConfiguration'));
    // How the editor draws its side bar may be set anywhere.
    assert.deepEqual(readers, ['src/features/config.ts', 'src/features/look.ts', 'src/network.ts']);
    assert.doesNotMatch(read('src/features/look.ts'), /predictionMarkets|http/);
    // The composition root asks for the editor's own proxy settings, which are no workspace's either.
    const asked = [...read('src/network.ts').matchAll(/getConfiguration\('([^']*)'\)/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual([...new Set(asked)], ['http']);
    const config = textsOf('src/features/config.ts');
    for (const name of ['workspaceValue', 'workspaceFolderValue']) assert.ok(!config.has(name), name);
    assert.ok(config.has('globalValue'));
  });

  it('is woken by nothing a workspace holds', () => {
    const allowed =
      /^(onStartupFinished|onUri|onFileSystem:prediction-markets|onWebviewPanel:predictionMarkets\.\w+)$/;
    assert.deepEqual(
      activationEvents.filter((event) => !allowed.test(event)),
      [],
    );
  });

  it('signs in one place, and keeps secrets in one', () => {
    const users = (name: string): readonly string[] =>
      codeFiles('src').filter((file) => !file.startsWith('src/demo/') && textsOf(file).has(name));
    assert.deepEqual(users('createPrivateKey'), ['src/exchange/service/sign.ts']);
    assert.deepEqual(users('SecretStorage'), ['src/features/connection/credentials.ts']);
    assert.deepEqual(users('secrets'), ['src/app.ts', 'src/features/connection/credentials.ts']);
  });

  it('starts no process, and touches files where the cancellation log and the MCP server are and nowhere else', () => {
    const forbidden = /^(node:)?(child_process|worker_threads|cluster|vm|repl|inspector|fs|fs\/promises)$/;
    const found = codeFiles('src')
      .flatMap(importsOf)
      .filter(({ specifier }) => forbidden.test(specifier))
      .map(({ file, specifier }) => `${file} ${specifier}`)
      .filter(
        (use) =>
          !/^src\/(?:features\/cancel\/log-folder|agents\/mcp\/(?:call-file|public-service|window-file|window-link|window-server))\.ts node:fs/.test(
            use,
          ),
      );
    assert.deepEqual(found, []);
  });
});
