import assert from 'node:assert/strict';
import { setTimeout as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { after, before, describe, it } from 'mocha';
import { mapLimited } from '../../src/base/async.ts';
import type { Book } from '../../src/core/book.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { createWorld } from '../../src/demo/world.ts';
import { PRICE_ROW_MS } from '../../src/features/trees/node-tree.ts';
import { joined, type Row, withoutEmpty } from '../../src/view/row.ts';
import { siblingRows } from '../../src/view/sibling-rows.ts';
import { type DemoServer, startDemoServer } from '../../tools/exchange/server.ts';
import { churnFor, createDemoService, type DemoService } from '../../tools/exchange/service.ts';
import { VirtualClock } from '../support/clock.ts';
import { DrawingPage } from '../support/editor/drawing-page.ts';
import { type ExtensionWindow, openWindow } from '../support/editor/open-window.ts';
import type { PanelScreen, TreeScreen } from '../support/editor/screens.ts';
import { plain } from './subject.ts';

const FRAMES = 2_000;
const MARKETS = 300;
/** So long it goes on, milliseconds of the clock the test moves. */
const FLOOD_MS = 4_000;
/** A page draws when the screen does, milliseconds; now and then it takes long. */
const SCREEN_MS = 16;
const BUSY_MS = 240;
const KEY = keyOf(6);

/**
 * The demo on loopback sends all it can, over real sockets, to the extension as it runs in a window. Time is moved by the
 * test, so every bound is a count.
 */
describe('2,000 frames a second of 300 markets', () => {
  const clock = new VirtualClock();
  const slugs = new Set<string>();
  const page = new DrawingPage(clock, SCREEN_MS, BUSY_MS);
  let service: DemoService;
  let server: DemoServer;
  let window: ExtensionWindow;
  let tree: TreeScreen;
  let panel: PanelScreen;
  let frames = 0;
  let shown = '';
  let began = 0;

  before(async () => {
    const world = createWorld({ seed: 3, epochMs: clock.now(), churnMs: churnFor(FRAMES) ?? 1 });
    const keys = [KEY];
    const options = { dialect: 'current', rateLimit: 0, framesPerSecond: FRAMES } as const;
    service = createDemoService({ world, clock, keys, ...options });
    server = await startDemoServer({ handler: service.handler, streams: service.streams });
    window = await openWindow({
      clock,
      url: server.url,
      credentials: { keyId: KEY.keyId, secret: KEY.secretKey },
      dialect: 'current',
      settings: { pageSize: MARKETS },
      requestsPerSecond: 0,
    });
    window.services.live.onMessage((message) => {
      frames += 1;
      if (message.kind === 'lite') slugs.add(message.quote.marketSlug);
    });
    tree = window.tree('markets');
    tree.show(true);
    await until('the list of markets', () => window.services.markets.markets.length >= MARKETS);
    await until('the tree', () => tree.drawn.size > 0);
    tree.open();
    await until('the first price of each market', () => slugs.size >= MARKETS);
    shown = [...slugs][7] ?? '';
    panel = window.openPanel(shown);
    page.load(panel);
    await until('the ladder', () => window.services.quotes.book(shown)?.source === 'stream');
    tree.refreshes.length = 0;
    window.status?.writes.splice(0);
    page.messages.length = 0;
    frames = 0;
    began = clock.now();
    await clock.advance(FLOOD_MS);
  });
  after(async () => {
    window.dispose();
    service.streams.dispose();
    await server.close();
  });

  /** Time and the sockets go on until it is so. */
  async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (let round = 0; round < 1_000; round++) {
      if (await isSo()) return;
      await clock.advance(5);
      await turn(1);
    }
    assert.fail(`${what} did not come`);
  }

  /** Of a list of times, how many fall into the fullest span of so many milliseconds. */
  function most(times: readonly number[], spanMs: number): number {
    return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + spanMs).length));
  }

  it('arrive', () => {
    assert.ok(frames > (FRAMES * FLOOD_MS * 0.9) / 1000, `${frames} frames`);
    // Leagues that are read meanwhile bring more markets, each at the same pace.
    const most = (FRAMES * FLOOD_MS * 1.1 * Math.max(1, slugs.size / MARKETS)) / 1000;
    assert.ok(frames <= most, `${frames} frames`);
  });

  it('are at most one event of the tree in 500 ms, of rows that changed and no others', () => {
    // A row's price changes every three seconds at most.
    const times = tree.refreshes.map(({ at }) => at);
    assert.equal(most(times, 500), 1);
    // A list that is read to its end meanwhile names no rows: all of it is drawn.
    const ofRows = tree.refreshes.filter(({ rows }) => rows !== undefined);
    assert.ok(ofRows.length >= FLOOD_MS / PRICE_ROW_MS, `${ofRows.length} events of rows`);
    assert.equal(Math.max(...ofRows.map(({ unchanged }) => unchanged)), 0);
  });

  it('are one message to the panel until it has drawn that, and none within a frame of the last', () => {
    assert.ok(page.messages.length > FLOOD_MS / (SCREEN_MS + BUSY_MS), `${page.messages.length} messages`);
    assert.equal(Math.max(...page.messages.map(({ waiting }) => waiting)), 1);
    assert.equal(
      most(
        page.messages.map(({ at }) => at),
        SCREEN_MS,
      ),
      1,
    );
  });

  it('are one text of the status item a second', () => {
    const writes = window.status?.writes ?? [];
    assert.ok(writes.length > 0);
    assert.equal(most(writes, 1_000), 1);
    assert.ok(writes.every((at) => at >= began));
  });

  it('lose nothing: what is held and drawn in the end is what the service says', async () => {
    service.worldClock.pause(true);
    const exchange = await window.services.session.ensure();
    const { quotes } = window.services;
    const streamed = [...slugs].filter((slug) => exchange.streams.covers(slug, 'lite'));
    const read = await mapLimited(
      streamed,
      8,
      async (slug) => [slug, plain(await exchange.bbo(slug))] as const,
    );
    const rest = new Map(read);
    const held = () => new Map(streamed.map((slug) => [slug, plain(quotes.quote(slug)?.value)] as const));
    const book = ofStream(await exchange.book(shown));
    const isSettled = () =>
      isDeepStrictEqual(held(), rest) &&
      isDeepStrictEqual(ofStream(quotes.book(shown)?.value), book) &&
      page.isIdle;
    await until('rest', isSettled).catch(() => {});
    assert.equal(rest.size, MARKETS);
    assert.deepEqual(held(), rest);
    assert.deepEqual(ofStream(quotes.book(shown)?.value), book);
    // The marks of what moved end.
    await clock.advance(6_000);
    const expected = textsOf(window.content('markets').rows, tree);
    // The screen still knows rows that left, such as a note on the reading of a league.
    assert.deepEqual(new Map([...drawnTexts(tree)].filter(([id]) => expected.has(id))), expected);
    const shownLast = page.content;
    page.messages.length = 0;
    page.load(panel);
    await until('the panel', () => page.isIdle && page.messages.length > 0);
    assert.deepEqual(shownLast, page.content);
  });
});

