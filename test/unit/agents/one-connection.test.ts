import assert from 'node:assert/strict';
import { everyCall } from '../../support/agent-script.ts';
import { agentWindow } from '../../support/agent-window.ts';
import type { VirtualClock } from '../../support/clock.ts';
import { faultySession, honestSide, PROFILE } from '../../support/faulty.ts';
import { saying } from '../../support/hostile.ts';

const side = honestSide();
const DEMO = { ...PROFILE, id: 'demo', label: 'Demo exchange' } as const;
/** The connection is left after so many promises at most that follow on a timer, and at every so many of them. */
const MOST_PROMISES = 96;
const STEP = 8;
/** Another connection has other prices and sizes. */
const OTHER = saying({ text: (text) => JSON.stringify(/^\d+\.\d+$/.test(text) ? '0.07' : text) });

/** Calls back so many promises after the timer of that place, from now on. `ran`: how many timers there were since. */
function inTheMiddle(clock: VirtualClock) {
  const middle = { place: 0, promises: 0, ran: 0, act: () => {} };
  const setTimeout = clock.setTimeout.bind(clock);
  clock.setTimeout = (callback, ms) =>
    setTimeout(() => {
      callback();
      middle.ran += 1;
      if (middle.ran !== middle.place) return;
      let turns = Promise.resolve();
      for (let turn = 0; turn < middle.promises; turn++) turns = turns.then(() => {});
      void turns.then(middle.act);
    }, ms);
  return middle;
}

describe('a call of an agent on a connection that is left while it runs', () => {
  for (const [tool, input] of everyCall(side)) {
    // The one reads nothing; the other has tests of its own.
    if (tool === 'get_environment' || tool === 'cancel_orders') continue;

    it(`is answered of that connection or not at all, whenever it is left: ${tool}`, async () => {
      const { clock, session, plan } = faultySession(side);
      const window = agentWindow(clock, session);
      const middle = inTheMiddle(clock);
      middle.act = () => {
        plan.fault = OTHER;
        session.connect(PROFILE);
      };
      const ask = async (place: number, promises: number) => {
        plan.fault = undefined;
        session.connect(DEMO);
        Object.assign(middle, { place, promises, ran: 0 });
        const { answer, isError } = await window.call(
          tool,
          input['limit'] === undefined ? input : { ...input, limit: 20 },
        );
        return { answer, isError, timers: middle.ran, connection: window.desk.calls[0]?.connection };
      };
      const { answer: whole, timers } = await ask(0, 0);
      assert.equal(whole['error'], undefined);
      let refused = 0;
      for (let place = 1; place <= timers; place++)
        for (let promises = 0; promises <= MOST_PROMISES; promises += STEP) {
          const where = `${promises} promises after timer ${place}`;
          const { answer, isError, connection } = await ask(place, promises);
          assert.deepEqual([connection, answer['environment']], ['Demo exchange', 'demo'], where);
          if (isError) refused += 1;
          if (isError) assert.deepEqual([answer['error'], answer['result']], ['changed', null], where);
          else assert.deepEqual(answer, whole, where);
        }
      assert.ok(refused > 0);
      window.tearDown();
    });
  }
});
