/**
 * Every name this extension shares with the editor: commands, views, settings, context keys, panels.
 * Free of the editor, so that tests can hold it against the manifest.
 */
import type { AuthScheme, ConnectionProfile, Dialect } from '../exchange/profile.ts';
import type { OddsFormat } from '../view/format.ts';
import type { Row, RowSubject } from '../view/row.ts';
import type { TimeZoneChoice } from '../view/times.ts';

export const EXTENSION_ID = 'prediction-markets.prediction-markets';
/** Scheme of the read-only files of markets, events and the account. */
export const DOCUMENT_SCHEME = 'prediction-markets';
/** Scheme of the document that lists what happened during an absence. */
export const AWAY_SCHEME = 'prediction-markets-away';

export const REPORT_SCHEME = 'prediction-markets-report';

/** Scheme of what an agent would read of the account. */
export const AGENT_SCHEME = 'prediction-markets-agent';

/** Scheme of the service's own replies. */
export const RAW_SCHEME = 'prediction-markets-raw';

/** Scheme of the cancellation log and of proofs out of it. */
export const CANCEL_LOG_SCHEME = 'prediction-markets-cancellation-log';
/** Language of those documents: the manifest has their long lines wrapped, without a word about other plain text. */
export const CANCEL_LOG_LANGUAGE = 'prediction-markets-cancellation-log';

export const VIEWS = {
  watchlist: 'predictionMarkets.watchlist',
  markets: 'predictionMarkets.markets',
  events: 'predictionMarkets.events',
  orders: 'predictionMarkets.orders',
  positions: 'predictionMarkets.positions',
  activity: 'predictionMarkets.activity',
  alerts: 'predictionMarkets.alerts',
  agents: 'predictionMarkets.agents',
} as const;

export type ViewName = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as readonly ViewName[];

/** How many buttons stand in the title of a view that has the pointer or the focus, *Collapse All* and *More Actions* included. */
export const TITLE_BUTTONS: Readonly<Record<ViewName, number>> = {
  watchlist: 4,
  markets: 4,
  events: 4,
  orders: 2,
  positions: 2,
  activity: 2,
  alerts: 3,
  agents: 4,
};

/** The command behind a click on a row of a view: it opens what is selected there. */
export function openSelectionId(view: ViewName): string {
  return `${VIEWS[view]}.openSelection`;
}

/** The names of the tools for agents among those of all extensions begin so. */
export const TOOL_PREFIX = 'predictionMarkets_';

export const PANELS = {
  market: 'predictionMarkets.market',
  settlement: 'predictionMarkets.settlement',
  event: 'predictionMarkets.event',
  portfolio: 'predictionMarkets.portfolio',
  inspector: 'predictionMarkets.inspector',
  agentCalls: 'predictionMarkets.agentCalls',
} as const;

