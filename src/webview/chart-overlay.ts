import type uPlot from 'uplot';
import type { ChartTexts } from './chart-texts.ts';
import { placesOf } from './places.ts';
import { type Box, ringLabels } from './ring-labels.ts';

/** Colours of the chart, each a class whose text colour it is: a canvas cannot read the theme's variables. */
/** Of other outcomes; each has its name at the end of its line too. */
export const BESIDE_INKS = ['beside-1', 'beside-2', 'beside-3', 'beside-4'] as const;
export const INKS = ['accent', 'yours', 'dim', 'line', 'page', ...BESIDE_INKS] as const;
export type Ink = (typeof INKS)[number];

/** The colours as the theme and the page have them now. To ask for one makes the browser work out styles, so it is done when they change. */
export function readInks(element: HTMLElement): ReadonlyMap<Ink, string> {
  return new Map(
    INKS.map((ink) => {
      const probe = element.querySelector(`i.${ink}`);
      return [ink, probe === null ? 'gray' : getComputedStyle(probe).color];
    }),
  );
}

interface Looks {
  ink(ink: Ink): string;
  readonly font: string;
  /** There is room for names beside the chart. */
  readonly isWide: boolean;
}

/** CSS pixels, here and below: the labels of the time axis, and each row under them. */
export const TIMES = 24;
export const ROW = 16;
/** Between the axis and a name beside it. */
export const NAME_GAP = 16;
const LABEL = 15;
const BAR = 4;
const VOLUME_HEIGHT = 34;

