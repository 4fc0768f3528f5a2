import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { StreamSink } from '../../../../src/demo/stream/api.ts';
import { decodeServerFrame } from '../../../../src/exchange/wire/decode-frame.ts';
import {
  FaultySink,
  garbageOf,
  parseStreamFaults,
  type StreamFaultPlan,
  StreamFaults,
  withStreamFaults,
} from '../../../../tools/exchange/stream-faults.ts';
import { VirtualClock } from '../../../support/clock.ts';
import { streamBench } from '../../demo/stream-support.ts';

interface Sent {
  readonly texts: string[];
  readonly ends: (number | 'broken')[];
  readonly line: FaultySink;
  readonly clock: VirtualClock;
  readonly faults: StreamFaults;
}

function lineWith(plan: StreamFaultPlan, number = 1): Sent {
  const [texts, ends]: [string[], (number | 'broken')[]] = [[], []];
  const clock = new VirtualClock();
  const faults = new StreamFaults(plan);
  const sink: StreamSink = {
    send: (text) => texts.push(text),
    close: (code) => ends.push(code),
    breakOff: () => ends.push('broken'),
    waiting: () => 0,
  };
  return { texts, ends, clock, faults, line: new FaultySink(faults, sink, clock, number) };
}

function sendAll(sent: Sent, count: number): readonly string[] {
  const frames = Array.from({ length: count }, (_, place) => `{"frame":${place}}`);
  for (const frame of frames) sent.line.send(frame);
  return frames;
}

