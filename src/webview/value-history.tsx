import type { HistorySection } from '../view/panels/portfolio/protocol.ts';
import type { PanelState } from '../view/panels/protocol.ts';
import { ChartView } from './chart.tsx';
import { Checkbox } from './controls.ts';
import { type PanelActions, SectionView, TableView } from './pieces.tsx';

interface HistoryProps {
  readonly section: HistorySection;
  readonly state: PanelState;
  readonly actions: PanelActions;
}

/** What the account was worth over time: a chart for each currency, or its table. */
export function HistoryPart({ section, state, actions }: HistoryProps) {
  const isTable = state.table ?? false;
  const controls = section.content !== undefined && (
    <Checkbox label={section.showTable} checked={isTable} onChange={(table) => actions.remember({ table })} />
  );
  return (
    <SectionView name="worth" section={section} controls={controls}>
      {(charts) =>
        charts.map((chart) => (
          <div key={chart.longName}>
            {section.isNamed && <h3>{chart.longName}</h3>}
            {isTable ? (
              <TableView table={chart.table} />
            ) : (
              <ChartView chart={chart} side="long" fromStart={false} />
            )}
          </div>
        ))
      }
    </SectionView>
  );
}
