import { widthAt } from './fit.ts';

/**
 * Where views of 220 and 300 px cut a root row, in digits of its label; the room of the `…` is taken off. Nobody can know the
 * width of a view, so a figure may stand before such an edge or behind it, never across: half a number is a wrong number.
 */
const EDGES = [18.2, 27.7];
/** Nearer to an edge than this no figure ends or begins: measured widths are a little off, as fonts differ. */
const SLACK = 0.4;
/** What each level of a tree and a mark at the right edge take away. */
const LEVEL = 1;
const MARK = 2.5;
/** The description's distance from the label, and its font beside the label's. */
const GAP = 0.7;
const ELLIPSIS = 1.54;
const SCALE = 0.9;

const FIGURE = /\S*\d\S*(?: [hmsd]\b(?: \d+ [hmsd]\b)*)?/gu;
const BLANK = '\u2007';

interface DrawnRow {
  readonly label: string;
  readonly description: string;
  /** At its right edge. */
  readonly hasMark: boolean;
}

/** A row as the editor is to draw it: figures that an edge would cut are moved behind it, as blanks take no room once cut. */
export function fitRow({ label, description, hasMark }: DrawnRow, depth: number) {
  const whole = drawnWidth(label) + GAP + SCALE * drawnWidth(description);
  const edges = EDGES.map((edge) => edge - depth * LEVEL - (hasMark ? MARK : 0)).filter(
    // Where all of it has room nothing is cut, and no `…` stands.
    (edge) => whole > edge + ELLIPSIS - SLACK,
  );
  const drawn = fitWords(label, edges);
  const before = drawnWidth(drawn) + GAP;
  const inDescription = edges.map((edge) => (edge - before) / SCALE);
  return { label: drawn, description: fitParts(description, inDescription) };
}

/** Each figure by itself. */
function fitWords(text: string, edges: readonly number[]): string {
  let drawn = '';
  let end = 0;
  for (const { index, 0: figure } of text.matchAll(FIGURE)) {
    drawn += text.slice(end, index);
    end = index + figure.length;
    drawn += index === 0 ? figure : `${blanks(drawnWidth(drawn), figure, edges)}${figure}`;
  }
  return drawn + text.slice(end);
}

/** Parts stay whole: `now 62¢` moves as one. */
function fitParts(description: string, edges: readonly number[]): string {
  let drawn = '';
  for (const part of description.split(SEPARATOR)) {
    const between = drawn === '' ? '' : SEPARATOR;
    let blank = '';
    for (const { index, 0: figure } of part.matchAll(FIGURE)) {
      const at = drawnWidth(`${drawn}${blank}${between}${part.slice(0, index)}`);
      blank += blanks(at, figure, edges);
    }
    drawn += `${blank}${between}${part}`;
  }
  return drawn;
}

const SEPARATOR = ' · ';

/** What has to stand before a figure at this place so that no edge is within it. */
function blanks(at: number, figure: string, edges: readonly number[]): string {
  let start = at;
  for (const edge of edges) {
    const isCut = start < edge + SLACK && start + drawnWidth(figure) > edge - SLACK;
    if (isCut) start = edge + SLACK;
  }
  return BLANK.repeat(Math.ceil(start - at));
}

/** In digits of a label, as the widest common font draws them. */
export function drawnWidth(text: string): number {
  return widthAt(text, 1000) / DIGIT;
}

const DIGIT = 650;
