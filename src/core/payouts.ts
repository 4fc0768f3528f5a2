import { byCurrency } from './currencies.ts';
import { Decimal } from './decimal.ts';
import { currencyOf, isHeld, settlementPays } from './figures.ts';
import { canMeet, type LineRule, type Measure, type Range, rangesOf, ruleHolds } from './line-rules.ts';
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
interface OutcomeRow {
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
  readonly best: OwnDecimal;
  readonly worst: OwnDecimal;
}

const MOST_ROWS = 24;

/**
 * What each result makes over all positions, one entry a currency. Margin and total of one game are looked at together,
 * so that no row says what no score can be; anything else is decided by itself.
 */
export function payoutsByOutcome(lines: readonly HeldLine[]): readonly Payouts[] {
  const open = lines.filter(({ position }) => isHeld(position));
  return [...byCurrency(open, ({ position }) => currencyOf(position))].map(([currency, all]) => {
    const known = all.filter(
      ({ position: { netPosition, cost } }) =>
        netPosition && cost !== undefined && (cost.currency || currency) === currency,
    );
    // What settled lines have made already is part of each result.
    const fixed = sum(known.map((line) => line.longPays && made(line, line.longPays)));
    const unsettled = known.filter(({ longPays }) => longPays === undefined);
    const groups = [...Map.groupBy(unsettled, decidedBy).values()].map(groupRows);
    const size = groups.reduce((product, rows) => product * rows.length, 1);
    const ends = groups.map((rows) => rows.flatMap((row) => row.made ?? []).sort((a, b) => a.compare(b)));
    return {
      currency,
      cost: sum(known.map(({ position }) => position.cost?.value)),
      counted: known.length,
      missing: all.length - known.length,
      tables: size > MOST_ROWS ? groups : [groups.reduce(crossed, [{ findings: [], made: fixed }])],
      best: sum([fixed, ...ends.map((amounts) => amounts.at(-1))]),
      worst: sum([fixed, ...ends.map(([least]) => least)]),
    };
  });
}

function decidedBy({ rule: { group, measure } }: HeldLine): string {
  return measure === 'answer' ? `answer ${group}` : group;
}

function groupRows(lines: readonly HeldLine[]): readonly OutcomeRow[] {
  const rules = Map.groupBy(
    lines.map(({ rule }) => rule),
    ({ measure }) => measure,
  );
  const findings = (measure: Measure): readonly Finding[] =>
    rangesOf(rules.get(measure) ?? []).map((range) => ({
      group: lines[0]?.rule.group ?? '',
      measure,
      range,
    }));
  // Those the first team wins first: as the title names them.
  const [margins, totals] = [findings('margin').toReversed(), findings('total')];
  const results =
    margins.length > 0 && totals.length > 0
      ? margins.flatMap((margin) =>
          totals.filter((total) => canMeet(margin.range, total.range)).map((total) => [margin, total]),
        )
      : [...margins, ...totals, ...findings('answer')].map((each) => [each]);
  return results.map((some) => ({
    findings: some,
    made: lines.reduce<OwnDecimal | undefined>((before, line) => {
      const range = some.find(({ measure }) => measure === line.rule.measure)?.range;
      const holds = ruleHolds(line.rule, range?.from ?? range?.to ?? 0);
      return holds === undefined ? undefined : before?.plus(made(line, holds ? Decimal.one : Decimal.zero));
    }, Decimal.zero),
  }));
}

function made({ position: { netPosition, cost } }: HeldLine, longPays: Decimal): OwnDecimal {
  return settlementPays(netPosition ?? Decimal.zero, longPays).minus(cost?.value ?? Decimal.zero);
}

function crossed(before: readonly OutcomeRow[], rows: readonly OutcomeRow[]): readonly OutcomeRow[] {
  return before.flatMap((left) =>
    rows.map((right) => ({
      findings: [...left.findings, ...right.findings],
      made: right.made && left.made?.plus(right.made),
    })),
  );
}

function sum(amounts: readonly (OwnDecimal | undefined)[]): OwnDecimal {
  return amounts.reduce<OwnDecimal>((total, each) => total.plus(each ?? Decimal.zero), Decimal.zero);
}
