/** A ring around an own fill, in pixels of the canvas, with its quantity. */
interface Ring {
  readonly x: number;
  readonly y: number;
  readonly size: string;
}

/** The middle of a text, and half of its width. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

interface RingLabel {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface Room {
  /** Pixels of the canvas for one of the page. */
  readonly px: number;
  readonly widthOf: (text: string) => number;
  readonly within: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /** Names several fills with one label; `{0}` stands for how many. */
  readonly several: string;
}

/** Pixels of the page: rings this near share a label; a label's distance from its ring, and its height. */
const NEAR = 12;
const AWAY = 12;
const HEIGHT = 13;

/** One label for rings that lie together, none over another or over what stands there: below its ring, else above, else left out. */
export function ringLabels(rings: readonly Ring[], others: readonly Box[], room: Room): readonly RingLabel[] {
  const { px, widthOf, within, several } = room;
  const groups: Ring[][] = [];
  for (const ring of rings) {
    const near = groups.find((group) =>
      group.some(({ x, y }) => Math.hypot(ring.x - x, ring.y - y) <= NEAR * px),
    );
    if (near === undefined) groups.push([ring]);
    else near.push(ring);
  }
  const placed: (Box & { readonly text: string })[] = [];
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const text = group.length === 1 ? first.size : several.replace('{0}', String(group.length));
    const half = widthOf(text) / 2 + 2 * px;
    const middle = group.reduce((sum, { x }) => sum + x, 0) / group.length;
    const x = Math.min(within.right - half, Math.max(within.left + half, middle));
    const heights = group.map(({ y }) => y);
    const isFree = (y: number): boolean =>
      y - (HEIGHT / 2) * px >= within.top &&
      y + (HEIGHT / 2) * px <= within.bottom &&
      [...placed, ...others].every(
        (other) => Math.abs(other.x - x) >= other.half + half || Math.abs(other.y - y) >= HEIGHT * px,
      ) &&
      rings.every(
        (ring) => Math.abs(ring.x - x) >= half + 4 * px || Math.abs(ring.y - y) >= (HEIGHT / 2 + 4) * px,
      );
    const y = [Math.max(...heights) + AWAY * px, Math.min(...heights) - AWAY * px].find(isFree);
    if (y !== undefined) placed.push({ x, y, text, half });
  }
  return placed.map(({ x, y, text }) => ({ x, y, text }));
}
