import assert from 'node:assert/strict';
import { createWorld } from '../../../src/demo/world.ts';
import { createHandler } from '../../../tools/exchange/handler.ts';
import { type DemoServer, startDemoServer } from '../../../tools/exchange/server.ts';
import { Canary, freshKey, markedToken } from '../../support/canary.ts';
import { itAtNight } from '../../support/rounds.ts';
import { type EchoServer, startEchoServer } from '../attack/canary/echo-server.ts';
import { searchEverything } from '../attack/canary-search.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { crashExtensionHost } from './support/extension-host.ts';
import { askToCancel, eventually, openFromRow, showOnly } from './support/flows.ts';

/**
 * A key and a token as people bring them in: key by key, into the boxes of the command, in a window that logs all it can.
 * `test/editor/attack/canary` does more with secrets that were never typed.
 */
describe('a secret that is typed', () => {
  const key = freshKey();
  const token = markedToken('typed');
  const canaries = [new Canary(key.secret), new Canary(token)];
  let server: DemoServer;
  let echo: EchoServer;
  let editor: Editor;

  before(async () => {
    const world = createWorld({ seed: 5, epochMs: Date.now() });
    const shared = { world: () => world, clock: { now: () => Date.now() }, dialect: 'seed' as const };
    const keys = [{ keyId: key.keyId, secretKey: key.secret }];
    server = await startDemoServer({ handler: createHandler({ ...shared, keys }) });
    echo = await startEchoServer();
    editor = await openEditor({
      settings: {
        'predictionMarkets.connection': 'custom',
        'predictionMarkets.custom.publicUrl': server.url,
        'predictionMarkets.custom.wire': 'seed',
      },
      extraArgs: ['--log', 'trace'],
    });
  });

  after(async () => {
    await editor.close();
    await Promise.all([server.close(), echo.close()]);
  });

  afterEach(keepEvidence(() => editor));

  const clean = (where: string, text: string): void => {
    for (const canary of canaries) assert.deepEqual(canary.find(text), [], where);
  };
  const typeSecret = async (secret: string): Promise<void> => {
    const { quickInput } = editor.workbench;
    assert.equal(await quickInput.isMasked(), true);
    await quickInput.typeKeys(secret);
    clean('the window while it stands in the box', await editor.workbench.page.content());
    await quickInput.accept();
  };

  /** The editor's one box for questions stays in the page, with what was typed into it last. */
  const nothingIsLeft = async (when: string): Promise<void> => {
    const fields = editor.workbench.page.locator('.quick-input-widget input');
    assert.ok((await fields.count()) > 0);
    // The extension hears that its box was closed, and empties it, a moment after the window closed it.
    await eventually(
      async () => {
        const values = await Promise.all((await fields.all()).map((field) => field.inputValue()));
        return values.flatMap((value) => canaries.flatMap((canary) => canary.find(value)));
      },
      (found) => found.length === 0,
      when,
    );
  };

  it('stands behind dots, in no sentence about it, and signs in', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Sign In…');
    await workbench.quickInput.waitFor('(1/2)');
    await workbench.quickInput.typeKeys(key.keyId);
    await workbench.quickInput.accept();
    await workbench.quickInput.waitFor('(2/2)');
    await workbench.quickInput.typeKeys(key.secret.slice(0, 40));
    const wrong = await eventually(
      () => workbench.quickInput.message(),
      (text) => /bytes|base64/.test(text),
      'what is wrong with half a key',
    );
    clean('what is wrong', wrong);
    await workbench.quickInput.typeKeys(key.secret);
    await workbench.quickInput.cancel();
    await nothingIsLeft('after giving up');
    await workbench.runCommand('Prediction Markets: Sign In…');
    await workbench.quickInput.waitFor('(1/2)');
    await workbench.quickInput.typeKeys(key.keyId);
    await workbench.quickInput.accept();
    await workbench.quickInput.waitFor('(2/2)');
    await typeSecret(key.secret);
    await (await showOnly(workbench, 'Orders')).waitForRows();
    await nothingIsLeft('after signing in');
  });

  it('is used for everything, also after a reload, and asked for no more', async () => {
    const { workbench } = editor;
    await askToCancel(workbench, await showOnly(workbench, 'Orders'));
    await workbench.answerDialog('Cancel Order');
    for (const command of ['Open Cancellation Log', 'Diagnose Connection', 'Show Log'])
      await workbench.runCommand(`Prediction Markets: ${command}`);
    await workbench.reload();
    const orders = await showOnly(workbench, 'Orders');
    await orders.waitForRows();
    await openFromRow(workbench, orders, { row: /¢/, title: /./, selector: '.sides .price' });
  });

  itAtNight('is asked for no more either after the process that knew it died', async () => {
    const { workbench } = editor;
    await askToCancel(workbench, await showOnly(workbench, 'Orders'));
    await workbench.answerDialog('Cancel Order');
    await crashExtensionHost(editor.server.root);
    await workbench.reload();
    await (await showOnly(workbench, 'Orders')).waitForRows();
  });

  it('is refused and quoted by a service in all its answers, and then taken', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Switch Connection…');
    await workbench.quickInput.pick('Custom…');
    await workbench.quickInput.waitFor('Base URL of the service');
    await workbench.quickInput.type(echo.url);
    await workbench.quickInput.accept();
    await workbench.quickInput.waitFor('authenticate?');
    assert.equal(echo.quoted, 0, 'nothing was signed to find out what answers');
    await workbench.quickInput.pick('Bearer token');
    await workbench.quickInput.waitFor('Which dialect');
    await workbench.quickInput.pick('seed:');
    const orders = await showOnly(workbench, 'Orders');
    await eventually(
      () => orders.message(),
      (text) => /Sign in to see your open orders/.test(text),
      'the other connection',
    );
    for (const good of [false, true]) {
      echo.good = good;
      await workbench.runCommand('Prediction Markets: Sign In…');
      await workbench.quickInput.waitFor('Sign in to');
      await typeSecret(token);
      if (good) continue;
      const failed = await workbench.notification(/Signing in to .* failed/, 90_000);
      clean('the refusal', await failed.innerText());
      await workbench.clearNotifications();
    }
    await eventually(
      () => orders.message(),
      (text) => /no open orders/i.test(text),
      'an account without orders',
    );
    assert.ok(echo.quoted > 1);
  });

  it('is in no file, storage, page and process afterwards, but in the store of secrets', async () => {
    await searchEverything(editor.workbench.page, editor.server.root, [key.secret, token]);
  });

  it('is used no more once somebody signed out: the account is gone from every view, also after a reload', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Sign Out…');
    await workbench.dialog.waitFor();
    await workbench.answerDialog('Sign Out');
    let quoted = 0;
    for (const isReloaded of [false, true]) {
      if (isReloaded) await workbench.reload();
      for (const name of ['Positions', 'Orders']) {
        const view = await showOnly(workbench, name);
        await eventually(
          () => view.message(),
          (text) => /Sign in to see your/.test(text),
          `${name} asks to sign in`,
        );
      }
      const item = workbench.page.locator('.statusbar-item[id^="prediction-markets."]');
      await item.first().waitFor({ state: 'detached' });
      if (!isReloaded) quoted = echo.quoted;
    }
    assert.equal(echo.quoted, quoted, 'no request had the token');
  });
});
