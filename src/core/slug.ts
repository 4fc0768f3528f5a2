/** Prefixes that say what a market is about, before the event's own slug (interface.md 9.2). */
const PREFIX = /^(?:aec|asc|tsc|atc|astatc|tec|tc|aadc|cpc|cpic|caoc|usse)-/;

/** Whether a word begins as the slugs of markets do. */
export function hasMarketPrefix(word: string): boolean {
  return PREFIX.test(word);
}

const DATED = /^(.+?-\d{4}-\d{2}-\d{2})(?:-|$)/;

/**
 * The slug of the event a market belongs to, as far as its own slug tells: without its type prefix and up to the date
 * (interface.md 7.4). Only a fallback where the service names no event; not guaranteed by it.
 */
export function eventSlugOf(marketSlug: string): string | undefined {
  return DATED.exec(marketSlug.replace(PREFIX, ''))?.[1];
}

/**
 * What the slug of a market says beyond its event: `214pt5` of `tsc-nba-lal-bos-2026-11-20-214pt5`; all of it where that
 * is not clear. `eventSlug`: where the event is known.
 */
export function slugEnd(marketSlug: string, eventSlug?: string): string {
  const bare = marketSlug.replace(PREFIX, '');
  const before = [eventSlug, eventSlugOf(marketSlug)].find((each) => each && bare.startsWith(`${each}-`));
  return before === undefined ? marketSlug : bare.slice(before.length + 1);
}

/**
 * The same with the type before it, short and like no other market's of the event: `tsc…214pt5`, of the event's winner
 * `aec…2026-11-20`; the slug itself where that is not clear.
 */
export function shortSlug(marketSlug: string, eventSlug?: string): string {
  const whole = slugEnd(marketSlug, eventSlug);
  const end = whole === marketSlug ? /\d{4}-\d{2}-\d{2}$/.exec(marketSlug)?.[0] : whole;
  const [prefix = ''] = PREFIX.exec(marketSlug) ?? [];
  return end === undefined ? marketSlug : `${prefix.slice(0, -1)}…${end}`;
}

/** Made of legs of several markets: its slug alone names it. */
export function isComboSlug(slug: string): boolean {
  return slug.startsWith('caoc-');
}

/** The league an event slug begins with: `nba` of `nba-lal-bos-2026-11-20`. */
export function leagueOf(eventSlug: string): string | undefined {
  return /^([a-z0-9]+)-/.exec(eventSlug)?.[1];
}

/** True for a market about a draw: its slug ends so, or its title or question says so. */
export function namesDraw(slug: string, title: string | undefined): boolean {
  return /-(?:draw|tie)$/.test(slug) || /^(?:draw|tie)\b/i.test(title ?? '');
}

/** The longest text taken for a slug; the longest the public service was seen to use has 37 characters. */
export const SLUG_LENGTH = 128;

/**
 * True for text a market's slug may look like: letters and digits of ASCII, joined by single `-`, `.` or `_`. Digits
 * alone are an id. For text from outside (links): what the service itself calls a slug is taken as it comes.
 */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH && /^[a-z0-9]+(?:[-._][a-z0-9]+)*$/i.test(text) && !/^\d+$/.test(text);
}
