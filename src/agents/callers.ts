import type { AgentCaller, ConnectedAgent } from '../core/agent-access.ts';

interface Entry extends ConnectedAgent {
  calls: number;
  /** How many connections of that name are open. */
  open: number;
}

/** Who is there, or has called: a program until it leaves, the chat and other extensions from their first call on. */
export class Callers {
  readonly #entries = new Map<string, Entry>();

  /** In the order they came. */
  get all(): readonly ConnectedAgent[] {
    return [...this.#entries.values()];
  }

  /** `at`: Unix milliseconds. */
  enter(caller: AgentCaller, at: number): void {
    this.#entry(caller, at).open += 1;
  }

  leave(caller: AgentCaller): void {
    const entry = this.#entries.get(keyOf(caller));
    if (entry === undefined) return;
    entry.open -= 1;
    if (entry.open <= 0) this.#entries.delete(keyOf(caller));
  }

  /** A program that left while its call ran stays away: nobody would take it off the list again. */
  called(caller: AgentCaller, at: number): void {
    if (caller.via !== 'mcp' || this.#entries.has(keyOf(caller))) this.#entry(caller, at).calls += 1;
  }

  #entry(caller: AgentCaller, since: number): Entry {
    const known = this.#entries.get(keyOf(caller));
    if (known !== undefined) return known;
    const entry: Entry = { caller, since, calls: 0, open: 0 };
    this.#entries.set(keyOf(caller), entry);
    return entry;
  }
}

function keyOf({ via, name = '' }: AgentCaller): string {
  return `${via} ${name}`;
}
