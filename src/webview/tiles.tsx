import type { TileStrip } from '../view/panels/portfolio/protocol.ts';
import { PairList } from './sections.tsx';

/** Figures side by side, each under its name; those that matter most come first where there is little room. */
export function TileStripView({ strip }: { readonly strip: TileStrip }) {
  const { currency, tiles, rest, restName } = strip;
  return (
    <section class="figures">
      {currency !== '' && <h2>{currency}</h2>}
      <dl class="pairs tiles" style={{ '--all': tiles.length, '--half': Math.ceil(tiles.length / 2) }}>
        {tiles.map(({ name, value, lacking, isUrgent }) => (
          <div key={name} class={isUrgent === true ? 'urgent' : undefined}>
            <dt>
              {name}
              {lacking !== undefined && <span class="warn"> · {lacking}</span>}
            </dt>
            <dd class={value.tone} title={value.hint}>
              {value.text}
              <span class="how">{value.aside}</span>
            </dd>
          </div>
        ))}
      </dl>
      {rest.length > 0 && (
        <details class="rest">
          <summary>{restName}</summary>
          <PairList pairs={rest} />
        </details>
      )}
    </section>
  );
}
