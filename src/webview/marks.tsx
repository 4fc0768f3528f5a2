import type { ListMark, ListRow } from '../view/panels/portfolio/protocol.ts';

const RING = 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z';

/** In a square of 16 units, drawn as lines. */
const LINES: Readonly<Record<ListMark, string>> = {
  live: `${RING}M8 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4z`,
  waiting: 'M4.5 2.5h7M4.5 13.5h7M5.5 2.5v2l2.5 3.5l2.5-3.5v-2M5.5 13.5v-2l2.5-3.5l2.5 3.5v2',
  halted: 'M6 3.5v9M10 3.5v9',
  partly: `${RING}M8 2.5v11M10 3.5v9M12 5v6`,
  won: `${RING}M5.5 8.200l1.900 2l3.400-4`,
  lost: `${RING}M5.800 5.800l4.400 4.400M10.200 5.800l-4.400 4.400`,
  void: `${RING}M4.200 11.800l7.600-7.600`,
  unknown: `${RING}M6.5 6.5a1.5 1.5 0 1 1 2.200 1.300q-.7.4-.7 1.200M8 11v.2`,
};

/** The state of a row, as a shape; its words are there for a resting pointer and a screen reader. */
export function MarkView({ mark }: { readonly mark: ListRow['mark'] }) {
  if (mark === undefined) return <span class="mark" />;
  const [name, words] = mark;
  return (
    <span class={`mark ${name}`} role="img" aria-label={words} title={words}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={LINES[name]} />
      </svg>
    </span>
  );
}
