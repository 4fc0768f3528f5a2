import { mapLimited, sleep } from '../../base/async.ts';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RatePermit } from '../../exchange/rate-permit.ts';
import { refusesKey } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import type { Confirmation } from './cancel-confirmation.ts';
import { chunks, IntentHolder } from './cancel-hold.ts';
import { connectionOf, type Intent, type IntentDesk } from './cancel-intent.ts';
import type { OpenEnded, OpenEndedWish } from './cancel-open-ended.ts';
import { type Answer, notSent, stepOfAnswer } from './cancel-outcome.ts';
import { askForAll, askForEverything, askForOne } from './cancel-request.ts';
import { Turns, type TurnsOptions } from './cancel-turns.ts';
import { type IntentLog, SILENT_MS } from './intent-log.ts';

/** The service takes 1–20 orders in one batched cancel (live interface §8). */
const BATCH = 20;
/** Batches out at once, besides the first. */
const BATCHES = 4;
/** The first batch has so long to be answered before the others leave too, milliseconds. */
const FIRST_MS = 3_000;
/** Single requests out at once: as many as the service's rate needs when each takes half a second. */
const SINGLES = 10;
/** After a batch that was turned away, orders go out one by one for so long, milliseconds. */
const ONE_BY_ONE_MS = 10 * 60_000;

/** Its signal keeps what was not sent yet from being sent. */
export interface SendOptions extends TurnsOptions {
  /** One request for whatever is open when it arrives. */
  readonly openEnded?: OpenEnded | undefined;
  readonly why?: string | undefined;
}

/** What is confirmed together goes out over one connection, in turns. */
interface Way {
  readonly exchange: Exchange;
  readonly turns: Turns;
  readonly signal: AbortSignal | undefined;
}

/** Writes intents down, claims them, and sends each that it holds exactly once. */
export class CancelSender {
  readonly #session: Session;
  readonly #log: IntentLog;
  readonly #desk: IntentDesk;
  readonly #holder: IntentHolder;
  /** When a batch was last turned away there, Unix milliseconds. */
  readonly #turnedAway = new WeakMap<Exchange, number>();

  constructor(session: Session, log: IntentLog, desk: IntentDesk) {
    this.#session = session;
    this.#log = log;
    this.#desk = desk;
    this.#holder = new IntentHolder(session, log, desk);
  }

