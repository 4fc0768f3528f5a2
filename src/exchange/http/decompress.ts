import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { TransportError } from '../transport.ts';

export const ACCEPT_ENCODING = 'gzip, br, deflate';

const gunzipAsync = promisify(gunzip);
const brotliAsync = promisify(brotliDecompress);
const inflateAsync = promisify(inflate);
const inflateRawAsync = promisify(inflateRaw);

/** The body as it was before `content-encoding`. Never grows past `maxBytes`, however small the sent bytes are. */
export async function decompress(body: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  // No body is one, whatever it is called: a 204, a bare 200, an error without words.
  if (body.byteLength === 0) return body;
  const limit = { maxOutputLength: maxBytes };
  try {
    switch (encoding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return body;
      case 'gzip':
      case 'x-gzip':
        return await gunzipAsync(body, limit);
      case 'br':
        return await brotliAsync(body, limit);
      case 'deflate':
        // Meant to have a zlib header (low four bits 8); some servers leave it out.
        return ((body[0] ?? 0) & 0x0f) === 8
          ? await inflateAsync(body, limit)
          : await inflateRawAsync(body, limit);
      default:
        throw new TransportError('protocol', 'The reply is compressed in a way that was not asked for');
    }
  } catch (cause) {
    if (cause instanceof TransportError) throw cause;
    const tooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? new TransportError('tooLarge', 'The reply is too large once decompressed', cause)
      : new TransportError('protocol', 'The reply could not be decompressed', cause);
  }
}
