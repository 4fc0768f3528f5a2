import type { Locator, Page } from 'playwright-core';

/** A row as it is read. */
export interface Row {
  readonly label: string;
  readonly description: string;
  /** 1 for a row at the top. */
  readonly level: number;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
}

interface DrawnRow extends Row {
  readonly index: number;
  /** Wholly inside the list: it draws some rows above and below it too. */
  readonly inSight: boolean;
  readonly isLast: boolean;
}

/** One view of the side bar. */
export class ViewPane {
  readonly page: Page;
  readonly name: string;
  /** Heading and body. */
  readonly pane: Locator;

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
    this.pane = page.locator('.part.sidebar .pane', {
      has: page.locator(`.pane-header[aria-label^="${name}"]`),
    });
  }

  private get header(): Locator {
    return this.pane.locator('.pane-header');
  }

  private get list(): Locator {
    return this.pane.locator('.pane-body .monaco-list').first();
  }

  /** Opens or closes the view. */
  async setExpanded(expanded: boolean): Promise<void> {
    await this.header.waitFor();
    const now = await this.header.getAttribute('aria-expanded');
    if (now === String(expanded)) return;
    await this.header.press(expanded ? 'ArrowRight' : 'ArrowLeft');
    await this.pane.locator(`.pane-header[aria-expanded="${expanded}"]`).waitFor();
  }

  /** The row whose text contains `text`, when it is drawn. */
  row(text: string | RegExp): Locator {
    return this.pane.locator('.monaco-list-row', { hasText: text }).first();
  }

  /** Waits until the tree has at least one row. */
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

  /** What the heading says behind the name. */
  async description(): Promise<string> {
    const found = this.header.locator('.description');
    return (await found.count()) > 0 ? (await found.innerText()).trim() : '';
  }

  /** Scrolls to the first row. With the keyboard: a turn of the wheel moves the list by two rows, however far it is turned. */
  async toTop(): Promise<void> {
    await this.list.waitFor();
    await this.page.mouse.move(1, 1); // a tooltip may lie over the list
    await this.list.focus();
    await this.page.keyboard.press('Home');
    await this.pane.locator('.monaco-list-row[data-index="0"]').waitFor();
    await this.settled();
  }

  /** Rows from the top, scrolled into sight as needed; groups stay as they are. */
  async rows(limit = 200): Promise<readonly Row[]> {
    await this.toTop();
    const found = new Map<number, Row>();
    do {
      for (const { index, inSight: _, isLast: __, ...row } of await this.drawnRows()) found.set(index, row);
    } while (found.size < limit && (await this.pageDown()));
    return [...found].sort(([a], [b]) => a - b).map(([, row]) => row);
  }

  /**
   * Opens closed groups from the top until `enough` rows without children were passed, or the end is reached. With the
   * keyboard: the focus stays on its row while rows move as prices and orders do.
   */
  async expandGroups(enough = 40): Promise<void> {
    await this.toTop();
    await this.list.focus();
    await this.page.keyboard.press('Home');
    const focused = this.list.locator('.monaco-list-row.focused');
    for (let leaves = 0, turn = 0; leaves < enough && turn < enough * 5; turn++) {
      const expanded = await focused.getAttribute('aria-expanded');
      if (expanded === 'false') {
        await this.page.keyboard.press('ArrowRight');
        await this.toFirstChild(focused);
        continue;
      }
      if (expanded === null) leaves++;
      if ((await focused.getAttribute('data-last-element')) === 'true') return;
      await this.page.keyboard.press('ArrowDown');
    }
  }

  /**
   * The first row from the top that contains the text, scrolled into sight: the list draws some rows outside it too.
   * Use it at once, rows move as prices and orders do.
   */
  async findRow(text: RegExp, level?: number): Promise<Locator> {
    await this.toTop();
    do {
      const rows = await this.drawnRows();
      const found = rows.find(
        (row) =>
          row.inSight && text.test(`${row.label} ${row.description}`) && (level ?? row.level) === row.level,
      );
      if (found) return this.pane.locator(`.monaco-list-row[data-index="${found.index}"]`);
    } while (await this.pageDown());
    throw new Error(`No row of ${this.name} says ${text}.`);
  }

  /** Chooses an inline action or a row of the context menu, by its title. The row has to be in sight. */
  async rowAction(row: Locator, title: string): Promise<void> {
    await row.waitFor();
    const box = await row.boundingBox();
    if (!box) throw new Error(`The row for "${title}" is not drawn.`);
    // By position: a row that is drawn anew on every price is never still enough for a hover by name.
    const middle = [box.x + box.width / 3, box.y + box.height / 2] as const;
    await this.page.mouse.move(...middle);
    const inline = row.locator(`.actions .action-label[aria-label^="${title}"]`);
    if ((await inline.count()) > 0) {
      await inline.first().click();
      return;
    }
    await this.page.mouse.click(...middle, { button: 'right' });
    await this.menuAction(title);
  }

  /** Chooses an entry of the open context menu. A menu takes no click in its first tenth of a second. */
  private async menuAction(title: string): Promise<void> {
    const entry = this.page.locator('.monaco-menu .action-item', { hasText: title }).first();
    await entry.waitFor();
    for (let turn = 0; turn < 20 && (await entry.isVisible()); turn++) {
      await entry.click({ timeout: 2000 }).catch(() => {});
      await this.page.waitForTimeout(150);
    }
    await entry.waitFor({ state: 'detached' });
  }

  /** Chooses an action of the heading. */
  async titleAction(title: string): Promise<void> {
    await this.header.hover();
    await this.header.locator(`.action-label[aria-label^="${title}"]`).first().click();
  }

  /** Moves from an opened group to its first child, which may have to be read first; not for ever, it may have none. */
  private async toFirstChild(focused: Locator): Promise<void> {
    const group = await focused.getAttribute('data-index');
    for (let turn = 0; turn < 40; turn++) {
      await this.page.keyboard.press('ArrowRight');
      if ((await focused.getAttribute('data-index')) !== group) return;
      await this.page.waitForTimeout(50);
    }
  }

  /** Scrolls by a page. False when the last row was already in sight. */
  private async pageDown(): Promise<boolean> {
    const last = (await this.drawnRows()).find(({ isLast }) => isLast);
    if (last?.inSight === true) return false;
    await this.list.focus();
    await this.page.keyboard.press('PageDown');
    await this.settled();
    return true;
  }

  /** The list draws what came into sight in an animation frame. */
  private async settled(): Promise<void> {
    await this.page.waitForTimeout(100);
  }

  private async drawnRows(): Promise<DrawnRow[]> {
    const rows = await this.pane.locator('.monaco-list-row').evaluateAll((all) =>
      all.map((row) => {
        const text = (selector: string): string => row.querySelector(selector)?.textContent?.trim() ?? '';
        const expanded = row.getAttribute('aria-expanded');
        const [box, area] = [row, row.closest('.monaco-list')].map((element) =>
          element?.getBoundingClientRect(),
        );
        return {
          index: Number(row.getAttribute('data-index')),
          isLast: row.getAttribute('data-last-element') === 'true',
          inSight: !!box && !!area && box.top >= area.top && box.bottom <= area.bottom,
          label: text('.label-name'),
          description: text('.label-description'),
          level: Number(row.getAttribute('aria-level')),
          expanded: expanded === null ? undefined : expanded === 'true',
        };
      }),
    );
    return rows.sort((a, b) => a.index - b.index);
  }
}
