import { Component, createRef } from 'preact';
import uPlot from 'uplot';
import type { Chart } from '../view/panels/market/protocol.ts';
import { callAfterLayout } from './after-layout.ts';
import { listenToGestures, type Span, zoomed } from './chart-gestures.ts';
import { BESIDE_INKS, drawOverlay, INKS, type Ink, NAME_GAP, ROW, readInks, TIMES } from './chart-overlay.ts';
import {
  type ChartSide,
  type ChartTexts,
  type ChartWriters,
  chartTexts,
  chartWriters,
} from './chart-texts.ts';

/** CSS pixels, here and below. Own prices have their names beside the chart where it is at least this wide, else in it. */
const WIDE = 540;
/** Room for the names: the longest one, but not each digit of it, or the chart would move with a price. */
const NAMES = { least: 72, step: 24, most: 168 };
/** Left of the rows below the axis. */
const ROW_NAMES = 64;
const FONT = '11px';

interface ChartProps {
  readonly chart: Chart;
  readonly side: ChartSide;
  /** Begins the shown span at the game's start. */
  readonly fromStart: boolean;
}

interface ChartState {
  /** What stands under the crosshair; undefined while there is none. */
  readonly readout?: string | undefined;
  /** The same for a screen reader, after a key only. */
  readonly spoken?: string | undefined;
}

/** The chart library in an element of its own: it is given each snapshot, and keeps what the hand chose to look at. */
export class ChartView extends Component<ChartProps, ChartState> {
  override state: ChartState = {};
  readonly #element = createRef<HTMLDivElement>();
  #plot: uPlot | undefined;
  #texts: ChartTexts | undefined;
  #writers: ChartWriters | undefined;
  #inks: ReadonlyMap<Ink, string> = new Map();
  /** What the colours depend on: of which theme they were read, and how fresh the page was. */
  #looks = '';
  /** Undefined shows everything. */
  #span: Span | undefined;
  readonly #resize = new ResizeObserver(() => this.#fit());

  override componentDidMount(): void {
    if (this.props.fromStart) this.#span = this.#gameSpan();
    if (this.#element.current !== null) this.#resize.observe(this.#element.current);
  }

  override componentDidUpdate(before: ChartProps): void {
    const { fromStart } = this.props;
    if (
      before.chart === this.props.chart &&
      before.side === this.props.side &&
      before.fromStart === fromStart
    )
      return;
    if (shapeOf(before.chart) !== shapeOf(this.props.chart)) this.#forgetPlot();
    if (before.fromStart !== fromStart) this.#span = fromStart ? this.#gameSpan() : undefined;
    else this.#moveWithEnd(before.chart);
    callAfterLayout(this.#resize, this.#element.current);
  }

  override componentWillUnmount(): void {
    this.#resize.disconnect();
    this.#forgetPlot();
  }

  override render({ chart }: ChartProps, { readout, spoken }: ChartState) {
    return (
      <div class="chart">
        <p class="readout">{readout ?? <span class="dim">{chart.keys}</span>}</p>
        <div
          class="plot"
          ref={this.#element}
          role="img"
          aria-label={chart.summary}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the crosshair.
          tabIndex={0}
          onKeyDown={(event) => this.#pressed(event)}
        >
          {INKS.map((ink) => (
            <i hidden class={ink} />
          ))}
        </div>
        <p class="hidden" role="status">
          {spoken}
        </p>
      </div>
    );
  }

  get #whole(): Span {
    const { times } = this.props.chart;
    return { min: times[0] ?? 0, max: times.at(-1) ?? 1 };
  }

  #gameSpan(): Span | undefined {
    const { min, max } = this.#whole;
    const start = this.props.chart.moments[0]?.ms;
    return start === undefined ? undefined : { min: Math.max(min, start), max };
  }

  /** A span that ended at the last price ends at the new one. */
  #moveWithEnd(before: Chart): void {
    const last = before.times.at(-1) ?? 0;
    const grown = this.#whole.max - last;
    if (this.#span === undefined || this.#span.max < last || grown <= 0) return;
    const from = this.props.fromStart ? 0 : grown;
    this.#span = { min: this.#span.min + from, max: this.#span.max + grown };
  }

  #fit(): void {
    const element = this.#element.current;
    const width = Math.floor(element?.clientWidth ?? 0);
    const height = Math.floor(element?.clientHeight ?? 0);
    if (element === null || width === 0 || height === 0) return;
    if (this.#plot !== undefined && width >= WIDE === this.#plot.width >= WIDE) {
      if (width !== this.#plot.width || height !== this.#plot.height) this.#plot.setSize({ width, height });
      this.#show();
      return;
    }
    this.#forgetPlot();
    this.#write();
    this.#plot = new uPlot(this.#options(element, { width, height }), this.#data(), element);
    listenToGestures(this.#plot, {
      whole: () => this.#whole,
      choose: (span) => this.#choose(span),
    });
    this.#show();
  }

  /** What the chart says, and in which colours. */
  #write(): void {
    const { chart, side } = this.props;
    const before = this.#writers;
    const writers = before?.timeZone === chart.zone && before ? before : chartWriters(chart.zone);
    this.#writers = writers;
    this.#texts = chartTexts(chart, side, writers);
    const looks = `${freshnessShown()} ${document.body.className} ${document.body.dataset['vscodeThemeId']}`;
    if (this.#element.current === null || looks === this.#looks) return;
    this.#looks = looks;
    this.#inks = readInks(this.#element.current);
  }

  #forgetPlot(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  #show(): void {
    const plot = this.#plot;
    if (plot === undefined) return;
    const { side, chart } = this.props;
    this.#write();
    const isOld = ['stale', 'cut'].includes(freshnessShown());
    for (const [place, of] of [
      [1, 'long'],
      [2, 'short'],
    ] as const) {
      const series = plot.series[place];
      if (series === undefined) continue;
      series.show = side === of || side === 'both';
      series.dash = isOld ? [6, 3] : [];
    }
    for (const [place, { isOld: isOldLine }] of chart.beside.entries()) {
      const series = plot.series[place + 3];
      if (series !== undefined) series.dash = isOld || isOldLine ? [6, 3] : [];
    }
    plot.setData(this.#data(), false);
    plot.setScale('x', this.#span ?? this.#whole);
  }

  #data(): uPlot.AlignedData {
    const { times, cents, beside } = this.props.chart;
    return [
      [...times],
      [...cents],
      cents.map((price) => 100 - price),
      ...beside.map((line) => [...line.cents]),
    ];
  }

  #choose(span: Span | undefined): void {
    const { min, max } = this.#whole;
    this.#span = span === undefined || (span.min <= min && span.max >= max) ? undefined : span;
    this.#plot?.setScale('x', this.#span ?? this.#whole);
  }

