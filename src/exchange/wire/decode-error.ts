import { parseJson, TooMuchJson } from './json.ts';
import { asRow } from './reader.ts';
import { cleanLine } from './text.ts';

/** What the body of a failed request says (live interface §5). */
export interface ErrorBody {
  /** It is JSON with a code or a message: written by the service, not by something in front of it. */
  readonly isOfService: boolean;
  /** The service's code, a gRPC one where it is of that family: 5 not found, 16 not authenticated … */
  readonly code: number | undefined;
  /** Cleaned, on one line, cut to 300 characters. */
  readonly message: string | undefined;
}

/** Never throws: an edge in front of the service answers with HTML or plain text, or with nothing. */
export function decodeErrorBody(bytes: Uint8Array): ErrorBody {
  let body: unknown;
  try {
    body = parseJson(bytes);
  } catch (cause) {
    // The beginning of a heap of brackets tells people nothing either.
    const message = cause instanceof TooMuchJson ? undefined : plainText(bytes);
    return { isOfService: false, code: undefined, message };
  }
  if (typeof body === 'string') return { isOfService: false, code: undefined, message: shortened(body) };
  const o = asRow(body);
  const nested = asRow(o?.['error']);
  const message = [o?.['message'], o?.['error'], nested?.['message']].find(
    (text) => typeof text === 'string',
  );
  const code = o?.['code'] ?? o?.['status'] ?? nested?.['code'];
  return {
    isOfService: typeof code === 'number' || typeof message === 'string',
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? shortened(message) : undefined,
  };
}

const LONGEST = 300;

/** A page of HTML tells people nothing, nor does JSON that cannot be read: mostly the beginning of too much of it. */
function plainText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, 4 * LONGEST)).trim();
  return UNREADABLE.test(text) ? undefined : shortened(text);
}

const UNREADABLE = /^(?:<|[[{]\s*["{}[\]])/;

function shortened(text: string): string | undefined {
  const line = cleanLine(text).trim();
  if (line === '') return undefined;
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`;
}
