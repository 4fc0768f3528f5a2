import { currencyOf, openPnl, positionValue, totals, type ValuedPosition } from './figures.ts';
import type { OwnDecimal, OwnMoney } from './own.ts';

/** `listed`: as the service lists them. */
const POSITION_SORTS = ['listed', 'gains', 'losses', 'value'] as const;
export type PositionSort = (typeof POSITION_SORTS)[number];

export function readPositionSort(stored: unknown): PositionSort {
  return POSITION_SORTS.find((sort) => sort === stored) ?? 'listed';
}

/**
 * Slugs of positions in the order chosen: groups by what they come to together, and each group's by their own figure. What has
 * none is last, and currencies are never compared.
 */
export function orderOfPositions<T extends ValuedPosition>(
  all: readonly T[],
  sort: PositionSort,
  groupOf: (position: T) => string,
): readonly string[] {
  if (sort === 'listed') return all.map(({ position }) => position.marketSlug);
  const groups = [...Map.groupBy(all, groupOf).values()].map((group) => ({
    group,
    figure: sumOf(group, sort),
  }));
  const inOrder = sorted(groups, ({ figure }) => figure, sort).map(({ group }) =>
    sorted(group, (each) => figureOf(each, sort), sort),
  );
  return inOrder.flat().map(({ position }) => position.marketSlug);
}

function sorted<T>(
  all: readonly T[],
  figure: (each: T) => OwnMoney | undefined,
  sort: PositionSort,
): readonly T[] {
  const known = all.flatMap((each) => {
    const amount = figure(each);
    return amount === undefined ? [] : [{ each, amount }];
  });
  const least = sort === 'losses';
  known.sort(
    ({ amount: a }, { amount: b }) =>
      a.currency.localeCompare(b.currency) || (least ? compare(a.value, b.value) : compare(b.value, a.value)),
  );
  const placed = new Set(known.map(({ each }) => each));
  return [...placed, ...all.filter((each) => !placed.has(each))];
}

function compare(a: OwnDecimal, b: OwnDecimal): number {
  return a.compare(b);
}

function figureOf({ position, marks }: ValuedPosition, sort: PositionSort): OwnMoney | undefined {
  const amount = sort === 'value' ? positionValue(position, marks)?.value : openPnl(position, marks);
  return amount && { ...amount, currency: currencyOf(position) };
}

/** Of the first currency, where a group has several. */
function sumOf(group: readonly ValuedPosition[], sort: PositionSort): OwnMoney | undefined {
  const [first] = totals(group);
  const sum = first && (sort === 'value' ? first.value : first.openPnl);
  if (first === undefined || sum === undefined || sum.missing === sum.counted) return undefined;
  return { value: sum.sum, currency: first.currency };
}
