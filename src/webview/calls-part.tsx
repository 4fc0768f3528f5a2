import { Component, type ComponentChild, createRef } from 'preact';
import type { ListSection } from '../view/panels/portfolio/protocol.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { ListView } from './list.tsx';
import type { TimeSpan } from './list-rows.ts';
import { SectionView } from './sections.tsx';
import { SortButton, SortOffer } from './sort-button.tsx';

interface CallsProps {
  readonly section: ListSection;
  /** Only the calls of it are listed; undefined: all. */
  readonly span?: TimeSpan | undefined;
  readonly choose?: (span: TimeSpan | undefined) => void;
}

/** The list of calls: new ones come in at its top, but not under the hand. */
export class CallsPart extends Component<CallsProps, { readonly typed: string; readonly tab: string }> {
  override state = { typed: '', tab: '' };
  readonly #frame = createRef<HTMLDivElement>();
  readonly #offer = new SortOffer();
  #asked = 0;
  #newest: string | undefined;

  override render({ section, span }: CallsProps) {
    const { content, words, tabs } = section;
    const { typed } = this.state;
    const tab = tabs?.some(({ key }) => key === this.state.tab) === true ? this.state.tab : '';
    const newest = content?.rows[0]?.key;
    if (newest !== this.#newest && !this.#isUnderHand) {
      this.#newest = newest;
      this.#asked += 1;
    }
    return (
      <div ref={this.#frame}>
        <SectionView name="listed calls" section={section} controls={this.#controls(tab)}>
          {(list) => (
            <ListView
              list={list}
              words={words}
              asked={this.#asked}
              typed={typed}
              tab={tab}
              during={span}
              offer={this.#offer}
            />
          )}
        </SectionView>
      </div>
    );
  }

  get #isUnderHand(): boolean {
    const list = this.#frame.current?.querySelector('.list');
    return list != null && (list.matches(':hover') || list.contains(document.activeElement));
  }

  #controls(tab: string): ComponentChild {
    const { section, span, choose } = this.props;
    const { words, tabs, heading } = section;
    return (
      <>
        <input
          class="filter"
          type="search"
          placeholder={words.filter}
          aria-label={`${heading}: ${words.filter ?? ''}`}
          value={this.state.typed}
          onInput={({ currentTarget }) => this.setState({ typed: currentTarget.value })}
        />
        {tabs !== undefined && (
          <ChoiceGroup
            label={heading}
            buttons={tabs.map(({ key, label }) => ({
              label,
              pressed: key === tab,
              onPress: () => this.setState({ tab: key }),
            }))}
          />
        )}
        {span !== undefined && words.clearSpan !== undefined && (
          <button type="button" class="link" onClick={() => choose?.(undefined)}>
            {words.clearSpan}
          </button>
        )}
        <SortButton offer={this.#offer} words={words} />
      </>
    );
  }
}
