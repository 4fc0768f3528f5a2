import { Component } from 'preact';
import type { BoardFilter, BoardSection, EventContent } from '../view/panels/event/protocol.ts';
import { PushButton } from './controls.ts';
import { startPanel } from './page.tsx';
import { PairList, type PanelActions, RulesView, SectionView, TableSection } from './pieces.tsx';

startPanel<EventContent>((content, actions) => {
  const { score, board, settled, changes, yours, held, orders, payouts, about, rules } = content;
  const table = (name: string, section: typeof score) =>
    section && <TableSection name={name} section={section} actions={actions} />;
  return (
    <>
      <div class="columns event">
        <div>
          {table('score', score)}
          <BoardPart section={board} actions={actions} />
          {table('settled', settled)}
        </div>
        <div>
          {table('changes', changes)}
          <div class="you">
            <SectionView name="position" section={yours} actions={actions}>
              {(pairs) => <PairList pairs={pairs} />}
            </SectionView>
            {table('held', held)}
            {table('orders', orders)}
          </div>
          {table('payouts', payouts)}
          <SectionView name="about" section={about} actions={actions}>
            {(pairs) => <PairList pairs={pairs} />}
          </SectionView>
        </div>
      </div>
      <RulesView rules={rules} actions={actions} />
    </>
  );
});

interface BoardPartProps {
  readonly section: BoardSection;
  readonly actions: PanelActions;
}

/** The board, and which of its lines are shown. */
class BoardPart extends Component<BoardPartProps, { readonly filter: BoardFilter }> {
  override state: { readonly filter: BoardFilter } = { filter: 'all' };

  override render({ section, actions }: BoardPartProps, { filter }: { readonly filter: BoardFilter }) {
    const { content, filters } = section;
    const rows = content?.rows.filter(({ marks }) => filter === 'all' || marks?.includes(filter)) ?? [];
    const controls = content && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and there is no room for one.
      <div class="spans" role="group" aria-label={section.heading}>
        {filters.map(({ value, label }) => (
          <PushButton
            key={value}
            label={label}
            pressed={value === filter}
            onPress={() => this.setState({ filter: value })}
          />
        ))}
      </div>
    );
    const shown = { ...section, content: content && { ...content, rows } };
    return <TableSection name="board" section={shown} controls={controls} actions={actions} />;
  }
}
