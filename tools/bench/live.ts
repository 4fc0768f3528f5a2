import { setTimeout as sleep } from 'node:timers/promises';
import { FRAMES, type LiveWindow, MARKETS, openLiveWindow } from './live-window.ts';
import { type BenchRow, goalOf, median, ms, ratiosOf } from './measure.ts';
import { openPanelPage } from './panel-page.ts';

/** What an idle window follows where there must be something to measure. */
const FEW = 30;
/** Guides for a quiet machine, milliseconds: the longest a frame or a turn of the loop waits but for one in a hundred. */
const LOOP_MS = 20;
const TREE_MS = 600;
const PANEL_MS = 50;
/** In this time every row that shows a price has been drawn since other markets are followed. */
const SETTLED_MS = 4_000;
const MOST_WAIT_MS = 30_000;

interface Spans {
  /** Of one measurement, milliseconds. */
  readonly spanMs: number;
  /** Of an idle and a flooded one each. */
  readonly rounds: number;
}

interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/**
 * The extension in a window while the demo sends all it can, against the same window idle: how long what comes in waits for its event loop,
 * and how long a frame takes from the socket to the event of the tree, and to the panel's page having drawn it.
 */
export async function liveBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const spans: Spans = isTiny ? { spanMs: 500, rounds: 1 } : { spanMs: 4_000, rounds: 3 };
  // A panel shows one market of three hundred: of fewer than a hundred frames the longest wait is no p99.
  const panelSpans = isTiny ? spans : { spanMs: 16_000, rounds: 3 };
  const live = await openLiveWindow(isTiny ? 500 : SETTLED_MS);
  try {
    return [...(await loopDelay(live, spans)), ...(await messageToPixel(live, panelSpans))];
  } finally {
    await live.close();
  }
}

async function loopDelay(live: LiveWindow, { spanMs, rounds }: Spans): Promise<readonly BenchRow[]> {
  const [idle, flooded]: [Spread[], Spread[]] = [[], []];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await live.follow(0);
    idle.push(await waitsOfLoop(spanMs));
    await live.follow(MARKETS);
    const before = live.frames;
    flooded.push(await waitsOfLoop(spanMs));
    rates.push(((live.frames - before) / spanMs) * 1000);
  }
  const what = `wait for the event loop, ${Math.round(median(rates))} of ${FRAMES} frames/s`;
  return rowsOf(what, 'idle', flooded, idle, LOOP_MS);
}

/**
 * How long what comes in waits until the loop turns to it, had it come at any millisecond of the span. A turn of half a
 * second counts for half a second: among the turns it is one of many.
 */
async function waitsOfLoop(spanMs: number): Promise<Spread> {
  const waits: number[] = [];
  let turnedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    for (let wait = now - turnedAt; wait > 0; wait -= 1) waits.push(wait);
    turnedAt = now;
  }, 1);
  await sleep(spanMs);
  await until(() => waits.length > 0);
  clearInterval(timer);
  return spreadOf(waits);
}

async function messageToPixel(live: LiveWindow, { spanMs, rounds }: Spans): Promise<readonly BenchRow[]> {
  const slug = await movingMarket(live);
  const tree = live.window.tree('markets');
  const panel = live.window.openPanel(slug);
  const name = `"marketSlug":${JSON.stringify(slug)}`;
  /** When frames came in that are not in the tree, not in a message, and not drawn. */
  let [treeWaits, panelWaits]: [number[], number[]] = [[], []];
  let lastBook = '';
  const sent = new Map<number, readonly number[]>();
  let times: { readonly tree: number[]; readonly panel: number[] } = { tree: [], panel: [] };
  live.onFrame = (text) => {
    const now = performance.now();
    if (text.includes('"marketDataLite"')) treeWaits.push(now);
    else if (text.includes(name)) {
      // One that says the same again is not drawn.
      const words = text.replace(/"(?:transactTime|requestId)":"[^"]*",?/g, '');
      if (words !== lastBook) panelWaits.push(now);
      lastBook = words;
    }
  };
  tree.onDrawn = () => {
    const now = performance.now();
    times.tree.push(...treeWaits.map((at) => now - at));
    treeWaits = [];
  };
  panel.onPost = ({ number }) => {
    sent.set(number, panelWaits);
    panelWaits = [];
  };
  panel.webview.onDidReceiveMessage((message) => {
    const { type, number = 0 } = message as { readonly type: string; readonly number?: number };
    if (type !== 'painted') return;
    const now = performance.now();
    times.panel.push(...(sent.get(number) ?? []).map((at) => now - at));
    sent.delete(number);
  });
  const page = await openPanelPage(panel);
  const results = { tree: [[], []] as [Spread[], Spread[]], panel: [[], []] as [Spread[], Spread[]] };
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [place, markets] of [FEW, MARKETS].entries()) {
        await live.follow(markets);
        [times, treeWaits, panelWaits] = [{ tree: [], panel: [] }, [], []];
        await sleep(spanMs);
        await until(() => times.tree.length > 0 && times.panel.length > 0);
        results.tree[place]?.push(spreadOf(times.tree));
        results.panel[place]?.push(spreadOf(times.panel));
      }
    }
  } finally {
    await page.close();
    live.onFrame = undefined;
    tree.onDrawn = undefined;
  }
  const quiet = `${FEW} markets`;
  return [
    ...rowsOf('frame to event of the tree', quiet, results.tree[1], results.tree[0], TREE_MS),
    ...rowsOf('frame to page drawn', quiet, results.panel[1], results.panel[0], PANEL_MS),
  ];
}

/** The slug of a market that moves: the first of the list may be halted. */
async function movingMarket(live: LiveWindow): Promise<string> {
  let slug: string | undefined;
  live.onFrame = (text) => {
    slug ??= /"marketSlug":"([^"]+)"/.exec(text)?.[1];
  };
  await live.follow(MARKETS);
  await until(() => slug !== undefined);
  return slug ?? '';
}

/** Waits on where a span was too short for a single figure: on a busy machine, or with few markets. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isTrue() && waitedMs < MOST_WAIT_MS; waitedMs += 50) await sleep(50);
}

function rowsOf(
  what: string,
  quiet: string,
  ours: readonly Spread[],
  other: readonly Spread[],
  mostMs: number,
): readonly BenchRow[] {
  return (['p50', 'p99', 'longest'] as const).map((part) => {
    const [figures, others] = [ours.map((each) => each[part]), other.map((each) => each[part])];
    const value = median(figures);
    return {
      what: `${what}: ${part}`,
      ours: ms(value),
      other: `${ms(median(others))} ${quiet}`,
      ratios: ratiosOf(figures, others),
      ...(part === 'p99' ? goalOf(value, mostMs, 'most', ' ms') : {}),
    };
  });
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), longest: at(1) };
}
