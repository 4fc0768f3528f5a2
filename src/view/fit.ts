/** Side bars in which no number of a row may be cut, pixels: how much room a row of the first level has there. */
const ROOMS = [248, 167];
/** What each level below the first takes of it, pixels, and what the mark at the right edge does. */
const INDENT = 8;
const MARK = 17;
/** Of the sign that stands for what was cut. */
const ELLIPSIS = 13;
const LABEL_SIZE = 13;
const DESCRIPTION_SIZE = 11.7;
const GAP = 5.85;
/** How far measured widths may be off, as fonts differ, pixels: so near to an edge no number begins or ends. */
const SLACK = 4;

/** Advance widths of the signs from the blank to `~`, thousandths of the size: of DejaVu Sans, the widest font in common use. */
const WIDTHS =
  '318,401,460,838,636,950,780,275,390,390,500,838,318,361,318,337,636,636,636,636,636,636,636,636,636,636,337,337,838,838,838,531,1000,684,686,698,770,632,575,775,752,295,295,656,557,863,748,787,603,787,695,635,611,732,684,989,685,611,685,390,337,390,838,500,500,613,635,550,635,615,352,635,634,278,278,579,278,974,634,612,635,635,411,521,392,634,592,818,592,592,525,636,337,636,838'
    .split(',')
    .map(Number);
const OTHERS: ReadonlyMap<string, number> = new Map([
  ...[...'·’\u2008'].map((sign) => [sign, 318] as const),
  ['\u2007', 636] as const,
  ...[...'–'].map((sign) => [sign, 500] as const),
  ...[...'−→×≥≤'].map((sign) => [sign, 838] as const),
  ...[...'▲▼◆◇◈'].map((sign) => [sign, 770] as const),
  ...[...'…'].map((sign) => [sign, 1000] as const),
]);

/** A number as it stands in a text, with its units: `27¢`, `14/57`, `1:02`, `1 h 18 m`, `−19.5`. */
const NUMBER = /\S*\d\S*(?: [hmds]\b(?: \d+ [hmds]\b)*)?/gu;

/** Takes the room of a digit and shows nothing. */
const BLANK = '\u2007';
const SEPARATOR = ' · ';

export interface RowTexts {
  readonly label: string;
  /** A label to use where the other one would be cut in a number. */
  readonly shorter?: string | undefined;
  readonly description: string;
}

/**
 * The texts of a row of which no number is cut in half, at 300 and at 220 pixels: the editor cuts at the right edge, tells nobody
 * where that is, and `27…` is a wrong number. What an edge would cut is moved behind it by blanks: there it is left out whole,
 * and a wider side bar has it. `level`: 1 at the root.
 */
export function withoutHalfNumbers(
  { label, shorter, description }: RowTexts,
  level: number,
  isMarked: boolean,
): { readonly label: string; readonly description: string } {
  const rooms = ROOMS.map((room) => room - (level - 1) * INDENT - (isMarked ? MARK : 0));
  const fitted = fittedTo(rooms, label, description);
  return shorter === undefined || fitted.label === label ? fitted : fittedTo(rooms, shorter, description);
}

/** Blanks make a row longer, so that another edge may cut it: then that counts too. */
function fittedTo(rooms: readonly number[], label: string, description: string) {
  let drawn = { label, description };
  let edges: readonly number[] = [];
  for (;;) {
    const { label: name, description: rest } = drawn;
    const width = widthAt(name, LABEL_SIZE) + (rest === '' ? 0 : GAP + widthAt(rest, DESCRIPTION_SIZE));
    const cutting = rooms.filter((room) => width > room - SLACK).map((room) => room - ELLIPSIS);
    if (cutting.length <= edges.length) return drawn;
    edges = cutting.toSorted((one, other) => one - other);
    const moved = movedNumbers(label, edges);
    const start = widthAt(moved, LABEL_SIZE) + GAP;
    drawn = { label: moved, description: movedParts(description, start, edges) };
  }
}

/** Each number by itself; the first of a label stays where it begins. */
function movedNumbers(label: string, edges: readonly number[]): string {
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
function movedParts(description: string, start: number, edges: readonly number[]): string {
  let drawn = '';
  for (const part of description.split(SEPARATOR)) {
    const text = drawn === '' ? part : `${SEPARATOR}${part}`;
    const words = NAME.exec(text)?.[0] ?? '';
    for (const piece of [words, text.slice(words.length)]) {
      const at = start + widthAt(drawn, DESCRIPTION_SIZE);
      drawn += `${blanksBefore(piece, at, DESCRIPTION_SIZE, edges)}${piece}`;
    }
  }
  return drawn;
}

/** Words so long that they are worth more than the number behind them. */
const NAME = /^\D{12,} (?=\S*\d)/u;

/** What has to stand before a text that begins at `at`, so that no edge is within a number of it. */
function blanksBefore(text: string, at: number, size: number, edges: readonly number[]): string {
  const blank = widthAt(BLANK, size);
  const numbers = [...text.matchAll(NUMBER)].map(({ index, 0: number }) => ({
    start: at + widthAt(text.slice(0, index), size),
    width: widthAt(number, size),
  }));
  let count = 0;
  for (;;) {
    const moved = numbers.map(({ start, width }) => ({ start: start + count * blank, width }));
    const ways = moved.flatMap(({ start, width }) =>
      edges.flatMap((edge) =>
        start < edge + SLACK && start + width > edge - SLACK ? [edge + SLACK - start] : [],
      ),
    );
    if (ways.length === 0) return BLANK.repeat(count);
    count += Math.ceil(Math.max(...ways) / blank);
  }
}

/** Pixels, with no regard to kerning. */
export function widthAt(text: string, size: number): number {
  let width = 0;
  for (const sign of text)
    width += WIDTHS[sign.charCodeAt(0) - 32] ?? OTHERS.get(sign) ?? (/\p{Lu}/u.test(sign) ? 700 : 640);
  return (width * size) / 1000;
}
