import assert from 'node:assert/strict';
import { closedPort } from '../../contract/raw-server.ts';
import { rounds } from '../../support/rounds.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, showOnly, signIn, statusText } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import type { Workbench } from './support/workbench.ts';

const SIGNED = /^(?:x-pm-|authorization$|x-api-key$)/;

const DIALECTS = [
  ['current', 'the current dialect'],
  ['seed', 'the older dialect, seed'],
] as const;
for (const [dialect, words] of DIALECTS.slice(0, rounds(1, 2)))
  describe(`from the demo to a service that speaks ${dialect}`, function () {
    this.timeout(600_000);
    let service: LiveService;
    let editor: Editor;

    before(async () => {
      service = await startLiveService({ dialect });
      editor = await openEditor({ viewport: { width: 1280, height: 800 } });
    });

    after(async () => {
      await editor.close();
      await service.stop();
    });

    afterEach(keepEvidence(() => editor));

    it('finds single cancels first in the palette', async () => {
      const { workbench } = editor;
      await (await showOnly(workbench, 'Orders')).waitForRows();
      await workbench.page.keyboard.press('F1');
      await workbench.quickInput.type('>Cancel Order');
      const rows = await workbench.quickInput.waitForRow('Cancel Order…');
      assert.match(rows[0] ?? '', /Cancel Order…/);
      await workbench.quickInput.cancel();
    });

    it('says that nothing answers at a wrong address, and takes the right one', async () => {
      const { workbench } = editor;
      assert.match(await statusText(workbench), /^DEMO /);
      const wrong = `http://127.0.0.1:${await closedPort()}`;
      await chooseAddress(workbench, wrong);
      await workbench.dialog.waitFor();
      assert.ok((await workbench.dialogText())?.includes(`Nothing answers at ${wrong}.`));
      await workbench.answerDialog('Change Address');
      await workbench.quickInput.waitFor('Base URL of the service');
      await workbench.quickInput.type(service.url);
      await workbench.quickInput.accept();
      await workbench.quickInput.waitFor(`It answers and speaks ${words}.`);
      assert.deepEqual(
        service.requests.flatMap(({ headers }) => headers.filter((name) => SIGNED.test(name))),
        [],
        'nothing was signed to find that out',
      );
      await workbench.quickInput.pick('Key id and Ed25519 secret');
      const notice = await workbench.notification(`${new URL(service.url).host} is in use now.`);
      assert.ok((await notice.innerText()).includes(words));
      // A click may land on the tooltip of the bell.
      await notice.getByRole('button', { name: 'Sign In' }).press('Enter');
      await workbench.quickInput.waitFor('(1/2)');
      await workbench.quickInput.cancel();
      await workbench.clearNotifications();
      await (await showOnly(workbench, 'Markets')).waitForRows();
    });

    it('says that a wrong key is wrong, and signs in with the right one', async () => {
      const { workbench } = editor;
      const host = new URL(service.url).host;
      const before = service.requests.length;
      await signIn(workbench, { keyId: service.keyId, secretKey: Buffer.alloc(32, 9).toString('base64') });
      await workbench.notification(`Signing in to ${host} failed. The service does not accept this key`);
      const tries = service.requests.slice(before).filter(({ path }) => path === '/v1/orders/open');
      assert.equal(tries.length, 1);
      await workbench.clearNotifications();
      await signIn(workbench, service);
      await workbench.notification(`Signed in to ${host}.`);
      await workbench.clearNotifications();
      const orders = await showOnly(workbench, 'Orders');
      await orders.waitForRows();
      assert.ok((await orders.description()).startsWith(host));
      await eventually(
        () => statusText(workbench),
        (text) => text.startsWith(`${host} `) && / orders?$/.test(text),
        'the status bar names the service',
      );
    });

    it('says in every place that it cannot be reached once it is gone, and finds it again', async () => {
      const { workbench } = editor;
      const host = new URL(service.url).host;
      await service.setReachable(false);
      await workbench.reload();
      await eventually(
        () => statusText(workbench),
        (text) => text.startsWith(`${host} cannot be reached`),
        'the status bar says so',
        120_000,
      );
      const orders = await showOnly(workbench, 'Orders');
      await eventually(
        () => orders.message(),
        (text) => /cannot be reached/.test(text) && !/Sign in to see/.test(text),
        'Orders say so',
        120_000,
      );
      await workbench.runCommand('Prediction Markets: Diagnose Connection');
      const report = workbench.page.locator('.editor-instance .view-lines');
      await eventually(
        () => report.innerText(),
        (text) => text.replace(/\s+/g, ' ').includes(`Nothing answers at ${service.url}.`),
        'the diagnosis says so',
      );
      await service.setReachable(true);
      await workbench.runCommand('Prediction Markets: Refresh All Views');
      await orders.waitForRows(120_000);
    });
  });

async function chooseAddress(workbench: Workbench, address: string): Promise<void> {
  await workbench.runCommand('Prediction Markets: Switch Connection…');
  await workbench.quickInput.pick('Custom…');
  await workbench.quickInput.waitFor('Base URL of the service');
  await workbench.quickInput.type(address);
  await workbench.quickInput.accept();
}
