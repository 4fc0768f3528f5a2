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
  /** By order; none named of what is for whatever is open. */
  readonly #intents = new Map<string, string>();
  readonly #claims = new Map<string, string>();

  writes(lines: readonly string[]): void {
    for (const text of lines) {
      const line = parseLine(text);
      if (line === undefined || 'alive' in line) continue;
      if ('head' in line) this.#heads.set(line.head.id, line.head);
      else if (line.step === 'sent') this.#intents.set(this.#heads.get(line.id)?.order.id ?? '', line.id);
    }
  }

  got(claim: string): void {
    const [, , orderId] = claim.split('~');
    if (orderId !== undefined && !claim.endsWith('-told')) this.#claims.set(orderId, claim);
  }

  warrantFor(orderId: string): Warrant {
    return { intent: this.#intents.get(orderId), claim: this.#claims.get(orderId) };
  }
}
