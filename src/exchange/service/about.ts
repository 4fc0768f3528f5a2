import type { Decoded } from '../wire/replies.ts';
import { WireError } from '../wire/wire-error.ts';

/**
 * Holds a reply about a single thing to what was asked for: a cache or a proxy that mixes replies up would otherwise make
 * one order look like another. `named` gives the names of the thing; one of them must be the one asked for, whatever its
 * case unless `exactly`: ids of orders may differ in that alone. A thing without any name is taken for the right one. Throws WireError.
 */
export function about<T>(
  asked: string,
  decoded: Decoded<T>,
  named: (value: T) => readonly (string | undefined)[],
  exactly = false,
): Decoded<T> {
  const plain = (name: string): string => (exactly ? name : name.toLowerCase());
  const names = named(decoded.value).filter((name) => name !== undefined);
  const isRight = names.length === 0 || names.some((name) => plain(name) === plain(asked));
  if (!isRight) throw new WireError('badReply', 'what was asked for', 'something else', undefined, true);
  return decoded;
}
