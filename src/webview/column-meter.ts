import type { List, ListCell, ListColumn, ListRow } from '../view/panels/portfolio/protocol.ts';
import { cutName, widthOf } from '../view/widths.ts';
import type { ColumnNeed, ShownColumn } from './list-columns.ts';

/** Room beside the text of a cell, at both ends together, CSS pixels. */
const PADDING = 16;
/** A bar and the room around it. */
const TRACK = 84;
/** What a bold letter takes more than a plain one. */
const BOLDER = 1;
/** Texts remembered; names and new figures come for as long as a page is open. */
const MOST_TEXTS = 20_000;
/** Before the first text: a check box, and a mark. */
const BOX = 24;
const MARK = 22;
/** So large a part of the names counts as most of them; by so much signs differ from what they take about, CSS pixels. */
const USUAL = 0.9;
const LEEWAY = 8;
/** The shortest a name gets before columns are left out for it, in digits. */
const SHORTEST = 18;

/** The texts of a cell that fit its column. */
export interface FittedText {
  readonly text: string;
  readonly aside: string | undefined;
}

/** Measures texts, and remembers the widest of each column: columns grow, they never shrink under the hand. */
export class ColumnMeter {
  readonly #measure: (text: string) => number;
  readonly #widths = new Map<string, number>();
  readonly #rough = new Map<string, number>();
  readonly #short = new Map<string, string>();
  readonly #most = new Map<string, number>();
  /** What a cell of each column has around its text. */
  readonly #edges: number[] = [];
  /** What the cells of each column have said so far. */
  readonly #said: Set<string>[] = [];

  /** `measure`: how wide a text is in the page's font, CSS pixels. */
  constructor(measure: (text: string) => number) {
    this.#measure = measure;
  }

