import { mapLimited, sleep } from '../base/async.ts';
import type { ExchangeError } from '../exchange/errors.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Intent, IntentDesk } from './cancel-intent.ts';
import type { OpenEnded } from './cancel-open-ended.ts';
import { type Answer, notSent, stepOfAnswer } from './cancel-outcome.ts';
import { askForAll, askForEverything, askForOne } from './cancel-request.ts';
import { asExchangeError, refusesKey } from './failure.ts';
import { answeredBy, endOf, failureOf, type IntentRecord, intentOrder, wasTold } from './intent.ts';
import { type IntentLog, latestFor, SILENT_MS, slotView } from './intent-log.ts';
import type { Session } from './session.ts';

/** The service takes 1–20 orders in one batched cancel (live interface §8). */
const BATCH = 20;
/** Requests out at once. */
const WIDTH = 4;
/** Claims of other windows that are found forgotten before this is given up. */
const MOST_FORGOTTEN = 8;

export interface SendOptions {
  /** Keeps what was not sent yet from being sent. */
  readonly signal?: AbortSignal | undefined;
  /** One request for whatever is open when it arrives. */
  readonly openEnded?: OpenEnded | undefined;
  readonly why?: string | undefined;
}

/** What becomes of one whose claim was not got. */
type Unheld = (intent: Intent, error: ExchangeError) => void;

/** Writes intents down, claims them, and sends each that it holds exactly once. */
export class CancelSender {
  readonly #session: Session;
  readonly #log: IntentLog;
  readonly #desk: IntentDesk;

  constructor(session: Session, log: IntentLog, desk: IntentDesk) {
    this.#session = session;
    this.#log = log;
    this.#desk = desk;
  }

