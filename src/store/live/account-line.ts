import { type Clock, isAhead } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { FreshnessEvidence } from '../../core/freshness.ts';
import { ExchangeError } from '../../exchange/errors.ts';
import type { AccountTopic, StreamState } from '../../exchange/streams.ts';
import type { Lease, LeaseRecord, LineTold } from './lease.ts';
import type { StreamLink } from './stream-link.ts';

/** `shared`: another window holds the line and says what changed; it was last heard there at `heardAt`. */
export type AccountLineState = StreamState | { readonly kind: 'shared'; readonly heardAt: number };

const TOPICS: readonly AccountTopic[] = ['orders', 'positions', 'balances'];

/** A time the line was live: what was read after `from` was true until `to`. Unix milliseconds. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** False when it was given up, true when it broke off. */
  readonly broken: boolean;
}

/** The line of the account as this window has it: its own, or that of the window which holds the lease. */
export class AccountLine implements Disposable {
  readonly #clock: Clock;
  readonly #link: StreamLink;
  readonly #lease: Lease;
  readonly #changes = new Emitter<void>();
  readonly #resumed = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #wanted = false;
  /** What was last told to listeners. */
  #toldKind: AccountLineState['kind'] = 'off';
  #toldShared: number | undefined;
  #live: { readonly since: number; readonly heardAt: number } | undefined;
  #last: Span | undefined;
  /** A moment its own line became live that lay ahead, and what it counts as. */
  #moved: { readonly since: number; readonly to: number } | undefined;
  /** When this window first saw the present holder's line live. */
  #sharing:
    | { readonly holder: string; readonly since: number | undefined; readonly from: number }
    | undefined;

