import { Letters, NO_LETTER, SAME } from './letters.ts';
import type { Form } from './runs.ts';

/** A secret shorter than that is found in ordinary words. */
const SHORTEST = 6;

/**
 * How much of a form counts as the secret. `any`: twelve letters in a row, for what is said or went wrong. `most`: three
 * quarters and twenty letters at least, for figures, names and cursors, which may be like a secret by chance (tokens of one
 * kind begin alike) and must not be changed then. Of what is shorter, all of it.
 */
export type Extent = 'any' | 'most';

/** Whether it is long enough to be found where it is quoted. */
export function isTold(secret: string): boolean {
  const bytes = Buffer.from(secret);
  return Math.min(asTheyAre(bytes).length, written(bytes).length) >= SHORTEST;
}

/** A secret as it is, in base64 and in hexadecimal; where it is base64 itself, what it stands for too. */
export function formsOf(secret: string, extent: Extent): readonly Form[] {
  if (secret.length < SHORTEST) return [];
  const bytes = Buffer.from(secret);
  const texts = [bytes, ...encoded(bytes)];
  if (/^[\w+/-]{16,}={0,2}$/.test(secret)) texts.push(...encoded(Buffer.from(secret, 'base64')));
  const forms = [...texts.map(asTheyAre), written(bytes)].filter(({ length }) => length >= SHORTEST);
  return forms.map((letters) => ({
    letters,
    least: Math.min(letters.length, LEAST[extent](letters.length)),
  }));
}

const LEAST: Readonly<Record<Extent, (length: number) => number>> = {
  any: () => 12,
  most: (length) => Math.max(20, Math.ceil((3 * length) / 4)),
};

function encoded(bytes: Buffer): readonly Buffer[] {
  return [Buffer.from(bytes.toString('hex')), ...[0, 1, 2].map((before) => base64Within(bytes, before))];
}

/** Of the base64 of a longer text, with so many bytes more than whole groups before these: what depends on these alone. */
function base64Within(bytes: Buffer, before: number): Buffer {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const bits = 8 * (before + bytes.length);
  return Buffer.from(text.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6)));
}

/** Without backslashes, of which nobody can tell whether they belong to it. */
function asTheyAre(bytes: Uint8Array): readonly number[] {
  return [...bytes].filter((byte) => byte !== 0x5c).map((byte) => SAME[byte] ?? byte);
}

/** As it is read back where it holds something that looks like another way of writing a letter. */
function written(bytes: Uint8Array): readonly number[] {
  const letters = new Letters();
  const codes: number[] = [];
  for (let at = 0; at < bytes.length; at = letters.end) {
    letters.read(bytes, at);
    if (letters.code !== NO_LETTER) codes.push(letters.code);
  }
  return codes;
}
