import type { EventContent } from '../view/panels/event/protocol.ts';
import { startPanel } from './page.tsx';
import { PairList, RulesView, SectionView, SituationView, TableSection } from './pieces.tsx';
import { StillSection } from './still.tsx';

startPanel<EventContent>((content) => {
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
          {still('payouts', payouts)}
        </div>
        <div class="all-lines">
          {still('board', board)}
          {still('settled', settled)}
        </div>
      </div>
      <RulesView rules={rules} />
    </>
  );
});
