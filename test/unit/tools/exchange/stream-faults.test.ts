import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { StreamSink } from '../../../../src/demo/stream/api.ts';
import { decodeServerFrame } from '../../../../src/exchange/wire/decode-frame.ts';
import {
  FaultySink,
  garbageOf,
  parseStreamFaults,
  type StreamFaultPlan,
  StreamFaults,
} from '../../../../tools/exchange/stream-faults.ts';
import { VirtualClock } from '../../../support/clock.ts';

function lineWith(plan: StreamFaultPlan, number = 1) {
  const [texts, ends]: [string[], (number | 'broken')[]] = [[], []];
  const clock = new VirtualClock();
  const faults = new StreamFaults(plan);
  const sink: StreamSink = {
    send: (text) => texts.push(text),
    close: (code) => ends.push(code),
    breakOff: () => ends.push('broken'),
  };
  return { texts, ends, clock, faults, line: new FaultySink(faults, sink, clock, number) };
}

function sendAll(sent: ReturnType<typeof lineWith>, count: number): readonly string[] {
  const frames = Array.from({ length: count }, (_, place) => `{"frame":${place}}`);
  for (const frame of frames) sent.line.send(frame);
  return frames;
}

describe('faults of the demo’s streams', () => {
  it('none: everything arrives as it was sent', () => {
    const sent = lineWith({});
    assert.deepEqual(sent.texts, sendAll(sent, 100));
  });

  it('drop ends the connection without a close frame, close with its code, and nothing leaves any more', () => {
    const sent = lineWith({ drop: 0.1 });
    const frames = sendAll(sent, 100);
    assert.deepEqual(sent.ends, ['broken']);
    assert.deepEqual(sent.texts, frames.slice(0, sent.texts.length));
    assert.ok(sent.texts.length < 100);
    const closed = lineWith({ close: { rate: 1, code: 1012 } });
    sendAll(closed, 3);
    assert.deepEqual([closed.ends, closed.texts], [[1012], []]);
  });

  it('stall holds everything back for its time and loses nothing', async () => {
    const sent = lineWith({ stall: { rate: 1, ms: 5_000 } });
    const frames = sendAll(sent, 3);
    await sent.clock.advance(4_999);
    assert.deepEqual(sent.texts, []);
    sent.faults.set({ stall: { rate: 0, ms: 5_000 } });
    await sent.clock.advance(1);
    assert.deepEqual([sent.texts, sent.ends], [frames, []]);
    sent.faults.set({ stall: { rate: 1, ms: 5_000 } });
    sent.line.send('late');
    sent.faults.set({});
    assert.equal(sent.texts.at(-1), 'late', 'it ends with the faults');
    assert.equal(sent.clock.pending, 0);
  });

  it('duplicate sends twice, reorder after the next one', () => {
    const twice = lineWith({ duplicate: 1 });
    assert.deepEqual(
      twice.texts,
      sendAll(twice, 3).flatMap((frame) => [frame, frame]),
    );
    const turned = lineWith({ reorder: 1 });
    const [a = '', b = '', c = '', d = ''] = sendAll(turned, 4);
    assert.deepEqual(turned.texts, [b, a, d, c]);
  });

  it('garbage comes beside the frames, and none of it says anything', () => {
    const sent = lineWith({ garbage: 1 });
    const frames = sendAll(sent, 100);
    assert.deepEqual(
      sent.texts.filter((text) => frames.includes(text)),
      frames,
    );
    assert.equal(sent.texts.length, 200);
    const frame = '{"requestId":"a","marketData":{"marketSlug":"s","bids":[],"offers":[]}}';
    const said = new Set<string>();
    for (let chance = 0; chance < 1; chance += 1 / 256) {
      const text = garbageOf(frame, chance);
      said.add(text);
      const kind = decodeServerFrame(text).frame?.kind;
      assert.ok(kind === undefined || kind === 'position' || kind === 'balances', text);
    }
    assert.equal(said.size, 11);
  });

  it('hit the same frames of a connection each time, others of another connection', () => {
    const texts = [1, 1, 2].map((number) => {
      const sent = lineWith({ garbage: 0.3, reorder: 0.3, duplicate: 0.3 }, number);
      sendAll(sent, 60);
      return sent.texts.join();
    });
    assert.equal(texts[0], texts[1]);
    assert.notEqual(texts[0], texts[2]);
  });

  it('are read from text, and what is none is named', () => {
    assert.deepEqual(parseStreamFaults(''), {});
    assert.deepEqual(parseStreamFaults('drop, stall,duplicate@0.5,close:4000@0.2'), {
      drop: 0.01,
      stall: { rate: 0.01, ms: 20_000 },
      duplicate: 0.5,
      close: { rate: 0.2, code: 4000 },
    });
    assert.deepEqual(parseStreamFaults('stall=250ms@1,reorder@.1,garbage@0'), {
      stall: { rate: 1, ms: 250 },
      reorder: 0.1,
      garbage: 0,
    });
    for (const wrong of 'fire drop=1 drop@2 drop@ stall=1h close close:1005 close:999'.split(' ')) {
      assert.throws(
        () => parseStreamFaults(`drop,${wrong}`),
        (cause) => cause instanceof RangeError && cause.message.includes(JSON.stringify(wrong)),
        wrong,
      );
    }
  });
});
