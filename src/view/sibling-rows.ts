import type { Row, TextParts } from './row.ts';
import { alignedFigures } from './widths.ts';

/**
 * Rows that stand under one another: their figures line up, those that would read alike begin with what differs, and none is
 * shortened to what another may be called.
 */
export function siblingRows(made: readonly Row[]): readonly Row[] {
  const rows = withNamesOfTheirOwn(made);
  const twins = Map.groupBy(
    rows.filter(({ alike }) => alike !== undefined),
    ({ alike }) => alike?.key,
  );
  const hasTwins = twins.size < rows.filter(({ alike }) => alike !== undefined).length;
  const leads = rows.flatMap(({ lead }) => lead ?? []);
  if (!hasTwins && leads.length < 2) return rows;
  const aligned = alignedFigures(leads);
  const padded = new Map(leads.map((lead, place) => [lead, aligned[place] ?? lead]));
  return rows.map((row) => {
    const differs = hasTwins ? whatDiffers(row, twins.get(row.alike?.key) ?? []) : undefined;
    const lead = row.lead === undefined ? undefined : padded.get(row.lead);
    if (differs === undefined && (lead === undefined || lead === row.lead)) return row;
    const led = (label: string): string => `${lead}${label.slice(row.lead?.length)}`;
    return {
      ...row,
      ...(lead === undefined ? {} : { label: led(row.label) }),
      ...(lead === undefined || row.shorter === undefined ? {} : { shorter: row.shorter.map(led) }),
      ...(differs === undefined ? {} : { parts: ledBy(differs, row.parts) }),
    };
  });
}

function withNamesOfTheirOwn(rows: readonly Row[]): readonly Row[] {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const { label, shorter = [] } of rows)
    for (const name of [label, ...shorter]) {
      if ((owners.get(name) ?? label) !== label) shared.add(name);
      owners.set(name, label);
    }
  if (shared.size === 0) return rows;
  return rows.map((row) =>
    row.shorter?.some((name) => shared.has(name)) === true
      ? { ...row, shorter: row.shorter.filter((name) => !shared.has(name)) }
      : row,
  );
}

type Difference = NonNullable<Row['alike']>['by'][number];

/** A description that begins with a part or some, which it may have further on already. */
function ledBy(first: Difference, all: TextParts): TextParts {
  const own = [first].flat();
  const place = all.findIndex((_, from) => own.every((part, next) => all[from + next] === part));
  return [...own, ...(place < 0 ? all : all.toSpliced(place, own.length))];
}

/** The first thing by which a row is not like one of its twins. */
function whatDiffers({ alike }: Row, twins: readonly Row[]): Difference {
  if (alike === undefined || twins.length < 2) return undefined;
  return alike.by.find(
    (each, place) => each !== undefined && twins.some((twin) => `${twin.alike?.by[place]}` !== `${each}`),
  );
}
