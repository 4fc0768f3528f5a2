import { type Disposable, toDisposable } from '../../base/lifecycle.ts';
import { isArmed } from '../../core/alert.ts';
import type { HistorySpan, PriceSample, TimeRange } from '../../core/book.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import type { MarketView } from '../../core/market-view.ts';
import type { AskedWhatIf } from '../../core/what-if.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { HistoryReader } from '../../store/markets/part-reader.ts';
import { contestOf, shownMarkets } from '../../view/event-figures.ts';
import { eventLines } from '../../view/event-lines.ts';
import type { BesideInput, GameMoment, PricePoint } from '../../view/panels/input.ts';
import { areOffers, historyBegin, otherOutcomes, pricePoints } from '../../view/panels/market/chart.ts';
import { nextMoment } from '../../view/panels/market/game.ts';
import { gameRange } from '../../view/panels/market/game-span.ts';
import { marketSnapshot } from '../../view/panels/market/model.ts';
import { otherGames, shownLines } from '../../view/panels/market/related-markets.ts';
import type { ChartSpan, Snapshot } from '../../view/panels/protocol.ts';
import { marketTabTitle } from '../../view/panels/tab-titles.ts';
import type { Services } from '../services.ts';
import { newerPart, readingOfPart, watchMarket, watchStores } from './market-watch.ts';
import { createUnderlying } from './underlying.ts';

/** Of a game of the league without two teams not all markets are followed. */
const SHOWN_MARKETS = 3;
/** A game read less often than this changed at a moment nobody saw, milliseconds. */
const LOOK_MS = 90_000;
/** A game that ended a moment ago is read again once its span is longer by this, milliseconds. */
const GAME_MS = 5 * 60_000;
/** Prices of other markets are drawn together so often, milliseconds: they must not hold up those of the page's own. */
const OTHERS_MS = 250;

