import {
  l10n,
  type QuickInputButton,
  QuickInputButtons,
  type QuickPickItem,
  ThemeIcon,
  window,
} from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import type { Conditions } from '../core/conditions.ts';
import { joined } from '../view/row.ts';
import type { MatchCount } from './filtered-lists.ts';

/** A row of a page: what happens when it is chosen, and by its pencil. */
export interface Choice extends QuickPickItem {
  readonly act?: () => void;
  readonly edit?: () => void;
  /** How many pass these stands in its description, once it is known. */
  readonly counted?: Conditions;
}

/** The look of a choice that is in use. */
export const CHECKED = { iconPath: new ThemeIcon('check') };

interface PageButton extends QuickInputButton {
  readonly press: () => void;
}

/** One list of the pick. It is made again after each choice and, where it takes text, each letter. */
export interface Page {
  /** Asked again after each choice. */
  title(): string;
  readonly placeholder: string;
  /** What is typed is a value, not part of a label to find. */
  readonly isTyped?: boolean;
  readonly buttons?: readonly PageButton[];
  choices(typed: string): readonly Choice[];
}

type Count = (
  asked: readonly Conditions[],
  done: (counts: readonly (MatchCount | undefined)[]) => void,
) => Disposable;

/** One quick pick with pages on top of each other; its back button, and closing it, are the ways out. */
export class PagedPick {
  readonly #pick = window.createQuickPick<Choice>();
  readonly #pages: Page[] = [];
  readonly #count: Count | undefined;
  #counting: Disposable | undefined;

  /** @param count of what passes each of some conditions, for pages that show it. */
  constructor(count?: Count) {
    this.#count = count;
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
        this.#counting?.dispose();
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
    this.#pick.title = page.title();
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
    const choices = page.choices(this.#pick.value);
    this.#set(choices);
    const asked = choices.filter(({ counted }) => counted !== undefined);
    this.#counting?.dispose();
    const all = asked.map(({ counted = {} }) => counted);
    this.#counting = this.#count?.(all, (counts) => {
      this.#pick.title = page.title();
      this.#set(
        choices.map((choice) => {
          const count = counts[asked.indexOf(choice)];
          return count === undefined
            ? choice
            : { ...choice, description: joined([countText(count), choice.description]) };
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

function countText({ markets, events }: MatchCount): string {
  return joined([
    events === 1 ? l10n.t('1 event') : l10n.t('{0} events', events),
    markets === 1 ? l10n.t('1 market') : l10n.t('{0} markets', markets),
  ]);
}
