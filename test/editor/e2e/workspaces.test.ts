import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../../../tools/repository.ts';
import { workbenchUrl } from '../../support/vscode/server.ts';
import { eventually } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { showOnly } from './support/flows.ts';
import type { ViewPane } from './support/view-pane.ts';

/** Windows as they are away from a trusted folder on a disk. All of them are remote: the extension runs beside the server. */
describe('workspaces', function () {
  this.timeout(600_000);
  let editor: Editor;

  before(async () => {
    editor = await openEditor({
      asksForTrust: true,
      settings: {
        'security.workspace.trust.startupPrompt': 'never',
        // What is watched stands in the settings.
        'predictionMarkets.watchlist': { Mine: ['no-such-market'] },
      },
      beside: path.join(import.meta.dirname, 'support/virtual-folder'),
    });
  });

  after(async () => {
    await editor.close();
  });

  afterEach(keepEvidence(() => editor));

  it('shows markets in a workspace nobody trusts, and reads its watchlist once it is trusted', async () => {
    const { workbench, server } = editor;
    const lists = path.join(server.workspace, '.prediction-markets');
    await mkdir(lists);
    await writeFile(path.join(lists, 'watchlist.json'), JSON.stringify({ '': ['no-such-market'] }));
    await workbench.reload();
    const watchlist = await shownWatchlist();
    await trust(watchlist, 'workspace');
  });

  it('shows markets in a virtual workspace, and reads its watchlist', async () => {
    const { workbench, server } = editor;
    const workspaceFile = path.join(server.root, 'virtual.code-workspace');
    await writeFile(workspaceFile, JSON.stringify({ folders: [{ uri: 'memory:/project' }] }));
    await workbench.open(workbenchUrl(server, { workspaceFile, developmentPath: repository }));
    const watchlist = await shownWatchlist();
    await trust(watchlist, 'project');
  });

  /** The Watchlist with the group of the settings, after Markets has shown its rows. */
  async function shownWatchlist(): Promise<ViewPane> {
    const { workbench } = editor;
    const markets = await showOnly(workbench, 'Markets');
    await markets.waitForRows();
    const watchlist = await showOnly(workbench, 'Watchlist');
    await seen(watchlist, 'Mine');
    return watchlist;
  }

  async function names(view: ViewPane): Promise<readonly string[]> {
    return (await view.rows(20)).map(({ label }) => label);
  }

  /** Trusts the workspace, after which the group of its watchlist is there. */
  async function trust(view: ViewPane, group: string): Promise<void> {
    const { workbench } = editor;
    assert.ok(!(await names(view)).includes(group), 'nobody has trusted this file');
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    const button = workbench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ });
    await button.first().click();
    await seen(view, group);
  }

  async function seen(view: ViewPane, group: string): Promise<void> {
    await eventually(
      () => names(view),
      (all) => all.includes(group),
      group,
    );
  }
});
