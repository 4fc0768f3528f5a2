import { callAfterLayout } from './after-layout.ts';

/**
 * Asks those who draw only what is in sight to look again: when the page is scrolled or one of them changes its size. All
 * measure before any of them draws, so that the browser lays the page out once a frame and not once for each.
 */
class Sight {
  readonly #looks = new Map<Element, () => void>();
  readonly #sizes = new ResizeObserver(() => this.#lookAll());

  constructor() {
    for (const name of ['scroll', 'resize'])
      window.addEventListener(name, () => this.#lookAll(), { passive: true, capture: true });
  }

  /** `look` measures at once and draws later. */
  watch(element: Element, look: () => void): void {
    this.#looks.set(element, look);
    this.#sizes.observe(element);
  }

  /** Looks again in the next frame: what was drawn may have moved it. */
  askAgain(element: Element): void {
    callAfterLayout(this.#sizes, element);
  }

  unwatch(element: Element): void {
    this.#looks.delete(element);
    this.#sizes.unobserve(element);
  }

  #lookAll(): void {
    for (const look of this.#looks.values()) look();
  }
}

/** Of the page. */
export const SIGHT = new Sight();
