import { ChangeSource } from '../../base/change-source.ts';
import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
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
import { onVoid } from '../session/owner.ts';
import type { SessionChange } from '../session/session.ts';
import { FreshnessMap, type LiveParts } from './freshness.ts';
import { ClockWatch, type Gap, Gaps } from './gaps.ts';
import { StreamUpdates } from './stream-updates.ts';
import { StreamLink } from './streams.ts';
import { type Interest, type InterestKind, LITE, VisibleMarkets } from './visible-markets.ts';
import { WindowFocus, type WindowState } from './window-focus.ts';

const LINES: readonly StreamId[] = ['markets', 'account'];
const NOTHING: Wanted = new Map();

/**
 * Keeps both streams to what somebody may be looking at, feeds the stores from them, and knows how fresh they are. Changes: the
 * state of a stream, or how fresh what it tells of is.
 */
export class Live extends ChangeSource<StreamId> {
  readonly #parts: LiveParts;
  readonly #clock: Clock;
  readonly #aged = this.own.add(new Emitter<void>());
  readonly #messages = this.own.add(new Emitter<StreamMessage>());
  readonly #visible: VisibleMarkets;
  readonly #held: Interest;
  readonly #focus: WindowFocus;
  readonly #link: StreamLink;
  readonly #freshness: FreshnessMap;
  readonly #updates: StreamUpdates;
  readonly #gaps: Gaps;
  readonly #clockWatch: ClockWatch;
  #isAccountOpen = false;
  #notFresh = '';
  #wasOffline = false;

