import assert from 'node:assert/strict';
import type { World } from '../../src/demo/world.ts';
import { ExchangeError, type ExchangeErrorCode } from '../../src/exchange/errors.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { Credentials } from '../../src/exchange/profile.ts';

export interface Subject {
  /** Signed in. */
  readonly exchange: Exchange;
  readonly world: World;
  /** The time of the world, Unix milliseconds; it stands still. */
  readonly now: number;
  /** Serves the nine endpoints of the `seed` dialect and nothing else. */
  readonly onlySeed: boolean;
  readonly credentials: Credentials;
  /** Another client of the same exchange: with other credentials, or a clock that is off by `skewMs`. */
  connect(part: { readonly credentials?: Credentials | undefined; readonly skewMs?: number }): Exchange;
  dispose(): Promise<void>;
}

export async function failsWith(work: Promise<unknown>, code: ExchangeErrorCode): Promise<ExchangeError> {
  const cause: unknown = await work.then(
    (value) => `the value ${JSON.stringify(value)}`,
    (reason: unknown) => reason,
  );
  assert.ok(cause instanceof ExchangeError, `expected an ExchangeError, got ${String(cause)}`);
  assert.equal(cause.code, code, cause.message);
  return cause;
}

/** Decimals, money and times as plain texts, so that 0.60 equals 0.6; absent fields are left out. */
export function plain(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('ms' in value && 'nanos' in value) return `${String(value.ms)}+${String(value.nanos)}`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON();
  if (Array.isArray(value)) return value.map(plain);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
}

/** The named fields only: the dialects differ in what else they can say. */
export function fields<T extends object>(value: T | undefined, names: readonly (keyof T)[]): unknown {
  if (value === undefined) return undefined;
  return plain(Object.fromEntries(names.map((name) => [name, value[name]])));
}

/** All items of a list in pages, at most `most` pages. */
export async function allPages<T>(
  read: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly T[]; readonly nextCursor: string | undefined }>,
  most = 200,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const reply = await read(cursor);
    items.push(...reply.items);
    if (reply.nextCursor === undefined) return items;
    cursor = reply.nextCursor;
  }
  throw new Error(`No end after ${most} pages`);
}
