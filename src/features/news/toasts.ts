import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { News, NewsStore } from '../../store/news/news.ts';

export interface ToastParts {
  readonly clock: Clock;
  readonly news: Pick<NewsStore, 'items' | 'onDidHappen'>;
  /** Whether messages are wanted, and wanted from this window. Asked when one is due. */
  isWanted(): boolean;
  /** One of them in words. */
  sentence(news: News): string;
  /** Several of them in words. */
  counts(news: readonly News[]): string;
  /** Shows one message. */
  say(text: string): void;
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
  #saidAt: number | undefined;
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
    const now = this.#parts.clock.now();
    // A clock that was set back must not silence it.
    const since = this.#saidAt === undefined || now < this.#saidAt ? APART_MS : now - this.#saidAt;
    this.#timer = this.#parts.clock.setTimeout(() => this.#say(), Math.max(TOGETHER_MS, APART_MS - since));
  }

  #say(): void {
    const { clock, news, isWanted, sentence, counts, say } = this.#parts;
    this.#timer = undefined;
    // What was taken back meanwhile, or belongs to another account, is gone from the list.
    const standing = new Set(news.items);
    const told = this.#waiting.filter((each) => standing.has(each));
    this.#waiting = [];
    const [first] = told;
    if (first === undefined || !isWanted()) return;
    this.#saidAt = clock.now();
    say(told.length === 1 ? sentence(first) : counts(told));
  }
}
