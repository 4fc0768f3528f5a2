import type { Locator } from 'playwright-core';

/**
 * Figures of the rows on the screen that the right edge cuts, each with its row. The editor draws as many letters as leave room
 * for the `…`: a figure is cut where its first sign has room and its last has none.
 */
export async function cutFigures(pane: Locator): Promise<readonly string[]> {
  return pane.locator('.monaco-list-row .monaco-icon-label-container').evaluateAll((containers) => {
    const SHOW_TEXT = 4;
    const canvas = document.createElement('canvas').getContext('2d');
    const rightOf = (text: object, place: number): number => {
      const range = document.createRange();
      range.setStart(text, place);
      range.setEnd(text, place + 1);
      return range.getBoundingClientRect().right;
    };
    return containers.flatMap((container) => {
      if (container.scrollWidth <= container.clientWidth) return [];
      canvas.font = getComputedStyle(container).font;
      const edge = container.getBoundingClientRect().right - canvas.measureText('…').width;
      const walker = document.createTreeWalker(container, SHOW_TEXT);
      const found: string[] = [];
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
        for (const { index, 0: figure } of (text.nodeValue ?? '').matchAll(/[^\s\u2007\u2008]*\d\S*/gu)) {
          const isSeen = rightOf(text, index) <= edge;
          const isWhole = rightOf(text, index + figure.length - 1) <= edge;
          if (isSeen && !isWhole) found.push(`${figure} of ${container.textContent}`);
        }
      }
      return found;
    });
  });
}

/** Of the page, whose types the tests are not checked with. */
declare function getComputedStyle(element: object): { readonly font: string };
declare const document: {
  createElement(name: 'canvas'): {
    getContext(kind: '2d'): { font: string; measureText(text: string): { readonly width: number } };
  };
  createRange(): {
    setStart(text: object, place: number): void;
    setEnd(text: object, place: number): void;
    getBoundingClientRect(): { readonly right: number };
  };
  createTreeWalker(root: object, what: number): { nextNode(): { readonly nodeValue: string | null } | null };
};
