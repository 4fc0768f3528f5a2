import assert from 'node:assert/strict';
import type { DemoStreams, StreamPeer } from '../../../src/demo/stream/api.ts';
import type { World } from '../../../src/demo/world.ts';
import type { Dialect } from '../../../src/exchange/profile.ts';
import { createSigner } from '../../../src/exchange/service/sign.ts';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import type { ServerFrame, Subscribe, SubscriptionType } from '../../../src/exchange/wire/frame.ts';
import { encodeClientFrame } from '../../../src/exchange/wire/requests.ts';
import { createStreams, type StreamsOptions } from '../../../tools/exchange/handler.ts';
import { VirtualClock } from '../../support/clock.ts';
import { KEY, NOON, worldAt } from './support.ts';

export type Kind<K extends ServerFrame['kind']> = Extract<ServerFrame, { readonly kind: K }>;

/** One client of a hub, without a socket: everything arrives the moment it is sent. */
export interface OpenStream {
  readonly peer: StreamPeer;
  readonly texts: string[];
  /** What the texts say; a text that says nothing ends the test. */
  readonly frames: readonly ServerFrame[];
  /** As the demo closed it; `broken` without a close frame. */
  closed: number | 'broken' | undefined;
  of<K extends ServerFrame['kind']>(kind: K): Kind<K>[];
  forget(): void;
  subscribe(type: SubscriptionType, slugs?: readonly string[], more?: Partial<Subscribe>): string;
  unsubscribe(requestId: string): void;
}

export interface StreamBench {
  readonly clock: VirtualClock;
  readonly streams: DemoStreams;
  world: World;
  readonly dialect: Dialect;
  connect(stream: 'markets' | 'private'): OpenStream;
  headers(path: string): Readonly<Record<string, string>>;
}

export const BOTH: readonly Dialect[] = ['seed', 'current'];

export function streamBench(options: Partial<StreamsOptions> = {}, world: World = worldAt()): StreamBench {
  const clock = new VirtualClock(NOON);
  const dialect = options.dialect ?? 'current';
  const signer = createSigner('ed25519', { keyId: KEY.keyId, secret: KEY.secretKey });
  const self: StreamBench = {
    clock,
    world,
    dialect,
    streams: createStreams({ world: () => self.world, clock, dialect, keys: [KEY], ...options }),
    headers: (path) => signer('GET', path, clock.now()),
    connect: (stream) => connectTo(self, `/v1/ws/${stream}`),
  };
  return self;
}

function connectTo({ streams, headers, dialect }: StreamBench, path: string): OpenStream {
  const admission = streams.admit(path, headers(path));
  if (!admission.ok) assert.fail(admission.message);
  let count = 0;
  const read = new Map<string, ServerFrame>();
  const frameOf = (text: string): ServerFrame => {
    const frame = read.get(text) ?? decodeServerFrame(text).frame ?? assert.fail(`no frame: ${text}`);
    read.set(text, frame);
    return frame;
  };
  const texts: string[] = [];
  const stream: OpenStream = {
    texts,
    closed: undefined,
    peer: admission.open({
      send: (text) => texts.push(text),
      close: (code) => end(code),
      breakOff: () => end('broken'),
    }),
    get frames() {
      return texts.map(frameOf);
    },
    of: (kind) => stream.frames.filter((frame): frame is Kind<typeof kind> => frame.kind === kind),
    forget: () => texts.splice(0),
    subscribe: (type, slugs = [], more = {}) => {
      const requestId = `r-${++count}`;
      const frame = { kind: 'subscribe', requestId, type, slugs, ...more } as const;
      stream.peer.receive(encodeClientFrame(frame, dialect));
      return requestId;
    },
    unsubscribe: (requestId) =>
      stream.peer.receive(encodeClientFrame({ kind: 'unsubscribe', requestId }, dialect)),
  };
  const end = (how: number | 'broken'): void => {
    stream.closed = how;
    // As a socket does, a moment later.
    queueMicrotask(() => stream.peer.gone());
  };
  return stream;
}
