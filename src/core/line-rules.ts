/** What a line is decided by: points of the first team less those of the second, all points, yes or no, or which answer it is. */
export type Measure = 'margin' | 'total' | 'yes' | 'oneOf';

/** When the long side of a line pays, as a condition on one whole number. */
export interface LineRule {
  /** What is decided together: a game, a part of it, a question. */
  readonly group: string;
  readonly measure: Measure;
  readonly is: 'above' | 'below' | 'at';
  readonly value: number;
  /** Two sides of which one wins: it never comes out even. */
  readonly noTie?: true;
}

export const YES: Pick<LineRule, 'measure' | 'is' | 'value'> = { measure: 'yes', is: 'at', value: 1 };

/** Whole numbers between two bounds, both included; an absent bound is open. */
export interface Range {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** True if the long side pays at a number; `undefined` where it comes out even and the rules of the market decide. */
export function ruleHolds({ is, value, measure }: LineRule, at: number): boolean | undefined {
  if (is === 'at') return at === value;
  const isEven = at === value && measure !== 'yes' && measure !== 'oneOf' && value !== 0;
  return isEven ? undefined : is === 'above' ? at > value : at < value;
}

/** Ranges within which each of some rules of one measure decides alike, from low to high. */
export function rangesOf(rules: readonly LineRule[], answers: readonly number[] = []): readonly Range[] {
  const [first] = rules;
  if (first === undefined) return [];
  if (first.measure === 'yes') return [1, 0].map(single);
  if (first.measure === 'oneOf') return answers.map(single);
  // The first number of each range but the lowest.
  const starts = new Set(
    rules.flatMap(({ value }) => (Number.isInteger(value) ? [value, value + 1] : [Math.ceil(value)])),
  );
  const inOrder = [...starts].sort((a, b) => a - b);
  const floor = first.measure === 'total' ? 0 : undefined;
  const all = [floor, ...inOrder].map((from, place) => {
    const next = inOrder[place];
    return { from, to: next === undefined ? undefined : next - 1 };
  });
  const isTieless = rules.some(({ noTie }) => noTie === true);
  return all.filter(({ from, to }) => {
    const isEmpty = from !== undefined && to !== undefined && to < from;
    return !isEmpty && !(isTieless && from === 0 && to === 0);
  });
}

/** A number that stands for all of its range. */
export function within({ from, to }: Range): number {
  return from ?? to ?? 0;
}

/** Whether some score has this margin and this total: a win by seven needs seven points, and both are odd or both even. */
export function canMeet(margin: Range, total: Range): boolean {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = margin;
  const least = from > 0 ? from : to < 0 ? -to : 0;
  const low = Math.max(total.from ?? 0, least);
  const high = total.to ?? Number.POSITIVE_INFINITY;
  if (low > high) return false;
  if (low < high) return true;
  // One total is left: any margin of its parity up to it, on either side.
  for (let points = -low; points <= low; points += 2) if (points >= from && points <= to) return true;
  return false;
}

function single(value: number): Range {
  return { from: value, to: value };
}
