import { el } from './dom.ts';
import { updateChildren } from './update.ts';

/**
 * A piece of the page that is touched only when what it shows has changed, and then only where it has: selection, scroll
 * position, open folds and what a screen reader is at stay. So does the focus; when its control is gone, the piece's
 * heading gets it.
 */
export class Slot {
  readonly element: HTMLElement;
  #drawn: string | undefined;

  constructor(element: HTMLElement = el('div')) {
    this.element = element;
  }

  /** `model` is plain data and decides whether to draw; `build` makes the content. */
  show<T>(model: T, build: (model: T) => readonly (Node | undefined)[]): void {
    const next = JSON.stringify(model);
    if (next === this.#drawn) return;
    this.#drawn = next;
    const had = this.#focused();
    updateChildren(
      this.element,
      build(model).filter((node) => node !== undefined),
    );
    if (had !== undefined && !this.element.contains(document.activeElement)) this.#refocus(had);
  }

  #focused(): string | undefined {
    const active = document.activeElement;
    if (active === null || active === document.body || !this.element.contains(active)) return undefined;
    return active.closest('[data-focus]')?.getAttribute('data-focus') ?? '';
  }

  #refocus(name: string): void {
    const same = [...this.element.querySelectorAll<HTMLElement>('[data-focus]')].find(
      (element) => element.getAttribute('data-focus') === name,
    );
    const target = same ?? this.element.querySelector<HTMLElement>('h1, h2') ?? this.element;
    if (same === undefined) target.setAttribute('tabindex', '-1');
    target.focus({ preventScroll: true });
  }
}