  /** Rejects with ExchangeError when nothing was sent. Otherwise every intent is settled or followed. */
  async send(
    exchange: Exchange,
    account: string,
    intents: readonly Intent[],
    { openEnded, why, ...options }: SendOptions,
  ): Promise<void> {
    const { signal } = options;
    const way: Way = { exchange, turns: new Turns(exchange, this.#session.clock, options), signal };
    const own = await this.#holder.record(exchange, account, intents, openEnded !== undefined);
    const done = new AbortController();
    this.#beat(openEnded?.confirmation ?? own[0]?.confirmation, done.signal).catch(() => undefined);
    try {
      if (openEnded !== undefined) {
        const list = intents[0]?.list ?? this.#log.newId();
        const wish = { account, connection: connectionOf(openEnded.owner.profile), why: why ?? '', list };
        return await this.#sendOpenEnded(way, own, openEnded, { ...wish, of: own.length });
      }
      const left = await this.#sendBatches(way, chunks(own, BATCH));
      await mapLimited(left, SINGLES, (intent) => this.#sendOne(way, intent));
    } finally {
      done.abort();
    }
  }

  /**
   * What is to be sent one by one instead. One batch first: where that is turned away, as for one order in it, it is the
   * only one in doubt. One that hangs does not hold the others up.
   */
  async #sendBatches(
    way: Way,
    [first = [], ...others]: readonly (readonly Intent[])[],
  ): Promise<readonly Intent[]> {
    const out = Promise.withResolvers<void>();
    const one = this.#sendBatch(way, first, out.resolve);
    await Promise.race([one, out.promise.then(() => sleep(this.#session.clock, FIRST_MS))]);
    const rest = await mapLimited(others, BATCHES, (batch) => this.#sendBatch(way, batch));
    return [...(await one), ...rest.flat()];
  }

  /**
   * What is to be sent one by one instead: nothing or all of it, and never what went out in a batch, for whatever the
   * answer says, a part of it may have been done. So batches are only for a service known to take them. Not where one was
   * turned away lately either: that may have been for a single order, which must not keep all others from ever being
   * cancelled.
   */
  async #sendBatch(way: Way, batch: readonly Intent[], leaves?: () => void): Promise<readonly Intent[]> {
    const { exchange } = way;
    const { clock, log } = this.#session;
    const age = Math.abs(clock.now() - (this.#turnedAway.get(exchange) ?? -ONE_BY_ONE_MS));
    if (batch.length <= 1 || age < ONE_BY_ONE_MS || exchange.supports('batchedCancel') !== 'yes')
      return batch;
    await this.#inTurn(way, batch, 'batch', async (held, turn) => {
      leaves?.();
      const { request, answers } = await askForAll(exchange, held, turn, log);
      if (isTurnedAway(request)) this.#turnedAway.set(exchange, clock.now());
      this.#take(exchange, held, answers);
    });
    return [];
  }

  async #sendOne(way: Way, intent: Intent): Promise<void> {
    const { exchange } = way;
    await this.#inTurn(way, [intent], 'single', async (held, turn) => {
      for (const each of held)
        this.#take(exchange, [each], [await askForOne(exchange, each, turn, this.#session.log)]);
    });
  }

  /**
   * Waits until a request may leave before it claims anything: what waits can still be called off and may become void, and
   * nothing of it is spent when the window closes.
   */
  async #inTurn(
    { exchange, turns, signal }: Way,
    intents: readonly Intent[],
    by: 'single' | 'batch',
    send: (held: readonly Intent[], turn: RatePermit) => Promise<void>,
  ): Promise<void> {
    const wanted = intents.filter((intent) => this.#desk.goesOut(intent, signal));
    if (wanted.length === 0) return;
    const turn = await turns.next();
    if (turn === undefined) {
      for (const intent of wanted) this.#desk.settle(intent, { kind: 'refused', error: notSent() });
      return;
    }
    try {
      const held = await this.#holder.hold(exchange, wanted, by, signal);
      if (held.length > 0) await send(held, turn);
    } finally {
      turn.release();
    }
  }

  /** One request for whatever is open then, whatever is known of these orders: they follow it. */
  async #sendOpenEnded(
    way: Way,
    intents: readonly Intent[],
    openEnded: OpenEnded,
    wish: OpenEndedWish,
  ): Promise<void> {
    const turn = await way.turns.next();
    if (turn === undefined) {
      this.#callOff(way, intents, openEnded);
      return;
    }
    try {
      await this.#sendOpenEndedIn(turn, way, intents, openEnded, wish);
    } finally {
      turn.release();
    }
  }

  async #sendOpenEndedIn(
    turn: RatePermit,
    way: Way,
    intents: readonly Intent[],
    openEnded: OpenEnded,
    wish: OpenEndedWish,
  ): Promise<void> {
    const { exchange, signal } = way;
    const held = await this.#holder.hold(exchange, intents, 'openEnded', signal, openEnded.request);
    const isHeld = await openEnded.hold(wish, signal);
    // It goes out in any case; that this cannot be written down is no reason against it, only that it takes long.
    if (isHeld) await this.#holder.supersede(held);
    if (!isHeld || openEnded.calledOff(signal) !== undefined) {
      this.#callOff(way, held, openEnded);
      return;
    }
    const { request, answers } = await askForEverything(exchange, held, turn, this.#session.log);
    openEnded.answer(request);
    this.#take(exchange, held, answers);
  }

  /**
   * What was joined and had no effect, the request for whatever is open was for as well: that is followed then. Resolves
   * once something is known; never rejects.
   */
  async goAlong(
    intents: readonly Intent[],
    { openEnded, why }: Pick<SendOptions, 'openEnded' | 'why'>,
  ): Promise<void> {
    const answer = await openEnded?.answered;
    const exchange = this.#session.current;
    if (openEnded?.isOfThisAccount !== true || answer === undefined || exchange === undefined) return;
    const without = intents.filter(({ report }) => report?.outcome.kind === 'refused');
    if (answer.kind === 'noEffect' || without.length === 0) return;
    const begun = without.map((each) => {
      const wish = { list: each.list, of: each.of, why, again: true };
      const found = this.#desk.begin(each.order, wish);
      each.replacedBy = found.intent;
      // Told by whoever waits for the list.
      found.intent.waiting += 1;
      return found;
    });
    const fresh = begun.flatMap(({ intent, isFresh }) => (isFresh ? intent : []));
    await this.#follow(exchange, fresh, openEnded, answer);
    await Promise.all(begun.map(({ intent }) => intent.answered));
    for (const { intent } of begun) intent.waiting -= 1;
  }

  /** What the request that is out was for all the same: also where that cannot be written down. */
  async #follow(
    exchange: Exchange,
    intents: readonly Intent[],
    { request }: OpenEnded,
    answer: Answer,
  ): Promise<void> {
    try {
      const own = await this.#holder.record(exchange, this.#desk.account(), intents, true);
      const held = await this.#holder.hold(exchange, own, 'openEnded', undefined, request);
      await this.#holder.supersede(held);
      const answers = held.map(() => answer);
      this.#take(exchange, held, answers);
    } catch {
      for (const intent of intents) this.#desk.follow(exchange, intent, answer);
    }
  }

  #callOff({ exchange, signal }: Way, intents: readonly Intent[], openEnded: OpenEnded): void {
    const error = openEnded.calledOff(signal) ?? notSent();
    openEnded.answer({ kind: 'noEffect', error });
    for (const intent of intents) this.#holder.callOff(exchange, intent, error);
  }

