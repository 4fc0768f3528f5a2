import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import type { Section, Table, TableRow } from '../view/panels/protocol.ts';
import { HAND } from './hand.ts';
import { TableSection } from './sections.tsx';
import { stillRows } from './still-rows.ts';

interface StillProps {
  readonly name: string;
  readonly section: Section<Table>;
  readonly controls?: ComponentChild;
  /** Which rows are shown, and what is said where there are none; all without it. */
  readonly only?: { isShown(row: TableRow): boolean; readonly none: string } | undefined;
}

/** A table whose rows stay where they are while the pointer or the focus is in it; their figures go on. */
export function StillSection({ name, section, controls, only }: StillProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<Table | undefined>(undefined);
  const before = HAND.isOn(frame.current) ? shown.current : undefined;
  const now = section.content && picked(section.content, only, before);
  shown.current = now !== undefined && before !== undefined ? stillRows(before, now) : now;
  const isEmpty = only !== undefined && shown.current?.rows.length === 0;
  const said = isEmpty
    ? { content: undefined, note: { text: only.none, tone: 'dim' as const } }
    : { content: shown.current };
  return (
    <div ref={frame}>
      <TableSection name={name} section={{ ...section, ...said }} controls={controls} />
    </div>
  );
}

/** The rows that are chosen now, and those that are shown and stay. */
function picked(table: Table, only: StillProps['only'], before: Table | undefined): Table {
  if (only === undefined) return table;
  const shownBefore = new Set(before?.rows.map(({ key }) => key));
  return { ...table, rows: table.rows.filter((row) => only.isShown(row) || shownBefore.has(row.key)) };
}
