import type uPlot from 'uplot';
import type { Chart } from '../view/panels/market/protocol.ts';
import type { ChartTexts } from './chart-texts.ts';
import { type Box, ringLabels } from './ring-labels.ts';
import { spreadNames } from './spread-names.ts';

/** Of other outcomes; each has its name at the end of its line too. */
export const BESIDE_INKS = ['beside-1', 'beside-2', 'beside-3', 'beside-4'] as const;
/** Colours of the chart, each a class whose text colour it is: a canvas cannot read the theme's variables. */
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

type GameRow = Chart['rows'][number];

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
  const overlay = new Overlay(plot, texts, looks);
  plot.ctx.save();
  overlay.draw();
  plot.ctx.restore();
}

/** Positions and sizes in pixels of the screen. */
class Overlay {
  readonly #plot: uPlot;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #texts: ChartTexts;
  readonly #looks: Looks;
  /** A CSS pixel in those of the screen. */
  readonly #px: number;
  readonly #left: number;
  readonly #right: number;
  readonly #top: number;
  readonly #bottom: number;

  constructor(plot: uPlot, texts: ChartTexts, looks: Looks) {
    const { ctx, bbox } = plot;
    this.#plot = plot;
    this.#ctx = ctx;
    this.#texts = texts;
    this.#looks = looks;
    this.#px = bbox.width / Math.max(1, plot.over.clientWidth);
    this.#left = bbox.left;
    this.#right = bbox.left + bbox.width;
    this.#top = bbox.top;
    this.#bottom = bbox.top + bbox.height;
  }

