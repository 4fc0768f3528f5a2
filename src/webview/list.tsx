import { Component, type ComponentChild, createRef } from 'preact';
import { Memo } from '../base/memo.ts';
import type { List, ListCell, ListRow, ListWords } from '../view/panels/portfolio/protocol.ts';
import type { TableSort } from '../view/panels/protocol.ts';
import { widthOf } from '../view/widths.ts';
import { ColumnMeter, type FittedText } from './column-meter.ts';
import { HAND } from './hand.ts';
import { ListCellView, RowButton } from './list-cells.tsx';
import { fittedColumns, type ShownColumn } from './list-columns.ts';
import {
  type AskedOrder,
  askedOrder,
  askedRows,
  besideTotal,
  type DrawnRow,
  drawnFirst,
  drawnNext,
  drawnSpan,
  filtered,
  heldRows,
  isOrderChanged,
  partInSight,
  type RowSpan,
  runsOf,
  sortedRows,
  type TimeSpan,
} from './list-rows.ts';
import { MarkView } from './marks.tsx';
import { Scrollable } from './scrollable.tsx';
import { SIGHT } from './sight.ts';
import type { SortOffer } from './sort-button.tsx';
import { TURNS } from './turns.ts';

/** Of a row, CSS pixels; the style sheet has the same. */
const ROW = 23;

/** Drawn before it is known what is in sight. */
const FIRST: RowSpan = { from: 0, to: 12 };

interface ListProps {
  readonly list: List;
  readonly words: ListWords;
  /** Counts up when everything was asked for again by hand: the list is sorted again. */
  readonly asked: number;
  readonly typed?: string;
  readonly tab?: string;
  readonly during?: TimeSpan | undefined;
  readonly choice?: Choice | undefined;
  /** Where another order is offered. */
  readonly offer: SortOffer;
}

/** Rows that can be selected, each with a box before its first cell. */
export interface Choice {
  readonly chosen: ReadonlySet<string>;
  /** Whether a row may be selected now. */
  isFree(row: DrawnRow): boolean;
  choose(next: ReadonlySet<string>): void;
}

interface ListState {
  readonly sort?: TableSort | undefined;
  readonly isDustOpen?: boolean;
  readonly span?: RowSpan;
  readonly room?: number;
}

/**
 * A table whose rows stay where they are until a person asks for another order: prices that would move them bring up a
 * button instead. While a hand is on the page none comes or goes either. Only rows in sight are drawn, in columns that are
 * as wide as the widest of their texts, and at first in a task of its own.
 */
