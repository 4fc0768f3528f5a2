import { Letters, NO_LETTER, NO_PLAIN, SAME } from './letters.ts';

/** Letters that give a secret away, as `Letters` reads them. */
export interface Form {
  readonly letters: readonly number[];
  /** So many in a row, of whatever part of it, count. */
  readonly least: number;
}

/**
 * Finds every part of any form that is long enough, wherever it is in a text, in one pass that takes the same time
 * whatever the text: who sends it may know the forms. It is a suffix automaton of all of them: a state for each set of
 * parts that are followed by the same, and a link from each to the longest part it ends with that may be followed otherwise.
 */
export class Runs {
  /** Which column of the table a letter has; 0 for those no form has. */
  readonly #columns = new Uint8Array(256);
  /** By byte, the column of the letter that stands as itself. */
  readonly #plain: Uint8Array;
  readonly #width: number;
  /** By state and column, the state behind that letter; 0, the beginning, where there is none. */
  readonly #next: Int32Array;
  readonly #link: Int32Array;
  /** Letters of the longest part of a state. */
  readonly #longest: Int32Array;
  /** So many letters count in a state, and so many are those of the parts it ends with that count. */
  readonly #least: Int32Array;
  readonly #inner: Int32Array;
  /** Where the latest letters began. */
  readonly #begins: Int32Array;
  readonly #letters = new Letters();
  /** By hash, which few letters in a row are in some form. */
  readonly #grams = new Uint8Array(1 << 16);
  /** So many bytes that stand as themselves are of no part that counts if the last few of them are in no form. */
  readonly #reach: number;
  #states = 1;

  constructor(forms: readonly Form[]) {
    let width = 1;
    let length = 0;
    let longest = 0;
    for (const { letters } of forms) {
      length += letters.length;
      longest = Math.max(longest, letters.length);
      for (const letter of letters) if (this.#columns[letter] === 0) this.#columns[letter] = width++;
    }
    this.#plain = SAME.map((letter) => this.#columns[letter] ?? 0);
    for (const byte of NO_PLAIN) this.#plain[byte] = MORE;
    const most = 2 * length + 1;
    this.#width = width;
    this.#next = new Int32Array(most * width);
    this.#link = new Int32Array(most);
    this.#longest = new Int32Array(most);
    this.#least = new Int32Array(most).fill(NEVER);
    this.#inner = new Int32Array(most);
    this.#begins = new Int32Array(2 ** Math.ceil(Math.log2(longest + 2)));
    this.#reach = Math.min(...forms.map(({ least }) => least)) - GRAM + 1;
    for (const { letters } of forms) {
      this.#learn(letters);
      for (let at = 0; at + GRAM <= letters.length; at += 1) this.#grams[gramAt(letters, at)] = 1;
    }
    for (const form of forms) this.#demand(form);
    this.#settle();
  }

  /** From and to, from and to, …: in order, none over another. */
  find(bytes: Buffer): readonly number[] {
    const [columns, plain, next, link] = [this.#columns, this.#plain, this.#next, this.#link];
    const [begins, letters, width] = [this.#begins, this.#letters, this.#width];
    const found: number[] = [];
    let [state, length, count] = [0, 0, 0];
    const ahead = new Ahead(bytes);
    let until = this.#reach < GRAM ? bytes.length : 0;
    for (let at = 0; at < bytes.length; ) {
      if (at >= until && length < GRAM) {
        const next = this.#skip(bytes, at, ahead);
        until = next + WORTHWHILE;
        if (next > at) [at, state, length] = [next, 0, 0];
      }
      const from = at;
      let column = plain[bytes[at] ?? 0] ?? 0;
      at += 1;
      if (column === MORE) {
        letters.read(bytes, from);
        at = letters.end;
        if (letters.code === NO_LETTER) continue;
        column = columns[letters.code] ?? 0;
      }
      if (column === 0) {
        state = 0;
        length = 0;
        continue;
      }
      let to = next[state * width + column] ?? 0;
      while (to === 0 && state !== 0) {
        state = link[state] ?? 0;
        length = this.#longest[state] ?? 0;
        to = next[state * width + column] ?? 0;
      }
      state = to;
      length += 1;
      count += 1;
      begins[count & (begins.length - 1)] = from;
      if (state === 0) {
        length = 0;
        continue;
      }
      const run = length >= (this.#least[state] ?? 0) ? length : (this.#inner[state] ?? 0);
      if (run > 0) add(found, begins[(count - run + 1) & (begins.length - 1)] ?? 0, at);
    }
    return found;
  }

  /** The first place from which a part that counts may go on, or begin. */
  #skip(bytes: Buffer, from: number, ahead: Ahead): number {
    const end = ahead.from(from);
    let at = from;
    for (let last = at + this.#reach - GRAM; last + GRAM <= end; last = at + this.#reach - GRAM) {
      if (this.#grams[gramAt(bytes, last)] === 1) break;
      at = last + 1;
    }
    return at;
  }

  #learn(letters: readonly number[]): void {
    let state = 0;
    for (const letter of letters) state = this.#grow(state, this.#columns[letter] ?? 0);
  }

  /** The state behind a letter at the end of the form that is learnt. */
  #grow(last: number, column: number): number {
    const there = this.#to(last, column);
    if (there !== 0) return this.#split(last, column, there);
    const state = this.#add(this.#lengthOf(last) + 1);
    let from = last;
    while (this.#to(from, column) === 0) {
      this.#next[from * this.#width + column] = state;
      if (from === 0) return state;
      from = this.#link[from] ?? 0;
    }
    this.#link[state] = this.#split(from, column, this.#to(from, column));
    return state;
  }

  /** The state of exactly what ends in `from`, and the letter: `to`, or a part of it that is one of its own from now on. */
  #split(from: number, column: number, to: number): number {
    const length = this.#lengthOf(from) + 1;
    if (this.#lengthOf(to) === length) return to;
    const part = this.#add(length);
    this.#next.copyWithin(part * this.#width, to * this.#width, (to + 1) * this.#width);
    this.#link[part] = this.#link[to] ?? 0;
    this.#link[to] = part;
    for (let at = from; this.#to(at, column) === to; at = this.#link[at] ?? 0) {
      this.#next[at * this.#width + column] = part;
      if (at === 0) break;
    }
    return part;
  }

  #add(length: number): number {
    const state = this.#states++;
    this.#longest[state] = length;
    return state;
  }

  #demand({ letters, least }: Form): void {
    let state = 0;
    for (const letter of letters) {
      state = this.#to(state, this.#columns[letter] ?? 0);
      this.#least[state] = Math.min(this.#least[state] ?? NEVER, least);
    }
  }

