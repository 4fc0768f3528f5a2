import type { Log } from '../../base/log.ts';
import type { AuthScheme, Credentials } from '../profile.ts';
import { HandshakeRefused, type OpenSocket } from '../socket.ts';
import type { Transport } from '../transport.ts';
import { REDACTED } from '../wire/text.ts';
import { checkCredentialsShape, SIGNATURE_HEADER } from './sign.ts';

/** So many characters of a form in a row count as the secret; a shorter form counts as a whole only. */
const RUN = 12;
const LONG_WORDS = /\S{12,}/g;
/** Bytes; no service needs more to say what is wrong. */
const LONGEST_ERROR = 64 * 1024;

type Headers = Readonly<Record<string, string>>;

/**
 * Takes the token or secret out of what is shown or logged: plain, in base64, base64url and hexadecimal, percent-encoded
 * and escaped as JSON does. From errors and the log any run of twelve characters goes; from a good reply or frame whole
 * forms only, because cursors and names of a service may begin as its tokens do.
 */
export class Redactor {
  readonly #forms: readonly string[];
  /** Every run of the forms that are as long. */
  readonly #runs = new Set<string>();
  /** A token may come back in any reply; the secret of a signing key never leaves the machine. */
  readonly #isSent: boolean;

  constructor(auth: AuthScheme, credentials: Credentials | undefined) {
    // Of another shape it is never sent, and may be of any length.
    const isUsed = credentials !== undefined && checkCredentialsShape(auth, credentials) === undefined;
    this.#forms = isUsed && auth !== 'none' ? formsOf(credentials.secret.trim()) : [];
    this.#isSent = this.#forms.length > 0 && auth !== 'ed25519';
    for (const form of this.#forms) {
      for (let at = 0; at + RUN <= form.length; at++) this.#runs.add(form.slice(at, at + RUN));
    }
  }

  /** `signature`: of the request the text answers. */
  text(text: string, signature = ''): string {
    let said = signature === '' ? text : text.replaceAll(signature, REDACTED);
    for (const form of this.#forms) if (form.length < RUN) said = said.replaceAll(form, REDACTED);
    // No form holds a blank.
    return said.replace(LONG_WORDS, (word) => this.#withoutRuns(word));
  }

  log(log: Log): Log {
    return {
      debug: (message) => log.debug(() => this.text(message())),
      info: (message) => log.info(this.text(message)),
      warn: (message) => log.warn(this.text(message)),
      error: (message, cause) => log.error(this.text(message), cause && this.text(String(cause))),
    };
  }

  transport(transport: Transport): Transport {
    return {
      send: async (request, signal, onHeaders) => {
        const reply = await transport.send(request, signal, onHeaders);
        const isGood = reply.status >= 200 && reply.status < 300;
        if (isGood && !this.#isSent) return reply;
        const signature = request.headers[SIGNATURE_HEADER];
        const headers = this.#headers(reply.headers, signature);
        const bytes = isGood ? reply.body : reply.body.subarray(0, LONGEST_ERROR);
        const said = new TextDecoder().decode(bytes);
        const clean = isGood ? this.#success(said) : this.#failure(said, signature);
        return { ...reply, headers, body: isGood && clean === said ? reply.body : Buffer.from(clean) };
      },
      dispose: () => transport.dispose(),
    };
  }

  openSocket(open: OpenSocket): OpenSocket {
    return async (request, signal) => {
      const signature = request.headers[SIGNATURE_HEADER];
      const socket = await open(request, signal).catch((cause: unknown) => {
        if (!(cause instanceof HandshakeRefused)) throw cause;
        throw new HandshakeRefused(cause.status, this.#headers(cause.headers, signature));
      });
      const clean = (frame: string): string => {
        if (frame.includes('"error"')) return this.#failure(frame, signature);
        return this.#isSent ? this.#success(frame) : frame;
      };
      return {
        onMessage: (listener) => socket.onMessage((frame) => listener(clean(frame))),
        onClose: (listener) =>
          socket.onClose(({ code, reason }) => listener({ code, reason: this.text(reason, signature) })),
        send: (text) => socket.send(text),
        close: () => socket.close(),
      };
    };
  }

  #withoutRuns(word: string): string {
    let clean = '';
    let from = 0;
    for (let at = 0; at + RUN <= word.length; at++) {
      if (!this.#runs.has(word.slice(at, at + RUN))) continue;
      if (at > from || clean === '') clean += word.slice(from, at) + REDACTED;
      from = at + RUN;
    }
    return clean + word.slice(from);
  }

  #headers(headers: Headers, signature: string | undefined): Headers {
    return JSON.parse(this.#failure(JSON.stringify(headers), signature)) as Headers;
  }

  #failure(said: string, signature: string | undefined): string {
    const redact = (text: string): string => this.text(text, signature);
    return redact(inJson(said, redact));
  }

  #success(said: string): string {
    if (!this.#forms.some((form) => said.includes(form))) return said;
    return inJson(said, (text) =>
      this.#forms.reduce((clean, form) => clean.replaceAll(form, REDACTED), text),
    );
  }
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  // Within a longer text it begins at any place of a group of three bytes; what its neighbours change is left out.
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const form = text.slice(Math.ceil((8 * before) / 6), Math.floor((8 * (before + bytes.length)) / 6));
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const percent = [encodeURIComponent(secret), hex.replace(/../g, '%$&')];
  const json = [secret.replaceAll('/', '\\/'), hex.replace(/../g, '\\u00$&')];
  return [...new Set([secret, ...base64, hex, hex.toUpperCase(), ...percent, ...json])];
}

/** Redacts the strings of a JSON text by what they stand for; a number with something to hide becomes a string. */
function inJson(json: string, redact: (text: string) => string): string {
  if (!/^\s*[[{"]/.test(json)) return redact(json);
  return json.replace(/"(?:[^"\\]|\\.)*"?|[^\s[\]{},:"]+/gs, (token) => {
    try {
      const text = token.startsWith('"') ? String(JSON.parse(token)) : token;
      const clean = redact(text);
      return clean === text ? token : JSON.stringify(clean);
    } catch {
      return token;
    }
  });
}
