import { l10n, window } from 'vscode';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Order } from '../../core/order.ts';
import type { CancelOptions, CancelReport } from '../../store/cancels/cancel.ts';
import { isInUse } from '../../store/session/owner.ts';
import { cancelConfirmation, MOST_LISTED_ORDERS } from '../../view/cancel-text.ts';
import { busyText, nothingOpenText, progressText, progressTitle } from '../../view/cancel-words.ts';
import { namedMarket } from '../../view/order-text.ts';
import { slugOf } from '../ask-market.ts';
import { type MarketTarget, orderIdOf, type RowTarget } from '../ids.ts';
import type { Services } from '../services.ts';
import { askOrders, type OpenNow, openOrders, reviewOrders, tellNone } from './ask-order.ts';
import { isConfirmed, tellOtherAccount } from './confirm-cancel.ts';
import { listed } from './listed.ts';
import { stoppable } from './stoppable.ts';
import { type Proofs, tellOutcome } from './tell-cancels.ts';

/** Cancels one order, the selected ones, or what is picked. */
export async function cancelOrder(
  services: Services,
  openers: Proofs,
  target?: string | RowTarget,
  all?: readonly RowTarget[],
): Promise<void> {
  const ids = [...new Set(targets(target, all).flatMap((one) => orderIdOf(one) ?? []))];
  if (ids.length === 0) {
    const picked = await askOrders(services, l10n.t('Cancel which orders?'), true);
    if (picked !== undefined && picked.orders.length > 0)
      await confirmAndCancel(services, openers, { ...picked, caveats: [] }, 'cancelOrder');
    return;
  }
  const open = await openOrders(services);
  if (open === undefined) return;
  const orders = open.orders.filter(({ id }) => ids.includes(id));
  if (orders.length === 0) {
    tellNone(l10n.t('This order is not open any more.'), open.caveats);
    return;
  }
  // Those of the list that could not be read are of no account to whoever named all of theirs.
  const caveats = orders.length === ids.length && services.orders.state.kind === 'ready' ? [] : open.caveats;
  await confirmAndCancel(services, openers, { ...open, orders, caveats }, 'cancelOrder');
}

/** Cancels every order of one market. */
export async function cancelMarketOrders(
  services: Services,
  openers: Proofs,
  target?: MarketTarget,
): Promise<void> {
  const open = await openOrders(services);
  if (open === undefined) return;
  const slug = slugOf(target) ?? (await askMarketWithOrders(services, open));
  if (slug === undefined) return;
  const orders = open.orders.filter(({ marketSlug }) => marketSlug === slug);
  if (orders.length === 0) {
    tellNone(nothingOpenText(services.nameOf(slug), services.view()), open.caveats);
    return;
  }
  await confirmAndCancel(services, openers, { ...open, orders }, 'cancelMarketOrders');
}

export async function cancelAllOrders(services: Services, openers: Proofs): Promise<void> {
  const open = await openOrders(services);
  if (open === undefined) return;
  if (open.orders.length === 0) {
    tellNone(nothingOpenText(undefined, services.view()), open.caveats);
    return;
  }
  await confirmAndCancel(services, openers, open, 'cancelAllOrders');
}

/** Tells how an order ended whose cancel had to be reported as not known, or was asked for in a window that is gone. */
export function followUnknown(services: Services, openers: Proofs): Disposable {
  return services.cancels.onDidResolve((report) => {
    const { outcome, order, owner, awaited } = report;
    // What a command waits for is told by that; whatever else is an end comes after it, or is of a window that is gone.
    if (awaited || outcome.kind === 'unknown') return;
    tellOutcome(services, openers, listed(services, owner, [order]), [report]);
  });
}

/**
 * Shows exactly what goes, and sends exactly that: the list is fixed before the dialog opens, so an order placed while
 * it stands is not in it. Orders whose cancel is under way already are left out. More orders than a dialog can show are
 * gone through in a list first.
 */
async function confirmAndCancel(
  services: Services,
  openers: Proofs,
  open: OpenNow,
  why: string,
): Promise<void> {
  const { session, orders, cancels } = services;
  const { owner, market, orders: wanted, caveats } = open;
  // What was picked may have been picked for long.
  if (!isInUse(session, owner)) return tellOtherAccount(services);
  const cancellable = wanted.filter(({ id }) => !orders.pending.has(id) || cancels.isUnknown(id));
  if (cancellable.length === 0) {
    const isUnknown = wanted.some(({ id }) => orders.unknown.has(id));
    void window.showInformationMessage(busyText(wanted.length, isUnknown, services.view()));
    return;
  }
  const reviewed =
    cancellable.length > MOST_LISTED_ORDERS
      ? await reviewOrders(services, { ...open, orders: cancellable })
      : cancellable;
  if (reviewed === undefined || reviewed.length === 0) return;
  const frozen = Object.freeze([...reviewed]);
  const anew = new Set(frozen.flatMap(({ id }) => (cancels.isUnknown(id) ? [id] : [])));
  const words = cancelConfirmation(frozen, market, services.view(), anew.size);
  if (!(await isConfirmed(services, owner, words, { count: frozen.length, caveats }))) return;
  const reports = await sendWithProgress(services, frozen, { owner, again: anew, why });
  const note = caveats.join(' ');
  const after = note === '' ? undefined : { note, isAlarming: false, lines: [] };
  tellOutcome(services, openers, open, reports, after);
}

async function sendWithProgress(
  services: Services,
  frozen: readonly Order[],
  how: Pick<CancelOptions, 'owner' | 'again' | 'why'>,
): Promise<readonly CancelReport[]> {
  const context = services.view();
  const title = progressTitle(frozen.length, context);
  return window.withProgress(
    // What was sent cannot be called back; what was not sent yet can be kept from going, one order too: it may have to wait.
    stoppable(title),
    (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      let done = 0;
      let waitMs = 0;
      const tell = (increment: number): void =>
        progress.report({ increment, message: progressText(done, frozen.length, waitMs, context) });
      return services.cancels.cancel(frozen, {
        ...how,
        signal: controller.signal,
        onProgress: () => {
          done += 1;
          tell(100 / frozen.length);
        },
        onWaiting: (ms) => {
          waitMs = ms;
          tell(0);
        },
      });
    },
  );
}

/** A click on a row that is not selected means that row only; on one that is, the selection. */
function targets(
  target: string | RowTarget | undefined,
  all: readonly RowTarget[] | undefined,
): readonly (string | RowTarget)[] {
  if (typeof target !== 'string' && target !== undefined && all?.includes(target) === true) return all;
  return target === undefined ? [] : [target];
}

async function askMarketWithOrders(
  services: Services,
  { orders: open, caveats }: OpenNow,
): Promise<string | undefined> {
  const bySlug = Map.groupBy(open, ({ marketSlug }) => marketSlug);
  if (bySlug.size === 0) {
    tellNone(nothingOpenText(undefined, services.view()), caveats);
    return undefined;
  }
  const items = [...bySlug].map(([slug, orders]) => {
    const market = services.marketWithEvent(slug);
    return {
      slug,
      label: namedMarket(slug, market, orders[0]?.marketMetadata, services.view()),
      description: orders.length === 1 ? l10n.t('1 order') : l10n.t('{0} orders', orders.length),
      detail: slug,
    };
  });
  return (await window.showQuickPick(items, { title: l10n.t('Cancel the orders of which market?') }))?.slug;
}
