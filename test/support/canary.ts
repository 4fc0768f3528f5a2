import { generateKeyPairSync } from 'node:crypto';
import type { Credentials } from '../../src/exchange/profile.ts';

/** As many characters of a secret in a row count as a leak. */
const WINDOW = 12;

/** Says where a secret shows, whole or in part, in any of the forms it may take on its way out. */
export class Canary {
  /** By the first three bytes, the windows that begin so. */
  readonly #windows = new Map<number, { readonly form: string; readonly bytes: Buffer }[]>();
  readonly #first = new Uint8Array(1 << 24);

  constructor(secret: string) {
    for (const [form, bytes] of formsOf(secret)) {
      const size = form.startsWith('utf16') ? 2 * WINDOW : WINDOW;
      for (let at = 0; at + size <= bytes.length; at += 1) this.#add(form, bytes.subarray(at, at + size));
    }
  }

  /** Each place as `form at offset`; empty when there is no trace. At most ten. */
  find(where: string | Uint8Array): readonly string[] {
    const bytes = typeof where === 'string' ? Buffer.from(where) : Buffer.from(where);
    const found: string[] = [];
    for (let at = 0; at + WINDOW <= bytes.length && found.length < 10; at += 1) {
      const start = startOf(bytes, at);
      if (this.#first[start] === 0) continue;
      const hit = this.#windows
        .get(start)
        ?.find(({ bytes: window }) => bytes.subarray(at, at + window.length).equals(window));
      if (hit !== undefined) found.push(`${hit.form} at ${at}`);
    }
    return found;
  }

  #add(form: string, bytes: Buffer): void {
    const start = startOf(bytes, 0);
    this.#first[start] = 1;
    const same = this.#windows.get(start) ?? [];
    this.#windows.set(start, [...same, { form, bytes }]);
  }
}

/** A token that looks like those of services; the mark makes it easy to see by eye. */
export function markedToken(mark: string): string {
  return `${mark}_9vQ+Zk/7dRw2-xTn.Lm4~Yb8=Hs`;
}

/** A new Ed25519 key; nothing about it is known before. */
export function freshKey(keyId = '5f0c1d2e-canary'): Credentials {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  return { keyId, secret: bytes.toString('base64') };
}

function startOf(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

function formsOf(secret: string): readonly (readonly [form: string, bytes: Buffer])[] {
  const plain = Buffer.from(secret);
  const forms: [string, Buffer][] = [
    ['plain', plain],
    ['utf16', Buffer.from(secret, 'utf16le')],
    ['reversed', Buffer.from([...secret].reverse().join(''))],
    ['url', Buffer.from(encodeURIComponent(secret))],
    ['json', Buffer.from(secret.replaceAll('/', '\\/'))],
    ...encodings('text', plain),
  ];
  // A key is base64 itself: what it stands for must not show either. Its second half is the public key.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(secret)) return forms;
  const raw = Buffer.from(secret, 'base64');
  return [...forms, ['raw', raw], ...encodings('raw', raw)];
}

/** Base64 of a part of a longer text begins at any of three places of a group. */
function encodings(name: string, bytes: Buffer): [string, Buffer][] {
  const hex = bytes.toString('hex');
  const cut = (text: string): Buffer => Buffer.from(text.replace(/=+$/, '').slice(0, -1));
  return [
    [`${name} hex`, Buffer.from(hex)],
    [`${name} HEX`, Buffer.from(hex.toUpperCase())],
    ...[0, 1, 2].flatMap((skip): [string, Buffer][] => [
      [`${name} base64`, cut(bytes.subarray(skip).toString('base64'))],
      [`${name} base64url`, cut(bytes.subarray(skip).toString('base64url'))],
    ]),
  ];
}
