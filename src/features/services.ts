import type { ExtensionContext } from 'vscode';
import type { Clock } from '../base/clock.ts';
import type { DisposableStore } from '../base/disposable.ts';
import { readAlerts } from '../core/alert.ts';
import { readSavedQueries, writeSavedQueries } from '../core/saved-queries.ts';
import { readWatchlist, writeWatchlist } from '../core/watchlist.ts';
import type { CallLog } from '../exchange/call-log.ts';
import { CancelLog, type LogFolder } from '../store/cancels/cancel-log.ts';
import { CancelService } from '../store/cancels/service.ts';
import type { LastFocusFile } from '../store/live/window-focus.ts';
import type { MarketSearch } from '../store/markets/market-search.ts';
import { AbsenceDigest } from '../store/news/absence-digest.ts';
import { NewsStore } from '../store/news/news.ts';
import type { CredentialSource } from '../store/session/keychain.ts';
import { type ExchangeFactory, Session } from '../store/session/session.ts';
import { createStores } from '../store/stores.ts';
import type { ViewContext } from '../view/row.ts';
import type { AgentTools } from './agent-tools.ts';
import type { Commands } from './commands.ts';
import type { Config } from './config.ts';
import { ConnectionSettings, configuredProfile, type Profiles } from './connection-settings.ts';
import type { DocumentFiles } from './document-files.ts';
import { FilteredLists } from './filtered-lists.ts';
import { createReporter, type HostLog } from './host-log.ts';
import type { InFiles } from './in-files.ts';
import { createLook } from './look.ts';
import type { Notes } from './notes.ts';
import { inBrowser } from './platform.ts';
import { PositionSorting } from './position-sorting.ts';
import type { ReadOnlyDocuments } from './read-only-documents.ts';
import type { SearchSources } from './search/create-search.ts';
import { RecentMarkets } from './search/recent-markets.ts';
import { createSettingList } from './setting-list.ts';
import { type Memory, ShownState } from './shown-state.ts';
import type { Views } from './trees/views.ts';
import { ValueHistory } from './value-history.ts';
import { ViewSource } from './view-source.ts';

/** What `activate` has registered with the editor. Each feature fills its part, and leaves in `own` what ends with the app. */
export interface Editor {
  readonly own: DisposableStore;
  readonly context: ExtensionContext;
  readonly config: Config;
  readonly commands: Commands;
  readonly views: Views;
  readonly documents: ReadOnlyDocuments;
  readonly documentFiles: DocumentFiles;
  readonly files: InFiles;
  readonly notes: Notes;
  readonly agents: AgentTools;
}

interface Basis {
  readonly clock: Clock;
  readonly log: HostLog;
  readonly config: Config;
  readonly memory: Memory;
  /** The newest calls of the service. */
  readonly callLog: CallLog;
  readonly profiles: Profiles;
  readonly factory: ExchangeFactory;
  readonly credentials: CredentialSource;
  /** Where the windows of one user note which of them was focused last. */
  readonly lastFocus: LastFocusFile;
  /** The folder of the cancellation log, which all windows share. */
  readonly cancelLog: LogFolder;
  readonly resetDemo: () => Promise<void>;
}

type Stores = ReturnType<typeof createStores>;

export type Services = ReturnType<typeof createServices>;

/** Those of the services that a feature names. */
export type Parts<Name extends keyof Services> = Pick<Services, Name>;

/** Makes session and stores, and lets them follow the settings. Reads nothing. */
export function createServices(basis: Basis, own: DisposableStore) {
  const { clock, log, config, memory, profiles, factory, credentials, resetDemo } = basis;
  const profile = configuredProfile(config, profiles);
  const session = own.add(new Session({ profile, factory, credentials, clock, log }));
  const show = own.add(
    new ShownState({
      memory,
      profile: () => session.profile,
      timeZone: () => config.get('timeZone'),
      now: () => clock.now(),
    }),
  );
  const stores = storesOf(basis, session, show, own);
  const { orders, positions, balances, activity } = stores;
  const lists = {
    watchlist: own.add(createSettingList(config, 'watchlist', readWatchlist, writeWatchlist)),
    alerts: own.add(createSettingList(config, 'alerts', readAlerts, (items) => items)),
    saved: own.add(createSettingList(config, 'savedQueries', readSavedQueries, writeSavedQueries)),
  };
  const { view, onDidChange: onDidChangeView } = own.add(new ViewSource(config, clock, lookupsOf(stores)));
  const cancelLog = new CancelLog(basis.cancelLog, clock, log, Math.random);
  return {
    clock,
    log,
    config,
    callLog: basis.callLog,
    inBrowser,
    look: own.add(createLook()),
    profiles,
    reporter: createReporter(log, view),
    session,
    connection: own.add(new ConnectionSettings({ session, config, profiles, factory, clock, log })),
    ...stores,
    ...lists,
    ...newsOf(session, stores, own),
    show,
    filteredLists: own.add(new FilteredLists({ ...stores, ...lists, clock, show })),
    positionSorting: new PositionSorting(memory, () => config.get('hideAmounts')),
    valueHistory: own.add(new ValueHistory({ ...stores, memory, clock, log, session })),
    cancels: own.add(new CancelService(session, orders, cancelLog, [positions, balances, activity])),
    cancelLog,
    /** The search over what is known, loaded with its first use. */
    search: lazySearch({ ...stores, ...lists, session, clock, view, show }, own),
    recentMarkets: new RecentMarkets(memory),
    view,
    /** Something that changes how things are written: odds, zone, hidden amounts. */
    onDidChangeView,
    /** Starts the demo's world over, and nothing that was read of it. */
    resetDemo,
  };
}

/** The stores, as large as the settings say. */
function storesOf({ config, lastFocus }: Basis, session: Session, show: ShownState, own: DisposableStore) {
  const { marketQuery: query } = show;
  const pageSize = config.get('pageSize');
  const stores = createStores(session, { query, pageSize, calendar: () => show.calendar, lastFocus }, own);
  applySizes(config, stores, own);
  return stores;
}

function applySizes(config: Config, { markets, events, visible }: Stores, own: DisposableStore): void {
  const limitStreams = (): void => visible.setMax(config.get('streams.maxMarkets'));
  limitStreams();
  own.add(
    config.onDidChange((names) => {
      if (names.has('pageSize')) markets.pageSize = events.pageSize = config.get('pageSize');
      if (names.has('streams.maxMarkets')) limitStreams();
    }),
  );
}

function newsOf(session: Session, { live, orders, positions }: Stores, own: DisposableStore) {
  const { onGap } = live;
  const news = own.add(new NewsStore({ session, orders, positions, live }));
  return { news, away: own.add(new AbsenceDigest({ session, onGap, news })) };
}

/** What the stores know of names. */
function lookupsOf({ catalogue, index, marketViews }: Stores): Omit<ViewContext, 't' | 'format'> {
  return {
    leagueName: (key) => catalogue.nameOf(key),
    listingOf: (event) => catalogue.listingOf(event),
    tagName: (id) => catalogue.tags.get(id)?.label ?? index.tagNames.get(id),
    seriesOf: (slug) => catalogue.seriesOf(slug),
    siblings: (market) => marketViews.eventOf(market)?.markets,
  };
}

function lazySearch(sources: SearchSources, own: DisposableStore): () => Promise<MarketSearch> {
  let searching: Promise<MarketSearch> | undefined;
  return () => {
    searching ??= import('./search/create-search.ts').then(({ createSearch }) =>
      own.add(createSearch(sources)),
    );
    return searching;
  };
}