/** What the page of a market reads, shows and does. */
export function marketPanel(services: Services, slug: string, changed: () => void) {
  const { alerts, books, clock, quotes, config, session, marketViews, watched, events, live } = services;
  const activity = new ActivityStore(session, { marketSlug: slug });
  const parts = ['market', 'book', 'history'] as const;
  const topics = new Set(['book', 'trades'] as const);
  const watch = watchMarket({ services, slug, parts, topics, activity, changed, more: [watched] });
  let shown: readonly string[] = [];
  for (const store of [alerts, watched, events]) watch.own.add(store.onDidChange(changed));
  let waiting: Disposable | undefined;
  const changedSoon = (): void => {
    waiting ??= clock.setTimeout(() => {
      waiting = undefined;
      changed();
    }, OTHERS_MS);
  };
  watch.own.add(toDisposable(() => waiting?.dispose()));
  watch.own.add(
    marketViews.onDidChange((change) => {
      if (change === 'all' || shown.some((each) => change.has(each))) changedSoon();
    }),
  );
  let whatIf: AskedWhatIf | undefined;
  let isComparing = false;
  let beside: ReturnType<typeof readBeside> | undefined;
  let followed: string | undefined;
  let begin: number | undefined;
  const pointsOf = preparedOnce(pricePoints);
  const isFromOffers = preparedOnce(areOffers);
  const underlying = watch.own.add(createUnderlying(services, changed));
  const game: GameMoment[] = [];
  let isSpanChosen = false;
  let gameShown: TimeRange | undefined;
  let seenAt: number | undefined;
  const interest = watch.own.add(live.watch('panel', new Set(['lite'] as const)));
  const viewOf = (each: Market): MarketView => marketViews.latest(each);

  function others(): readonly Market[] {
    const market = books.detail(slug).market.value;
    const event = market && marketViews.eventOf(market);
    return market === undefined || event === undefined ? [] : otherOutcomes(market, event, viewOf);
  }

  function compare(on: boolean): void {
    isComparing = on;
    beside?.dispose();
    beside = undefined;
    compareOnceKnown();
    changed();
  }

  /** After a reload of the window the market is not known yet. */
  function compareOnceKnown(): void {
    if (!isComparing || beside !== undefined || !watch.isVisible()) return;
    const markets = others();
    if (markets.length === 0) return;
    beside = readBeside(services, markets, books.detail(slug).interval, pointsOf, changed);
    beside.setVisible(true);
  }

  function readSpan(span: HistorySpan): void {
    void books.setInterval(slug, span);
    if (beside !== undefined) compare(true);
  }

  /** A game that is over is shown from its start to its end, unless another span was chosen. */
  function showPastGame(): void {
    const market = books.detail(slug).market.value;
    const range =
      market && !isSpanChosen ? gameRange(market, marketViews.eventOf(market), clock.now()) : undefined;
    if (range === undefined) return;
    const moved = Math.abs(range.to - (gameShown?.to ?? 0)) + Math.abs(range.from - (gameShown?.from ?? 0));
    if (moved > GAME_MS) {
      gameShown = range;
      readSpan(range);
    }
  }

  /** Clock, score and the other outcomes come with the event, which no list may have. */
  function followEvent(): void {
    const market = books.detail(slug).market.value;
    const event = market && watch.isVisible() ? marketViews.eventOf(market) : undefined;
    const key = event && (event.slug ?? event.id);
    if (key === followed) return;
    followed = key;
    watched.want(`page ${slug}`, key === undefined ? [] : [{ kind: 'event', key }]);
  }

  function followUnderlying() {
    const { market, interval } = books.detail(slug);
    // An asset has no game of its own.
    const span = typeof interval === 'string' ? interval : '1D';
    return underlying.follow(market.value, span, watch.isVisible());
  }

  /** The event's lines and other games of the league, with the prices the page shows of them streamed. */
  function readAround(event: MarketEvent | undefined) {
    const market = books.detail(slug).market.value;
    const group = { key: slug, event, markets: event?.markets ?? [] };
    const context = services.view();
    const lines = eventLines(group, viewOf, context);
    const games = market === undefined ? [] : otherGames(market, event, events.all, clock.now());
    shown = [
      ...shownLines(lines.lines, slug).map((line) => line.market),
      ...games.flatMap((each) => {
        const other = { key: each.id, event: each, markets: each.markets };
        return shownMarkets(other, contestOf(other, context)).slice(0, SHOWN_MARKETS);
      }),
    ].flatMap((each) => (each.slug === slug ? [] : [each.slug]));
    interest.set(watch.isVisible() ? shown : []);
    return { lines, games, holdings: services.portfolio.holdings, viewOf };
  }

  return {
    ...watch,
    compare,
    title: (): string => marketTabTitle(slug, services.marketViews.withEvent(slug), services.view()),
    slugs: () => [slug],
    askWhatIf(asked: AskedWhatIf | undefined): void {
      whatIf = asked;
    },
    setInterval(interval: ChartSpan): void {
      isSpanChosen = interval !== 'GAME';
      gameShown = undefined;
      if (interval !== 'GAME') readSpan(interval);
      else showPastGame();
    },
    refresh(): void {
      watch.refresh();
      beside?.refresh();
      underlying.refresh();
    },
    setVisible(visible: boolean): void {
      watch.setVisible(visible);
      beside?.setVisible(visible);
      followEvent();
      followUnderlying();
      if (!visible) interest.set([]);
    },
    dispose(): void {
      beside?.dispose();
      watch.dispose();
      followEvent();
    },
    snapshot(showsDetails: boolean): Snapshot {
      followEvent();
      compareOnceKnown();
      showPastGame();
      const input = watch.input();
      const detail = books.detail(slug);
      const history = readingOfPart(detail.history);
      const points = pointsOf(history.value);
      const interval = typeof detail.interval === 'string' ? detail.interval : 'GAME';
      begin ??= points && historyBegin(points, interval, clock.now());
      const { event } = input;
      const lookedAt = event && events.readAt(event.id);
      const isSeen = seenAt !== undefined && lookedAt !== undefined && lookedAt - seenAt < LOOK_MS;
      const look = { ms: lookedAt ?? clock.now(), isSeen };
      const moment = nextMoment(event, game.at(-1), look, services.view());
      if (moment !== undefined) game.push(moment);
      seenAt = lookedAt ?? seenAt;
      const around = readAround(event);
      return marketSnapshot(
        {
          ...input,
          showsDetails,
          whatIf,
          quote: newerPart(detail.quote, quotes.quote(slug)),
          history: { ...history, value: points },
          historyBegin: begin,
          interval,
          isFromOffers: isFromOffers(history.value) === true,
          trades: quotes.trades(slug),
          samples: quotes.samples(slug),
          alerts: alerts.items.filter((alert) => alert.market === slug && isArmed(alert)),
          images: config.get('images'),
          game,
          ...around,
          beside: beside?.lines(),
          underlying: followUnderlying(),
          canCompare: others().length > 0,
        },
        services.view(),
      );
    },
  };
}

type PointsOf = ReturnType<typeof preparedOnce<readonly PricePoint[]>>;

/** What is made of a history, once, not for each snapshot: it may hold hundreds of thousands of samples. */
function preparedOnce<T>(prepare: (samples: readonly PriceSample[]) => T) {
  const known = new WeakMap<readonly PriceSample[], T>();
  return (samples: readonly PriceSample[] | undefined): T | undefined => {
    if (samples === undefined) return undefined;
    if (!known.has(samples)) known.set(samples, prepare(samples));
    return known.get(samples);
  };
}

/** Reads the histories of other outcomes and has their prices streamed, while the page is visible. */
function readBeside(
  services: Services,
  markets: readonly Market[],
  interval: HistorySpan,
  pointsOf: PointsOf,
  changed: () => void,
) {
  const { session, live, quotes } = services;
  const slugs = markets.map((market) => market.slug);
  const interest = live.watch('panel', new Set(['lite'] as const));
  const lines = markets.map((market) => ({
    market,
    history: new HistoryReader(session, market.slug, interval, changed),
  }));
  const histories = lines.map(({ history }) => history);
  const watch = watchStores(services, histories, changed, (visible) => interest.set(visible ? slugs : []));
  for (const item of [interest, ...histories]) watch.own.add(item);
  watch.own.add(
    quotes.onDidChange((change) => {
      if (change === 'all' || slugs.some((slug) => change.has(slug))) changed();
    }),
  );
  return {
    ...watch,
    lines: (): readonly BesideInput[] =>
      lines.map(({ market, history }) => ({
        market,
        history: { ...readingOfPart(history.part), value: pointsOf(history.part.value) },
        samples: quotes.samples(market.slug),
        freshness: live.priceFreshness(market.slug),
      })),
  };
}
