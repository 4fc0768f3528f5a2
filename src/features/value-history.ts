import { ChangeSource } from '../base/change-source.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { Memo } from '../base/memo.ts';
import { Timer } from '../base/timer.ts';
import { VALUE_HISTORY_DAYS } from '../core/balance.ts';
import { Decimal } from '../core/decimal.ts';
import type { Total } from '../core/figures.ts';
import { ownMoney, reveal } from '../core/own.ts';
import type { ConnectionProfile } from '../exchange/profile.ts';
import type { PortfolioStore } from '../store/account/portfolio.ts';
import type { FigureFreshness } from '../store/live/freshness.ts';
import type { Live } from '../store/live/live.ts';
import type { Session } from '../store/session/session.ts';
import type { ValuePoint } from '../view/panels/portfolio/input.ts';
import { digest } from './platform.ts';
import type { Memory } from './shown-state.ts';

interface ValueHistoryParts {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly log: Log;
  readonly session: Pick<Session, 'profile' | 'canSign' | 'accountMark'>;
  readonly portfolio: Pick<PortfolioStore, 'summary' | 'onDidChange'>;
  readonly live: Pick<Live, 'isFocusedLast'> & { readonly freshness: Pick<FigureFreshness, 'portfolio'> };
}

/**
 * As stored, by account: Unix milliseconds, currency and amount; then by which rule it was worked out and how much of it
 * awaited its settlement, which the first version did not note.
 */
type Stored = readonly [ms: number, currency: string, amount: string, rule?: number, awaiting?: string];

const KEY = 'valueHistory';
/** Today's rule (interface.md 13.2). Before it margin was not taken off, and what awaited its settlement did not count. */
const RULE = 2;
/** Older points go, milliseconds. */
const LONGEST_MS = VALUE_HISTORY_DAYS * DAY_MS;
/** A fill changes positions and balances one after the other, so a sum waits so long after a change, milliseconds. */
export const SETTLE_MS = 10_000;

/**
 * What the account was worth, noted on this computer once in each hour of the clock, by the window focused last, while
 * everything in the sum is fresh. Each currency by itself.
 */
export class ValueHistory extends ChangeSource {
  readonly #parts: ValueHistoryParts;
  readonly #noting: Timer;
  readonly #points = new Memo<readonly ValuePoint[]>();

  constructor(parts: ValueHistoryParts) {
    super();
    this.#parts = parts;
    this.own.add(parts.portfolio.onDidChange(() => this.#noteSoon()));
    this.#noting = this.own.add(
      new Timer(parts.clock, () => {
        const failed = (cause: unknown) => parts.log.error('The account value could not be noted', cause);
        this.#note().catch(failed);
      }),
    );
  }

  /** Of the account in use, oldest first. The same list until something changed. */
  get points(): readonly ValuePoint[] {
    const [stored, account] = [this.#parts.memory.get(KEY), this.#account];
    return this.#points.of([stored, account], () =>
      (readAll(stored)[account ?? ''] ?? []).map(([ms, currency, amount, rule, awaiting]) => ({
        ms,
        value: ownMoney(Decimal.of(amount), currency),
        awaiting: awaiting === undefined ? undefined : ownMoney(Decimal.of(awaiting), currency),
        isByOldRule: rule !== RULE,
      })),
    );
  }

  /** Deletes what was noted of a connection, or everything. */
  async delete(connection?: ConnectionProfile['id']): Promise<void> {
    const { memory } = this.#parts;
    const rest = Object.entries(readAll(memory.get(KEY))).filter(
      ([account]) => connection !== undefined && !account.startsWith(`${connection} `),
    );
    await memory.update(KEY, rest.length === 0 ? undefined : Object.fromEntries(rest));
    this.changes.fire();
  }

  /** Names the account without its key. Undefined while there is none. */
  get #account(): string | undefined {
    const { canSign, profile, accountMark } = this.#parts.session;
    if (!canSign) return undefined;
    return `${profile.id} ${digest(`${profile.privateUrl}\n${accountMark}`)}`;
  }

  get #isDue(): boolean {
    const last = this.points.at(-1)?.ms;
    return last === undefined || hourOf(last) !== hourOf(this.#parts.clock.now());
  }

  #noteSoon(): void {
    if (this.#noting.isSet || this.#account === undefined || !this.#isDue) return;
    this.#noting.set(SETTLE_MS);
  }

  async #note(): Promise<void> {
    const { memory, clock, portfolio, live } = this.#parts;
    if (!(await live.isFocusedLast()) || this.own.disposed || !this.#isDue) return;
    const account = this.#account;
    const { summary } = portfolio;
    if (account === undefined || summary?.complete !== true) return;
    if (live.freshness.portfolio(summary.at).standing !== 'fresh') return;
    const now = clock.now();
    const noted = summary.currencies.flatMap(({ currency, accountValue, awaiting }): readonly Stored[] => {
      if (accountValue?.missing !== 0) return [];
      const text = ({ sum }: Total): string => reveal(sum).toString();
      return [[now, currency, text(accountValue), RULE, text(awaiting.value)]];
    });
    if (noted.length === 0) return;
    const all = readAll(memory.get(KEY));
    const next = { ...all, [account]: [...(all[account] ?? []), ...noted] };
    // What lies ahead was noted before the clock was set back.
    const isRecent = ([ms]: Stored): boolean => ms > now - LONGEST_MS && ms <= now;
    const recent = Object.entries(next).map(([name, points]) => [name, points.filter(isRecent)] as const);
    await memory.update(KEY, Object.fromEntries(recent.filter(([, points]) => points.length > 0)));
    this.changes.fire();
  }
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}

/** The stored value may come from another version: what cannot be read is left out. */
function readAll(stored: unknown): Readonly<Record<string, readonly Stored[]>> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([account, points]) => [
      account,
      Array.isArray(points) ? points.filter(isStored) : [],
    ]),
  );
}

function isStored(point: unknown): point is Stored {
  if (!Array.isArray(point)) return false;
  const [ms, currency, amount, rule, awaiting] = point as readonly unknown[];
  const isKnown = rule === undefined || (rule === RULE && isAmount(awaiting));
  return isKnown && Number.isFinite(ms) && typeof currency === 'string' && isAmount(amount);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'string' && Decimal.parse(value) !== undefined;
}
