import type { Page } from 'playwright-core';
import type { PanelScreen } from '../../test/support/editor/screens.ts';
import { openPanelBrowser } from '../../test/support/vscode/panel-browser.ts';

/** Opens a market panel's page as it is shipped in a headless browser that takes and answers the panel's messages. */
export async function openPanelPage(panel: PanelScreen): Promise<{ close(): Promise<void> }> {
  const browser = await openPanelBrowser(true);
  await connectPage(browser.page, (message) => panel.say(message));
  joinPage(browser.page, panel);
  await browser.load(browser.page, 'market');
  await browser.page.locator('#root[aria-busy="false"]').waitFor();
  return browser;
}

/** Gives a page that is not loaded yet what stands in for the editor. What it has drawn it also says with the next frame: `painted`. */
export async function connectPage(page: Page, hear: (message: object) => void): Promise<void> {
  await page.exposeFunction('toEditor', hear);
  await page.addInitScript(`globalThis.acquireVsCodeApi = () => {
    const say = (message) => { globalThis.onSaid?.(message); void toEditor(message); };
    const postMessage = (message) => {
      say(message);
      if (message.type === 'drawn') requestAnimationFrame(() => say({ ...message, type: 'painted' }));
    };
    return { postMessage, getState: () => undefined, setState: () => {} };
  };`);
}

/** Hands on to the page what the panel says to it. */
export function joinPage(page: Page, panel: PanelScreen): void {
  const before = panel.onPost;
  panel.onPost = (message) => {
    before?.(message);
    void page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`).catch(() => {});
  };
}
