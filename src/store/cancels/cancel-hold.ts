import type { ExchangeError } from '../../exchange/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { asExchangeError } from '../session/failure.ts';
import type { Session } from '../session/session.ts';
import { calledOff, connectionOf, type Intent, type IntentDesk } from './cancel-intent.ts';
import { notSent } from './cancel-outcome.ts';
import {
  answeredBy,
  endOf,
  failureOf,
  type IntentRecord,
  intentOrder,
  isClaimed,
  isOver,
  wasTold,
} from './intent.ts';
import type { IntentHead } from './intent-lines.ts';
import { type IntentLog, latestOf, notRecorded, slotView, wishesFor } from './intent-log.ts';

/** Claims that are not got before this is given up. */
const MOST_TRIES = 8;
/** Lines written at once; the size of the record is bounded with that. */
const LINES = 1_000;

type Way = 'single' | 'batch' | 'openEnded';

/** Writes intents down and claims them: who holds one may send it, and nobody else ever. */
export class IntentHolder {
  readonly #session: Session;
  readonly #log: IntentLog;
  readonly #desk: IntentDesk;

  constructor(session: Session, log: IntentLog, desk: IntentDesk) {
    this.#session = session;
    this.#log = log;
    this.#desk = desk;
  }

  /**
   * Writes down those that are to be sent. One that another window is at already is followed instead; not with a request
   * for whatever is open, which goes out in any case. Rejects with `notRecorded`: then nothing may be sent.
   */
  async record(
    exchange: Exchange,
    account: string,
    intents: readonly Intent[],
    isOpenEnded: boolean,
  ): Promise<readonly Intent[]> {
    const book = await this.#log.read();
    const own: Intent[] = [];
    const anew: IntentRecord[] = [];
    for (const intent of intents) {
      const all = wishesFor(book, account, intent.order);
      const latest = latestOf(all);
      const open = latest !== undefined && !isOver(latest) && !(await this.#isDropped(latest));
      intent.account = account;
      // Sent anew is only what somebody was told is unknown.
      const isUnshared = open && intent.again && wasTold(latest);
      if (open && !isUnshared && !isOpenEnded) {
        this.#log.note(latest.id, 'askedAgain');
        intent.id = latest.id;
        intent.slot = latest.slot;
        this.#desk.followOther(exchange, intent);
        continue;
      }
      this.#number(intent, 1 + (all.at(-1)?.nth ?? 0));
      if (!this.#log.fits(this.#headOf(intent))) {
        this.#unheld(exchange, intent, isOpenEnded ? 'openEnded' : 'single', notRecorded('too long'));
        continue;
      }
      if (isUnshared) {
        const told = all.filter((record) => !isOver(record) && wasTold(record));
        intent.supersedes = told.map(({ id }) => id);
        anew.push(...told);
      }
      own.push(intent);
    }
    await this.#ask(own);
    await this.#callOff(anew);
    return own;
  }

  /**
   * Those that may be sent now, by this window and nobody else, ever. The claim is the last step before the request:
   * what was not claimed was certainly not sent. `request`: the id in the record of the one they go out with.
   */
  async hold(
    exchange: Exchange,
    intents: readonly Intent[],
    by: Way,
    signal: AbortSignal | undefined,
    request = this.#log.newId(),
  ): Promise<readonly Intent[]> {
    const wanted = intents.filter((intent) => this.#desk.goesOut(intent, signal));
    if (wanted.length === 0) return [];
    try {
      for (const some of chunks(wanted, LINES))
        await this.#log.sending(
          some.map(({ id }) => id),
          by,
          request,
        );
    } catch (cause) {
      if (by === 'openEnded') throw cause;
      const error = asExchangeError(cause, this.#session.log);
      for (const intent of wanted) this.#desk.settle(intent, { kind: 'refused', error });
      return [];
    }
    const held = await Promise.all(wanted.map((intent) => this.#claim(exchange, intent, by, request)));
    const own = wanted.filter((intent, at) => {
      // Called off in the meantime: the claim is spent, nothing goes out.
      if (held[at] !== true || !this.#desk.goesOut(intent, signal)) return false;
      intent.sent = true;
      return true;
    });
    if (by === 'openEnded') return own;
    const error = await this.supersede(own);
    return own.filter((intent) => {
      // Writing that down may have taken long, also where the machine slept over it.
      const why = error ?? calledOff(intent, signal);
      if (why !== undefined) this.callOff(exchange, intent, why);
      return why === undefined;
    });
  }

  /**
   * The last thing before the request: it goes out now, and what it was asked anew for is over, on the disk before. Says why
   * that could not be written: it may be there all the same, now or later, so it is over then too.
   */
  async supersede(intents: readonly Intent[]): Promise<ExchangeError | undefined> {
    let error: ExchangeError | undefined;
    const ids = intents.flatMap((intent) => intent.supersedes);
    for (const some of chunks(ids, LINES)) {
      try {
        await this.#log.supersede(some);
      } catch (cause) {
        error = asExchangeError(cause, this.#session.log);
        for (const id of some) this.#log.note(id, 'superseded');
      }
    }
    for (const intent of intents) {
      intent.replaces ||= intent.supersedes.length > 0;
      intent.supersedes = [];
      this.#desk.leaves(intent);
    }
    return error;
  }

  /** Held, it does not go out after all. One that took the place of another one is as unknown as that was. */
  callOff(exchange: Exchange, intent: Intent, error: ExchangeError): void {
    if (!intent.replaces) {
      this.#desk.settle(intent, { kind: 'refused', error });
      return;
    }
    this.#desk.follow(exchange, intent, { kind: 'perhaps', error });
    this.#desk.settle(intent, { kind: 'unknown', error });
  }

  /** Claims what another window may have recorded and not sent yet: then it never is, beside the one asked for anew. */
  async #callOff(records: readonly IntentRecord[]): Promise<void> {
    const unclaimed = records.filter((record) => record.window !== this.#log.window && !isClaimed(record));
    for (const some of chunks(unclaimed, LINES)) await this.#log.takeUp(some.map(({ id }) => id));
    await Promise.all(
      unclaimed.map(async ({ id, slot }) => {
        if (await this.#log.claim(slot)) this.#log.note(id, 'rejected', failureOf(notSent()));
      }),
    );
  }

  /** Whether this window wrote it, did not go on with it, and certainly sent nothing: then it is no other's either. */
  async #isDropped({ id, window, slot }: IntentRecord): Promise<boolean> {
    if (window !== this.#log.window || this.#desk.isHere(id)) return false;
    if (!(await this.#log.claim(slot))) return false;
    this.#log.note(id, 'refused', failureOf(notSent()));
    return true;
  }

  async #ask(intents: readonly Intent[]): Promise<void> {
    // Lines may be there though writing them failed: how it ends is noted in any case.
    for (const intent of intents) intent.recorded = true;
    for (const some of chunks(intents, LINES))
      await this.#log.ask(some.map((intent) => this.#headOf(intent)));
  }

  #number(intent: Intent, nth: number): void {
    intent.nth = nth;
    intent.slot = this.#log.slot(intent.account, intent.order.id, nth);
  }

  #headOf({ id, account, owner, slot, nth, why, list, of, order }: Intent): IntentHead {
    return {
      id,
      account,
      connection: connectionOf(owner.profile),
      window: this.#log.window,
      slot,
      nth,
      why,
      list,
      of,
      order: intentOrder(order),
    };
  }

  async #claim(exchange: Exchange, intent: Intent, by: Way, request: string): Promise<boolean> {
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        if (await this.#log.claim(intent.slot)) return true;
        // Whatever became of that claim, the request goes out, and this order is one of those it is for.
        if (by !== 'openEnded' && !(await this.#isForgotten(exchange, intent))) return false;
        await this.#askAnew(intent, by, request);
      }
      throw notSent();
    } catch (cause) {
      this.#unheld(exchange, intent, by, asExchangeError(cause, this.#session.log));
      return false;
    }
  }

  /** Under a name of its own: what another window may still write about the old one stays true of that. */
  async #askAnew(intent: Intent, by: Way, request: string): Promise<void> {
    this.#log.note(intent.id, 'superseded');
    intent.id = this.#log.newId();
    // Ever further on: of an order with many forgotten wishes the claims are all taken.
    this.#number(intent, 2 * intent.nth);
    await this.#ask([intent]);
    await this.#log.sending([intent.id], by, request);
  }

  /** Whether nobody knows any more whose claim it was: its record was finished, and has been dropped since. */
  async #isForgotten(exchange: Exchange, intent: Intent): Promise<boolean> {
    const { records } = slotView(await this.#log.read(), intent.account, intent.slot);
    const mine = records.find(({ id }) => id === intent.id);
    const others = records.filter(({ id }) => id !== intent.id);
    if (mine === undefined || isGivenUp(mine, others.length === 0)) {
      // By another window, which had heard nothing of this one for too long. How the order stands is still to be told.
      this.#desk.follow(exchange, intent, { kind: 'noEffect', error: notSent() });
      return false;
    }
    if (others.length === 0) return true;
    this.#log.note(intent.id, 'joined');
    this.#desk.followOther(exchange, intent);
    return false;
  }

  #unheld(exchange: Exchange, intent: Intent, by: Way, error: ExchangeError): void {
    // It may be cancelled all the same, by the request for whatever is open.
    if (by === 'openEnded') this.#desk.follow(exchange, intent, { kind: 'perhaps', error });
    else this.#desk.settle(intent, { kind: 'refused', error });
  }
}

export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/**
 * Whoever takes it up says so before it claims it: who does not get the claim finds that here. Where another one is under
 * the claim as well, it may be that one which went out.
 */
function isGivenUp(record: IntentRecord, isAlone: boolean): boolean {
  const { steps } = record;
  return (
    endOf(record) !== undefined ||
    answeredBy(record)?.step === 'rejected' ||
    (isAlone && steps.some(({ step }) => step === 'takenUp'))
  );
}
