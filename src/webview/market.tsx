import { Component } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
  ChartSection,
  MarketContent,
  SideCard,
  UnderlyingSection,
} from '../view/panels/market/protocol.ts';
import type { ChartSpan, PanelState } from '../view/panels/protocol.ts';
import type { PanelActions } from './actions.tsx';
import { ChartView } from './chart.tsx';
import type { ChartSide } from './chart-texts.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { Checkbox } from './controls.ts';
import { LadderView } from './ladder.tsx';
import { startPanel } from './page.tsx';
import { OutcomeView, PairList, RulesView, SectionView, SituationView, TableSection } from './sections.tsx';
import { TableView } from './table.tsx';
import { WhatIfView } from './what-if.tsx';
import { YouView } from './you.tsx';

startPanel<MarketContent>('market', (content, actions, state) => {
  const { dates, figures } = content;
  return (
    <>
      {content.situation && <SituationView strip={content.situation} />}
      {content.outcome && <OutcomeView outcome={content.outcome} />}
      <div class={content.sides.every(isBrief) ? 'sides brief' : 'sides'}>
        {content.sides.map((side) => (
          <SideView key={side.key} side={side} />
        ))}
      </div>
      <YouView position={content.position} orders={content.orders} />
      <div class={content.whatIf === undefined && content.noWhatIf === undefined ? 'trade over' : 'trade'}>
        <ChartPart section={content.chart} state={state} actions={actions} />
        <SectionView name="book" section={content.book}>
          {(ladder) => <LadderView ladder={ladder} taken={content.whatIf?.taken ?? []} />}
        </SectionView>
        {(content.whatIf ?? content.noWhatIf) !== undefined && (
          <WhatIfView model={content.whatIf} none={content.noWhatIf} actions={actions} />
        )}
      </div>
      {content.underlying && <UnderlyingView section={content.underlying} />}
      {content.legs && <TableSection name="legs" section={content.legs} />}
      <div class={(content.lines ?? content.league) === undefined ? 'columns two' : 'columns three'}>
        {(content.lines ?? content.league) && (
          <div>
            {content.lines && <TableSection name="lines" section={content.lines} />}
            {content.league && <TableSection name="league" section={content.league} />}
          </div>
        )}
        <div>
          <TableSection name="trades" section={content.trades} />
          <TableSection name="fills" section={content.fills} />
        </div>
        <div>
          <RulesView rules={content.rules} />
          {dates.content !== undefined && dates.content.length > 0 && (
            <SectionView name="dates" section={dates}>
              {(pairs) => <PairList pairs={pairs} />}
            </SectionView>
          )}
          {figures.content !== undefined && figures.content.length > 0 && (
            <SectionView name="trading" section={figures}>
              {(pairs) => <PairList pairs={pairs} />}
            </SectionView>
          )}
        </div>
      </div>
    </>
  );
});

/** So long are a name and the words beside it that stand on one line of a card in a narrow panel, letters. */
const BRIEF = 20;

/** `Yes`, `Over 54.5`: neither changes, so the card needs no more room for them. */
function isBrief({ name, words }: SideCard): boolean {
  return `${name} ${words}`.length <= BRIEF;
}

function UnderlyingView({ section }: { readonly section: UnderlyingSection }) {
  return (
    <>
      <SectionView name="underlying" section={section}>
        {(chart) => <ChartView chart={chart} side="long" fromStart={false} />}
      </SectionView>
      <PairList pairs={section.terms} />
    </>
  );
}

const ARROWS = { up: '▲', down: '▼' } as const;
/** How long a price that moved is marked, milliseconds. */
const MOVED_MS = 2_000;

function SideView({ side }: { readonly side: SideCard }) {
  const { change, share } = side;
  const [moved, mark] = useState<'up' | 'down'>();
  const before = useRef(share);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = share;
    if (last === share) return undefined;
    mark(last === undefined || share === undefined ? undefined : share > last ? 'up' : 'down');
    const timer = setTimeout(() => mark(undefined), MOVED_MS);
    return () => clearTimeout(timer);
  }, [share]);
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
        <span class="arrow" title={moved && side.moves[moved]}>
          {moved && ARROWS[moved]}
        </span>
        <span class="dim">{side.priceNote}</span>
        {side.source !== undefined && <span class="dim source">{side.source}</span>}
      </p>
      <p class="dim says" title={side.sentence}>
        {side.sentence}
      </p>
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

interface ChartChoice {
  readonly side: ChartSide;
  readonly fromStart: boolean;
}

class ChartPart extends Component<ChartPartProps, ChartChoice> {
  override state: ChartChoice = { side: 'long', fromStart: false };

  override render({ section, state }: ChartPartProps, { side, fromStart }: ChartChoice) {
    const isTable = state.table ?? false;
    const heading = section.sides.find(({ value }) => value === side)?.heading ?? section.heading;
    return (
      <SectionView name="history" section={{ ...section, heading }} controls={this.#controls()}>
        {(content) =>
          isTable ? (
            <TableView table={content.table} />
          ) : (
            <ChartView chart={content} side={side} fromStart={fromStart} />
          )
        }
      </SectionView>
    );
  }

  #controls() {
    const { section, state } = this.props;
    const isTable = state.table ?? false;
    if (section.intervals.length === 0 && section.content === undefined) return undefined;
    return (
      <>
        {this.#spans(isTable)}
        {section.content !== undefined && !isTable && this.#sides()}
      </>
    );
  }

  #spans(isTable: boolean) {
    const { section, actions } = this.props;
    const { fromStart } = this.state;
    const { game } = section;
    const spans = section.intervals.map(({ value, label, name, on }) => ({
      label,
      hint: `${label}, ${name}`,
      pressed: on && !fromStart,
      onPress: () => this.#choose(value),
    }));
    const ofGame = game && {
      label: game.label,
      pressed: game.isWhole ? game.isRead : fromStart,
      onPress: () => this.#chooseGame(),
    };
    return (
      <ChoiceGroup label={section.intervalLabel} buttons={ofGame && !isTable ? [ofGame, ...spans] : spans}>
        <Checkbox
          label={section.showTable}
          checked={isTable}
          onChange={(table) => actions.remember({ table })}
        />
      </ChoiceGroup>
    );
  }

  #sides() {
    const { section, actions } = this.props;
    const { compare } = section;
    const sides = section.sides.map(({ value, label }) => ({
      label,
      pressed: value === this.state.side,
      onPress: () => this.setState({ side: value }),
    }));
    const ofOthers = compare && {
      label: compare.label,
      hint: compare.hint,
      pressed: compare.on,
      onPress: () => {
        actions.remember({ compare: !compare.on });
        actions.send({ type: 'compare', on: !compare.on });
      },
    };
    return <ChoiceGroup label={section.sidesLabel} buttons={ofOthers ? [...sides, ofOthers] : sides} />;
  }

  #choose(interval: ChartSpan, fromStart = false): void {
    const { actions } = this.props;
    this.setState({ fromStart });
    actions.remember({ interval });
    actions.send({ type: 'interval', interval });
  }

  #chooseGame(): void {
    const { game } = this.props.section;
    if (game?.isWhole) this.#choose(game.interval);
    else if (game === undefined || game.isRead) this.setState({ fromStart: !this.state.fromStart });
    else this.#choose(game.interval, true);
  }
}
