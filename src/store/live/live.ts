import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { isOpen } from '../../core/figures.ts';
import type { Freshness } from '../../core/freshness.ts';
import type {
  AccountTopic,
  StreamId,
  StreamMessage,
  StreamState,
  Topic,
  Wanted,
} from '../../exchange/streams.ts';
import type { Session, SessionChange } from '../session/session.ts';
import { AccountFeed } from './account-feed.ts';
import { AccountLine, type AccountLineState } from './account-line.ts';
import { Ageing } from './ageing.ts';
import { Allowance } from './allowance.ts';
import { Coverage } from './coverage.ts';
import { ClockWatch, type Gap, Gaps } from './gap.ts';
import { type Interest, type InterestKind, Interests, LINGER_MS } from './interest.ts';
import { Lease } from './lease.ts';
import { LinePolicy, type WindowState } from './line-policy.ts';
import { LingeringWish } from './linger.ts';
import type { LiveParts } from './live-parts.ts';
import { MarketFeed } from './market-feed.ts';
import { PriceLine } from './price-line.ts';
import { StreamLink } from './stream-link.ts';
import { Truths } from './truths.ts';

export type { AccountLineState } from './account-line.ts';
export type { Gap } from './gap.ts';
export type { Interest, InterestKind } from './interest.ts';
export type { LeaseStore } from './lease.ts';
export type { WindowState } from './line-policy.ts';
export type { LiveParts } from './live-parts.ts';

const LITE: ReadonlySet<Topic> = new Set(['lite']);
const LINES: readonly StreamId[] = ['markets', 'account'];
const NOTHING: Wanted = new Map();

/** Keeps both streams to what somebody may be looking at, feeds the stores from them, and knows how true they are. */
export class Live implements Disposable {
  readonly #parts: LiveParts;
  readonly #clock: Clock;
  readonly #own = new DisposableStore();
  readonly #changes = new Emitter<StreamId>();
  readonly #told = new Emitter<StreamMessage>();
  readonly #interests: Interests;
  readonly #held: Interest;
  readonly #policy: LinePolicy;
  readonly #link: StreamLink;
  readonly #account: AccountLine;
  readonly #prices: PriceLine;
  readonly #coverage: Coverage;
  readonly #lease: Lease;
  readonly #accountFeed: AccountFeed;
  readonly #marketFeed: MarketFeed;
  readonly #gaps: Gaps;
  readonly #jumps: ClockWatch;
  readonly #truths: Truths;
  readonly #ageing: Ageing;
  readonly #accountWish: LingeringWish;
  /** Whether the service did not answer the last request. */
  #out = false;
  /** Of the account that all this is about. */
  #epoch: number;

