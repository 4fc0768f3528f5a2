import { Component } from 'preact';
import type { WhatIfModel } from '../view/panels/market/protocol.ts';
import { PushButton } from './controls.ts';
import { PairList, type PanelActions } from './pieces.tsx';

interface WhatIfProps {
  readonly model: WhatIfModel;
  readonly actions: PanelActions;
}

interface WhatIfState {
  readonly long: boolean;
  readonly buy: boolean;
  readonly size: string;
}

/** Size and side go to the editor as they are chosen; it answers with figures, and nothing else comes of them. */
export class WhatIfView extends Component<WhatIfProps, WhatIfState> {
  override state: WhatIfState = { long: true, buy: true, size: '' };

  #change(change: Partial<WhatIfState>): void {
    const next = { ...this.state, ...change };
    this.setState(next);
    this.props.actions.send({ type: 'whatIf', ...next });
  }

  override render({ model }: WhatIfProps, { long, buy, size }: WhatIfState) {
    const choice = (what: 'buy' | 'long', label: string, names: readonly string[], now: boolean) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and there is no room for one.
      <div class="spans" role="group" aria-label={label}>
        {names.map((name, index) => (
          <PushButton
            key={name}
            label={name}
            pressed={now === (index === 0)}
            onPress={() => this.#change({ [what]: index === 0 })}
          />
        ))}
      </div>
    );
    return (
      <section class="what-if">
        <div class="heading">
          <h2>{model.heading}</h2>
          <span class="badge">{model.badge}</span>
        </div>
        <div class="asked">
          {choice('buy', model.verbsLabel, model.verbs, buy)}
          <input
            type="text"
            inputMode="decimal"
            aria-label={model.size}
            placeholder={model.size}
            value={size}
            aria-invalid={model.isWrong === true}
            onInput={({ currentTarget }) => this.#change({ size: currentTarget.value })}
          />
          {choice('long', model.namesLabel, model.names, long)}
        </div>
        {model.filled !== undefined && <p class="small warn">{model.filled}</p>}
        {model.pairs.length > 0 && <PairList pairs={model.pairs} />}
        {model.sentence !== undefined && (
          <p
            class={model.isWrong === true ? 'small warn' : 'small'}
            role={model.isWrong === true ? 'status' : undefined}
          >
            {model.sentence}
          </p>
        )}
      </section>
    );
  }
}
