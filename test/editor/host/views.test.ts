import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { VIEW_NAMES, VIEWS, type ViewName } from '../../../src/features/ids.ts';
import { accountOf } from '../../support/read-world.ts';
import { descriptionOf, tooltipText } from '../../support/view.ts';
import { assertSame, describeInside, flatRows, until } from './inside.ts';

await describeInside('the views on the demo exchange', ({ services, trees, demo }) => {
  const ready = (view: ViewName) => until(() => trees.content(view).state === 'ready' && trees.content(view));

  before(async () => {
    await services.markets.load();
    const slugs = services.markets.markets.slice(0, 5).map(({ slug }) => slug);
    const entries = slugs.map((key) => ({ kind: 'market', key }) as const);
    assert.equal(await services.watchlist.edit(() => [{ name: 'Tonight', entries }]), true);
    // Paused: one that is on has its market read, seen or not.
    const alert = { what: 'price', side: 'long', atLeast: '0.999', paused: true } as const;
    const alerts = slugs.map((market) => ({ ...alert, id: market, market }));
    assert.equal(await services.alerts.edit(() => alerts), true);
    for (const view of VIEW_NAMES) await vscode.commands.executeCommand(`${VIEWS[view]}.focus`);
  });

  after(async () => {
    for (const name of ['watchlist', 'alerts'] as const) await services.config.set(name, undefined);
  });

  for (const view of VIEW_NAMES) {
    it(`${view}: rows people can read, each with an id of its own, a spoken label and a tooltip`, async () => {
      const { rows, description } = await ready(view);
      assert.match(description[0] ?? '', /^DEMO/);
      const all = flatRows(rows, 300);
      assert.ok(all.length >= 5, `${all.length} rows`);
      const siblings = new Set(all.map(({ id }) => id));
      assert.equal(siblings.size, all.length);
      for (const row of all) {
        const texts = [row.label, descriptionOf(row), row.accessibilityLabel, tooltipText(row.tooltip())];
        assert.ok(row.label !== '' && row.accessibilityLabel !== '', row.id);
        for (const text of texts) assert.doesNotMatch(text, /undefined|NaN|Invalid Date|\[object/, row.id);
        assert.doesNotMatch(row.label, /^[a-z0-9]+(-[a-z0-9]+){3,}$/, 'a slug is no label');
      }
    });
  }

  it('hidden views ask for nothing: what is not watched by anyone is not read again', async () => {
    const { handler } = await demo();
    const settings = vscode.workspace.getConfiguration('predictionMarkets');
    await settings.update('statusBar.enabled', false, vscode.ConfigurationTarget.Global);
    const handle = handler.handle.bind(handler);
    let requests = 0;
    const counting: typeof handle = (request) => {
      requests += 1;
      return handle(request);
    };
    Object.assign(handler, { handle: counting });
    const readAgain = async (): Promise<number> => {
      const before = requests;
      await Promise.all([...services.scheduler.watched].map((store) => store.refresh('asked')));
      return requests - before;
    };
    try {
      assert.ok((await readAgain()) > 0, 'visible views are read again');
      await vscode.commands.executeCommand('workbench.view.explorer');
      // The editor tells of a hidden view a moment later.
      for (let quiet = false; !quiet; ) quiet = (await readAgain()) === 0;
    } finally {
      Object.assign(handler, { handle });
      await settings.update('statusBar.enabled', undefined, vscode.ConfigurationTarget.Global);
      for (const view of VIEW_NAMES) await vscode.commands.executeCommand(`${VIEWS[view]}.focus`);
    }
  });

  it('orders and positions are those of the account', async () => {
    const { world } = await demo();
    await assertSame(async () => {
      await services.orders.refresh();
      return [openIds(services.orders.orders), openIds(accountOf(world).openOrders(Date.now()))];
    });
    await assertSame(async () => {
      await services.positions.refresh();
      const positions = flatRows(trees.content('positions').rows, 1000).filter(
        ({ subject }) => subject?.kind === 'position',
      );
      return [positions.length, accountOf(world).positions(Date.now()).length];
    });
  });
});

function openIds(orders: readonly { readonly id: string }[]): readonly string[] {
  return orders.map(({ id }) => id).sort();
}