describe('faults of the demo’s streams', () => {
  it('none: everything arrives as it was sent', () => {
    const sent = lineWith({});
    assert.deepEqual(sent.texts, sendAll(sent, 100));
  });

  it('drop breaks the connection without a close frame, and nothing leaves any more', () => {
    const sent = lineWith({ drop: 0.1 });
    const frames = sendAll(sent, 100);
    assert.deepEqual(sent.ends, ['broken']);
    assert.deepEqual(sent.texts, frames.slice(0, sent.texts.length));
    assert.ok(sent.texts.length < 100);
  });

  it('close ends it with the code', () => {
    const sent = lineWith({ close: { rate: 1, code: 1012 } });
    sendAll(sent, 3);
    assert.deepEqual([sent.ends, sent.texts], [[1012], []]);
  });

  it('stall holds everything back for its time and loses nothing', async () => {
    const sent = lineWith({ stall: { rate: 1, ms: 5_000 } });
    const frames = sendAll(sent, 3);
    await sent.clock.advance(4_999);
    assert.deepEqual(sent.texts, []);
    sent.faults.set({ stall: { rate: 0, ms: 5_000 } });
    await sent.clock.advance(1);
    assert.deepEqual(sent.texts, frames);
    assert.deepEqual(sent.ends, []);
  });

  it('a stall without a time ends when the faults are cleared', async () => {
    const sent = lineWith({ stall: { rate: 1, ms: undefined } });
    const frames = sendAll(sent, 2);
    await sent.clock.advance(86_400_000);
    assert.deepEqual(sent.texts, []);
    sent.faults.set({});
    assert.deepEqual(sent.texts, frames);
    assert.equal(sent.clock.pending, 0);
  });

  it('lose leaves out single frames', () => {
    const sent = lineWith({ lose: 0.3 });
    const frames = sendAll(sent, 200);
    assert.ok(sent.texts.length > 100 && sent.texts.length < 180, `${sent.texts.length}`);
    assert.deepEqual(
      sent.texts,
      frames.filter((frame) => sent.texts.includes(frame)),
    );
  });

  it('duplicate sends twice, reorder after the next one, replay an old one again: none is lost', () => {
    const twice = lineWith({ duplicate: 1 });
    assert.deepEqual(
      twice.texts,
      sendAll(twice, 3).flatMap((frame) => [frame, frame]),
    );
    const turned = lineWith({ reorder: 1 });
    const [a = '', b = '', c = '', d = ''] = sendAll(turned, 4);
    assert.deepEqual(turned.texts, [b, a, d, c]);
    const again = lineWith({ replay: 0.5 });
    const frames = sendAll(again, 100);
    const old = again.texts.length - 100;
    assert.ok(old > 20 && old < 80, `${old} old frames`);
    assert.deepEqual(
      again.texts.filter((text, place) => again.texts.indexOf(text) === place),
      frames,
    );
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
    assert.ok(said.size > 15);
  });

  it('the same seed gives the same faults, another seed or connection others; all at once', () => {
    const rate = fc.double({ min: 0, max: 0.5, noNaN: true });
    const plans = fc.record({
      seed: fc.nat(),
      drop: fc.constant(0.005),
      lose: rate,
      garbage: rate,
      reorder: rate,
      duplicate: rate,
      replay: rate,
    });
    fc.assert(
      fc.property(plans, fc.nat(50), (plan, number) => {
        const [first, second] = [lineWith(plan, number), lineWith(plan, number)];
        for (const each of [first, second]) sendAll(each, 60);
        assert.deepEqual(first.texts, second.texts);
        assert.deepEqual(first.ends, second.ends);
      }),
      { numRuns: 50 },
    );
    const texts = [
      [1, 1],
      [2, 1],
      [1, 2],
    ].map(([seed = 0, number]) => {
      const sent = lineWith({ seed, lose: 0.5 }, number);
      sendAll(sent, 60);
      return sent.texts.join();
    });
    assert.equal(new Set(texts).size, 3);
  });

  it('are read from text, and what is none is named', () => {
    assert.deepEqual(parseStreamFaults(''), {});
    assert.deepEqual(parseStreamFaults('drop, stall=20s,duplicate@0.5,seed=7'), {
      drop: 0.01,
      stall: { rate: 0.01, ms: 20_000 },
      duplicate: 0.5,
      seed: 7,
    });
    assert.deepEqual(parseStreamFaults('stall=250ms@1,reorder@.1,garbage,replay@1,lose@0'), {
      stall: { rate: 1, ms: 250 },
      reorder: 0.1,
      garbage: 0.01,
      replay: 1,
      lose: 0,
    });
    assert.deepEqual(parseStreamFaults('stall,close:4000@0.2,refuse:503,refuse:429@1'), {
      stall: { rate: 0.01, ms: 20_000 },
      close: { rate: 0.2, code: 4000 },
      refuse: { rate: 1, status: 429 },
    });
    for (const wrong of [
      'fire',
      'drop=1',
      'drop:1',
      'drop@2',
      'drop@',
      'stall=1h',
      'close',
      'close:1005',
      'close:999',
      'refuse:200',
      'refuse',
      'seed',
      'seed=1@1',
    ]) {
      assert.throws(
        () => parseStreamFaults(`lose,${wrong}`),
        (cause) => cause instanceof RangeError && cause.message.includes(JSON.stringify(wrong)),
        wrong,
      );
    }
  });

  it('apply to handshakes and to every connection of the streams', async () => {
    const plain = streamBench();
    const faults = new StreamFaults({ refuse: { rate: 1, status: 503 } });
    const bench = plain.over(withStreamFaults(plain.streams, faults, plain.clock));
    const path = '/v1/ws/private';
    const refused = bench.streams.admit(path, bench.headers(path));
    assert.equal(!refused.ok && refused.status, 503);
    faults.set({ stall: { rate: 1, ms: undefined } });
    const lines = [bench.connect('private'), bench.connect('private')];
    for (const line of lines) line.subscribe('ACCOUNT_BALANCE');
    await bench.clock.advance(60_000);
    for (const line of lines) assert.deepEqual(line.texts, []);
    faults.set({});
    for (const line of lines) assert.ok(line.of('balances')[0]?.whole);
    const before = lines.map((line) => line.of('heartbeat').length);
    await bench.clock.advance(10_000);
    assert.deepEqual(
      lines.map((line) => line.of('heartbeat').length),
      before.map((count) => count + 1),
    );
  });
});
