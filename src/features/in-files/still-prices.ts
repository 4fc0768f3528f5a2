import type { TextDocument } from 'vscode';

type Said = WeakMap<TextDocument, Map<string, string>>;

/**
 * The prices that stand in documents. Code moves when one changes, so while somebody types in a document all stand there as they
 * did: what is newer, and the price of a slug that is new there, waits until the typing pauses.
 */
export class StillPrices {
  /** Since the editor last had to ask again, and before that: a slug that has left a document is forgotten. */
  #said: Said = new WeakMap();
  #before: Said = new WeakMap();
  #typedIn: TextDocument | undefined;
  #isWaiting = false;

  /** What stands behind a slug now. */
  of(document: TextDocument, slug: string, newest: string): string | undefined {
    const text = document === this.#typedIn ? this.#standing(document, slug) : newest;
    if (text !== newest) this.#isWaiting = true;
    if (text !== undefined) this.#note(document, slug, text);
    return text;
  }

  /** Somebody types in this document. */
  hold(document: TextDocument): void {
    this.#typedIn = document;
  }

  /** The typing has paused: whether the editor shall ask again. */
  release(): boolean {
    this.#typedIn = undefined;
    return this.#isWaiting && this.renew();
  }

  /** Prices have changed: whether the editor shall ask again now. While somebody types it shall not. */
  renew(): boolean {
    this.#isWaiting = this.#typedIn !== undefined;
    if (this.#isWaiting) return false;
    this.#before = this.#said;
    this.#said = new WeakMap();
    return true;
  }

  #standing(document: TextDocument, slug: string): string | undefined {
    return this.#said.get(document)?.get(slug) ?? this.#before.get(document)?.get(slug);
  }

  #note(document: TextDocument, slug: string, text: string): void {
    const said = this.#said.get(document) ?? new Map<string, string>();
    this.#said.set(document, said.set(slug, text));
  }
}
