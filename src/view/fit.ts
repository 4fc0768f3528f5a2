import { joined } from './row.ts';

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
/** Pairs of letters stand closer together than they do alone. */
const KERNING = 2;

/** Advance widths of the signs from the blank to `~`, thousandths of the size: of DejaVu Sans, the widest font in common use. */
const WIDTHS =
  '318,401,460,838,636,950,780,275,390,390,500,838,318,361,318,337,636,636,636,636,636,636,636,636,636,636,337,337,838,838,838,531,1000,684,686,698,770,632,575,775,752,295,295,656,557,863,748,787,603,787,695,635,611,732,684,989,685,611,685,390,337,390,838,500,500,613,635,550,635,615,352,635,634,278,278,579,278,974,634,612,635,635,411,521,392,634,592,818,592,592,525,636,337,636,838'
    .split(',')
    .map(Number);
const OTHERS: ReadonlyMap<string, number> = new Map([
  ...[...'·’\u2008'].map((sign) => [sign, 318] as const),
  ...[...'–'].map((sign) => [sign, 500] as const),
  ...[...'−→×≥≤'].map((sign) => [sign, 838] as const),
  ...[...'▲▼◆◇◈'].map((sign) => [sign, 770] as const),
  ...[...'…'].map((sign) => [sign, 1000] as const),
]);

/** A number as it stands in a text, with the words it is written with: `27¢`, `14/57`, `Q4 1:02`, `1 h 18 m`, `−19.5`. */
const NUMBER = /\S*\d\S*(?: (?:[hmds]\b|\S*\d\S*))*/gu;

export interface RowTexts {
  readonly label: string;
  /** A label to use where the other one would be cut in a number. */
  readonly shorter?: string | undefined;
  readonly description: string;
  /** Words that say enough without the time behind them: `ended 12:04`. */
  readonly states?: readonly string[];
}

/**
 * The texts of a row of which no number is cut in half, at 300 and at 220 pixels: the editor cuts at the right edge, tells nobody
 * where that is, and `27…` is a wrong number. Such a part of the description is left out; one that begins behind the edge
 * stays, for a wider side bar. `level`: 1 at the root.
 */
export function withoutHalfNumbers(
  { label, shorter, description, states = [] }: RowTexts,
  level: number,
  isMarked: boolean,
): Pick<RowTexts, 'label' | 'description'> {
  const rooms = ROOMS.map((room) => room - (level - 1) * INDENT - (isMarked ? MARK : 0));
  const isHalf = (text: string, parts: readonly string[]): boolean =>
    rooms.some((room) => halfPart(text, parts, room) === 'label');
  let parts: readonly string[] = description === '' ? [] : description.split(' · ');
  const short = shorter !== undefined && isHalf(label, parts) ? shorter : label;
  const name = isHalf(short, []) ? beforeNumber(short, Math.min(...rooms)) : short;
  for (;;) {
    const half = rooms.map((room) => halfPart(name, parts, room)).find((part) => part !== undefined);
    if (half === undefined || parts.length === 0) break;
    // What stands behind a label is cut first, but its sign takes the room of the label's last number.
    parts =
      half === 'label' ? parts.slice(0, -1) : parts.toSpliced(half, 1, ...stateOf(parts[half] ?? '', states));
  }
  return { label: name, description: joined(parts) };
}

/** `◆ ended` of `◆ ended 12:04`; nothing of any other part. */
function stateOf(part: string, states: readonly string[]): readonly string[] {
  const word = states.find((each) => part.includes(`${each} `));
  return word === undefined ? [] : [part.slice(0, part.indexOf(word) + word.length)];
}

/** A title too long for any part of it to go, cut before the number the edge would cut. */
function beforeNumber(label: string, room: number): string {
  const cut = [...label.matchAll(NUMBER)].find(
    ({ index, 0: number }) => widthAt(label.slice(0, index + number.length), LABEL_SIZE) > room - ELLIPSIS,
  );
  return cut === undefined ? label : `${label.slice(0, cut.index).trimEnd()}…`;
}

/** What would be cut in a number where a row has so much room: its label, or a part of its description. */
function halfPart(label: string, parts: readonly string[], room: number): 'label' | number | undefined {
  const width = widthAt(label, LABEL_SIZE);
  const start = width + GAP;
  const isWhole = start + widthAt(joined(parts), DESCRIPTION_SIZE) <= room;
  if (isWhole || (parts.length === 0 && width <= room)) return undefined;
  const edge = room - ELLIPSIS;
  if (isCutAt(label, 0, LABEL_SIZE, edge)) return 'label';
  let from = start;
  for (const [place, part] of parts.entries()) {
    if (isCutAt(part, from, DESCRIPTION_SIZE, edge)) return place;
    from += widthAt(`${part} · `, DESCRIPTION_SIZE);
  }
  return undefined;
}

/** Whether the edge lies within a number of a text, so that its beginning is seen and its end is not. */
function isCutAt(text: string, start: number, size: number, edge: number): boolean {
  for (const { index, 0: number } of text.matchAll(NUMBER)) {
    // A sign or an arrow alone is no number.
    const digit = index + number.search(/\d/u);
    const isBegun = start + widthAt(text.slice(0, digit + 1), size) - KERNING <= edge;
    if (isBegun && start + widthAt(text.slice(0, index + number.length), size) > edge) return true;
  }
  return false;
}

/** Pixels, with no regard to kerning. */
export function widthAt(text: string, size: number): number {
  let width = 0;
  for (const sign of text)
    width += WIDTHS[sign.charCodeAt(0) - 32] ?? OTHERS.get(sign) ?? (/\p{Lu}/u.test(sign) ? 700 : 640);
  return (width * size) / 1000;
}
