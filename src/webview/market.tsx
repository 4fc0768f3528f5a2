import type { ChartSection, MarketContent, SideCard } from '../view/panels/market/protocol.ts';
import type { PanelState, Section, Table } from '../view/panels/protocol.ts';
import { ChartView } from './chart.tsx';
import { Checkbox, PushButton } from './controls.ts';
import { LadderView } from './ladder.tsx';
import { startPanel } from './page.tsx';
import { DetailsView, PairList, type PanelActions, RulesView, SectionView, TableView } from './pieces.tsx';

startPanel<MarketContent>((content, state, actions) => {
  const tableSection = (name: string, section: Section<Table>) => (
    <SectionView name={name} section={section} actions={actions}>
      {(table) => <TableView table={table} actions={actions} />}
    </SectionView>
  );
  const { dates } = content;
  return (
    <>
      <div class="sides">
        {content.sides.map((side) => (
          <SideCardView key={side.key} side={side} />
        ))}
      </div>
      <div class="columns">
        <div>
          <ChartPart section={content.chart} state={state} actions={actions} />
          {tableSection('orders', content.orders)}
          {tableSection('trades', content.trades)}
          {tableSection('fills', content.fills)}
        </div>
        <div>
          <SectionView name="book" section={content.book} actions={actions}>
            {(ladder) => <LadderView ladder={ladder} />}
          </SectionView>
          <SectionView name="position" section={content.position} actions={actions}>
            {(pairs) => <PairList pairs={pairs} />}
          </SectionView>
        </div>
      </div>
      <div class="columns">
        <RulesView rules={content.rules} actions={actions} />
        {dates.content !== undefined && dates.content.length > 0 && (
          <SectionView name="dates" section={dates} actions={actions}>
            {(pairs) => <PairList pairs={pairs} />}
          </SectionView>
        )}
      </div>
      <DetailsView details={content.details} isOpen={state.details ?? false} actions={actions} />
    </>
  );
});

const ARROWS = { up: '▲', down: '▼' } as const;

function SideCardView({ side }: { readonly side: SideCard }) {
  const { change, moved, share } = side;
  return (
    <article class="side">
      <div class="who">
        {side.logo !== undefined && <img class="logo" src={side.logo} alt="" />}
        <h2 class="name">{side.name}</h2>
        <span class="dim">{side.words}</span>
        {change && (
          <span class={`change ${change.tone}`} title={change.hint}>
            {change.text}
          </span>
        )}
      </div>
      <p class={moved === undefined ? 'price' : `price moved ${moved}`}>
        <b>{side.price}</b>
        {/* The arrow's place is reserved, so that nothing moves when it comes and goes. */}
        <span class="arrow" title={side.movedHint}>
          {moved && ARROWS[moved]}
        </span>
        <span class="dim">{side.priceNote}</span>
      </p>
      <p class="dim">{side.sentence}</p>
      {share !== undefined && (
        <span class="share" aria-hidden="true" style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      )}
    </article>
  );
}

interface ChartPartProps {
  readonly section: ChartSection;
  readonly state: PanelState;
  readonly actions: PanelActions;
}

function ChartPart({ section, state, actions }: ChartPartProps) {
  const isTable = state.table ?? false;
  const hasControls = section.intervals.length > 0 || section.content !== undefined;
  const choose = (interval: ChartSection['interval']): void => {
    actions.remember({ interval });
    actions.send({ type: 'interval', interval });
  };
  const controls = hasControls && (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and there is no room for one.
    <div class="spans" role="group" aria-label={section.intervalLabel}>
      {section.intervals.map(({ value, label, name }) => (
        <PushButton
          key={value}
          label={label}
          hint={`${label}, ${name}`}
          pressed={value === section.interval}
          onPress={() => choose(value)}
        />
      ))}
      <Checkbox
        label={section.showTable}
        checked={isTable}
        onChange={(table) => actions.remember({ table })}
      />
    </div>
  );
  return (
    <SectionView name="history" section={section} controls={controls} actions={actions}>
      {(chart) =>
        isTable ? <TableView table={chart.table} actions={actions} /> : <ChartView chart={chart} />
      }
    </SectionView>
  );
}
