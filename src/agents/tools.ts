import { isExchangeError } from '../exchange/errors.ts';
import { listOrders, listPositions } from './account-tools.ts';
import { listActivity } from './activity-tools.ts';
import { errorAnswer, type ToolAnswer, ToolRefusal } from './answer.ts';
import { getOrderBook, whatIf } from './book-tools.ts';
import { getEnvironment } from './environment.ts';
import { getEvent } from './event-tools.ts';
import { getMarket, searchMarkets } from './market-tools.ts';
import { getPriceHistory, getSettlement } from './past-tools.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';

/** `mayReadAccount`: of a tool that reads what everybody may see, whether it may tell of the account too. */
type Read = (sources: AgentSources, input: ToolInput, mayReadAccount?: boolean) => Promise<ToolAnswer>;

/** Tools that read what everybody may see. `get_environment` and `cancel_orders` are apart. */
export const PUBLIC_TOOLS: Readonly<Record<string, Read>> = {
  search_markets: searchMarkets,
  get_market: getMarket,
  get_event: getEvent,
  get_order_book: getOrderBook,
  get_price_history: getPriceHistory,
  get_settlement: getSettlement,
  what_if: whatIf,
};

export const ACCOUNT_TOOLS: Readonly<Record<string, Read>> = {
  list_positions: listPositions,
  list_orders: listOrders,
  list_activity: listActivity,
};

export { getEnvironment };

/** An answer for what went wrong, in our words alone: what a service says of an error is not in it. Undefined: a fault of ours. */
export function failureAnswer(sources: AgentSources, cause: unknown): ToolAnswer | undefined {
  if (cause instanceof ToolRefusal) {
    const { code, message, next, stamp } = cause;
    return errorAnswer(sources, stamp, { error: code, why: message, next });
  }
  if (!isExchangeError(cause)) return undefined;
  const { code, details } = cause;
  const known = FAILURES[details.reason ?? code] ?? FAILURES[code];
  const [why, next] = known ?? ['The service could not be asked.', 'Try again later.'];
  return errorAnswer(sources, undefined, { error: code, why, next });
}

const LATER = 'Try again in a minute; tell the person if it goes on. Do not guess.';

const UNTRUSTED = [
  'The certificate of the service cannot be trusted.',
  'Tell the person. Do not guess.',
] as const;

/** By the reason where it says more, else by the code. */
const FAILURES: Readonly<Record<string, readonly [why: string, next: string]>> = {
  certificate: UNTRUSTED,
  date: UNTRUSTED,
  otherHost: UNTRUSTED,
  network: ['The service could not be reached.', LATER],
  timeout: ['The service did not answer in time.', LATER],
  auth: ['The service did not take the key of the person.', 'Ask the person to sign in.'],
  clockSkew: ['The clock of this machine is off.', 'Ask the person to set it.'],
  rateLimit: ['The service wants fewer requests.', LATER],
  notFound: ['There is nothing of that name.', 'Call search_markets and use a slug from its answer.'],
  unsupported: ['This service does not have that.', 'Go on without it.'],
  refused: ['The service refused the request.', 'Check the fields; do not repeat it as it is.'],
  server: ['The service failed.', LATER],
  badReply: ['The reply of the service could not be read.', LATER],
};
