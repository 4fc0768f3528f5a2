import type { FrameLocator, Locator, Page } from 'playwright-core';

/** A panel in the editor area: an outer frame VS Code owns, and in it the frame with our page. */
export class WebviewPanel {
  private readonly page: Page;
  private readonly title: string | RegExp;

  constructor(page: Page, title: string | RegExp) {
    this.page = page;
    this.title = title;
  }

  /**
   * Waits until the panel's tab is there and its page shows an element that matches; returns that page.
   * @param selector something only this panel draws.
   */
  async content(selector: string, timeout = 30_000): Promise<FrameLocator> {
    await this.page.locator('.part.editor .tab', { hasText: this.title }).first().waitFor({ timeout });
    const deadline = Date.now() + timeout;
    while (Date.now() < deadline) {
      for (const frame of await this.frames()) {
        if ((await frame.locator(selector).count()) > 0) return frame;
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(`No panel "${this.title}" showed ${selector} within ${timeout / 1000} s.`);
  }

  async close(): Promise<void> {
    const tab: Locator = this.page.locator('.part.editor .tab', { hasText: this.title }).first();
    await tab.hover();
    await tab.locator('.action-label.codicon-close').click();
    await tab.waitFor({ state: 'detached' });
  }

  private async frames(): Promise<FrameLocator[]> {
    const outers = this.page.locator('iframe.webview.ready:visible');
    const count = await outers.count();
    return Array.from({ length: count }, (_, index) =>
      outers.nth(index).contentFrame().frameLocator('#active-frame'),
    );
  }
}
