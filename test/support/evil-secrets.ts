import type { SecretStore } from '../../src/features/connection/credentials.ts';

type SecretEvent = Parameters<Parameters<SecretStore['onDidChange']>[0]>[0];

/** How a keyring may misbehave; several at once. */
export type Mischief =
  | 'forgets'
  | 'keeps'
  | 'throws'
  | 'hangs'
  | 'hangsWriting'
  | 'firesTwice'
  | 'firesNothing';

/** The editor's secret storage as it is on a bad day. Two windows may share one. */
export class EvilSecrets implements SecretStore {
  readonly stored = new Map<string, string>();
  readonly mischief = new Set<Mischief>();
  /** What was asked of it. */
  readonly calls: string[] = [];
  readonly #listeners = new Set<(event: SecretEvent) => unknown>();
  #held: (() => void)[] = [];

  constructor(...mischief: readonly Mischief[]) {
    for (const one of mischief) this.mischief.add(one);
  }

  readonly onDidChange: SecretStore['onDidChange'] = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  async get(key: string): Promise<string | undefined> {
    await this.#misbehave('get', 'hangs', key);
    return this.stored.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#misbehave('store', 'hangsWriting', value);
    if (!this.mischief.has('forgets')) this.stored.set(key, value);
    this.tell(key);
  }

  async delete(key: string): Promise<void> {
    await this.#misbehave('delete', 'hangsWriting', this.stored.get(key) ?? '');
    if (!this.mischief.has('keeps')) this.stored.delete(key);
    this.tell(key);
  }

  /** Says that something changed, true or not. */
  tell(key = this.stored.keys().next().value ?? 'credentials:'): void {
    if (this.mischief.has('firesNothing')) return;
    const times = this.mischief.has('firesTwice') ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      for (const listener of [...this.#listeners]) listener({ key });
    }
  }

  /** Answers everything that hangs. */
  wake(): void {
    this.mischief.delete('hangs');
    this.mischief.delete('hangsWriting');
    const held = this.#held;
    this.#held = [];
    for (const go of held) go();
  }

  async #misbehave(call: string, hanging: Mischief, quoted: string): Promise<void> {
    this.calls.push(call);
    if (this.mischief.has('throws')) throw new Error(`The keyring is locked: ${quoted}`);
    if (this.mischief.has(hanging)) await new Promise<void>((resolve) => this.#held.push(resolve));
  }
}
