import { l10n, ProgressLocation, window } from 'vscode';
import { sleep } from '../../base/async.ts';
import type { Clock } from '../../base/clock.ts';
import type { AgentCaller } from '../../core/agent-access.ts';
import type { Order } from '../../core/order.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { asExchangeError, refusesKey } from '../../store/session/failure.ts';
import { isInUse, type Owner, ownerOf } from '../../store/session/owner.ts';
import {
  cancelRows,
  incompleteCaveat,
  LONGEST_READ_MS,
  nothingOpenText,
  staleCaveat,
} from '../../view/cancel-text.ts';
import { connectionMark } from '../connection-settings.ts';
import type { Services } from '../services.ts';
import { type OrderList, orderList } from './order-list.ts';

/**
 * How long a reading is waited for without a word, milliseconds: most are over by then. Orders that are known are shown then as
 * they are known.
 */
const SILENT_READ_MS = 500;

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

/**
 * The open orders, read after the command. Where they cannot be read, or not in time, those known from before, perhaps none, with
 * a caveat: a dialog that opened as late as a stalled service answers would take the focus from somebody who went on. Undefined
 * when the connection or account changed meanwhile, which it has said then. Rejects with `auth` where there is no good key.
 */
export async function readOpenOrders(services: Services): Promise<OpenOrders | undefined> {
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
  services: Services,
  again: () => Promise<void>,
): Promise<OpenOrders | undefined> {
  const open = await readOpenOrders(services);
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
export function orderItems({ view }: Services, { market }: OrderList, orders: readonly Order[]) {
  return cancelRows(orders, market, view()).map(({ order, what, left }) => ({
    order,
    label: what,
    detail: left,
  }));
}

/** Says that there is none, unless that is unknown. `again`: offered where the orders could not be read. */
export function showNone(
  services: Services,
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

/** A text that begins with whose money it is about: the connection of the owner, or the one in use. */
export function named({ session }: Pick<Services, 'session'>, text: string, owner?: Owner): string {
  return `${connectionMark((owner ?? session).profile)}: ${text}`;
}
