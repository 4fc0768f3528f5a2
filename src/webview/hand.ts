import type { Action, ActionName } from '../view/panels/protocol.ts';

const BEGIN_WITH_DIALOG: ReadonlySet<ActionName> = new Set([
  'cancelOrder',
  'cancelMarketOrders',
  'cancelAllOrders',
]);

/**
 * Where a person's hand is: the pointer or the focus. A dialog of the editor takes both from a page that asked for it, and gives
 * neither back until the pointer moves: from its start until then the hand counts as on the page.
 */
class Hand {
  #isAsking = false;
  #isUnderDialog = false;

  constructor() {
    // The focus goes to the dialog, and once more when the person turns to something else after it.
    window.addEventListener('blur', () => {
      this.#isUnderDialog = this.#isAsking;
      this.#isAsking = false;
    });
    const seen = (): void => {
      this.#isUnderDialog = false;
    };
    for (const name of ['pointermove', 'pointerdown', 'keydown'])
      window.addEventListener(name, seen, { capture: true, passive: true });
  }

  /** To be called with what a person asks the editor to do: a cancel begins with a dialog. */
  acts({ name }: Action): void {
    this.#isAsking = BEGIN_WITH_DIALOG.has(name);
  }

  get isOnPage(): boolean {
    const { documentElement: page, activeElement, body } = document;
    if (this.#isUnderDialog || page.matches(':hover')) return true;
    return document.hasFocus() && activeElement !== null && activeElement !== body;
  }

  isOn(element: HTMLElement | null): boolean {
    if (element === null) return false;
    return this.#isUnderDialog || element.matches(':hover') || element.contains(document.activeElement);
  }
}

/** Of the page. */
export const HAND = new Hand();
