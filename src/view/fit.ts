import { SEPARATOR } from './separator.ts';
import { SIDE_BARS, SQUARE } from './widths.ts';

/** What the editor takes of a row of the first level, pixels; in its usual look, which takes most. */
const BESIDE_ROW = 52.5;
/** What each level below the first takes of it, pixels, and what the mark at the right edge does. */
const INDENT = 8;
const MARK = 17;
const LABEL_SIZE = 13;
const DESCRIPTION_SIZE = 11.7;
const GAP = 5.85;
/** Of the title of a view and its description: what stands before and between them, pixels, and how wide a bold text is. */
const BESIDE_HEADER = 11;
const BEFORE_TITLE = 24;
const TITLE_SIZE = 12;
const BOLD = 1.145;
const HEADER_GAP = 10;
const HEADER_SIZE = 11;
const TITLE_BUTTON = 24;
/**
 * So much less it takes in another look, pixels: compact, or not modern, as it can be set, or that of VS Code 1.105. A title
 * takes less as its letters do, squares most.
 */
const MORE_OF_ROW = 10;
const MORE_OF_HEADER = 16;
/**
 * How far measured widths may be off, as fonts differ, pixels: so near to an edge no number begins. Nearly all are narrower than
 * the one that was measured: a number may end nearer.
 */
const SLACK = 4;
const END_SLACK = 1;
/** The sign of a cut stands a blank behind a number that no unit ends, pixels: `1.56/5…` looks like half of one, `39¢…` does not. */
const TAIL = 4.2;

/** Advance widths of the signs from the blank to `~`, thousandths of the size: of DejaVu Sans, the widest font in common use. */
const WIDTHS =
  '318,401,460,838,636,950,780,275,390,390,500,838,318,361,318,337,636,636,636,636,636,636,636,636,636,636,337,337,838,838,838,531,1000,684,686,698,770,632,575,775,752,295,295,656,557,863,748,787,603,787,695,635,611,732,684,989,685,611,685,390,337,390,838,500,500,613,635,550,635,615,352,635,634,278,278,579,278,974,634,612,635,635,411,521,392,634,592,818,592,592,525,636,337,636,838'
    .split(',')
    .map(Number);
/** The narrowest blank: so little is moved farther than it has to be. */
const BLANK = '\u200a';

const OTHERS: ReadonlyMap<string, number> = new Map([
  ...[...'·’\u2008'].map((sign) => [sign, 318] as const),
  [BLANK, 100] as const,
  ['\u2007', 636] as const,
  ...[...'–'].map((sign) => [sign, 500] as const),
  ...[...'−→×≥≤'].map((sign) => [sign, 838] as const),
  ...[...'▲▼◆◇◈'].map((sign) => [sign, 770] as const),
  ...[...'…'].map((sign) => [sign, 1000] as const),
]);

/** A number as it stands in a text, with its units: `27¢`, `14/57`, `1:02`, `1 h 18 m`, `1 时 18 分`, `−19.5`, `4,00 $`. */
const NUMBER = /\S*\d\S*(?: (?:\p{Sc}|[hmds]\b|[天时分秒])(?: \d+ (?:[hmds]\b|[时分]))*)?/gu;

/** A number that could go on: `×5.15`, not `39¢`. */
const ENDS_OPEN = /\d$/;

/** A figure of less weight that may stand behind the first part of the description instead. */
export interface Movable {
  /** As it stands in the label and all shorter ones, with the blank beside it. */
  readonly inLabel: string;
  /** As it stands there, where nothing beside it says what it is: `×25`, `MOS 38¢`. */
  readonly part: string;
  /** It stands before that first part, which is worth less than all figures of the label. */
  readonly isFirst?: true;
}

interface RowTexts {
  readonly label: string;
  /** The same with ever less of the name: for where that takes the room of a figure. */
  readonly shorter?: readonly string[] | undefined;
  readonly movable?: Movable | undefined;
  /** Of the description, which are joined last. */
  readonly parts: readonly string[];
}

/** Texts of a row or header, with blanks where they have to be. */
type Fitted = Pick<RowTexts, 'label' | 'parts'>;

/**
 * The texts of a row of which no number is cut in half in either side bar: the editor cuts at the right edge, tells nobody
 * where that is, and `27…` is a wrong number. What an edge would cut is moved behind it by blanks: there it is left out whole,
 * and a wider side bar has it. A name gives way before a figure does: to the first of the description in the wider one, to those
 * beside it in the other; where that is not enough for the first, what is movable stands behind it. `level`: 1 at the root.
 * `isUsual`: the look of the editor; in another one the edge is anywhere up to where it may be. The button of an order may
 * lie over a number, under the pointer only: with that left free, half of the orders have no room for their quantity at 300 px.
 */
