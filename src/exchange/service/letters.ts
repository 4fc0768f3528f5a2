const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
/** In UTF-8 what is drawn as nothing begins with these, but most that begins so is drawn. */
const JOINER = 0xe2;
const SELECTOR = 0xef;

/** Bytes from which more than one may be a letter together, or none. */
export const NO_PLAIN: readonly number[] = [BACKSLASH, PERCENT, AMPERSAND, JOINER, SELECTOR];

/** What `code` is where there was no letter. */
export const NO_LETTER = 0;

/** By byte, the letter that stands as itself: cases are one, and so are the two alphabets of base64. */
export const SAME = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x41 && byte <= 0x5a) return byte + 0x20;
  if (byte === 0x2d) return 0x2b;
  return byte === 0x5f ? 0x2f : byte;
});

/**
 * Reads bytes a letter at a time, in whichever usual way it is written down: a letter may stand as itself, by its number
 * (`\u0041`, `\x41`, `%41`, `&#65;`, `&#x41;`), by a name (`&amp;`) or behind backslashes, of which nobody can tell what they
 * belong to: they are no letters, nor is what text keeps though nothing is drawn for it (joiners, variation selectors).
 * Each letter is read whole, so that what is taken out cuts none in half.
 */
export class Letters {
  /** The letter read last, as in `SAME`; no letter at a backslash by number, where nothing is drawn, or at the end. */
  code = NO_LETTER;
  /** Behind the letter read last. */
  end = 0;

  read(bytes: Uint8Array, at: number): void {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) this.#escaped(bytes, at);
    else if (byte === PERCENT) this.#percent(bytes, at);
    else if (byte === AMPERSAND) this.#entity(bytes, at);
    else {
      const unseen = codeOfUnseen(bytes, at);
      this.#take(unseen ?? byte, at + (unseen === undefined ? 1 : 3));
    }
  }

  /** JSON inside of JSON has several backslashes in a row. */
  #escaped(bytes: Uint8Array, from: number): void {
    let at = from;
    while (bytes[at] === BACKSLASH) at += 1;
    const digits = bytes[at] === LETTER_U ? 4 : bytes[at] === LETTER_X ? 2 : 0;
    const code = digits === 0 ? -1 : hexAt(bytes, at + 1, digits);
    if (code >= 0) this.#take(code, at + 1 + digits);
    else if (at < bytes.length) this.read(bytes, at);
    else this.#take(BACKSLASH, at);
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

  /** HTML inside of HTML has its ampersands by name. A number needs no semicolon to be read by browsers. */
  #entity(bytes: Uint8Array, from: number): void {
    let code = AMPERSAND;
    let at = from + 1;
    while (code === AMPERSAND) {
      const isNumber = bytes[at] === HASH;
      const isHex = isNumber && ((bytes[at + 1] ?? 0) | LOWER) === LETTER_X;
      let begin = at + (isHex ? 2 : isNumber ? 1 : 0);
      while (isNumber && bytes[begin] === ZERO) begin += 1;
      const base = isHex ? 16 : isNumber ? 10 : 36;
      let value = 0;
      let end = begin;
      for (; end - begin < LONGEST_ENTITY; end += 1) {
        const digit = (DIGITS[bytes[end] ?? 0] ?? 0) - 1;
        if (digit < 0 || digit >= base) break;
        value = value * base + digit;
      }
      const isEnded = bytes[end] === SEMICOLON;
      if (!isNumber) value = isEnded ? (NAMED.get(value) ?? 0) : 0;
      if (value === 0) break;
      code = value;
      at = isEnded ? end + 1 : end;
    }
    this.#take(code, at);
  }

  #take(code: number, end: number): void {
    this.end = end;
    if (code === BACKSLASH || isUnseen(code)) this.code = NO_LETTER;
    else this.code = code > 0 && code < OTHER ? (SAME[code] ?? OTHER) : OTHER;
  }
}

/** A joiner or variation selector: between letters nothing is drawn for it, and `cleanLine` keeps it for other scripts. */
function isUnseen(code: number): boolean {
  return code === 0x200c || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f);
}

function codeOfUnseen(bytes: Uint8Array, at: number): number | undefined {
  const [lead, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if ((lead !== JOINER && lead !== SELECTOR) || third >> 6 !== 2) return undefined;
  const code = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
  return second >> 6 === 2 && isUnseen(code) ? code : undefined;
}

/** Stands for all that no secret has. */
const OTHER = 127;
const LETTER_U = 0x75;
const LETTER_X = 0x78;
const LOWER = 0x20;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const ZERO = 0x30;
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
