import { Component, createRef } from 'preact';
import type { Chart } from '../view/panels/market/protocol.ts';

/** CSS pixels, here and below. */
const HEIGHT = 190;
/** Room for the price labels at the right and the times below. */
const RIGHT = 52;
const BELOW = 20;
const TOP = 8;
/** Labels of marks nearer than this to each other are set apart. */
const LABEL_HEIGHT = 13;
const PLOT_HEIGHT = HEIGHT - BELOW - TOP;

interface ChartProps {
  readonly chart: Chart;
}

interface ChartSize {
  readonly width: number;
}

/** A line chart in the width it has; drawn again when that changes, so that its text keeps its size. */
export class ChartView extends Component<ChartProps, ChartSize> {
  override state: ChartSize = { width: 0 };
  readonly #element = createRef<HTMLDivElement>();
  readonly #resize = new ResizeObserver(() => {
    const width = Math.floor(this.#element.current?.clientWidth ?? 0);
    if (width !== 0 && width !== this.state.width) this.setState({ width });
  });

  override componentDidMount(): void {
    if (this.#element.current !== null) this.#resize.observe(this.#element.current);
  }

  override componentWillUnmount(): void {
    this.#resize.disconnect();
  }

  override render({ chart }: ChartProps, { width }: ChartSize) {
    return (
      <div class="chart" ref={this.#element}>
        {width > 0 && <Drawing chart={chart} width={width} />}
      </div>
    );
  }
}

function Drawing({ chart, width }: ChartProps & ChartSize) {
  const plotWidth = Math.max(40, width - RIGHT);
  const x = (part: number): number => Math.round(part * plotWidth * 10) / 10;
  const line = chart.points
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${yOf(point.y)}`)
    .join('');
  const marks = [...chart.marks].sort((a, b) => a.y - b.y);
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={chart.summary}
    >
      {chart.grid.map(({ y, label }) => (
        <>
          <path class="grid" d={`M0 ${yOf(y)}H${plotWidth}`} />
          <text class="tick" x={plotWidth + 6} y={yOf(y) + 4}>
            {label}
          </text>
        </>
      ))}
      {chart.times.map((time) => (
        <text class="tick" x={x(time.x)} y={HEIGHT - 4} text-anchor={anchorOf(time.x)}>
          {time.label}
        </text>
      ))}
      {chart.moments.map((moment) => (
        <>
          <path class="moment" d={`M${x(moment.x)} ${TOP}V${TOP + PLOT_HEIGHT}`} />
          <text
            class="tick"
            x={x(moment.x) + (moment.x > 0.8 ? -4 : 4)}
            y={TOP + 9}
            text-anchor={moment.x > 0.8 ? 'end' : 'start'}
          >
            {moment.label}
          </text>
        </>
      ))}
      {marks.map(({ y, tone }) => (
        <path class={`mark ${tone}`} d={`M0 ${yOf(y)}H${plotWidth}`} />
      ))}
      <path class="line" d={line} />
      {chart.rings.map((ring) => (
        <circle class="ring" cx={x(ring.x)} cy={yOf(ring.y)} r={4}>
          <title>{ring.label}</title>
        </circle>
      ))}
      {labelHeights(marks).map(({ mark, height }) => {
        const place = isClearAtLeft(chart, mark.y)
          ? { x: 4 }
          : { x: plotWidth - 4, 'text-anchor': 'end' as const };
        return (
          <text class={`label ${mark.tone}`} y={height} {...place}>
            {mark.label}
          </text>
        );
      })}
    </svg>
  );
}

function yOf(part: number): number {
  return TOP + Math.round(part * PLOT_HEIGHT * 10) / 10;
}

type Mark = Chart['marks'][number];

/** Where two marks are close, the label of the second goes below that of the first. */
function labelHeights(marks: readonly Mark[]): { readonly mark: Mark; readonly height: number }[] {
  let lowest = Number.NEGATIVE_INFINITY;
  return marks.map((mark) => {
    lowest = Math.max(yOf(mark.y) - 4, lowest + LABEL_HEIGHT, TOP + 8);
    return { mark, height: lowest };
  });
}

/** A label goes where the price is further away from its mark. */
function isClearAtLeft({ points }: Chart, y: number): boolean {
  const distance = (from: number, to: number): number =>
    Math.min(...points.filter(({ x }) => x >= from && x <= to).map((point) => Math.abs(point.y - y)));
  return distance(0, 0.4) >= distance(0.6, 1);
}

function anchorOf(part: number): 'start' | 'middle' | 'end' {
  if (part < 0.1) return 'start';
  return part > 0.9 ? 'end' : 'middle';
}
