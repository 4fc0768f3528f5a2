import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { actUntil } from './again.ts';
import type { LiveService } from './live-service.ts';
import { literally } from './text.ts';
import type { ViewPane } from './view-pane.ts';
import type { Workbench } from './workbench.ts';

export { eventually } from './again.ts';

const VIEWS = ['Watchlist', 'Markets', 'Events', 'Orders', 'Positions', 'Activity', 'Alerts'] as const;

/** Opens one view and closes the others. `names`: of all of them, in a window that is not in English. */
export async function showOnly(
  workbench: Workbench,
  name: string,
  names: readonly string[] = VIEWS,
): Promise<ViewPane> {
  await workbench.openSidebar();
  for (const other of names) if (other !== name) await workbench.view(other).setExpanded(false);
  const view = workbench.view(name);
  await view.setExpanded(true);
  return view;
}

export async function signIn(
  workbench: Workbench,
  service: Pick<LiveService, 'keyId' | 'secretKey'>,
): Promise<void> {
  await workbench.runCommand('Prediction Markets: Sign In…');
  await workbench.quickInput.waitFor('(1/2)');
  await workbench.quickInput.type(service.keyId);
  await workbench.quickInput.accept();
  await workbench.quickInput.waitFor('(2/2)');
  await workbench.quickInput.type(service.secretKey);
  await workbench.quickInput.accept();
}

interface FromRow {
  /** What a row says that opens it; any of them will do. */
  readonly row: RegExp;
  readonly level?: number;
  /** An inline action or an entry of the context menu; without it the row itself is clicked. */
  readonly action?: string;
  readonly title: RegExp;
  readonly selector: string;
}

/** Opens a panel from a row, found again for every try, and returns its page. */
export function openFromRow(workbench: Workbench, view: ViewPane, from: FromRow): Promise<FrameLocator> {
  const { row: text, level, action, title, selector } = from;
  return actUntil(
    `opening ${title} from a row that says ${text}`,
    async () => {
      const row = await view.findRow(text, level);
      if (action === undefined) await row.click({ timeout: 5000 });
      else await view.rowAction(row, action);
    },
    () => workbench.panel(title).shown(selector),
    120_000,
  );
}

/**
 * The open orders nothing of which is filled yet, as they are spoken and named in dialogs, top to bottom. The lower ones are in quiet markets, so that a
 * world that goes on leaves them alone for the length of a test.
 */
export async function quietOrders(view: ViewPane): Promise<readonly string[]> {
  const rows = await view.rows(120);
  return rows
    .filter(({ label, description }) => /^(Buy|Sell) /.test(label) && !/\d\/\d|cancel/.test(description))
    .map(({ spoken }) => spoken.split(', ')[0] ?? '');
}

function distinctOf(labels: readonly string[]): readonly string[] {
  return labels.filter((label) => labels.indexOf(label) === labels.lastIndexOf(label));
}

export function orderRow(label: string): RegExp {
  return new RegExp(`^${literally(label)}, `);
}

/** What the row of an order of this quantity says, also where it gave way to its limit. */
export function orderOf(quantity: string): RegExp {
  const text = literally(quantity);
  return new RegExp(`^(?:Buy|Sell) (?:${text} |.*×${text}(?: |$))`);
}

/** A dialog that asks whether to cancel, and the labels of the orders it is about. */
interface CancelQuestion {
  readonly labels: readonly string[];
  readonly text: string;
}

/**
 * Asks to cancel orders from the row of one, several of them selected before. Returns once the dialog stands that names
 * exactly these; another one is closed. Every try chooses again, as orders fill while somebody looks at them.
 * @param count how many orders.
 * @param wanted the label of the one it has to be, for as long as it is there.
 */
export async function askToCancel(
  workbench: Workbench,
  view: ViewPane,
  { count = 1, wanted }: { readonly count?: number; readonly wanted?: string } = {},
): Promise<CancelQuestion> {
  let labels: readonly string[] = [];
  return actUntil(
    `asking to cancel ${count === 1 ? 'an order' : `${count} orders`}`,
    async () => {
      await workbench.dismissDialog();
      await workbench.quickInput.cancel();
      const distinct = distinctOf(await quietOrders(view));
      if (distinct.length < count) throw new Error(`only ${distinct.length} orders to tell apart`);
      labels = wanted !== undefined && distinct.includes(wanted) ? [wanted] : distinct.slice(-count);
      if (count > 1) await view.select(labels, orderRow);
      const [first = ''] = labels;
      await view.rowAction(await view.findRow(orderRow(first)), 'Cancel Order');
    },
    async () => {
      const text = await workbench.dialogText();
      if (text === undefined) return undefined;
      const asked = count === 1 ? 'Cancel this order?' : `Cancel these ${count} orders?`;
      if (text.includes(asked) && labels.every((label) => text.includes(label))) return { labels, text };
      await workbench.dismissDialog();
      return undefined;
    },
    180_000,
  );
}

/** Cancels an order from its row, another one where it filled first. Returns the label of the one that was cancelled. */
export async function cancelOne(workbench: Workbench, view: ViewPane, wanted?: string): Promise<string> {
  for (let tries = 3; ; tries--) {
    const { labels } = await askToCancel(workbench, view, wanted === undefined ? {} : { wanted });
    const [label = ''] = labels;
    await workbench.answerDialog('Cancel Order');
    const notice = await workbench.notification(`${label}: `);
    const said = await notice.innerText();
    await workbench.clearNotifications();
    if (said.includes(`${label}: cancelled`)) return label;
    // It filled, wholly or in part, before the cancel arrived.
    assert.ok(tries > 1 && /filled/.test(said), said);
  }
}

export async function statusText({ page }: Workbench): Promise<string> {
  const item = page.locator('.part.statusbar .statusbar-item[id^="prediction-markets."]').first();
  await item.waitFor();
  return (await item.innerText()).replace(/\s+/g, ' ').trim();
}
