import { Component, type ComponentChild } from 'preact';
import type { ListSection, PnlSection, PortfolioContent } from '../view/panels/portfolio/protocol.ts';
import type { Action } from '../view/panels/protocol.ts';
import { ActionButton, type PanelActions } from './actions.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { type Choice, ListView } from './list.tsx';
import { startPanel } from './page.tsx';
import { SectionView } from './sections.tsx';
import { SortButton, SortOffer } from './sort-button.tsx';
import { TileStripView } from './tiles.tsx';
import { HistoryPart } from './value-history.tsx';

startPanel<PortfolioContent>(
  'portfolio',
  ({ figures, history, pnl, positions, orders, settlements, asked }, actions, state) => (
    <div class="portfolio">
      {figures.map((strip) => (
        <TileStripView key={strip.currency} strip={strip} />
      ))}
      <div class="pair-of-columns">
        <HistoryPart section={history} state={state} actions={actions} />
        <PnlPart section={pnl} asked={asked} />
      </div>
      <ListPart name="positions" section={positions} asked={asked} actions={actions} act="addToWatchlist" />
      <ListPart name="orders" section={orders} asked={asked} actions={actions} act="cancelOrder" />
      <ListPart name="settlements" section={settlements} asked={asked} actions={actions} />
    </div>
  ),
);

interface PnlProps {
  readonly section: PnlSection;
  readonly asked: number;
}

/** One of the tables of profit and loss at a time. */
class PnlPart extends Component<PnlProps, { readonly shown: number }> {
  override state = { shown: 0 };
  readonly #offer = new SortOffer();

  override render({ section, asked }: PnlProps) {
    const { shown } = this.state;
    const controls = (
      <>
        <ChoiceGroup
          label={section.heading}
          buttons={(section.content ?? []).map(({ label }, place) => ({
            label,
            pressed: place === shown,
            onPress: () => this.setState({ shown: place }),
          }))}
        />
        <SortButton offer={this.#offer} words={section.words} />
      </>
    );
    return (
      <SectionView name="pnl" section={section} controls={controls}>
        {(lists) =>
          lists
            .slice(shown, shown + 1)
            .map((list) => (
              <ListView
                key={list.label}
                list={list}
                words={section.words}
                asked={asked}
                offer={this.#offer}
              />
            ))
        }
      </SectionView>
    );
  }
}

interface ListPartProps {
  readonly name: string;
  readonly section: ListSection;
  readonly asked: number;
  readonly actions: PanelActions;
  /** What is done with selected rows; undefined: none can be selected. */
  readonly act?: Action['name'] | undefined;
}

interface ListPartState {
  readonly typed: string;
  readonly tab: string;
  readonly marked: ReadonlySet<string>;
}

/** A list with its filter, its tabs, and what is done with selected rows, each in a place of its own. */
class ListPart extends Component<ListPartProps, ListPartState> {
  override state: ListPartState = { typed: '', tab: '', marked: new Set() };
  readonly #offer = new SortOffer();
  readonly #isFree: Choice['isFree'] = ({ button, isGone }) =>
    isGone !== true && (this.props.act !== 'cancelOrder' || button !== undefined);
  #choice: Choice = { chosen: new Set(), isFree: this.#isFree, choose: (next) => this.#choose(next) };

  override render({ name, section, asked, act }: ListPartProps) {
    const { typed, marked } = this.state;
    const tab = section.tabs?.some(({ key }) => key === this.state.tab) === true ? this.state.tab : '';
    const { content } = section;
    const rows = content?.rows.filter((row) => marked.has(row.key) && this.#isFree(row)) ?? [];
    const keys = rows.map(({ key }) => key);
    // The same until other rows are chosen, so that none is drawn again for it.
    if (!isSame(keys, this.#choice.chosen)) this.#choice = { ...this.#choice, chosen: new Set(keys) };
    return (
      <SectionView
        name={`listed ${name}`}
        section={{ ...section, button: undefined }}
        controls={content && this.#controls(tab, keys)}
      >
        {(list) => (
          <ListView
            list={list}
            words={section.words}
            asked={asked}
            typed={typed}
            tab={tab}
            choice={act && this.#choice}
            offer={this.#offer}
          />
        )}
      </SectionView>
    );
  }

  #controls(tab: string, keys: readonly string[]): ComponentChild {
    const { section, act } = this.props;
    const { words, tabs, selection, button } = section;
    return (
      <>
        {words.filter !== undefined && (
          <input
            class="filter"
            type="search"
            placeholder={words.filter}
            aria-label={`${section.heading}: ${words.filter}`}
            value={this.state.typed}
            onInput={({ currentTarget }) => this.setState({ typed: currentTarget.value })}
          />
        )}
        {tabs !== undefined && (
          <ChoiceGroup
            label={section.heading}
            buttons={tabs.map(({ key, label }) => ({
              label,
              pressed: key === tab,
              onPress: () => this.setState({ tab: key }),
            }))}
          />
        )}
        <SortButton offer={this.#offer} words={words} />
        <span class={act === 'cancelOrder' ? 'acts with-sum' : 'acts'}>
          {act !== undefined && words.act !== undefined && (
            <ActionButton
              button={{
                label: words.act.replace('{n}', String(keys.length)),
                action: { name: act, rows: keys },
              }}
              look={act === 'cancelOrder' ? 'primary' : 'secondary'}
              isOff={keys.length === 0}
            />
          )}
          {button && <ActionButton button={button} />}
          {act === 'cancelOrder' && (
            <span class="sum dim" role="status">
              {selection !== undefined && isSame(selection.keys, new Set(keys)) && selection.text}
            </span>
          )}
        </span>
      </>
    );
  }

  #choose(marked: ReadonlySet<string>): void {
    this.setState({ marked });
    const { act, actions } = this.props;
    if (act === 'cancelOrder') actions.send({ type: 'select', rows: [...marked] });
  }
}

function isSame(some: readonly string[], others: ReadonlySet<string>): boolean {
  return some.length === others.size && some.every((key) => others.has(key));
}
