import type { ChartSection, MarketContent, MarketSnapshot, SideCard } from '../view/protocol/market.ts';
import { marketProtocol } from '../view/protocol/market.ts';
import { chart } from './chart.ts';
import { button, checkbox } from './controls.ts';
import { el } from './dom.ts';
import { ladder } from './ladder.ts';
import type { PanelBody, PanelHost } from './panel.ts';
import { startPanel } from './panel.ts';
import { actionButton, details, heading, pairs, part, quiet, rules, table } from './pieces.ts';
import { Slot } from './slots.ts';

startPanel<MarketSnapshot, typeof marketProtocol>(marketProtocol, marketBody);

function marketBody(host: PanelHost<typeof marketProtocol>): PanelBody<MarketSnapshot> {
  const { hands } = host;
  const slot = (tag: string, name: string): Slot => new Slot(el(tag, { class: name }));
  const sides = slot('div', 'sides');
  const chartSlot = slot('section', 'history');
  const orders = slot('section', 'orders');
  const fills = slot('section', 'fills');
  const book = slot('section', 'book');
  const position = slot('section', 'position');
  const dates = slot('section', 'dates');
  const rulesSlot = slot('section', 'rules');
  const all = slot('section', 'details');
  const columns = el(
    'div',
    { class: 'columns' },
    el('div', {}, ...[chartSlot, orders, fills].map(({ element }) => element)),
    el('div', {}, ...[book, position].map(({ element }) => element)),
  );
  const foot = el('div', { class: 'columns' }, rulesSlot.element, dates.element);
  const showChart = (section: ChartSection): void => {
    chartSlot.show(section, () =>
      chartSection(host, section, () => {
        chartSlot.forget();
        showChart(section);
      }),
    );
  };
  return {
    elements: [sides.element, columns, foot, all.element],
    show(content: MarketContent) {
      sides.show(content.sides, (cards) => cards.map(sideCard));
      showChart(content.chart);
      orders.show(content.orders, (spec) => [
        heading(spec.heading, spec.button && actionButton(hands, spec.button)),
        ...part(hands, spec.part, (rows) => table(hands, rows)),
      ]);
      fills.show(content.fills, (spec) => [
        heading(spec.heading),
        ...part(hands, spec.part, (rows) => table(hands, rows)),
      ]);
      book.show(content.book, (spec) => [
        heading(spec.heading, quiet(spec.aside)),
        ...part(hands, spec.part, ladder),
      ]);
      position.show(content.position, (spec) => [heading(spec.heading), ...part(hands, spec.part, pairs)]);
      dates.show(content.dates, (spec) =>
        spec.pairs.length === 0 ? [] : [heading(spec.heading), pairs(spec.pairs)],
      );
      rulesSlot.show(content.rules, (spec) => rules(hands, spec));
      all.show(content.details, (spec) => [details(hands, spec)]);
    },
  };
}

function sideCard(spec: SideCard): HTMLElement {
  const logo = spec.logo === undefined ? undefined : el('img', { class: 'logo', src: spec.logo, alt: '' });
  const change =
    spec.change &&
    el('span', { class: `change ${spec.change.tone}`, title: spec.change.hint }, spec.change.text);
  const bar = spec.share === undefined ? undefined : el('span', { class: 'share', 'aria-hidden': 'true' });
  // Set through the object model: the page's policy refuses style attributes.
  if (bar !== undefined) bar.style.inlineSize = `${Math.round((spec.share ?? 0) * 100)}%`;
  return el(
    'article',
    { class: 'side' },
    el(
      'div',
      { class: 'who' },
      logo,
      el('h2', { class: 'name' }, spec.name),
      el('span', { class: 'dim' }, spec.words),
      change,
    ),
    el('p', { class: 'price' }, el('b', {}, spec.price), ' ', el('span', { class: 'dim' }, spec.priceNote)),
    el('p', { class: 'dim' }, spec.sentence),
    bar,
  );
}

/** The chart or its table twin, with the choice of span above it. */
function chartSection(
  host: PanelHost<typeof marketProtocol>,
  spec: ChartSection,
  redraw: () => void,
): (Node | undefined)[] {
  const isTable = host.state?.table ?? false;
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
  const toggle = checkbox({
    label: spec.showTable,
    focus: 'table',
    checked: isTable,
    onChange(checked) {
      host.keep({ table: checked });
      redraw();
    },
  });
  const controls =
    spec.intervals.length === 0
      ? undefined
      : el('div', { class: 'spans', role: 'group', 'aria-label': spec.intervalLabel }, ...spans, toggle);
  return [
    heading(spec.heading, controls),
    ...part(host.hands, spec.part, (drawing) =>
      isTable ? table(host.hands, drawing.table) : chart(drawing),
    ),
  ];
}
