import { l10n, window } from 'vscode';
import type { CancelOutcomes } from '../../agents/cancel-answer.ts';
import type { AgentCaller } from '../../core/agent-access.ts';
import { READ_LIMIT_MS } from '../../core/freshness.ts';
import type { Order } from '../../core/order.ts';
import { isInUse, type Owner } from '../../store/session/owner.ts';
import { askerText } from '../../view/agent-text.ts';
import { canTryAgain, killSwitchRemark } from '../../view/cancel-outcome-text.ts';
import {
  busyText,
  cancelConfirmation,
  cancellingText,
  killSwitchConfirmation,
  MOST_LISTED_ORDERS,
  nothingOpenText,
} from '../../view/cancel-text.ts';
import { namedMarket } from '../../view/order-text.ts';
import { orderIdOf, type RowTarget, slugOf } from '../ids.ts';
import { nameOfMarket } from '../market-name.ts';
import type { Parts } from '../services.ts';
import {
  askConfirmation,
  type OpenOrders,
  openOrdersToCancel,
  pickOpenOrders,
  type ReadServices,
  reviewOrders,
  showNone,
  showOrders,
  showOtherAccount,
  withStop,
} from './dialogs.ts';
import { type CancelActions, showOutcome } from './notice.ts';
import { named } from './order-list.ts';

type CancelServices = ReadServices & Parts<'cancels' | 'reporter'>;

/** Cancels one order, the selected ones, or what is picked. */
export async function cancelOrder(
  services: CancelServices,
  actions: CancelActions,
  target?: string | RowTarget,
  all?: readonly RowTarget[],
): Promise<void> {
  const ids = new Set(targetsOf(target, all).flatMap((one) => orderIdOf(one) ?? []));
  if (ids.size === 0) {
    const picked = await pickOpenOrders(services, () => cancelOrder(services, actions));
    if (picked === undefined) return;
    const caveats = picked.isRead ? [] : picked.caveats;
    await confirmAndCancel(services, actions, { ...picked, caveats }, 'cancelOrder');
    return;
  }
  await cancelListed(services, actions, ids);
}

/** Asks about orders whose cancellation could not be sent. Another account may be in use by now. */
export async function askAgain(
  services: CancelServices,
  actions: CancelActions,
  owner: Owner,
  orderIds: readonly string[],
): Promise<void> {
  if (!isInUse(services.session, owner)) showOtherAccount(services);
  else await cancelListed(services, actions, new Set(orderIds));
}

async function cancelListed(
  services: CancelServices,
  actions: CancelActions,
  ids: ReadonlySet<string>,
): Promise<void> {
  const open = await openOrdersToCancel(services);
  if (open === undefined) return;
  const orders = open.orders.filter(({ id }) => ids.has(id));
  if (orders.length === 0) {
    const again = (): Promise<void> => cancelListed(services, actions, ids);
    showNone(services, l10n.t('This order is no longer open.'), open, again);
    return;
  }
  // What could not be read matters to nobody who named all of theirs.
  const isWhole = orders.length === ids.size && open.isRead;
  await confirmAndCancel(
    services,
    actions,
    { ...open, orders, caveats: isWhole ? [] : open.caveats },
    'cancelOrder',
  );
}

/**
 * Undefined where the connection or account changed; `stopped` where `mayAsk` is false once the orders are read. Whatever else
 * was passed, it ends in the dialog.
 */
export async function cancelForAgent(
  services: CancelServices,
  actions: CancelActions,
  ids: ReadonlySet<string>,
  agent: AgentCaller,
  mayAsk: () => boolean,
): Promise<CancelOutcomes | 'stopped' | undefined> {
  const open = await openOrdersToCancel(services);
  // Reading may take a while. No window opens before this, and the first one without another wait.
  if (!mayAsk()) return 'stopped';
  if (open === undefined) return undefined;
  const orders = open.orders.filter(({ id }) => ids.has(id));
  const asked = { ...open, orders, agent, caveats: [askerText(agent, services.view()), ...open.caveats] };
  const { end, underWay } = await confirmAndCancel(services, actions, asked, 'cancelOrder');
  // Then nobody declined: the dialog was void.
  if (end === 'declined' && !isInUse(services.session, open.owner)) return undefined;
  return {
    orders,
    isWhole: open.isRead && open.caveats.length === 0,
    end,
    underWay,
    stillOpen: knownOpen(services),
  };
}

