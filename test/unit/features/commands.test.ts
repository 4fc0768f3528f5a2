import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import * as editor from '../../support/editor/vscode.ts';

const { Commands, isStaleRowArgument } = await import('../../../src/features/commands.ts');

const ROW = { view: 'orders', subject: { kind: 'order', id: 'A', marketSlug: 'm' } };

describe('isStaleRowArgument', () => {
  it('is true where the editor hands over nothing in place of a row, or of one that is selected', () => {
    for (const nothing of [undefined, null])
      for (const args of [[nothing], [nothing, undefined], [nothing, [ROW]], [ROW, [ROW, nothing]]])
        assert.equal(isStaleRowArgument('cancelOrder', args), true);
  });

  it('is false for a row, alone or with the selection, for bare text and from the palette', () => {
    for (const args of [[ROW], [ROW, undefined], [ROW, null], [ROW, [ROW, ROW]], ['slug'], []])
      assert.equal(isStaleRowArgument('cancelOrder', args), false);
  });

  it('is false for commands that are of no row: a heading hands over its focused row, if there is one', () => {
    for (const name of ['cancelAllOrders', 'filterMarkets', 'clearFilter', 'loadMore', 'refresh'] as const)
      assert.equal(isStaleRowArgument(name, [undefined]), false);
  });
});

describe('Commands', () => {
  type Run = (...args: readonly unknown[]) => Promise<void>;

  function registered() {
    const runs = new Map<string, Run>();
    const messages: string[] = [];
    const failures: unknown[] = [];
    Object.assign(editor.commands, {
      registerCommand: (id: string, run: Run) => {
        runs.set(id, run);
        return { dispose: () => {} };
      },
    });
    Object.assign(editor.window, {
      showInformationMessage: async (message: string) => void messages.push(message),
    });
    const failed = async (cause: unknown): Promise<void> => void failures.push(cause);
    const target = async () => ({ view: 'markets', subject: { kind: 'market', slug: 'm' } }) as const;
    const commands = new Commands(async () => ({ reporter: { failed }, panels: { target } }));
    const run: Run = async (name, ...args) => runs.get(`predictionMarkets.${name}`)?.(...args);
    return { commands, run, messages, failures };
  }

  it('runs what serves a command with the row the editor hands over', async () => {
    const { commands, run, messages } = registered();
    const calls: (readonly unknown[])[] = [];
    commands.serve({ cancelOrder: (...args) => void calls.push(args) });
    await run('cancelOrder', ROW, [ROW]);
    assert.deepEqual([calls, messages], [[[ROW, [ROW]]], []]);
  });

  it('acts on the view from a button in its title, whatever row has the focus', async () => {
    const { commands, run, messages } = registered();
    const calls: (readonly unknown[])[] = [];
    commands.serve({
      show: (...args) => void calls.push(['show', ...args]),
      editWatchlist: (...args) => void calls.push(['editWatchlist', ...args]),
    });
    await run('showFromTitle', ROW, [ROW]);
    await run('editWatchlistFromTitle', undefined);
    assert.deepEqual([calls, messages], [[['show'], ['editWatchlist']], []]);
  });

  it('says that the row is gone, and does nothing', async () => {
    const { commands, run, messages } = registered();
    commands.serve({ cancelOrder: () => assert.fail('It ran.') });
    await run('cancelOrder', undefined, undefined);
    assert.deepEqual(messages, ['The list just changed, so nothing was done. Choose again.']);
  });

  it('gives a command in the title or the menu of a page what the page shows, and its texts to one that copies them', async () => {
    const { commands, run } = registered();
    const calls: unknown[] = [];
    const take = (target: unknown): void => void calls.push(target);
    commands.serve({ openToSide: take, copyCell: take });
    const menu = { webview: 'predictionMarkets.market', cell: '43¢' };
    await run('openToSide', { scheme: 'webview-panel' }, { groupId: 0 });
    await run('openToSide', menu);
    await run('copyCell', menu);
    const market = { view: 'markets', subject: { kind: 'market', slug: 'm' } };
    assert.deepEqual(calls, [market, market, menu]);
  });

  it('reports what fails and does not throw into its caller', async () => {
    const { commands, run, failures } = registered();
    const broken = new Error('broken');
    commands.serve({ refresh: () => Promise.reject(broken) });
    await run('refresh');
    assert.deepEqual(failures, [broken]);
  });
});
