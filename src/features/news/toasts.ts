import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { News, NewsStore } from '../../store/news/news.ts';

interface ToastParts {
  readonly clock: Clock;
  readonly news: Pick<NewsStore, 'items' | 'onDidHappen'>;
  /** Whether messages are wanted, and wanted from this window. Asked when one is due. */
  isWanted(): Promise<boolean>;
  /** Shows one message about what happened, which is at least one thing. */
  say(news: readonly News[]): void;
}

/** What happens so soon after something else is one message with it, milliseconds. */
export const TOGETHER_MS = 2_000;
/** Shortest time between two messages, milliseconds. */
export const APART_MS = 10_000;

/** Tells what happens in messages: what comes together is one, and there are never many in a row. */
export class Toasts implements Disposable {
  readonly #parts: ToastParts;
  readonly #own = new DisposableStore();
  #waiting: News[] = [];
  /** By the steady clock. */
  #saidAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;

  constructor(parts: ToastParts) {
    this.#parts = parts;
    this.#own.add(parts.news.onDidHappen((news) => this.#take(news)));
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#own.dispose();
  }

  #take(news: News): void {
    this.#waiting.push(news);
    if (this.#timer !== undefined) return;
    const since = this.#parts.clock.steady() - this.#saidAt;
    this.#timer = this.#parts.clock.setTimeout(
      () => void this.#say(),
      Math.max(TOGETHER_MS, APART_MS - since),
    );
  }

  async #say(): Promise<void> {
    const { clock, news, isWanted, say } = this.#parts;
    this.#timer = undefined;
    // What was taken back meanwhile, or belongs to another account, is gone from the list.
    const standing = new Set(news.items);
    const waiting = this.#waiting.filter((each) => standing.has(each));
    this.#waiting = [];
    if (waiting.length === 0 || !(await isWanted())) return;
    this.#saidAt = clock.steady();
    say(waiting);
  }
}
