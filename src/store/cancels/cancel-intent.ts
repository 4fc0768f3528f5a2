import { Decimal } from '../../core/decimal.ts';
import { money } from '../../core/money.ts';
import type { Order } from '../../core/order.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Owner, ownerChanged } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import type { Confirmation } from './cancel-confirmation.ts';
import {
  type Answer,
  type CancelOutcome,
  type CancelReport,
  knowledgeOf,
  notSent,
  tooLate,
} from './cancel-outcome.ts';
import type { IntentOrder, IntentRecord } from './intent.ts';

/** One confirmed wish to cancel one order, from the request to the order's end, as this window knows it. */
export interface Intent {
  /** In the record: another one when it had to be recorded anew, and that of the one it follows where it never was. */
  id: string;
  readonly order: Order;
  /** Whose order it was when it was confirmed; it is never sent for another one. */
  readonly owner: Owner;
  /** Together with all others of the list. */
  readonly confirmation: Confirmation;
  /** The command, and the list it was confirmed with. */
  readonly why: string;
  readonly list: string;
  readonly of: number;
  /** Anew, though the last one for this order is not known. */
  readonly again: boolean;
  readonly recovered: boolean;
  /** How many in this window called for it, as part of lists perhaps, and are told by what they are answered with yet. */
  waiting: number;
  /** The last that is known of what it came to; undefined until anything is. */
  report: CancelReport | undefined;
  /** The one in this window that went out, or is followed, in its place: what its order came to is found out by that. */
  replacedBy: Intent | undefined;
  readonly abort: AbortController;
  /** With the first that was known. */
  readonly answered: Promise<CancelReport>;
  readonly answer: (report: CancelReport) => void;
  /** Digest of connection, origin and key; empty until recorded. */
  account: string;
  /** Name of the claim it waits for or holds; empty until recorded. */
  slot: string;
  /** Which wish for its order it is; 0 until recorded. */
  nth: number;
  /** It is in the record under its own id. */
  recorded: boolean;
  /** Those of which a person was told that they are not known, and in place of which this one goes out. */
  supersedes: readonly string[];
  /**
   * It took the place of one that is not known and may yet be acted on. That is its own doubt from then on: whatever its
   * request comes to, it is not known before the order is.
   */
  replaces: boolean;
  /** The request is out, or was. */
  sent: boolean;
  /** Nobody knows whether its request was acted on. */
  inDoubt: boolean;
  /** Another wish for the same order goes out instead, and this one follows it. */
  follows: boolean;
}

/** What is asked for; `record`: it was, in a window that is gone. */
export interface Wish {
  readonly list: string;
  readonly of: number;
  readonly again?: boolean;
  readonly why?: string | undefined;
  readonly record?: IntentRecord;
  /** Of one that is to be sent. */
  readonly confirmation?: Confirmation;
}

export function createIntent(
  order: Order,
  { list, of, again, why, record }: Wish,
  now: { readonly id: string; readonly owner: Owner; readonly confirmation: Confirmation },
): Intent {
  const { promise, resolve } = Promise.withResolvers<CancelReport>();
  const isRecorded = record !== undefined;
  return {
    id: record?.id ?? now.id,
    order,
    owner: now.owner,
    confirmation: now.confirmation,
    why: why ?? '',
    list,
    of,
    again: again === true,
    recovered: isRecorded,
    waiting: 0,
    report: undefined,
    replacedBy: undefined,
    abort: new AbortController(),
    answered: promise,
    answer: resolve,
    account: record?.account ?? '',
    slot: record?.slot ?? '',
    nth: record?.nth ?? 0,
    recorded: isRecorded,
    supersedes: [],
    replaces: false,
    sent: isRecorded,
    inDoubt: false,
    follows: isRecorded,
  };
}

/**
 * What is known of each once the last of them was answered and `afterwards` is done. Whoever called for them waits for as
 * long, and is told by this of what is found out until then. `seen`: the first that is known of each.
 */
export async function reportsOf(
  intents: readonly Intent[],
  seen: (report: CancelReport) => void,
  afterwards: (() => Promise<void>) | undefined,
): Promise<readonly CancelReport[]> {
  for (const intent of intents) intent.waiting += 1;
  const answers = intents.map(async ({ answered }) => {
    const report = await answered;
    seen(report);
    return report;
  });
  const first = await Promise.all(answers);
  await afterwards?.();
  for (const intent of intents) intent.waiting -= 1;
  return first.map((report, at) => latestReport(intents[at]) ?? report);
}

/** The most that is known of its order, though it was found out by one that took its place since. */
function latestReport(intent: Intent | undefined): CancelReport | undefined {
  const own = intent?.report;
  const next = intent?.replacedBy && latestReport(intent.replacedBy);
  if (own === undefined || next === undefined) return own;
  if (knowledgeOf(next.outcome) <= knowledgeOf(own.outcome)) return own;
  return { ...own, outcome: next.outcome, at: next.at, intent: next.intent };
}

/** Confirmed under another account: nothing is begun, so nothing is written down. */
export function turnedDown(orders: readonly Order[], owner: Owner, at: number): readonly CancelReport[] {
  const outcome = { kind: 'refused', error: ownerChanged() } as const;
  return orders.map((order) => ({
    order,
    outcome,
    owner,
    at,
    intent: '',
    recovered: false,
    awaited: true,
  }));
}

/** Why it does not go out any more; undefined while it may. `signal`: keeps it from going out. */
export function calledOff(intent: Intent, signal: AbortSignal | undefined): ExchangeError | undefined {
  if (signal?.aborted === true || intent.abort.signal.aborted) return notSent();
  return intent.confirmation.isValid ? undefined : tooLate();
}

/** What sending and following tell the service of cancels. */
export interface IntentDesk {
  /** Says whether it may be sent now, and settles it if not. */
  goesOut(intent: Intent, signal: AbortSignal | undefined): boolean;
  /** It goes out now: the one before, which is not known, is not followed any more. */
  leaves(intent: Intent): void;
  /** Digest of whose orders these are now. */
  account(): string;
  /** What is to be done for this order now: what is under way for it already, or else a new one. */
  begin(order: Order, wish: Wish): { readonly intent: Intent; readonly isFresh: boolean };
  /** Whether the intent of that id is one this window is still at. */
  isHere(id: string): boolean;
  settle(intent: Intent, outcome: CancelOutcome): void;
  /** Its own request was answered, or never will be. */
  follow(exchange: Exchange, intent: Intent, answer: Answer): void;
  /** Another window's request is what counts. */
  followOther(exchange: Exchange, intent: Intent): void;
}

/** Id of the connection and origin of its private requests: never a key, nor what may stand in a URL beside it. */
export function connectionOf({ id, privateUrl }: Session['profile']): string {
  return `${id} ${URL.parse(privateUrl)?.origin ?? ''}`;
}

/** The order as far as the record knows it; a reading fills in the rest. */
export function recordedOrder(of: IntentOrder): Order {
  const { id, marketSlug, side, intent, type, price } = of;
  const value = Decimal.parse(price?.value);
  return {
    id,
    marketSlug,
    side,
    intent,
    type,
    price: price === undefined || value === undefined ? undefined : money(value, price.currency),
    quantity: Decimal.parse(of.quantity),
    cumQuantity: Decimal.parse(of.filled),
    leavesQuantity: Decimal.parse(of.left),
    tif: undefined,
    goodTillTime: undefined,
    marketMetadata: undefined,
    state: undefined,
    avgPx: undefined,
    insertTime: undefined,
    createTime: undefined,
    lastTransactTime: undefined,
    cashOrderQty: undefined,
    commission: undefined,
  };
}
