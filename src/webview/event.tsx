import type { BoardSection, EventContent } from '../view/panels/event/protocol.ts';
import type { PanelState, ShownLines, TableRow } from '../view/panels/protocol.ts';
import type { PanelActions } from './actions.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { startPanel } from './page.tsx';
import { PairList, RulesView, SectionView, SituationView, TableSection } from './sections.tsx';
import { StillSection } from './still.tsx';

startPanel<EventContent>('event', (content, actions, state) => {
  const { score, situation, board, settled, changes, yours, orders, payouts, rules } = content;
  const table = (name: string, section: typeof score) =>
    section && <TableSection name={name} section={section} />;
  const still = (name: string, section: typeof score) =>
    section && <StillSection name={name} section={section} />;
  return (
    <>
      <div class="columns event">
        <div class="top">
          {table('score', score)}
          {situation && <SituationView strip={situation} />}
        </div>
        <div class="beside">
          {table('changes', changes)}
          <div class="yours">
            <SectionView name="position" section={yours}>
              {(pairs) => <PairList pairs={pairs} />}
            </SectionView>
            {still('orders', orders)}
          </div>
        </div>
        <div class="all-lines">
          <BoardPart section={board} state={state} actions={actions} />
          {still('settled', settled)}
        </div>
        <div class="beside-lines">{still('payouts', payouts)}</div>
      </div>
      <RulesView rules={rules} />
    </>
  );
});

interface BoardProps {
  readonly section: BoardSection;
  readonly state: PanelState;
  readonly actions: PanelActions;
}

const IS_SHOWN: Readonly<Record<ShownLines, (row: TableRow) => boolean>> = {
  own: ({ isOwn }) => isOwn === true,
  flagged: ({ below }) => below !== undefined,
};

/** All lines, or one's own, or those that are flagged. */
function BoardPart({ section, state, actions }: BoardProps) {
  const { choices } = section;
  const { lines } = state;
  const chosen = choices?.find(({ value }) => value === lines);
  const controls = choices && (
    <ChoiceGroup
      label={section.heading}
      buttons={choices.map(({ value, label }) => ({
        label,
        pressed: value === lines,
        onPress: () => actions.remember({ lines: value }),
      }))}
    />
  );
  return (
    <StillSection
      key={lines ?? 'all'}
      name="board"
      section={section}
      controls={controls}
      only={lines && { isShown: IS_SHOWN[lines], none: chosen?.none ?? '' }}
    />
  );
}