  needs(list: List, hasBoxes: boolean): readonly ColumnNeed[] {
    const { columns, rows, totals = [] } = list;
    return columns.map((column, index) => {
      const sums = index === 0 ? [] : totals.flatMap(({ cells }) => cells[index] ?? []);
      const all = rows.flatMap(({ cells }) => cells[index] ?? []);
      const fresh = this.#fresh(index, all);
      const bold = sums.reduce((most, { text }) => Math.max(most, this.#of(text) + text.length * BOLDER), 0);
      const edges = this.#grown(`${column.label} edges`, beforeText(list, index, hasBoxes) + PADDING);
      this.#edges[index] = edges;
      const heading = this.#of(column.label) + column.label.length * BOLDER;
      const texts = isWordy(column) ? this.#widest(fresh, wholeText) : this.#apart(column.label, fresh);
      const figures = Math.max(bold, texts);
      const whole = this.#grown(
        `${column.label} whole`,
        Math.max(heading, isWordy(column) ? figures : this.#roomy(column.label, figures)),
      );
      const grown = (level: string, widthOfAll: () => number): number => {
        const width = isWordy(column) ? Math.max(heading, widthOfAll()) : whole;
        return edges + this.#grown(`${column.label} ${level}`, Math.min(width, whole));
      };
      return {
        isWordy: isWordy(column),
        most: grown('most', () => (fresh.length === 0 ? 0 : this.#usual(all))),
        short: grown('short', () => this.#widest(fresh, (cell) => this.#shortest(cell))),
        full: grown('full', () => this.#widest(fresh, ({ text }) => text)),
        whole: edges + whole,
        importance: column.importance,
      };
    });
  }

  /** The cells that say what none of their column said before: the others make it no wider. */
  #fresh(index: number, cells: readonly ListCell[]): readonly ListCell[] {
    const said = this.#said[index] ?? new Set();
    this.#said[index] = said;
    if (said.size > MOST_TEXTS) said.clear();
    return cells.filter((cell) => {
      const text = wholeText(cell);
      return !said.has(text) && said.add(text);
    });
  }

  /** Of the buttons at the end of the rows, and what stands in their place. */
  buttonNeed(rows: readonly ListRow[]): number {
    const texts = new Set(rows.flatMap(({ button, noButton }) => [button?.label ?? '', noButton ?? '']));
    return this.#grown('', [...texts].reduce((most, text) => Math.max(most, this.#of(text)), 0) + PADDING);
  }

  /**
   * As much of a cell as its column has room for: the name in full, abbreviated, or its first letters. What its list needs was
   * asked for last.
   */
  fitted(cell: ListCell, column: ListColumn | undefined, { index, width }: ShownColumn): FittedText {
    const { text, aside, short = text, strong = 0 } = cell;
    if (column === undefined || !isWordy(column)) return { text, aside };
    const room = width - (this.#edges[index] ?? PADDING) - strong * BOLDER;
    if (this.#of(wholeText(cell)) <= room) return { text, aside };
    if (this.#of(text) <= room) return { text, aside: undefined };
    return { text: this.#cut(short, room), aside: undefined };
  }

  /** Half a number is a wrong number: where not even the first one has room, what stands before it is all there is. */
  #cut(name: string, room: number): string {
    if (this.#of(name) <= room) return name;
    for (let digits = Math.floor(room / this.#of('0')); digits > 3; digits -= 1) {
      const cut = cutName(name, digits);
      if (this.#of(cut) <= room) return cut;
    }
    return `${name.replace(/\s*[+−]?[$€£]?\d.*$/u, '')}…`;
  }

  /** A text is measured when it may be the widest, by what its signs take about. */
  #widest(cells: readonly ListCell[], textOf: (cell: ListCell) => string): number {
    const texts = cells.map(textOf);
    const most = texts.reduce((widest, text) => Math.max(widest, this.#about(text)), 0);
    return texts.reduce((widest, text, place) => {
      if (this.#about(text) < most * 0.8) return widest;
      return Math.max(widest, this.#of(text) + (cells[place]?.strong ?? 0) * BOLDER);
    }, 0);
  }

  /** What nine of ten names need, so that a single long one does not count. */
  #usual(cells: readonly ListCell[]): number {
    const texts = cells.map(({ text }) => text).toSorted((a, b) => this.#about(a) - this.#about(b));
    const usual = texts[Math.floor((texts.length - 1) * USUAL)];
    return usual === undefined ? 0 : this.#of(usual) + LEEWAY;
  }

  #about(text: string): number {
    const known = this.#rough.get(text);
    if (known !== undefined) return known;
    const width = widthOf(text);
    remember(this.#rough, text, width);
    return width;
  }

  /** Of a name as short as it gets before columns are left out for it. */
  #shortest({ text, short = text }: ListCell): string {
    const known = this.#short.get(short);
    if (known !== undefined) return known;
    const cut = cutName(short, SHORTEST);
    remember(this.#short, short, cut);
    return cut;
  }

  /** All figures are as wide as a zero, so most new ones are known already. */
  #of(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const shape = text.replace(/\d/g, '0');
    const width = this.#widths.get(shape) ?? Math.ceil(this.#measure(shape));
    remember(this.#widths, shape, width);
    remember(this.#widths, text, width);
    return width;
  }

  /** With room for one digit more, so that a price that moves does not move the columns. */
  #roomy(column: string, width: number): number {
    const key = `${column} figures`;
    const most = this.#most.get(key) ?? 0;
    if (width <= most) return most;
    return this.#grown(key, width + this.#of('0'));
  }

  /** The widest figure and the longest words behind one, whichever row has them: the figure before those words moves, too. */
  #apart(column: string, cells: readonly ListCell[]): number {
    const text = this.#widest(cells, ({ text }) => text);
    const aside = this.#widest(cells, (cell) => asideText(cell));
    return this.#grown(`${column} text`, text) + this.#grown(`${column} aside`, aside);
  }

  #grown(column: string, width: number): number {
    const most = Math.max(width, this.#most.get(column) ?? 0);
    this.#most.set(column, most);
    return most;
  }
}

/** What stands before the text of a cell, CSS pixels. */
function beforeText({ rows }: List, index: number, hasBoxes: boolean): number {
  const track = rows.some(({ cells }) => cells[index]?.share !== undefined) ? TRACK : 0;
  if (index > 0) return track;
  const hasMarks = rows.some(({ mark }) => mark !== undefined);
  return track + (hasBoxes ? BOX : 0) + (hasMarks ? MARK : 0);
}

function isWordy({ kind }: ListColumn): boolean {
  return kind === 'words';
}

function wholeText(cell: ListCell): string {
  return cell.text + asideText(cell);
}

function asideText({ aside }: ListCell): string {
  return aside === undefined ? '' : ` ${aside}`;
}

function remember<T>(all: Map<string, T>, key: string, value: T): void {
  if (all.size > MOST_TEXTS) all.clear();
  all.set(key, value);
}
