import type { SecretStore } from '../../src/features/connection/credentials.ts';

type SecretEvent = Parameters<Parameters<SecretStore['onDidChange']>[0]>[0];

/** How a keyring may misbehave; several at once. */
export const MISCHIEFS = ['forgets', 'keeps', 'throws', 'hangs', 'hangsWriting', 'firesTwice'] as const;
export type Mischief = (typeof MISCHIEFS)[number];

/** The editor's secret storage as it is on a bad day; on a good one without mischief. Two windows may share one. */
export class EvilSecrets implements SecretStore {
  readonly stored = new Map<string, string>();
  readonly mischief: Set<Mischief>;
  /** How often it was read. */
  reads = 0;
  readonly #listeners = new Set<(event: SecretEvent) => unknown>();
  #hanging: (() => void)[] = [];

  constructor(...mischief: readonly Mischief[]) {
    this.mischief = new Set(mischief);
  }

  readonly onDidChange: SecretStore['onDidChange'] = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  async get(key: string): Promise<string | undefined> {
    this.reads++;
    await this.#misbehave('hangs', this.stored.get(key) ?? '');
    return this.stored.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#misbehave('hangsWriting', value);
    if (!this.mischief.has('forgets')) this.stored.set(key, value);
    this.reportChange(key);
  }

  async delete(key: string): Promise<void> {
    await this.#misbehave('hangsWriting', this.stored.get(key) ?? '');
    if (!this.mischief.has('keeps')) this.stored.delete(key);
    this.reportChange(key);
  }

  /** Says that something changed, true or not. */
  reportChange(key: string): void {
    for (let time = this.mischief.has('firesTwice') ? 2 : 1; time > 0; time -= 1) {
      for (const listener of [...this.#listeners]) listener({ key });
    }
  }

  /** Answers everything that hangs, in the order it was asked. */
  wake(): void {
    this.mischief.delete('hangs');
    this.mischief.delete('hangsWriting');
    for (const resume of this.#hanging.splice(0)) resume();
  }

  async #misbehave(hanging: Mischief, quoted: string): Promise<void> {
    if (this.mischief.has('throws')) throw new TypeError(`The keyring is locked: ${quoted}`);
    if (this.mischief.has(hanging)) await new Promise<void>((resolve) => this.#hanging.push(resolve));
  }
}
