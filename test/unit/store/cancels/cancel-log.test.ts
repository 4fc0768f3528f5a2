import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type Attempt, type AttemptState, isFinal, next } from '../../../../src/core/attempt.ts';
import { eventLine, readLog, requestedLine } from '../../../../src/store/cancels/log-lines.ts';
import { settle, VirtualClock } from '../../../support/clock.ts';
import { cancelLog, MemoryLogFolder } from '../../../support/memory-log.ts';
import { order } from '../values.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

function attempt(id: string, own: Partial<Attempt> = {}): Attempt {
  const list = { command: 'cancelOrder', list: 'L1', of: 1 };
  return {
    id,
    scope: 'order',
    account: 'a',
    connection: 'c',
    window: 'w1',
    ...list,
    order: order(`O-${id}`),
    ...own,
  };
}

function logs() {
  const clock = new VirtualClock();
  const folder = new MemoryLogFolder(clock);
  return { clock, folder, log: cancelLog(clock, folder), other: cancelLog(clock, folder) };
}

const STATES: readonly AttemptState[] = [
  'requested',
  'sent',
  'accepted',
  'refused',
  'unknown',
  'cancelled',
  'filled',
  'gone',
  'rejected',
  'notFollowed',
];

describe('the state of an attempt', () => {
  it('moves as the diagram in docs/cancelling.md says, and in no other way', async () => {
    const text = await readFile(new URL('../../../../docs/cancelling.md', import.meta.url), 'utf8');
    const drawn = [...text.matchAll(/^ {2}(\w+) --> (\w+)/gm)].flatMap(([, from, to]) =>
      to === 'outcome' ? STATES.filter(isFinal).map((state) => `${from} ${state}`) : `${from} ${to}`,
    );
    const real = STATES.flatMap((from) =>
      STATES.flatMap((to) => (to !== from && next(from, to) === to ? [`${from} ${to}`] : [])),
    );
    assert.deepEqual(drawn.toSorted(), real.toSorted());
  });

  it('stays once it is final', () => {
    for (const state of STATES.filter(isFinal))
      for (const event of STATES) assert.equal(next(state, event), state);
  });
});

describe('a line of the log', () => {
  it('that is torn or damaged is left out and counted', () => {
    const good = requestedLine(attempt('I1'), 1);
    const bad = [
      '[]',
      'null',
      '{"state":"sent","at":1}',
      '{"id":"x","state":"exploded","at":1}',
      '{"torn',
      '{}',
    ];
    const { attempts, damaged } = readLog([
      { name: 'f', text: [good.slice(0, 40), good, ...bad].join('\n') },
    ]);
    assert.deepEqual([attempts.map(({ id }) => id), damaged], [['I1'], bad.length + 1]);
  });
});

describe('the log of one window', () => {
  it('is a file of its own, taken over by one other window when its heartbeat stops', async () => {
    const { clock, folder, log, other } = logs();
    await log.record([attempt('I1')]);
    await clock.advance(10 * MINUTE);
    const { attempts } = await other.read();
    assert.deepEqual(await other.adopt(attempts), [], 'its heart beats');
    log.release(['I1']);
    await clock.advance(2 * MINUTE);
    const third = cancelLog(clock, folder);
    const adopted = await Promise.all([other.adopt(attempts), third.adopt(attempts)]);
    assert.equal(adopted.flat().length, 1);
    assert.deepEqual([folder.files.size, folder.violations], [1, []]);
    assert.equal((await log.adopt(attempts)).length, 0, 'it is not given back');
  });

  it('has what is requested and sent on the disk before it goes on', async () => {
    const { folder, log } = logs();
    const durable: string[] = [];
    const append = folder.append.bind(folder);
    folder.append = async (name, text, how) => {
      if (how.durable) durable.push(text.split('"state":"')[1]?.split('"')[0] ?? '');
      return append(name, text, how);
    };
    await log.record([attempt('I1')]);
    await log.sending(['I1'], 'single', 'r1');
    assert.deepEqual(durable, ['requested', 'sent']);
  });

  it('lets nothing go out that was requested in a file it lost', async () => {
    const { folder, log, other } = logs();
    await log.record([attempt('I1')]);
    for (const file of folder.files.values()) file.beatAt = 0;
    assert.equal((await other.adopt((await other.read()).attempts)).length, 1);
    log.note('I0', { state: 'unknown', at: 1 });
    await log.flushed();
    await assert.rejects(log.sending(['I1'], 'single', 'r1'), { code: 'cancelled' });
    assert.deepEqual(folder.states, ['requested']);
    await log.record([attempt('I2')]);
    await log.sending(['I2'], 'single', 'r2');
    assert.deepEqual(folder.states.toSorted(), ['requested', 'sent']);
    assert.equal(folder.files.size, 2);
  });

  it('keeps what could not be written, in order, reads it itself, and reports the failure once', async () => {
    const { clock, folder, log } = logs();
    await log.record([attempt('I1')]);
    folder.isBroken = true;
    log.note('I1', { state: 'unknown', at: 1 });
    log.note('I1', { state: 'filled', at: 2 });
    await clock.advance(10 * MINUTE);
    assert.equal((await log.read()).attempts[0]?.state, 'filled');
    await assert.rejects(log.record([attempt('I2')]), { code: 'notRecorded' });
    folder.isBroken = false;
    await clock.advance(MINUTE);
    assert.match(folder.stories[0] ?? '', /^requested unknown filled$/);
    log.release(['I2']);
    assert.equal(clock.pending, 0);
  });

  it('is removed whole after a month, or the oldest first above half a megabyte, never with an open attempt', async () => {
    const { clock, folder, log, other } = logs();
    const texts = { old: 31 * DAY, 'old-open': 31 * DAY, big: 3 * DAY, 'big-open': 2 * DAY, recent: DAY };
    for (const [name, age] of Object.entries(texts)) {
      const line = requestedLine(attempt(name), 1);
      const end = name.endsWith('open') ? '' : eventLine(name, { state: 'cancelled', at: 2 });
      const text = `${line}\n${end}\n${' '.repeat(name.startsWith('big') ? 300_000 : 0)}`;
      folder.files.set(`cancels-${name}-1.jsonl`, { text, beatAt: clock.now() - age });
    }
    await log.expire();
    assert.deepEqual(
      [...folder.files.keys()].map((name) => name.split('-').slice(1, -1).join('-')).toSorted(),
      ['big-open', 'old-open', 'recent'],
    );
    await other.expire();
    assert.equal(folder.files.size, 3);
  });

  it('is cleaned up by the first attempt of each window', async () => {
    const { clock, folder, log } = logs();
    const text = `${requestedLine(attempt('I1'), 1)}\n${eventLine('I1', { state: 'filled', at: 2 })}`;
    folder.files.set('cancels-gone-1.jsonl', { text, beatAt: clock.now() - 31 * DAY });
    await log.record([attempt('I2')]);
    await settle();
    assert.deepEqual(
      folder.attempts.map(({ id }) => id),
      ['I2'],
    );
    await log.close();
  });
});
