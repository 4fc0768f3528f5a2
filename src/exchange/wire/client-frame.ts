import type { Dialect } from '../profile.ts';
import { enumNumber, enumText, MARKETS_SUBSCRIPTION, PRIVATE_SUBSCRIPTION } from './enums.ts';
import type { ClientFrame, SubscriptionType } from './frame.ts';

/** What a client sends (live interface §11). `seed`: snake_case with an integer for the subscription type. */
export function encodeClientFrame(frame: ClientFrame, dialect: Dialect): string {
  if (frame.kind === 'unsubscribe')
    return frameText({ unsubscribe: { requestId: frame.requestId } }, dialect);
  const { requestId, type, slugs, debounced } = frame;
  const subscribe = {
    requestId,
    subscriptionType: subscriptionCode(type, dialect),
    // An empty list has meant all markets where none is asked for.
    marketSlugs: slugs.length === 0 ? undefined : slugs,
    responsesDebounced: debounced ? true : undefined,
  };
  return frameText({ subscribe }, dialect);
}

/** An integer in `seed`, a name in `current`. */
export function subscriptionCode(type: SubscriptionType, dialect: Dialect): number | string {
  const table = MARKETS_SUBSCRIPTION.numbers.has(type) ? MARKETS_SUBSCRIPTION : PRIVATE_SUBSCRIPTION;
  return dialect === 'seed' ? enumNumber(table, type) : enumText(table, type);
}

/** The JSON of a frame in the spelling of `dialect`. */
export function frameText(frame: object, dialect: Dialect): string {
  return JSON.stringify(dialect === 'seed' ? snakeCased(frame) : frame);
}

/** Only names are turned: no object of a frame has data for names. */
function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, item]) =>
      [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), snakeCased(item)] as const,
  );
  return Object.fromEntries(entries);
}