/** Orders that rest by a list read just now: a dialog may have stood for hours. */
function knownOpen({ orders, clock }: Parts<'orders' | 'clock'>): ReadonlySet<string> {
  const { state } = orders;
  const isRecent = state.kind === 'ready' && clock.now() - state.at <= READ_LIMIT_MS;
  return new Set(isRecent ? orders.orders.flatMap(({ id }) => (orders.cancelling.has(id) ? [] : [id])) : []);
}

export async function cancelMarketOrders(
  services: CancelServices,
  actions: CancelActions,
  target?: string | RowTarget,
): Promise<void> {
  const open = await openOrdersToCancel(services);
  if (open === undefined) return;
  const again = (): Promise<void> => cancelMarketOrders(services, actions, target);
  const slug = slugOf(target) ?? (await pickMarket(services, open, again));
  if (slug === undefined) return;
  const subject = typeof target === 'object' ? target.subject : undefined;
  const slugs = subject?.kind === 'orderMarket' ? subject.slugs : [slug];
  const orders = open.orders.filter(({ marketSlug }) => slugs.includes(marketSlug));
  if (orders.length === 0)
    showNone(services, nothingOpenText(nameOfMarket(services, slug), services.view()), open, again);
  else await confirmAndCancel(services, actions, { ...open, orders }, 'cancelMarketOrders');
}

export async function cancelAllOrders(services: CancelServices, actions: CancelActions): Promise<void> {
  const open = await openOrdersToCancel(services);
  if (open === undefined) return;
  const again = (): Promise<void> => cancelAllOrders(services, actions);
  if (open.orders.length === 0) showNone(services, nothingOpenText(undefined, services.view()), open, again);
  else await confirmAndCancel(services, actions, open, 'cancelAllOrders');
}

/** Has the service cancel every order that is open when the request arrives, whatever is known of them. */
export async function killSwitch(services: CancelServices, actions: CancelActions): Promise<void> {
  const read = await openOrdersToCancel(services);
  if (read === undefined) return;
  const isEmpty = read.orders.length + read.caveats.length === 0;
  const lag = l10n.t('No order was open when the list was read just now. A new one may not be in it yet.');
  const open = isEmpty ? { ...read, caveats: [lag] } : read;
  const { owner, market, orders } = open;
  const words = killSwitchConfirmation(orders, market, services.view());
  const answer = await askConfirmation(services, open, words, 0);
  if (answer === 'review') {
    if (orders.length > 0) await showOrders(services, open);
    return killSwitch(services, actions);
  }
  if (answer === 'dismissed') return;
  const title = l10n.t('Cancelling all open orders…');
  const outcome = await withStop(services, named(services, title, owner), undefined, ({ signal }) =>
    services.cancels.killSwitch(orders, { signal, owner, command: 'cancelEverything' }),
  );
  const remark = killSwitchRemark(outcome, market, services.view());
  const { request } = outcome;
  const isUnsent = request.kind === 'noEffect' && canTryAgain({ kind: 'rejected', error: request.error });
  const again = isUnsent ? () => killSwitch(services, actions) : undefined;
  showOutcome(services, actions, open, outcome.reports, remark, again);
}

/** `end`: reports of those that were sent, or the person keeps them. `underWay`: left out, as they are being cancelled already. */
type CancelEnd = Pick<CancelOutcomes, 'end' | 'underWay'>;

