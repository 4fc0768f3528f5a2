import { type ExtensionContext, env, l10n } from 'vscode';
import type { Clock } from '../base/clock.ts';
import { Emitter } from '../base/event.ts';
import type { DisposableStore } from '../base/lifecycle.ts';
import { readAlerts } from '../core/alert.ts';
import { readSavedQueries, writeSavedQueries } from '../core/saved-queries.ts';
import { readWatchlist, writeWatchlist } from '../core/watchlist.ts';
import type { ConnectionProfile } from '../exchange/profile.ts';
import { CancelLog, type LogFolder } from '../store/cancels/log.ts';
import { CancelService } from '../store/cancels/service.ts';
import { MarketViews } from '../store/live/market-views.ts';
import type { LastFocusFile } from '../store/live/window-focus.ts';
import { MarketIndex } from '../store/markets/market-index.ts';
import type { MarketSearch } from '../store/markets/market-search.ts';
import { WatchedMarkets } from '../store/markets/watched-markets.ts';
import { AbsenceDigest } from '../store/news/absence-digest.ts';
import { NewsStore } from '../store/news/news.ts';
import { readAt } from '../store/reading/load-state.ts';
import type { CredentialSource } from '../store/session/keychain.ts';
import { probeAddress } from '../store/session/probe-address.ts';
import { type ExchangeFactory, Session } from '../store/session/session.ts';
import { createStores } from '../store/stores.ts';
import { createFormatter } from '../view/format.ts';
import { marketName } from '../view/names.ts';
import { knownPosition } from '../view/position-text.ts';
import type { ViewContext } from '../view/row.ts';
import type { Commands } from './commands.ts';
import type { Config } from './config.ts';
import {
  ConnectionFollower,
  configuredProfile,
  connectionProblem,
  type Profiles,
} from './connection-settings.ts';
import type { SettingName } from './ids.ts';
import type { InFiles } from './in-files.ts';
import { createReporter, type HostLog } from './log.ts';
import { Matches } from './matches.ts';
import { PositionOrder } from './position-order.ts';
import type { ReadOnlyDocuments } from './read-only-documents.ts';
import { RecentMarkets } from './search/recent-markets.ts';
import { createSettingList } from './setting-list.ts';
import { type Memory, ShownState } from './shown-state.ts';
import type { Views } from './trees/views.ts';
import { ValueHistory } from './value-history.ts';

/** What `activate` has registered with the editor. Each feature fills its part, and leaves in `own` what ends with the app. */
export interface Editor {
  readonly own: DisposableStore;
  readonly context: ExtensionContext;
  readonly config: Config;
  readonly commands: Commands;
  readonly views: Views;
  readonly documents: ReadOnlyDocuments;
  readonly files: InFiles;
}

interface Basis {
  readonly clock: Clock;
  readonly log: HostLog;
  readonly config: Config;
  readonly memory: Memory;
  readonly profiles: Profiles;
  readonly factory: ExchangeFactory;
  readonly credentials: CredentialSource;
  /** Where the windows of one user note which of them was focused last. */
  readonly lastFocus: LastFocusFile;
  /** The folder of the cancellation log, which all windows share. */
  readonly cancelLog: LogFolder;
  readonly resetDemo: () => Promise<void>;
}

const FORMAT_SETTINGS: readonly SettingName[] = [
  'oddsFormat',
  'timeZone',
  'hideAmounts',
  'shortNames',
  'images',
];

export type Services = ReturnType<typeof createServices>;