  /** What a state ends with is in each form the state is in. */
  #settle(): void {
    const states = Array.from({ length: this.#states - 1 }, (_, index) => index + 1);
    states.sort((a, b) => this.#lengthOf(a) - this.#lengthOf(b));
    for (const state of states.toReversed()) {
      const shorter = this.#link[state] ?? 0;
      if (shorter === 0) continue;
      this.#least[shorter] = Math.min(this.#least[shorter] ?? NEVER, this.#least[state] ?? NEVER);
    }
    for (const state of states) {
      const shorter = this.#link[state] ?? 0;
      const length = this.#lengthOf(shorter);
      const counts = length >= (this.#least[shorter] ?? NEVER);
      this.#inner[state] = counts ? length : (this.#inner[shorter] ?? 0);
    }
  }

  #to(state: number, column: number): number {
    return this.#next[state * this.#width + column] ?? 0;
  }

  #lengthOf(state: number): number {
    return this.#longest[state] ?? 0;
  }
}

/** More bytes than one may be the letter. No table has as many columns. */
const MORE = 255;
/** Letters looked at together. */
const GRAM = 4;
/** A look ahead takes as long as so many letters. */
const WORTHWHILE = 32;
const NEVER = 2 ** 31 - 1;

function add(found: number[], begin: number, end: number): void {
  let from = begin;
  while (found.length > 0 && from < (found[found.length - 1] ?? 0)) {
    found.pop();
    from = Math.min(from, found.pop() ?? 0);
  }
  found.push(from, end);
}

/** 16 bits. */
function gramAt(letters: ArrayLike<number>, at: number): number {
  const [a, b] = [SAME[letters[at] ?? 0] ?? 0, SAME[letters[at + 1] ?? 0] ?? 0];
  const [c, d] = [SAME[letters[at + 2] ?? 0] ?? 0, SAME[letters[at + 3] ?? 0] ?? 0];
  return (a * 0x2f + b * 0x3d1 + c * 0x4f35 + d * 0x9e5) & 0xffff;
}

/** Says where the next byte is that may not stand as itself. */
class Ahead {
  readonly #bytes: Buffer;
  readonly #next = NO_PLAIN.map(() => -1);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The end where there is none. */
  from(at: number): number {
    let nearest = this.#bytes.length;
    for (let index = 0; index < NO_PLAIN.length; index += 1) {
      if ((this.#next[index] ?? 0) < at) {
        const found = this.#bytes.indexOf(NO_PLAIN[index] ?? 0, at);
        this.#next[index] = found < 0 ? this.#bytes.length : found;
      }
      nearest = Math.min(nearest, this.#next[index] ?? 0);
    }
    return nearest;
  }
}
