import type { EventContent } from '../view/panels/event/protocol.ts';
import { startPanel } from './page.tsx';
import { PairList, RulesView, SectionView, SituationView, TableSection } from './pieces.tsx';

startPanel<EventContent>((content) => {
  const { score, situation, board, settled, changes, yours, orders, payouts, rules } = content;
  const table = (name: string, section: typeof score) =>
    section && <TableSection name={name} section={section} />;
  return (
    <>
      <div class="columns event">
        <div>
          {table('score', score)}
          {situation && <SituationView strip={situation} />}
          {table('board', board)}
          {table('settled', settled)}
        </div>
        <div>
          {table('changes', changes)}
          <div class="you">
            <SectionView name="position" section={yours}>
              {(pairs) => <PairList pairs={pairs} />}
            </SectionView>
            {table('orders', orders)}
          </div>
          {table('payouts', payouts)}
        </div>
      </div>
      <RulesView rules={rules} />
    </>
  );
});
