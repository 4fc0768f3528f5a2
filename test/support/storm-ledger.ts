import type { IntentHead } from '../../src/store/cancels/intent-lines.ts';
import { parseLine } from '../../src/store/cancels/intent-lines.ts';

/** What one window wrote down and claimed for a request, when that leaves. */
export interface Warrant {
  /** The last intent of that order that it said is sent now. */
  readonly intent: string | undefined;
  /** The last claim to send for that order that it got. */
  readonly claim: string | undefined;
}

/** Goes along with what one window writes down, so that each request can be held against what it was sent for. */
export class StormLedger {
  readonly #heads = new Map<string, IntentHead>();
  /** Intents by the id of the one request they were sent with. */
  readonly #together = new Map<string, string[]>();
  /** By order; none named of what is for whatever is open. */
  readonly #intents = new Map<string, string>();
  readonly #claims = new Map<string, string>();

  writes(lines: readonly string[]): void {
    for (const text of lines) {
      const line = parseLine(text);
      if (line === undefined || 'alive' in line) continue;
      if ('head' in line) this.#heads.set(line.head.id, line.head);
      else if (line.step === 'sent') this.#sends(line.id, line.request ?? '');
    }
  }

  got(claim: string): void {
    const [, , orderId] = claim.split('~');
    if (orderId !== undefined && !claim.endsWith('-told')) this.#claims.set(orderId, claim);
  }

  /** Of a request for whatever is open: its own by the empty id, and those of the orders that were known to be. */
  warrantsForAll(): ReadonlyMap<string, Warrant> {
    const own = this.warrantFor('');
    const known = [...this.#together.values()].find((ids) => ids.includes(own.intent ?? '')) ?? [];
    return new Map([
      ['', own],
      ...known.map((id): [string, Warrant] => [this.#orderOf(id), { intent: id, claim: own.claim }]),
    ]);
  }

  warrantFor(orderId: string): Warrant {
    return { intent: this.#intents.get(orderId), claim: this.#claims.get(orderId) };
  }

  #sends(id: string, request: string): void {
    this.#intents.set(this.#orderOf(id), id);
    this.#together.set(request, [...(this.#together.get(request) ?? []), id]);
  }

  #orderOf(id: string): string {
    return this.#heads.get(id)?.order.id ?? '';
  }
}
