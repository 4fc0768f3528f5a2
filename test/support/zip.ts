import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** Bytes in the archive. */
  readonly packed: number;
  /** Bytes unpacked. */
  readonly size: number;
  read(): Buffer;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

/**
 * The files of a zip archive, from its central directory. Enough for packages: no encryption, no 64-bit sizes.
 * @throws when the file is no such archive.
 */
export function readZip(file: string): readonly ZipEntry[] {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(Buffer.from(new Uint32Array([END]).buffer));
  if (end < 0) throw new Error(`${file} is not a zip archive`);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`${file} has a broken directory`);
    const [method, packed, size] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
    ];
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    const start = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const read = (): Buffer => {
      const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
      const content = bytes.subarray(data, data + packed);
      return method === DEFLATED ? inflateRawSync(content) : content;
    };
    entries.push({ name, packed, size, read });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return entries;
}
