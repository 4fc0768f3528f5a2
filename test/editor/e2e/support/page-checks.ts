import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long a page may take to draw, milliseconds: others may need the processors. */
const PATIENCE_MS = 60_000;

/** What axe finds wrong, one line an element; of `colours` only what depends on the theme. */
export async function violations(
  page: Pick<Page, 'evaluate'>,
  of: 'everything' | 'colours' = 'everything',
): Promise<readonly string[]> {
  if ((await page.evaluate('typeof globalThis.axe')) !== 'object') await page.evaluate(axe);
  // Of what is right axe would describe each element, too.
  const options = {
    resultTypes: ['violations'],
    ...(of === 'colours' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
  };
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html.slice(0, 120))))`);
}

/** Waits until the page has confirmed the snapshot of this number. */
export async function drawn(page: Page, number: number): Promise<void> {
  await until(page, `globalThis.stage.events.some((event) => event.number === ${number})`);
}

/** Waits until an expression is true in the page; asked from outside, for the page's policy allows no text as code. */
export async function until(page: Page, expression: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    if ((await page.evaluate(expression)) === true) return;
    if (Date.now() > deadline) throw new Error(`Never true: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
