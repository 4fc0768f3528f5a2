import type uPlot from 'uplot';

/** Unix milliseconds. */
export interface Span {
  readonly min: number;
  readonly max: number;
}

/** No closer than this, milliseconds. */
const LEAST = 10_000;

/** A span made larger or smaller around a moment, within the whole. */
export function zoomed(now: Span, factor: number, around: number, whole: Span): Span {
  const length = Math.min(whole.max - whole.min, Math.max(LEAST, (now.max - now.min) * factor));
  const part = (around - now.min) / (now.max - now.min);
  return within({ min: around - part * length, max: around + (1 - part) * length }, whole);
}

function within({ min, max }: Span, whole: Span): Span {
  const shift = Math.max(0, whole.min - min) - Math.max(0, max - whole.max);
  return { min: Math.max(whole.min, min + shift), max: Math.min(whole.max, max + shift) };
}

interface Gestures {
  whole(): Span;
  choose(span: Span): void;
}

/**
 * A pinch and a wheel zoom, a drag and a sideways wheel move. A plain wheel is the page's, to scroll it, unless the chart has
 * the focus; a touch pad's pinch comes as a wheel with Ctrl.
 */
export function listenToGestures(plot: uPlot, { whole, choose }: Gestures): void {
  const { over } = plot;
  const now = (): Span => ({ min: plot.scales['x']?.min ?? 0, max: plot.scales['x']?.max ?? 1 });
  const msOf = (x: number): number => plot.posToVal(x - over.getBoundingClientRect().left, 'x');
  const move = (pixels: number): void => {
    const { min, max } = now();
    const ms = (pixels / Math.max(1, over.clientWidth)) * (max - min);
    choose(within({ min: min - ms, max: max - ms }, whole()));
  };
  over.addEventListener(
    'wheel',
    (event) => {
      const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const isMeant = event.ctrlKey || event.metaKey || over.closest(':focus') !== null;
      if (!isSideways && !isMeant) return;
      event.preventDefault();
      if (isSideways) move(-event.deltaX);
      else choose(zoomed(now(), 1.0015 ** event.deltaY, msOf(event.clientX), whole()));
    },
    { passive: false },
  );
  const fingers = new Map<number, number>();
  const distance = (): number => {
    const [a = 0, b = 0] = fingers.values();
    return Math.max(10, Math.abs(a - b));
  };
  over.addEventListener('pointerdown', ({ pointerId, clientX }) => {
    over.setPointerCapture(pointerId);
    fingers.set(pointerId, clientX);
  });
  over.addEventListener('pointermove', ({ pointerId, clientX }) => {
    const before = fingers.get(pointerId);
    if (before === undefined) return;
    const apart = distance();
    fingers.set(pointerId, clientX);
    if (fingers.size === 1) move(clientX - before);
    else choose(zoomed(now(), apart / distance(), msOf(clientX), whole()));
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    over.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
}
