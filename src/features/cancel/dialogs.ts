import { l10n, ProgressLocation, window } from 'vscode';
import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { AgentCaller } from '../../core/agent-access.ts';
import type { Order } from '../../core/order.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { asExchangeError, refusesKey } from '../../store/session/failure.ts';
import { isInUse, ownerOf } from '../../store/session/owner.ts';
import { askerText } from '../../view/agent-text.ts';
import {
  type CancelConfirmation,
  cancelRows,
  incompleteCaveat,
  LONGEST_READ_MS,
  nothingOpenText,
  otherAccountText,
  progressText,
  staleCaveat,
} from '../../view/cancel-text.ts';
import { joined } from '../../view/row.ts';
import type { Parts, Services } from '../services.ts';
import { named, type OrderList, orderList } from './order-list.ts';

/**
 * How long a reading is waited for without a word, milliseconds: most are over by then. Orders that are known are shown then as
 * they are known.
 */
const SILENT_READ_MS = 500;
/** The editor shows progress this late at most, and the last count only while the notice stands, milliseconds. */
const LAST_REPORT_MS = 150;
/** Between two looks at how long the service wants no requests, milliseconds. */
const WAIT_REPORT_MS = 1_000;

export interface OpenOrders extends OrderList {
  readonly orders: readonly Order[];
  /** False: they are known from before. */
  readonly isRead: boolean;
  /** As of when they are then, Unix milliseconds. */
  readonly asOf?: number | undefined;
  readonly caveats: readonly string[];
  /** The agent that asks for it: Enter cancels nothing then, not even one order. */
  readonly agent?: AgentCaller;
}

export type ReadServices = Parts<'clock' | 'log' | 'session' | 'orders' | 'view' | 'marketViews'>;

/**
 * The open orders, read after the command. Where they cannot be read, or not in time, those known from before, perhaps none, with
 * a caveat: a dialog that opened as late as a stalled service answers would take the focus from somebody who went on. Undefined
 * when the connection or account changed meanwhile, which it has said then. Rejects with `auth` where there is no good key.
 */
export async function openOrdersToCancel(services: ReadServices): Promise<OpenOrders | undefined> {
  const { clock, log, session, orders, view } = services;
  const owner = ownerOf(session);
  const isKnown = readAt(orders.state) !== undefined;
  const reading = orders.latest(owner).catch((cause: unknown) => asExchangeError(cause, log));
  // Where that takes too long, it is read on for the views.
  const late = sleep(clock, isKnown ? SILENT_READ_MS : LONGEST_READ_MS).then(() => undefined);
  const first = Promise.race([reading, late]);
  const read = await (isKnown ? first : withNotice(clock, first));
  if (isExchangeError(read) && refusesKey(read)) throw read;
  if (!isInUse(session, owner)) {
    void window.showWarningMessage(
      l10n.t('The connection or account changed before the open orders were read: nothing was done.'),
    );
    return undefined;
  }
  const isRead = read !== undefined && !isExchangeError(read);
  const { orders: all, lost } = isRead ? read : orders;
  const isCut = isRead ? read.isCut : !orders.complete;
  const stale = isRead ? [] : [staleCaveat(all.length, asOf(orders), read, view())];
  return {
    ...orderList(services, owner, all),
    orders: all,
    isRead,
    asOf: isRead ? undefined : asOf(orders),
    caveats: [...stale, ...incompleteCaveat(lost, isCut, view())],
  };
}

/** As of when the known orders are at least, Unix milliseconds. The account stream reports orders too. */
function asOf(orders: Services['orders']): number | undefined {
  const listedAt = readAt(orders.state);
  const heard = orders.orders.flatMap(({ id }) => orders.provenance(id)?.at ?? []);
  return heard.length === 0 ? listedAt : Math.max(listedAt ?? 0, Math.min(...heard));
}

/** Settles as this reading does; of one that takes longer it is said that it is under way. */
async function withNotice<T>(clock: Clock, reading: Promise<T>): Promise<T> {
  const quiet = sleep(clock, SILENT_READ_MS).then(() => false);
  if (await Promise.race([reading.then(() => true), quiet])) return reading;
  const title = l10n.t('Reading the open orders…');
  return window.withProgress({ location: ProgressLocation.Notification, title }, () => reading);
}

/** Lets a person pick among the open orders. Undefined when dismissed or when there is nothing to pick. */
export async function pickOpenOrders(
  services: ReadServices & Parts<'reporter'>,
  again: () => Promise<void>,
): Promise<OpenOrders | undefined> {
  const open = await openOrdersToCancel(services);
  if (open === undefined) return undefined;
  if (open.orders.length === 0) {
    showNone(services, nothingOpenText(undefined, services.view()), open, again);
    return undefined;
  }
  const chosen = await window.showQuickPick(orderItems(services, open, open.orders), {
    title: named(services, [l10n.t('Cancel which orders?'), ...open.caveats].join(' – '), open.owner),
    placeHolder: l10n.t('Select the orders to cancel; you confirm them next'),
    matchOnDetail: true,
    canPickMany: true,
  });
  return chosen && { ...open, orders: chosen.map(({ order }) => order) };
}

/** The orders as a list to pick from, each in its words. */
function orderItems({ view }: Parts<'view'>, { market }: OrderList, orders: readonly Order[]) {
  return cancelRows(orders, market, view()).map(({ order, what, left }) => ({
    order,
    label: what,
    detail: left,
  }));
}

