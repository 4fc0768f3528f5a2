import type { DemoService } from './demo-service.ts';
import type { ViewPane } from './view-pane.ts';
import type { Workbench } from './workbench.ts';

const VIEWS = ['Markets', 'Events', 'Orders', 'Positions', 'Activity'] as const;

/** Shows one view with the whole side bar to itself and waits for its rows. */
export async function showOnly(workbench: Workbench, name: (typeof VIEWS)[number]): Promise<ViewPane> {
  await workbench.openSidebar();
  for (const other of VIEWS) if (other !== name) await workbench.view(other).setExpanded(false);
  const view = workbench.view(name);
  await view.setExpanded(true);
  return view;
}

/** Signs in through the command and its two boxes. */
export async function signIn(
  workbench: Workbench,
  service: Pick<DemoService, 'keyId' | 'secretKey'>,
): Promise<void> {
  await workbench.runCommand('Prediction Markets: Sign In…');
  await workbench.quickInput.waitFor('(1/2)');
  await workbench.quickInput.type(service.keyId);
  await workbench.quickInput.accept();
  await workbench.quickInput.waitFor('(2/2)');
  await workbench.quickInput.type(service.secretKey);
  await workbench.quickInput.accept();
}

/**
 * Labels of the open orders nothing of which is filled yet, top to bottom. The lower ones are in quiet markets, so that a
 * world that goes on leaves them alone for the length of a test.
 */
export async function quietOrders(view: ViewPane): Promise<readonly string[]> {
  const rows = await view.rows(120);
  return rows.filter(({ description }) => /^0\/\d/.test(description)).map(({ label }) => label);
}

/** The lowest `count` of them whose label is like no other's. */
export async function distinctOrders(view: ViewPane, count: number): Promise<readonly string[]> {
  const labels = await quietOrders(view);
  const distinct = labels
    .filter((label) => labels.indexOf(label) === labels.lastIndexOf(label))
    .slice(-count);
  if (distinct.length < count) throw new Error(`Too few orders to tell apart: ${labels.join(', ')}`);
  return distinct;
}

/** Matches the row of an order nothing of which is filled. */
export function orderRow(label: string): RegExp {
  return new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} 0/`);
}

/** The text of the extension's status bar item, as it is read. */
export async function statusText({ page }: Workbench): Promise<string> {
  const item = page.locator('.part.statusbar .statusbar-item[id^="prediction-markets."]').first();
  await item.waitFor({ timeout: 30_000 });
  return (await item.innerText()).replace(/\s+/g, ' ').trim();
}

/** Waits until `read` gives what `accept` takes, and returns it; fails with the last reading. */
export async function eventually<T>(
  read: () => Promise<T>,
  accept: (value: T) => boolean,
  what: string,
  limit = 20_000,
): Promise<T> {
  const deadline = Date.now() + limit;
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    if (Date.now() > deadline) throw new Error(`${what}: still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
