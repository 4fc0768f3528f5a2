import { sleep } from '../../base/async.ts';
import { ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { asExchangeError } from '../../store/session/failure.ts';
import { isInUse, type Owner, ownerOf } from '../../store/session/owner.ts';
import { emptyCaveat, lostCaveat, unreadCaveat } from '../../view/cancel-words.ts';
import type { Services } from '../services.ts';
import { type OpenNow, tellChanged } from './ask-order.ts';
import { listed } from './listed.ts';
import { withNotice } from './reading-notice.ts';

/** How long whoever wants everything cancelled waits for a list at most, milliseconds. */
const LONGEST_READ_MS = 3_000;

/**
 * The open orders as far as they are known, for what is done whatever they are: read anew where that is quick, else those
 * of before, perhaps none; the caveats say which. Undefined when the connection or account changed meanwhile, which it
 * has said then. Rejects with `auth` when there is no key to sign with, and for nothing else.
 */
export async function knownOrders(services: Services): Promise<OpenNow | undefined> {
  const { session, orders } = services;
  const owner = ownerOf(session);
  const read = await readSoon(services, owner);
  const isOut = !session.canSign && session.account.kind !== 'unknown';
  if (isOut && session.profile === owner.profile) throw noKey();
  if (!isInUse(session, owner)) {
    tellChanged();
    return undefined;
  }
  const context = services.view();
  if (read !== undefined && !isExchangeError(read)) {
    const isEmpty = read.orders.length + read.lost === 0;
    const caveats = isEmpty ? [emptyCaveat(context)] : lostCaveat(read.lost, context);
    return { ...listed(services, owner, read.orders), orders: read.orders, caveats };
  }
  const known = orders.orders;
  const unread = {
    count: known.length,
    asOf: asOf(orders),
    error: read,
    waitedMs: LONGEST_READ_MS,
  };
  const caveats = [unreadCaveat(unread, context), ...lostCaveat(orders.lost, context)];
  return { ...listed(services, owner, known), orders: known, caveats };
}

/** Of when what is known is at least, Unix milliseconds: the stream of the account tells of orders too. */
function asOf(orders: Services['orders']): number | undefined {
  const listedAt = readAt(orders.state);
  const told = orders.orders.flatMap(({ id }) => orders.provenance(id)?.at ?? []);
  return told.length === 0 ? listedAt : Math.max(listedAt ?? 0, Math.min(...told));
}

/** What was read, or why it could not be; undefined where that takes too long. It is read on then, for the views. */
async function readSoon({ clock, log, orders }: Services, owner: Owner) {
  const reading = orders.latest(owner).catch((cause: unknown) => asExchangeError(cause, log));
  const late = sleep(clock, LONGEST_READ_MS).then(() => undefined);
  return withNotice(clock, Promise.race([reading, late]));
}

function noKey(): ExchangeError {
  return new ExchangeError('auth', 'Sign in to cancel orders.', { auth: 'noKey', mayHaveArrived: false });
}
