import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { repository } from '../../../tools/repository.ts';
import { animatedPicture, chunksOf } from '../../../tools/screenshots/animation.ts';

/** A picture of one grey, so large. */
function picture(width: number, height: number, colours = 0): Buffer {
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, colours, 0, 0, 0]);
  const lines = Buffer.alloc((width + 1) * height, 0);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('animated picture', () => {
  it('says for each frame its number, size, place and time', () => {
    const whole = { png: picture(4, 3), x: 0, y: 0, shownMs: 900 };
    const part = { png: picture(2, 1), x: 1, y: 2, shownMs: 1500 };
    const chunks = chunksOf(animatedPicture([whole, part]));
    assert.deepEqual(
      chunks.map(({ type }) => type),
      ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'],
    );
    assert.equal(chunks[1]?.data.toString('hex'), '0000000200000000');
    assert.equal(
      chunks[4]?.data.toString('hex'),
      '0000000100000002000000010000000100000002' + '05dc03e80000',
    );
    assert.equal(chunks[5]?.data.readUInt32BE(0), 2);
    assert.deepEqual(chunks[5]?.data.subarray(4), chunksOf(part.png)[1]?.data);
  });

  it('refuses frames of other colours, and what is no picture', () => {
    const whole = { png: picture(4, 3), x: 0, y: 0, shownMs: 900 };
    assert.throws(() => animatedPicture([]), /needs a frame/);
    assert.throws(
      () => animatedPicture([whole, { ...whole, png: picture(4, 3, 4) }]),
      /Frame 2 has other colours/,
    );
    assert.throws(() => animatedPicture([{ ...whole, png: Buffer.from('no picture') }]), /not a PNG/);
  });

  it('of the README shows several frames', () => {
    const shown = chunksOf(readFileSync(path.join(repository, 'media/screenshots/tour.png')));
    assert.ok(shown.filter(({ type }) => type === 'fcTL').length > 5);
  });
});
