import { ChangeSource } from '../../base/change-source.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { isOpen } from '../../core/figures.ts';
import type { StreamId, StreamMessage, StreamState, Wanted } from '../../exchange/streams.ts';
import { ActivityStore } from '../account/activity.ts';
import { onVoid } from '../session/owner.ts';
import type { Session, SessionChange } from '../session/session.ts';
import type { Coverage } from './coverage.ts';
import { FigureFreshness } from './freshness.ts';
import { ClockWatch, type Gap, Gaps } from './gaps.ts';
import { type LiveStores, topicOf } from './live-stores.ts';
import type { Refreshable, RefreshScheduler } from './scheduler.ts';
import type { SessionStreams } from './session-streams.ts';
import { StreamUpdates } from './stream-updates.ts';
import { type Interest, LITE, type VisibleMarkets } from './visible-markets.ts';
import { type LastFocusFile, WindowFocus, type WindowState } from './window-focus.ts';

const STREAMS: readonly StreamId[] = ['markets', 'account'];
const NOTHING: Wanted = new Map();

interface LiveOptions {
  readonly session: Session;
  readonly stores: LiveStores;
  readonly visible: VisibleMarkets;
  readonly streams: SessionStreams;
  readonly coverage: Coverage;
  readonly scheduler: RefreshScheduler;
  /** Undefined: there is no other window. */
  readonly lastFocus?: LastFocusFile | undefined;
}

/**
 * Keeps both streams to what somebody may be looking at, feeds the stores from them, and knows how fresh they are. A panel, the
 * status item, and stores of the account the scheduler watches are what keeps the stream of the account up. Changes: the state of
 * a stream, or how fresh what it tells of is.
 */
export class Live extends ChangeSource<StreamId> {
  readonly #session: Session;
  readonly #stores: LiveStores;
  readonly #visible: VisibleMarkets;
  readonly #streams: SessionStreams;
  readonly #coverage: Coverage;
  readonly #scheduler: RefreshScheduler;
  readonly #aged = this.own.add(new Emitter<void>());
  readonly #messages = this.own.add(new Emitter<StreamMessage>());
  readonly #portfolioMarkets: Interest;
  readonly #focus: WindowFocus;
  readonly #updates: StreamUpdates;
  readonly #gaps: Gaps;
  readonly #clockWatch: ClockWatch;
  #isAccountOpen = false;
  #notFresh = '';
  #wasOffline = false;