  constructor(parts: LiveParts) {
    const { session, clock, poller } = parts;
    const shared = { ...parts, allowance: new Allowance(clock) };
    this.#parts = parts;
    this.#clock = clock;
    this.#epoch = session.epoch('private');
    const own = this.#own;
    own.add(this.#changes);
    own.add(this.#told);
    this.#interests = own.add(new Interests(clock));
    this.#held = this.#interests.watch('held', LITE);
    this.#policy = own.add(new LinePolicy(clock));
    this.#link = own.add(new StreamLink(session, clock));
    this.#lease = own.add(new Lease({ store: parts.lease, clock, random: parts.random }));
    this.#account = own.add(new AccountLine(clock, this.#link, this.#lease));
    this.#prices = new PriceLine(this.#link);
    this.#coverage = own.add(new Coverage(shared, this.#account, this.#prices, this.#interests));
    this.#accountFeed = own.add(new AccountFeed(shared, this.#lease, () => this.#closeGap()));
    this.#marketFeed = own.add(new MarketFeed(shared, this.#prices, this.#interests, this.#coverage));
    this.#gaps = own.add(new Gaps(clock));
    const jumps = { slept: (since: number) => this.#wake(since), setBack: (by: number) => this.#setBack(by) };
    this.#jumps = own.add(new ClockWatch(clock, jumps));
    this.#truths = new Truths(parts, this.#prices, this.#account, this.#coverage, {
      account: this.#accountFeed,
      markets: this.#marketFeed,
    });
    this.#ageing = own.add(new Ageing(clock, () => this.#truths.limits(this.#interests.shown)));
    this.#accountWish = own.add(new LingeringWish(clock, LINGER_MS, () => this.#apply()));
    this.#listen();
    poller.follow(this.#coverage);
    parts.quotes.follow(this.#coverage);
  }

  /** The state of a line, or how true what it tells of is, may have changed. */
  readonly onDidChange: Event<StreamId> = (listener) => this.#changes.event(listener);
  /** Every message of the streams, before the stores take it. */
  readonly onTold: Event<StreamMessage> = (listener) => this.#told.event(listener);
  /** A figure passed its limit without anything having happened. */
  readonly onDidAge: Event<void> = (listener) => this.#ageing.onDidAge(listener);
  /** Nothing was heard of the account for more than a minute, and all of it has been read again since. */
  readonly onGap: Event<Gap> = (listener) => this.#gaps.onGap(listener);
  /** How true the depth of a book is that was told or read at `at`, Unix milliseconds: its prices may be newer. */
  readonly bookTruth = (slug: string, at: number): Freshness => this.#truths.book(slug, at);

  /**
   * Registers a viewer. Hold it while the viewer is visible (a panel: while it is open). A panel, the status item, and
   * stores of the account watched by the poller are what keeps the line of the account up.
   */
  watch(kind: InterestKind, topics: ReadonlySet<Topic>): Interest {
    return this.#interests.watch(kind, topics);
  }

  /** Most markets subscribed at once; panels always are. */
  setMaxMarkets(max: number): void {
    this.#interests.setMax(max);
  }

  /** How many markets somebody looks at are left out by the limit. */
  get leftOut(): number {
    return this.#interests.left;
  }

  setWindow(window: WindowState): void {
    this.#policy.set(window);
  }

  state(line: 'markets'): StreamState;
  state(line: StreamId): AccountLineState;
  state(line: StreamId): AccountLineState {
    return line === 'account' ? this.#account.state : this.#link.state('markets');
  }

  /** How true the price shown for a market is; undefined where none was ever told. */
  priceTruth(slug: string): Freshness | undefined {
    return this.#truths.price(slug);
  }

  /** How true a figure of the account is that was read or told at `at`, Unix milliseconds. */
  accountTruth(at: number | undefined, part?: AccountTopic): Freshness | undefined {
    return at === undefined ? undefined : this.#truths.account(at, part);
  }

  /** Asks a line that was given up to try at once. */
  retry(): void {
    this.#link.retry();
  }

  dispose(): void {
    this.#parts.poller.follow(undefined);
    this.#own.dispose();
  }

  get #reachable(): boolean {
    return this.#parts.session.link.kind !== 'offline';
  }

  #listen(): void {
    const own = this.#own;
    const { session, poller, orders, positions } = this.#parts;
    const apply = (): void => this.#apply();
    for (const event of [this.#interests.onDidChange, this.#policy.onDidChange, poller.onDidChange])
      own.add(event(apply));
    own.add(this.#lease.onDidChange(apply));
    own.add(orders.onDidChange(() => this.#followHeld()));
    own.add(positions.onDidChange(() => this.#followHeld()));
    own.add(this.#link.onMessage((message) => this.#take(message)));
    own.add(this.#link.onDidChange((line) => this.#followLine(line)));
    own.add(this.#link.onResumed((line) => line === 'markets' && this.#resume('markets')));
    own.add(this.#account.onDidChange(() => this.#followAccount()));
    own.add(this.#account.onResumed(() => this.#resume('account')));
    own.add(this.#lease.onTold((changed) => this.#accountFeed.told(changed)));
    own.add(session.onDidChange((change) => this.#followSession(change)));
  }

  /** Wants what is looked at, no more and no less. */
  #apply(): void {
    if (this.#own.disposed) return;
    const { poller, session } = this.#parts;
    const { away, window } = this.#policy;
    const watched = [...poller.watched].some((store) => this.#coverage.isOfAccount(store));
    this.#accountWish.set(window.statusShown || watched || this.#interests.has('panel'));
    this.#followHeld();
    const account = this.#accountWish.on && !away;
    const markets = away ? NOTHING : this.#interests.wanted;
    this.#policy.setNeeded(this.#accountWish.on || this.#interests.wanted.size > 0);
    const isLooking = poller.watched.size > 0 || this.#interests.shown.size > 0;
    this.#jumps.setOpen(isLooking || (account && session.canSign));
    this.#ageing.setOpen(isLooking);
    this.#prices.want(markets);
    this.#account.want(account && session.canSign ? keyOf(session) : undefined);
    // Who is signed in is known once there is a client.
    this.#link.want(markets, this.#lease.holds || (account && session.account.kind === 'unknown'));
    this.#accountFeed.setOpen(account);
    this.#marketFeed.setOpen(markets.size > 0);
    this.#marketFeed.follow();
  }

  #take(message: StreamMessage): void {
    this.#told.fire(message);
    this.#marketFeed.take(message);
    this.#accountFeed.take(message);
  }

  /** Where a line is there again the service is: what could not be read waits no longer. */
  #resume(line: StreamId): void {
    if (line === 'markets') this.#marketFeed.awaitSnapshots();
    else this.#accountFeed.readAll();
    this.#parts.poller.retryFailed();
  }

  /** Markets of what one holds, while that is shown. */
  #followHeld(): void {
    const { orders, positions } = this.#parts;
    const slugs = positions.positions.filter(isOpen).map(({ marketSlug }) => marketSlug);
    for (const { marketSlug } of orders.orders) slugs.push(marketSlug);
    this.#held.set(this.#accountWish.on ? slugs.filter((slug) => !this.#coverage.isOver(slug)) : []);
  }

  #followLine(line: StreamId): void {
    if (line === 'account') {
      // Where there is none, there is nothing for windows to agree about either.
      this.#apply();
      return;
    }
    this.#prices.follow();
    this.#marketFeed.follow();
    this.#changes.fire('markets');
  }

  #followAccount(): void {
    const { kind } = this.#account.state;
    const heardAt = this.#account.heardUntil;
    if (kind === 'lost' || kind === 'stopped') this.#gaps.open(heardAt ?? this.#clock.now());
    if (kind === 'unsupported' && this.#gaps.isOpen) this.#accountFeed.readAll();
    this.#parts.poller.reschedule();
    this.#changes.fire('account');
  }

  #followSession(change: SessionChange): void {
    if (change === 'link') {
      this.#followReach();
    } else {
      const epoch = this.#parts.session.epoch('private');
      // A key that is only tried leaves the account, and what is owed to it, as it was.
      if (epoch !== this.#epoch) {
        this.#epoch = epoch;
        this.#gaps.forget();
        this.#account.forget();
        this.#accountFeed.forget();
      }
      if (change === 'connection') {
        this.#prices.forget();
        this.#marketFeed.forget();
      }
      this.#apply();
    }
    for (const line of LINES) this.#changes.fire(line);
  }

  #followReach(): void {
    const wasOut = this.#out;
    this.#out = !this.#reachable;
    if (this.#out) this.#gaps.open(this.#clock.now());
    else if (wasOut) this.#accountFeed.readAll();
  }

  #wake(sinceMs: number): void {
    const { session } = this.#parts;
    if (session.canSign && this.#accountWish.on && !this.#policy.away) this.#gaps.open(sinceMs);
    this.#lookAgain();
  }

  #setBack(byMs: number): void {
    this.#gaps.setBack(byMs);
    this.#parts.quotes.setBack((slug) => this.#prices.covers(slug));
    this.#account.observe();
    this.#parts.poller.setBack();
    this.#lookAgain();
  }

  /** What is due by the clock as it is now is read, and how true things are is worked out anew. */
  #lookAgain(): void {
    this.#accountFeed.readAll();
    this.#parts.poller.reschedule();
    for (const line of LINES) this.#changes.fire(line);
  }

  /** Only what was read again since, with a line that tells what comes next. */
  #closeGap(): void {
    const { kind } = this.#account.state;
    const told = kind === 'live' || kind === 'shared' || kind === 'unsupported';
    if (told && this.#reachable && this.#accountFeed.settled) this.#gaps.close(this.#accountFeed.complete);
  }
}

/** Windows that use the same connection have the same key: it is kept by connection. */
function keyOf({ profile }: Session): string {
  return `${profile.id} ${profile.privateUrl}`;
}
