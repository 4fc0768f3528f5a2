import assert from 'node:assert/strict';
import { sent } from '../../../tools/exchange/faults/delivery.ts';
import { agentWindow } from '../../support/agent-window.ts';
import { faultySession, honestSide } from '../../support/faulty.ts';

const side = honestSide();

describe('calls of agents that come together', () => {
  it('ask the service two things at once, so that a person never waits behind many calls', async () => {
    const { clock, session, plan } = faultySession(side);
    const window = agentWindow(clock, session);
    let asked = 0;
    plan.fault = {
      name: 'late',
      what: 'an answer after a second',
      group: 'time',
      deliver: (request, reply) => {
        asked += 1;
        return sent(reply(request), { headersAfter: 1_000 });
      },
    };
    const calls = Array.from({ length: 5 }, (_, place) =>
      window.desk.call('get_market', { slug: `no-market-${place}` }),
    );
    await window.clock.advance(900);
    assert.equal(asked, 2);
    window.desk.set('publicData', false);
    const refused = await window.clock.run(Promise.all(calls));
    assert.equal(asked, 2);
    assert.deepEqual(
      refused.slice(2).map(({ answer }) => answer['error']),
      ['off', 'off', 'off'],
    );
    window.desk.set('publicData', true);
    plan.fault = undefined;
    assert.equal((await window.call('get_market', { slug: side.slug })).isError, false);
    window.tearDown();
  });
});
