import { useRef } from 'preact/hooks';
import type { Section, Table } from '../view/panels/protocol.ts';
import { TableSection } from './pieces.tsx';
import { stillRows } from './still-rows.ts';

interface StillProps {
  readonly name: string;
  readonly section: Section<Table>;
}

/** A table whose rows stay where they are while the pointer or the focus is in it; their figures go on. */
export function StillSection({ name, section }: StillProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<Table | undefined>(undefined);
  const now = section.content;
  const before = shown.current;
  shown.current =
    now !== undefined && before !== undefined && isUnderHand(frame.current) ? stillRows(before, now) : now;
  return (
    <div ref={frame}>
      <TableSection name={name} section={{ ...section, content: shown.current }} />
    </div>
  );
}

function isUnderHand(element: HTMLElement | null): boolean {
  return element !== null && (element.matches(':hover') || element.contains(document.activeElement));
}
