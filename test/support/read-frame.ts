import assert from 'node:assert/strict';
import { decodeServerFrame } from '../../src/exchange/wire/decode-frame.ts';
import type { DecodedFrame, ServerFrame } from '../../src/exchange/wire/frame.ts';

export function decodeFrame(frame: unknown): DecodedFrame {
  return decodeServerFrame(JSON.stringify(frame));
}

/** The frame, of this kind; fails when it is of another, or not all of it was readable. */
export function readFrame<K extends ServerFrame['kind']>(
  frame: unknown,
  kind: K,
): ServerFrame & { readonly kind: K } {
  const decoded = decodeFrame(frame);
  assert.deepEqual([decoded.broken, decoded.unknown, decoded.problems], [undefined, undefined, []]);
  assert.equal(decoded.frame?.kind, kind);
  return decoded.frame as ServerFrame & { readonly kind: K };
}