  constructor(parts: LiveParts) {
    super();
    const { session, scheduler } = parts;
    const { clock } = session;
    this.#parts = parts;
    this.#clock = clock;
    const { own } = this;
    this.#visible = own.add(new VisibleMarkets(clock));
    this.#held = this.#visible.watch('held');
    this.#focus = own.add(new WindowFocus(clock, parts.lastFocus));
    this.#link = own.add(
      new StreamLink(session, {
        take: (message) => this.#take(message),
        resumed: (stream) => this.#resume(stream),
        changed: (stream) => this.#followStream(stream),
      }),
    );
    this.#freshness = new FreshnessMap(parts, this.#link, this.#visible, (slug) =>
      this.#updates.rightUntil(slug),
    );
    this.#updates = own.add(new StreamUpdates(parts, this.#freshness));
    parts.held.follow(() => this.#freshness.missing);
    this.#gaps = own.add(new Gaps(clock));
    this.#clockWatch = own.add(
      new ClockWatch(clock, {
        jumped: (sinceMs, wasSetBack) => this.#jump(sinceMs, wasSetBack),
        ticked: () => this.#lookAtAges(),
      }),
    );
    this.#listen();
    scheduler.follow(this.#freshness);
    parts.quotes.follow(this.#freshness);
  }

  /** Every message of the streams, before the stores take it. */
  readonly onMessage: Event<StreamMessage> = this.#messages.event;
  /** A figure passed its limit without anything having happened. */
  readonly onDidAge: Event<void> = this.#aged.event;
  /** Nothing was heard of the account for more than a minute, and all of it has been read again since. */
  readonly onGap: Event<Gap> = (listener) => this.#gaps.onGap(listener);

  /**
   * Registers a viewer. Hold it while the viewer is visible (a panel: while it is open). A panel, the status item, and
   * stores of the account the scheduler watches are what keeps the stream of the account up. Without topics: best prices.
   */
  watch(kind: InterestKind, topics?: ReadonlySet<Topic>): Interest {
    return this.#visible.watch(kind, topics);
  }

  /** Most markets subscribed at once; panels always are. */
  setMaxMarkets(max: number): void {
    this.#visible.setMax(max);
  }

  setWindow(window: WindowState): void {
    this.#parts.scheduler.setFocused(window.focused);
    this.#focus.set(window);
  }

  /** Whether no other window was focused after this one: it is the one that shows messages. */
  isFocusedLast(): Promise<boolean> {
    return this.#focus.look();
  }

  state(line: StreamId): StreamState {
    const state = this.#link.state(line);
    const isStarting = state.kind === 'off' && line === 'account' && this.#wantsAccount;
    return isStarting ? { kind: 'connecting', heardAt: this.#freshness.accountHeardUntil } : state;
  }

  /** How fresh the price shown for a market is; undefined where there never was one. */
  priceFreshness(slug: string): Freshness | undefined {
    return this.#freshness.price(slug);
  }

  /** How fresh a market is as a panel shows it: its price together with the whole book received at `bookAt`, Unix milliseconds. */
  marketFreshness(slug: string, bookAt: number | undefined): Freshness | undefined {
    return this.#freshness.market(slug, bookAt);
  }

  /** How fresh a figure of the account is that was received at `at`, Unix milliseconds. `part`: undefined for all of it. */
  accountFreshness(at: number | undefined, part?: AccountTopic): Freshness | undefined {
    return at === undefined ? undefined : this.#freshness.account(at, part);
  }

  override dispose(): void {
    this.#parts.scheduler.follow(undefined);
    this.#parts.held.follow(() => []);
    super.dispose();
  }

  get #wantsAccount(): boolean {
    return this.#isAccountOpen && this.#parts.session.canSign;
  }

  #listen(): void {
    const { own } = this;
    const { session, scheduler, orders, positions } = this.#parts;
    for (const event of [this.#visible.onDidChange, this.#focus.onDidChange, scheduler.onDidChange])
      own.add(event(() => this.#apply()));
    own.add(orders.onDidChange(() => this.#followHeld()));
    own.add(positions.onDidChange(() => this.#followHeld()));
    own.add(scheduler.onDidSettle(() => this.#closeGap()));
    // A key that is only tried leaves the account, and what is pending for it, as it was.
    own.add(onVoid(session, 'private', () => this.#forgetAccount()));
    own.add(session.onDidChange((change) => this.#followSession(change)));
  }

  /** Wants what is looked at, no more and no less. */
  #apply(): void {
    if (this.own.disposed) return;
    const { scheduler, session } = this.#parts;
    const { isAway, isLast, statusShown } = this.#focus;
    const isWatched = [...scheduler.watched].some((store) => this.#freshness.isOfAccount(store));
    this.#visible.showAccount(statusShown || isWatched || this.#visible.of('panel').size > 0);
    this.#followHeld();
    const wasOpen = this.#wantsAccount;
    this.#isAccountOpen = this.#visible.wantsAccount && (!isAway || isLast);
    const isStreamed = this.#link.state('account').kind !== 'unsupported';
    if (wasOpen && isStreamed && this.#visible.wantsAccount && !this.#isAccountOpen)
      this.#gaps.open(this.#clock.now(), true);
    const markets = this.#wantedMarkets(isAway, isLast, statusShown);
    this.#focus.setNeeded(this.#visible.wantsAccount || this.#visible.wanted.size > 0);
    const isLooking = scheduler.watched.size > 0 || this.#visible.shown.size > 0;
    this.#clockWatch.setOpen(isLooking || this.#wantsAccount);
    this.#freshness.want(markets);
    // Whether anybody is signed in is known once there is a client.
    const isUnknown = session.account.kind === 'unknown';
    this.#link.want(markets, this.#isAccountOpen && (session.canSign || isUnknown));
    this.#updates.setOpen(markets.size > 0);
    this.#freshness.followAccount();
    scheduler.reschedule();
  }

  /**
   * A window nobody works in shows at most its status item, which needs the prices of what is held, and what is asked for of
   * alerts and followed games.
   */
  #wantedMarkets(isAway: boolean, isLast: boolean, statusShown: boolean): Wanted {
    const { wanted } = this.#visible;
    if (!isAway) return wanted;
    if (!isLast) return NOTHING;
    const held = statusShown ? this.#visible.of('held') : [];
    const slugs = new Set([...this.#visible.of('alert'), ...held]);
    return new Map([...wanted.keys()].filter((slug) => slugs.has(slug)).map((slug) => [slug, LITE]));
  }

  #take(message: StreamMessage): void {
    this.#messages.fire(message);
    this.#updates.apply(message);
  }

  /** Where a stream is there again the service is: what could not be read waits no longer. */
  #resume(line: StreamId): void {
    if (line === 'markets') this.#updates.forgetStates();
    else this.#readAccount();
    this.#parts.scheduler.retryFailed();
  }

  #readAccount(): void {
    this.#freshness.followAccount();
    this.#updates.readAccount();
    this.#closeGap();
  }

  /** Markets of what one holds, while that is shown. */
  #followHeld(): void {
    const { orders, positions } = this.#parts;
    const slugs = positions.positions.filter(isOpen).map(({ marketSlug }) => marketSlug);
    for (const { marketSlug } of orders.orders) slugs.push(marketSlug);
    this.#held.set(this.#visible.wantsAccount ? slugs.filter((slug) => !this.#freshness.isOver(slug)) : []);
  }

  #followStream(line: StreamId): void {
    if (line === 'markets') this.#freshness.followMarkets();
    else this.#followAccount();
    this.#parts.scheduler.reschedule();
    this.changes.fire(line);
    this.#lookAtAges();
  }

  #followAccount(): void {
    this.#freshness.followAccount();
    const { kind } = this.#link.state('account');
    if (kind === 'lost' || kind === 'stopped')
      this.#gaps.open(this.#freshness.accountHeardUntil ?? this.#clock.now());
    if (kind === 'unsupported' && this.#gaps.isOpen) this.#readAccount();
  }

  #followSession(change: SessionChange): void {
    if (change === 'link') {
      this.#followReach();
    } else {
      if (change === 'connection') {
        this.#freshness.forgetMarkets();
        this.#updates.forgetMarkets();
      }
      this.#apply();
    }
    for (const line of LINES) this.changes.fire(line);
  }

  #forgetAccount(): void {
    this.#gaps.forget();
    this.#freshness.forgetAccount();
    this.#updates.forgetAccount();
  }

  #followReach(): void {
    const isOffline = this.#parts.session.link.kind === 'offline';
    if (isOffline && this.#wantsAccount) this.#gaps.open(this.#clock.now());
    else if (this.#wasOffline) this.#readAccount();
    this.#wasOffline = isOffline;
  }

  /** Nothing said about times still holds: both streams are opened again and everything on show is read again. */
  #jump(sinceMs: number, wasSetBack: boolean): void {
    const { scheduler, quotes } = this.#parts;
    if (wasSetBack) {
      this.#gaps.forget();
      quotes.clear();
    }
    if (this.#wantsAccount) this.#gaps.open(sinceMs);
    this.#link.reconnect();
    if (wasSetBack) {
      this.#freshness.forgetAccount();
      this.#freshness.forgetMarkets();
    }
    this.#updates.readAccount();
    scheduler.expireAll();
    for (const line of LINES) this.changes.fire(line);
  }

  #lookAtAges(): void {
    const before = this.#notFresh;
    this.#notFresh = this.#freshness.summary(this.#visible.shown);
    if (this.#notFresh !== before) this.#aged.fire();
  }

  /** Only when everything was read again, with a stream that tells what comes next. */
  #closeGap(): void {
    const { kind } = this.#link.state('account');
    if (kind !== 'live' && kind !== 'unsupported') return;
    if (this.#parts.session.link.kind === 'offline' || !this.#updates.isAccountSettled) return;
    this.#gaps.close(this.#updates.isAccountComplete);
  }
}
