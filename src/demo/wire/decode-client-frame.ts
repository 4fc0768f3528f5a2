import { type EnumTable, MARKETS_SUBSCRIPTION, PRIVATE_SUBSCRIPTION } from '../../exchange/wire/enums.ts';
import type { ClientFrame, SubscriptionType } from '../../exchange/wire/frame.ts';
import { parseJsonText, TooMuchJson } from '../../exchange/wire/json.ts';
import { asRow, Reader } from '../../exchange/wire/reader.ts';
import { kindOf } from '../../exchange/wire/wire-error.ts';

/**
 * What a client asks of `stream`, in both generations: the integer of a subscription type means another one on each.
 * Never throws. How many slugs it may name is not looked at.
 */
export function decodeClientFrame(
  text: string,
  stream: 'markets' | 'private',
): ClientFrame | { readonly broken: string } {
  let value: unknown;
  try {
    value = parseJsonText(text, 'badRequest');
  } catch (cause) {
    return { broken: cause instanceof TooMuchJson ? 'too much JSON' : 'not JSON' };
  }
  const o = asRow(value);
  if (o === undefined) return { broken: `expected an object, got ${kindOf(value)}` };
  const at = new Reader();
  const subscribe = asRow(o['subscribe']);
  const unsubscribe = asRow(o['unsubscribe']);
  const asked = subscribe ?? unsubscribe;
  if (asked === undefined) return { broken: 'expected "subscribe" or "unsubscribe"' };
  const requestId = at.identity(asked['requestId'], 'requestId');
  if (requestId === undefined) return { broken: 'expected a requestId' };
  if (subscribe === undefined) return { kind: 'unsubscribe', requestId };
  const table = stream === 'markets' ? MARKETS_SUBSCRIPTION : PRIVATE_SUBSCRIPTION;
  const type = subscriptionType(at, subscribe['subscriptionType'], table);
  if (type === undefined) return { broken: `expected a subscriptionType of the ${stream} stream` };
  const slugs = slugsOf(at, subscribe['marketSlugs']);
  if (slugs === undefined) return { broken: 'expected marketSlugs as a list of slugs' };
  const debounced = at.flag(subscribe['responsesDebounced'], 'responsesDebounced') ?? false;
  return { kind: 'subscribe', requestId, type, slugs, debounced };
}

function subscriptionType(
  at: Reader,
  value: unknown,
  table: EnumTable<SubscriptionType>,
): SubscriptionType | undefined {
  const member = at.member(value, 'subscriptionType', table);
  for (const known of table.names.values()) if (known === member) return known;
  return undefined;
}

function slugsOf(at: Reader, value: unknown): readonly string[] | undefined {
  const slugs: string[] = [];
  for (const item of at.list(value, 'marketSlugs')) {
    const slug = typeof item === 'string' ? at.identity(item, 'marketSlugs') : undefined;
    if (slug === undefined) return undefined;
    slugs.push(slug);
  }
  return at.problems.length > 0 ? undefined : slugs;
}
