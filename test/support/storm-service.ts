import { isTerminal } from '../../src/core/order.ts';
import { keyOf } from '../../src/demo/keys.ts';
import type { World } from '../../src/demo/world.ts';
import {
  type Transport,
  TransportError,
  type TransportReply,
  type TransportRequest,
} from '../../src/exchange/transport.ts';
import { applyDeed } from '../../tools/exchange/deeds.ts';
import { createHandler } from '../../tools/exchange/handler.ts';
import type { VirtualClock } from './clock.ts';
import type { Dice } from './dice.ts';
import { accountOf } from './read-world.ts';

export const NOON = Date.UTC(2026, 8, 1, 18);

type Weather =
  | 'well'
  | 'lostBefore'
  | 'lostAfter'
  | 'resetBefore'
  | 'resetAfter'
  | '429'
  | '500'
  | '503after'
  | 'twice'
  | 'lateAct'
  | 'partThenNo'
  | 'partThenPage'
  | 'partThenNoSuchThing'
  | 'noSuchThing';

export interface StormRequest {
  readonly window: string;
  /** The attempt each order was sent for, by its id; of a kill switch that of its own by the empty id too. */
  readonly attempts: ReadonlyMap<string, string | undefined>;
  /** Ids of the orders that it cancelled, at once or later. */
  readonly effect: Set<string>;
  /** Status of the answer its window got; undefined: none. */
  answered: number | undefined;
}

export interface StormSender {
  readonly window: string;
  /** Passed on the way out, and back. */
  gate(): Promise<unknown>;
  /** The attempts its window has written down as sent for these orders; of the kill switch for none. */
  attemptsFor(orderIds: readonly string[] | undefined): ReadonlyMap<string, string | undefined>;
}

/** The demo behind a network that loses, delays and repeats, with errors of its own. */
export class FaultyService {
  readonly requests: StormRequest[] = [];
  readonly #world: World;
  readonly #clock: VirtualClock;
  readonly #dice: Dice;
  readonly #handler;
  /** When the weather cleared; from then on the world stands still too. */
  #calmAt: number | undefined;

