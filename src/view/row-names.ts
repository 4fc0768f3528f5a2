import { lineType } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import { sideOf } from '../core/pricing.ts';
import type { Team } from '../core/team.ts';
import { isYesNo, lineName, partOfGame, sideName, subjectTeam } from './names.ts';
import type { ViewContext } from './row.ts';
import { cutName, LABEL_WIDTH, widthOf } from './widths.ts';

/** A side as rows call it: the names it may have, longest first, and what stands behind any of them: ` −1.5 1H`. */
export interface RowOutcome {
  readonly names: readonly string[];
  readonly tail: string;
}

/**
 * Names of a team, longest first: full name, nickname, place, abbreviation. A nickname in `sharedNames` belongs to two teams of the
 * view and is left out, as are a club's epithets (`The Reds`), which nobody looks for.
 */
export function teamNames(team: Team, context: ViewContext): readonly string[] {
  const short = team.displayAbbreviation ?? team.abbreviation?.toUpperCase();
  if (context.format.settings.shortNames === true && short !== undefined) return [short];
  const said = [team.name, team.alias, team.safeName].filter((name) => name !== undefined);
  const plain = said.filter((name) => !name.startsWith('The '));
  const [full, ...nicknames] = [...new Set(plain.length > 0 ? plain : said)].sort(
    (a, b) => b.length - a.length,
  );
  if (full === undefined) return short === undefined ? [] : [short];
  const nickname = nicknames.find((name) => full.endsWith(` ${name}`));
  const place = nickname && full.slice(0, -nickname.length - 1);
  const own = nicknames.filter((name) => name !== place && context.sharedNames?.has(name) !== true);
  return [
    ...new Set([
      full,
      ...own,
      ...(place === undefined ? [] : [place]),
      ...(short === undefined ? [] : [short]),
    ]),
  ];
}

/** What a team is called where its event stands above: of its names the nickname, else the full one. */
export function nickname(names: readonly string[]): string {
  return names[1] ?? names[0] ?? '';
}

/** Nicknames that more than one of these teams has. */
export function sharedNames(teams: Iterable<Team>): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, name, alias, safeName } of teams) {
    const owner = id ?? name ?? '';
    for (const each of new Set([name, alias, safeName])) {
      if (each === undefined) continue;
      if ((owners.get(each) ?? owner) !== owner) shared.add(each);
      owners.set(each, owner);
    }
  }
  return shared;
}

/** The same context for rows about these markets, with the nicknames that two of their teams have. */
export function withSharedNames(markets: readonly (Market | undefined)[], context: ViewContext): ViewContext {
  const teams = markets.flatMap((market) => market?.sides.flatMap(({ team }) => team ?? []) ?? []);
  return { ...context, sharedNames: sharedNames(teams) };
}

/**
 * What rows call a side of a market, in all its lengths: `Islanders`, `Archers +6.5`, `Over 54.5`, `No Raise`. The one naming
 * of outcomes for rows, search, watchlist and alerts; longer texts use `sideName` and `marketName`.
 */
export function rowOutcome(market: Market, long: boolean, context: ViewContext): RowOutcome {
  const part = rowPart(market, context);
  if (market.sides.length === 0) return { names: [lineName(market, context)], tail: '' };
  if (isYesNo(market)) {
    const names = subjectNames(market, context);
    return long ? { names, tail: '' } : { names: names.map((name) => context.t('No {0}', name)), tail: '' };
  }
  const whole = sideName(market, long, context);
  const line = LINE.exec(whole)?.[0] ?? '';
  const team = sideOf(market, long)?.team;
  const isTotal = /^(?:.*: )?(?:over|under)\b/i.test(whole);
  if (team !== undefined && !isTotal && lineType(market) !== 'prop') {
    const names = teamNames(team, context);
    const own = lineType(market) === 'spread' ? line : '';
    if (names.length > 0) return { names, tail: `${own}${part}` };
  }
  const bare = withoutPart(whole, market, context).replace(LINE, '');
  const { about, what } = isTotal && lineType(market) === 'prop' ? propWords(market, line) : NO_WORDS;
  const name = about === '' || bare.includes(about) ? bare : `${about} ${bare}`;
  return {
    // Cut off, over and under would read alike.
    names: isTotal ? [name, name.replace(/\b(O)ver$|\b(U)nder$/, '$1$2')] : [name],
    tail: `${line}${what}${part}`,
  };
}

const NO_WORDS = { about: '', what: '' };

/** Whom a prop is about and what is counted, which its sides do not say: `DUN Over 2.5`, `No. 7 (DUN) 4.5 shots`. */
function propWords({ subject = '', titleShort = '' }: Market, line: string): typeof NO_WORDS {
  const place = line === '' ? -1 : titleShort.lastIndexOf(line);
  if (place < 0) return { about: subject, what: '' };
  const about = titleShort.slice(0, place).replace(/ ?(?:over|under)$/i, '');
  return { about: subject === '' ? about : subject, what: titleShort.slice(place + line.length) };
}

/**
 * The label of a row about a side: `before` and `after` whole, between them its longest name that fits; where none does, the
 * last one by its first letters and `…`, unless no figure stands behind it that the editor could cut off. What stands behind
 * the last figure may be cut off, so it is not counted, but beside a name that is cut already.
 */
export function outcomeLabel(
  { names, tail }: RowOutcome,
  before: string,
  end: string,
  width = LABEL_WIDTH,
): string {
  const after = `${tail}${end}`;
  const counted = /^.*\d/u.exec(after)?.[0] ?? '';
  const room = width - widthOf(before) - widthOf(counted);
  const last = names.at(-1) ?? '';
  const fits = names.find((each) => widthOf(each) <= room);
  return `${before}${fits ?? (counted === '' ? last : cutName(last, width - widthOf(before + after)))}${after}`;
}

/** A line at the end of a name, with the blank before it: ` −2.5`, ` 214.5`. */
const LINE = / [+−]?\d+(?:\.\d+)?(?=$| \()/;

function subjectNames(market: Market, context: ViewContext): readonly string[] {
  const team = subjectTeam(market);
  const names = team === undefined ? [] : teamNames(team, context);
  if (names.length === 0) return [lineName(market, context)];
  const part = rowPart(market, context);
  return names.map((name) => `${name}${part}`);
}

function withoutPart(name: string, market: Market, context: ViewContext): string {
  const part = partOfGame(market, context);
  return part === undefined ? name : name.replace(` (${part})`, '');
}

/** The part of a game a line is about, as scoreboards write it: ` 1H`. */
function rowPart(market: Market, context: ViewContext): string {
  const part = partOfGame(market, context);
  if (part === undefined) return '';
  const [, number, kind] = /^(\d)(?:st|nd|rd|th) (half|quarter|period)$/.exec(part) ?? [];
  if (number === undefined || kind === undefined) return ` ${part}`;
  return kind === 'half' ? ` ${number}H` : ` ${kind === 'quarter' ? 'Q' : 'P'}${number}`;
}