export class ListView extends Component<ListProps, ListState> {
  override state: ListState = {};
  readonly #frame = createRef<HTMLDivElement>();
  readonly #body = createRef<HTMLTableSectionElement>();
  #meter: ColumnMeter | undefined;
  #order: AskedOrder | undefined;
  /** As it was drawn last, in the order asked for. */
  #drawn: { readonly rows: readonly DrawnRow[]; readonly totals: readonly DrawnRow[] } | undefined;
  readonly #fitted = new Memo<readonly ShownColumn[]>();
  /** The rows as they were drawn from this list, this choice and these columns: what is drawn again draws those alone that changed. */
  #made: {
    readonly from: readonly unknown[];
    readonly rows: Map<DrawnRow, { readonly place: number; readonly view: ComponentChild }>;
  } = { from: [], rows: new Map() };
  #asked = 0;
  #focused = '';
  #shown = 0;
  /** The rows that shall be drawn, and whether some of them wait for a task of their own. */
  #wanted = FIRST;
  #inSight = FIRST;
  #isExtending = false;
  #watched: HTMLElement | undefined;

  override componentDidMount(): void {
    TURNS.add(() => this.#begin());
  }

  #begin(): void {
    const frame = this.#frame.current;
    if (frame === null) return;
    this.#meter = new ColumnMeter(measureIn(frame));
    this.#watched = frame;
    SIGHT.watch(frame, () => {
      this.#fit();
      this.#lookAgain();
    });
    this.#fit();
    this.#offerOrder();
  }

  override componentDidUpdate(props: ListProps, { span, room, sort }: ListState): void {
    if (room === undefined) this.#lookAgain();
    else if (props === this.props && sort === this.state.sort && span !== this.state.span) return;
    // What was drawn with this list may have moved it.
    else if (span === this.state.span && room === this.state.room && this.#watched)
      SIGHT.askAgain(this.#watched);
    this.#offerOrder();
  }

  override componentWillUnmount(): void {
    if (this.#watched) SIGHT.unwatch(this.#watched);
  }

  override render({ list, words }: ListProps) {
    if (this.state.room === undefined) return this.#unmeasured();
    const drawn = this.#drawnNow();
    const { rows, dust } = this.#parted(drawn.rows);
    this.#shown = rows.length;
    const columns = this.#columns(drawn.rows);
    const hasButtons = this.#hasButtons;
    const width = columns.length + (hasButtons ? 1 : 0);
    return (
      <div class="list" ref={this.#frame}>
        <Scrollable>
          <table aria-rowcount={list.rows.length + 1}>
            <caption class="hidden">{list.caption}</caption>
            <colgroup>
              {columns.map(({ index, width: wide }) => (
                <col key={index} style={{ inlineSize: `${wide}px` }} />
              ))}
              {hasButtons && <col />}
            </colgroup>
            <thead>{this.#headings(columns, rows)}</thead>
            <tbody ref={this.#body} onFocusIn={this.#focusIn} onFocusOut={this.#focusOut}>
              {this.#runs(rows).flatMap(({ from, to, isDrawn }) =>
                isDrawn
                  ? rows.slice(from, to).map((row, place) => this.#rowOnce(row, from + place, columns))
                  : gap(from, to, rows.length),
              )}
              {rows.length === 0 && dust === 0 && list.rows.length > 0 && (
                <tr>
                  <td colSpan={width} class="words dim">
                    {words.noMatch}
                  </td>
                </tr>
              )}
              {dust > 0 && (
                <tr key="dust" class="dust">
                  <td colSpan={width} class="words">
                    {this.#dustButton(dust)}
                  </td>
                </tr>
              )}
            </tbody>
            {drawn.totals.length > 0 && (
              <tfoot>{drawn.totals.map((row, place) => this.#total(row, place, columns))}</tfoot>
            )}
          </table>
        </Scrollable>
        {list.note !== undefined && <p class="dim small">{list.note}</p>}
      </div>
    );
  }

  /** As much room as its rows will take, until it is their turn to be measured and drawn. */
  #unmeasured(): ComponentChild {
    const { rows, totals = [] } = this.props.list;
    const height = (1 + rows.length + totals.length) * ROW;
    return <div class="list" ref={this.#frame} style={{ blockSize: `${height}px` }} />;
  }

  /** Under the hand the same rows as before, else those there are now. */
  #drawnNow(): { readonly rows: readonly DrawnRow[]; readonly totals: readonly DrawnRow[] } {
    const { list, words } = this.props;
    const { rows: listed, totals = [] } = list;
    const rows = askedRows(listed, this.#askedOrder());
    const before = this.#drawn;
    this.#drawn =
      before !== undefined && HAND.isOnPage
        ? { rows: heldRows(before.rows, rows, words.gone), totals: heldRows(before.totals, totals) }
        : { rows, totals };
    return this.#drawn;
  }

  get #sort(): TableSort | undefined {
    return this.state.sort ?? this.props.list.sort;
  }

  get #hasButtons(): boolean {
    return this.props.list.rows.some(({ button, noButton }) => (button ?? noButton) !== undefined);
  }

  /** The order asked for last: when the page was opened, a heading was pressed, or everything was read again by hand. */
  #askedOrder(): AskedOrder {
    const { list, asked } = this.props;
    if (this.#order === undefined || this.#asked !== asked) {
      this.#asked = asked;
      this.#drawn = undefined;
      this.#order = askedOrder(sortedRows(list, this.#sort));
    }
    return this.#order;
  }

  #offerOrder(): void {
    const { list, offer } = this.props;
    const shown = this.#drawn?.rows ?? [];
    const keys = new Set(shown.map(({ key }) => key));
    const waiting = list.rows.filter(({ key }) => !keys.has(key)).length;
    const isChanged = isOrderChanged(shown, list, this.#sort) || shown.some(({ isGone }) => isGone === true);
    offer.show({ isChanged, waiting }, () => this.#ask());
  }

  /** The button that asks goes: the heading it sorts by is what one is at then. */
  #ask(): void {
    this.#order = undefined;
    this.setState({});
    this.#frame.current?.querySelector<HTMLElement>(':is(th[aria-sort], th) button')?.focus();
  }

  #sortBy(column: number): void {
    const before = this.#sort;
    const isWordy = this.props.list.columns[column]?.kind !== 'number';
    this.#order = undefined;
    this.setState({
      sort: { column, descending: before?.column === column ? !before.descending : !isWordy },
    });
    this.#drawFirst(this.#inSight);
  }

  /** What passes the filter, and how much of it is folded: nothing, where a person filters. */
  #parted(ordered: readonly DrawnRow[]): { readonly rows: readonly DrawnRow[]; readonly dust: number } {
    const { typed = '', tab = '', during } = this.props;
    const passing = filtered(ordered, typed, tab, during);
    const dust = this.#order?.dust ?? new Set();
    if (typed !== '' || tab !== '' || dust.size === 0) return { rows: passing, dust: 0 };
    const [rest, little] = [false, true].map((is) => passing.filter(({ key }) => dust.has(key) === is));
    const rows = rest ?? [];
    return {
      rows: this.state.isDustOpen === true ? [...rows, ...(little ?? [])] : rows,
      dust: little?.length ?? 0,
    };
  }

  /** As wide as the rows that are drawn need them: what comes or goes under the hand moves none. */
  #columns(rows: readonly DrawnRow[]): readonly ShownColumn[] {
    const { list, choice } = this.props;
    const { room } = this.state;
    if (room === undefined || this.#meter === undefined)
      return list.columns.map((_, index) => ({ index, width: 0 }));
    // Scrolling draws the same list again.
    const meter = this.#meter;
    return this.#fitted.of([list, room, HAND.isOnPage], () => {
      const needs = meter.needs(
        { ...list, rows: rows.filter(({ isGone }) => isGone !== true) },
        choice !== undefined,
      );
      const buttons = this.#hasButtons ? meter.buttonNeed(list.rows) : 0;
      return fittedColumns(needs, room - buttons);
    });
  }

  #runs(rows: readonly DrawnRow[]) {
    const { span = FIRST } = this.state;
    const focused = this.#focused === '' ? -1 : rows.findIndex(({ key }) => key === this.#focused);
    const to = Math.min(rows.length, span.to);
    return runsOf(rows.length, { from: Math.min(span.from, to), to }, focused);
  }

  #headings(columns: readonly ShownColumn[], rows: readonly DrawnRow[]): ComponentChild {
    const { list, words, choice } = this.props;
    const sort = this.#sort;
    const isSortable = list.rows.some(({ cells }) => cells.some(({ rank }) => rank !== undefined));
    return (
      <tr>
        {columns.map(({ index }) => {
          const { label, kind } = list.columns[index] ?? { label: '', kind: 'words' };
          const isBy = sort?.column === index;
          return (
            <th
              key={index}
              scope="col"
              class={kind}
              aria-sort={isBy ? (sort?.descending ? 'descending' : 'ascending') : undefined}
            >
              {index === 0 && choice !== undefined && this.#allBox(choice, rows, words)}
              {index === 0 && this.#hasMarks && <span class="mark" />}
              {isSortable ? (
                <button type="button" class="link" onClick={() => this.#sortBy(index)}>
                  {label}
                  {isBy && (
                    <span class="sorted" aria-hidden="true">
                      {sort?.descending ? '▾' : '▴'}
                    </span>
                  )}
                </button>
              ) : (
                label
              )}
            </th>
          );
        })}
        {this.#hasButtons && <td />}
      </tr>
    );
  }

  get #hasMarks(): boolean {
    return this.props.list.rows.some(({ mark }) => mark !== undefined);
  }

  #rowOnce(row: DrawnRow, place: number, columns: readonly ShownColumn[]): ComponentChild {
    const { list, words, choice } = this.props;
    const from = [list, words, choice, columns];
    if (from.some((each, at) => each !== this.#made.from[at])) this.#made = { from, rows: new Map() };
    const { rows } = this.#made;
    const known = rows.get(row);
    if (known?.place === place) return known.view;
    const view = this.#row(row, place, columns);
    rows.set(row, { place, view });
    return view;
  }

  #row(row: DrawnRow, place: number, columns: readonly ShownColumn[]): ComponentChild {
    const { list, words, choice } = this.props;
    const isChosen = choice?.chosen.has(row.key) === true;
    return (
      <tr
        key={row.key}
        data-key={row.key}
        aria-rowindex={place + 2}
        class={row.isGone === true ? 'gone' : isChosen || row.isCurrent === true ? 'chosen' : undefined}
        aria-current={row.isCurrent === true ? 'true' : undefined}
      >
        {columns.map((column) => {
          const { index } = column;
          const cell = row.cells[index];
          if (cell === undefined) return <td key={index} />;
          const Tag = index === 0 ? 'th' : 'td';
          return (
            <Tag
              key={index}
              scope={index === 0 ? 'row' : undefined}
              title={cell.hint}
              class={list.columns[index]?.kind}
            >
              {index === 0 && choice !== undefined && (
                <input
                  type="checkbox"
                  aria-label={`${words.select ?? ''} ${cell.text}`}
                  checked={isChosen}
                  disabled={!choice.isFree(row)}
                  onChange={() => choice.choose(toggled(choice.chosen, [row.key], !isChosen))}
                />
              )}
              {index === 0 && this.#hasMarks && <MarkView mark={row.mark} />}
              <ListCellView cell={cell} {...this.#textOf(cell, column)} />
            </Tag>
          );
        })}
        {this.#hasButtons && (
          <td class="action">
            {row.button === undefined ? (
              <span class="dim">{row.noButton}</span>
            ) : (
              <RowButton button={row.button} />
            )}
          </td>
        )}
      </tr>
    );
  }

  #textOf(cell: ListCell, column: ShownColumn): FittedText {
    if (this.#meter === undefined) return { text: cell.text, aside: cell.aside };
    return this.#meter.fitted(cell, this.props.list.columns[column.index], column);
  }

  /** The name of the sum stands in all columns before the first figure. */
  #total({ key, cells }: ListRow, place: number, columns: readonly ShownColumn[]): ComponentChild {
    const first = columns.findIndex(({ index }) => index > 0 && cells[index]?.text !== '');
    const span = first < 0 ? columns.length : first;
    const [name] = cells;
    const { typed = '', tab = '', words } = this.props;
    const isFiltered = typed.trim() !== '' || tab !== '';
    return (
      <tr key={key} class={place === 0 ? 'first' : undefined}>
        <td class="words" colSpan={span}>
          {name && (
            <ListCellView cell={name} text={name.text} aside={besideTotal(name.aside, isFiltered, words)} />
          )}
        </td>
        {columns.slice(span).map(({ index }) => (
          <td key={index} class={this.props.list.columns[index]?.kind}>
            {cells[index] && <ListCellView cell={cells[index]} text={cells[index].text} aside={undefined} />}
          </td>
        ))}
        {this.#hasButtons && <td />}
      </tr>
    );
  }

  #allBox({ chosen, isFree, choose }: Choice, rows: readonly DrawnRow[], words: ListWords): ComponentChild {
    const free = rows.filter(isFree).map(({ key }) => key);
    const isAll = free.length > 0 && free.every((key) => chosen.has(key));
    return (
      <input
        type="checkbox"
        aria-label={words.selectAll}
        title={words.selectAll}
        checked={isAll}
        disabled={free.length === 0}
        onChange={() => choose(toggled(chosen, free, !isAll))}
      />
    );
  }

  #dustButton(count: number): ComponentChild {
    const isOpen = this.state.isDustOpen === true;
    return (
      <button
        type="button"
        class="link"
        aria-expanded={isOpen}
        onClick={() => this.setState({ isDustOpen: !isOpen })}
      >
        <span aria-hidden="true">{isOpen ? '▾ ' : '▸ '}</span>
        {this.props.words.dust?.replace('{n}', String(count))}
      </button>
    );
  }

  readonly #focusIn = ({ target }: FocusEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr') : null;
    this.#focused = row?.dataset['key'] ?? '';
  };

  readonly #focusOut = (): void => {
    this.#focused = '';
  };

  #fit(): void {
    const room = this.#frame.current?.clientWidth ?? 0;
    if (room > 0 && room !== this.state.room) this.setState({ room });
  }

  /** Draws what has come into sight: of the page, and of the part of it that scrolls by itself. */
  #lookAgain(): void {
    const body = this.#body.current;
    const box = body?.closest('.scroll')?.getBoundingClientRect();
    if (body === null || box === undefined) return;
    const { top } = body.getBoundingClientRect();
    const { from, to } = partInSight(box, window.innerHeight);
    const spanWith = (beyond?: number): RowSpan =>
      drawnSpan(this.#shown, ROW, Math.max(0, from - top), to - from, beyond);
    this.#wanted = spanWith();
    this.#inSight = spanWith(0);
    const before = this.state.span ?? FIRST;
    this.#drawFirst(drawnFirst(before, this.#wanted, this.#inSight));
  }

  /** Draws some rows now, and what else shall be drawn in tasks of its own. */
  #drawFirst(span: RowSpan, drawn?: () => void): void {
    const isSame = isSameSpan(span, this.state.span ?? FIRST);
    if (!isSame) this.setState({ span }, drawn);
    if (isSameSpan(span, this.#wanted) || this.#isExtending) return;
    this.#isExtending = true;
    TURNS.add(() => {
      this.#isExtending = false;
      // The browser lays these rows out in this task, too, not in that of the next frame.
      this.#drawFirst(
        drawnNext(this.state.span ?? FIRST, this.#wanted),
        () => this.#frame.current?.clientWidth,
      );
    });
  }
}

function isSameSpan(one: RowSpan, other: RowSpan): boolean {
  return one.from === other.from && one.to === other.to;
}

/** How wide a text is in the font of an element, CSS pixels. */
function measureIn(element: Element): (text: string) => number {
  const ink = document.createElement('canvas').getContext('2d');
  // The style's own shorthand is empty where figures are tabular.
  const { fontSize, fontFamily } = getComputedStyle(element);
  if (ink !== null) ink.font = `${fontSize} ${fontFamily}`;
  return (text) => ink?.measureText(text).width ?? 8 * widthOf(text);
}

/** Room for rows that are not drawn. */
function gap(from: number, to: number, count: number): ComponentChild {
  const place = from === 0 ? 'above' : to === count ? 'below' : 'between';
  return <tr key={`gap ${place}`} class="gap" style={{ blockSize: `${(to - from) * ROW}px` }} />;
}

function toggled(chosen: ReadonlySet<string>, keys: readonly string[], isOn: boolean): ReadonlySet<string> {
  const changed = new Set(keys);
  return new Set(isOn ? [...chosen, ...keys] : [...chosen].filter((key) => !changed.has(key)));
}
