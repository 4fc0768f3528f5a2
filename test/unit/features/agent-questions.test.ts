import assert from 'node:assert/strict';
import type { Person } from '../../../src/agents/agent-desk.ts';
import type { ToolAnswer } from '../../../src/agents/answer.ts';
import { desk } from './cancel-desk.ts';

interface Outcome {
  readonly orderId: string;
  readonly result: string;
  readonly now: string;
}

/** The questions of the tools over a fake service, in a window whose person answers as the test says. */
async function asking(...ids: readonly string[]) {
  const base = await desk(...ids);
  const { askPerson } = await import('../../../src/features/agents/person.ts');
  const shown: string[] = [];
  const person: Person = askPerson(base.services, base.cancelForAgent, async (_uri, text) => {
    shown.push(text);
  });
  const cancel = async (...orderIds: readonly string[]): Promise<ToolAnswer> => {
    const answer = await base.clock.run(person.cancel(orderIds));
    await new Promise((resolve) => setImmediate(resolve));
    return answer;
  };
  return { ...base, questions: person, cancel, shown };
}

const resultsOf = (answer: ToolAnswer): readonly Outcome[] => answer['results'] as readonly Outcome[];

describe('a cancel that an agent asks for', () => {
  it('ends in the ordinary dialog, which says who asks, and where Enter reviews, of one order too', async () => {
    for (const ids of [['A'], ['A', 'B']]) {
      const { cancel, person, sent } = await asking('A', 'B', 'C');
      person.answers.push(undefined);
      await cancel(...ids);
      const [dialog] = person.asked;
      assert.equal(dialog?.modal, true);
      assert.equal(dialog?.kind, 'warning');
      assert.equal(dialog?.actions[0], 'Review List…');
      assert.equal(dialog?.detail?.split('\n')[0], 'An agent asks for this. It cannot answer this dialog.');
      assert.equal(dialog?.detail?.match(/ left of /g)?.length, ids.length);
      assert.deepEqual(sent(), []);
    }
  });

  it('is declined as an answer, which says that the orders still rest', async () => {
    const { cancel, person, sent } = await asking('A', 'B');
    person.answers.push('Keep Orders');
    const answer = await cancel('A', 'B');
    assert.equal(answer['declined'], true);
    assert.equal(answer['cancelled'], 0);
    assert.deepEqual(resultsOf(answer), [
      { orderId: 'A', result: 'declined', now: 'open' },
      { orderId: 'B', result: 'declined', now: 'open' },
    ]);
    assert.match(String(answer['next']), /^The person declined\. Do not call again/);
    assert.deepEqual(sent(), []);
  });

  it('sends what the person confirmed and no more, and tells order by order what is proved', async () => {
    const { cancel, person, sent } = await asking('A', 'B', 'C');
    person.answers.push('Cancel 2 Orders');
    const answer = await cancel('A', 'gone', 'C');
    assert.deepEqual(sent(), ['A', 'C']);
    assert.equal(answer['asked'], 3);
    assert.equal(answer['cancelled'], 2);
    assert.deepEqual(resultsOf(answer), [
      { orderId: 'A', result: 'cancelled', now: 'cancelled' },
      { orderId: 'gone', result: 'not among the open orders', now: 'not open' },
      { orderId: 'C', result: 'cancelled', now: 'cancelled' },
    ]);
  });

  it('asks nobody where none of the orders is open', async () => {
    const { cancel, person } = await asking('A');
    const answer = await cancel('X');
    assert.deepEqual(person.asked, []);
    assert.deepEqual(resultsOf(answer), [
      { orderId: 'X', result: 'not among the open orders', now: 'not open' },
    ]);
  });

  it('is void where the account changes while the dialog stands, and nobody is said to have declined', async () => {
    const { cancel, person, sent, session } = await asking('A', 'B');
    person.answers.push(async () => {
      session.connect(session.profile);
      return 'Cancel 2 Orders';
    });
    const answer = await cancel('A', 'B');
    assert.deepEqual(sent(), []);
    assert.equal(answer['declined'], undefined);
    assert.deepEqual(
      resultsOf(answer).map(({ result, now }) => `${result}; ${now}`),
      Array(2).fill('not asked, the account changed; unknown'),
    );
  });
});

describe('the question whether agents may read the account', () => {
  const preview = async (): Promise<ToolAnswer> => ({ orders: [] });

  it('grants nothing on Enter, on Escape and by "Not Now"', async () => {
    const { questions, person } = await asking();
    for (const answer of [undefined, 'Not Now']) {
      person.answers.push(answer);
      assert.equal(await questions.allowAccount('list_orders', preview), false);
    }
    const [dialog] = person.asked;
    assert.equal(dialog?.message, 'Corner Book: Let agents read your account?');
    assert.equal(dialog?.modal, true);
    assert.deepEqual(dialog?.actions, ['Show What They Would Read', 'Allow in This Window', 'Not Now']);
  });

  it('is answered by the button that says so alone', async () => {
    const { questions, person } = await asking();
    person.answers.push('Allow in This Window');
    assert.equal(await questions.allowAccount('list_orders', preview), true);
  });

  it('shows the very answer first where that is asked for, then asks again', async () => {
    const { questions, person, shown } = await asking();
    person.answers.push('Show What They Would Read', undefined);
    assert.equal(await questions.allowAccount('list_orders', preview), false);
    assert.deepEqual(shown, ['{\n  "orders": []\n}\n']);
    person.answers.push('Show What They Would Read', 'Allow in This Window');
    assert.equal(await questions.allowAccount('list_orders', preview), true);
    assert.equal(person.asked.at(-1)?.modal, false);
  });
});
