import { readDocumentPath } from '../../core/document-path.ts';
import { heldTogether, type OwnStake } from '../../core/holdings.ts';
import type { MarketEvent } from '../../core/market.ts';
import { type FileTable, type HideOwn, tableCsv, tableObjects } from '../../core/table-file.ts';
import { eventDocument, marketDocument, positionsDocument } from '../../view/documents.ts';
import { activityTable, ordersTable, positionsTable } from '../../view/export-tables.ts';
import { HIDDEN, withoutFigures } from '../../view/numbers.ts';
import type { KnownPosition } from '../../view/position-text.ts';
import { readAgain, readHistory } from '../activity-history.ts';
import { connectionMark } from '../connection-settings.ts';
import { jsonOf, ownJson } from '../json.ts';
import { knownPositions } from '../known-positions.ts';
import { withoutLinks } from '../plain-text.ts';
import type { Parts } from '../services.ts';
import { readOrderDocument } from './order-document.ts';

type Needed = Parts<
  'activity' | 'cancelLog' | 'clock' | 'config' | 'events' | 'live' | 'marketViews' | 'markets'
> &
  Parts<'marketsBySlug' | 'orders' | 'portfolio' | 'positions' | 'session' | 'show' | 'view'>;

/** Writes a document of what was read: again each time the way amounts are shown changes. */
export type DrawDocument = () => string;

/** Reads what a document shows from the service. Undefined where the path names none. Rejects where it cannot be read. */
export async function readDocument(services: Needed, path: string): Promise<DrawDocument | undefined> {
  const name = readDocumentPath(path);
  switch (name?.kind) {
    case undefined:
      return undefined;
    case 'market':
      return readMarket(services, name.key, name.format);
    case 'event':
      return readEvent(services, name.key);
    case 'order':
      return readOrderDocument(services, name.key);
    case 'positions':
      return readPositions(services, name.format);
    case 'orders':
      return readOrders(services);
    case 'activity':
      return readActivity(services);
    case 'cancellations':
      return readCancellations(services);
  }
}

async function readMarket(
  services: Parts<'session' | 'markets' | 'marketViews' | 'clock' | 'view' | 'portfolio'>,
  slug: string,
  format: 'md' | 'json',
): Promise<DrawDocument> {
  const { session, markets, marketViews, clock, view } = services;
  const market = await (await session.ensure()).marketBySlug(slug);
  const head = headOf(services);
  markets.setAside(market, clock.now());
  if (format === 'json') return () => unlinked(`${jsonOf({ ...jsonHead(head), market })}\n`);
  const shown = marketViews.latest(market);
  const holding = stakeIn(services, slug);
  return () => marketDocument(shown, holding, head, view());
}

async function readEvent(
  services: Parts<'session' | 'events' | 'marketViews' | 'clock' | 'view' | 'portfolio'>,
  key: string,
): Promise<DrawDocument> {
  const { session, events, marketViews, clock, view } = services;
  const exchange = await session.ensure();
  const event: MarketEvent = await (/^\d{1,10}$/.test(key)
    ? exchange.eventById(key)
    : exchange.eventBySlug(key));
  const head = headOf(services);
  events.setAside([event], clock.now());
  const views = new Map(event.markets.map((market) => [market.slug, marketViews.latest(market)]));
  const stakes = new Map(event.markets.map(({ slug }) => [slug, stakeIn(services, slug)]));
  return () =>
    eventDocument(
      event,
      (slug) => views.get(slug),
      (slug) => stakes.get(slug),
      head,
      view(),
    );
}

async function readPositions(services: Needed, format: 'md' | 'csv' | 'json'): Promise<DrawDocument> {
  const { positions, activity, events, marketsBySlug, session, view } = services;
  // What settled positions came to is in the activity; what their events are called, in the events.
  await Promise.all([readAgain(positions, session), activity.load(), events.load()]);
  // Those of the positions that are known by now.
  await marketsBySlug.load();
  const head = { ...headOf(services), isWhole: positions.complete && positions.lost === 0 };
  const known: readonly KnownPosition[] = knownPositions(services);
  if (format === 'md') return () => positionsDocument(known, head, view());
  const table = (): FileTable => positionsTable(known, names(services), view());
  return format === 'csv' ? () => csv(services, table()) : () => json(services, head, 'positions', table());
}

async function readOrders(services: Needed): Promise<DrawDocument> {
  const { orders, events, marketsBySlug, session, view } = services;
  await Promise.all([readAgain(orders, session), events.load()]);
  await marketsBySlug.load();
  const head = { ...headOf(services), isWhole: orders.complete && orders.lost === 0 };
  const listed = orders.orders;
  return () => json(services, head, 'orders', ordersTable(listed, names(services), view()));
}

async function readActivity(services: Needed): Promise<DrawDocument> {
  const { items, isWhole } = await readHistory(services, {});
  if (!isWhole) throw new ReadingStopped();
  return () => csv(services, activityTable(items, names(services), services.view()));
}

/** Somebody did not want to wait for all of it. */
export class ReadingStopped extends Error {
  override readonly name = 'ReadingStopped';
}

async function readCancellations(services: Parts<'cancelLog' | 'config'>): Promise<DrawDocument> {
  const { cancelLog, config } = services;
  const { attempts } = await cancelLog.read();
  return () => {
    const isHidden = config.get('hideAmounts');
    // The digest of the account says nothing to anybody but the log itself.
    const lines = attempts.map(({ account: _, ...attempt }) => {
      const shown = isHidden ? { ...attempt, of: HIDDEN } : attempt;
      return unlinked(`${ownJson(shown, isHidden, 0)}\n`);
    });
    return lines.join('');
  };
}

interface Head {
  readonly connection: string;
  readonly at: number;
}

function headOf({ clock, session }: Parts<'clock' | 'session'>): Head {
  return { connection: connectionMark(session.profile), at: clock.now() };
}

function jsonHead({ connection, at }: Head): object {
  return { connection, readAt: new Date(at).toISOString() };
}

function json(
  services: Parts<'config'>,
  head: Head & { readonly isWhole: boolean },
  name: string,
  table: FileTable,
): string {
  const rows = tableObjects(table, hiding(services));
  const shown = { ...jsonHead(head), isWhole: head.isWhole, [name]: rows };
  return unlinked(`${JSON.stringify(shown, undefined, 2)}\n`);
}

/** JSON that means the same, without addresses the editor would make links of. */
function unlinked(text: string): string {
  return text.replaceAll('//', '\\/\\/');
}

function csv(services: Parts<'config'>, table: FileTable): string {
  return withoutLinks(tableCsv(table, hiding(services)));
}

/** Hidden amounts stay hidden: unlike an export, nobody is asked. */
function hiding({ config }: Parts<'config'>): HideOwn | undefined {
  if (!config.get('hideAmounts')) return undefined;
  return (words) => (words === undefined ? HIDDEN : withoutFigures(words));
}

function names({ marketViews, positions }: Parts<'marketViews' | 'positions'>) {
  return { ...marketViews.known, position: (slug: string) => positions.get(slug) };
}

function stakeIn({ portfolio }: Parts<'portfolio'>, slug: string): OwnStake | undefined {
  const own = portfolio.holdings.get(slug);
  return own && heldTogether([own.long, own.short]);
}