function drawnTexts({ drawn }: TreeScreen): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [id, item] of drawn) {
    const { label, description } = JSON.parse(item) as {
      readonly label: string;
      readonly description?: string;
    };
    // Numbers are padded among siblings, moved behind edges and marked only once the rows are drawn.
    const words = withoutBlanks(description ?? '').replace(/^[◆◇◈!] ?/, '');
    texts.set(id, `${withoutBlanks(label).trimStart()} | ${words}`);
  }
  return texts;
}

function withoutBlanks(text: string): string {
  return text.replace(/[\u2007\u200a]/g, '');
}

/** Of rows made now, those that are drawn: under rows that came closed there is none. */
function textsOf(rows: readonly Row[], tree: TreeScreen): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const walk = (some: readonly Row[]): void => {
    for (const row of siblingRows(some)) {
      const drawn = tree.drawn.get(row.id);
      if (drawn !== undefined) {
        const { label } = JSON.parse(drawn) as { readonly label: string };
        const names = [row.label, ...(row.shorter ?? [])];
        const ways = [...names.map((name) => ({ name, parts: row.parts })), ...movedWays(row, names)];
        const { name, parts } =
          ways.find((way) => withoutBlanks(label) === withoutBlanks(way.name)) ??
          ({ name: row.label, parts: row.parts } as const);
        texts.set(row.id, withoutBlanks(`${name.trimStart()} | ${joined(parts)}`));
      }
      if (tree.isOpen(row.id)) walk(row.children?.() ?? []);
    }
  };
  walk(rows);
  return texts;
}

/** A figure of the label may stand behind the first part of the description. */
function movedWays({ movable, parts }: Row, names: readonly string[]) {
  if (movable === undefined) return [];
  return names.map((name) => ({
    name: name.replace(movable.inLabel, '').trim(),
    parts: withoutEmpty(parts).toSpliced(1, 0, movable.part),
  }));
}

/** A book as frames bring it: what nothing reads by name stands in replies alone. */
function ofStream(book: Book | undefined): unknown {
  return plain(book && { ...book, more: undefined, stats: book.stats && { ...book.stats, more: undefined } });
}
