import { Component } from 'preact';
import type { MarketContent, WhatIfModel } from '../view/panels/market/protocol.ts';
import type { PanelActions } from './actions.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { PairList } from './sections.tsx';

interface WhatIfProps {
  readonly model: WhatIfModel | undefined;
  /** In place of a model; what was asked is there again after it. */
  readonly none: MarketContent['noWhatIf'];
  readonly actions: PanelActions;
}

interface WhatIfState {
  readonly long: boolean;
  readonly buy: boolean;
  readonly size: string;
}

interface Option {
  readonly label: string;
  readonly isOn: boolean;
  readonly change: Partial<WhatIfState>;
}

/** Size and side go to the editor as they are chosen; it answers with figures, and nothing else comes of them. */
export class WhatIfView extends Component<WhatIfProps, WhatIfState> {
  override state: WhatIfState = { long: true, buy: true, size: '' };

  #change(change: Partial<WhatIfState>): void {
    const next = { ...this.state, ...change };
    this.setState(next);
    this.props.actions.send({ type: 'whatIf', ...next });
  }

  #choice(label: string, options: readonly Option[]) {
    return (
      <ChoiceGroup
        label={label}
        buttons={options.map(({ label, isOn, change }) => ({
          label,
          pressed: isOn,
          onPress: () => this.#change(change),
        }))}
      />
    );
  }

  override render({ model, none }: WhatIfProps, { long, buy, size }: WhatIfState) {
    if (model === undefined)
      return (
        <section class={size === '' ? 'what-if' : 'what-if answered'}>
          <div class="heading">
            <h2>{none?.heading}</h2>
          </div>
          <p class="dim">{none?.sentence}</p>
        </section>
      );
    const verbs = model.verbs.map((verb, place): Option => {
      const isBuy = place === 0;
      return { label: verb, isOn: buy === isBuy, change: { buy: isBuy } };
    });
    const names = model.names.map((name): Option => {
      return { label: name.label, isOn: long === name.long, change: { long: name.long } };
    });
    return (
      <section class={size === '' ? 'what-if' : 'what-if answered'}>
        <div class="heading">
          <h2>{model.heading}</h2>
          <span class="badge">{model.badge}</span>
        </div>
        <div class="asked">
          {this.#choice(model.verbsLabel, verbs)}
          <input
            type="text"
            inputMode="decimal"
            aria-label={model.size}
            placeholder={model.size}
            value={size}
            aria-invalid={model.isWrong === true}
            onInput={({ currentTarget }) => this.#change({ size: currentTarget.value })}
          />
          {this.#choice(model.namesLabel, names)}
        </div>
        <div class="answer">
          {model.pairs.length > 0 && <PairList pairs={model.pairs} />}
          {model.filled !== undefined && <p class="small warn">{model.filled}</p>}
          {model.sentence !== undefined && (
            <p
              class={model.isWrong === true ? 'small warn' : 'small'}
              role={model.isWrong === true ? 'status' : undefined}
            >
              {model.sentence}
            </p>
          )}
        </div>
      </section>
    );
  }
}
