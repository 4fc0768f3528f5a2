import { DisposableOwner } from '../../base/disposable.ts';
import { madeOnce } from '../../base/memo.ts';
import { isArmed } from '../../core/alert.ts';
import type { HistorySpan, PriceInterval, TimeRange } from '../../core/book.ts';
import { isOver, lifecycle } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { MarketView } from '../../core/market-view.ts';
import type { AskedWhatIf } from '../../core/what-if.ts';
import type { MarketTopic } from '../../exchange/streams.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { HistoryReader } from '../../store/markets/part-reader.ts';
import { contestOf, shownMarkets } from '../../view/event-figures.ts';
import { eventLines } from '../../view/event-lines.ts';
import type { BesideInput, GameMoment } from '../../view/panels/input.ts';
import { areOffers, historyBegin, otherOutcomes, pricePoints } from '../../view/panels/market/chart.ts';
import { nextMoment } from '../../view/panels/market/game.ts';
import { gameRange } from '../../view/panels/market/game-span.ts';
import { marketSnapshot } from '../../view/panels/market/model.ts';
import { otherGames, shownLines } from '../../view/panels/market/related-markets.ts';
import type { ChartSpan, Snapshot } from '../../view/panels/protocol.ts';
import { marketTabTitle } from '../../view/panels/tab-titles.ts';
import type { Parts } from '../services.ts';
import type { Drawing, NeededStore } from '../surface.ts';
import { type InputServices, inputOf, newerPart, readingOfPart, watchBook } from './market-input.ts';
import type { PanelPage } from './page.ts';
import { Underlying } from './underlying.ts';

type Needed = InputServices &
  Parts<'alerts' | 'clock' | 'config' | 'events' | 'portfolio' | 'view' | 'watched'>;

/** Of a game of the league without two teams not all markets are streamed. */
const SHOWN_MARKETS = 3;
/** A game read less often than this changed at a moment nobody saw, milliseconds. */
const LOOK_MS = 90_000;
/** A game that ended a moment ago is read again once its span is longer by this, milliseconds. */
const GAME_MS = 5 * 60_000;
const TOPICS: ReadonlySet<MarketTopic> = new Set(['book', 'trades']);

interface ComparedMarket {
  readonly market: Market;
  readonly history: HistoryReader;
}

/** What the page of a market is made of. */
export class MarketPage extends DisposableOwner implements PanelPage {
  readonly ofOrders: readonly NeededStore[];
  readonly #services: Needed;
  readonly #slug: string;
  readonly #activity: ActivityStore;
  readonly #settlement: NeededStore;
  readonly #underlying: Underlying;
  /** Of a history once, not for each snapshot: it may hold hundreds of thousands of samples. */
  readonly #pointsOf = madeOnce(pricePoints);
  readonly #isFromOffers = madeOnce(areOffers);
  readonly #game: GameMoment[] = [];
  #whatIf: AskedWhatIf | undefined;
  #isComparing = false;
  #compared: readonly ComparedMarket[] = [];
  #begin: number | undefined;
  #isSpanChosen = false;
  #gameShown: TimeRange | undefined;
  #seenAt: number | undefined;

