/** Side bars that rows are made for, pixels: no number is cut in one of them. */
export const SIDE_BARS = [300, 220] as const;
/** How wide the label of a row may be, up to its last figure; the unit is one digit. The wider of them shows so much. */
export const LABEL_WIDTH = 20;
/** So much less the narrower one shows; the wider one shows the description's first price beside it, too. */
export const NARROWER = 2.2;

const HALF = new Set(" .,:'’\u2008ijlIfrt");
const QUARTER_MORE = new Set('mw▲▼×');
const HALF_MORE = new Set('MW');
/** Chinese characters and the marks between them are square. */
export const SQUARE = /[\u2e80-\u9fff\uff00-\uff60]/;

/** Width of a text in digits, about as the editor's font draws it. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += widthOfSign(sign);
  return width;
}

function widthOfSign(sign: string): number {
  if (HALF.has(sign)) return 0.5;
  if (QUARTER_MORE.has(sign)) return 1.25;
  if (HALF_MORE.has(sign)) return 1.5;
  return SQUARE.test(sign) ? 1.6 : 1;
}

/**
 * The first letters that fit, three at least, behind the `No` of an answer too, and `…`. Half a number is a wrong one: of
 * `$500 to $599` the first number stays whole, as it tells the ranges of one question apart, and a later one that does not fit
 * is left out.
 */
export function cutName(name: string, room: number): string {
  const least = 3 + (/^\S{1,2} /u.exec(name)?.[0].length ?? 0);
  let [letters, place, width] = [0, 0, widthOf('…')];
  for (const sign of name) {
    width += widthOfSign(sign);
    if (letters >= least && width > room) break;
    letters += 1;
    place += sign.length;
  }
  const text = name.slice(0, placeBesideNumbers(name, place)).trimEnd();
  return text.length < name.length ? `${text}…` : name;
}

const NUMBER = /[+−]?[$€£]?\d(?:[\d.,]*\d)?[%¢]?/gu;

/** The place to cut a name at, moved out of a number: behind the first one, before any other. */
function placeBesideNumbers(name: string, place: number): number {
  const [first, ...later] = [...name.matchAll(NUMBER)].map(({ index, 0: number }) => ({
    start: index,
    end: index + number.length,
  }));
  if (first !== undefined && first.start <= place && place < first.end) return first.end;
  return later.find(({ start, end }) => start < place && place < end)?.start ?? place;
}

const FIGURE_SPACE = '\u2007';
const POINT_SPACE = '\u2008';

/**
 * Texts that stand under each other, padded on the left so that their figures line up: a figure space for each missing sign, a
 * punctuation space for each missing point. An arrow or minus of an amount of money stays at the left: `▼ $0.36`.
 */
export function alignedFigures(texts: readonly string[]): readonly string[] {
  const points = texts.map((text) => text.replace(/[^.,]/g, '').length);
  const signs = texts.map((text, place) => [...text].length - (points[place] ?? 0));
  const most = (counts: readonly number[]): number => counts.reduce((a, b) => Math.max(a, b), 0);
  const [mostPoints, mostSigns] = [most(points), most(signs)];
  return texts.map((text, place) => {
    const pad =
      FIGURE_SPACE.repeat(mostSigns - (signs[place] ?? 0)) +
      POINT_SPACE.repeat(mostPoints - (points[place] ?? 0));
    const [, arrow = '', rest = ''] = /^([▲▼]?)(.*)$/su.exec(text) ?? [];
    return `${arrow}${pad}${rest}`;
  });
}
