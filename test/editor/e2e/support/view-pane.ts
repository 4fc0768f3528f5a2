import type { Locator, Page } from 'playwright-core';
import { actUntil, waitFor } from './again.ts';
import { type DrawnRow, drawnRows, Gathered, type Row } from './drawn-rows.ts';
import { exactly, literally } from './text.ts';

export type { Row } from './drawn-rows.ts';

/** Milliseconds for one click: what does not take it at once is tried again. */
const ONE_TRY = { timeout: 5000 };
/** How long a row may take to appear, milliseconds, and how often rows that move are read again. */
const PATIENCE_MS = 30_000;
const READINGS = 5;

export class ViewPane {
  readonly page: Page;
  readonly name: string;
  readonly pane: Locator;

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
    this.pane = page.locator('.part.sidebar .pane', {
      has: page.locator('.pane-header h3.title', { hasText: exactly(name) }),
    });
  }

  private get header(): Locator {
    return this.pane.locator('.pane-header');
  }

  private get list(): Locator {
    return this.pane.locator('.pane-body .monaco-list').first();
  }

  async setExpanded(expanded: boolean): Promise<void> {
    await this.header.waitFor();
    const wanted = String(expanded);
    const now = () => this.header.getAttribute('aria-expanded', ONE_TRY);
    await actUntil(
      `${expanded ? 'opening' : 'closing'} ${this.name}`,
      async () => {
        if ((await now()) !== wanted) await this.header.press(expanded ? 'ArrowRight' : 'ArrowLeft', ONE_TRY);
      },
      async () => ((await now().catch(() => undefined)) === wanted ? true : undefined),
    );
  }

  row(text: string | RegExp): Locator {
    return this.pane.locator('.monaco-list-row', { hasText: text }).first();
  }

  async waitForRows(timeout?: number): Promise<void> {
    await this.pane
      .locator('.monaco-list-row')
      .first()
      .waitFor(timeout === undefined ? {} : { timeout });
  }

  /** Text of the view when it has no rows: its message and welcome text. */
  async message(): Promise<string> {
    return (await this.pane.locator('.pane-body').innerText()).trim();
  }

  async description(): Promise<string> {
    const found = this.header.locator('.description');
    return (await found.count()) > 0 ? (await found.innerText()).replaceAll('\u200a', '').trim() : '';
  }

  /** Scrolls to the first row. With the keyboard: a turn of the wheel moves the list by two rows, however far it is turned. */
  async toTop(): Promise<void> {
    await this.list.waitFor();
    await this.page.mouse.move(1, 1); // a tooltip may lie over the list
    await actUntil(
      `scrolling ${this.name} to its top`,
      () => this.list.press('Home', ONE_TRY),
      async () => ((await this.drawn()).some(({ index }) => index === 0) ? true : undefined),
    );
    await this.settled();
  }

  /** Rows from the top, scrolled into sight as needed; groups stay as they are. Read again where rows moved meanwhile. */
  async rows(limit = 200): Promise<readonly Row[]> {
    for (let reading = 1; ; reading++) {
      await this.toTop();
      const gathered = new Gathered();
      do gathered.add(await this.drawn());
      while (gathered.size < limit && (await this.pageDown()));
      if (gathered.whole || reading === READINGS) return gathered.rows;
    }
  }

  /** Scrolls from the top by a page at a time, and does the work with each. */
  async eachScreen(work: () => Promise<void>, most: number): Promise<void> {
    await this.toTop();
    for (let screen = 1; ; screen++) {
      await work();
      if (screen === most || !(await this.pageDown())) return;
    }
  }

  /**
   * Opens closed groups from the top until `enough` rows without children were passed, or the end is reached. With the
   * keyboard: the focus stays on its row while rows move as prices and orders do. Where the row goes, from the top again.
   */
  async expandGroups(enough = 40): Promise<void> {
    await this.toTop();
    const focused = this.list.locator('.monaco-list-row.focused');
    for (let leaves = 0, turn = 0; leaves < enough && turn < enough * 5; turn++) {
      const expanded = await focused.getAttribute('aria-expanded', { timeout: 3000 }).catch(() => undefined);
      if (expanded === undefined) {
        leaves = 0;
        await this.toTop();
        continue;
      }
      if (expanded === 'false') {
        await this.list.press('ArrowRight');
        await this.toFirstChild(focused);
        continue;
      }
      if (expanded === null) leaves++;
      const last = await focused.getAttribute('data-last-element', ONE_TRY).catch(() => undefined);
      if (last === 'true') return;
      await this.list.press('ArrowDown');
    }
  }

  /**
   * The first row from the top that shows or speaks the text, scrolled into sight: the list draws some rows outside it too.
   * Waited for. Use it at once, rows move as prices and orders do; and look for what came of it, see `actUntil`.
   * @throws with all rows when there is none.
   */
  async findRow(text: RegExp, level?: number): Promise<Locator> {
    const found = await waitFor(() => this.lookForRow(text, level), PATIENCE_MS);
    if (found !== undefined) return this.pane.locator(`.monaco-list-row[data-index="${found.index}"]`);
    const rows = (await this.rows()).map(({ label, description }) => `${label} | ${description}`);
    throw new Error(`No row of ${this.name} says ${text}: ${rows.join('; ')}`);
  }

  /**
   * Selects exactly the rows whose labels these are, with the modifier key held.
   * @param like what such a row says, label and description.
   */
  async select(labels: readonly string[], like: (label: string) => RegExp): Promise<void> {
    await this.list.press('Escape'); // whatever was selected before
    for (const label of labels) {
      const selected = async () => (await this.lookForRow(like(label)))?.selected === true;
      await actUntil(
        `selecting ${label}`,
        async () => {
          if (await selected()) return;
          await (await this.findRow(like(label))).click({ modifiers: ['ControlOrMeta'], ...ONE_TRY });
        },
        async () => ((await selected()) ? true : undefined),
      );
    }
  }

  /**
   * One try to choose an inline action or a row of the context menu, by its title without the dots at its end. The row
   * has to be in sight. Whether it took effect only the one who chose can see.
   */
  async rowAction(row: Locator, title: string): Promise<void> {
    await row.waitFor(ONE_TRY);
    const box = await row.boundingBox(ONE_TRY);
    if (!box) throw new Error(`The row for "${title}" is not drawn.`);
    // By position: a row that is redrawn on every price is never still enough for a hover by name.
    const middle = [box.x + box.width / 3, box.y + box.height / 2] as const;
    await this.page.mouse.move(...middle);
    const inline = row.locator(actionNamed(title)).first();
    const button = (await inline.count()) > 0 ? await inline.boundingBox({ timeout: 1000 }) : null;
    if (button) {
      await this.page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
      return;
    }
    await this.page.mouse.click(...middle, { button: 'right' });
    await this.menuAction(title);
  }

  /** Chooses an action of the heading. Without `took` nobody looks whether it took effect. */
  async titleAction(title: string, took: () => Promise<boolean> = async () => true): Promise<void> {
    await actUntil(
      `"${title}" of ${this.name}`,
      async () => {
        await this.header.hover(ONE_TRY);
        await this.header.locator(actionNamed(title)).first().click(ONE_TRY);
      },
      async () => ((await took()) ? true : undefined),
    );
  }

  /** Chooses an entry of the open context menu. A menu takes no click in its first tenth of a second. */
  private async menuAction(title: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    const label = this.page.locator('.action-label', { hasText: new RegExp(`^${literally(title)}…?$`) });
    const entry = menu.locator('.action-item', { has: label }).first();
    try {
      await entry.waitFor(ONE_TRY);
      await actUntil(
        `"${title}" of the menu`,
        () => entry.click({ timeout: 2000 }),
        async () => ((await entry.count()) === 0 ? true : undefined),
        20_000,
      );
    } catch (error) {
      const entries = await menu.locator('.action-label').allInnerTexts();
      await this.page.keyboard.press('Escape');
      throw new Error(`The menu has ${entries.join(', ') || 'no entries'}: ${error}`);
    }
  }

  private async lookForRow(text: RegExp, level?: number): Promise<DrawnRow | undefined> {
    const fits = (row: DrawnRow): boolean =>
      (text.test(`${row.label} ${row.description}`) || text.test(row.spoken)) &&
      (level ?? row.level) === row.level;
    await this.toTop();
    do {
      let found = (await this.drawn()).find(fits);
      // Turned page by page, a row can be cut by the edge of the list each time.
      if (found?.inSight === false) {
        await this.moveTo(found.index);
        found = (await this.drawn()).find((row) => row.inSight && fits(row));
      }
      if (found) return found;
    } while (await this.pageDown());
    return undefined;
  }

  /** Moves the focus down to a row, which scrolls it into sight. */
  private async moveTo(index: number): Promise<void> {
    const focused = this.list.locator('.monaco-list-row.focused');
    for (let turn = 0; turn < 50; turn++) {
      const now = await focused.getAttribute('data-index', { timeout: 1000 }).catch(() => null);
      if (now === null || Number(now) >= index) break;
      await this.list.press('ArrowDown');
    }
    await this.settled();
  }

  /** Moves from an opened group to its first child, which may have to be read first; not for ever, it may have none. */
  private async toFirstChild(focused: Locator): Promise<void> {
    const index = () => focused.getAttribute('data-index', ONE_TRY).catch(() => undefined);
    const group = await index();
    for (let turn = 0; turn < 20; turn++) {
      await this.list.press('ArrowRight');
      const moved = await waitFor(async () => ((await index()) === group ? undefined : true), 300);
      if (moved) return;
    }
  }

  /** Scrolls by a page. False when the last row was already in sight. */
  private async pageDown(): Promise<boolean> {
    const last = (await this.drawn()).find(({ isLast }) => isLast);
    if (last?.inSight === true) return false;
    await this.list.press('PageDown');
    await this.settled();
    return true;
  }

  /** The list draws what came into sight in an animation frame. */
  private async settled(): Promise<void> {
    await this.page.waitForTimeout(100);
  }

  private drawn(): Promise<readonly DrawnRow[]> {
    return drawnRows(this.pane);
  }
}

/** An action by its whole title: that of one order begins like that of all orders of a market. Keys may stand behind it. */
function actionNamed(title: string): string {
  return [title, `${title}…`]
    .flatMap((name) => [`[aria-label="${name}"]`, `[aria-label^="${name} ("]`])
    .map((attribute) => `.action-label${attribute}`)
    .join(', ');
}
