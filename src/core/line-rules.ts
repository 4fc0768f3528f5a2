/** What a line is decided by: points of the first team less those of the second, all points, or which answer it is. */
export type Measure = 'margin' | 'total' | 'answer';

/** When the long side of a line pays, as a condition on one whole number. */
export interface LineRule {
  /** What is decided together: a game, a part of it, a question. */
  readonly group: string;
  readonly measure: Measure;
  readonly is: 'above' | 'below' | 'at';
  readonly value: number;
  /** Two sides of which one wins: it never comes out even. */
  readonly noTie?: true;
  /** One of so many lines of which exactly one pays. */
  readonly of?: number;
}

/** Stands for any answer no line is about. */
const OTHER_ANSWER = -1;

/** Whole numbers between two bounds, both included; an absent bound is open. */
export interface Range {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** True if the long side pays at a number; `undefined` where it comes out even and the rules of the market decide. */
export function ruleHolds({ is, value, measure }: LineRule, at: number): boolean | undefined {
  if (is === 'at') return at === value;
  const isEven = at === value && (measure === 'total' || value !== 0);
  return isEven ? undefined : is === 'above' ? at > value : at < value;
}

/** Ranges within which each of some rules of one measure decides alike, from low to high. */
export function rangesOf(rules: readonly LineRule[]): readonly Range[] {
  const measure = rules[0]?.measure;
  if (measure === undefined) return [];
  if (measure === 'answer') {
    const answers = [...new Set(rules.map(({ value }) => value))].sort((a, b) => a - b);
    const isAll = answers.length === rules[0]?.of;
    return [...answers, ...(isAll ? [] : [OTHER_ANSWER])].map((value) => ({ from: value, to: value }));
  }
  // The first number of each range but the lowest.
  const starts = new Set(
    rules.flatMap(({ value }) => (Number.isInteger(value) ? [value, value + 1] : [Math.ceil(value)])),
  );
  const inOrder = [...starts].sort((a, b) => a - b);
  const isTieless = rules.some(({ noTie }) => noTie === true);
  return [measure === 'total' ? 0 : undefined, ...inOrder]
    .map((from, place) => ({ from, to: place < inOrder.length ? (inOrder[place] ?? 0) - 1 : undefined }))
    .filter(
      ({ from, to }) =>
        from === undefined || to === undefined || from < to || (from === to && !(isTieless && to === 0)),
    );
}

/** Whether some score has this margin and this total: a win by seven needs seven points, and both are odd or both even. */
export function canMeet(margin: Range, total: Range): boolean {
  const low = Math.max(total.from ?? 0, margin.from ?? 0, -(margin.to ?? 0));
  const high = total.to ?? Number.POSITIVE_INFINITY;
  if (low !== high) return low < high;
  const least = Math.max(margin.from ?? -low, -low);
  const most = Math.min(margin.to ?? low, low);
  return least < most || (low - least) % 2 === 0;
}
