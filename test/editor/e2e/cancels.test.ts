import assert from 'node:assert/strict';
import type { Order } from '../../../src/core/order.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { Canary } from '../../support/canary.ts';
import { quietMarket } from '../../support/quiet-market.ts';
import { accountOf } from '../../support/read-world.ts';
import { rounds } from '../../support/rounds.ts';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { crashExtensionHost } from './support/extension-host.ts';
import { eventually, orderOf, showOnly, signIn } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { LONG } from './support/marks.ts';

const KILL_SWITCH = 'Prediction Markets: Kill Switch: Cancel All Open Orders, Including New Ones…';
const NOT_KNOWN = /cancel (?:not known yet|sent, reading it again)/;

describe('cancels that cannot lie', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;

  before(async () => {
    service = await startLiveService();
    editor = await openEditor({ settings: service.settings });
    await editor.workbench.openSidebar();
    await signIn(editor.workbench, service);
    await (await showOnly(editor.workbench, 'Orders')).waitForRows(LONG);
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));
  beforeEach(() => service.lie(''));

  const open = (): readonly Order[] => accountOf(service.world).openOrders(service.now());
  const posts = async (): Promise<readonly string[]> =>
    Object.keys(await service.takeRequests()).filter((name) => name.startsWith('POST /v1/order'));
  const counted = async (): Promise<void> => {
    const view = editor.workbench.view('Orders');
    await editor.workbench.runCommand('Prediction Markets: Refresh All Views');
    await eventually(
      async () => [Number(/(\d+) open/.exec(await view.description())?.[1] ?? 0), open().length],
      ([shown, real]) => shown === real,
      'the view has all open orders',
      LONG,
    );
  };

  it('lists more orders than a dialog has room for, each with what is left, before it asks', async () => {
    const { workbench } = editor;
    await service.whilePaused(async () => {
      await counted();
      await posts();
      const count = open().length;
      assert.ok(count > 10);
      await workbench.runCommand('Prediction Markets: Cancel Orders in All Markets…');
      await workbench.quickInput.waitFor(`${count} orders to cancel`);
      const rows = await workbench.quickInput.rows();
      assert.ok(rows.length > 5 && rows.every((row) => /^[\d.,]+ left of [\d.,]+, /m.test(row)), rows.join());
      await workbench.quickInput.cancel();
      assert.equal(await workbench.dialogText(), undefined);
      assert.deepEqual([open().length, await posts()], [count, []]);
    });
  });

  it('sends nothing where the kill switch is dismissed, and asks in its own words', async () => {
    const { workbench } = editor;
    await service.whilePaused(async () => {
      // Not over the wire: so many requests at once would pass the service's limit.
      for (const { id: orderId } of open())
        applyDeed(service.world, { kind: 'cancel', orderId }, service.now());
      // In their place some that nobody fills while the test looks at them.
      for (const quantity of ['1.11', '2.22', '3.33']) await service.act(quietOrder(quantity));
      await counted();
      await posts();
      await workbench.runCommand(KILL_SWITCH);
      await workbench.dialog.waitFor();
      const text = (await workbench.dialogText()) ?? '';
      assert.match(text, /Cancel all open orders, including new ones\?/);
      assert.match(text, /The open orders are read afterwards\./);
      assert.deepEqual(leftIn(text), left(open()));
      await workbench.dismissDialog();
      await counted();
      assert.deepEqual(await posts(), []);
    });
  });

  it('says that a cancel could not be sent, and sends it once after Try Again', async () => {
    const { workbench } = editor;
    const orderId = await service.act(quietOrder('5.55'));
    await ask('5.55');
    await service.setReachable(false);
    await workbench.answerDialog('Cancel Order');
    const notice = await workbench.notification(/: not sent: /, LONG);
    await service.setReachable(true);
    await posts();
    assert.ok(open().some(({ id }) => id === orderId));
    await actUntil(
      'trying again',
      () => notice.getByRole('button', { name: 'Try Again' }).press('Enter', { timeout: 5000 }),
      async () => ((await workbench.dialogText())?.includes('5.55 left of 5.55') === true ? true : undefined),
    );
    assert.deepEqual(await posts(), [], 'nothing is sent before it was asked again');
    await workbench.answerDialog('Cancel Order');
    await workbench.notification(/: cancelled$/m, LONG);
    assert.ok(!open().some(({ id }) => id === orderId));
    assert.deepEqual(await posts(), [`POST /v1/order/${orderId}/cancel`]);
    await workbench.clearNotifications();
  });

  it('asks at once while the service is stalled, opens nothing later, and follows the cancel once it is back', async () => {
    const { workbench } = editor;
    const orderId = await service.act(quietOrder('4.44'));
    const view = await showOnly(workbench, 'Orders');
    await view.findRow(orderOf('4.44'));
    // The list never comes; requests about single orders break before anything is done.
    await service.lie('no-headers=/v1/orders/open,reset-before=/v1/order/');
    await ask('4.44');
    assert.match(
      (await workbench.dialogText()) ?? '',
      /The service has not answered yet\. What is shown is as of .*\d:\d\d/,
    );
    await workbench.answerDialog('Cancel Order');
    await rowSays('4.44', /cancel sent, reading it again/);
    await workbench.notification(/: result unknown, the order is read until it is known/, LONG);
    await posts();
    await workbench.runCommand('Search: Find in Files');
    const search = workbench.page.locator('.search-view .search-container textarea').first();
    const hasFocus = () =>
      search.evaluate((box: { matches(what: string): boolean }) => box.matches(':focus'));
    await eventually(hasFocus, (now) => now, 'the search has the focus');
    await service.lie('');
    await eventually(
      async () => Object.keys(await service.takeRequests()),
      (names) => names.includes('GET /v1/orders/open'),
      'the list is read after all',
      LONG,
    );
    assert.deepEqual([await workbench.dialogText(), await hasFocus()], [undefined, true]);
    const notice = await workbench.notification(/: not cancelled so far, still open/, LONG);
    await rowSays('4.44', /still open, cancel sent/);
    await actUntil(
      'trying again',
      () => notice.getByRole('button', { name: 'Try Again' }).press('Enter', { timeout: 5000 }),
      async () => ((await workbench.dialogText())?.includes('4.44 left of 4.44') === true ? true : undefined),
    );
    await workbench.answerDialog('Send Second Cancellation');
    await workbench.notification(/: cancelled$/m, LONG);
    assert.ok(!open().some(({ id }) => id === orderId));
    await workbench.clearNotifications();
  });

  const WAYS = [
    ['a window that is gone', '7.77', () => editor.workbench.reload()],
    [
      'a process that died in the middle of it',
      '6.66',
      async () => {
        await crashExtensionHost(editor.server.root);
        await editor.workbench.reload();
      },
    ],
  ] as const;
  for (const [of, quantity, leave] of WAYS.slice(0, rounds(1, 2))) {
    it(`says of a cancel of ${of} that it is not known, until it is, and reports it once`, async () => {
      const { workbench } = editor;
      const orderId = await service.act(quietOrder(quantity));
      // Requests about single orders break before anything is done; lists are served.
      await service.lie('reset-before=/v1/order/');
      await ask(quantity);
      await workbench.answerDialog('Cancel Order');
      const notKnown = async (): Promise<void> => {
        const view = await showOnly(workbench, 'Orders');
        await eventually(
          async () => (await view.rows(200)).map(({ label, description }) => `${label} ${description}`),
          (rows) => rows.some((row) => orderOf(quantity).test(row) && NOT_KNOWN.test(row)),
          'the row says that it is not known',
          LONG,
        );
      };
      // What was not even written down when the window went was not sent, and nobody has to find out about it.
      await notKnown();
      await posts();
      await leave();
      await notKnown();
      const view = await showOnly(workbench, 'Orders');
      // The request of the window that is gone arrives late.
      await service.act({ kind: 'cancel', orderId });
      await service.lie('');
      const said = await workbench.notification(/: cancelled$/m, LONG);
      await eventually(
        async () =>
          (await view.rows(200)).every(
            ({ label, description }) => !orderOf(quantity).test(`${label} ${description}`),
          ),
        (gone) => gone,
        'the row is gone',
        LONG,
      );
      assert.equal(
        await workbench.page.locator('.notification-list-item', { hasText: 'cancelled' }).count(),
        1,
      );
      assert.doesNotMatch(await said.innerText(), /not known/);
      await workbench.clearNotifications();
      assert.deepEqual(await posts(), [], 'nothing was sent again');
    });
  }

  it('cancels exactly the list of the dialog, and shows the proof of it', async () => {
    const { workbench } = editor;
    let asked: readonly Order[] = [];
    await service.whilePaused(async () => {
      await counted();
      asked = open();
      await workbench.runCommand('Prediction Markets: Cancel Orders in All Markets…');
      await workbench.dialog.waitFor();
      const text = (await workbench.dialogText()) ?? '';
      assert.match(text, new RegExp(`Cancel these ${asked.length} orders\\?`));
      assert.deepEqual(leftIn(text), left(asked));
    });
    const late = await service.act(quietOrder('8.88'));
    await workbench.answerDialog(`Cancel ${asked.length} Orders`);
    const notice = await workbench.notification(new RegExp(`(?<!\\d)${asked.length} cancelled`));
    assert.deepEqual(
      open().map(({ id }) => id),
      [late],
      'the one that was placed meanwhile is open',
    );
    const lines = workbench.page.locator('.editor-instance .view-lines');
    const proof = await actUntil(
      'showing the proof',
      () => notice.locator('.monaco-button', { hasText: 'Show Proof' }).click({ timeout: 5000 }),
      async () => {
        const text = (await lines.allInnerTexts()).join('').replaceAll('\u00a0', ' ');
        return text.includes('Proof of cancelling') ? text : undefined;
      },
    );
    assert.match(proof, new RegExp(`, orders: ${asked.length}\n${asked.length} cancelled\n`));
    assert.ok(
      asked.some(({ id }) => proof.includes(`Order id: ${id} `)),
      proof,
    );
    assert.ok(!proof.includes(late));
    assertNoSecret(proof);
  });

  it('cancels all open orders with the kill switch, also new ones, and says what it read afterwards', async () => {
    const { workbench } = editor;
    await workbench.clearNotifications();
    await counted();
    await workbench.runCommand(KILL_SWITCH);
    await workbench.dialog.waitFor();
    await service.act(quietOrder('9.99'));
    await posts();
    await workbench.answerDialog('Cancel All Open Orders');
    await workbench.notification(/cancelled\. No order is open now\.$/m, LONG);
    assert.deepEqual(open(), []);
    assert.deepEqual(await posts(), ['POST /v1/orders/open/cancel']);
    await workbench.clearNotifications();
  });

  it('has a log that can be read and not written, with every attempt and no secret', async () => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Open Cancellation Log');
    const lines = workbench.page.locator('.editor-instance .view-lines');
    const read = async () => (await lines.first().innerText()).replaceAll('\u00a0', ' ');
    const text = await eventually(read, (now) => /Cancellation log/.test(now), 'the log', LONG);
    assert.match(text, /Kill switch: all open orders/);
    assert.match(text, /Attempt: [\s\S]*?Command:\s+cancelEverything/);
    for (const word of ['requested', 'sent', 'accepted by the service'])
      assert.match(text, new RegExp(`  ${word}(?: {2}|$)`, 'm'));
    assertNoSecret(text);
    const place = await lines.first().boundingBox();
    assert.ok(place);
    await workbench.page.mouse.click(place.x + 40, place.y + 10);
    await workbench.page.keyboard.type('forged');
    assert.equal((await read()).includes('forged'), false);
  });

  const assertNoSecret = (text: string): void => {
    assert.deepEqual(new Canary(service.secretKey).find(text), []);
    assert.ok(!text.includes(service.keyId));
  };

  const rowSays = async (quantity: string, what: RegExp): Promise<void> => {
    const view = await showOnly(editor.workbench, 'Orders');
    await eventually(
      async () => (await view.rows(200)).map(({ label, description }) => `${label} ${description}`),
      (rows) => rows.some((row) => orderOf(quantity).test(row) && what.test(row)),
      `the row says ${what}`,
      LONG,
    );
  };

  /** Asks to cancel the order of this quantity, from its row. */
  const ask = async (quantity: string): Promise<void> => {
    const { workbench } = editor;
    const view = await showOnly(workbench, 'Orders');
    await actUntil(
      `asking to cancel ${quantity}`,
      async () => view.rowAction(await view.findRow(orderOf(quantity)), 'Cancel Order'),
      async () => {
        const text = await workbench.dialogText();
        return text?.includes(`${quantity} left of ${quantity}`) === true ? true : undefined;
      },
      LONG,
    );
  };

  /** An order that rests far below every bid. */
  const quietOrder = (quantity: string) => {
    const { slug: marketSlug } = quietMarket(service.world, service.now());
    return { kind: 'placeOrder', marketSlug, intent: 'BUY_LONG', price: '0.01', quantity } as const;
  };
});

/** What is left of each, as a dialog lists it. */
function leftIn(text: string): readonly string[] {
  return [...text.matchAll(/^• .*?, ([\d.,]+) left of ([\d.,]+), /gm)]
    .map(([, rest = '', all = '']) => `${rest}/${all}`.replaceAll(',', ''))
    .sort();
}

function left(orders: readonly Order[]): readonly string[] {
  return orders.map(({ leavesQuantity, quantity }) => `${leavesQuantity}/${quantity}`).sort();
}
