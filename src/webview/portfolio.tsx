import { Component, type ComponentChild } from 'preact';
import type { PnlTable, PortfolioContent, SelectSection } from '../view/panels/portfolio/protocol.ts';
import type { Action, Section, Table, TableSort } from '../view/panels/protocol.ts';
import { PushButton } from './controls.ts';
import { startPanel } from './page.tsx';
import { ActionButton, PairList, type RowChoice, SectionView, TableView } from './pieces.tsx';
import { HistoryPart } from './value-history.tsx';

startPanel<PortfolioContent>(({ figures, history, pnl, positions, orders, settlements }, actions, state) => (
  <div class="portfolio">
    <div class="figures">
      {figures.map(({ currency, pairs }) => (
        <div key={currency}>
          {currency !== '' && <h2>{currency}</h2>}
          <PairList pairs={pairs} />
        </div>
      ))}
    </div>
    <HistoryPart section={history} state={state} actions={actions} />
    <PnlPart section={pnl} />
    <SelectPart name="positions" section={positions} action="addToWatchlist" />
    <SelectPart name="orders" section={orders} action="cancelOrder" />
    <SectionView name="settlements" section={settlements}>
      {(table) => <TableView table={table} />}
    </SectionView>
  </div>
));

interface PartProps<S> {
  readonly section: S;
}

/** One of the tables of profit and loss at a time. */
class PnlPart extends Component<PartProps<Section<readonly PnlTable[]>>, { readonly shown: number }> {
  override state = { shown: 0 };

  override render() {
    const { section } = this.props;
    const { shown } = this.state;
    const controls = (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and there is no room for one.
      <div class="spans" role="group" aria-label={section.heading}>
        {section.content?.map(({ label }, place) => (
          <PushButton
            key={label}
            label={label}
            pressed={place === shown}
            onPress={() => this.setState({ shown: place })}
          />
        ))}
      </div>
    );
    return (
      <SectionView name="payouts pnl" section={section} controls={controls}>
        {(tables) => tables.slice(shown, shown + 1).map((table) => <TableView table={table} />)}
      </SectionView>
    );
  }
}

interface SortedProps extends PartProps<Section<Table>> {
  readonly name: string;
  readonly controls?: ComponentChild;
  readonly select?: RowChoice;
}

/** A table that is sorted by the column the reader chose. */
class SortedSection extends Component<SortedProps, { readonly chosen?: TableSort }> {
  override state: { readonly chosen?: TableSort } = {};

  override render() {
    const { name, section, controls, select } = this.props;
    const sort = this.state.chosen ?? section.content?.sort;
    const sortBy = (column: number): void =>
      this.setState({
        chosen: { column, descending: sort?.column === column ? !sort.descending : column > 1 },
      });
    return (
      <SectionView name={name} section={section} controls={controls}>
        {(table) => {
          const shown = { ...table, sort, rows: sorted(table, sort) };
          return <TableView table={shown} select={select} sortBy={sortBy} />;
        }}
      </SectionView>
    );
  }
}

function sorted({ rows }: Table, sort: TableSort | undefined): Table['rows'] {
  if (sort === undefined) return rows;
  const sign = sort.descending ? -1 : 1;
  const rankOf = (row: Table['rows'][number]): number => row.cells[sort.column]?.rank ?? 0;
  return rows.toSorted((a, b) => sign * (rankOf(a) - rankOf(b)));
}

interface SelectProps extends PartProps<SelectSection> {
  readonly name: string;
  readonly action: Action['name'];
}

/** A table with rows to select, and what is done with them together. The editor asks before it cancels anything. */
class SelectPart extends Component<SelectProps, { readonly marked: ReadonlySet<string> }> {
  override state: { readonly marked: ReadonlySet<string> } = { marked: new Set() };

  override render() {
    const { name, section, action } = this.props;
    const { marked } = this.state;
    const { words, content } = section;
    // An order that is being cancelled has no button, and cannot be cancelled again.
    const isFree = ({ button }: Table['rows'][number]): boolean =>
      action !== 'cancelOrder' || button !== undefined;
    const keys = content?.rows.filter(isFree).map(({ key }) => key) ?? [];
    const rows = keys.filter((key) => marked.has(key));
    const label = words.act.replace('{n}', String(rows.length));
    const controls = rows.length > 0 && <ActionButton button={{ label, action: { name: action, rows } }} />;
    const select = {
      label: words.select,
      keys,
      chosen: new Set(rows),
      choose: (next: ReadonlySet<string>) => this.setState({ marked: next }),
    };
    return <SortedSection name={name} section={section} controls={controls} select={select} />;
  }
}