/** Says that there is none, unless that is unknown. `again`: offered where the orders could not be read. */
export function showNone(
  services: Parts<'session' | 'reporter'>,
  none: string,
  { caveats, isRead }: Pick<OpenOrders, 'caveats' | 'isRead'>,
  again: () => Promise<void>,
): void {
  if (caveats.length === 0) {
    void window.showInformationMessage(named(services, none));
    return;
  }
  const tryAgain = l10n.t('Try Again');
  const offer = async (): Promise<void> => {
    const message = named(services, caveats.join(' '));
    const chosen = await window.showWarningMessage(message, ...(isRead ? [] : [tryAgain]));
    if (chosen !== undefined) await again();
  };
  // Not awaited: the message may stand for minutes, the command is done.
  offer().catch((cause: unknown) => services.reporter.failed(cause));
}

/**
 * Asks about these orders, of an account that is still in use; says so where it is not. The editor focuses the first button of
 * a modal dialog: for more than one order, and for an agent's, that is `review`, so that Enter cancels nothing. `count`: 0 is the kill switch.
 */
export async function askConfirmation(
  services: Parts<'session' | 'view'>,
  { owner, caveats, agent }: OpenOrders,
  { message, detail, button }: CancelConfirmation,
  count: number,
): Promise<'confirmed' | 'review' | 'dismissed'> {
  // A button that only said "Cancel" would be read as the very thing it does not do.
  const keep = { title: count === 1 ? l10n.t('Keep Order') : l10n.t('Keep Orders'), isCloseAffordance: true };
  const confirm = { title: button };
  const review = { title: l10n.t('Review List…') };
  if (isInUse(services.session, owner)) {
    const chosen = await window.showWarningMessage(
      named(services, message, owner),
      // The caveats first: of a long list the end may be out of sight.
      { modal: true, detail: [...caveats.flatMap((caveat) => [caveat, '']), detail].join('\n') },
      ...(count === 1 && agent === undefined ? [confirm, keep] : [review, confirm, keep]),
    );
    if (chosen === undefined || chosen === keep) return 'dismissed';
    if (isInUse(services.session, owner)) return chosen === review ? 'review' : 'confirmed';
  }
  showOtherAccount(services);
  return 'dismissed';
}

/** Shows the orders of a dialog in a list, each in its words. Resolves with those left selected; undefined: dismissed. */
export async function reviewOrders(
  services: Parts<'view' | 'session'>,
  open: OpenOrders,
  orders: readonly Order[],
): Promise<readonly Order[] | undefined> {
  const items = orderItems(services, open, orders).map((item) => ({ ...item, picked: true }));
  const { t, format } = services.view();
  const age = open.asOf === undefined ? [] : [t('as of {0}', format.moment(open.asOf))];
  const count = joined([l10n.t('{0} orders to cancel', orders.length), ...age]);
  // This may be the first window: it says who asks, as the dialog does.
  const title = open.agent === undefined ? count : `${count} – ${askerText(open.agent, services.view())}`;
  const chosen = await window.showQuickPick(items, {
    title: named(services, title, open.owner),
    placeHolder: l10n.t('Deselect the orders to keep; you confirm the others next'),
    matchOnDetail: true,
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  const selected = new Set(chosen.map(({ order }) => order));
  return orders.filter((order) => selected.has(order));
}

export async function showOrders(services: Parts<'session' | 'view'>, open: OpenOrders): Promise<void> {
  const options = { title: named(services, l10n.t('Open orders'), open.owner), matchOnDetail: true };
  await window.showQuickPick(orderItems(services, open, open.orders), options);
}

/**
 * Runs `work` under a notice with progress: how many of `count` orders are done, and how long the service wants no requests. Its
 * button says "Stop": the editor's own "Cancel" reads as the very thing that is under way. The editor takes a text in place of
 * true, though its types do not say so.
 */
export function withStop<T>(
  { clock, session, view }: Parts<'clock' | 'session' | 'view'>,
  title: string,
  count: number | undefined,
  work: (options: { readonly signal: AbortSignal; readonly onProgress: () => void }) => Promise<T>,
): PromiseLike<T> {
  const stop: unknown = l10n.t('Stop');
  const options = { location: ProgressLocation.Notification, title, cancellable: stop as boolean };
  return window.withProgress(options, async (progress, token) => {
    const [stopped, over] = [new AbortController(), new AbortController()];
    token.onCancellationRequested(() => stopped.abort());
    let done = 0;
    const show = (increment: number): void => {
      const waitMs = session.current?.diagnostics.budget().pausedMs ?? 0;
      progress.report({ message: progressText(done, count, waitMs, view()), increment });
    };
    const showWaits = async (): Promise<void> => {
      for (;;) {
        show(0);
        await sleep(clock, WAIT_REPORT_MS, over.signal);
      }
    };
    void showWaits().catch(() => undefined);
    const onProgress = (): void => {
      done += 1;
      show(100 / (count ?? done));
    };
    const result = await work({ signal: stopped.signal, onProgress }).finally(() => over.abort());
    await sleep(clock, LAST_REPORT_MS);
    return result;
  });
}

export function showOtherAccount({ view }: Parts<'view'>): void {
  void window.showWarningMessage(otherAccountText(view()));
}
