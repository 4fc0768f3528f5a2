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

/** Of both the style sheet shows the one there is room for. */
function Lengths({ text, short }: { readonly text: string; readonly short: string }) {
  return (
    <>
      <span class="full">{text}</span>
      <span class="short">{short}</span>
    </>
  );
}

export function CellText({ cell }: { readonly cell: Cell }) {
  const run = useContext(Run);
  const { text, short, tone, aside, hint, share, action } = cell;
  // What is read out has in it what is seen.
  const spoken = hint === undefined || hint.includes(text) ? hint : `${text} · ${hint}`;
  const words = short === undefined ? text : <Lengths text={text} short={short} />;
  const shown = tone === 'plain' ? words : <span class={tone}>{words}</span>;
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
