import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import type { ToolAnswer } from '../../../src/agents/answer.ts';
import type { Person } from '../../../src/agents/switches.ts';
import { sleep } from '../../../src/base/async.ts';
import { DisposableStore } from '../../../src/base/disposable.ts';
import { Emitter } from '../../../src/base/event.ts';
import type { AgentCaller } from '../../../src/core/agent-access.ts';
import type { Editor, Services } from '../../../src/features/services.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { manifest } from '../tidy/manifest.ts';
import { desk } from './cancel-desk.ts';
import { scriptedWindow } from './scripted-window.ts';

const AGENT: AgentCaller = { via: 'mcp', name: 'terminal-agent 2.3' };

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
  const given = { isServing: false };
  const config = { get: () => given.isServing } as unknown as Services['config'];
  const person: Person = askPerson({ ...base.services, config }, base.cancelForAgent, {
    open: async (_uri, text) => {
      shown.push(text);
    },
    empty: () => {
      shown.push('');
    },
  });
  const cancel = async (...orderIds: readonly string[]): Promise<ToolAnswer> => {
    const answer = await base.clock.run(person.cancel(orderIds, AGENT, () => true));
    await new Promise((resolve) => setImmediate(resolve));
    return answer ?? assert.fail('stopped');
  };
  return { ...base, given, questions: person, cancel, shown };
}

/** The fields every answer begins with, by their order. */
function beginningOf(answer: ToolAnswer): readonly unknown[] {
  const beginning = Object.entries(answer).slice(0, 5);
  assert.deepEqual(
    beginning.map(([name]) => name),
    ['environment', 'asOf', 'source', 'ageSeconds', 'stale'],
  );
  return beginning.map(([, value]) => value);
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
      assert.equal(
        dialog?.detail?.split('\n')[0],
        'Through MCP, from a program that calls itself “terminal-agent 2.3”. It cannot answer this dialog.',
      );
      assert.equal(inEnglish(dialog?.detail)?.match(/ left of /g)?.length, ids.length);
      assert.deepEqual(sent(), []);
    }
  });

  it('says who asks over the list of more orders than the dialog shows, too', async () => {
    const ids = Array.from({ length: 11 }, (_, place) => `A${place}`);
    const { cancel, person } = await asking(...ids);
    person.answers.push(undefined);
    await cancel(...ids);
    assert.deepEqual(person.titles, [
      'Corner Book: 11 orders to cancel – Through MCP, from a program that calls itself “terminal-agent 2.3”. It cannot answer this dialog.',
    ]);
  });

  it('opens no window where agents were stopped while the orders were read', async () => {
    const { questions, person, sent, clock } = await asking('A');
    let mayAsk = true;
    const cancel = questions.cancel(['A'], AGENT, () => mayAsk);
    mayAsk = false;
    assert.equal(await clock.run(cancel), undefined);
    assert.deepEqual([person.asked, sent()], [[], []]);
  });

  it('is declined as an answer, which says that the orders still rest', async () => {
    const { cancel, person, sent } = await asking('A', 'B');
    person.answers.push('Keep Orders');
    const answer = await cancel('A', 'B');
    assert.equal(answer['declined'], true);
    assert.equal(answer['cancelled'], 0);
    assert.deepEqual(beginningOf(answer), ['real', null, null, null, true]);
    assert.match(String(answer['why']), /^This call sent no cancel/);
    assert.deepEqual(resultsOf(answer), [
      { orderId: 'A', result: 'declined', now: 'open' },
      { orderId: 'B', result: 'declined', now: 'open' },
    ]);
    assert.match(String(answer['next']), /^The person declined\. Do not call again/);
    assert.deepEqual(sent(), []);
  });

  it('is under way already for some, which are not said to be declined or to rest', async () => {
    const { cancel, person, orders } = await asking('A', 'B');
    orders.setCancelling('A', 'underWay');
    person.answers.push('Keep Order');
    assert.deepEqual(resultsOf(await cancel('A', 'B')), [
      { orderId: 'A', result: 'a cancel is under way already', now: 'unknown' },
      { orderId: 'B', result: 'declined', now: 'open' },
    ]);
  });

  it('is declined without a word of what rests, where the dialog stood for long', async () => {
    const { cancel, person, clock } = await asking('A');
    person.answers.push(async () => {
      await sleep(clock, 60_000);
      return 'Keep Order';
    });
    const [first] = resultsOf(await cancel('A'));
    assert.equal(first?.result, 'declined');
    assert.equal(first?.now, 'unknown');
  });

  it('sends what the person confirmed and no more, and tells order by order what is proved', async () => {
    const { cancel, person, sent, cancelFolder } = await asking('A', 'B', 'C');
    person.answers.push('Cancel 2 Orders');
    const answer = await cancel('A', 'gone', 'C');
    assert.deepEqual(sent(), ['A', 'C']);
    assert.deepEqual(
      cancelFolder.attempts.map(({ agent }) => agent),
      [AGENT, AGENT],
    );
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
      Array(2).fill('nothing sent, the account changed; unknown'),
    );
  });
});