  /** Follows every order to its end, except where the key was refused: nothing can be read with it either. */
  #take(exchange: Exchange, intents: readonly Intent[], answers: readonly Answer[]): void {
    let keyRefused: ExchangeError | undefined;
    for (const [at, intent] of intents.entries()) {
      const own = answers[at];
      if (own === undefined) continue;
      const answer = intent.replaces ? besideAnother(own) : own;
      const { step, details } = stepOfAnswer(answer);
      this.#log.note(intent.id, step, details);
      if (own.kind === 'noEffect' && refusesKey(own.error)) {
        keyRefused = own.error;
        this.#desk.settle(intent, { kind: intent.replaces ? 'unknown' : 'refused', error: own.error });
      } else {
        this.#desk.follow(exchange, intent, answer);
      }
    }
    // Last, for it ends everything that is still open.
    const epoch = intents[0]?.owner.epoch;
    if (keyRefused !== undefined && epoch !== undefined) this.#session.report('private', epoch, keyRefused);
  }

  /** Other windows give up what a silent window has not sent; what one is at for long stays valid. */
  async #beat(confirmation: Confirmation | undefined, until: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.#session.clock, SILENT_MS / 3, until);
      this.#log.alive();
      confirmation?.renew();
    }
  }
}

/** What it says of the order where one sent before may act on that yet. */
function besideAnother(answer: Answer): Answer {
  return answer.kind === 'noEffect' ? { kind: 'perhaps', error: answer.error } : answer;
}

/** An answer of somebody about this request, but neither that it was taken nor that anything went wrong on the way. */
function isTurnedAway(answer: Answer): boolean {
  const status = answer.kind === 'perhaps' ? answer.error.details.status : undefined;
  return status !== undefined && (status < 500 || status === 501);
}
