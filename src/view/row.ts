import { madeOnce } from '../base/memo.ts';
import type { FreshnessState } from '../core/freshness.ts';
import type { EventListing } from '../core/grouping.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { Series } from '../core/topic.ts';
import type { WatchPlace } from '../core/watchlist.ts';
import type { Movable } from './fit.ts';
import type { Formatter } from './format.ts';
import type { Translate } from './l10n.ts';
import { ABSENT, HIDDEN } from './numbers.ts';
import { SEPARATOR } from './separator.ts';

/** What every text is made with: the language, the one formatter (its clock included). */
export interface ViewContext {
  readonly t: Translate;
  readonly format: Formatter;
  /** Nicknames that two teams of the view have: rows use them for neither. */
  readonly sharedNames?: ReadonlySet<string>;
  /** All markets of a market's event, itself among them. Default: those of the event named on it. */
  readonly siblings?: (market: Market) => readonly Market[] | undefined;
  /** How wide labels may be where that is more than a side bar has, in digits: names of events are long ones then. */
  readonly labelWidth?: number;
  /** The label is of a row, of which a narrow view shows less than that. Default: where `labelWidth` says nothing. */
  readonly isRow?: boolean;
  /** What the service calls a league or topic, by the key of its group. */
  readonly leagueName?: (key: string) => string | undefined;
  /** Where the service lists an event. */
  readonly listingOf?: (event: MarketEvent) => EventListing;
  /** What the service calls a tag, by its id. */
  readonly tagName?: (id: string) => string | undefined;
  /** The series an event names, by its slug. */
  readonly seriesOf?: (slug: string) => Series | undefined;
  /** What is listed is one's own and amounts are hidden: how much there is of it is an amount. */
  readonly hidesCounts?: true;
}

const withoutCounts = madeOnce((context: ViewContext): ViewContext => ({ ...context, hidesCounts: true }));

/** For a list of one's own, by the conditions it is made with; the same object for the same context. */
export function contextOfList(conditions: { readonly mine?: unknown }, context: ViewContext): ViewContext {
  const isHidden = conditions.mine !== undefined && context.format.settings.hideAmounts;
  return isHidden ? withoutCounts(context) : context;
}

/** How many of what is listed there are. */
export function countText(count: number, { hidesCounts }: ViewContext): string {
  return hidesCounts === true ? HIDDEN : String(count);
}

/** The same context with amounts as they are written where there is little room. */
export function inShort(context: ViewContext): ViewContext {
  const { format } = context;
  return { ...context, format: { ...format, ...format.inShort } };
}

/** A theme icon by name, with a theme colour id as its last, optional signal. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

/** One thing on a tooltip. The host escapes every text before it becomes Markdown. */
export type TooltipLine =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly label: string; readonly value: string };

export type Tooltip = readonly TooltipLine[];

/** Command ids without their prefix, with the argument the command takes. */
export type RowCommand =
  | { readonly id: 'openMarket' | 'openSettlement'; readonly args: readonly [slug: string] }
  | { readonly id: 'openEvent' | 'readCategory' | 'stopReading'; readonly args: readonly [key: string] }
  | { readonly id: 'openOrder'; readonly args: readonly [orderId: string] }
  | { readonly id: 'loadMore'; readonly args: readonly [view: ListView] }
  | { readonly id: 'clearFilter'; readonly args: readonly [condition: string] }
  | {
      readonly id: 'showAway' | 'editWatchlist' | 'manageAlerts' | 'manageQueries' | 'showAgentCalls';
      readonly args: readonly [];
    };

export type ListView = 'markets' | 'events' | 'orders' | 'positions' | 'activity';

/** What a menu needs to know about the thing a row stands for; absent on rows that only group. */
export type RowSubject =
  | { readonly kind: 'market'; readonly slug: string; readonly long?: boolean }
  /** `slugs`: of the markets whose prices its row shows. */
  | { readonly kind: 'event'; readonly key: string; readonly slugs: readonly string[] }
  /** The lines of one kind of an event. */
  | { readonly kind: 'lines'; readonly key: string }
  | { readonly kind: 'order'; readonly id: string; readonly marketSlug: string }
  | { readonly kind: 'orderMarket'; readonly marketSlug: string; readonly slugs: readonly string[] }
  | { readonly kind: 'position'; readonly marketSlug: string }
  | { readonly kind: 'activity'; readonly key: string; readonly marketSlug: string | undefined }
  | { readonly kind: 'watchGroup'; readonly name: string }
  | { readonly kind: 'savedQuery'; readonly name: string }
  /** `category`: by the service's own name, where it is no league. */
  | { readonly kind: 'category'; readonly key: string; readonly category: string | undefined }
  | { readonly kind: 'agentSwitch'; readonly name: 'publicData' | 'account' | 'mayAskToCancel' }
  | { readonly kind: 'alert'; readonly id: string; readonly marketSlug: string }
  /** A call of the API inspector. */
  | { readonly kind: 'call'; readonly id: string }
  /** The account as a whole: its page. */
  | { readonly kind: 'portfolio' };

