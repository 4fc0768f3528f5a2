import type { ChartSection, MarketContent, SideCard } from '../view/protocol/market.ts';
import { marketProtocol } from '../view/protocol/market.ts';
import { ChartView } from './chart.ts';
import { button, checkbox } from './controls.ts';
import { el } from './dom.ts';
import { LadderView } from './ladder.ts';
import type { PanelBody, PanelHost } from './panel.ts';
import { startPanel } from './panel.ts';
import { actionButton, details, heading, markLine, pairs, part, quiet, rules, table } from './pieces.ts';
import { Slot } from './slots.ts';

startPanel<MarketContent, typeof marketProtocol>(marketProtocol, marketBody);

function marketBody(host: PanelHost<typeof marketProtocol>): PanelBody<MarketContent> {
  const { hands } = host;
  const slot = (tag: string, name: string): Slot => new Slot(el(tag, { class: name }));
  const sides = slot('div', 'sides');
  const chartSlot = slot('section', 'history');
  const orders = slot('section', 'orders');
  const trades = slot('section', 'trades');
  const fills = slot('section', 'fills');
  const ladder = new LadderView();
  const drawing = new ChartView();
  const book = slot('section', 'book');
  const position = slot('section', 'position');
  const dates = slot('section', 'dates');
  const rulesSlot = slot('section', 'rules');
  const all = slot('section', 'details');
  const columns = el(
    'div',
    { class: 'columns' },
    el('div', {}, ...[chartSlot, orders, trades, fills].map(({ element }) => element)),
    el('div', {}, ...[book, position].map(({ element }) => element)),
  );
  const foot = el('div', { class: 'columns' }, rulesSlot.element, dates.element);
  let chartSpec: ChartSection | undefined;
  const showChart = (): void => {
    const spec = chartSpec;
    if (spec === undefined) return;
    const isTable = host.state?.table ?? false;
    if (spec.part.content !== undefined && !isTable) drawing.show(spec.part.content);
    // The drawing is no part of what decides to build the section: it is always the same element.
    const { content } = spec.part;
    chartSlot.show(
      { ...spec, isTable, part: isTable ? spec.part : [spec.part.note, content === undefined] },
      () => [
        heading(spec.heading, chartControls(host, spec, showChart)),
        ...part(hands, spec.part, (model) => (isTable ? table(hands, model.table) : drawing.element)),
      ],
    );
  };
  return {
    elements: [sides.element, columns, foot, all.element],
    show(content: MarketContent) {
      sides.show(content.sides, (cards) => cards.map(sideCard));
      if (content.chart !== chartSpec) {
        chartSpec = content.chart;
        showChart();
      }
      orders.show(content.orders, (spec) => [
        heading(spec.heading, spec.button && actionButton(hands, spec.button)),
        markLine(spec.mark),
        ...part(hands, spec.part, (rows) => table(hands, rows)),
      ]);
      trades.show(content.trades, (spec) => [
        heading(spec.heading),
        ...part(hands, spec.part, (rows) => table(hands, rows)),
      ]);
      fills.show(content.fills, (spec) => [
        heading(spec.heading),
        ...part(hands, spec.part, (rows) => table(hands, rows)),
      ]);
      const { part: levels, ...around } = content.book;
      if (levels.content !== undefined) ladder.show(levels.content);
      book.show([around, levels.note, levels.content === undefined], () => [
        heading(around.heading, quiet(around.aside)),
        markLine(around.mark),
        ...part(hands, levels, () => ladder.element),
      ]);
      position.show(content.position, (spec) => [
        heading(spec.heading),
        markLine(spec.mark),
        ...part(hands, spec.part, pairs),
      ]);
      dates.show(content.dates, (spec) =>
        spec.pairs.length === 0 ? [] : [heading(spec.heading), pairs(spec.pairs)],
      );
      rulesSlot.show(content.rules, (spec) => rules(hands, spec));
      all.show(content.details, (spec) => [details(hands, spec)]);
    },
  };
}

const ARROWS = { up: '▲', down: '▼' } as const;

function sideCard(spec: SideCard): HTMLElement {
  const logo = spec.logo === undefined ? undefined : el('img', { class: 'logo', src: spec.logo, alt: '' });
  const change =
    spec.change &&
    el('span', { class: `change ${spec.change.tone}`, title: spec.change.hint }, spec.change.text);
  const share = spec.share === undefined ? undefined : `${Math.round(spec.share * 100)}%`;
  const { moved } = spec;
  return el(
    'article',
    { class: 'side', 'data-key': spec.key },
    el(
      'div',
      { class: 'who' },
      logo,
      el('h2', { class: 'name' }, spec.name),
      el('span', { class: 'dim' }, spec.words),
      change,
    ),
    el(
      'p',
      { class: `price${moved === undefined ? '' : ` moved ${moved}`}` },
      el('b', {}, spec.price),
      // Its place is kept free, so that nothing moves when it comes and goes.
      el('span', { class: 'arrow', title: spec.movedHint }, moved && ARROWS[moved]),
      el('span', { class: 'dim' }, spec.priceNote),
    ),
    el('p', { class: 'dim' }, spec.sentence),
    share && el('span', { class: 'share', 'aria-hidden': 'true', 'inline-size': share }),
  );
}

/** The choice of span, and of the table twin. */
function chartControls(
  host: PanelHost<typeof marketProtocol>,
  spec: ChartSection,
  redraw: () => void,
): HTMLElement | undefined {
  const choose = (value: ChartSection['interval']) => () => {
    host.keep({ interval: value });
    host.end.call('interval', value).catch(host.complain);
  };
  const spans = spec.intervals.map(({ value, label, name }) =>
    button({
      label,
      hint: `${label}, ${name}`,
      focus: `interval ${value}`,
      pressed: value === spec.interval,
      onPress: choose(value),
    }),
  );
  if (spans.length === 0 && spec.part.content === undefined) return undefined;
  const toggle = checkbox({
    label: spec.showTable,
    focus: 'table',
    checked: host.state?.table ?? false,
    onChange(checked) {
      host.keep({ table: checked });
      redraw();
    },
  });
  return el('div', { class: 'spans', role: 'group', 'aria-label': spec.intervalLabel }, ...spans, toggle);
}
