import { lineType } from '../core/grouping.ts';
import type { Market } from '../core/market.ts';
import { sideOf } from '../core/pricing.ts';
import { isComboSlug } from '../core/slug.ts';
import type { Team } from '../core/team.ts';
import { apartWords } from './apart.ts';
import { isOverUnder, isYesNo, plainLine, plainSide, sideWithoutPart, subjectTeam } from './line-names.ts';
import { claimAbout } from './names.ts';
import { isGameLine, NUMBERED_PART, sentPart } from './part-of-game.ts';
import type { TextParts, ViewContext } from './row.ts';
import { cutName, LABEL_WIDTH, NARROWER, widthOf } from './widths.ts';

/** A side as rows call it: the names it may have, longest first, and what stands behind any of them: ` −1.5 1H`. */
export interface RowOutcome {
  readonly names: readonly string[];
  readonly tail: string;
  /** How the last name ends, which no cut takes away: ` O`, ` U 24.5`. */
  readonly ending?: string | undefined;
  /** What tells its market from others called the same; see `apartBeside`. */
  readonly apart?: string | undefined;
}

/** What a description has to begin with, where the label had no room for what tells its market from others. */
export function apartBeside(label: string, { apart }: RowOutcome): string | undefined {
  return apart === undefined || label.includes(apart) ? undefined : apart;
}

