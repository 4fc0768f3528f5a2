import type { FrameLocator } from 'playwright-core';
import type { ViewPane } from './view-pane.ts';
import type { Workbench } from './workbench.ts';

/** For what takes as long as a service may be silent, milliseconds. */
export const LONG = 240_000;
export const AS_OF = /as of \d+:\d\d/;
export const NOT_CONNECTED = /not connected, as of \d/;

export interface SeenRow {
  readonly text: string;
  readonly spoken: string;
  readonly colour: string;
}

/** The rows that are drawn right now, top to bottom, without touching the view. */
export async function seenRows(view: ViewPane): Promise<readonly SeenRow[]> {
  const found = await view.pane.locator('.monaco-list-row').evaluateAll((rows) =>
    rows.map((row) => {
      const text = (selector: string): string => row.querySelector(selector)?.textContent ?? '';
      const name = row.querySelector('.label-name');
      return {
        index: Number(row.getAttribute('data-index')),
        text: `${text('.label-name')} ${text('.label-description').replace(/\u200a/g, '')}`,
        spoken: row.getAttribute('aria-label') ?? '',
        colour: name === null ? '' : getComputedStyle(name).color,
      };
    }),
  );
  return found.sort((a, b) => a.index - b.index);
}

/** The status item as it is read, as it is spoken, and the names of its icons. */
interface SeenStatus {
  readonly text: string;
  readonly spoken: string;
  readonly icons: string;
}

/** Undefined while there is none. */
export async function seenStatus({ page }: Workbench): Promise<SeenStatus | undefined> {
  const items = page.locator('.part.statusbar .statusbar-item[id^="prediction-markets."]');
  const [seen] = await items.evaluateAll((all) =>
    all.map((item) => ({
      text: (item.textContent ?? '').replace(/\s+/g, ' ').trim(),
      spoken: item.querySelector('[aria-label]')?.getAttribute('aria-label') ?? '',
      icons: [...item.querySelectorAll('.codicon')].map((icon) => icon.className).join(' '),
    })),
  );
  return seen;
}

/** What the page of a panel says of its freshness: how it marks itself, and its second line. */
interface SeenFreshness {
  readonly standing: string;
  readonly text: string;
}

export async function seenFreshness(frame: FrameLocator): Promise<SeenFreshness> {
  const standing = (await frame.locator('#root').getAttribute('data-freshness')) ?? '';
  return { standing, text: await frame.locator('.second').innerText() };
}

// What the functions above find in the page; the tests themselves are checked without the browser's types.
declare function getComputedStyle(element: object): { readonly color: string };