export function withoutHalfNumbers(
  { label, shorter = [], movable, parts }: RowTexts,
  level: number,
  isMarked: boolean,
  isUsual: boolean,
): { readonly label: string; readonly description: string } {
  const taken = BESIDE_ROW + (level - 1) * INDENT + (isMarked ? MARK : 0);
  const rooms = SIDE_BARS.map((width) => width - taken);
  const isBefore = movable?.isFirst === true;
  const ways = [label, ...shorter].map((name) => ({ label: name, parts, counted: isBefore ? 0 : 1 }));
  const moved = movable === undefined ? [] : ways.map((way) => movedBehind(way, movable));
  const sizes = isUsual ? ROW : { ...ROW, more: MORE_OF_ROW };
  const best = [...ways, ...moved]
    .map((way) => ({ ...way, ...fittedTo(rooms, way, sizes) }))
    .reduce((one, other) => (isBetter(other, one, rooms, isBefore) ? other : one));
  return { label: best.label, description: best.parts.join(SEPARATOR) };
}

/** Texts a row may have, and how many parts of the description begin with figures that count. */
interface Way extends Fitted {
  readonly counted: number;
}

function movedBehind({ label, parts }: Way, { inLabel, part, isFirst }: Movable): Way {
  const place = isFirst === true ? 0 : 1;
  // What lined it up with others goes with it.
  return {
    label: label.replace(inLabel, '').trim(),
    parts: parts.toSpliced(place, 0, part),
    counted: place + 1,
  };
}

/** The same for what stands beside the title of a view: its buttons, which come and go with the pointer, take room too. */
export function headerWithoutHalfNumbers(
  title: string,
  parts: readonly string[],
  buttons: number,
  isUsual: boolean,
): string {
  const taken = BESIDE_HEADER + BEFORE_TITLE + widthAt(title, TITLE_SIZE) * BOLD;
  const rooms = SIDE_BARS.flatMap((width) => [width - taken, width - taken - buttons * TITLE_BUTTON]);
  const sizes = isUsual ? HEADER : { ...HEADER, more: MORE_OF_HEADER };
  return fittedTo(rooms, { label: '', parts }, sizes).parts.join(SEPARATOR);
}

/** Sizes of the letters, what is between both texts, how wide the sign of a cut is, and how much more room there may be; pixels. */
const ROW = { label: LABEL_SIZE, gap: GAP, description: DESCRIPTION_SIZE, ellipsis: LABEL_SIZE, more: 0 };
const HEADER = { label: 0, gap: HEADER_GAP, description: HEADER_SIZE, ellipsis: HEADER_SIZE, more: 0 };

/** Where a row may be cut: in one look of the editor at the first, in another one up to the last; pixels. */
interface Edge {
  readonly first: number;
  readonly last: number;
}

/** Blanks make a row longer, so that another edge may cut it: then that counts too. */
function fittedTo(rooms: readonly number[], { label, parts }: Fitted, sizes: typeof ROW): Fitted {
  let drawn: Fitted = { label, parts };
  let edges: readonly Edge[] = [];
  for (;;) {
    const width = startOf(drawn, sizes) + widthAt(drawn.parts.join(SEPARATOR), sizes.description);
    const cutting = rooms.filter((room) => width > room - SLACK).map((room) => room - sizes.ellipsis);
    if (cutting.length <= edges.length) return drawn;
    edges = cutting.map((first) => ({ first, last: first + sizes.more }));
    const moved = withTail(movedNumbers(label, edges), parts, edges, sizes);
    const start = startOf({ label: moved, parts }, sizes);
    drawn = { label: moved, parts: movedParts(parts, start, edges, sizes.description) };
  }
}

/** Of a description with no sign before the edge, not even the gap before it is drawn: blanks keep the sign of the cut away. */
function withTail(
  label: string,
  parts: readonly string[],
  edges: readonly Edge[],
  sizes: typeof ROW,
): string {
  const [first = ''] = parts;
  if (first === '' || !ENDS_OPEN.test(label)) return label;
  const end = widthAt(label, sizes.label);
  const start = end + sizes.gap + widthAt(first.charAt(0), sizes.description);
  const isBetween = edges.some((edge) => edge.first - SLACK < start && edge.last + SLACK > end);
  return isBetween ? `${label}${BLANK.repeat(Math.floor(TAIL / widthAt(BLANK, sizes.label)))}` : label;
}

/** Where the description begins. */
function startOf({ label, parts }: Fitted, { label: size, gap }: typeof ROW): number {
  return widthAt(label, size) + (parts.length === 0 ? 0 : gap);
}

/**
 * Whether more figures are seen whole: of the first of the description in the widest side bar, with it, else in a narrower one.
 * Of two that show as many, the one with a whole label, then the one without a gap in it. `isLabelFirst`: figures of the label count before those of the
 * description, in the narrower ones too.
 */
