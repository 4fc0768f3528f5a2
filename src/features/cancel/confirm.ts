import { l10n, ProgressLocation, window } from 'vscode';
import { sleep } from '../../base/async.ts';
import type { Order } from '../../core/order.ts';
import { isInUse } from '../../store/session/owner.ts';
import { askerText } from '../../view/agent-text.ts';
import { type CancelConfirmation, otherAccountText, progressText } from '../../view/cancel-text.ts';
import type { Services } from '../services.ts';
import { named, type OpenOrders, orderItems } from './open-orders.ts';

/** The editor shows progress this late at most, and the last count only while the notice stands, milliseconds. */
const LAST_REPORT_MS = 150;
/** Between two looks at how long the service wants no requests, milliseconds. */
const WAIT_REPORT_MS = 1_000;

/**
 * Asks about these orders, of an account that is still in use; says so where it is not. The editor focuses the first button of
 * a modal dialog: for more than one order, and for an agent's, that is `review`, so that Enter cancels nothing. `count`: 0 is the kill switch.
 */
export async function askConfirmation(
  services: Services,
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
  services: Services,
  open: OpenOrders,
  orders: readonly Order[],
): Promise<readonly Order[] | undefined> {
  const items = orderItems(services, open, orders).map((item) => ({ ...item, picked: true }));
  const { t, format } = services.view();
  const age = open.asOf === undefined ? [] : [t('as of {0}', format.moment(open.asOf))];
  const count = [l10n.t('{0} orders to cancel', orders.length), ...age].join(' · ');
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

export async function showOrders(services: Services, open: OpenOrders): Promise<void> {
  const options = { title: named(services, l10n.t('Open orders'), open.owner), matchOnDetail: true };
  await window.showQuickPick(orderItems(services, open, open.orders), options);
}

/**
 * Runs `work` under a notice with progress: how many of `count` orders are done, and how long the service wants no requests. Its
 * button says "Stop": the editor's own "Cancel" reads as the very thing that is under way. The editor takes a text in place of
 * true, though its types do not say so.
 */
export function withStop<T>(
  { clock, session, view }: Services,
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

export function showOtherAccount({ view }: Pick<Services, 'view'>): void {
  void window.showWarningMessage(otherAccountText(view()));
}