  constructor({ session, stores, visible, streams, coverage, scheduler, lastFocus }: LiveOptions) {
    super();
    const { own } = this;
    const { clock } = session;
    this.#session = session;
    this.#stores = stores;
    this.#visible = visible;
    this.#streams = streams;
    this.#coverage = coverage;
    this.#scheduler = scheduler;
    this.#portfolioMarkets = own.add(visible.watch('portfolio'));
    this.#focus = own.add(new WindowFocus(clock, lastFocus));
    const updates = own.add(new StreamUpdates(stores, coverage, scheduler));
    this.#updates = updates;
    this.freshness = new FigureFreshness({
      session,
      stores,
      coverage,
      scheduler,
      rightUntil: (slug) => updates.rightUntil(slug),
    });
    this.#gaps = own.add(new Gaps(clock));
    this.#clockWatch = own.add(
      new ClockWatch(clock, {
        jumped: (sinceMs, wasSetBack) => this.#jump(sinceMs, wasSetBack),
        ticked: () => this.#lookAtAges(),
      }),
    );
    this.#listen();
  }

  readonly freshness: FigureFreshness;
  /** Every message of the streams, before the stores take it. */
  readonly onMessage: Event<StreamMessage> = this.#messages.event;
  /** A figure passed its limit without anything having happened. */
  readonly onDidAge: Event<void> = this.#aged.event;
  /** Nothing was heard of the account for more than a minute, and all of it has been read again since. */
  readonly onGap: Event<Gap> = (listener) => this.#gaps.onGap(listener);

  /** A fill of this order was taken back: the account's history is read at once. */
  readTakenBack(orderId: string): void {
    this.#updates.readTakenBack(orderId);
  }

  setWindow(window: WindowState): void {
    this.#scheduler.setFocused(window.focused);
    this.#focus.set(window);
  }

  /** Whether no other window was focused after this one: it is the one that shows messages. */
  isFocusedLast(): Promise<boolean> {
    return this.#focus.look();
  }

  state(stream: StreamId): StreamState {
    const state = this.#streams.state(stream);
    const isStarting = state.kind === 'off' && stream === 'account' && this.#wantsAccount;
    return isStarting ? { kind: 'connecting', heardAt: this.#coverage.account?.to } : state;
  }

  get #wantsAccount(): boolean {
    return this.#isAccountOpen && this.#session.canSign;
  }

  #isOfAccount(store: Refreshable): boolean {
    return store instanceof ActivityStore || topicOf(this.#stores, store) !== undefined;
  }

  #listen(): void {
    const { own } = this;
    const { orders, positions } = this.#stores;
    own.add(this.#streams.onMessage((message) => this.#take(message)));
    own.add(this.#streams.onResumed((stream) => this.#resume(stream)));
    own.add(this.#streams.onDidChange((stream) => this.#updateStream(stream)));
    for (const event of [this.#visible.onDidChange, this.#focus.onDidChange, this.#scheduler.onDidChange])
      own.add(event(() => this.#apply()));
    for (const list of [orders, positions]) own.add(list.onDidChange(() => this.#watchPortfolio()));
    own.add(this.#scheduler.onDidSettle(() => this.#closeGap()));
    // A key that is only tried leaves the account, and what is pending for it, as it was.
    own.add(onVoid(this.#session, 'private', () => this.#forgetAccount()));
    own.add(this.#session.onDidChange((change) => this.#updateSession(change)));
  }

  /** Wants what is looked at, no more and no less. */
  #apply(): void {
    if (this.own.disposed) return;
    const session = this.#session;
    const { isAway, isLast, statusShown } = this.#focus;
    const isWatched = [...this.#scheduler.watched].some((store) => this.#isOfAccount(store));
    this.#visible.showAccount(statusShown || isWatched || this.#visible.of('panel').size > 0);
    this.#watchPortfolio();
    const wasOpen = this.#wantsAccount;
    this.#isAccountOpen = this.#visible.wantsAccount && (!isAway || isLast);
    const isStreamed = this.#streams.state('account').kind !== 'unsupported';
    if (wasOpen && isStreamed && this.#visible.wantsAccount && !this.#isAccountOpen)
      this.#gaps.open(this.#session.clock.now(), true);
    const markets = this.#wantedMarkets(isAway, isLast, statusShown);
    this.#focus.setNeeded(this.#visible.wantsAccount || this.#visible.wanted.size > 0);
    const isLooking = this.#scheduler.watched.size > 0 || this.#visible.shown.size > 0;
    this.#clockWatch.setOpen(isLooking || this.#wantsAccount);
    this.#coverage.want(markets);
    // Whether anybody is signed in is known once there is a client.
    const isUnknown = session.account.kind === 'unknown';
    this.#streams.want(markets, this.#isAccountOpen && (session.canSign || isUnknown));
    this.#updates.setOpen(markets.size > 0);
    this.#scheduler.reschedule();
  }

  /**
   * A window nobody works in shows at most its status item, which needs the prices of the portfolio, and what is asked for of
   * alerts and followed games.
   */
  #wantedMarkets(isAway: boolean, isLast: boolean, statusShown: boolean): Wanted {
    const { wanted } = this.#visible;
    if (!isAway) return wanted;
    if (!isLast) return NOTHING;
    const portfolio = statusShown ? this.#visible.of('portfolio') : [];
    const slugs = new Set([...this.#visible.of('alert'), ...portfolio]);
    return new Map([...wanted.keys()].filter((slug) => slugs.has(slug)).map((slug) => [slug, LITE]));
  }

  #take(message: StreamMessage): void {
    this.#messages.fire(message);
    this.#updates.apply(message);
  }

  /** Where a stream is there again the service is: what could not be read waits no longer. */
  #resume(stream: StreamId): void {
    if (stream === 'markets') this.#updates.forgetStates();
    else this.#readAccount();
    this.#scheduler.retryFailed();
  }

  #readAccount(): void {
    this.#updates.readAccount();
    this.#closeGap();
  }

  /** Markets of orders and open positions, while the account is shown. */
  #watchPortfolio(): void {
    const { markets, orders, positions } = this.#stores;
    const slugs = positions.positions.filter(isOpen).map(({ marketSlug }) => marketSlug);
    for (const { marketSlug } of orders.orders) slugs.push(marketSlug);
    const trading = slugs.filter((slug) => !markets.isOver(slug));
    this.#portfolioMarkets.set(this.#visible.wantsAccount ? trading : []);
  }

  #updateStream(stream: StreamId): void {
    if (stream === 'account') this.#updateGap();
    this.#scheduler.reschedule();
    this.changes.fire(stream);
    this.#lookAtAges();
  }

  #updateGap(): void {
    const { kind } = this.#streams.state('account');
    if (kind === 'lost' || kind === 'stopped')
      this.#gaps.open(this.#coverage.account?.to ?? this.#session.clock.now());
    if (kind === 'unsupported' && this.#gaps.isOpen) this.#readAccount();
  }

  #updateSession(change: SessionChange): void {
    if (change === 'link') {
      this.#updateReach();
    } else {
      if (change === 'connection') this.#updates.forgetMarkets();
      this.#apply();
    }
    for (const stream of STREAMS) this.changes.fire(stream);
  }

  #forgetAccount(): void {
    this.#gaps.forget();
    this.#updates.forgetAccount();
  }

  #updateReach(): void {
    const isOffline = this.#session.link.kind === 'offline';
    if (isOffline && this.#wantsAccount) this.#gaps.open(this.#session.clock.now());
    else if (this.#wasOffline) this.#readAccount();
    this.#wasOffline = isOffline;
  }

  /** Nothing said about times still holds: both streams are opened again and everything on show is read again. */
  #jump(sinceMs: number, wasSetBack: boolean): void {
    if (wasSetBack) {
      this.#gaps.forget();
      this.#stores.quotes.clear();
    }
    if (this.#wantsAccount) this.#gaps.open(sinceMs);
    this.#streams.reconnect();
    if (wasSetBack) this.#coverage.forget();
    this.#updates.readAccount();
    this.#scheduler.expireAll();
    for (const stream of STREAMS) this.changes.fire(stream);
  }

  #lookAtAges(): void {
    const before = this.#notFresh;
    this.#notFresh = this.freshness.summary(this.#visible.shown);
    if (this.#notFresh !== before) this.#aged.fire();
  }

  /** Only when everything was read again, with a stream that tells what comes next. */
  #closeGap(): void {
    const { kind } = this.#streams.state('account');
    if (kind !== 'live' && kind !== 'unsupported') return;
    if (this.#session.link.kind === 'offline' || !this.#updates.isAccountSettled) return;
    this.#gaps.close(this.#updates.isAccountComplete);
  }
}
