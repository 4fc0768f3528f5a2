// Puts pictures of a window together into one animated PNG, as https://www.w3.org/TR/png-3/#apngFrameBased has it. The
// compressed pixels stay as the browser wrote them.
import { crc32 } from 'node:zlib';

/** One picture of an animation. */
export interface Frame {
  /** A PNG as the browser takes it. The first is the whole picture; a later one may be a part of it. */
  readonly png: Buffer;
  /** Where its left upper corner stands, pixels. */
  readonly x: number;
  readonly y: number;
  /** How long it stays, milliseconds, up to 65,535. */
  readonly shownMs: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * An animated PNG that starts again for ever.
 *
 * @throws when there is no frame, or one is not a PNG, or has other colours than the first.
 */
export function animatedPicture(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (!first) throw new Error('An animation needs a frame.');
  const header = headerOf(chunksOf(first.png));
  let sequence = 0;
  const chunks: Chunk[] = [
    { type: 'IHDR', data: header },
    { type: 'acTL', data: numbers(frames.length, 0) },
  ];
  for (const [index, frame] of frames.entries()) {
    const own = chunksOf(frame.png);
    const size = headerOf(own);
    if (!size.subarray(8).equals(header.subarray(8)))
      throw new Error(`Frame ${index + 1} has other colours than the first.`);
    chunks.push({ type: 'fcTL', data: frameControl(sequence++, size, frame) });
    for (const { data } of own.filter(({ type }) => type === 'IDAT'))
      chunks.push(
        index === 0
          ? { type: 'IDAT', data }
          : { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) },
      );
  }
  chunks.push({ type: 'IEND', data: Buffer.alloc(0) });
  return Buffer.concat([SIGNATURE, ...chunks.map(written)]);
}

/** The parts of a PNG. @throws when it is none. */
export function chunksOf(png: Buffer): readonly Chunk[] {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is not a PNG.');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function headerOf(chunks: readonly Chunk[]): Buffer {
  const header = chunks.find(({ type }) => type === 'IHDR');
  if (!header) throw new Error('This PNG has no header.');
  return header.data;
}

function frameControl(sequence: number, size: Buffer, { x, y, shownMs }: Frame): Buffer {
  const timing = Buffer.alloc(6); // the last two bytes: leave the picture, replace what the frame covers
  timing.writeUInt16BE(shownMs, 0);
  timing.writeUInt16BE(1000, 2);
  return Buffer.concat([numbers(sequence), size.subarray(0, 8), numbers(x, y), timing]);
}

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}
