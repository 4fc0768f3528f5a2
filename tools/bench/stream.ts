import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Socket } from '../../src/exchange/socket.ts';
import { openWsSocket } from '../../src/exchange/stream/ws-socket.ts';
import { decodeServerFrame } from '../../src/exchange/wire/decode-frame.ts';
import { QuotesStore } from '../../src/store/markets/quotes.ts';
import { sessionOver } from './client.ts';
import { type BenchRow, goalOf, median, ms, pair, rate } from './measure.ts';
import { FRAME_MARKETS, type FrameKind, frameJson } from './payloads.ts';
import { startServer } from './start-server.ts';

const KINDS: readonly (readonly [FrameKind, string])[] = [
  ['book', 'books of 2 × 10 levels'],
  ['small', 'books of 2 × 2 levels'],
  ['lite', 'best quotes'],
];
/** Of the rate of bare `ws`. */
const LEAST_RATIO = 0.7;

interface Counts {
  readonly frames: number;
  readonly rounds: number;
  readonly warmups: number;
}

/**
 * Frames of the markets stream: decoding them against JSON.parse of the same texts; then the whole way from a socket to
 * the store, against bare `ws`, JSON.parse and Map.set, both from the same sender over loopback: by the clock, and by
 * the time this process had the processor, which means something on a machine that has other work, too.
 */
export async function streamBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const counts: Counts = isTiny
    ? { frames: FRAME_MARKETS, rounds: 1, warmups: 1 }
    : { frames: 5 * FRAME_MARKETS, rounds: 60, warmups: 12 };
  const rows: BenchRow[] = [];
  for (const [kind, name] of KINDS) rows.push(await decoding(kind, name, counts));
  const server = await startServer();
  try {
    const url = new URL(`ws://${server.host}/v1/ws/markets`);
    const [ours, bare] = [await openOurs(url), await openBare(url)];
    for (const [kind, name] of KINDS) rows.push(...(await applying(kind, name, ours, bare, counts)));
    if (ours.size() !== bare.size()) throw new Error(`${ours.size()} markets against ${bare.size()}`);
    ours.close();
    bare.close();
    return rows;
  } finally {
    server.stop();
  }
}

async function decoding(kind: FrameKind, name: string, counts: Counts): Promise<BenchRow> {
  const texts = Array.from({ length: counts.frames }, (_, n) => frameJson(kind, n));
  const each = (work: (text: string) => unknown) => (): void => {
    for (const text of texts) work(text);
  };
  const result = await pair(each(decodeServerFrame), each(JSON.parse), counts.rounds, counts.warmups);
  return {
    what: `decode ${counts.frames} ${name}`,
    ours: ms(median(result.ours)),
    other: `${ms(median(result.other))} JSON.parse`,
    ratios: result.ratios,
  };
}

/** Milliseconds. */
interface Cost {
  readonly passed: number;
  /** Of the processor, in the whole process. */
  readonly worked: number;
}

/** One end of a socket that takes frames in. */
interface Receiver {
  receive(kind: FrameKind, count: number): Promise<Cost>;
  size(): number;
  close(): void;
}

async function applying(
  kind: FrameKind,
  name: string,
  ours: Receiver,
  bare: Receiver,
  { frames, rounds, warmups }: Counts,
): Promise<readonly BenchRow[]> {
  const figures: { readonly a: Cost; readonly b: Cost }[] = [];
  for (let round = -warmups; round < rounds; round++) {
    const first = await (round % 2 === 0 ? ours : bare).receive(kind, frames);
    const second = await (round % 2 === 0 ? bare : ours).receive(kind, frames);
    if (round >= 0) figures.push(round % 2 === 0 ? { a: first, b: second } : { a: second, b: first });
  }
  const what = `stream, decode, apply ${name}`;
  const other = 'ws + JSON.parse + Map.set';
  const rowOf = (of: (cost: Cost) => number, said: (milliseconds: number) => string): BenchRow => {
    const ratios = figures.map(({ a, b }) => of(b) / of(a));
    return {
      what,
      ours: said(median(figures.map(({ a }) => of(a)))),
      other: `${said(median(figures.map(({ b }) => of(b))))} ${other}`,
      ratios,
      ...goalOf(median(ratios), LEAST_RATIO, 'least'),
    };
  };
  return [
    rowOf(
      ({ passed }) => passed,
      (milliseconds) => rate(frames, milliseconds),
    ),
    rowOf(
      ({ worked }) => worked,
      (milliseconds) => `${((milliseconds * 1000) / frames).toFixed(2)} µs CPU`,
    ),
  ];
}

async function openOurs(url: URL): Promise<Receiver> {
  const request = { url, headers: {}, handshakeMs: 10_000, maxFrameBytes: 1 << 20 };
  const socket: Socket = await openWsSocket(request, new AbortController().signal);
  const session = sessionOver();
  const quotes = new QuotesStore(session, { shows: () => false, coversBook: () => false });
  const take = (text: string): void => {
    const { frame } = decodeServerFrame(text);
    const at = Date.now();
    if (frame?.kind === 'book') quotes.take({ at, kind: 'book', book: frame.book });
    else if (frame?.kind === 'lite') quotes.take({ at, kind: 'lite', quote: frame.quote });
  };
  const counter = new FrameCounter(take, (text) => socket.send(text));
  socket.onMessage((text) => counter.take(text));
  return {
    receive: (kind, count) => counter.receive(kind, count),
    size: () => quotes.size,
    close: () => {
      socket.close();
      quotes.dispose();
      session.dispose();
    },
  };
}

interface BareFrame {
  readonly marketData?: { readonly marketSlug: string };
  readonly marketDataLite?: { readonly marketSlug: string };
}

async function openBare(url: URL): Promise<Receiver> {
  const ws = new WebSocket(url, { perMessageDeflate: false });
  await once(ws, 'open');
  const map = new Map<string, unknown>();
  const take = (text: string): void => {
    const frame = JSON.parse(text) as BareFrame;
    const payload = frame.marketData ?? frame.marketDataLite;
    if (payload !== undefined) map.set(payload.marketSlug, payload);
  };
  const counter = new FrameCounter(take, (text) => ws.send(text));
  ws.on('message', (data) => counter.take(data.toString()));
  return {
    receive: (kind, count) => counter.receive(kind, count),
    size: () => map.size,
    close: () => ws.close(),
  };
}

/** What both ends share: asking the sender, counting frames, taking the time. */
class FrameCounter {
  readonly #take: (text: string) => void;
  readonly #send: (text: string) => void;
  #left = 0;
  #onReady: (() => void) | undefined;
  #onDone: (() => void) | undefined;

  constructor(take: (text: string) => void, send: (text: string) => void) {
    this.#take = take;
    this.#send = send;
  }

  take(text: string): void {
    if (this.#left === 0) {
      this.#onReady?.();
      return;
    }
    this.#take(text);
    this.#left -= 1;
    if (this.#left === 0) this.#onDone?.();
  }

  async receive(kind: FrameKind, count: number): Promise<Cost> {
    const ready = new Promise<void>((resolve) => {
      this.#onReady = resolve;
    });
    this.#send(JSON.stringify({ kind, count }));
    await ready;
    const done = new Promise<void>((resolve) => {
      this.#onDone = resolve;
    });
    this.#left = count;
    const [start, before] = [performance.now(), process.cpuUsage()];
    this.#send('go');
    await done;
    const { user, system } = process.cpuUsage(before);
    return { passed: performance.now() - start, worked: (user + system) / 1000 };
  }
}
