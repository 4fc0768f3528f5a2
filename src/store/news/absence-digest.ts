import { ChangeSource } from '../../base/change-source.ts';
import { toDisposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import { type Activity, isTakenBack } from '../../core/activity.ts';
import type { Digest } from '../../core/happening.ts';
import type { Gap } from '../live/gaps.ts';
import { readCursorPages } from '../reading/pages.ts';
import { asExchangeError } from '../session/failure.ts';
import { onVoid } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { isCutShort, type NewsStore } from './news.ts';

interface AbsenceDigestParts {
  readonly session: Session;
  readonly onGap: Event<Gap>;
  readonly news: NewsStore;
}

type KnownBefore = ReturnType<NewsStore['skipAbsence']>;
type Found = Pick<Digest, 'activities' | 'ended' | 'complete'>;

/** Pages of the activity read at most. */
const MOST_PAGES = 5;
/** The gap is by this machine's clock, what happened by the service's: they may be so far apart, or one cannot sign; milliseconds. */
const MOST_SKEW_MS = 120_000;

/** Reads what happened during an absence, and holds it until it is dismissed. */
export class AbsenceDigest extends ChangeSource {
  readonly #parts: AbsenceDigestParts;
  #digest: Digest | undefined;
  #abort = new AbortController();

  constructor(parts: AbsenceDigestParts) {
    super();
    this.#parts = parts;
    const { own } = this;
    own.add(toDisposable(() => this.#abort.abort()));
    own.add(parts.onGap((gap) => void this.#take(gap)));
    own.add(onVoid(parts.session, 'private', () => this.#forget()));
  }

  /** Absences in a row are one. Undefined when nothing happened. */
  get digest(): Digest | undefined {
    return this.#digest;
  }

  /** Somebody has read it: the next absence makes a new one. */
  dismiss(): void {
    if (this.#digest === undefined) return;
    this.#digest = undefined;
    this.changes.fire();
  }

  async #take(gap: Gap): Promise<void> {
    const known = this.#parts.news.skipAbsence();
    if (gap.elsewhere) return;
    const { signal } = this.#abort;
    const found = await this.#read(gap, known, signal);
    if (!signal.aborted) this.#report(gap, found);
  }

  /** Undefined when the service could not be asked. */
  async #read({ fromMs }: Gap, known: KnownBefore, signal: AbortSignal): Promise<Found | undefined> {
    const { session, news } = this.#parts;
    const epoch = session.epoch('private');
    const sinceMs = Math.max(fromMs - MOST_SKEW_MS, known.sinceMs);
    const isOlder = ({ time }: Activity): boolean => time !== undefined && time.ms < sinceMs;
    try {
      const exchange = await session.ensure();
      signal.throwIfAborted();
      const read = await readCursorPages((cursor) => exchange.activities({}, cursor, signal), {
        keyOf: ({ key }) => key,
        maxPages: MOST_PAGES,
        enough: ({ items }) => items.some(isOlder),
      });
      const { gone = [] } = known;
      const orders = await news.readGone(gone, signal);
      const isWhole = read.lost === 0 && (read.nextCursor === undefined || read.items.some(isOlder));
      return {
        activities: read.items.filter((activity) => isNew(activity, sinceMs, known)),
        // Those that filled are among the activities.
        ended: orders.filter(isCutShort),
        complete: isWhole && known.gone?.length === orders.length,
      };
    } catch (cause) {
      if (signal.aborted) return undefined;
      const error = asExchangeError(cause, session.log);
      session.report('private', epoch, error);
      session.log.warn(`What happened while away could not be read: ${error.message}`);
      return undefined;
    }
  }

  #report(gap: Gap, found: Found | undefined): void {
    const last = this.#digest;
    const { activities = [], ended = [], complete = false } = found ?? {};
    if (found !== undefined && activities.length + ended.length === 0) return;
    this.#digest = {
      fromMs: Math.min(last?.fromMs ?? gap.fromMs, gap.fromMs),
      toMs: gap.toMs,
      activities: [...activities, ...(last?.activities ?? [])],
      ended: [...ended, ...(last?.ended ?? [])],
      complete: gap.complete && complete && last?.complete !== false,
    };
    this.changes.fire();
  }

  #forget(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.dismiss();
  }
}

/** Whether it happened, or was taken back, since then, and was not known. */
function isNew(activity: Activity, sinceMs: number, known: KnownBefore): boolean {
  if (activity.kind === 'resolution') {
    const { marketSlug } = activity.resolution;
    return (activity.time?.ms ?? 0) >= sinceMs && !known.hasSettled(marketSlug);
  }
  if (activity.kind !== 'trade') return false;
  const { trade, time } = activity;
  const ms = (isTakenBack(trade) ? (trade.updateTime ?? time) : time)?.ms ?? 0;
  return ms >= sinceMs && !(trade.ownOrder !== undefined && known.hasTrade(trade.ownOrder.id, ms));
}