/** Values of `contextValue`: what `when` clauses of menus match. */
type RowContext =
  | 'category'
  | 'category.reading'
  | 'event'
  | 'lines'
  | 'market'
  | 'market.settled'
  | 'loadMore'
  | 'phase'
  | 'savedQuery'
  | 'shown'
  | 'shown.condition'
  | 'orderMarket'
  | 'order'
  | 'order.pending'
  | 'positionEvent'
  | 'position'
  | 'position.expired'
  | 'expired'
  | 'activity'
  | 'activity.market'
  | 'activityGroup'
  | 'digest'
  | 'watch.gone'
  | 'watch.problem'
  | 'alert'
  | 'alert.paused'
  | 'agent'
  | 'agentCall'
  | 'agentSwitch'
  | 'watchGroup'
  | 'watchGroup.workspace';

/** Of a text that is joined last; those that say nothing are left out then. */
export type TextParts = readonly (string | undefined)[];

/** One line of a tree as plain data. `id` names the thing, never its price or state. */
export interface Row {
  readonly id: string;
  readonly label: string;
  /** Of its description. */
  readonly parts: TextParts;
  /** Its label with ever less of the name: for where that would take the room of a figure. */
  readonly shorter?: readonly string[];
  readonly movable?: Movable;
  /** The figure the label and the shorter ones begin with: those of siblings are padded, so that they line up. */
  readonly lead?: string;
  /** Siblings of one `key` would read alike: each gets the first of `by` that is not the same for all, which may be several parts. */
  readonly alike?: { readonly key: string; readonly by: readonly (string | TextParts | undefined)[] };
  /** At the right edge; it repeats what words of the row, its tooltip or its accessible label say. */
  readonly mark?: '!' | '◈' | '◆' | '◇';
  readonly icon?: RowIcon;
  /** It has a box to tick, which is ticked or not. */
  readonly checked?: boolean;
  readonly accessibilityLabel: string;
  readonly contextValue: RowContext;
  /** What the row shows is not known to be true any more: it is dimmed. Its words say so too. */
  readonly dim?: Exclude<FreshnessState, 'fresh'>;
  /**
   * Present on rows that follow prices: their new figures may wait a moment before the editor draws them, unless this
   * changed with them, as a state or a quantity of one's own.
   */
  readonly urgentPart?: string;
  readonly subject?: RowSubject;
  /** Where it stands in the list a person made; absent on what is in it because of something else. */
  readonly watched?: WatchPlace;
  /** Made when asked for: most tooltips are never read. */
  readonly tooltip: () => Tooltip;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  readonly command?: RowCommand;
  /** Made when the row is opened. */
  readonly children?: () => readonly Row[];
}

/** A count or sum of what was read, which may not be all there is. */
export function soFar(count: string, isWhole: boolean, { t }: ViewContext): string {
  return isWhole || count === '' ? count : t('{0} so far', count);
}

/** The parts that say something. */
export function withoutEmpty(parts: TextParts): readonly string[] {
  return parts.filter((part): part is string => part !== undefined && part !== '');
}

/** Joins them with the dot every row uses: last, as nothing takes a text apart again. */
export function joined(parts: TextParts): string {
  return withoutEmpty(parts).join(SEPARATOR);
}

/** Rows have no room for the blank after the arrow. */
export function tight(text: string): string {
  return text.replace(/([▲▼]) /g, '$1');
}

/** What a screen reader says of a row: the parts that are there, with commas between. */
export function spokenParts(parts: TextParts): string {
  return withoutEmpty(parts).join(', ');
}

/** A plain line of a tooltip, left out when there is nothing to say. */
export function plainLine(text: string | undefined): TooltipLine[] {
  return text === undefined || text === '' ? [] : [{ kind: 'text', text }];
}

/** A field of a tooltip, left out when there is nothing to say. */
export function field(label: string, value: string | undefined): TooltipLine[] {
  return value === undefined || value === '' || value === ABSENT ? [] : [{ kind: 'field', label, value }];
}

/** Parts one after the other, each with the stop it needs before another; empty ones are left out. */
export function sentences(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part, index, all) => (index < all.length - 1 && !/[.!?…]$/u.test(part) ? `${part}.` : part))
    .join(' ');
}

/** What a row that groups others says: its name and how many there are. */
export function counted(label: string, parts: TextParts) {
  return { label, parts, accessibilityLabel: spokenParts([label, joined(parts)]) };
}

/** A row that only groups others. */
export function folderRow(
  id: string,
  label: string,
  parts: TextParts,
  children: () => readonly Row[],
  collapsible: 'collapsed' | 'expanded' = 'collapsed',
): Row {
  const texts = counted(label, parts);
  return { id, ...texts, contextValue: 'phase', tooltip: () => [], collapsible, children };
}
