import { type QuickInputButton, QuickInputButtons, type QuickPickItem, window } from 'vscode';
import type { Conditions } from '../../core/conditions.ts';
import { joined } from '../../view/row.ts';
import { countMatches } from '../matches.ts';
import type { Services } from '../services.ts';

interface Counts {
  readonly markets: number;
  readonly events: number;
}

type CountText = (counts: Counts) => string;

/** A row of a page: what happens when it is chosen, and by its pencil. */
export interface Choice extends QuickPickItem {
  readonly act?: () => void;
  readonly edit?: () => void;
  /** How many pass these stands in its description, once it is known. */
  readonly counted?: Conditions;
}

export interface PageButton extends QuickInputButton {
  readonly press: () => void;
}

/** One list of the pick. It is made again after each choice and, where it takes text, each letter. */
export interface Page {
  readonly title: string;
  /** The title once it is known how many pass `counted`. */
  readonly countedTitle?: (counts: Counts) => string;
  readonly counted?: Conditions;
  readonly placeholder: string;
  /** What is typed is a value, not part of a label to find. */
  readonly isTyped?: boolean;
  readonly buttons?: readonly PageButton[];
  choices(typed: string): readonly Choice[];
}

/** One quick pick with pages on top of each other; its back button, and closing it, are the ways out. */
export class PagedPick {
  readonly #pick = window.createQuickPick<Choice>();
  readonly #pages: Page[] = [];
  readonly #services: Services;
  readonly #countText: CountText;
  /** The page whose title stands, with a count that is only replaced by another. */
  #titled: Page | undefined;
  /** Grows with each drawing: counts of an older one are not shown. */
  #drawing = 0;

  constructor(services: Services, countText: CountText) {
    this.#services = services;
    this.#countText = countText;
  }

  /** Shows the page, and resolves when the pick is closed. */
  open(page: Page): Promise<void> {
    const pick = this.#pick;
    pick.keepScrollPosition = true;
    pick.matchOnDescription = true;
    pick.onDidChangeValue(() => {
      if (this.#page?.isTyped === true) this.draw();
    });
    pick.onDidAccept(() => (pick.activeItems[0] ?? pick.selectedItems[0])?.act?.());
    pick.onDidTriggerItemButton(({ item }) => item.edit?.());
    pick.onDidTriggerButton((button) => {
      if (button === QuickInputButtons.Back) this.back();
      else (button as PageButton).press();
    });
    return new Promise((resolve) => {
      pick.onDidHide(() => {
        this.#drawing++;
        pick.dispose();
        resolve();
      });
      this.push(page);
      pick.show();
    });
  }

  push(page: Page): void {
    this.#pages.push(page);
    this.#turn();
  }

  /** To the page below; from the first one out. */
  back(): void {
    this.#pages.pop();
    if (this.#pages.length === 0) this.close();
    else this.#turn();
  }

  close(): void {
    this.#pick.hide();
  }

  get #page(): Page | undefined {
    return this.#pages.at(-1);
  }

  #turn(): void {
    const page = this.#page;
    if (page === undefined) return;
    this.#pick.value = '';
    this.#pick.placeholder = page.placeholder;
    this.#pick.buttons = [
      ...(this.#pages.length > 1 ? [QuickInputButtons.Back] : []),
      ...(page.buttons ?? []),
    ];
    this.draw();
  }

  /** Makes the page on top again; the row that was chosen stays so. */
  draw(): void {
    const page = this.#page;
    if (page === undefined) return;
    const drawing = ++this.#drawing;
    const choices = page.choices(this.#pick.value);
    if (page.counted === undefined || page !== this.#titled) this.#pick.title = page.title;
    this.#titled = page;
    this.#set(choices);
    const counted = [page, ...choices].flatMap(({ counted: conditions }) => conditions ?? []);
    if (counted.length === 0) return;
    void countMatches(this.#services, counted, () => drawing === this.#drawing).then((counts) => {
      if (counts === undefined || drawing !== this.#drawing) return;
      const all = [...counts];
      const total = page.counted && all.shift();
      if (total !== undefined) this.#pick.title = page.countedTitle?.(total) ?? page.title;
      this.#set(
        choices.map((choice) => {
          const count = choice.counted && all.shift();
          return count === undefined
            ? choice
            : { ...choice, description: joined([this.#countText(count), choice.description]) };
        }),
      );
    });
  }

  #set(choices: readonly Choice[]): void {
    const active = this.#pick.activeItems[0]?.label;
    this.#pick.items = choices;
    const again = choices.find(({ label, act }) => act !== undefined && label === active);
    if (again !== undefined && this.#page?.isTyped !== true) this.#pick.activeItems = [again];
  }
}