  /** Rejects with ExchangeError when nothing was sent. Otherwise every intent is settled or followed. */
  async send(
    exchange: Exchange,
    account: string,
    intents: readonly Intent[],
    { signal, openEnded, why }: SendOptions,
  ): Promise<void> {
    const own = await this.#record(exchange, account, intents);
    const done = new AbortController();
    this.#beat(done.signal).catch(() => undefined);
    try {
      if (openEnded !== undefined) {
        const list = intents[0]?.list ?? this.#log.newId();
        const wish = { account, connection: connectionOf(this.#session.profile), why: why ?? '', list };
        return await this.#sendOpenEnded(exchange, own, openEnded, wish);
      }
      const batches = own.length > 1 ? chunks(own, BATCH) : [];
      const left = await mapLimited(batches, WIDTH, (batch) => this.#sendBatch(exchange, batch, signal));
      const single = own.length > 1 ? left.flat() : own;
      await mapLimited(single, WIDTH, (intent) => this.#sendOne(exchange, intent, signal));
    } finally {
      done.abort();
    }
  }

  /** Those that are to be sent. One that another window is at already is followed instead. */
  async #record(exchange: Exchange, account: string, intents: readonly Intent[]): Promise<readonly Intent[]> {
    const book = await this.#log.read();
    const own: Intent[] = [];
    const superseded: string[] = [];
    for (const intent of intents) {
      const latest = latestFor(book, account, intent.order);
      const open = latest !== undefined && endOf(latest) === undefined && !(await this.#isDropped(latest));
      intent.account = account;
      // Sent anew is only what somebody was told is unknown.
      const isAnew = open && intent.again && wasTold(latest);
      if (open && !isAnew) {
        this.#log.note(latest.id, 'askedAgain');
        intent.slot = latest.slot;
        this.#desk.followOther(exchange, intent);
        continue;
      }
      if (isAnew) superseded.push(latest.id);
      intent.slot = this.#log.slot(account, intent.order.id, latest?.id);
      own.push(intent);
    }
    if (own.length > 0) await this.#ask(own);
    for (const id of superseded) this.#log.note(id, 'superseded');
    return own;
  }

  /** Whether this window wrote it, did not go on with it, and certainly sent nothing: then it is no other's either. */
  async #isDropped({ id, window, slot }: IntentRecord): Promise<boolean> {
    if (window !== this.#log.window || this.#desk.isHere(id)) return false;
    if (!(await this.#log.claim(slot))) return false;
    this.#log.note(id, 'refused', failureOf(notSent()));
    return true;
  }

  async #ask(intents: readonly Intent[]): Promise<void> {
    const { profile } = this.#session;
    // Lines may be there though writing them failed: how it ends is noted in any case.
    for (const intent of intents) intent.recorded = true;
    await this.#log.ask(
      intents.map(({ id, account, slot, why, list, of, order }) => ({
        id,
        account,
        connection: connectionOf(profile),
        window: this.#log.window,
        slot,
        why,
        list,
        of,
        order: intentOrder(order),
      })),
    );
  }

  /** What is to be sent one by one instead: nothing, or all of it where the service has no batched cancel. */
  async #sendBatch(
    exchange: Exchange,
    batch: readonly Intent[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Intent[]> {
    if (batch.length === 1 || exchange.supports('batchedCancel') === 'no') return batch;
    const wanted = await this.#hold(exchange, batch, 'batch', signal);
    if (wanted.length === 0) return [];
    const answers = await askForAll(exchange, wanted, this.#session.log);
    if (answers === undefined) return wanted;
    this.#take(exchange, wanted, answers);
    return [];
  }

  async #sendOne(exchange: Exchange, intent: Intent, signal: AbortSignal | undefined): Promise<void> {
    const [held] = await this.#hold(exchange, [intent], 'single', signal);
    if (held !== undefined)
      this.#take(exchange, [held], [await askForOne(exchange, held, this.#session.log)]);
  }

  /** One request for whatever is open then, whatever is known of these orders: they follow it. */
  async #sendOpenEnded(
    exchange: Exchange,
    intents: readonly Intent[],
    openEnded: OpenEnded,
    wish: Omit<Parameters<OpenEnded['hold']>[0], 'of'>,
  ): Promise<void> {
    const held = await this.#hold(exchange, intents, 'openEnded', undefined);
    if (!(await openEnded.hold({ ...wish, of: intents.length }))) {
      openEnded.answer({ kind: 'noEffect', error: notSent() });
      for (const intent of held) this.#desk.settle(intent, { kind: 'refused', error: notSent() });
      return;
    }
    const { request, answers } = await askForEverything(exchange, held, this.#session.log);
    openEnded.answer(request);
    this.#take(exchange, held, answers);
  }

  /**
   * Those that may be sent now, by this window and nobody else, ever. The claim is the last step before the request:
   * what was not claimed was certainly not sent.
   */
  async #hold(
    exchange: Exchange,
    intents: readonly Intent[],
    by: 'single' | 'batch' | 'openEnded',
    signal: AbortSignal | undefined,
  ): Promise<readonly Intent[]> {
    const wanted = intents.filter((intent) => this.#desk.goesOut(intent, signal));
    if (wanted.length === 0) return [];
    try {
      await this.#log.sending(
        wanted.map(({ id }) => id),
        by,
        this.#log.newId(),
      );
    } catch (cause) {
      if (by === 'openEnded') throw cause;
      const error = asExchangeError(cause, this.#session.log);
      for (const intent of wanted) this.#desk.settle(intent, { kind: 'refused', error });
      return [];
    }
    const unheld = (intent: Intent, error: ExchangeError): void => {
      // It may be cancelled all the same, by the request for whatever is open.
      if (by === 'openEnded') this.#desk.follow(exchange, intent, { kind: 'perhaps', error });
      else this.#desk.settle(intent, { kind: 'refused', error });
    };
    const held = await Promise.all(wanted.map((intent) => this.#claim(exchange, intent, unheld)));
    return wanted.filter((intent, at) => {
      // Called off in the meantime: the claim is spent, nothing goes out.
      if (held[at] !== true || !this.#desk.goesOut(intent, signal)) return false;
      intent.sent = true;
      return true;
    });
  }

  /** A batch the service has no endpoint for leaves its claims with the single requests that follow it. */
  async #claim(exchange: Exchange, intent: Intent, unheld: Unheld): Promise<boolean> {
    if (intent.sent) return true;
    try {
      for (let tries = 0; tries < MOST_FORGOTTEN; tries++) {
        if (await this.#log.claim(intent.slot)) return true;
        if (!(await this.#isForgotten(exchange, intent, unheld))) return false;
        await this.#askAnew(intent);
      }
      throw notSent();
    } catch (cause) {
      unheld(intent, asExchangeError(cause, this.#session.log));
      return false;
    }
  }

  /** Under a name of its own: what another window may still write about the old one stays true of that. */
  async #askAnew(intent: Intent): Promise<void> {
    this.#log.note(intent.id, 'superseded');
    intent.id = this.#log.newId();
    intent.slot = this.#log.slot(intent.account, intent.order.id, intent.slot);
    await this.#ask([intent]);
  }

  /** Whether nobody knows any more whose claim it was: its record was finished, and has been dropped since. */
  async #isForgotten(exchange: Exchange, intent: Intent, unheld: Unheld): Promise<boolean> {
    const { records } = slotView(await this.#log.read(), intent.account, intent.slot);
    const mine = records.find(({ id }) => id === intent.id);
    if (mine !== undefined && (endOf(mine) !== undefined || answeredBy(mine) !== undefined)) {
      // Given up by another window, which had heard nothing of this one for too long.
      unheld(intent, notSent());
      return false;
    }
    if (records.every(({ id }) => id === intent.id)) return true;
    this.#log.note(intent.id, 'joined');
    this.#desk.followOther(exchange, intent);
    return false;
  }

  /** Follows every order to its end, except where the key was refused: nothing can be read with it either. */
  #take(exchange: Exchange, intents: readonly Intent[], answers: readonly Answer[]): void {
    let keyRefused: ExchangeError | undefined;
    for (const [at, intent] of intents.entries()) {
      const answer = answers[at];
      if (answer === undefined) continue;
      const { step, details } = stepOfAnswer(answer);
      this.#log.note(intent.id, step, details);
      if (answer.kind === 'noEffect' && refusesKey(answer.error)) {
        keyRefused = answer.error;
        this.#desk.settle(intent, { kind: 'refused', error: answer.error });
      } else {
        this.#desk.follow(exchange, intent, answer);
      }
    }
    // Last, for it ends everything that is still open.
    const epoch = intents[0]?.epoch;
    if (keyRefused !== undefined && epoch !== undefined) this.#session.report('private', epoch, keyRefused);
  }

  /** Other windows give up what a silent window has not sent. */
  async #beat(until: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.#session.clock, SILENT_MS / 3, until);
      this.#log.alive();
    }
  }
}

/** Id of the connection and origin of its private requests: never a key, nor what may stand in a URL beside it. */
export function connectionOf({ id, privateUrl }: Session['profile']): string {
  return `${id} ${URL.parse(privateUrl)?.origin ?? ''}`;
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