  #pressed(event: KeyboardEvent): void {
    const plot = this.#plot;
    if (plot === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { times } = this.props.chart;
    const now = this.#span ?? this.#whole;
    const at = plot.cursor.idx ?? undefined;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const factor = { '+': 0.7, '=': 0.7, '-': 1 / 0.7, '−': 1 / 0.7 }[event.key];
    if (step !== undefined) {
      const place = at === undefined ? times.length - 1 : Math.min(times.length - 1, Math.max(0, at + step));
      const ms = times[place] ?? 0;
      if (ms < now.min || ms > now.max)
        this.#choose({
          min: now.min + ms - (step < 0 ? now.min : now.max),
          max: now.max + ms - (step < 0 ? now.min : now.max),
        });
      plot.setCursor({ left: plot.valToPos(ms, 'x'), top: plot.bbox.height / 2 / devicePixelRatio });
      this.setState({ spoken: this.#texts?.at(place) });
    } else if (factor !== undefined) {
      const middle = at === undefined ? now.max : (times[at] ?? now.max);
      this.#choose(zoomed(now, factor, middle, this.#whole));
    } else if (event.key === 'Home') this.#choose(undefined);
    else return;
    event.preventDefault();
  }

  #options(element: HTMLElement, size: { readonly width: number; readonly height: number }): uPlot.Options {
    const { amounts, rows } = this.props.chart;
    const font = `${FONT} ${getComputedStyle(element).fontFamily}`;
    const isWide = size.width >= WIDE;
    const below = rows.length * ROW;
    const names = (plot: uPlot): number =>
      isWide && amounts === undefined && this.#texts ? namesRoom(plot, this.#texts, font) : 0;
    const looks = { ink: (ink: Ink) => this.#ink(ink), font, isWide };
    return {
      ...size,
      ms: 1,
      legend: { show: false },
      padding: [10, names, 0, below === 0 ? 18 : ROW_NAMES],
      cursor: { drag: { x: false, y: false }, points: { size: 7 } },
      tzDate: (ms) => this.#texts?.zoned(ms) ?? new Date(ms),
      scales: {
        x: { time: true },
        cents: {
          range: (_, low, high) =>
            amounts === undefined ? roundRange(low, high, this.#texts?.marks ?? []) : [-5, 105],
        },
      },
      series: this.#series(),
      axes: this.#axes(font, below),
      hooks: {
        draw: [(plot) => this.#texts && drawOverlay(plot, this.#texts, looks)],
        setCursor: [
          ({ cursor }) => {
            const isOver = (cursor.left ?? -1) >= 0 && typeof cursor.idx === 'number';
            const readout = isOver ? this.#texts?.at(cursor.idx as number) : undefined;
            if (readout !== this.state.readout) this.setState({ readout });
          },
        ],
      },
    };
  }

  /** Both sides, then other outcomes. */
  #series(): uPlot.Series[] {
    const { amounts, beside } = this.props.chart;
    const steps = uPlot.paths.stepped?.({ align: 1 });
    const line = (ink: Ink): uPlot.Series => ({
      scale: 'cents',
      stroke: () => this.#ink(ink),
      width: 1.8,
      points: { show: false },
      gaps: (plot, _, from, to, gaps) =>
        amounts === undefined ? gaps : gapsOf(plot, from, to, amounts.gapMs),
    });
    return [
      {},
      line('accent'),
      { ...line('dim'), stroke: () => this.#ink(this.props.side === 'short' ? 'accent' : 'dim') },
      ...beside.map((_, place) => ({
        ...line(BESIDE_INKS[place % BESIDE_INKS.length] ?? 'dim'),
        ...(steps && { paths: steps }),
        width: 1.2,
      })),
    ];
  }

  /** Of time, with `below` pixels under it, and of prices. */
  #axes(font: string, below: number): uPlot.Axis[] {
    const axis: uPlot.Axis = {
      font,
      stroke: () => this.#ink('dim'),
      grid: { stroke: () => this.#ink('line'), width: 1 },
      ticks: { show: false },
    };
    const { amounts } = this.props.chart;
    return [
      { ...axis, size: TIMES + below, space: 70, values: (_, ticks) => this.#texts?.times(ticks) ?? [] },
      {
        ...axis,
        scale: 'cents',
        side: 1,
        size: () => this.#texts?.axis ?? 0,
        incrs: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 25],
        ...(amounts && { splits: () => this.props.chart.amounts?.ticks.map(({ at }) => at) ?? [] }),
        values: (_, ticks) => ticks.map((at) => this.#texts?.tick(at) ?? ''),
      },
    ];
  }

  #ink(name: Ink): string {
    return this.#inks.get(name) ?? 'gray';
  }
}

/** What the chart library is set up for once: its lines and the room below. */
function shapeOf({ beside, rows }: Chart): string {
  return `${beside.length} ${rows.length}`;
}

function freshnessShown(): string {
  return document.getElementById('root')?.dataset['freshness'] ?? '';
}

/** Beside the chart for the names of own prices and other outcomes, CSS pixels. */
function namesRoom({ ctx }: uPlot, { marks, chart }: ChartTexts, font: string): number {
  ctx.save();
  ctx.font = font;
  const widths = [...marks, ...chart.beside].map(
    ({ label }) => ctx.measureText(`↑ ${label}`).width + NAME_GAP,
  );
  ctx.restore();
  const widest = Math.max(NAMES.least, ...widths);
  return Math.min(NAMES.most, Math.ceil(widest / NAMES.step) * NAMES.step);
}

/** Where moments are too far apart to be joined, in pixels of the canvas. */
function gapsOf(plot: uPlot, from: number, to: number, gapMs: number): [number, number][] {
  const [times] = plot.data;
  const x = (ms: number): number => Math.round(plot.valToPos(ms, 'x', true));
  const found: [number, number][] = [];
  for (let at = Math.max(1, from); at <= to; at++) {
    const [before = 0, after = 0] = [times[at - 1], times[at]];
    if (after - before > gapMs) found.push([x(before), x(after)]);
  }
  return found;
}

/** Own prices this near to the line are in sight with it; cents. */
const REACH = 15;

/** Around what is shown, with the marks near it, never beyond 0 and 100. */
function roundRange(
  low: number,
  high: number,
  marks: readonly { readonly cents: number }[],
): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 100];
  const near = marks
    .map(({ cents }) => cents)
    .filter((price) => price >= low - REACH && price <= high + REACH);
  const [from, to] = [Math.min(low, ...near), Math.max(high, ...near)];
  const step = to - from > 20 ? 5 : to - from > 4 ? 1 : 0.5;
  return [
    Math.max(0, Math.floor((from - step * 0.3) / step) * step),
    Math.min(100, Math.ceil((to + step * 0.3) / step) * step),
  ];
}
