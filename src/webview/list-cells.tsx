import { useContext } from 'preact/hooks';
import type { ListCell } from '../view/panels/portfolio/protocol.ts';
import type { Button } from '../view/panels/protocol.ts';
import { Run } from './actions.tsx';
import { Track } from './cell.tsx';

interface CellProps {
  readonly cell: ListCell;
  /** As much of its texts as there is room for. */
  readonly text: string;
  readonly aside: string | undefined;
}

export function ListCellView({ cell, text, aside }: CellProps) {
  const run = useContext(Run);
  const { tone, hint, share, action, strong = 0 } = cell;
  const shown =
    strong === 0 ? (
      text
    ) : (
      <>
        <b>{text.slice(0, strong)}</b>
        {text.slice(strong)}
      </>
    );
  const toned = tone === 'plain' ? shown : <span class={tone}>{shown}</span>;
  return (
    <>
      <Track share={share} />
      {action === undefined ? (
        toned
      ) : (
        <button type="button" class="link" aria-label={spokenName(text, hint)} onClick={() => run(action)}>
          {toned}
        </button>
      )}
      {aside !== undefined && ' '}
      {aside !== undefined && <span class="dim">{aside}</span>}
    </>
  );
}

/** A name that was cut is said first as it is seen. */
function spokenName(text: string, hint: string | undefined): string | undefined {
  return hint === undefined || hint.includes(text) ? hint : `${text}, ${hint}`;
}

/** What can be done with one row. */
export function RowButton({ button }: { readonly button: Button }) {
  const run = useContext(Run);
  const { label, hint, action } = button;
  // A click never runs another action than the one aimed at: each has an element of its own.
  return (
    <button
      key={`${action.name} ${action.orderId ?? ''}`}
      type="button"
      class="link"
      title={hint}
      aria-label={hint}
      onClick={() => run(action)}
    >
      {label}
    </button>
  );
}
