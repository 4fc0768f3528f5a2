import { l10n } from 'vscode';
import type { RawReply } from '../../core/raw-reply.ts';
import { type ExchangeError, isExchangeError } from '../../exchange/errors.ts';
import type { Session } from '../../store/session/session.ts';
import { failureSentence } from '../../view/messages.ts';
import { shownJson } from '../../view/raw-text.ts';
import type { ViewContext } from '../../view/row.ts';
import { jsonOf, ownJson } from '../json.ts';
import { withoutLinks } from '../plain-text.ts';
import type { Parts } from '../services.ts';

/**
 * An order as JSON with the service's own reply, read from the service each time (interface.md 8.1); how amounts are shown may
 * change afterwards. It never fails: what went wrong is its text.
 */
export async function readOrderDocument(
  { session, view }: Parts<'session' | 'view'>,
  orderId: string,
): Promise<() => string> {
  const reply = await readReply(session, orderId);
  return () => withoutLinks(orderText(reply, orderId, view()));
}

async function readReply(session: Session, id: string): Promise<RawReply | ExchangeError | undefined> {
  try {
    const exchange = await session.ensure();
    return await exchange.raw({ kind: 'order', id });
  } catch (cause) {
    return isExchangeError(cause) ? cause : undefined;
  }
}

function orderText(
  reply: RawReply | ExchangeError | undefined,
  orderId: string,
  context: ViewContext,
): string {
  if (reply === undefined || isExchangeError(reply)) {
    const why =
      reply === undefined
        ? l10n.t('Something went wrong inside the extension.')
        : failureSentence(reply, context);
    return `${jsonOf({ error: l10n.t('Order {0} could not be read. {1}', orderId, why) })}\n`;
  }
  const { value, unread } = reply;
  const order =
    value ?? l10n.t('The reply of the service is not an order of this id as its interface describes it.');
  const shown = { order, reply: shownJson(reply, context), notRead: [...unread] };
  return `${ownJson(shown, context.format.settings.hideAmounts)}\n`;
}
