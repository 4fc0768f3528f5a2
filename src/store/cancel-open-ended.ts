import type { Clock } from '../base/clock.ts';
import { recordedOrder } from './cancel-intent.ts';
import type { Answer } from './cancel-outcome.ts';
import { stepOfAnswer } from './cancel-outcome.ts';
import { failureOf, intentOrder } from './intent.ts';
import type { IntentLog } from './intent-log.ts';

/** A confirmation that was not sent by then is void: the machine may have slept in between. Milliseconds. */
export const VALID_MS = 10 * 60_000;

/** The wish that whatever is open be cancelled: an intent of its own, whatever is known of the orders. */
export class OpenEnded {
  readonly #log: IntentLog;
  readonly #id: string;
  readonly #isSameAccount: () => boolean;
  readonly #isWanted: () => boolean;
  readonly #answered = Promise.withResolvers<Answer>();
  #isRecorded = false;

  constructor(log: IntentLog, clock: Clock, isSameAccount: () => boolean) {
    this.#log = log;
    this.#id = log.newId();
    const askedAt = clock.now();
    this.#isSameAccount = isSameAccount;
    this.#isWanted = () => isSameAccount() && Math.abs(clock.now() - askedAt) <= VALID_MS;
  }

  /** What the request came to; `noEffect` also where none went out. */
  get answered(): Promise<Answer> {
    return this.#answered.promise;
  }

  /** Whether what is read now is of the account it was asked for under. */
  get isOfThisAccount(): boolean {
    return this.#isSameAccount();
  }

  /** Writes it down and claims it: says whether it may be sent now. Rejects with `notRecorded`. */
  async hold(own: {
    readonly account: string;
    readonly connection: string;
    readonly why: string;
    readonly list: string;
    readonly of: number;
  }): Promise<boolean> {
    const slot = this.#log.slotOfAll(own.account, this.#id);
    const order = intentOrder(recordedOrder(NO_ORDER));
    this.#isRecorded = true;
    await this.#log.ask([{ ...own, id: this.#id, window: this.#log.window, slot, nth: undefined, order }]);
    await this.#log.sending([this.#id], 'openEnded', this.#log.newId());
    return this.#isWanted() && (await this.#log.claim(slot)) && this.#isWanted();
  }

  answer(answer: Answer): void {
    const { step, details } = stepOfAnswer(answer);
    if (this.#isRecorded) this.#log.note(this.#id, step, details);
    if (this.#isRecorded && answer.kind === 'noEffect')
      this.#log.note(this.#id, 'refused', failureOf(answer.error));
    this.#answered.resolve(answer);
  }

  /** What a reading afterwards showed. */
  async verified(isNothingLeft: boolean): Promise<void> {
    if ((await this.answered).kind === 'noEffect') return;
    this.#log.note(this.#id, isNothingLeft ? 'confirmed' : 'unfollowed');
  }
}

const NO_ORDER = {
  id: '',
  marketSlug: '',
  side: undefined,
  intent: undefined,
  type: undefined,
  price: undefined,
  quantity: undefined,
  filled: undefined,
  left: undefined,
};
