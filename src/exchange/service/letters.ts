/** Bytes from which more than one may be a letter together. */
export const BACKSLASH = 0x5c;
export const PERCENT = 0x25;
export const AMPERSAND = 0x26;

/** What `code` is where there was no letter. */
export const NO_LETTER = 0;

/** By byte, the letter that stands as itself: cases are one, and so are the two alphabets of base64. */
export const SAME = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x41 && byte <= 0x5a) return byte + 0x20;
  if (byte === 0x2d) return 0x2b;
  return byte === 0x5f ? 0x2f : byte;
});

/**
 * Reads bytes a letter at a time, whatever way of writing it down was chosen: a letter may stand as itself, by its number
 * (`\u0041`, `%41`, `&#65;`, `&#x41;`), by a name (`&amp;`) or behind backslashes, of which nobody can tell what they
 * belong to: they are no letters. Each letter is read whole, so that what is taken out cuts none in half.
 */
export class Letters {
  /** The letter read last, as in `SAME`; no letter at a backslash by number, or at the end. */
  code = NO_LETTER;
  /** Behind the letter read last. */
  end = 0;

  read(bytes: Uint8Array, at: number): void {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) this.#escaped(bytes, at);
    else if (byte === PERCENT) this.#percent(bytes, at);
    else if (byte === AMPERSAND) this.#entity(bytes, at);
    else this.#take(byte, at + 1);
  }

  /** JSON inside of JSON has several backslashes in a row. */
  #escaped(bytes: Uint8Array, from: number): void {
    let at = from;
    while (bytes[at] === BACKSLASH) at += 1;
    if (bytes[at] === PERCENT || bytes[at] === AMPERSAND) {
      this.read(bytes, at);
      return;
    }
    const code = bytes[at] === LETTER_U ? hexAt(bytes, at + 1, 4) : -1;
    if (code >= 0) this.#take(code, at + 5);
    else this.#take(bytes[at] ?? BACKSLASH, Math.min(at + 1, bytes.length));
  }

  /** A URL inside of a URL has its percent signs by number. */
  #percent(bytes: Uint8Array, from: number): void {
    let code = PERCENT;
    let at = from + 1;
    while (code === PERCENT) {
      const number = hexAt(bytes, at, 2);
      if (number < 0) break;
      code = number;
      at += 2;
    }
    this.#take(code, at);
  }

  #entity(bytes: Uint8Array, from: number): void {
    const isNumber = bytes[from + 1] === HASH;
    const isHex = isNumber && ((bytes[from + 2] ?? 0) | LOWER) === LETTER_X;
    const begin = from + (isHex ? 3 : isNumber ? 2 : 1);
    const base = isHex ? 16 : isNumber ? 10 : 36;
    let value = 0;
    let end = begin;
    for (; end - begin < LONGEST_ENTITY; end += 1) {
      const digit = (DIGITS[bytes[end] ?? 0] ?? 0) - 1;
      if (digit < 0 || digit >= base) break;
      value = value * base + digit;
    }
    const code = isNumber ? value : (NAMED.get(value) ?? 0);
    if (code > 0 && bytes[end] === SEMICOLON) this.#take(code, end + 1);
    else this.#take(AMPERSAND, from + 1);
  }

  #take(code: number, end: number): void {
    this.end = end;
    if (code === BACKSLASH) this.code = NO_LETTER;
    else this.code = code > 0 && code < OTHER ? (SAME[code] ?? OTHER) : OTHER;
  }
}

/** Stands for all that no secret has. */
const OTHER = 127;
const LETTER_U = 0x75;
const LETTER_X = 0x78;
const LOWER = 0x20;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const LONGEST_ENTITY = 8;
/** Names are read as numbers of 36 digits. */
const NAMED: ReadonlyMap<number, number> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }).map(([name, letter]) => [
    Number.parseInt(name, 36),
    letter.charCodeAt(0),
  ]),
);

/** Negative where there are other characters. */
function hexAt(bytes: Uint8Array, from: number, digits: number): number {
  let number = 0;
  for (let at = from; at < from + digits; at += 1) {
    const digit = (DIGITS[bytes[at] ?? 0] ?? 0) - 1;
    if (digit < 0 || digit > 15) return -1;
    number = number * 16 + digit;
  }
  return number;
}

/** By byte, the digit it is, and one more; 0 for what is none. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  return '0123456789abcdefghijklmnopqrstuvwxyz'.indexOf(String.fromCharCode(byte).toLowerCase()) + 1;
});
