import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/base/clock.ts';
import { startDemoProcess } from '../../support/demo-process.ts';
import { DrawingPage } from '../../support/editor/drawing-page.ts';
import { type ExtensionWindow, openWindow } from '../../support/editor/open-window.ts';
import { type Counts, count, countingClock } from './counts.ts';
import { growth } from './growth.ts';

interface SoakOptions {
  readonly seconds: number;
  /** Frames a second, of 300 markets. */
  readonly frames: number;
  readonly say: (line: string) => void;
}

interface SoakResult {
  readonly samples: readonly Counts[];
  /** Frames taken in, and how often the lines were broken and came back. */
  readonly frames: number;
  readonly breaks: number;
  readonly problems: readonly string[];
}

/** One turn: a panel opens, is hidden, shown and closed, the tree closes and opens. Milliseconds. */
const STEP_MS = 250;
/** After a break the stream must stand so long until it counts as good and is tried again soon. */
const BREAK_EVERY_MS = 15_000;
/** Pages draw so often, milliseconds. */
const SCREEN_MS = 16;
/** Every so many of them is said. */
const SAMPLES_SAID = 20;
const FAULTS = ['drop@1', 'close:1012@1', 'garbage@0.5,duplicate@0.5,reorder@0.5', 'stall=1s@1'];

/**
 * Runs the extension as in a window, against the demo in a process of its own, for so long, and counts what is alive each
 * time it is at rest: views shown, panels closed, both streams up.
 */
export async function soak({ seconds, frames, say }: SoakOptions): Promise<SoakResult> {
  const before = count();
  const demo = await startDemoProcess('--port', '0', '--frames', String(frames), '--rate-limit', '0');
  const samples: Counts[] = [];
  let heard = 0;
  let breaks = 0;
  try {
    const { url, credentials } = demo;
    const settings = { pageSize: 300 };
    const window = await openWindow({ clock: countingClock, url, credentials, dialect: 'current', settings });
    const { live } = window.services;
    live.onMessage(() => {
      heard += 1;
    });
    const slugs = await begin(window);
    const started = Date.now();
    let brokenAt = Date.now() - BREAK_EVERY_MS;
    for (let turn = 0; Date.now() - started < seconds * 1000 || samples.length < 6; turn++) {
      await lookAround(window, slugs[turn % slugs.length] ?? '');
      if (Date.now() - brokenAt >= BREAK_EVERY_MS) {
        await demo.control({ faults: FAULTS[breaks % FAULTS.length] });
        await sleep(STEP_MS);
        await demo.control({ faults: '' });
        await until('the streams', () => isUp(window));
        brokenAt = Date.now();
        breaks += 1;
      }
      samples.push(count());
      if (samples.length % SAMPLES_SAID === 1) say(lineOf(samples.length, heard, samples.at(-1)));
    }
    window.dispose();
  } finally {
    await demo.stop();
  }
  const isGone = (): boolean => growth.left(before, count()).length === 0;
  await until('the end of what was opened', isGone).catch(() => {});
  const problems = [...growth.found(samples), ...growth.left(before, count())];
  return { samples, frames: heard, breaks, problems };
}

async function begin(window: ExtensionWindow): Promise<readonly string[]> {
  const { markets, quotes } = window.services;
  for (const view of ['markets', 'orders', 'positions'] as const) window.tree(view).show(true);
  await until('the markets', () => markets.markets.length > 0 && window.tree('markets').drawn.size > 0);
  window.tree('markets').open();
  await until('prices', () => quotes.size >= 40 && isUp(window)).catch((error: unknown) => {
    const { live } = window.services;
    throw new Error(
      `${quotes.size} prices, streams ${live.state('markets').kind}, ${live.state('account').kind}`,
      {
        cause: error,
      },
    );
  });
  return markets.markets.slice(0, 40).map(({ slug }) => slug);
}

async function lookAround(window: ExtensionWindow, slug: string): Promise<void> {
  const tree = window.tree('markets');
  const panel = window.openPanel(slug);
  const page = new DrawingPage(systemClock, SCREEN_MS, SCREEN_MS);
  page.load(panel);
  await sleep(STEP_MS);
  panel.show(false);
  tree.close();
  await sleep(STEP_MS);
  panel.show(true);
  panel.say({ type: 'ready', details: false });
  tree.show(false);
  await sleep(STEP_MS);
  tree.show(true);
  tree.open();
  panel.dispose();
  await sleep(STEP_MS);
  tree.refreshes.length = 0;
  window.status?.writes.splice(0);
}

function isUp({ services: { live } }: ExtensionWindow): boolean {
  return live.state('markets').kind === 'live' && live.state('account').kind === 'live';
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let wait = 0; wait < 2400 && !isSo(); wait++) await sleep(50);
  if (!isSo()) throw new Error(`${what} did not come`);
}

function lineOf(number: number, heard: number, counts: Counts | undefined): string {
  const { heap = 0, ...others } = counts ?? {};
  const parts = Object.entries(others).map(([name, value]) => `${name} ${value}`);
  return [`${number}:`, `frames ${heard}`, ...parts, `heap ${(heap / 1024 / 1024).toFixed(1)} MB`].join('  ');
}
