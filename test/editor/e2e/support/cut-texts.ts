import type { Frame, Page } from 'playwright-core';

/** Where a text may be cut, and why. */
const MAY_BE_CUT = {
  '.hidden': 'it is for screen readers alone',
};

/**
 * Texts of a page that are not seen whole, one line for each place where they stand. Part of such a text is beyond the
 * edge of what it stands in, whether that hides it, scrolls or draws an ellipsis. `part`: a selector of what is looked at.
 */
export function cutTexts(frame: Frame, part = 'body'): Promise<readonly string[]> {
  return frame.evaluate(
    `(${findCut})(${JSON.stringify(Object.keys(MAY_BE_CUT).join())}, ${JSON.stringify(part)})`,
  );
}

/** The same of the dialog that stands in a window, and what of it lies beyond its edge or that of the window. */
export async function cutInDialog(page: Page): Promise<readonly string[]> {
  const beyond = await page.evaluate<readonly string[]>(`(${findBeyond})('${DIALOG}')`);
  return [...(await cutTexts(page.mainFrame(), DIALOG)), ...beyond];
}

const DIALOG = '.monaco-dialog-box';

/** Runs in the page. */
const findBeyond = `(selector) => {
  const dialog = document.querySelector(selector);
  const { top, right, bottom, left } = dialog.getBoundingClientRect();
  const isBeyond = top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  const isHigher = (part) => getComputedStyle(part).overflowY !== 'visible' && part.scrollHeight > part.clientHeight + 1;
  const higher = [dialog, ...dialog.querySelectorAll('*')].filter(isHigher).map(({ className }) => className);
  return [...(isBeyond ? ['the dialog'] : []), ...higher].map((part) => part + ' is higher or wider than its place');
}`;

/** Runs in the page. What is in a slot of a control is cut by the control's own parts too. */
const findCut = `(except, part) => {
  const above = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host;
  const cut = new Map();
  const walker = document.createTreeWalker(document.querySelector(part), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement;
    if (text.data.trim() === '' || !holder.checkVisibility({ visibilityProperty: true }) || holder.closest(except)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (boxes.length === 0) continue;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    for (let element = text.assignedSlot ?? holder; element; element = above(element)) {
      const { overflowX } = getComputedStyle(element);
      const isEdge = element === document.documentElement;
      if (overflowX === 'visible' && !isEdge) continue;
      if (element === document.body) continue;
      const box = element.getBoundingClientRect();
      // On a line that is hidden it is left out whole.
      if (!isEdge && getComputedStyle(element).overflowY === 'hidden' && boxes.every(({ top }) => top >= box.bottom - 1)) break;
      const edge = isEdge ? { left: 0, right: innerWidth } : { left: box.left, right: box.right };
      if (left >= edge.left - 1 && right <= edge.right + 1) continue;
      const section = holder.closest('section')?.className || element.closest('[class]')?.className || 'page';
      const key = section + ' in ' + (element.className || element.tagName.toLowerCase());
      const by = Math.ceil(Math.max(edge.left - left, right - edge.right));
      const one = cut.get(key) ?? { first: text.data.trim().slice(0, 60), count: 0, by: 0 };
      cut.set(key, { ...one, count: one.count + 1, by: Math.max(one.by, by) });
      break;
    }
  }
  return [...cut].map(([key, { first, count, by }]) => key + ': ' + count + ' like “' + first + '”, by up to ' + by + ' px');
}`;

/** Rows of the side bar in sight whose text is cut inside a number, or looks so, as far as they are drawn: `14/57…` says another one. */
export function cutNumbers(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(${findCutNumbers})((${rowsInSight})())`);
}

/** The same of what stands beside the titles of open views, without their buttons and with them: the pointer brings those. */
export async function cutHeaders(page: Page): Promise<readonly string[]> {
  const cut: string[] = [];
  const look = async (): Promise<void> => {
    const descriptions = "[...document.querySelectorAll('.part.sidebar .pane-header.expanded .description')]";
    cut.push(...(await page.evaluate<readonly string[]>(`(${findCutNumbers})(${descriptions})`)));
  };
  // A header that has the focus has its buttons.
  await page.evaluate('document.activeElement?.blur()');
  // A tooltip may lie over the next header.
  await page.keyboard.press('Escape');
  await page.mouse.move((page.viewportSize()?.width ?? 0) * 0.6, 4);
  await look();
  for (const header of await page.locator('.part.sidebar .pane-header.expanded').all()) {
    await header.hover();
    await look();
  }
  return cut;
}

/** Runs in the page. What is only half in sight is left out, and the row under the pointer: its button takes room for as long. */
const rowsInSight = `() => [...document.querySelectorAll('.part.sidebar .monaco-list-row')].flatMap((row) => {
  const [box, list] = [row, row.closest('.monaco-list')].map((element) => element.getBoundingClientRect());
  const hasButton = row.querySelector('.actions .action-label')?.checkVisibility() ?? false;
  return hasButton || box.top < list.top || box.bottom > list.bottom ? [] : [...row.querySelectorAll('.monaco-icon-label-container')];
})`;

/** Runs in the page. The ellipsis takes its place from what would fit, and stands behind the last sign: the gap between two texts is none. */
const findCutNumbers = `(holders) => holders.flatMap((holder) => {
  const edge = holder.getBoundingClientRect().right;
  const range = document.createRange();
  const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
  const letters = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    for (let at = 0; at < text.data.length; at += 1) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      letters.push({ letter: text.data[at], right: range.getBoundingClientRect().right });
    }
    letters.push({ letter: '\\n', right: -Infinity });
  }
  if (letters.every(({ right }) => right <= edge + 0.5)) return [];
  const ink = document.createElement('canvas').getContext('2d');
  ink.font = getComputedStyle(holder).font;
  const room = edge - ink.measureText('…').width;
  const cut = letters.findIndex(({ right }) => right > room);
  const whole = letters.map(({ letter }) => letter).join('');
  const numbers = [...whole.matchAll(/\\d[\\d.,:/]*[¢%kM]?/g)];
  const isHalf = numbers.some(({ 0: number, index }) => index < cut && cut < index + number.length);
  const looksHalf = /\\d\\n?$/.test(whole.slice(0, cut));
  return isHalf || looksHalf ? ['“' + whole.slice(0, cut) + '…” of “' + whole.trim() + '”'] : [];
})`;
