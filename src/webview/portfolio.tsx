import { Component, type ComponentChild } from 'preact';
import type { OrdersSection, PnlTable, PortfolioContent } from '../view/panels/portfolio/protocol.ts';
import type { Section, Table, TableSort } from '../view/panels/protocol.ts';
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
    <SortedSection name="positions" section={positions} />
    <OrdersPart section={orders} />
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

/** Own orders, and those of them to be cancelled together. The editor asks before it cancels anything. */
class OrdersPart extends Component<PartProps<OrdersSection>, { readonly marked: ReadonlySet<string> }> {
  override state: { readonly marked: ReadonlySet<string> } = { marked: new Set() };

  override render() {
    const { section } = this.props;
    const { marked } = this.state;
    const { words, content } = section;
    // What is being cancelled has no button, and cannot be cancelled again.
    const keys = content?.rows.flatMap(({ key, button }) => (button === undefined ? [] : [key])) ?? [];
    const orderIds = keys.filter((key) => marked.has(key));
    const controls = orderIds.length > 0 && (
      <ActionButton
        button={{
          label: words.cancelSelected.replace('{n}', String(orderIds.length)),
          action: { name: 'cancelOrder', orderIds },
        }}
      />
    );
    const select = {
      label: words.select,
      keys,
      chosen: new Set(orderIds),
      choose: (next: ReadonlySet<string>) => this.setState({ marked: next }),
    };
    return <SortedSection name="orders" section={section} controls={controls} select={select} />;
  }
}