/** The parts of a description after that: of a combo it is the end of a slug, which says less than its figures and comes last. */
export function partsBeside(label: string, outcome: RowOutcome, slug: string, parts: TextParts): TextParts {
  const apart = apartBeside(label, outcome);
  if (!isComboSlug(slug)) return [apart, ...parts];
  return apart !== undefined && parts.some((part) => part?.includes(apart)) ? parts : [...parts, apart];
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

const SHARED = new WeakMap<ViewContext, Map<string, ViewContext>>();

/** The context for rows of things about these markets: nicknames that two of their teams have are used for neither. The same one for the same names. */
export function withSharedNames(
  things: readonly { readonly market?: Market | undefined }[],
  context: ViewContext,
): ViewContext {
  const teams = things.flatMap(({ market }) => market?.sides.flatMap(({ team }) => team ?? []) ?? []);
  const names = sharedNames(teams);
  if (names.size === 0) return context;
  const known = SHARED.get(context) ?? new Map<string, ViewContext>();
  SHARED.set(context, known);
  const key = [...names].sort().join();
  const made = known.get(key) ?? { ...context, sharedNames: names };
  known.set(key, made);
  return made;
}

/**
 * What rows call a side of a market, in all its lengths: `Islanders`, `Archers +6.5`, `Over 54.5`, `No Raise`. The one naming
 * of outcomes for rows, search, watchlist and alerts; longer texts use `sideName` and `marketName`.
 */
export function rowOutcome(market: Market, long: boolean, context: ViewContext): RowOutcome {
  const outcome = plainOutcome(market, long, context);
  const apart = apartWords(market, context);
  const [first = ''] = outcome.names;
  if (apart === undefined || first.includes(apart)) return outcome;
  const whole = isOverUnder(first) ? `${apart} ${first}` : `${first} (${apart})`;
  return { ...outcome, names: [whole, ...outcome.names], apart };
}

function plainOutcome(market: Market, long: boolean, context: ViewContext): RowOutcome {
  const part = rowPart(market);
  if (market.sides.length === 0) return { names: [plainLine(market, context)], tail: '' };
  if (isYesNo(market)) {
    const { names, ending } = subjectNames(market, context);
    return long
      ? { names, tail: '', ending }
      : { names: names.map((name) => context.t('No {0}', name)), tail: '', ending };
  }
  const type = lineType(market);
  const whole = plainSide(market, long, context);
  const line = LINE.exec(whole)?.[0] ?? '';
  const team = sideOf(market, long)?.team;
  const isTotal = /^(?:.*: )?(?:over|under)\b/i.test(whole);
  if (team !== undefined && !isTotal && (type === 'winner' || type === 'spread')) {
    const names = teamNames(team, context);
    if (names.length > 0) return { names, tail: `${type === 'spread' ? line : ''}${part}` };
  }
  const bare = sideWithoutPart(market, long, context).replace(LINE, '');
  if (!isTotal && !isGameLine(market)) return claimOutcome(bare, `${line}${part}`, market, team, context);
  const { about, what } = isTotal && !isGameLine(market) ? propWords(market, line) : NO_WORDS;
  const name = about === '' || bare.includes(about) ? bare : `${about} ${bare}`;
  const [, stem = '', word = ''] = /^(?:(.*?):? )?(over|under)$/i.exec(name) ?? [];
  const tail = `${line}${what}${part}`;
  if (word === '') return { names: [name], tail };
  // Cut off, over and under would read alike.
  const ending = ` ${word.charAt(0)}`;
  return { names: [name, `${stem}${ending}`.trim()], tail, ending: stem === '' ? undefined : ending };
}

/** The side of a prop or future with sides of its own, which alone would read like that of a winner: `First goal: Otters`. */
function claimOutcome(
  name: string,
  tail: string,
  market: Market,
  team: Team | undefined,
  context: ViewContext,
): RowOutcome {
  const about = claimAbout(market);
  if (lineType(market) !== 'prop' || about.includes(name)) return { names: [name], tail };
  const shortest = (team && teamNames(team, context).at(-1)) ?? name;
  const ending = `: ${shortest}`;
  return {
    names: [`${about}: ${name}`, `${about}${ending}`],
    tail,
    ending: widthOf(ending) > WIDEST_ENDING ? undefined : ending,
  };
}

/** An ending may be so wide; of a longer one the first letters say more. */
const WIDEST_ENDING = 8;

const NO_WORDS = { about: '', what: '' };

/** Whom a prop is about and what is counted, which its sides do not say: `DUN Over 2.5`, `No. 7 (DUN) 4.5 shots`. */
function propWords(market: Market, line: string): typeof NO_WORDS {
  const { subject = '', titleShort = '' } = market;
  const place = line === '' ? -1 : titleShort.lastIndexOf(line);
  if (place < 0) return { about: claimAbout(market).replace(OVER_LINE, '') || subject, what: '' };
  const about = titleShort.slice(0, place).replace(/ ?(?:over|under)$/i, '');
  return { about: subject === '' ? about : subject, what: titleShort.slice(place + line.length) };
}

/** At the end of a claim, what its sides say: ` over 2.5 shots`. */
const OVER_LINE = /:? ?\b(?:over|under) \d.*$/i;

/**
 * The label of a row about a side: `before` and `after` whole, between them its longest name that a narrow view has room for,
 * else its last one; where that does not fit, by its first letters and `…`, unless no figure stands behind it that the editor
 * could cut off. What stands behind the last figure may be cut off, so it is not counted, but beside a name that is cut already.
 */
export function outcomeLabel(
  { names, tail, ending = '' }: RowOutcome,
  before: string,
  end: string,
  width = LABEL_WIDTH,
  narrower = width === LABEL_WIDTH ? NARROWER : 0,
): string {
  const after = `${tail}${end}`;
  const counted = /^.*\d/u.exec(after)?.[0] ?? '';
  const room = width - widthOf(before) - widthOf(counted);
  const last = names.at(-1) ?? '';
  const fits =
    names.find((each) => widthOf(each) <= room - narrower) ?? (widthOf(last) <= room ? last : undefined);
  if (fits !== undefined || (counted === '' && ending === '')) return `${before}${fits ?? last}${after}`;
  const stem = last.slice(0, last.length - ending.length);
  return `${before}${cutName(stem, width - narrower - widthOf(before + ending + after))}${ending}${after}`;
}

/** The same for a row or a page, as its context says. */
export function labelWithin(
  outcome: RowOutcome,
  before: string,
  end: string,
  { labelWidth, isRow = labelWidth === undefined }: ViewContext,
): string {
  return outcomeLabel(outcome, before, end, labelWidth, isRow ? NARROWER : 0);
}

/**
 * A label made with ever fewer digits for its name, `less` of them, as far as that still tells its market from others and a cut
 * word keeps three letters.
 */
export function shorterLabels(
  label: string,
  outcome: RowOutcome,
  make: (less: number) => string,
): readonly string[] {
  const apart = apartBeside(label, outcome);
  return [...new Set([1, 2, 3, 4, 6].map(make))].filter(
    (each) => each !== label && apartBeside(each, outcome) === apart && !HARDLY_A_WORD.test(each),
  );
}

const HARDLY_A_WORD = /(?:^|\s)\S{0,2}…/u;

/** For a label of a row, under another one where `isInGroup`: each level takes a digit of its width away. */
export function rowContext(isInGroup: boolean, context: ViewContext): ViewContext {
  if (context.labelWidth !== undefined) return context;
  return { ...context, labelWidth: isInGroup ? LABEL_WIDTH - 1 : LABEL_WIDTH, isRow: true };
}

/** The same with so many digits less for a name. */
export function narrower(context: ViewContext, less: number): ViewContext {
  return { ...context, labelWidth: (context.labelWidth ?? LABEL_WIDTH) - less };
}

/** A line at the end of a name, with the blank before it: ` −2.5`, ` 214.5`. */
const LINE = / [+−]?\d+(?:\.\d+)?(?=$| \()/;

function subjectNames(market: Market, context: ViewContext): Pick<RowOutcome, 'names' | 'ending'> {
  const team = subjectTeam(market);
  const names = team === undefined || lineType(market) === 'spread' ? [] : teamNames(team, context);
  if (names.length > 0) {
    const part = rowPart(market);
    return { names: names.map((name) => `${name}${part}`) };
  }
  const name = plainLine(market, context);
  const [, stem = '', word = '', line = ''] = CLAIMED_LINE.exec(name) ?? [];
  const isLine = line !== '' && (word !== '' || line.endsWith('+') || market.line !== undefined);
  if (!isLine || stem === '') return { names: [name] };
  const ending = `${word === '' ? '' : ` ${word.charAt(0).toUpperCase()}`} ${line}`;
  return { names: [name, `${stem}${ending}`], ending };
}

/** `LeBron`, `over` and `24.5` of `LeBron over 24.5 points`. */
const CLAIMED_LINE = /^(.*?)[:,]?(?: (over|under|more than|less than))? ([+−-]?\d+(?:\.\d+)?\+?)(?: \D*)?$/i;

/** The part of a game a line is about, as scoreboards write it: ` 1H`. */
function rowPart(market: Market): string {
  const part = sentPart(market) ?? '';
  const [number] = part;
  const kind = part.match(NUMBERED_PART)?.[2];
  if (kind === undefined) return part && ` ${part}`;
  return kind === 'half' ? ` ${number}H` : ` ${kind === 'quarter' ? 'Q' : 'P'}${number}`;
}
