import type { HistorySection } from '../view/panels/portfolio/protocol.ts';
import type { PanelState } from '../view/panels/protocol.ts';
import type { PanelActions } from './actions.tsx';
import { ChartView } from './chart.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { Checkbox } from './controls.ts';
import { SectionView } from './sections.tsx';
import { TableView } from './table.tsx';

interface HistoryProps {
  readonly section: HistorySection;
  readonly state: PanelState;
  readonly actions: PanelActions;
}

/** What the account was worth over time: a chart for each currency, or its table, of the span chosen. */
export function HistoryPart({ section, state, actions }: HistoryProps) {
  const isTable = state.table ?? false;
  const { spans } = section;
  const chosen = spans.find(({ value }) => value === state.interval) ?? spans.at(-1);
  const controls = section.content !== undefined && (
    <>
      {spans.length > 0 && (
        <ChoiceGroup
          label={section.spansLabel}
          buttons={spans.map(({ value, label, name }) => ({
            label,
            hint: label === name ? undefined : `${label}, ${name}`,
            pressed: value === chosen?.value,
            onPress: () => actions.remember({ interval: value }),
          }))}
        />
      )}
      <Checkbox
        label={section.showTable}
        checked={isTable}
        onChange={(table) => actions.remember({ table })}
      />
    </>
  );
  return (
    <SectionView name="worth" section={section} controls={controls}>
      {(all) =>
        (chosen?.charts ?? all).map((chart) => (
          <div key={`${chart.longName} ${chosen?.value}`}>
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
