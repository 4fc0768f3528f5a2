import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PANELS } from '../../../src/features/ids.ts';
import { describeInside, run, until } from './inside.ts';

await describeInside('the panels on the demo exchange', ({ services }) => {
  before(async () => {
    await run('refreshMarkets');
    await until(() => services.markets.state.kind === 'ready');
    await closeAll();
  });
  afterEach(closeAll);

  it('opens a market by its slug, reads it, and names the tab by what people call it', async () => {
    const slug = someSlug();
    await run('openMarket', slug);
    const tab = await until(() => tabs(PANELS.market)[0]);
    assert.doesNotMatch(tab.label, /undefined|^$/);
    await until(() => services.books.detail(slug).market.state.kind === 'ready');
    await until(() => services.books.detail(slug).book.state.kind === 'ready');
    await until(() => tabs(PANELS.market)[0]?.label !== slug);
  });

  it('opens a market by its id', async () => {
    const market = services.markets.markets[0];
    assert.ok(market);
    await run('openMarket', market.id);
    await until(() => tabs(PANELS.market).length === 1);
    await until(() => services.books.detail(market.slug).market.state.kind === 'ready');
  });

  it('shows the next market in the same panel until *Keep Open*, then brings that one to the front', async () => {
    const [first = '', second = '', third = ''] = services.markets.markets.map(({ slug }) => slug);
    await run('openMarket', first);
    await run('openMarket', second);
    await until(() => services.books.detail(second).book.state.kind === 'ready');
    await until(() => tabs(PANELS.market).length === 1);
    await run('keepOpen');
    await run('openMarket', third);
    await until(() => tabs(PANELS.market).length === 2);
    await run('openMarket', second);
    await until(() => tabs(PANELS.market)[0]?.isActive);
    assert.equal(tabs(PANELS.market).length, 2);
  });

  it('opens what the page in front shows to the side, asked from its title', async () => {
    const slug = someSlug();
    await run('openMarket', slug);
    await until(() => services.books.detail(slug).market.state.kind === 'ready');
    await run('openToSide', vscode.Uri.from({ scheme: 'webview-panel', path: '/1' }));
    await until(() => vscode.window.tabGroups.all.length === 2);
    assert.equal(tabs(PANELS.market).length, 2);
  });

  it('opens the settlement of the same market beside it, as a panel of its own', async () => {
    const slug = someSlug();
    await run('openMarket', slug);
    await run('openSettlement', slug);
    await until(() => tabs(PANELS.settlement)[0]?.label.startsWith('Settlement: '));
    await until(() => services.books.detail(slug).settlement.at !== undefined);
    assert.equal(tabs(PANELS.market).length, 1);
  });

  it('opens a panel for a market the service does not know; what is wrong is said inside', async () => {
    const slug = 'no-such-market';
    await run('openMarket', slug);
    await until(() => tabs(PANELS.market)[0]?.label === slug);
    const { state } = await until(() => {
      const { market } = services.books.detail(slug);
      return market.state.kind === 'failed' && market;
    });
    assert.equal(state.kind === 'failed' && state.error.code, 'notFound');
  });

  it('leaves nothing behind when it is closed', async () => {
    const slug = someSlug();
    await run('openMarket', slug);
    await until(() => services.books.detail(slug).market.state.kind === 'ready');
    await closeAll();
    await run('openMarket', slug);
    await until(() => tabs(PANELS.market).length === 1);
  });

  function someSlug(): string {
    const slug = services.markets.markets[0]?.slug;
    assert.ok(slug);
    return slug;
  }
});

function tabs(viewType: string): vscode.Tab[] {
  // The editor puts a prefix of its own before the type.
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType));
}

async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await until(() => [...tabs(PANELS.market), ...tabs(PANELS.settlement)].length === 0);
}
