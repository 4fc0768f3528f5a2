import { el } from './dom.ts';

/**
 * A piece of the page that is drawn anew only when what it shows has changed, so that a snapshot leaves everything else
 * (selection, scroll position, what a screen reader is at) alone. The focus stays where it was: on the control of the
 * same name, or, when that is gone, on the piece's heading.
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
    this.element.replaceChildren(...build(model).filter((node) => node !== undefined));
    if (had !== undefined) this.#refocus(had);
  }

  /** Makes the next `show` draw, whatever it shows. */
  forget(): void {
    this.#drawn = undefined;
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