describe('the question whether agents may read the account', () => {
  const preview = async (): Promise<ToolAnswer> => ({ orders: [] });

  it('grants nothing on Enter, on Escape and by "Not Now"', async () => {
    const { questions, person } = await asking();
    for (const answer of [undefined, 'Not Now']) {
      person.answers.push(answer);
      assert.equal(await questions.allowAccount('list_orders', AGENT, preview), false);
    }
    const [dialog] = person.asked;
    assert.equal(dialog?.message, 'Corner Book: Let agents read your account?');
    assert.equal(dialog?.modal, true);
    assert.equal(
      dialog?.detail?.split('\n')[0],
      '“terminal-agent 2.3” (its own name, through MCP) called list_orders.',
    );
    assert.deepEqual(dialog?.actions, ['Show What They Would Read', 'Allow in This Window', 'Not Now']);
  });

  it('names the programs that come through MCP while they can', async () => {
    const { questions, person, given } = await asking();
    for (const isServing of [false, true]) {
      given.isServing = isServing;
      await questions.allowAccount('list_orders', AGENT, preview);
      const detail = inEnglish(person.asked.at(-1)?.detail);
      assert.equal(detail?.includes('Programs connected through MCP'), isServing);
    }
  });

  it('is answered by the button that says so alone', async () => {
    const { questions, person } = await asking();
    person.answers.push('Allow in This Window');
    assert.equal(await questions.allowAccount('list_orders', AGENT, preview), true);
  });

  it('shows the very answer first where that is asked for, then asks again', async () => {
    const { questions, person, shown } = await asking();
    person.answers.push('Show What They Would Read', undefined);
    assert.equal(await questions.allowAccount('list_orders', AGENT, preview), false);
    assert.deepEqual(shown, ['{\n  "orders": []\n}\n', '']);
    person.answers.push('Show What They Would Read', 'Allow in This Window');
    assert.equal(await questions.allowAccount('list_orders', AGENT, preview), true);
    assert.equal(person.asked.at(-1)?.modal, false);
    // What a command of the editor presses, which any extension can run.
    assert.equal(person.asked.at(-1)?.actions[0], 'Not Now');
  });
});

describe('what agents would read, shown in a document', () => {
  it('is gone once all agents are stopped, before anybody answers', async () => {
    const { clock, services, close } = await openDemoWindow();
    const person = scriptedWindow();
    const { createDesk } = await import('../../../src/features/agents/create-desk.ts');
    const own = new DisposableStore();
    let text: () => unknown = () => undefined;
    const documents = {
      serve: (_scheme: string, given: () => unknown) => {
        text = given;
        return { open: async () => {}, renew: () => {}, dispose: () => {} };
      },
    };
    const context = { extension: { packageJSON: manifest() } };
    const editor = { context, documents, own } as unknown as Editor;
    const made = own.add(createDesk(editor, services, async () => undefined));
    const texts: unknown[] = [];
    person.answers.push('Show What They Would Read', async () => {
      texts.push(text());
      made.stop();
      texts.push(text());
      return 'Not Now';
    });
    await clock.run(made.openAccount());
    assert.match(String(texts[0]), /"positions"/);
    assert.match(String(texts[1]), /^"Shown until you answer.*"$/);
    own.dispose();
    await clock.advance(60_000);
    close();
  });

  it('is gone once amounts are hidden or shown, or another account is in use', async () => {
    const base = await desk();
    const { servePreview } = await import('../../../src/features/agents/preview.ts');
    const view = new Emitter<void>();
    const own = new DisposableStore();
    let text: () => unknown = () => undefined;
    let isStopped = false;
    let renewals = 0;
    const renew = (): void => {
      renewals += 1;
    };
    const documents = {
      serve: (_scheme: string, given: () => unknown) => {
        text = given;
        return { open: async () => {}, renew, dispose: () => {} };
      },
    };
    const services = { ...base.services, onDidChangeView: view.event };
    const preview = servePreview({ documents, own } as unknown as Editor, services, () => isStopped);
    for (const change of [() => view.fire(), () => base.session.connect(base.session.profile)]) {
      await preview.open({} as Uri, 'mine');
      assert.equal(text(), 'mine');
      renewals = 0;
      change();
      assert.match(String(text()), /^"Shown until you answer.*"$/);
      assert.equal(renewals, 1);
    }
    isStopped = true;
    await preview.open({} as Uri, 'mine');
    assert.match(String(text()), /^"Shown until you answer.*"$/, 'none opens after Stop');
    own.dispose();
  });
});