  constructor(world: World, clock: VirtualClock, dice: Dice) {
    this.#world = world;
    this.#clock = clock;
    this.#dice = dice;
    this.#handler = createHandler({
      world: () => world,
      clock,
      worldNow: () => this.now(),
      dialect: 'current',
      keys: [keyOf(5)],
      auth: 'none',
    });
  }

  calm(): void {
    this.#calmAt = this.#clock.now();
  }

  /** The world goes by slowly, so that what happens to the orders is what the storm does to them. */
  now(): number {
    return NOON + Math.floor(((this.#calmAt ?? this.#clock.now()) - NOON) / 60_000) * 1_000;
  }

  fill(orderId: string): void {
    if (isTerminal(this.#world.account.life(orderId, this.now())?.state)) return;
    applyDeed(this.#world, { kind: 'fillOrder', orderId }, this.now());
  }

  transport(sender: StormSender): Transport {
    return { send: (request) => this.#send(request, sender), dispose: () => {} };
  }

  async #send(request: TransportRequest, sender: StormSender): Promise<TransportReply> {
    await sender.gate();
    const isPost = request.method === 'POST';
    const weather = this.#weather(isPost);
    const noted = isPost ? this.#noteRequest(request, sender) : undefined;
    await this.#wait(this.#dice.pick([1, 20, 150, 900]));
    const reply = await this.#meet(request, weather, noted?.effect ?? new Set());
    await this.#wait(this.#dice.pick([1, 20, 150, 900]));
    await sender.gate();
    if (noted !== undefined) noted.answered = reply.status;
    return reply;
  }

  #noteRequest(request: TransportRequest, { window, attemptsFor }: StormSender): StormRequest {
    const attempts = attemptsFor(isForAll(request) ? undefined : this.#idsOf(request));
    const noted = { window, attempts, effect: new Set<string>(), answered: undefined };
    this.requests.push(noted);
    return noted;
  }

  async #meet(request: TransportRequest, weather: Weather, effect: Set<string>): Promise<TransportReply> {
    switch (weather) {
      case 'well':
        return this.#act(request, effect);
      case 'twice': {
        const [first, second] = [this.#act(request, effect), this.#act(request, effect)];
        // The demo counts a repeated request too; a rate limit that is met says of the first one that it never counted.
        return second.status === 429 ? first : second;
      }
      case 'lostBefore':
        return this.#silence();
      case 'lostAfter':
        this.#act(request, effect);
        return this.#silence();
      case 'lateAct':
        this.#clock.setTimeout(
          () => this.#act(request, effect),
          this.#dice.pick([4_000, 16_000, 50_000, 300_000]),
        );
        return this.#silence();
      case 'resetBefore':
        throw new TransportError('reset', 'Broken before');
      case 'resetAfter':
        this.#act(request, effect);
        throw new TransportError('reset', 'Broken after');
      case '429':
        return error(429);
      case '500':
        return error(500);
      case '503after':
        this.#act(request, effect);
        return error(503);
      // A batch may be done in part; a single cancel that is refused is not.
      case 'partThenNo':
        this.#actInPart(request, effect);
        return error(this.#dice.pick([400, 403, 409, 422, 501]));
      case 'partThenPage':
        this.#actInPart(request, effect);
        return page(this.#dice.pick([404, 405, 501]));
      // Of several only: the service says that it lacks that endpoint. Where that is believed, it is so.
      case 'partThenNoSuchThing':
        if (isSingle(request)) return this.#act(request, effect);
        if (!isForAll(request)) this.#actInPart(request, effect);
        return this.#nothingThere();
      case 'noSuchThing':
        return !isSingle(request) ? this.#nothingThere() : this.#act(request, effect);
    }
  }

  #actInPart(request: TransportRequest, effect: Set<string>): void {
    if (isSingle(request)) return;
    const some = this.#idsOf(request).filter(() => this.#dice.chance(0.5));
    const orders = some.flatMap((orderId) => {
      const order = accountOf(this.#world).order(orderId, this.now());
      return order === undefined ? [] : { orderId, marketSlug: order.marketSlug };
    });
    const url = new URL('/v1/orders/batched/cancel', request.url);
    if (some.length > 0) this.#act({ ...request, url, body: JSON.stringify({ orders }) }, effect);
  }

  #nothingThere(): TransportReply {
    const [status, message] = this.#dice.pick(NOTHING_THERE);
    const body = new TextEncoder().encode(JSON.stringify({ code: 5, message, details: [] }));
    return { status, headers: { 'content-type': 'application/json' }, body };
  }

  #act(request: TransportRequest, effect: Set<string>): TransportReply {
    const now = this.now();
    const ids = request.method === 'POST' ? this.#idsOf(request) : [];
    const open = ids.filter((id) => !isTerminal(this.#world.account.life(id, now)?.state));
    const { method, url, headers, body } = request;
    const reply = this.#handler.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: new TextEncoder().encode(body ?? ''),
    });
    for (const id of open) {
      if (this.#world.account.life(id, now)?.state === 'CANCELED') effect.add(id);
    }
    return reply;
  }

  #idsOf(request: TransportRequest): readonly string[] {
    if (isForAll(request)) return this.#world.account.openOrders(this.now()).map(({ plan }) => plan.id);
    const single = singleOf(request.url);
    if (single !== undefined) return [single];
    const { orders = [] } = JSON.parse(request.body ?? '{}') as {
      readonly orders?: readonly { readonly orderId: string }[];
    };
    return orders.map(({ orderId }) => orderId);
  }

  async #silence(): Promise<never> {
    await this.#wait(15_000);
    throw new TransportError('timeout', 'No answer');
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.setTimeout(resolve, ms));
  }

  #weather(isPost: boolean): Weather {
    if (this.#calmAt !== undefined || this.#dice.chance(isPost ? 0.4 : 0.8)) return 'well';
    return this.#dice.pick(isPost ? BAD_FOR_POSTS : BAD_FOR_READS);
  }
}

const BAD_FOR_READS: readonly Weather[] = ['lostBefore', 'resetBefore', '429', '500'];
const BAD_FOR_POSTS: readonly Weather[] = [
  ...BAD_FOR_READS,
  'lostAfter',
  'resetAfter',
  '503after',
  'twice',
  'lateAct',
  'partThenNo',
  'partThenPage',
  'partThenNoSuchThing',
  'noSuchThing',
];

const NOTHING_THERE = [
  [404, 'Not Found'],
  [404, '404 page not found'],
  [404, 'Cannot POST /v1/orders/batched/cancel'],
  [405, 'Method Not Allowed'],
  [501, 'Not Implemented'],
] as const;

function isForAll({ url }: TransportRequest): boolean {
  return url.pathname === '/v1/orders/open/cancel';
}

function isSingle({ url }: TransportRequest): boolean {
  return singleOf(url) !== undefined;
}

function singleOf({ pathname }: URL): string | undefined {
  const single = /^\/v1\/order\/([^/]+)\/cancel$/.exec(pathname)?.[1];
  return single === undefined ? undefined : decodeURIComponent(single);
}

function error(status: number): TransportReply {
  const body = new TextEncoder().encode(JSON.stringify({ code: 13, message: `on purpose ${status}` }));
  return { status, headers: { 'content-type': 'application/json' }, body };
}

function page(status: number): TransportReply {
  const body = new TextEncoder().encode('<html>nothing here</html>');
  return { status, headers: { 'content-type': 'text/html' }, body };
}
