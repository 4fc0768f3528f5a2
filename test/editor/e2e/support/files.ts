import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { actUntil } from './again.ts';
import type { Editor } from './editor.ts';
import { literally } from './text.ts';
import type { Workbench } from './workbench.ts';

/** Writes a file into the folder that is open and shows it. */
export async function openFile(
  { server, workbench }: Pick<Editor, 'server' | 'workbench'>,
  name: string,
  text: string,
): Promise<void> {
  const file = path.join(server.workspace, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  const { page, quickInput } = workbench;
  const base = path.basename(name);
  const tab = page.locator('.part.editor .tab', { hasText: base });
  await actUntil(
    `opening ${name}`,
    async () => {
      await quickInput.cancel();
      await page.keyboard.press('ControlOrMeta+P');
      // In full, so that it needs no search: the oldest host has none.
      await quickInput.type(file, 5000);
      await (await quickInput.row(base, { timeout: 5000 })).click({ timeout: 5000 });
    },
    async () => ((await tab.count()) > 0 ? true : undefined),
  );
}

/** The hover over a word of the file in front, once it says what is expected. */
export function hoverOver({ page }: Workbench, text: string, says: RegExp): Promise<Locator> {
  const hover = page.locator('.monaco-hover:visible', { hasText: says });
  return actUntil(
    `a hover over ${text}`,
    async () => {
      await page.mouse.move(0, 0);
      const { x, y } = await placeOf(lineOf(page, text), text);
      await page.mouse.move(x, y);
    },
    async () => ((await hover.count()) > 0 ? hover.first() : undefined),
  );
}

/** The choices offered behind the last letter of a line of the file in front, once one says what is expected. */
export function completeAfter({ page }: Workbench, text: string, says: RegExp): Promise<Locator> {
  const choice = page.locator('.suggest-widget.visible .monaco-list-row', { hasText: says });
  return actUntil(
    `choices after ${text}`,
    async () => {
      await page.keyboard.press('Escape');
      await lineOf(page, text).click({ timeout: 5000 });
      await page.keyboard.press('End');
      await page.keyboard.press('ControlOrMeta+Space');
    },
    async () => ((await choice.count()) > 0 ? choice.first() : undefined),
  );
}

/** The Markdown preview of the file in front, once it has what is expected. */
export function openPreview(workbench: Workbench, name: string, selector: string): Promise<FrameLocator> {
  return actUntil(
    'opening the preview',
    () => workbench.runCommand('Markdown: Open Preview'),
    () => workbench.panel(`Preview ${name}`).shown(selector),
  );
}

/** Opens a read-only document as the command lists it: `positions.md`. */
export function openDocument(workbench: Workbench, name: string): Promise<true> {
  const tab = workbench.page.locator('.part.editor .tab.active', {
    hasText: new RegExp(`^${literally(name)}$`),
  });
  return actUntil(
    `opening ${name}`,
    async () => {
      await workbench.runCommand('Prediction Markets: Open as Document…');
      await workbench.quickInput.pick(name);
    },
    async () => ((await tab.count()) > 0 ? true : undefined),
  );
}

/** The line of the file in front that has a text. */
export function lineOf(page: Page, text: string): Locator {
  return page.locator('.part.editor .view-line', { hasText: text }).first();
}

/** The middle of a text of a line, which is of several parts where it is underlined or coloured. */
function placeOf(line: Locator, text: string): Promise<{ readonly x: number; readonly y: number }> {
  return line.evaluate(new Function('line', 'text', FIND_PLACE) as never, text, { timeout: 5000 });
}

/** Runs in the page. */
const FIND_PLACE = `
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const letters = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (let at = 0; at < node.data.length; at += 1) letters.push({ node, at, letter: node.data[at] });
  const start = letters.map(({ letter }) => letter).join('').indexOf(text);
  const { node, at } = letters[start + Math.floor(text.length / 2)];
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(node, at + 1);
  const { left, top, width, height } = range.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };`;
