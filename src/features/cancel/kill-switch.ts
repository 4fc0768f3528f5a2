import { l10n } from 'vscode';
import { sleep } from '../../base/async.ts';
import { ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { asExchangeError } from '../../store/session/failure.ts';
import { isInUse, type Owner, ownerOf } from '../../store/session/owner.ts';
import { killSwitchRemark } from '../../view/cancel-outcome-text.ts';
import {
  emptyCaveat,
  killSwitchConfirmation,
  LONGEST_READ_MS,
  lostCaveat,
  staleCaveat,
} from '../../view/cancel-text.ts';
import type { Services } from '../services.ts';
import { askConfirmation, showOrders, withStop } from './confirm.ts';
import { type ProofDocuments, showOutcome } from './notice.ts';
import { type OpenOrders, orderList, showChanged } from './open-orders.ts';
import { withNotice } from './reading-notice.ts';

/** Has the service cancel every order that is open when the request arrives, whatever is known of them. */
export async function killSwitch(services: Services, proofs: ProofDocuments): Promise<void> {
  const open = await readKnownOrders(services);
  if (open === undefined) return;
  const known = Object.freeze([...open.orders]);
  const { owner, market } = open;
  const words = killSwitchConfirmation(known, market, services.view());
  const answer = await askConfirmation(services, open, words, 0);
  if (answer === 'review') {
    if (known.length > 0) await showOrders(services, open);
    return killSwitch(services, proofs);
  }
  if (answer === 'dismissed') return;
  const title = l10n.t('Cancelling all open orders…');
  const outcome = await withStop(services, title, undefined, ({ signal }) =>
    services.cancels.cancelEverything(known, { signal, owner, command: 'cancelEverything' }),
  );
  showOutcome(services, proofs, open, outcome.reports, killSwitchRemark(outcome, market, services.view()));
}

/**
 * The open orders as far as they are known: read now where that is quick, else those from before, perhaps none; the caveats
 * say which. Undefined when the connection or account changed meanwhile, which it has said then. Rejects only with `auth`.
 */
async function readKnownOrders(services: Services): Promise<OpenOrders | undefined> {
  const { session, orders } = services;
  const owner = ownerOf(session);
  const read = await readSoon(services, owner);
  const isOut = !session.canSign && session.account.kind !== 'unknown';
  if (isOut && session.profile === owner.profile) throw noKey();
  if (!isInUse(session, owner)) {
    showChanged();
    return undefined;
  }
  const context = services.view();
  if (read !== undefined && !isExchangeError(read)) {
    const isEmpty = read.orders.length + read.lost === 0;
    const caveats = isEmpty ? [emptyCaveat(context)] : lostCaveat(read.lost, context);
    return { ...orderList(services, owner, read.orders), orders: read.orders, caveats };
  }
  const known = orders.orders;
  const stale = { count: known.length, asOf: asOf(orders), error: read };
  const caveats = [staleCaveat(stale, context), ...lostCaveat(orders.lost, context)];
  return { ...orderList(services, owner, known), orders: known, caveats };
}

/** As of when the known orders are at least, Unix milliseconds. The account stream reports orders too. */
function asOf(orders: Services['orders']): number | undefined {
  const listedAt = readAt(orders.state);
  const heard = orders.orders.flatMap(({ id }) => orders.provenance(id)?.at ?? []);
  return heard.length === 0 ? listedAt : Math.max(listedAt ?? 0, Math.min(...heard));
}

/** Undefined where that takes too long; it is read on then, for the views. */
async function readSoon({ clock, log, orders }: Services, owner: Owner) {
  const reading = orders.latest(owner).catch((cause: unknown) => asExchangeError(cause, log));
  const late = sleep(clock, LONGEST_READ_MS).then(() => undefined);
  return withNotice(clock, Promise.race([reading, late]));
}

function noKey(): ExchangeError {
  return new ExchangeError('auth', 'Sign in to cancel orders.', { auth: 'noKey', mayHaveArrived: false });
}