/**
 * Shows exactly what goes, and sends exactly that: the list is fixed before the dialog opens. Orders already being cancelled
 * are left out. More orders than a dialog can show are gone through in a list first.
 */
async function confirmAndCancel(
  services: CancelServices,
  actions: CancelActions,
  open: OpenOrders,
  command: string,
): Promise<CancelEnd> {
  const { session, orders, cancels } = services;
  const { owner, market, orders: wanted, caveats, agent } = open;
  // A person may have taken long to pick them.
  if (!isInUse(session, owner)) {
    showOtherAccount(services);
    return { end: 'declined', underWay: new Set() };
  }
  if (wanted.length === 0) return { end: [], underWay: new Set() };
  const cancellable = wanted.filter(({ id }) => !orders.cancelling.has(id) || cancels.mayRepeat(id));
  const underWay = new Set(wanted.flatMap((order) => (cancellable.includes(order) ? [] : [order.id])));
  if (cancellable.length === 0) {
    const isUnknown = wanted.some(({ id }) => orders.cancelling.get(id) !== 'underWay');
    void window.showInformationMessage(named(services, busyText(isUnknown, services.view()), owner));
    return { end: [], underWay };
  }
  const again = (list: readonly Order[]): ReadonlySet<string> =>
    new Set(list.flatMap(({ id }) => (cancels.mayRepeat(id) ? [id] : [])));
  let list: readonly Order[] | undefined =
    cancellable.length > MOST_LISTED_ORDERS ? await reviewOrders(services, open, cancellable) : cancellable;
  for (let answer = 'review'; answer !== 'confirmed'; ) {
    if (list === undefined || list.length === 0) return { end: 'declined', underWay };
    const words = cancelConfirmation(list, market, services.view(), again(list).size);
    answer = await askConfirmation(services, open, words, list.length);
    if (answer === 'dismissed') return { end: 'declined', underWay };
    if (answer === 'review') list = await reviewOrders(services, open, list);
  }
  const frozen = Object.freeze([...(list ?? [])]);
  const count = frozen.length;
  const title = cancellingText(count, services.view());
  const reports = await withStop(services, named(services, title, owner), count, (options) =>
    cancels.cancel(frozen, { ...options, owner, command, agent, again: again(frozen) }),
  );
  // Somebody who named the orders knows which they were.
  const note = command === 'cancelOrder' ? '' : caveats.join(' ');
  showOutcome(
    services,
    actions,
    open,
    reports,
    note === '' ? undefined : { note, isAlarming: false, lines: [] },
  );
  return { end: reports, underWay };
}

/** A click on a row that is not selected means that row only; on one that is, the selection. */
function targetsOf(
  target: string | RowTarget | undefined,
  all: readonly RowTarget[] | undefined,
): readonly (string | RowTarget)[] {
  if (typeof target !== 'string' && target !== undefined && all?.includes(target) === true) return all;
  return target === undefined ? [] : [target];
}

function ordersText(count: number, { view }: Parts<'view'>): string {
  const { format } = view();
  const isOne = count === 1 && !format.settings.hideAmounts;
  return isOne ? l10n.t('1 order') : l10n.t('{0} orders', format.ownCount(count));
}

async function pickMarket(
  services: Parts<'view' | 'session' | 'reporter'>,
  open: OpenOrders,
  again: () => Promise<void>,
): Promise<string | undefined> {
  const { owner, market } = open;
  const bySlug = Map.groupBy(open.orders, ({ marketSlug }) => marketSlug);
  if (bySlug.size === 0) {
    showNone(services, nothingOpenText(undefined, services.view()), open, again);
    return undefined;
  }
  const items = [...bySlug].map(([slug, orders]) => ({
    slug,
    label: namedMarket(orders[0] ?? { marketSlug: slug }, market(slug), services.view()),
    description: ordersText(orders.length, services),
    detail: slug,
  }));
  const title = named(services, l10n.t('Cancel the orders of which market?'), owner);
  return (await window.showQuickPick(items, { title }))?.slug;
}
