import { SLUGS_PER_SUBSCRIPTION } from '../wire/frame.ts';

/** A subscription as far as planning has to know it. */
export interface Planned {
  /** As it was asked for: what the service sends. */
  readonly slugs: ReadonlySet<string>;
  /** Those of them that were wanted ever since. */
  readonly live: ReadonlySet<string>;
  /** False: it failed and waits to be asked for again. It is left alone while anything of it is wanted. */
  readonly standing: boolean;
}

export interface Plan<P extends Planned> {
  readonly keep: readonly P[];
  /** Not needed, or asked for anew with others. */
  readonly drop: readonly P[];
  /** The slugs of each new subscription. */
  readonly add: readonly (readonly string[])[];
}

/**
 * What to subscribe and let go of so that every wanted slug is subscribed exactly once. A subscription cannot be changed,
 * only replaced, and replacing sends everything in it again. So one is kept until half of it is not wanted any more, and
 * small ones are joined as the digits of a counter are carried: with one slug after the other a slug is asked for again
 * seven times at most, and next to the full subscriptions there are few others.
 */
export function planSubscriptions<P extends Planned>(
  held: readonly P[],
  wanted: ReadonlySet<string>,
  most: number = SLUGS_PER_SUBSCRIPTION,
): Plan<P> {
  const drop = held.filter((one) => !isKept(one, wanted));
  const kept = new Set(held.filter((one) => isKept(one, wanted)));
  const covered = new Set([...kept].flatMap((one) => stillWanted(one, wanted)));
  const pool = [...wanted].filter((slug) => !covered.has(slug));
  if (pool.length > 0) {
    const small = [...kept]
      .filter(({ standing }) => standing)
      .map((one) => ({ one, slugs: stillWanted(one, wanted) }))
      .sort((a, b) => a.slugs.length - b.slugs.length);
    for (const { one, slugs } of small) {
      const rest = pool.length % most;
      if (slugs.length > rest || slugs.length + rest > most) break;
      kept.delete(one);
      drop.push(one);
      pool.push(...slugs);
    }
  }
  return { keep: [...kept], drop, add: chunksOf(pool, most) };
}

/** A slug that was let go and is wanted again needs a new subscription: only that sends what is current. */
function isKept({ slugs, live, standing }: Planned, wanted: ReadonlySet<string>): boolean {
  let count = 0;
  for (const slug of slugs) {
    if (!wanted.has(slug)) continue;
    if (!live.has(slug)) return false;
    count += 1;
  }
  return count > 0 && (!standing || count * 2 > slugs.size);
}

function stillWanted({ live }: Planned, wanted: ReadonlySet<string>): string[] {
  return [...live].filter((slug) => wanted.has(slug));
}

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
