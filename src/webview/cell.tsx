import { useContext } from 'preact/hooks';
import type { Cell } from '../view/panels/protocol.ts';
import { Run } from './actions.tsx';

/** The bar of a share: hatched below zero. */
export function Track({ share }: Pick<Cell, 'share'>) {
  if (share === undefined) return null;
  return (
    <span
      class={share < 0 ? 'track minus' : 'track'}
      aria-hidden="true"
      style={{ '--share': String(Math.abs(share)) }}
    />
  );
}

export function CellText({ cell }: { readonly cell: Cell }) {
  const run = useContext(Run);
  const { text, tone, aside, hint, share, action } = cell;
  // What is read out has in it what is seen.
  const spoken = hint === undefined || hint.includes(text) ? hint : `${text} · ${hint}`;
  const shown = tone === 'plain' ? text : <span class={tone}>{text}</span>;
  return (
    <>
      {action === undefined ? (
        shown
      ) : (
        <button type="button" class="link" aria-label={spoken} onClick={() => run(action)}>
          {shown}
        </button>
      )}
      <Track share={share} />
      {aside !== undefined && ' '}
      {aside !== undefined && <span class="dim">{aside}</span>}
    </>
  );
}