function isBetter(one: Way, other: Way, rooms: readonly number[], isLabelFirst: boolean): boolean {
  const [widest = 0, ...narrower] = rooms;
  const [seen, seenOther] = [one, other].map((way) => numbersSeen(way, widest));
  const first = isLabelFirst ? 0 : (seen?.first ?? 0) - (seenOther?.first ?? 0);
  const more = first || (seen?.all ?? 0) - (seenOther?.all ?? 0);
  if (more !== 0) return more > 0;
  if (seen?.isLabelWhole !== seenOther?.isLabelWhole) return seen?.isLabelWhole === true;
  const [isWhole, isOtherWhole] = [one, other].map((way) =>
    narrower.every((room) => numbersSeen(way, room).isLabelWhole),
  );
  if (isLabelFirst && isWhole !== isOtherWhole) return isWhole === true;
  const [hasGap, hasOtherGap] = [one, other].map(({ label }) => label.includes(BLANK));
  if (hasGap !== hasOtherGap) return hasOtherGap === true;
  return narrower.some((room) => numbersSeen(one, room).label > numbersSeen(other, room).label);
}

/** How many numbers of the label, of the first part of the description beside it, and of all that count, are seen whole. */
function numbersSeen({ counted: count, ...texts }: Way, room: number) {
  const start = startOf(texts, ROW);
  const end = start + widthAt(texts.parts.join(SEPARATOR), DESCRIPTION_SIZE);
  const edge = (end > room - SLACK ? room - ROW.ellipsis : room) - END_SLACK;
  const within = (text: string, from: number, size: number): number =>
    [...text.matchAll(NUMBER)].filter(
      ({ index, 0: number }) => from + widthAt(text.slice(0, index + number.length), size) <= edge,
    ).length;
  const [label, first, counted] = [
    within(texts.label, 0, LABEL_SIZE),
    ...[1, count].map((most) => within(texts.parts.slice(0, most).join(SEPARATOR), start, DESCRIPTION_SIZE)),
  ] as const;
  const isLabelWhole = label === [...texts.label.matchAll(NUMBER)].length;
  return { label, isLabelWhole, first: first ?? 0, all: label + (counted ?? 0) };
}

/** Each number by itself; the first of a label stays where it begins. */
function movedNumbers(label: string, edges: readonly Edge[]): string {
  let drawn = '';
  let end = 0;
  for (const { index, 0: number } of label.matchAll(NUMBER)) {
    drawn += label.slice(end, index);
    end = index + number.length;
    const start = widthAt(drawn, LABEL_SIZE);
    drawn += index === 0 ? number : `${blanksBefore(number, start, LABEL_SIZE, edges)}${number}`;
  }
  return drawn + label.slice(end);
}

/** Parts stay whole: `now 62¢` moves as one. Of a name with a number behind it only that moves. */
function movedParts(parts: readonly string[], start: number, edges: readonly Edge[], size: number) {
  const drawn: string[] = [];
  for (const part of parts) {
    const words = NAME.exec(part)?.[0] ?? '';
    // The dot stays beside the part before it: alone among blanks it would look like a figure that is gone.
    let moved = '';
    for (const piece of [words, part.slice(words.length)]) {
      const at = start + widthAt([...drawn, moved].join(SEPARATOR), size);
      moved += `${blanksBefore(piece, at, size, edges)}${piece}`;
    }
    drawn.push(moved);
  }
  return drawn;
}

/** Words so long that they are worth more than the number behind them. */
const NAME = /^\D{9,} (?=\S*\d)/u;

/** What has to stand before a text that begins at `at`, so that no edge is within a number of it: behind its first sign none is seen. */
function blanksBefore(text: string, at: number, size: number, edges: readonly Edge[]): string {
  const blank = widthAt(BLANK, size);
  const numbers = [...text.matchAll(NUMBER)].map(({ index, 0: number }) => ({
    start: at + widthAt(text.slice(0, index), size) + widthAt(number.charAt(0), size),
    end: at + widthAt(text.slice(0, index + number.length), size) + (ENDS_OPEN.test(number) ? TAIL : 0),
  }));
  let count = 0;
  for (;;) {
    const ways = numbers.flatMap(({ start, end }) =>
      edges
        .map(({ first, last }) => ({ first, last, from: start + count * blank, to: end + count * blank }))
        .flatMap(({ first, last, from, to }) =>
          from < last + SLACK && to > first - END_SLACK ? [last + SLACK - from] : [],
        ),
    );
    if (ways.length === 0) return BLANK.repeat(count);
    count += Math.ceil(Math.max(...ways) / blank);
  }
}

/** Pixels, with no regard to kerning. */
export function widthAt(text: string, size: number): number {
  let width = 0;
  for (const sign of text) width += WIDTHS[sign.charCodeAt(0) - 32] ?? OTHERS.get(sign) ?? otherWidth(sign);
  return (width * size) / 1000;
}

function otherWidth(sign: string): number {
  if (SQUARE.test(sign)) return 1000;
  return /\p{Lu}/u.test(sign) ? 700 : 640;
}
