/** What stands where a secret was. */
export const REDACTED = '•••';

/** A run of that many characters of a secret counts as the secret; a shorter secret counts whole. */
const RUN = 12;
/** A secret shorter than that is found in ordinary words. */
const SHORTEST = 6;
/** Characters looked at together; fewer than the shortest secret has. */
const GRAM = 4;

/**
 * Takes secrets out of text: what is sent to a service comes back in what it says ("invalid token …"), and would stand
 * in a message, a log and a screenshot of either.
 */
export class Redactor {
  readonly #finders: readonly Finder[];

  constructor(hidden: readonly string[]) {
    this.#finders = hidden.filter(({ length }) => length >= SHORTEST).map((secret) => new Finder(secret));
  }

  /** The text without any run of a secret: plain, escaped for a URL, JSON or HTML, in base64 or hexadecimal. */
  text(text: string): string {
    return this.#finders.reduce((clean, finder) => finder.clean(clean), text);
  }

  /** As `text`, for JSON: there a character of a secret may be written by its number. The same text if nothing had to go. */
  json(text: string): string {
    if (this.#finders.length === 0) return text;
    const plain = text.includes(NUMBERED) ? withoutNumbers(text) : text;
    const clean = this.text(plain);
    return clean === plain ? text : clean;
  }

  /** As `json`, for megabytes of which nothing is to be expected: the same bytes if nothing had to go. */
  bytes(bytes: Uint8Array): Uint8Array {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isSuspect = this.#finders.length > 0 && (body.includes(NUMBERED) || this.#isIn(body));
    if (!isSuspect) return bytes;
    const text = body.toString('utf8');
    const clean = this.json(text);
    return clean === text ? bytes : Buffer.from(clean);
  }

  #isIn(body: Buffer): boolean {
    return this.#finders.some((finder) => finder.isIn(body));
  }
}

class Finder {
  readonly #size: number;
  readonly #runs = new Set<string>();
  /** By hash, which few characters in a row are of some run. */
  readonly #grams = new Uint8Array(1 << 16);

  constructor(secret: string) {
    this.#size = Math.min(RUN, secret.length);
    for (const form of new Set(formsOf(secret))) {
      const bytes = Buffer.from(form, 'latin1');
      for (let at = 0; at + GRAM <= bytes.length; at += 1) this.#grams[gramAt(bytes, at)] = 1;
      for (let at = 0; at + this.#size <= form.length; at += 1) {
        this.#runs.add(form.slice(at, at + this.#size));
      }
    }
  }

  /** Looks at a third of the characters or fewer. */
  isIn(body: Buffer): boolean {
    const step = this.#size - GRAM + 1;
    for (let at = 0; at + GRAM <= body.length; at += step) {
      if (this.#grams[gramAt(body, at)] === 1 && this.#isAround(body, at)) return true;
    }
    return false;
  }

  clean(text: string): string {
    if (text.length < this.#size || !this.isIn(Buffer.from(text, 'latin1'))) return text;
    let clean = '';
    let kept = 0;
    for (let at = 0; at + this.#size <= text.length; at += 1) {
      if (!this.#isRun(text, at)) continue;
      clean += text.slice(kept, at) + REDACTED;
      while (this.#isRun(text, at + 1)) at += 1;
      kept = at + this.#size;
      at = kept - 1;
    }
    return kept === 0 ? text : clean + text.slice(kept);
  }

  #isRun(text: string, at: number): boolean {
    return this.#runs.has(text.slice(at, at + this.#size));
  }

  #isAround(body: Buffer, at: number): boolean {
    for (let from = Math.max(0, at + GRAM - this.#size); from <= at; from += 1) {
      if (this.#runs.has(body.toString('latin1', from, from + this.#size))) return true;
    }
    return false;
  }
}

/** 16 bits. */
function gramAt(bytes: Uint8Array, at: number): number {
  const [a, b] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
  const [c, d] = [bytes[at + 2] ?? 0, bytes[at + 3] ?? 0];
  return (a * 0x2f + b * 0x3d1 + c * 0x4f35 + d * 0x9e5) & 0xffff;
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const url = encodeURIComponent(secret);
  const fullUrl = secret.replace(/[^A-Za-z0-9]/g, (one) => `%${hexOf(one)}`);
  return [
    secret,
    secret.toLowerCase(),
    secret.toUpperCase(),
    secret.replaceAll('/', '\\/'),
    secret.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one),
    ...[url, fullUrl].flatMap((form) => [form, form.replace(/%../g, (code) => code.toLowerCase())]),
    // Where the secret stands inside a longer text, base64 of it begins in the middle of a group.
    ...[0, 1, 2].map((skip) => bytes.subarray(skip).toString('base64url').replace(/.$/, '')),
    ...[0, 1, 2].map((skip) => bytes.subarray(skip).toString('base64').replace(/.=*$/, '')),
    bytes.toString('base64'),
    hex,
    hex.toUpperCase(),
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
}

const NUMBERED = '\\u00';

/** The same JSON, with printable characters of ASCII as themselves; quotes and backslashes stay as they are. */
function withoutNumbers(json: string): string {
  return json.replace(/\\(?:u00([2-7][\da-f])|[\s\S])/gi, (whole, code: string | undefined) => {
    if (code === undefined) return whole;
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\x20-\x7e]/.test(character) && character !== '"' && character !== '\\' ? character : whole;
  });
}
