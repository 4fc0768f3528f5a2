import type { PanelScreen } from '../../test/support/editor/screens.ts';
import { openPanelBrowser } from '../../test/support/vscode/panel-browser.ts';

/** Opens a market panel's page as it is shipped in a headless browser that takes and answers the panel's messages. */
export async function openPanelPage(panel: PanelScreen): Promise<{ close(): Promise<void> }> {
  const browser = await openPanelBrowser(true);
  const { page } = browser;
  await page.exposeFunction('toEditor', (message: object) => panel.say(message));
  await page.addInitScript(`globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => void toEditor(message), getState: () => undefined, setState: () => {},
  });`);
  const before = panel.onPost;
  panel.onPost = (message) => {
    before?.(message);
    void page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`).catch(() => {});
  };
  await browser.load(page, 'market');
  await page.locator('#root[aria-busy="false"]').waitFor();
  return browser;
}
