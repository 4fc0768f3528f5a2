import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/base/clock.ts';
import type { Socket } from '../../src/exchange/socket.ts';
import { openWsSocket } from '../../src/exchange/stream/ws-socket.ts';
import { decodeServerFrame } from '../../src/exchange/wire/decode-frame.ts';
import { QuotesStore } from '../../src/store/markets/quotes.ts';
import { Session } from '../../src/store/session/session.ts';
import { FRAME_MARKETS, type FrameKind, frameJson } from './support/frames-json.ts';
import { type BenchRow, median, ms, pair, rate } from './support/measure.ts';

const KINDS: readonly (readonly [FrameKind, string])[] = [
  ['book', 'books of 2 × 10 levels'],
  ['small', 'books of 2 × 2 levels'],
  ['lite', 'best quotes'],
];
const FRAMES = 20 * FRAME_MARKETS;
const ROUNDS = 15;
const WARMUPS = 3;

/**
 * Frames of the markets stream: decoding them against JSON.parse of the same texts; then the whole way from a socket to
 * the store, against bare `ws`, JSON.parse and Map.set, both from the same sender over loopback. That is told twice: by the
 * clock, and by the time this process had the processor, which means something on a machine that has other work, too.
 */
export async function streamBench(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [kind, name] of KINDS) rows.push(await decoding(kind, name));
  const server = spawn(process.execPath, [new URL('./support/frame-server.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const url = new URL(`ws://127.0.0.1:${line.toString().trim()}/v1/ws/markets`);
    const [ours, bare] = [await openOurs(url), await openBare(url)];
    for (const [kind, name] of KINDS) rows.push(...(await applying(kind, name, ours, bare)));
    if (ours.size() !== bare.size()) throw new Error(`${ours.size()} markets against ${bare.size()}`);
    ours.close();
    bare.close();
    return rows;
  } finally {
    server.kill();
  }
}

async function decoding(kind: FrameKind, name: string): Promise<BenchRow> {
  const texts = Array.from({ length: FRAMES }, (_, n) => frameJson(kind, n));
  const each = (work: (text: string) => unknown) => (): void => {
    for (const text of texts) work(text);
  };
  const result = await pair(each(decodeServerFrame), each(JSON.parse), ROUNDS, WARMUPS);
  return {
    what: `decode ${FRAMES} ${name}`,
    ours: ms(result.a),
    other: `${ms(result.b)} JSON.parse`,
    ratio: result.ratio,
    lowest: result.lowest,
    highest: result.highest,
  };
}

/** Milliseconds. */
interface Cost {
  readonly passed: number;
  /** Of the processor, in the whole process. */
  readonly worked: number;
}

/** One end of a line that takes frames in. */
interface Receiver {
  /** From asking for so many frames until the last of them was taken in. */
  receive(kind: FrameKind, count: number): Promise<Cost>;
  /** Markets something was received of. */
  size(): number;
  close(): void;
}

async function applying(
  kind: FrameKind,
  name: string,
  ours: Receiver,
  bare: Receiver,
): Promise<readonly BenchRow[]> {
  const figures: { readonly a: Cost; readonly b: Cost }[] = [];
  for (let round = -WARMUPS; round < ROUNDS; round++) {
    const first = await (round % 2 === 0 ? ours : bare).receive(kind, FRAMES);
    const second = await (round % 2 === 0 ? bare : ours).receive(kind, FRAMES);
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
      ratio: median(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      goal: '≥ 0.7',
      met: median(ratios) >= 0.7,
    };
  };
  return [
    rowOf(
      ({ passed }) => passed,
      (milliseconds) => rate(FRAMES, milliseconds),
    ),
    rowOf(
      ({ worked }) => worked,
      (milliseconds) => `${((milliseconds * 1000) / FRAMES).toFixed(2)} µs CPU`,
    ),
  ];
}

async function openOurs(url: URL): Promise<Receiver> {
  const request = { url, headers: {}, handshakeMs: 10_000, maxFrameBytes: 1 << 20 };
  const socket: Socket = await openWsSocket(request, new AbortController().signal);
  const session = newSession();
  const quotes = new QuotesStore(session);
  const take = (text: string): void => {
    const { frame } = decodeServerFrame(text);
    const at = Date.now();
    if (frame?.kind === 'book') quotes.take({ at, kind: 'book', book: frame.book });
    else if (frame?.kind === 'lite') quotes.take({ at, kind: 'lite', quote: frame.quote });
  };
  const line = new Line(take, (text) => socket.send(text));
  socket.onMessage((text) => line.hear(text));
  return {
    receive: (kind, count) => line.receive(kind, count),
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
  const line = new Line(take, (text) => ws.send(text));
  ws.on('message', (data) => line.hear(data.toString()));
  return {
    receive: (kind, count) => line.receive(kind, count),
    size: () => map.size,
    close: () => ws.close(),
  };
}

/** What both ends share: asking the sender, counting frames, taking the time. */
class Line {
  readonly #take: (text: string) => void;
  readonly #send: (text: string) => void;
  #left = 0;
  #onReady: (() => void) | undefined;
  #onDone: (() => void) | undefined;

  constructor(take: (text: string) => void, send: (text: string) => void) {
    this.#take = take;
    this.#send = send;
  }

  hear(text: string): void {
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

/** A session nobody connects: the store only asks it whether it is still the same. */
function newSession(): Session {
  return new Session({
    profile: {
      id: 'custom',
      label: 'bench',
      publicUrl: 'https://bench.invalid',
      privateUrl: 'https://bench.invalid',
      auth: 'none',
      dialect: 'current',
    },
    factory: () => Promise.reject(new Error('Not to be connected')),
    clock: systemClock,
    credentials: {
      get: async () => undefined,
      store: async () => {},
      delete: async () => {},
      onDidChange: () => ({ dispose: () => {} }),
    },
  });
}