/** Draws over the lines what a chart of prices has besides: volume, game, own prices, fills and the last price. */
export function drawOverlay(plot: uPlot, texts: ChartTexts, looks: Looks): void {
  const { ctx, bbox } = plot;
  const px = bbox.width / Math.max(1, plot.over.clientWidth);
  const x = (ms: number): number => plot.valToPos(ms, 'x', true);
  const y = (cents: number): number => plot.valToPos(cents, 'cents', true);
  const right = bbox.left + bbox.width;
  const bottom = bbox.top + bbox.height;
  const isAcross = (at: number): boolean => at >= bbox.left && at <= right;
  const isHigh = (at: number): boolean => at >= bbox.top && at <= bottom;
  ctx.save();
  // The font is in CSS pixels, the canvas in those of the screen.
  ctx.font = looks.font.replace(/^\d+px/, `${11 * px}px`);
  ctx.textBaseline = 'middle';
  ctx.lineWidth = px;

  const bars = new Map<number, number>();
  for (const { ms, size } of texts.chart.volumes) {
    const at = Math.floor(x(ms) / (BAR * px));
    if (isAcross(at * BAR * px)) bars.set(at, (bars.get(at) ?? 0) + size);
  }
  const most = Math.max(...bars.values(), 0);
  ctx.fillStyle = looks.ink('dim');
  ctx.globalAlpha = 0.5;
  for (const [at, size] of bars) {
    const height = Math.max(px, (size / most) * VOLUME_HEIGHT * px);
    ctx.fillRect(at * BAR * px, bottom - height, (BAR - 1) * px, height);
  }
  ctx.globalAlpha = 1;

  const upright = (ms: number, label: string, top: number): void => {
    const at = x(ms);
    if (!isAcross(at)) return;
    path([at, bbox.top], [at, bottom], 'dim', [2, 4]);
    const isLate = at > bbox.left + bbox.width * 0.8;
    text(label, at + (isLate ? -4 : 4) * px, top, 'dim', isLate ? 'right' : 'left');
  };
  for (const { ms, label } of texts.chart.moments) upright(ms, label, bbox.top + 6 * px);
  for (const [index, { name, lasts, changes }] of texts.chart.rows.entries()) {
    const middle = bottom + (TIMES + (index + 0.5) * ROW) * px;
    text(name, bbox.left - 6 * px, middle, 'dim', 'right');
    const first = changes[0]?.ms ?? 0;
    const start = Math.max(bbox.left, Math.min(right, x(texts.chart.moments[0]?.ms ?? first)));
    const from = Math.max(start, Math.min(right, x(first)));
    // Nobody looked until then.
    path([start, middle], [from, middle], 'dim', [2, 4]);
    if (!lasts) path([from, middle], [right, middle], 'line', []);
    let free = from;
    for (const [place, { ms, label, isSeen }] of changes.entries()) {
      const at = Math.max(from, x(ms));
      const next = changes[place + 1];
      const end = next === undefined ? right : Math.min(right, x(next.ms));
      const { width } = ctx.measureText(label);
      if (at >= right || end <= bbox.left) continue;
      if (lasts) {
        ctx.fillStyle = looks.ink('line');
        ctx.fillRect(at, middle - (ROW / 2 - 1) * px, Math.max(0, end - at - px), (ROW - 2) * px);
        if (width < end - at) text(label, (at + end) / 2, middle, 'dim', 'center');
        else if (next === undefined) text(label, end + 4 * px, middle, 'dim', 'left');
        continue;
      }
      if (at < free) continue;
      if (isSeen) dot(at, middle);
      boxed(label, at + (isSeen ? 6 : 0) * px, middle, 'dim');
      free = at + width + 12 * px;
    }
  }

  const ends = texts.chart.beside.flatMap(({ label, cents }, place) => {
    const last = cents.findLast((price) => price !== null);
    const ink: Ink = BESIDE_INKS[place % BESIDE_INKS.length] ?? 'dim';
    return typeof last === 'number' ? [{ cents: last, label, tone: ink, isEnd: true }] : [];
  });
  const all = [...ends, ...texts.marks.map((mark) => ({ ...mark, isEnd: false }))].map(atEdge);
  const room = Math.floor(bbox.height / (LABEL * px));
  const left = all.length - room + 1;
  const more = {
    at: bottom,
    label: texts.chart.moreMarks.replace('{0}', String(left)),
    tone: 'dim',
    isEnd: true,
  } as const;
  const named = left > 1 ? [...all.slice(0, room - 1), more] : all;
  const places = placesOf(named, bbox.top, bottom, LABEL * px);
  /** Names in the plot, which no label of a fill may cover. */
  const inPlot: Box[] = [];
  for (const [index, { at, label, tone, isEnd }] of named.entries()) {
    const place = places[index] ?? at;
    if (!isEnd && at > bbox.top && at < bottom) path([bbox.left, at], [right, at], tone, [1, 4]);
    if (looks.isWide) {
      path([right + texts.axis * px, at], [right + (texts.axis + 8) * px, place], tone, []);
      text(label, right + (texts.axis + NAME_GAP - 4) * px, place, tone, 'left');
      continue;
    }
    const { width } = ctx.measureText(label);
    const from = isEnd ? right - width - 4 * px : bbox.left + 4 * px;
    boxed(label, from, place, tone);
    inPlot.push({ x: from + width / 2, y: place, half: width / 2 });
  }
  const rings = texts.rings
    .map(({ ms, cents, size }) => ({ x: x(ms), y: y(cents), size }))
    .filter((ring) => isAcross(ring.x) && isHigh(ring.y));
  for (const ring of rings) {
    ctx.beginPath();
    ctx.arc(ring.x, ring.y, 4 * px, 0, 2 * Math.PI);
    ctx.fillStyle = looks.ink('page');
    ctx.fill();
    ctx.strokeStyle = looks.ink('yours');
    ctx.lineWidth = 2 * px;
    ctx.stroke();
  }
  const widthOf = (words: string): number => ctx.measureText(words).width;
  const within = { left: bbox.left, right, top: bbox.top, bottom };
  for (const label of ringLabels(rings, inPlot, { px, widthOf, within, several: texts.chart.fills }))
    boxed(label.text, label.x, label.y, 'yours', 'center');
  const last = y(texts.last);
  if (isHigh(last)) {
    ctx.fillStyle = looks.ink('accent');
    ctx.fillRect(right + 2 * px, last - 8 * px, (texts.axis - 6) * px, 16 * px);
    text(texts.lastText, right + 6 * px, last, 'page', 'left');
  }
  ctx.restore();

  /** What lies beyond the prices shown is named at that edge, with an arrow. */
  function atEdge<T extends { readonly cents: number; readonly label: string }>(mark: T) {
    const at = y(mark.cents);
    if (isHigh(at)) return { ...mark, at };
    return at < bbox.top
      ? { ...mark, at: bbox.top, label: `↑ ${mark.label}` }
      : { ...mark, at: bottom, label: `↓ ${mark.label}` };
  }
  function dot(at: number, height: number): void {
    ctx.beginPath();
    ctx.arc(at, height, 2.5 * px, 0, 2 * Math.PI);
    ctx.fillStyle = looks.ink('accent');
    ctx.fill();
  }
  function path(from: [number, number], to: [number, number], ink: Ink, dash: readonly number[]): void {
    ctx.beginPath();
    ctx.lineWidth = px;
    ctx.setLineDash(dash.map((length) => length * px));
    ctx.strokeStyle = looks.ink(ink);
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
    ctx.setLineDash([]);
  }
  function text(words: string, at: number, height: number, ink: Ink, align: CanvasTextAlign): void {
    ctx.textAlign = align;
    ctx.fillStyle = looks.ink(ink);
    ctx.fillText(words, at, height);
  }
  /** On a ground of the page's colour, so that the line does not run through it. */
  function boxed(
    words: string,
    at: number,
    height: number,
    ink: Ink,
    align: 'left' | 'center' = 'left',
  ): void {
    const { width } = ctx.measureText(words);
    const from = align === 'left' ? at : at - width / 2;
    ctx.fillStyle = looks.ink('page');
    ctx.fillRect(from - 2 * px, height - 7 * px, width + 4 * px, 14 * px);
    text(words, at, height, ink, align);
  }
}