  constructor(clock: Clock, link: StreamLink, lease: Lease) {
    this.#clock = clock;
    this.#link = link;
    this.#lease = lease;
    for (const emitter of [this.#changes, this.#resumed]) this.#disposables.add(emitter);
    this.#disposables.add(link.onDidChange((line) => line === 'account' && this.#follow()));
    this.#disposables.add(
      link.onResumed((line) => {
        if (line !== 'account' || !this.#lease.holds) return;
        this.#follow();
        this.#resumed.fire();
      }),
    );
    // A line that does not tell of everything is none to other windows: they read for themselves.
    lease.describe(() => toldOf(this.lacks(undefined) ? { kind: 'unsupported' } : this.state));
    this.#disposables.add(lease.onDidChange(() => this.#follow()));
  }

  readonly onDidChange: Event<void> = (listener) => this.#changes.event(listener);
  /** Live after it was not, here or in the window that holds it: what does not replay has to be read again. */
  readonly onResumed: Event<void> = (listener) => this.#resumed.event(listener);

  get state(): AccountLineState {
    const own = this.#link.state('account');
    if (own.kind === 'unsupported') return own;
    if (!this.#wanted) return { kind: 'off' };
    if (this.#lease.holds) return own.kind === 'off' ? this.#starting() : own;
    const { shared } = this.#lease;
    return shared === undefined ? this.#starting() : stateOf(shared);
  }

  /** True while what changes in the account is told by itself. */
  get isLive(): boolean {
    const { kind } = this.state;
    return kind === 'live' || kind === 'shared';
  }

  /** Whether the line stands without this; undefined: without anything. */
  lacks(part: AccountTopic | undefined): boolean {
    if (part === undefined) return TOPICS.some((each) => this.#link.lacks(each));
    return this.#link.lacks(part);
  }

  /** When it was last heard, Unix milliseconds, before it broke off. */
  get heardUntil(): number | undefined {
    return this.#last?.to;
  }

  /** Until when what happened was told over a live line, Unix milliseconds: what is heard after a pause may be late. */
  get completeUntil(): number | undefined {
    const { state } = this;
    return state.kind === 'live' ? state.completeUntil : undefined;
  }

  /** `key`: whose account; undefined: not wanted. */
  want(key: string | undefined): void {
    this.#follow();
    this.#wanted = key !== undefined;
    this.#lease.want(this.#link.state('account').kind === 'unsupported' ? undefined : key);
    this.#follow();
  }

  /** Another account: what was true of the last one says nothing. */
  forget(): void {
    this.#live = this.#last = this.#sharing = undefined;
  }

  /** What is known of figures of the account read or told at `at`. */
  evidence(at: number, readable: Pick<FreshnessEvidence, 'reachable' | 'limitMs'>): FreshnessEvidence {
    this.observe();
    const live = this.#live;
    if (live !== undefined && at >= live.since) {
      return { source: 'stream', at, line: 'live', heardAt: live.heardAt, ...readable };
    }
    const last = this.#last;
    // What ended before the clock was set back says nothing of what was read since.
    if (last === undefined || isAhead(last.to, this.#clock.now()) || at < last.from || at > last.to) {
      return { source: 'rest', at, line: 'none', heardAt: undefined, ...readable };
    }
    return { source: 'stream', at, line: last.broken ? 'lost' : 'none', heardAt: last.to, ...readable };
  }

  /** Looks how the line stands, and keeps what is to be remembered of a line that broke off. */
  observe(): AccountLineState {
    const { state } = this;
    const before = this.#live;
    this.#live = this.#liveNow(state);
    if (before === undefined || this.#live?.since === before.since) return state;
    const to = state.kind !== 'live' && 'heardAt' in state ? state.heardAt : undefined;
    this.#last = { from: before.since, to: Math.max(before.heardAt, to ?? 0), broken: state.kind !== 'off' };
    return state;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #starting(): StreamState {
    return { kind: 'connecting', heardAt: this.#last?.to };
  }

  #follow(): void {
    const state = this.observe();
    this.#lease.tell();
    const shared = state.kind === 'shared' ? this.#live?.since : undefined;
    const resumed = shared !== undefined && shared !== this.#toldShared;
    this.#toldShared = shared;
    if (state.kind !== this.#toldKind) {
      this.#toldKind = state.kind;
      this.#changes.fire();
    }
    if (resumed) this.#resumed.fire();
  }

  #liveNow(state: AccountLineState): { readonly since: number; readonly heardAt: number } | undefined {
    const now = this.#clock.now();
    if (state.kind === 'live') return { since: this.#sinceOf(state.since, now), heardAt: state.heardAt };
    const { shared } = this.#lease;
    if (state.kind !== 'shared' || shared === undefined) {
      this.#sharing = undefined;
      return undefined;
    }
    const { holder, since } = shared;
    const known = this.#sharing;
    if (known?.holder !== holder || known.since !== since || isAhead(known.from, now)) {
      this.#sharing = { holder, since, from: now };
    }
    const from = this.#sharing?.from ?? now;
    return { since: from, heardAt: Math.max(from, state.heardAt) };
  }

  /** Where the clock was set back since, it counts as live from when that was found out: all is read again then. */
  #sinceOf(since: number, now: number): number {
    if (this.#moved?.since !== since) {
      if (!isAhead(since, now)) return since;
      this.#moved = { since, to: now };
    }
    return isAhead(this.#moved.to, now) ? now : this.#moved.to;
  }
}

function toldOf(state: AccountLineState): LineTold {
  switch (state.kind) {
    case 'live':
      // What other windows are told of later must not be called newer than it is.
      return { line: 'live', since: state.since, heardAt: state.completeUntil };
    case 'lost':
    case 'stopped':
    case 'connecting':
      return { line: state.kind, since: undefined, heardAt: state.heardAt };
    case 'unsupported':
      return { line: 'unsupported', since: undefined, heardAt: undefined };
    default:
      return { line: 'connecting', since: undefined, heardAt: undefined };
  }
}

function stateOf({ line, heardAt, until }: LeaseRecord): AccountLineState {
  switch (line) {
    case 'live':
      return { kind: 'shared', heardAt: heardAt ?? 0 };
    case 'connecting':
      return { kind: 'connecting', heardAt };
    case 'lost':
      return { kind: 'lost', error: elsewhere('network'), heardAt, retryAt: until };
    case 'stopped':
      return { kind: 'stopped', error: elsewhere('refused'), heardAt };
    case 'unsupported':
      return { kind: 'unsupported' };
  }
}

function elsewhere(code: 'network' | 'refused'): ExchangeError {
  return new ExchangeError(
    code,
    code === 'network'
      ? 'The window that follows the account has lost its connection.'
      : 'The service refused the window that follows the account.',
  );
}