  draw(): void {
    const ctx = this.#ctx;
    // The font is in CSS pixels, the canvas in those of the screen.
    ctx.font = this.#looks.font.replace(/^\d+px/, `${11 * this.#px}px`);
    ctx.textBaseline = 'middle';
    ctx.lineWidth = this.#px;
    this.#volume();
    this.#moments();
    for (const [place, row] of this.#texts.chart.rows.entries()) this.#gameRow(row, place);
    this.#fills(this.#names());
    this.#lastPrice();
  }

  #volume(): void {
    const ctx = this.#ctx;
    const step = BAR * this.#px;
    const bars = new Map<number, number>();
    for (const { ms, size } of this.#texts.chart.volumes) {
      const at = Math.floor(this.#x(ms) / step);
      if (this.#isAcross(at * step)) bars.set(at, (bars.get(at) ?? 0) + size);
    }
    const most = Math.max(...bars.values(), 0);
    ctx.fillStyle = this.#looks.ink('dim');
    ctx.globalAlpha = 0.5;
    for (const [at, size] of bars) {
      const height = Math.max(this.#px, (size / most) * VOLUME_HEIGHT * this.#px);
      ctx.fillRect(at * step, this.#bottom - height, (BAR - 1) * this.#px, height);
    }
    ctx.globalAlpha = 1;
  }

  /** Upright lines, such as the start of a game. */
  #moments(): void {
    for (const { ms, label } of this.#texts.chart.moments) {
      const at = this.#x(ms);
      if (!this.#isAcross(at)) continue;
      this.#path([at, this.#top], [at, this.#bottom], 'dim', [2, 4]);
      const isLate = at > this.#left + (this.#right - this.#left) * 0.8;
      const beside = at + (isLate ? -4 : 4) * this.#px;
      this.#text(label, beside, this.#top + 6 * this.#px, 'dim', isLate ? 'right' : 'left');
    }
  }

  /** A row under the time axis: periods that last, or scores as they changed. */
  #gameRow({ name, lasts, changes }: GameRow, place: number): void {
    const middle = this.#bottom + (TIMES + (place + 0.5) * ROW) * this.#px;
    this.#text(name, this.#left - 6 * this.#px, middle, 'dim', 'right');
    const within = (ms: number): number => Math.min(this.#right, this.#x(ms));
    const first = changes[0]?.ms ?? 0;
    const start = Math.max(this.#left, within(this.#texts.chart.moments[0]?.ms ?? first));
    const from = Math.max(start, within(first));
    // Nobody looked until then.
    this.#path([start, middle], [from, middle], 'dim', [2, 4]);
    if (!lasts) this.#path([from, middle], [this.#right, middle], 'line', []);
    let free = from;
    for (const [index, change] of changes.entries()) {
      const at = Math.max(from, this.#x(change.ms));
      const next = changes[index + 1];
      const end = next === undefined ? this.#right : within(next.ms);
      if (at >= this.#right || end <= this.#left) continue;
      if (lasts) this.#period(change.label, at, end, middle, next === undefined);
      else if (at >= free) free = this.#score(change, at, middle);
    }
  }

  #period(label: string, at: number, end: number, middle: number, isLast: boolean): void {
    const px = this.#px;
    this.#ctx.fillStyle = this.#looks.ink('line');
    this.#ctx.fillRect(at, middle - (ROW / 2 - 1) * px, Math.max(0, end - at - px), (ROW - 2) * px);
    if (this.#widthOf(label) < end - at) this.#text(label, (at + end) / 2, middle, 'dim', 'center');
    else if (isLast) this.#text(label, end + 4 * px, middle, 'dim', 'left');
  }

  /** Returns from where on there is room for the next one. */
  #score({ label, isSeen }: GameRow['changes'][number], at: number, middle: number): number {
    if (isSeen) this.#dot(at, middle);
    this.#boxed(label, at + (isSeen ? 6 : 0) * this.#px, middle, 'dim');
    return at + this.#widthOf(label) + 12 * this.#px;
  }

  /** Own prices, and other outcomes at the end of their lines. Returns the names in the plot, which no label of a fill may cover. */
  #names(): readonly Box[] {
    const px = this.#px;
    const named = this.#named();
    const places = spreadNames(named, this.#top, this.#bottom, LABEL * px);
    const inPlot: Box[] = [];
    for (const [index, { at, label, tone, isEnd }] of named.entries()) {
      const place = places[index] ?? at;
      if (!isEnd && at > this.#top && at < this.#bottom)
        this.#path([this.#left, at], [this.#right, at], tone, [1, 4]);
      if (this.#looks.isWide) {
        const edge = this.#right + this.#texts.axis * px;
        this.#path([edge, at], [edge + 8 * px, place], tone, []);
        const from = edge + (NAME_GAP - 4) * px;
        // Drawn narrower rather than cut: it ends with a price.
        this.#text(label, from, place, tone, 'left', this.#ctx.canvas.width - from);
        continue;
      }
      const width = this.#widthOf(label);
      const from = isEnd ? this.#right - width - 4 * px : this.#left + 4 * px;
      this.#boxed(label, from, place, tone);
      inPlot.push({ x: from + width / 2, y: place, half: width / 2 });
    }
    return inPlot;
  }

  /** As many as there is room for, the last of them saying how many more there are. */
  #named() {
    const { beside, moreMarks } = this.#texts.chart;
    const ends = beside.flatMap(({ label, cents }, place) => {
      const last = cents.findLast((price) => price !== null);
      const tone: Ink = BESIDE_INKS[place % BESIDE_INKS.length] ?? 'dim';
      return typeof last === 'number' ? [{ cents: last, label, tone, isEnd: true }] : [];
    });
    const marks = this.#texts.marks.map((mark) => ({ ...mark, isEnd: false }));
    const all = [...ends, ...marks].map((mark) => this.#atEdge(mark));
    const room = Math.floor((this.#bottom - this.#top) / (LABEL * this.#px));
    const left = all.length - room + 1;
    if (left <= 1) return all;
    const label = moreMarks.replace('{0}', String(left));
    return [...all.slice(0, room - 1), { at: this.#bottom, label, tone: 'dim', isEnd: true } as const];
  }

  #fills(inPlot: readonly Box[]): void {
    const ctx = this.#ctx;
    const px = this.#px;
    const rings = this.#texts.rings
      .map(({ ms, cents, size }) => ({ x: this.#x(ms), y: this.#y(cents), size }))
      .filter((ring) => this.#isAcross(ring.x) && this.#isHigh(ring.y));
    for (const ring of rings) {
      ctx.beginPath();
      ctx.arc(ring.x, ring.y, 4 * px, 0, 2 * Math.PI);
      ctx.fillStyle = this.#looks.ink('page');
      ctx.fill();
      ctx.strokeStyle = this.#looks.ink('yours');
      ctx.lineWidth = 2 * px;
      ctx.stroke();
    }
    const within = { left: this.#left, right: this.#right, top: this.#top, bottom: this.#bottom };
    const widthOf = (words: string): number => this.#widthOf(words);
    const { fills: several } = this.#texts.chart;
    for (const label of ringLabels(rings, inPlot, { px, widthOf, within, several }))
      this.#boxed(label.text, label.x, label.y, 'yours', 'center');
  }

  #lastPrice(): void {
    const { last, lastText, axis } = this.#texts;
    const at = this.#y(last);
    if (!this.#isHigh(at)) return;
    const px = this.#px;
    this.#ctx.fillStyle = this.#looks.ink('accent');
    this.#ctx.fillRect(this.#right + 2 * px, at - 8 * px, (axis - 6) * px, 16 * px);
    this.#text(lastText, this.#right + 6 * px, at, 'page', 'left');
  }

  #x(ms: number): number {
    return this.#plot.valToPos(ms, 'x', true);
  }

  #y(cents: number): number {
    return this.#plot.valToPos(cents, 'cents', true);
  }

  #isAcross(at: number): boolean {
    return at >= this.#left && at <= this.#right;
  }

  #isHigh(at: number): boolean {
    return at >= this.#top && at <= this.#bottom;
  }

  #widthOf(words: string): number {
    return this.#ctx.measureText(words).width;
  }

  /** What lies beyond the prices shown is named at that edge, with an arrow. */
  #atEdge<T extends { readonly cents: number; readonly label: string }>(mark: T) {
    const at = this.#y(mark.cents);
    if (this.#isHigh(at)) return { ...mark, at };
    return at < this.#top
      ? { ...mark, at: this.#top, label: `↑ ${mark.label}` }
      : { ...mark, at: this.#bottom, label: `↓ ${mark.label}` };
  }

  #dot(at: number, height: number): void {
    const ctx = this.#ctx;
    ctx.beginPath();
    ctx.arc(at, height, 2.5 * this.#px, 0, 2 * Math.PI);
    ctx.fillStyle = this.#looks.ink('accent');
    ctx.fill();
  }

  #path(from: [number, number], to: [number, number], ink: Ink, dash: readonly number[]): void {
    const ctx = this.#ctx;
    ctx.beginPath();
    ctx.lineWidth = this.#px;
    ctx.setLineDash(dash.map((length) => length * this.#px));
    ctx.strokeStyle = this.#looks.ink(ink);
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  #text(words: string, at: number, height: number, ink: Ink, align: CanvasTextAlign, room?: number): void {
    this.#ctx.textAlign = align;
    this.#ctx.fillStyle = this.#looks.ink(ink);
    this.#ctx.fillText(words, at, height, room);
  }

  /** On a ground of the page's colour, so that the line does not run through it. */
  #boxed(words: string, at: number, height: number, ink: Ink, align: 'left' | 'center' = 'left'): void {
    const px = this.#px;
    const width = this.#widthOf(words);
    const from = align === 'left' ? at : at - width / 2;
    this.#ctx.fillStyle = this.#looks.ink('page');
    this.#ctx.fillRect(from - 2 * px, height - 7 * px, width + 4 * px, 14 * px);
    this.#text(words, at, height, ink, align);
  }
}
