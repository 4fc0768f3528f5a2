import type { ExchangeError } from '../../exchange/errors.ts';
import { isInUse, type Owner, ownerChanged } from '../session/owner.ts';
import type { Session } from '../session/session.ts';
import { Confirmation } from './cancel-confirmation.ts';
import { recordedOrder } from './cancel-intent.ts';
import type { Answer } from './cancel-outcome.ts';
import { notSent, stepOfAnswer, tooLate } from './cancel-outcome.ts';
import { failureOf, intentOrder } from './intent.ts';
import type { IntentLog } from './intent-log.ts';

/** What is written down of it. */
export interface OpenEndedWish {
  readonly account: string;
  readonly connection: string;
  readonly why: string;
  readonly list: string;
  readonly of: number;
}

/** The wish that whatever is open be cancelled: an intent of its own, whatever is known of the orders. */
export class OpenEnded {
  /** For whom; it is void under another account. */
  readonly owner: Owner;
  readonly confirmation: Confirmation;
  /** The one request, as the record calls it: under this intent and under those of the orders that follow it. */
  readonly request: string;
  readonly #log: IntentLog;
  readonly #id: string;
  readonly #isSameAccount: () => boolean;
  readonly #answered = Promise.withResolvers<Answer>();
  #isRecorded = false;

  constructor(log: IntentLog, session: Session, owner: Owner) {
    this.#log = log;
    this.#id = log.newId();
    this.request = log.newId();
    this.owner = owner;
    this.confirmation = new Confirmation(session.clock);
    this.#isSameAccount = () => isInUse(session, owner);
  }

  /** What the request came to; `noEffect` also where none went out. */
  get answered(): Promise<Answer> {
    return this.#answered.promise;
  }

  /** Whether what is read now is of the account it was asked for under. */
  get isOfThisAccount(): boolean {
    return this.#isSameAccount();
  }

  /** Why it is not sent any more; undefined while it may be. `signal`: keeps it from being sent. */
  calledOff(signal: AbortSignal | undefined): ExchangeError | undefined {
    if (!this.#isSameAccount()) return ownerChanged();
    if (signal?.aborted === true) return notSent();
    return this.confirmation.isValid ? undefined : tooLate();
  }

  /** To be called now and then while what is left is read: other windows look after what a silent one left. */
  alive(): void {
    this.#log.alive();
  }

  /** Writes it down and claims it: says whether it may be sent now. Rejects with `notRecorded`. */
  async hold(own: OpenEndedWish, signal: AbortSignal | undefined): Promise<boolean> {
    const isWanted = (): boolean => this.calledOff(signal) === undefined;
    if (!isWanted()) return false;
    const slot = this.#log.slotOfAll(own.account, this.#id);
    const order = intentOrder(recordedOrder(NO_ORDER));
    this.#isRecorded = true;
    await this.#log.ask([{ ...own, id: this.#id, window: this.#log.window, slot, nth: undefined, order }]);
    await this.#log.sending([this.#id], 'openEnded', this.request);
    return isWanted() && (await this.#log.claim(slot)) && isWanted();
  }

  answer(given: Answer): void {
    const answer = this.#isClosed(given) ? ({ kind: 'noEffect', error: ownerChanged() } as const) : given;
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

  /** Its client was closed for another one before it left: nobody stopped it. */
  #isClosed(answer: Answer): boolean {
    return answer.kind === 'noEffect' && answer.error.code === 'cancelled' && !this.#isSameAccount();
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
