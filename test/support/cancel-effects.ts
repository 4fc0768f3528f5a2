import assert from 'node:assert/strict';
import type { CancelReport } from '../../src/store/cancels/cancel.ts';
import { endOf, type IntentRecord, type IntentStepName } from '../../src/store/cancels/intent.ts';
import type { StormRequest } from './storm-service.ts';

/** Holds what was said of each intent against what its own request did, whatever others did to the order. */
export class Effects {
  /** By the intent it was sent for. */
  readonly #requests = new Map<string, StormRequest>();
  readonly #records: ReadonlyMap<string, IntentRecord>;

  constructor(requests: readonly StormRequest[], records: readonly IntentRecord[]) {
    this.#records = new Map(records.map((record) => [record.id, record]));
    for (const request of requests)
      for (const { intent } of request.warrants.values())
        if (intent !== undefined) this.#requests.set(intent, request);
  }

  /**
   * What is said never to have been sent was not. An order whose cancel took effect was not refused, nor is it gone by itself, unless it was the service that turned that
   * request away.
   */
  recordIsTrue(record: IntentRecord, said: string): void {
    const end = endOf(record)?.step;
    const isNever = record.steps.some(({ step, error }) => isTurnedDown(step) && NEVER_SENT.has(error));
    if (isNever) assert.ok(!this.#requests.has(record.id), `not sent, they say, but it was, ${said}`);
    if (!this.#took(record)) return;
    assert.notEqual(end, 'refused', `refused, they say, but it did it, ${said}`);
    if (end === 'gone') assert.ok(this.#wasTurnedAway(record), `gone, they say, but it did it, ${said}`);
  }

  /** As of a record. */
  reportIsTrue({ intent, outcome }: CancelReport, said: string): void {
    const record = this.#records.get(intent);
    if (record === undefined || !this.#took(record)) return;
    assert.notEqual(outcome.kind, 'refused', said);
    if (outcome.kind === 'alreadyGone') assert.ok(this.#wasTurnedAway(record), said);
  }

  #took({ id, order }: IntentRecord): boolean {
    return this.#requests.get(id)?.effect.has(order.id) === true;
  }

  /** A single one that arrived twice, and was refused the second time; what a batch is told says nothing of one order. */
  #wasTurnedAway({ id }: IntentRecord): boolean {
    const { warrants, answered = 0 } = this.#requests.get(id) ?? {};
    return warrants?.size === 1 && answered >= 400 && answered < 500;
  }
}

const NEVER_SENT: ReadonlySet<string | undefined> = new Set(['cancelled', 'notRecorded']);

function isTurnedDown(step: IntentStepName): boolean {
  return step === 'rejected' || step === 'refused';
}
