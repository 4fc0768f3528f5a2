import assert from 'node:assert/strict';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { accountOf } from '../../support/read-world.ts';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, showOnly, signIn, statusText } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';

describe('a custom connection', () => {
  let service: LiveService;
  let editor: Editor;

  before(async () => {
    service = await startLiveService();
    editor = await openEditor({ settings: service.settings });
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  it('shows public data signed out, asks to sign in for the rest, and shows no status item', async () => {
    const { workbench } = editor;
    await (await showOnly(workbench, 'Markets')).waitForRows();
    const orders = await showOnly(workbench, 'Orders');
    await eventually(
      () => orders.message(),
      (text) => /Sign in to see your/.test(text),
      'the welcome text',
    );
    assert.equal(await workbench.page.locator('.statusbar-item[id^="prediction-markets."]').count(), 0);
    assert.ok(!service.requests.some(({ path }) => path.startsWith('/v1/orders')));
  });

  it('refuses a key of the wrong shape before anything is sent, and one the service does not know in words', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Sign In…');
    await workbench.quickInput.waitFor('(1/2)');
    await workbench.quickInput.type(service.keyId);
    await workbench.quickInput.accept();
    await workbench.quickInput.waitFor('(2/2)');
    await workbench.quickInput.type('not a key');
    await eventually(
      () => workbench.quickInput.message(),
      (text) => /too long for a key or has characters no key has/.test(text),
      'what is wrong with the key',
    );
    await workbench.quickInput.cancel();

    const stranger = Buffer.alloc(32, 7).toString('base64');
    await signIn(workbench, { keyId: service.keyId, secretKey: stranger });
    const failed = await workbench.notification(/Signing in to .* failed/, 90_000);
    assert.doesNotMatch(await failed.innerText(), new RegExp(stranger.slice(0, 12).replaceAll('+', '\\+')));
    await workbench.clearNotifications();
  });

  it('signs in with the right key: orders, positions, activity and the status bar appear', async () => {
    const { workbench } = editor;
    await signIn(workbench, service);
    const orders = await showOnly(workbench, 'Orders');
    await orders.waitForRows();
    await eventually(
      () => statusText(workbench),
      (text) => text.includes(`${accountOf(service.world).openOrders(Date.now()).length} orders`),
      'the status bar counts the orders',
    );
    assert.doesNotMatch(await statusText(workbench), /DEMO/);
  });

  it('reads the history until it is stopped, then shows settlements of the last days by event', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    const view = await showOnly(workbench, 'Activity');
    await view.waitForRows();
    // The next page never comes: however slow this is, there is something to stop.
    await service.lie('stalled-body=/v1/portfolio/activities');
    const stop = view.row(/^Stop reading/);
    await actUntil(
      'starting to read',
      async () => (await view.findRow(/^Read the whole history/)).click({ timeout: 5000 }),
      async () => (await stop.isVisible()) || undefined,
    );
    await actUntil(
      'stopping',
      () => stop.click({ timeout: 5000 }),
      async () => !(await stop.isVisible()) || undefined,
    );
    await view.findRow(/^Read the whole history/);
    await service.lie('');
    const choose = async (...labels: readonly string[]): Promise<void> => {
      for (const label of labels) await (await quickInput.row(label)).click();
    };
    await workbench.runCommand('Prediction Markets: Filter and Sort Activity…');
    await choose('Group by event', 'Dates', 'Last 7 days', 'Types', 'Settlement');
    await quickInput.cancel();
    const rows = await eventually(
      () => view.rows(30),
      (now) => now.length > 0 && now.every(({ label }) => /^(?:Won|Lost|Void|Settled|[▲▼])/.test(label)),
      'settlements alone',
    );
    assert.ok(rows.some(({ label }) => /^(?:Won|Lost|Void)/.test(label)));
    assert.match(await view.message(), /^Filter: Settlement · Last 7 days\./);
    await workbench.runCommand('Prediction Markets: Filter and Sort Activity…');
    await choose('Clear filter', 'Group by day');
    await quickInput.cancel();
  });

  it('cancels exactly the orders of the dialog: one placed while it stands stays alive', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Cancel Orders in All Markets…');
    // More than a dialog has room for: they are listed first, all of them ticked.
    await workbench.quickInput.waitFor('orders to cancel');
    await workbench.quickInput.rows();
    await workbench.quickInput.accept();
    await workbench.dialog.waitFor();
    const asked = /Cancel these (\d+) orders\?/.exec(await workbench.dialog.innerText())?.[1];
    const open = accountOf(service.world).openOrders(Date.now());
    const [first] = open;
    assert.ok(first);
    assert.ok(Number(asked) >= open.length, `${asked} of ${open.length}`);
    const placed = applyDeed(
      service.world,
      {
        kind: 'placeOrder',
        marketSlug: first.marketSlug,
        intent: 'BUY_LONG',
        price: '0.02',
        quantity: '3',
      },
      Date.now(),
    );
    await workbench.answerDialog(`Cancel ${asked} Orders`);
    await eventually(
      async () =>
        accountOf(service.world)
          .openOrders(Date.now())
          .map(({ id }) => id),
      (ids) => ids.includes(placed) && !open.some(({ id }) => ids.includes(id)),
      'the orders of the dialog are gone, the one placed meanwhile is open',
      60_000,
    );
    const paths = service.requests.map(({ method, path }) => `${method} ${path}`);
    assert.ok(!paths.includes('POST /v1/orders/open/cancel'), 'the open-ended cancel-all was used');
    await eventually(
      () => statusText(workbench),
      (text) => / 1 order$/.test(text),
      'the status bar follows',
      60_000,
    );
  });
});
