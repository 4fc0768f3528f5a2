import type { FrameLocator, Locator, Page } from 'playwright-core';
import { actUntil, firstLine, waitFor } from './again.ts';

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
  async content(selector: string, timeout = 90_000): Promise<FrameLocator> {
    const frame = await waitFor(() => this.shown(selector), timeout);
    if (frame !== undefined) return frame;
    const tabs = await this.page.locator('.part.editor .tab').allInnerTexts();
    const pages = await Promise.all((await this.frames()).map(textOf));
    throw new Error(
      `No panel "${this.title}" showed ${selector} within ${timeout / 1000} s. Tabs: ${tabs.join(', ')}. Pages: ${pages.join(' // ')}`,
    );
  }

  /** Its page, when the tab is there and the page shows an element that matches; at once. */
  async shown(selector: string): Promise<FrameLocator | undefined> {
    if ((await this.tab.count()) === 0) return undefined;
    for (const frame of await this.frames()) {
      if ((await frame.locator(selector).count()) > 0) return frame;
    }
    return undefined;
  }

  async close(): Promise<void> {
    const count = await this.tabs.count();
    await actUntil(
      `closing ${this.title}`,
      async () => {
        await this.tab.hover({ timeout: 5000 });
        await this.tab.locator('.action-label.codicon-close').click({ timeout: 5000 });
      },
      async () => ((await this.tabs.count()) < count ? true : undefined),
    );
  }

  private get tabs(): Locator {
    return this.page.locator('.part.editor .tab', { hasText: this.title });
  }

  private get tab(): Locator {
    return this.tabs.first();
  }

  private async frames(): Promise<FrameLocator[]> {
    const outers = this.page.locator('iframe.webview.ready:visible');
    const count = await outers.count();
    return Array.from({ length: count }, (_, index) =>
      outers.nth(index).contentFrame().frameLocator('#active-frame'),
    );
  }
}

function textOf(frame: FrameLocator): Promise<string> {
  return frame.locator('body').innerText({ timeout: 2000 }).catch(firstLine);
}