const COMMAND_NAMES = [
  'signIn',
  'signOut',
  'switchConnection',
  'resetDemo',
  'refresh',
  'refreshMarkets',
  'refreshEvents',
  'refreshOrders',
  'refreshPositions',
  'refreshActivity',
  'searchMarkets',
  'show',
  'showEvents',
  'saveQuery',
  'manageQueries',
  'filterMarkets',
  'filterActivity',
  'sortPositions',
  'exportActivity',
  'clearFilter',
  'sortMarkets',
  'loadMore',
  'readCategory',
  'stopReading',
  'openMarket',
  'openToSide',
  'keepOpen',
  'openSettlement',
  'openEvent',
  'openOrder',
  'showAway',
  'dismissAway',
  'cancelOrder',
  'cancelMarketOrders',
  'cancelAllOrders',
  // Two names from before *kill switch* and *cancellation log*: they stay for the keyboard shortcuts people have set.
  'cancelEverything',
  'openCancelRecord',
  'addToWatchlist',
  'removeFromWatchlist',
  'editWatchlist',
  'addAlert',
  'manageAlerts',
  'followEvent',
  'unfollowEvent',
  'copySlug',
  'copyLink',
  'fetchNamed',
  'useNearest',
  'copyCell',
  'copyRow',
  'copyTable',
  'copyAsJson',
  'openRaw',
  'openDocument',
  'refreshDocument',
  'saveDocument',
  'comparePortfolio',
  'showPortfolio',
  'deletePortfolioHistory',
  'toggleHideAmounts',
  'showAmounts',
  'toggleShortNames',
  'useFullNames',
  'setOddsFormat',
  'diagnose',
  'showLog',
  'showInspector',
  'showAgentCalls',
  'pauseInspector',
  'resumeInspector',
  'clearInspector',
  'copyCalls',
  'copyAsCurl',
  'copyAsTypeScript',
  'copyAsPython',
  'agentAccess',
  'stopAgents',
  'startAgents',
  'copyMcpConfiguration',
  'showFromTitle',
  'manageQueriesFromTitle',
  'addToWatchlistFromTitle',
  'editWatchlistFromTitle',
  'addAlertFromTitle',
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** What the editor knows them by. Spelled out, they are a seventh of what is loaded on activation. */
export const COMMANDS = Object.fromEntries(
  COMMAND_NAMES.map((name) => [name, `predictionMarkets.${name}`]),
) as { readonly [Name in CommandName]: `predictionMarkets.${Name}` };

export interface RowTarget {
  readonly view: ViewName;
  readonly subject: RowSubject | undefined;
  readonly row?: Pick<Row, 'watched'>;
}

/** The slug a command was called with: as text, or from a row. Undefined from the palette, and for an event's row. */
export function slugOf(target: string | RowTarget | undefined): string | undefined {
  if (typeof target === 'string') return target.trim() === '' ? undefined : target.trim();
  const subject = target?.subject;
  if (subject === undefined || !('slug' in subject || 'marketSlug' in subject)) return undefined;
  return 'slug' in subject ? subject.slug : subject.marketSlug;
}

/** The order id a command was called with: as text, or from a row. */
export function orderIdOf(target: string | RowTarget | undefined): string | undefined {
  if (typeof target === 'string') return target.trim() === '' ? undefined : target.trim();
  return target?.subject?.kind === 'order' ? target.subject.id : undefined;
}

export type ConnectionId = ConnectionProfile['id'];

interface Setting<T> {
  readonly default: T;
  readonly choices: readonly T[] | undefined;
}

function setting<T>(value: T): Setting<T> {
  return { default: value, choices: undefined };
}

/** Every member of a union once, in any order. */
type EachOf<U, One = U> = [U] extends [never]
  ? []
  : One extends U
    ? [One, ...EachOf<Exclude<U, One>>]
    : never;

/** The first choice is the default. With a union that stands elsewhere, the choices are its members: none less, none more. */
function choice<U extends string>(...choices: EachOf<U>): Setting<U>;
function choice<const T extends readonly [string, ...string[]]>(...choices: T): Setting<T[number]>;
function choice(...choices: [string, ...string[]]): Setting<string> {
  return { default: choices[0], choices };
}

/** Named without the prefix. All are of `application` scope: no workspace file can set one. */
export const SETTINGS = {
  connection: choice<ConnectionId>('demo', 'polymarketUS', 'custom'),
  'custom.publicUrl': setting<string>(''),
  'custom.privateUrl': setting<string>(''),
  'custom.auth': choice<AuthScheme>('ed25519', 'bearer', 'apiKey', 'none'),
  'custom.wire': choice<Dialect>('seed', 'current'),
  transport: choice('auto', 'direct', 'editor'),
  oddsFormat: choice<OddsFormat>('cents', 'percent', 'american', 'decimal', 'fractional'),
  timeZone: choice<TimeZoneChoice>('local', 'utc', 'eastern'),
  hideAmounts: setting<boolean>(false),
  shortNames: setting<boolean>(false),
  images: setting<boolean>(false),
  pageSize: setting<number>(50),
  'streams.maxMarkets': setting<number>(300),
  'notifications.fills': choice('badge', 'toast', 'off'),
  'statusBar.enabled': setting<boolean>(true),
  'statusBar.alignment': choice('left', 'right'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the template's own placeholders.
  'statusBar.template': setting<string>('${value} ${openPnl} · ${orders}'),
  // Read by its owner, who says what is wrong with it: see `features/watchlist/`.
  watchlist: setting<unknown>({}),
  // The same: see `readSavedQueries`.
  savedQueries: setting<unknown>([]),
  alerts: setting<unknown>([]),
  // Read by `InFiles`, which leaves out what is no text.
  'files.languages': setting<unknown>([
    'markdown',
    'plaintext',
    'json',
    'jsonc',
    'yaml',
    'python',
    'typescript',
  ]),
  'files.codeLens': setting<boolean>(false),
  'files.inlayPrices': setting<boolean>(false),
  'agents.mcpServer': setting<boolean>(false),
  'agents.node': setting<string>(''),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type SettingValue<N extends SettingName> = (typeof SETTINGS)[N]['default'];

/** A change of one of these reconnects. */
export const CONNECTION_SETTINGS: readonly SettingName[] = [
  'connection',
  'custom.publicUrl',
  'custom.privateUrl',
  'custom.auth',
  'custom.wire',
  'transport',
];

/** What an empty view says; each value has a welcome text in the manifest. */
export type ViewState =
  | 'loading'
  | 'ready'
  | 'empty'
  | 'filteredEmpty'
  | 'signedOut'
  /** There was a key: it is gone, or not accepted any more. */
  | 'signInAgain'
  | 'clockSkew'
  | 'offline'
  /** The same, for someone who is not signed in. */
  | 'unreached'
  /** The service limits the rate of requests. */
  | 'busy'
  /** The settings of the custom connection are wrong. */
  | 'misconfigured'
  /** The service does not let a browser read it. */
  | 'unreadable'
  /** In a browser, where nobody can sign in. */
  | 'publicOnly'
  | 'failed';

export const CONTEXT_KEYS = {
  /** True while there is an account to look at; the demo's counts. */
  signedIn: 'predictionMarkets.signedIn',
  /** True once it is known that there is no key; not while nobody looked, and not while one is refused. */
  signedOut: 'predictionMarkets.signedOut',
  /** True in a browser, where there is no Node. */
  inBrowser: 'predictionMarkets.inBrowser',
  /** True once an order was cancelled in this window. */
  cancelled: 'predictionMarkets.cancelled',
  /** True once something was opened from the search in this window. */
  found: 'predictionMarkets.found',
  /** True once a document was opened in this window. */
  documentOpened: 'predictionMarkets.documentOpened',
  /** True while Markets, Events or Activity has a filter. */
  filtered: 'predictionMarkets.filtered',
  /** True while there is something to tell of an absence. */
  away: 'predictionMarkets.away',
  /** True while a game is followed. */
  following: 'predictionMarkets.following',
  /** True while the page in front is the one the next of its kind is shown in. */
  pagePreview: 'predictionMarkets.pagePreview',
  /** True while the list of the API inspector stands still. */
  inspectorPaused: 'predictionMarkets.inspectorPaused',
  /** True while agents may ask for a cancel: only then chats are offered the tool for it. */
  agentsMayCancel: 'predictionMarkets.agents.mayAskToCancel',
  /** True while the person has stopped all agents. */
  agentsStopped: 'predictionMarkets.agents.stopped',
  marketsFiltered: 'predictionMarkets.markets.filtered',
  watchlistState: 'predictionMarkets.watchlist.state',
  marketsState: 'predictionMarkets.markets.state',
  eventsState: 'predictionMarkets.events.state',
  ordersState: 'predictionMarkets.orders.state',
  positionsState: 'predictionMarkets.positions.state',
  activityState: 'predictionMarkets.activity.state',
  alertsState: 'predictionMarkets.alerts.state',
  agentsState: 'predictionMarkets.agents.state',
} as const;

export type ContextKey = (typeof CONTEXT_KEYS)[keyof typeof CONTEXT_KEYS];