  constructor(services: Needed, slug: string) {
    super();
    const { books, session } = services;
    this.#services = services;
    this.#slug = slug;
    this.#activity = this.own.add(new ActivityStore(session, { marketSlug: slug }));
    this.#underlying = this.own.add(new Underlying(session));
    this.#settlement = this.own.add(books.watch(slug, ['settlement']));
    const watches = watchBook(services, slug, ['market', 'book', 'history']);
    for (const watch of watches) this.own.add(watch);
    this.ofOrders = [...watches, this.#activity];
  }

  title(): string {
    const { marketViews, view } = this.#services;
    return marketTabTitle(this.#slug, marketViews.withEvent(this.#slug), view());
  }

  slugs(): readonly string[] {
    return [this.#slug];
  }

  askWhatIf(asked: AskedWhatIf | undefined): void {
    this.#whatIf = asked;
  }

  compare(on: boolean): void {
    this.#isComparing = on;
    this.#endCompared();
  }

  setInterval(interval: ChartSpan): void {
    this.#isSpanChosen = interval !== 'GAME';
    this.#gameShown = undefined;
    if (interval !== 'GAME') this.#readSpan(interval);
    else this.#showPastGame();
  }

  noteChanges(): void {
    const { books, clock } = this.#services;
    this.#showPastGame();
    this.#noteGame();
    const { history, interval, market } = books.detail(this.#slug);
    const points = history.value && this.#pointsOf(history.value);
    this.#begin ??= points && historyBegin(points, spanOf(interval) ?? 'GAME', clock.now());
    this.#underlying.show(market.value, spanOf(interval) ?? '1D');
    if (this.#isComparing && this.#compared.length === 0) this.#beginCompared();
  }

  draw(showsDetails: boolean): Drawing<Snapshot> {
    const { services, slug } = { services: this.#services, slug: this.#slug };
    const { alerts, books, config, events, orders, portfolio, positions, quotes, watched } = services;
    const input = inputOf(services, slug, this.#activity);
    const { event } = input;
    const detail = books.detail(slug);
    const history = readingOfPart(detail.history);
    const points = history.value && this.#pointsOf(history.value);
    const related = this.#related(event);
    const course = this.#underlying.reader;
    const content = marketSnapshot(
      {
        ...input,
        showsDetails,
        whatIf: this.#whatIf,
        quote: newerPart(detail.quote, quotes.quote(slug)),
        history: { ...history, value: points },
        historyBegin: this.#begin,
        interval: spanOf(detail.interval) ?? 'GAME',
        isFromOffers: history.value !== undefined && this.#isFromOffers(history.value),
        trades: quotes.trades(slug),
        samples: quotes.samples(slug),
        alerts: alerts.items.filter((alert) => alert.market === slug && isArmed(alert)),
        images: config.get('images'),
        game: this.#game,
        lines: related.lines,
        games: related.games,
        holdings: portfolio.holdings,
        viewOf: this.#viewOf,
        beside: this.#compared.length === 0 ? undefined : this.#compared.map((each) => this.#beside(each)),
        underlying: course && readingOfPart(course.part),
        canCompare: this.#others().length > 0,
      },
      services.view(),
    );
    const histories = this.#compared.map((each) => each.history);
    const { value: market } = input.market;
    // Only a settlement says for certain what a market that is over paid.
    const settlement = market !== undefined && isOver(lifecycle(market)) ? [this.#settlement] : [];
    const beside = [...settlement, ...histories, ...(course ? [course] : [])];
    const needs = {
      stores: [...this.ofOrders, orders, positions, watched, ...beside],
      changes: [alerts.onDidChange, events.onDidChange],
      markets: [
        { slugs: [slug], topics: TOPICS },
        { slugs: this.#compared.map(({ market }) => market.slug) },
        { slugs: related.slugs, isBeside: true },
      ],
      // Clock, score and the other outcomes come with the event, which no list may have.
      named: event === undefined ? [] : [{ kind: 'event' as const, key: event.slug ?? event.id }],
    };
    return { content, needs };
  }

  override dispose(): void {
    super.dispose();
    this.#endCompared();
  }

  readonly #viewOf = (market: Market): MarketView => this.#services.marketViews.latest(market);

  #market(): Market | undefined {
    return this.#services.books.detail(this.#slug).market.value;
  }

  #event(): MarketEvent | undefined {
    const market = this.#market();
    return market && this.#services.marketViews.eventOf(market);
  }

  #others(): readonly Market[] {
    const [market, event] = [this.#market(), this.#event()];
    return market === undefined || event === undefined ? [] : otherOutcomes(market, event, this.#viewOf);
  }

  /** After a reload of the window the market is not known at first. */
  #beginCompared(): void {
    const { books, session } = this.#services;
    const { interval } = books.detail(this.#slug);
    this.#compared = this.#others().map((market) => ({
      market,
      history: new HistoryReader(session, market.slug, interval),
    }));
  }

  #endCompared(): void {
    for (const { history } of this.#compared) history.dispose();
    this.#compared = [];
  }

  #readSpan(span: HistorySpan): void {
    void this.#services.books.setInterval(this.#slug, span);
    this.#endCompared();
  }

  /** A game that is over is shown from its start to its end, unless another span was chosen. */
  #showPastGame(): void {
    const market = this.#market();
    const { clock } = this.#services;
    const range = market && !this.#isSpanChosen ? gameRange(market, this.#event(), clock.now()) : undefined;
    if (range === undefined) return;
    const { from = 0, to = 0 } = this.#gameShown ?? {};
    if (Math.abs(range.to - to) + Math.abs(range.from - from) <= GAME_MS) return;
    this.#gameShown = range;
    this.#readSpan(range);
  }

  /** When score and period changed, and whether somebody looked then. */
  #noteGame(): void {
    const { clock, events, view } = this.#services;
    const event = this.#event();
    const lookedAt = event && events.readAt(event.id);
    const isSeen = this.#seenAt !== undefined && lookedAt !== undefined && lookedAt - this.#seenAt < LOOK_MS;
    const look = { ms: lookedAt ?? clock.now(), isSeen };
    const moment = nextMoment(event, this.#game.at(-1), look, view());
    if (moment !== undefined) this.#game.push(moment);
    this.#seenAt = lookedAt ?? this.#seenAt;
  }

  /** The event's lines and other games of the league, and the markets the page shows prices of. */
  #related(event: MarketEvent | undefined) {
    const { clock, events, view } = this.#services;
    const market = this.#market();
    const context = view();
    const group = { key: this.#slug, event, markets: event?.markets ?? [] };
    const lines = eventLines(group, this.#viewOf, context);
    const games = market === undefined ? [] : otherGames(market, event, events.all, clock.now());
    const shown = [
      ...shownLines(lines.lines, this.#slug).map((line) => line.market),
      ...games.flatMap((each) => {
        const other = { key: each.id, event: each, markets: each.markets };
        return shownMarkets(other, contestOf(other, context)).slice(0, SHOWN_MARKETS);
      }),
    ];
    return { lines, games, slugs: shown.flatMap(({ slug }) => (slug === this.#slug ? [] : [slug])) };
  }

  #beside({ market, history }: ComparedMarket): BesideInput {
    const { live, quotes } = this.#services;
    const { part } = history;
    return {
      market,
      history: { ...readingOfPart(part), value: part.value && this.#pointsOf(part.value) },
      samples: quotes.samples(market.slug),
      freshness: live.freshness.price(market.slug),
    };
  }
}

/** A game that is over has a span of its own; an asset has none. */
function spanOf(span: HistorySpan): PriceInterval | undefined {
  return typeof span === 'string' ? span : undefined;
}
