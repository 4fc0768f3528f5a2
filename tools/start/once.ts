import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Editor, openEditor } from '../../test/editor/e2e/support/editor.ts';
import { packagePath, repository } from '../repository.ts';
import {
  aloneWithRows,
  openMarketPanel,
  openSettlementPanel,
  readStatusBar,
  showAllViews,
  VIEWS,
  type ViewName,
} from './tour.ts';

interface ShownRow {
  readonly label: string;
  readonly description: string;
}

interface Report {
  views: Record<ViewName, readonly ShownRow[]>;
  statusBar: string;
  panels: string[];
  screenshot: string;
}

/**
 * Opens the editor headless, looks at every view, opens both panels, and prints one line of JSON about what was on the
 * screen. Returns the exit code: 1 when something was missing, which is said on standard error.
 */
export async function startOnce(): Promise<number> {
  let editor: Editor;
  try {
    editor = await openEditor({ vsix: packagePath(), viewport: { width: 1440, height: 1000 } });
  } catch (error) {
    console.error(error);
    return 1;
  }
  const { report, missing } = await tour(editor);
  await editor.close();
  for (const line of missing) console.error(`Missing: ${line}`);
  console.log(JSON.stringify(report));
  return missing.length > 0 ? 1 : 0;
}

async function tour({ workbench }: Editor): Promise<{ report: Report; missing: readonly string[] }> {
  const report: Report = {
    views: { markets: [], events: [], orders: [], positions: [], activity: [] },
    statusBar: '',
    panels: [],
    screenshot: path.join(repository, 'out/start-once.png'),
  };
  const missing: string[] = [];
  // A row may move away between finding and clicking it, so what fails is tried a second time.
  const look = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work().catch(() => work());
    } catch (error) {
      const [first, , awaited = ''] = stripVTControlCharacters(String(error)).split('\n');
      missing.push(`${what}: ${first}${awaited}`);
    }
  };
  workbench.page.setDefaultTimeout(15_000);
  await look('side bar', () => workbench.openSidebar());
  for (const view of VIEWS) {
    await look(`${view} view`, async () => {
      const pane = await aloneWithRows(workbench, view);
      await pane.expandGroups();
      report.views[view] = (await pane.rows()).map(({ label, description }) => ({ label, description }));
    });
    // Beside the orders it counts: the account goes on.
    if (view === 'orders') {
      await look('status bar', async () => {
        report.statusBar = await readStatusBar(workbench);
      });
    }
  }
  await look('market panel', async () => {
    await openMarketPanel(workbench);
    report.panels.push('market');
  });
  await look('settlement panel', async () => {
    await openSettlementPanel(workbench);
    report.panels.push('settlement');
  });
  await look('screenshot', async () => {
    await showAllViews(workbench);
    await mkdir(path.dirname(report.screenshot), { recursive: true });
    await workbench.page.screenshot({ path: report.screenshot });
  });
  return { report, missing };
}
