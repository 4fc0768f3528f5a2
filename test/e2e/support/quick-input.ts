import type { Locator, Page } from 'playwright-core';

/** The box at the top of the window: command palette, quick picks and input boxes. */
export class QuickInput {
  private readonly page: Page;
  private readonly box: Locator;

  constructor(page: Page) {
    this.page = page;
    this.box = page.locator('.quick-input-widget:visible');
  }

  /** Waits until the box asks something; `text` is (part of) its title, placeholder or prompt. */
  async waitFor(text?: string): Promise<void> {
    await this.box.waitFor();
    if (text === undefined) return;
    const shown = this.box
      .filter({ hasText: text })
      .or(this.box.filter({ has: this.page.getByPlaceholder(text) }));
    await shown.first().waitFor();
  }

  /** Replaces what is in the field. */
  async type(text: string): Promise<void> {
    const field = this.box.locator('.quick-input-box input');
    await field.waitFor();
    await field.fill(text);
  }

  async accept(): Promise<void> {
    await this.page.keyboard.press('Enter');
  }

  async cancel(): Promise<void> {
    await this.page.keyboard.press('Escape');
  }

  /** Chooses the row whose label is, or failing that contains, the text. */
  async pick(label: string): Promise<void> {
    const rows = this.box.locator('.quick-input-list .monaco-list-row');
    const exact = rows.filter({ has: this.page.getByText(label, { exact: true }) });
    await exact
      .or(rows.filter({ hasText: label }))
      .first()
      .waitFor();
    await ((await exact.count()) > 0 ? exact : rows.filter({ hasText: label })).first().click();
  }

  /** Labels and descriptions of the rows that are drawn. */
  async rows(): Promise<string[]> {
    await this.box.locator('.quick-input-list .monaco-list-row').first().waitFor();
    return this.box.locator('.quick-input-list .monaco-list-row').allInnerTexts();
  }

  /** What the box says below its field: a prompt, or why the input is refused. */
  async message(): Promise<string> {
    return this.box.locator('.quick-input-message').innerText();
  }
}
