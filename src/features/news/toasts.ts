import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposable.ts';
import { Timer } from '../../base/timer.ts';
import type { Happening } from '../../core/happening.ts';
import type { NewsStore } from '../../store/news/news.ts';

interface ToastParts {
  readonly clock: Clock;
  readonly news: Pick<NewsStore, 'items' | 'onDidHappen'>;
  /** Whether messages are wanted, and wanted from this window. Asked when one is due. */
  isWanted(): Promise<boolean>;
  /** Shows one message about what happened, which is at least one thing. */
  say(news: readonly Happening[]): void;
  /** Shows that a fill was taken back. */
  warn(news: Happening): void;
}

/** What happens so soon after something else is one message with it, milliseconds. */
export const TOGETHER_MS = 2_000;
/** Shortest time between two messages, milliseconds. */
export const APART_MS = 10_000;

/**
 * Says what happens in messages: what comes together is one, and there are never many in a row. A fill that is taken back is
 * said at once and by itself: it undoes what was said before.
 */
export function showToasts({ clock, news, isWanted, say, warn }: ToastParts): Disposable {
  let waiting: Happening[] = [];
  /** By the steady clock. */
  let saidAt = Number.NEGATIVE_INFINITY;
  const sayWaiting = async (): Promise<void> => {
    // What belongs to another account is gone from the list.
    const standing = new Set(news.items);
    const happened = waiting.filter((each) => standing.has(each));
    waiting = [];
    if (happened.length === 0 || !(await isWanted())) return;
    saidAt = clock.steady();
    say(happened);
  };
  const timer = new Timer(clock, () => void sayWaiting());
  const listening = news.onDidHappen((item) => {
    if (item.kind === 'busted') {
      warn(item);
      return;
    }
    waiting.push(item);
    const wait = Math.max(TOGETHER_MS, saidAt + APART_MS - clock.steady());
    timer.setOnce(wait);
  });
  return toDisposable(() => {
    listening.dispose();
    timer.dispose();
  });
}