/** Makes session and stores, and lets them follow the settings. Reads nothing. */
export function createServices(basis: Basis, own: DisposableStore) {
  const { clock, log, config, profiles } = basis;
  const session = own.add(
    new Session({
      profile: configuredProfile(config, profiles),
      factory: basis.factory,
      credentials: basis.credentials,
      clock,
      log,
    }),
  );
  const show = own.add(
    new ShownState({
      memory: basis.memory,
      profile: () => session.profile,
      timeZone: () => config.get('timeZone'),
      now: () => clock.now(),
    }),
  );
  const stores = createStores(
    session,
    {
      query: show.marketQuery,
      pageSize: config.get('pageSize'),
      calendar: () => show.calendar,
      lastFocus: basis.lastFocus,
    },
    own,
  );
  const { markets, events, catalogue, orders, positions, balances, activity, quotes, portfolio, live } =
    stores;
  const watchlist = own.add(createSettingList(config, 'watchlist', readWatchlist, writeWatchlist));
  const alerts = own.add(createSettingList(config, 'alerts', readAlerts, (items) => items));
  const saved = own.add(createSettingList(config, 'savedQueries', readSavedQueries, writeSavedQueries));
  const watched = own.add(new WatchedMarkets(session, markets, events));
  const cancelLog = new CancelLog(basis.cancelLog, clock, log, Math.random);
  live.setMaxMarkets(config.get('streams.maxMarkets'));
  const valueHistory = own.add(
    new ValueHistory({
      memory: basis.memory,
      clock,
      log,
      session,
      portfolio,
      freshness: (at) => live.portfolioFreshness(at),
      isFocusedLast: () => live.isFocusedLast(),
    }),
  );
  const { onMessage, onGap } = live;
  const news = own.add(new NewsStore({ session, orders, positions, onMessage }));
  const away = own.add(new AbsenceDigest({ session, onGap, news }));
  const marketViews = own.add(new MarketViews({ markets, events, quotes, portfolio, live }));
  const index = own.add(new MarketIndex({ clock, markets, events, catalogue, eventOf: marketViews.eventOf }));
  const changed = own.add(new Emitter<void>());
  let context: ViewContext | undefined;
  const view = (): ViewContext => {
    context ??= {
      ...makeView(config, clock),
      leagueName: (key) => catalogue.nameOf(key),
      placesOf: (event) => catalogue.placesOf(event),
      tagName: (id) => catalogue.tags.get(id)?.label ?? index.tagNames.get(id),
      seriesOf: (slug) => catalogue.seriesOf(slug),
      siblings: (market) => marketViews.eventOf(market)?.markets,
    };
    return context;
  };

  const connection = own.add(new ConnectionFollower({ session, config, profiles, clock, log }));
  own.add(
    config.onDidChange((names) => {
      if (names.has('pageSize')) {
        markets.pageSize = config.get('pageSize');
        events.pageSize = config.get('pageSize');
      }
      if (names.has('streams.maxMarkets')) live.setMaxMarkets(config.get('streams.maxMarkets'));
      if (FORMAT_SETTINGS.some((name) => names.has(name))) {
        context = undefined;
        changed.fire();
      }
    }),
  );
  let searching: Promise<MarketSearch> | undefined;
  const matches = own.add(
    new Matches({
      watchlist,
      clock,
      markets,
      events,
      quotes,
      orders,
      positions,
      catalogue,
      show,
      marketViews,
    }),
  );
  return {
    clock,
    log,
    config,
    profiles,
    reporter: createReporter(log, view),
    session,
    ...stores,
    index,
    matches,
    positionOrder: new PositionOrder(basis.memory, () => config.get('hideAmounts')),
    valueHistory,
    news,
    away,
    marketViews,
    cancels: own.add(new CancelService(session, orders, cancelLog, [positions, balances, activity])),
    cancelLog,
    /** The search over what is known, loaded with its first use. */
    search: (): Promise<MarketSearch> => {
      searching ??= import('./search/create-search.ts').then(({ createSearch }) =>
        own.add(createSearch({ session, clock, markets, events, index, view, portfolio, show, watchlist })),
      );
      return searching;
    },
    recentMarkets: new RecentMarkets(basis.memory),
    watchlist,
    alerts,
    saved,
    /** Reads what is watched, followed or has an alert and is not listed. */
    watched,
    show,
    /** All positions as their rows need them. */
    knownPositions: () => {
      const freshness = live.accountFreshness(readAt(positions.state), 'positions');
      return positions.positions.map((position) => {
        const slug = position.marketSlug;
        const known = knownPosition(
          position,
          marketViews.withEvent(slug),
          marketViews.bySlug(slug),
          freshness,
        );
        const resolution = activity.resolutions.get(slug);
        return resolution === undefined ? known : { ...known, resolution };
      });
    },
    /** What a market is called, by its slug; the slug itself where nothing more is known. */
    nameOf: (slug: string): string => {
      const market = marketViews.withEvent(slug);
      return market === undefined ? slug : marketName(market, undefined, view());
    },
    /**
     * What every view, dialog and notice about money and the status bar begin with: `DEMO`, the host of a custom service, or
     * the name of the public one. Without a profile, of the one in use.
     */
    connectionMark: ({ id, label }: ConnectionProfile = session.profile): string =>
      id === 'demo' ? l10n.t('DEMO') : label,
    /** What is wrong with the settings of the connection, as a sentence; undefined when nothing is. */
    connectionProblem: (): string | undefined => connectionProblem(config, profiles),
    /** What answers at an address; without a key. */
    probeAddress: (profile: ConnectionProfile, signal: AbortSignal) =>
      probeAddress(basis.factory, profile, log, signal),
    changeConnection: (write: () => Promise<void>): Promise<void> => connection.change(write),
    view,
    /** Something that changes how things are written: odds, zone, hidden amounts. */
    onDidChangeView: changed.event,
    /** Starts the demo over; resolves when the views may be read again. */
    resetDemo: async (): Promise<void> => {
      await basis.resetDemo();
      if (session.profile.id === 'demo') session.connect(session.profile);
      await valueHistory.delete('demo');
    },
  };
}

/** Language and formatter of the settings as they are now. */
function makeView(config: Config, clock: Clock): ViewContext {
  const format = createFormatter(
    {
      oddsFormat: config.get('oddsFormat'),
      timeZone: config.get('timeZone'),
      hideAmounts: config.get('hideAmounts'),
      shortNames: config.get('shortNames'),
      locale: env.language,
      now: () => clock.now(),
    },
    l10n.t,
  );
  return { t: l10n.t, format };
}
