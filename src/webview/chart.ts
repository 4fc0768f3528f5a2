import type { Chart } from '../view/protocol/market.ts';
import { el, svg } from './dom.ts';

const HEIGHT = 190;
/** Room for the price labels at the right and the times below, in CSS pixels. */
const RIGHT = 52;
const BELOW = 20;
const TOP = 8;
/** Labels of marks nearer than this to one another are set apart. */
const LABEL_HEIGHT = 13;

/** A line chart in the width it has; drawn again when that changes, so that its text keeps its size. */
export class ChartView {
  readonly element = el('div', { class: 'chart' });
  #spec: Chart | undefined;
  #width = 0;

  constructor() {
    new ResizeObserver(() => {
      const width = Math.floor(this.element.clientWidth);
      if (width === 0 || width === this.#width) return;
      this.#width = width;
      this.#draw();
    }).observe(this.element);
  }

  show(spec: Chart): void {
    if (spec === this.#spec) return;
    this.#spec = spec;
    this.#draw();
  }

  #draw(): void {
    if (this.#spec !== undefined && this.#width > 0)
      this.element.replaceChildren(draw(this.#spec, this.#width));
  }
}

function draw(spec: Chart, width: number): SVGElement {
  const plotWidth = Math.max(40, width - RIGHT);
  const plotHeight = HEIGHT - BELOW - TOP;
  const x = (part: number): number => Math.round(part * plotWidth * 10) / 10;
  const y = (part: number): number => TOP + Math.round(part * plotHeight * 10) / 10;
  const grid = spec.grid.flatMap((line) => [
    svg('path', { class: 'grid', d: `M0 ${y(line.y)}H${plotWidth}` }),
    svg('text', { class: 'tick', x: plotWidth + 6, y: y(line.y) + 4 }, line.label),
  ]);
  const times = spec.times.map((time) =>
    svg('text', { class: 'tick', x: x(time.x), y: HEIGHT - 4, 'text-anchor': anchor(time.x) }, time.label),
  );
  const moments = spec.moments.flatMap((moment) => [
    svg('path', { class: 'moment', d: `M${x(moment.x)} ${TOP}V${TOP + plotHeight}` }),
    svg(
      'text',
      {
        class: 'tick',
        x: x(moment.x) + (moment.x > 0.8 ? -4 : 4),
        y: TOP + 9,
        'text-anchor': moment.x > 0.8 ? 'end' : 'start',
      },
      moment.label,
    ),
  ]);
  const line = spec.points
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`)
    .join('');
  const own = marks(spec, plotWidth, y);
  const rings = spec.rings.map((ring) =>
    svg('circle', { class: 'ring', cx: x(ring.x), cy: y(ring.y), r: 4 }, svg('title', {}, ring.label)),
  );
  return svg(
    'svg',
    { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': spec.summary },
    ...grid,
    ...times,
    ...moments,
    ...own.lines,
    svg('path', { class: 'line', d: line }),
    ...rings,
    ...own.labels,
  );
}

/** Own average and orders, labelled where the price is further away; where two are close, one label goes below. */
function marks(
  { marks: list, points }: Chart,
  plotWidth: number,
  y: (part: number) => number,
): { readonly lines: readonly SVGElement[]; readonly labels: readonly SVGElement[] } {
  const sorted = [...list].sort((a, b) => a.y - b.y);
  let lowest = Number.NEGATIVE_INFINITY;
  const labels = sorted.map((mark) => {
    lowest = Math.max(y(mark.y) - 4, lowest + LABEL_HEIGHT, TOP + 8);
    const isClear = clearance(points, mark.y, 0, 0.4) >= clearance(points, mark.y, 0.6, 1);
    const place = isClear ? { x: 4 } : { x: plotWidth - 4, 'text-anchor': 'end' };
    return svg('text', { class: `label ${mark.tone}`, y: lowest, ...place }, mark.label);
  });
  const lines = sorted.map((mark) =>
    svg('path', { class: `mark ${mark.tone}`, d: `M0 ${y(mark.y)}H${plotWidth}` }),
  );
  return { lines, labels };
}

/** How near the price comes to a height between two places of the drawing. */
function clearance(points: Chart['points'], y: number, from: number, to: number): number {
  const near = points.filter((point) => point.x >= from && point.x <= to);
  return Math.min(...near.map((point) => Math.abs(point.y - y)));
}

function anchor(part: number): string {
  if (part < 0.1) return 'start';
  return part > 0.9 ? 'end' : 'middle';
}
