import type { Locator, Page } from 'playwright-core';
import { actUntil, waitFor } from './again.ts';
import { QuickInput } from './quick-input.ts';
import { exactly } from './text.ts';
import { ViewPane } from './view-pane.ts';
import { WebviewPanel } from './webview-panel.ts';

const CONTAINER = 'Prediction Markets';
/** Milliseconds for one click: what does not take it at once is tried again. */
const ONE_TRY = { timeout: 5000 };

/** The window as a person sees it. Every method waits for what it names, and acts again where nothing came of it. */
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

  async reload(): Promise<void> {
    await this.page.reload();
    await this.drawn();
  }

  /** Gives the window the focus, or takes it away: a browser without a screen has every window think that it has it. */
  async setFocused(isFocused: boolean): Promise<void> {
    const event = isFocused ? 'focus' : 'blur';
    await this.page.evaluate(
      `document.hasFocus = () => ${isFocused}; window.dispatchEvent(new Event('${event}'));`,
    );
  }

  /** Runs a command by the title the command palette shows, for instance `Prediction Markets: Refresh`. */
  async runCommand(title: string): Promise<void> {
    const typed = `>${title}`;
    let chosen = false;
    await actUntil(
      `running "${title}"`,
      async () => {
        await this.quickInput.cancel();
        await this.page.keyboard.press('F1');
        await this.quickInput.type(typed, 5000);
        // A window that has just been drawn may not know the commands of extensions yet.
        const row = await this.quickInput.row(title, ONE_TRY);
        await row.click(ONE_TRY);
        chosen = true;
      },
      async () => (chosen && (await this.quickInput.value()) !== typed ? true : undefined),
    );
  }

  async openSidebar(): Promise<void> {
    const action = this.page.locator('.part.activitybar .action-item', {
      has: this.page.locator(`a.action-label[aria-label^="${CONTAINER}"]`),
    });
    await action.waitFor();
    const heading = this.page.locator('.part.sidebar .pane-header').first();
    await actUntil(
      'showing the side bar',
      async () => {
        // A window that was just reloaded may be about to show it by itself: a click then hides it again.
        const shown = await action.evaluate((item) => item.classList.contains('checked'));
        if (!shown) await action.click(ONE_TRY);
      },
      async () => ((await heading.isVisible()) ? true : undefined),
    );
  }

  view(name: string): ViewPane {
    return new ViewPane(this.page, name);
  }

  /** The status bar item of the given name, as its context menu lists it. */
  statusBarItem(id: string): Locator {
    return this.page.locator(`.part.statusbar .statusbar-item[id*="${id}"]`);
  }

  panel(title: string | RegExp): WebviewPanel {
    return new WebviewPanel(this.page, title);
  }

  tab(title: string | RegExp): Locator {
    return this.page.locator('.part.editor .tab', { hasText: title });
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async dialogText(): Promise<string | undefined> {
    const [text] = await this.dialog.allInnerTexts();
    return text;
  }

  /** Chooses a button of the dialog, waited for, and waits until that dialog is gone. */
  async answerDialog(button: string): Promise<void> {
    await this.dialog.waitFor();
    const text = await this.dialogText();
    const found = this.dialog.locator('.monaco-button', { hasText: exactly(button) });
    await actUntil(
      `choosing "${button}"`,
      () => found.click(ONE_TRY),
      async () => ((await this.dialogText()) === text ? undefined : true),
    );
  }

  /** Closes the dialog, if there is one, without choosing anything. */
  async dismissDialog(): Promise<void> {
    if ((await this.dialogText()) === undefined) return;
    await actUntil(
      'closing the dialog',
      () => this.dialog.press('Escape', ONE_TRY),
      async () => ((await this.dialogText()) === undefined ? true : undefined),
    );
  }

  /**
   * The notice that says the text, waited for. A server that loads extensions from folders shows no toasts: the bell's
   * list is opened instead and stays open.
   */
  async notification(text: string | RegExp, timeout = 60_000): Promise<Locator> {
    const notice = this.notices.locator('.notification-list-item', { hasText: text }).first();
    await actUntil(
      `a notice that says ${text}`,
      () => this.openNotices(),
      async () => ((await notice.isVisible()) ? true : undefined),
      timeout,
    );
    return notice;
  }

  async clearNotifications(): Promise<void> {
    await actUntil(
      'clearing the notices',
      () => this.runCommand('Notifications: Clear All Notifications'),
      async () => ((await this.notices.count()) === 0 ? true : undefined),
    );
  }

  private get notices(): Locator {
    return this.page.locator('.notifications-center.visible');
  }

  private async openNotices(): Promise<void> {
    if ((await this.notices.count()) > 0) return;
    await this.page.locator('.part.statusbar [id="status.notifications"]').click(ONE_TRY);
    // The tooltip of the bell would lie over the buttons of the notice.
    await this.page.mouse.move(0, 0);
    await waitFor(async () => ((await this.notices.count()) > 0 ? true : undefined), 2000);
  }

  private async drawn(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.activitybar').waitFor({ timeout: 120_000 });
  }
}
