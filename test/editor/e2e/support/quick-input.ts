import type { Locator, Page } from 'playwright-core';
import { actUntil, eventually } from './again.ts';

/** Milliseconds for one press or click: what does not take it at once is tried again. */
const ONE_TRY = { timeout: 5000 };

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

  async type(text: string, limit?: number): Promise<void> {
    await actUntil(
      'typing into the box',
      () => this.field.fill(text, ONE_TRY),
      async () => ((await this.value()) === text ? true : undefined),
      limit,
    );
  }

  /** As `type`, key by key, as a person does it. */
  async typeKeys(text: string): Promise<void> {
    await actUntil(
      'pressing keys in the box',
      async () => {
        await this.field.fill('', ONE_TRY);
        await this.field.pressSequentially(text, { timeout: 30_000 });
      },
      async () => ((await this.value()) === text ? true : undefined),
    );
  }

  async isMasked(): Promise<boolean> {
    return (await this.field.getAttribute('type')) === 'password';
  }

  async value(): Promise<string | undefined> {
    const [value] = await this.field.evaluateAll((all) =>
      all.map((field) => (field as { value?: string }).value),
    );
    return value;
  }

  /** Accepts what is entered, chosen or ticked: the box goes or asks something else. */
  accept(): Promise<void> {
    return this.answer('accepting', () => this.field.press('Enter', ONE_TRY));
  }

  /** Closes the box, or goes back to what it asked before. Nothing happens without a box. */
  async cancel(): Promise<void> {
    const before = await this.question();
    if (before === '') return;
    // One that closes by itself meanwhile is closed: nothing is left to press Escape in.
    await actUntil(
      'closing the box',
      () => this.field.press('Escape', ONE_TRY),
      async () => ((await this.question()) === before ? undefined : true),
    );
  }

  /** Chooses, or ticks, the row whose label is, or failing that contains, the text. */
  async pick(label: string): Promise<void> {
    await this.row(label);
    await this.answer(`choosing ${label}`, async () => (await this.row(label, ONE_TRY)).click(ONE_TRY));
  }

  /** The row whose label is, or failing that contains, the text; waited for. */
  async row(label: string, options: { readonly timeout?: number } = {}): Promise<Locator> {
    const exact = this.listed.filter({ has: this.page.getByText(label, { exact: true }) });
    const others = this.listed.filter({ hasText: label });
    await exact.or(others).first().waitFor(options);
    return ((await exact.count()) > 0 ? exact : others).first();
  }

  async rows(): Promise<string[]> {
    await this.listed.first().waitFor();
    return this.texts();
  }

  /** As people see them: a search has joiners of no width in its labels. */
  private async texts(): Promise<string[]> {
    return (await this.listed.allInnerTexts()).map((text) => text.replaceAll('\u2060', ''));
  }

  async waitForRow(text: string): Promise<readonly string[]> {
    return eventually(
      () => this.texts(),
      (rows) => rows.some((row) => row.includes(text)),
      `a row that says ${text}`,
    );
  }

  /** What the box says below its field: a prompt, or why the input is refused. */
  async message(): Promise<string> {
    return this.box.locator('.quick-input-message').innerText();
  }

  private get field(): Locator {
    return this.box.locator('.quick-input-box input');
  }

  private get listed(): Locator {
    return this.box.locator('.quick-input-list .monaco-list-row');
  }

  /** Acts until the box is gone, is another one, or has another number of ticks. */
  private async answer(what: string, act: () => Promise<void>): Promise<void> {
    const before = await this.question();
    await actUntil(what, act, async () => ((await this.question()) === before ? undefined : true));
  }

  /** What the box asks: everything but the rows of its list, which may come in later. Empty without a box. */
  private async question(): Promise<string> {
    const shown = await this.box.evaluateAll((boxes) =>
      boxes.map((box) => {
        const text = (selector: string): string => box.querySelector(selector)?.textContent ?? '';
        const field = box.querySelector('.quick-input-box input') as {
          readonly value: string;
          readonly placeholder: string;
          readonly disabled: boolean;
        } | null;
        return JSON.stringify([
          text('.quick-input-title'),
          text('.quick-input-count'),
          field?.placeholder,
          field?.disabled,
          field?.value,
        ]);
      }),
    );
    return shown.join();
  }
}
