import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inLanes, ONE_BY_ONE, type Room, type Task } from '../../../tools/test/lanes.ts';

describe('tasks beside each other', () => {
  it('begin in their order while there are processors; one that fits overtakes one that does not', async () => {
    const bench = benchOf({ processors: 2, tasks: 9 }, [
      task('a', 1),
      task('b', 1.5),
      task('c', 0.5),
      task('d', 0.5),
      task('e', 0.1),
    ]);
    assert.deepEqual(bench.running(), ['a', 'c', 'd']);
    await bench.end('c');
    assert.deepEqual(bench.running(), ['a', 'd', 'e']);
    await bench.end('a');
    assert.deepEqual(bench.running(), ['d', 'e']);
    await bench.end('d');
    assert.deepEqual(bench.running(), ['e', 'b']);
    await bench.end('e', 'b');
    await bench.all;
  });

  it('begin only once what they come after has ended, even when that failed', async () => {
    const bench = benchOf(WIDE, [task('a', 1), task('b', 1, ['a', 'c']), task('c', 1)]);
    assert.deepEqual(bench.running(), ['a', 'c']);
    await bench.end('a');
    assert.deepEqual(bench.running(), ['c']);
    await bench.fail('c');
    assert.deepEqual(bench.running(), ['b']);
    await bench.end('b');
    await assert.rejects(bench.all, /c failed/);
    assert.deepEqual(bench.begun, ['a', 'c', 'b']);
  });

  it('are no more at once than there is room for, whatever they need; one too large for any room runs alone', async () => {
    const bench = benchOf({ processors: 1, tasks: 2 }, [
      task('a', 0),
      task('b', 0),
      task('c', 0),
      task('d', 3),
    ]);
    assert.deepEqual(bench.running(), ['a', 'b']);
    await bench.end('a');
    assert.deepEqual(bench.running(), ['b', 'c']);
    await bench.end('b', 'c');
    assert.deepEqual(bench.running(), ['d']);
    await bench.end('d');
    await bench.all;
  });

  it('run one by one in their order where that is asked for', async () => {
    const bench = benchOf(ONE_BY_ONE, [task('a', 0), task('b', 5), task('c', 0)]);
    for (const name of ['a', 'b', 'c']) {
      assert.deepEqual(bench.running(), [name]);
      await bench.end(name);
    }
    await bench.all;
    assert.deepEqual(bench.begun, ['a', 'b', 'c']);
  });

  it('begin no more once interrupted; those under way are waited for', async () => {
    const bench = benchOf({ processors: 1, tasks: 1 }, [task('a', 1), task('b', 1)]);
    bench.interrupt();
    await bench.end('a');
    await bench.all;
    assert.deepEqual(bench.begun, ['a']);
  });

  it('that wait for each other, or for none there is, are an error and not a success', async () => {
    await assert.rejects(
      inLanes([task('a', 1, ['b']), task('b', 1, ['a'])], WIDE, async () => {}),
      /a, b/,
    );
    await assert.rejects(
      inLanes([task('a', 1, ['nobody'])], WIDE, async () => {}),
      /begin: a/,
    );
  });

  it('are each done once, never more at a time than there is room for, whatever there is to do', async () => {
    const tasks = fc.array(
      fc.record({ load: fc.double({ min: 0, max: 3, noNaN: true }), turns: fc.nat(5) }),
      {
        maxLength: 30,
      },
    );
    const rooms = fc.record({
      processors: fc.double({ min: 0.5, max: 8, noNaN: true }),
      tasks: fc.integer({ min: 1, max: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(tasks, rooms, async (given, room) => {
        const all = given.map(({ load, turns }, index) => ({
          ...task(String(index), load, index % 3 === 2 ? [String(index - 1)] : []),
          turns,
        }));
        const running = new Set<Task>();
        const done: string[] = [];
        await inLanes(all, room, async (each) => {
          for (const name of each.after) assert.ok(done.includes(name));
          running.add(each);
          assert.ok(running.size <= room.tasks);
          const load = [...running].reduce((sum, one) => sum + one.load, 0);
          assert.ok(running.size === 1 || load <= room.processors + 1e-3);
          for (let turn = 0; turn < each.turns; turn += 1) await Promise.resolve();
          running.delete(each);
          done.push(each.name);
        });
        assert.deepEqual(done.sort(), all.map(({ name }) => name).sort());
      }),
    );
  });
});

const WIDE: Room = { processors: 100, tasks: 100 };

function task(name: string, load: number, after: readonly string[] = []): Task {
  return { name, load, after };
}

/** Tasks that end on demand. */
function benchOf(room: Room, tasks: readonly Task[]) {
  const begun: string[] = [];
  const open = new Map<string, { readonly resolve: () => void; readonly reject: (cause: Error) => void }>();
  const interruption = new AbortController();
  const work = ({ name }: Task): Promise<void> => {
    begun.push(name);
    return new Promise((resolve, reject) => open.set(name, { resolve, reject }));
  };
  const all = inLanes(tasks, room, work, interruption.signal);
  all.catch(() => {}); // looked at in the end
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    all,
    begun,
    running: () => [...open.keys()],
    interrupt: () => interruption.abort(),
    end: async (...names: readonly string[]) => {
      for (const name of names) {
        open.get(name)?.resolve();
        open.delete(name);
      }
      await settle();
    },
    fail: async (name: string) => {
      open.get(name)?.reject(new Error(`${name} failed`));
      open.delete(name);
      await settle();
    },
  };
}
