import { lineType } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import { isComboSlug, slugEnd } from '../core/slug.ts';
import { claimOf, plainLine, plainSide } from './line-names.ts';
import { isGameLine } from './part-of-game.ts';
import type { ViewContext } from './row.ts';

/** A name with what tells its market from others of the event that are called the same. */
export function withApart(name: string, market: Market, context: ViewContext): string {
  const apart = apartWords(market, context);
  if (apart === undefined || name.includes(apart)) return name;
  return name === '' ? apart : `${name} (${apart})`;
}

/**
 * The fewest words that tell a market from those of its event that are called the same: the line, what is different in
 * their questions or short titles, else in their slugs. `undefined` where no other is called so.
 */
export function apartWords(market: Market, context: ViewContext): string | undefined {
  const siblings = context.siblings?.(market) ?? market.events[0]?.markets ?? [];
  const twins = siblings.length < 2 ? [] : siblings.filter((each) => areAlike(each, market, context));
  if (twins.length > 0) return whatDiffers(market, twins, context);
  return isComboSlug(market.slug) ? slugEnd(market.slug, market.events[0]?.slug) : undefined;
}

/** Cheap comparisons first: this runs over all markets of an event. */
function areAlike(a: Market, b: Market, context: ViewContext): boolean {
  if (a.slug === b.slug || lineType(a) !== lineType(b)) return false;
  const isOther =
    a.line === undefined ? b.line !== undefined : b.line === undefined || !a.line.equals(b.line);
  if (isGameLine(a) ? isOther : claimOf(a) !== claimOf(b)) return false;
  const isSaid = plainLine(a, context) === plainLine(b, context);
  return isSaid && plainSide(a, true, context) === plainSide(b, true, context);
}

function whatDiffers(market: Market, twins: readonly Market[], context: ViewContext): string {
  const { format } = context;
  const facts: readonly ((each: Market) => string | undefined)[] = [
    ({ line }) => line && format.quantity(line),
    ({ question }) => question,
    ({ titleShort }) => titleShort,
    ({ subtitle }) => subtitle,
  ];
  for (const fact of facts) {
    const own = fact(market);
    const others = twins.map(fact);
    if (own === undefined || others.some((each) => each === undefined || each === own)) continue;
    const words = ownWords(own, others as readonly string[], ' ');
    if (words !== undefined) return words.replace(/[?,.:;]$/, '');
  }
  const end = ({ slug, events }: Market): string => slugEnd(slug, events[0]?.slug);
  return ownWords(end(market), twins.map(end), '-')?.replaceAll('-', ' ') ?? market.slug;
}

/** A text without the words it begins and ends with like all others; `undefined` where one would have none left. */
function ownWords(own: string, others: readonly string[], between: string): string | undefined {
  const [words, ...rest] = [own, ...others].map((text) => text.split(between));
  if (words === undefined) return undefined;
  const shortest = rest.reduce((least, each) => Math.min(least, each.length), words.length);
  let from = 0;
  while (from < shortest && rest.every((each) => each[from] === words[from])) from++;
  let tail = 0;
  while (tail < shortest - from && rest.every((each) => each.at(-1 - tail) === words.at(-1 - tail))) tail++;
  return from + tail >= shortest ? undefined : words.slice(from, words.length - tail).join(between);
}
