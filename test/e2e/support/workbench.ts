import type { Locator, Page } from 'playwright-core';
import { QuickInput } from './quick-input.ts';
import { ViewPane } from './view-pane.ts';
import { WebviewPanel } from './webview-panel.ts';

const CONTAINER = 'Prediction Markets';

/** The window as a person sees it. Every method waits for what it names and fails with Playwright's own message. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
  }

  /** Goes to the address and waits until the window is drawn and extensions may run. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.drawn();
  }

  /** Reloads the window, as "Developer: Reload Window" does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.drawn();
  }

  /** Runs a command by the title the command palette shows, for instance `Prediction Markets: Refresh`. */
  async runCommand(title: string): Promise<void> {
    const listed = this.page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: title });
    // A window that has just been drawn may not know the commands of extensions yet.
    for (let turn = 0; turn < 6; turn++) {
      await this.page.keyboard.press('F1');
      await this.quickInput.type(`>${title}`);
      const found = await listed
        .first()
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
      if (found) break;
      await this.quickInput.cancel();
    }
    await this.quickInput.pick(title);
  }

  /** Shows our container in the side bar. */
  async openSidebar(): Promise<void> {
    const action = this.page.locator('.part.activitybar .action-item', {
      has: this.page.locator(`a.action-label[aria-label^="${CONTAINER}"]`),
    });
    await action.waitFor();
    const heading = this.page.locator('.part.sidebar .pane-header').first();
    // A window that was just reloaded may be about to show it by itself: a click then hides it again.
    for (let turn = 0; turn < 5; turn++) {
      const shown = await action.evaluate((item) => item.classList.contains('checked'));
      if (!shown) await action.click();
      const seen = await heading.waitFor({ timeout: 6000 }).then(
        () => true,
        () => false,
      );
      if (seen) return;
    }
    await heading.waitFor();
  }

  /** A view of the container by its name in the heading. */
  view(name: string): ViewPane {
    return new ViewPane(this.page, name);
  }

  /** The status bar item of the given name, as its context menu lists it. */
  statusBarItem(id: string): Locator {
    return this.page.locator(`.part.statusbar .statusbar-item[id*="${id}"]`);
  }

  /** The panel whose tab carries the given title or part of it. */
  panel(title: string | RegExp): WebviewPanel {
    return new WebviewPanel(this.page, title);
  }

  /** The tab of an editor. */
  tab(title: string | RegExp): Locator {
    return this.page.locator('.part.editor .tab', { hasText: title });
  }

  /** A modal dialog in the middle of the window. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Chooses a button of the dialog and waits until the dialog is gone. */
  async answerDialog(button: string): Promise<void> {
    await this.dialog.locator('.monaco-button', { hasText: button }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /**
   * The notice that says the text, waited for. A server that loads extensions from folders shows no toasts: the bell's
   * list is opened instead and stays open.
   */
  async notification(text: string | RegExp, timeout = 30_000): Promise<Locator> {
    if ((await this.notices.count()) === 0) {
      await this.page.locator('.part.statusbar [id="status.notifications"]').click();
    }
    const notice = this.notices.locator('.notification-list-item', { hasText: text }).first();
    await notice.waitFor({ timeout });
    return notice;
  }

  /** Removes all notices and closes their list. */
  async clearNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
    await this.notices.waitFor({ state: 'detached' });
  }

  private get notices(): Locator {
    return this.page.locator('.notifications-center.visible');
  }

  private async drawn(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.activitybar').waitFor({ timeout: 60_000 });
  }
}
