import assert from 'node:assert/strict';
import type { ToolAnswer } from '../../../src/agents/answer.ts';
import type { JsonShape } from '../../../tools/exchange/faults/json-shape.ts';
import { cancellingWindow } from '../../support/agent-cancel.ts';
import { honestSide } from '../../support/faulty.ts';
import { HOSTILE_CODES, HOSTILE_IDENTITIES, saying } from '../../support/hostile.ts';
import { assertAnswersAreClean, HOSTILE_SHAPES } from '../../support/hostile-answers.ts';
import { flawIn } from '../../support/surfaces.ts';
import type { scriptedWindow } from '../features/scripted-window.ts';

/** A window over a service that says such things. */
async function cancelling(shape: JsonShape) {
  const window = await cancellingWindow(honestSide());
  window.plan.fault = saying(shape);
  await window.clock.run(window.orders.load());
  const cancel = async (orderIds: readonly string[]): Promise<ToolAnswer> => {
    const { answer, isError } = await window.call('cancel_orders', { orderIds });
    assert.equal(isError, false, JSON.stringify(answer));
    return answer;
  };
  return { ...window, cancel, open: window.orders.orders };
}

/** Everything that stood before the person. */
function said({ asked, offered, titles, progress }: ReturnType<typeof scriptedWindow>): readonly string[] {
  const dialogs = asked.flatMap(({ message, detail, actions }) => [message, detail ?? '', ...actions]);
  const lists = offered.flatMap(({ label, detail }) => [label, detail ?? '']);
  return [...dialogs, ...lists, ...titles, ...progress];
}

describe('orders of a service that says evil things, which an agent asks to cancel', () => {
  for (const [name, shape] of Object.entries(HOSTILE_SHAPES)) {
    const isReadable = shape !== HOSTILE_IDENTITIES;

    it(`reach the person as text, and the agent as ids and results alone: ${name}`, async () => {
      const { cancel, person, open, tearDown } = await cancelling(shape);
      assert.equal(open.length > 12, isReadable);
      const ids = isReadable ? open.map(({ id }) => id) : ['D1TWHS7AGBUM'];
      const declined = [await cancel(ids.slice(0, 1)), await cancel(ids.slice(0, 12))];
      person.answers.push('Cancel Order');
      const confirmed = await cancel(ids.slice(0, 1));
      const declining = { result: 'declined', now: 'open' };
      const unread = { result: 'not among the open orders', now: 'unknown' };
      const sent = { result: 'cancelled', now: 'cancelled' };
      const unproved = { result: 'unknown', now: 'unknown' };
      const ends = isReadable
        ? [declining, declining, shape === HOSTILE_CODES ? unproved : sent]
        : [unread, unread, unread];
      for (const answer of [...declined, confirmed])
        assertAnswersAreClean(new Map([['cancel_orders', answer]]));
      for (const text of said(person)) {
        assert.equal(flawIn(text), undefined, text);
        assert.doesNotMatch(text, /[\]$]\(/);
        for (const line of text.split('\n')) assert.ok(line.length <= 5_000, `${line.length}`);
      }
      assert.deepEqual(
        [...declined, confirmed].map(({ results }) => results),
        [1, 12, 1].map((count, place) => ids.slice(0, count).map((orderId) => ({ orderId, ...ends[place] }))),
      );
      // The names did reach the dialogs.
      const { length } = said(person).filter((text) => text.includes('evil'));
      assert.ok(length > 10 || shape === HOSTILE_CODES || !isReadable, `${length}`);
      tearDown();
    });
  }
});
