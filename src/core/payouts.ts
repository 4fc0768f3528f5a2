import { Decimal } from './decimal.ts';
import { currencyOf, isOpen, settlementPays } from './figures.ts';
import {
  canMeet,
  type LineRule,
  type Measure,
  type Range,
  rangesOf,
  ruleHolds,
  within,
} from './line-rules.ts';
import type { OwnDecimal } from './own.ts';
import type { Position } from './position.ts';

export interface HeldLine {
  readonly position: Position;
  readonly rule: LineRule;
  /** Its result where it is known, whatever the rule. */
  readonly longPays?: Decimal | undefined;
}

/** One thing an outcome says: `Islanders by 1 to 6`. */
export interface Finding {
  readonly group: string;
  readonly measure: Measure;
  readonly range: Range;
}

/** What is made, cost and fees taken off; `undefined` where a line comes out even and its rules decide. */
export interface OutcomeRow {
  readonly findings: readonly Finding[];
  readonly made: OwnDecimal | undefined;
}

/** What the positions of one currency make of each result. */
export interface Payouts {
  readonly currency: string;
  readonly cost: OwnDecimal;
  readonly counted: number;
  /** Positions without quantity or cost, left out. */
  readonly missing: number;
  /** One table over everything; or, where that is too long, one for each thing that is decided by itself. */
  readonly tables: readonly (readonly OutcomeRow[])[];
  /** Of results that settled lines fix already, in each row of a single table and in best and worst. */
  readonly fixed: OwnDecimal;
  readonly best: OwnDecimal;
  readonly worst: OwnDecimal;
  /** Some results are not known: a line may come out even. */
  readonly isOpen: boolean;
}

const MOST_ROWS = 24;

/**
 * What each result makes over all positions, one entry a currency. Margin and total of one game are looked at together,
 * so that no row says what no score can be; anything else is decided by itself. `answers`: how many a question has.
 */
export function payoutsByOutcome(
  lines: readonly HeldLine[],
  answers: ReadonlyMap<string, number> = new Map(),
): readonly Payouts[] {
  const open = lines.filter(({ position }) => isOpen(position));
  return [...Map.groupBy(open, ({ position }) => currencyOf(position))].map(([currency, all]) => {
    const known = all.filter(
      ({ position: { netPosition, cost } }) => netPosition && cost?.currency === currency,
    );
    const settled = known.filter(({ longPays }) => longPays !== undefined);
    const unsettled = known.filter(({ longPays }) => longPays === undefined);
    const fixed = sum(settled.map((line) => made(line, line.longPays)));
    const groups = [...Map.groupBy(unsettled, keyOf)].map(([, some]) => groupRows(some, answers));
    const size = groups.reduce((product, rows) => product * rows.length, 1);
    const whole = size > MOST_ROWS ? undefined : groups.reduce(crossed, [{ findings: [], made: fixed }]);
    const ends = (pick: 1 | -1): OwnDecimal =>
      groups.reduce((total, rows) => total.plus(extreme(rows, pick)), fixed);
    return {
      currency,
      cost: sum(known.map(({ position }) => position.cost?.value)),
      counted: known.length,
      missing: all.length - known.length,
      tables: whole === undefined ? groups : [whole],
      fixed,
      best: ends(1),
      worst: ends(-1),
      isOpen: groups.some((rows) => rows.some((row) => row.made === undefined)),
    };
  });
}

function keyOf({ rule: { group, measure } }: HeldLine): string {
  return measure === 'margin' || measure === 'total' ? `game ${group}` : `${measure} ${group}`;
}

function groupRows(lines: readonly HeldLine[], answers: ReadonlyMap<string, number>): readonly OutcomeRow[] {
  const axes = [...Map.groupBy(lines, ({ rule }) => rule.measure)].sort(([a], [b]) => a.localeCompare(b));
  const findings = axes.map(([measure, some]): readonly Finding[] => {
    const rules = some.map(({ rule }) => rule);
    const group = rules[0]?.group ?? '';
    const held = [...new Set(rules.map(({ value }) => value))].sort((a, b) => a - b);
    const hasOther = (answers.get(group) ?? Number.POSITIVE_INFINITY) > held.length;
    const ranges = rangesOf(rules, hasOther ? [...held, OTHER_ANSWER] : held);
    return ranges.map((range) => ({ group, measure, range }));
  });
  const [first = [], second] = findings;
  const results =
    second === undefined
      ? first.map((each) => [each])
      : first.flatMap((margin) =>
          second.filter((total) => canMeet(margin.range, total.range)).map((total) => [margin, total]),
        );
  return results.map((some) => ({
    findings: some,
    made: lines.reduce<OwnDecimal | undefined>((before, line) => {
      const finding = some.find(({ measure }) => measure === line.rule.measure);
      const holds = finding && ruleHolds(line.rule, within(finding.range));
      const amount = holds === undefined ? undefined : made(line, holds ? Decimal.one : Decimal.zero);
      return amount && before?.plus(amount);
    }, Decimal.zero),
  }));
}

/** Stands for any answer nobody asked about. */
export const OTHER_ANSWER = -1;

function made({ position }: HeldLine, longPays: Decimal | undefined): OwnDecimal | undefined {
  const { netPosition, cost } = position;
  if (netPosition === undefined || cost === undefined || longPays === undefined) return undefined;
  return settlementPays(netPosition, longPays).minus(cost.value);
}

function crossed(before: readonly OutcomeRow[], rows: readonly OutcomeRow[]): readonly OutcomeRow[] {
  return before.flatMap((left) =>
    rows.map((right) => ({
      findings: [...left.findings, ...right.findings],
      made: right.made && left.made?.plus(right.made),
    })),
  );
}

function extreme(rows: readonly OutcomeRow[], pick: 1 | -1): OwnDecimal {
  const amounts = rows.flatMap((row) => row.made ?? []);
  const [first = Decimal.zero] = amounts;
  return amounts.reduce((best, each) => (each.compare(best) === pick ? each : best), first);
}

function sum(amounts: readonly (OwnDecimal | undefined)[]): OwnDecimal {
  return amounts.reduce<OwnDecimal>(
    (total, each) => (each === undefined ? total : total.plus(each)),
    Decimal.zero,
  );
}
