import assert from 'node:assert/strict';
import { sleep } from '../../../src/base/async.ts';
import type { RowTarget } from '../../../src/features/ids.ts';
import { failure } from '../../support/fake-exchange.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { order } from '../store/values.ts';
import { desk } from './cancel-desk.ts';
import type { Asked } from './scripted-window.ts';

const NOTICE_ACTIONS = ['Show Proof'];

const rows = (...ids: readonly string[]): readonly RowTarget[] =>
  ids.map((id) => ({ view: 'orders', subject: { kind: 'order', id, marketSlug: 'm' } }) as RowTarget);

describe('the command that cancels orders', () => {
  it('asks about exactly the rows that are selected, and sends nothing where the dialog is dismissed', async () => {
    const { run, person, sent } = await desk('A', 'B', 'C');
    const [first, second] = rows('A', 'C');
    for (const answer of ['Keep Orders', undefined]) {
      person.answers.push(answer);
      await run('cancelOrder', first, rows('A', 'C').concat(first ?? [], second ?? []));
    }
    assert.deepEqual(sent(), []);
    const [dialog] = person.asked;
    assert.equal(dialog?.kind, 'warning');
    assert.equal(dialog?.modal, true);
    assert.equal(dialog?.message, 'Corner Book: Cancel these 2 orders?');
    assert.equal(dialog?.detail?.split('\n').length, 2);
    assert.match(dialog?.detail ?? '', /^• .*, \d+ left of \d+, /);
    assert.deepEqual(dialog?.actions, ['Review List…', 'Cancel 2 Orders', 'Keep Orders']);
    assert.equal(person.asked.length, 2, 'no notice follows');
  });

  it('asks about the clicked row alone when other rows are selected', async () => {
    const { run, person, sent } = await desk('A', 'B', 'C');
    const [clicked] = rows('B');
    person.answers.push('Cancel Order');
    await run('cancelOrder', clicked, rows('A', 'C'));
    assert.equal(person.asked[0]?.message, 'Corner Book: Cancel this order?');
    assert.deepEqual(sent(), ['B']);
  });

  it('asks from the palette about the rows selected in the Orders view, and lists all orders where that is hidden', async () => {
    const { run, person, ordersView } = await desk('A', 'B', 'C');
    ordersView.selection = rows('B');
    person.answers.push('Keep Order');
    await run('cancelOrder');
    assert.equal(person.asked[0]?.message, 'Corner Book: Cancel this order?');
    assert.deepEqual(person.offered, []);
    ordersView.visible = false;
    await run('cancelOrder');
    assert.equal(person.offered.length, 3);
  });

  it('offers orders to pick from, or to untick, with what is left of each in a line that no name pushes out of sight', async () => {
    const ids = Array.from({ length: 11 }, (_, index) => `L${index}`);
    for (const name of ['cancelOrder', 'cancelAllOrders'] as const) {
      const { run, person } = await desk(...ids);
      await run(name);
      assert.ok(person.offered.length >= ids.length);
      for (const { label, detail } of person.offered) {
        assert.doesNotMatch(label, / left of /);
        assert.match(detail ?? '', /^\d+ left of \d+, /);
      }
    }
  });

  it('sends what was confirmed, tells it once, and has the proof shown or saved', async () => {
    const { run, person, sent, proofs } = await desk('A', 'B');
    person.answers.push('Cancel 2 Orders', 'Show Proof');
    await run('cancelAllOrders');
    assert.deepEqual(sent(), ['A', 'B']);
    const end = person.asked.at(-1);
    assert.deepEqual(end, notice('info', 'Corner Book: 2 cancelled'));
    assert.deepEqual(person.progress, [
      'Corner Book: Cancelling 2 orders… [Stop]',
      '0 of 2',
      '1 of 2',
      '2 of 2',
    ]);
    assert.equal(proofs.length, 1);
    assert.match(proofs[0]?.text ?? '', /^Proof of cancelling on Corner Book, orders: 2\n2 cancelled\n/);
    for (const id of ['A', 'B']) assert.match(proofs[0]?.text ?? '', new RegExp(`Order id: ${id} `));
  });

  it('tells of one order with buttons too, as the editor shows the end of a notice only above some', async () => {
    const { run, person, proofs } = await desk('A');
    person.answers.push('Cancel Order', 'Show Proof');
    await run('cancelOrder', 'A');
    assert.deepEqual(person.progress, ['Corner Book: Cancelling 1 order… [Stop]', '0 of 1', '1 of 1']);
    assert.match(person.asked[0]?.message ?? '', /^Corner Book: Cancel this order\?$/);
    assert.deepEqual(person.asked[0]?.actions, ['Cancel Order', 'Keep Order']);
    assert.match(person.asked[1]?.message ?? '', /^Corner Book: .*: cancelled$/);
    assert.deepEqual(person.asked[1]?.actions, NOTICE_ACTIONS);
    assert.match(proofs[0]?.text ?? '', /^Proof of cancelling on Corner Book, orders: 1\n.*: cancelled\n/);
  });

  it('says that it waits because the service wants to be left alone, and is stopped until then', async () => {
    for (const name of ['cancelOrder', 'cancelEverything'] as const) {
      const { run, person, exchange, clock } = await desk('A');
      const budget = { ...exchange.diagnostics.budget(), pausedMs: 40_000 };
      exchange.diagnostics = { ...exchange.diagnostics, budget: () => budget };
      exchange.permit = (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(failure('cancelled')));
        });
      clock.setTimeout(() => person.stop(), 5_000);
      person.answers.push(name === 'cancelOrder' ? 'Cancel Order' : 'Cancel All Open Orders');
      await run(name, ...(name === 'cancelOrder' ? ['A'] : []));
      assert.match(person.progress[0] ?? '', /… \[Stop\]$/);
      assert.match(person.progress.join('\n'), /^waiting 40 s, as the service asked$/m);
      assert.match(person.asked[1]?.message ?? '', /: not sent: stopped before it was done/);
      assert.deepEqual([exchange.count('cancelOrder'), exchange.count('killSwitch')], [0, 0]);
    }
  });

  it('tells what was not sent because somebody pressed stop', async () => {
    const ids = Array.from({ length: 15 }, (_, index) => `S${index}`);
    const { run, person, exchange } = await desk(...ids);
    exchange.lacks.add('batchedCancel');
    // Stopped by the second request, while it is out.
    exchange.next('cancelOrder', (answer) => answer());
    exchange.next('cancelOrder', (answer) => {
      person.stop();
      return answer();
    });
    person.answers.push('Cancel 15 Orders');
    await run('cancelAllOrders');
    const states = [...exchange.orders_.values()].map(({ state }) => state);
    const count = states.filter((state) => state === 'CANCELED').length;
    assert.ok(count >= 2 && count < 15, `${count} were sent`);
    assert.deepEqual(
      person.asked.at(-1),
      notice('warning', `Corner Book: ${count} cancelled, ${15 - count} not sent`),
    );
  });

  it('counts what filled, what was refused and what is not known, and alarms', async () => {
    const { run, person, exchange, clock } = await desk('A', 'B', 'C');
    exchange.lacks.add('batchedCancel');
    exchange.always('cancelOrder', (answer) => answer());
    exchange.next('cancelOrder', () => {
      exchange.orders_.set('A', order('A', { state: 'FILLED' }));
    });
    exchange.next('cancelOrder', failure('refused', { status: 400, mayHaveArrived: false }));
    exchange.next('cancelOrder', failure('timeout', { mayHaveArrived: true }));
    person.answers.push('Cancel 3 Orders');
    await run('cancelAllOrders');
    assert.deepEqual(person.asked.at(-1), {
      ...notice('error', 'Corner Book: 1 already filled, 1 not cancelled, 1 not cancelled so far'),
      actions: ['Try Again', ...NOTICE_ACTIONS],
    });
    // A second click meanwhile is the same cancel, and is asked about as such.
    person.answers.push(undefined);
    await run('cancelOrder', 'C');
    assert.deepEqual(person.asked.at(-1)?.actions, ['Send Second Cancellation', 'Keep Order']);
    assert.match(
      person.asked.at(-1)?.detail ?? '',
      /A cancellation was already sent and its result is unknown\. This sends a second one\.$/,
    );
    await clock.advance(1);
  });

  it('offers to try again what could not be sent, which asks again and sends nothing by itself', async () => {
    const unreached = failure('network', { mayHaveArrived: false });
    const { run, person, exchange, clock, sent } = await desk('A', 'B');
    exchange.lacks.add('batchedCancel');
    exchange.next('cancelOrder', (answer) => answer());
    exchange.next('cancelOrder', unreached);
    person.answers.push('Cancel 2 Orders', 'Try Again', 'Keep Order');
    await run('cancelAllOrders');
    const [, ended, again] = person.asked;
    assert.deepEqual(ended, {
      ...notice('error', 'Corner Book: 1 cancelled, 1 not sent'),
      actions: ['Try Again', ...NOTICE_ACTIONS],
    });
    assert.deepEqual([again?.message, again?.modal], ['Corner Book: Cancel this order?', true]);
    assert.deepEqual([sent(), person.asked.length], [['A', 'B'], 3], 'left alone, so nothing was sent again');

    person.answers.push('Cancel Order', 'Try Again', 'Cancel Order');
    exchange.next('cancelOrder', unreached);
    await run('cancelOrder', 'B');
    await clock.advance(2_000);
    assert.match(person.asked[4]?.message ?? '', /: not sent: the service cannot be reached$/);
    assert.match(person.asked.at(-1)?.message ?? '', /: cancelled$/);
    assert.deepEqual(sent(), ['A', 'B', 'B', 'B']);
  });

  it('does not try again for another account', async () => {
    const { run, person, exchange, keys, clock, sent } = await desk('A');
    exchange.next('cancelOrder', failure('network', { mayHaveArrived: false }));
    person.answers.push('Cancel Order', async () => {
      keys.set({ keyId: 'second', secret: 'other' });
      await sleep(clock, 10);
      return 'Try Again';
    });
    await run('cancelOrder', 'A');
    await clock.advance(20);
    assert.match(person.asked.at(-1)?.message ?? '', /changed meanwhile: nothing was cancelled/);
    assert.deepEqual(sent(), ['A']);
  });

  it('has Enter review the list of several orders, never cancel it', async () => {
    const { run, person, sent } = await desk('A', 'B', 'C');
    // The editor focuses the first button of a modal dialog, and Enter presses it.
    const enter = async (): Promise<string> => person.asked.at(-1)?.actions[0] ?? '';
    person.answers.push(enter, enter, 'Keep Orders');
    await run('cancelAllOrders');
    assert.deepEqual([sent(), person.asked.length], [[], 3]);
    assert.equal(person.offered.length, 6, 'each order, twice');
    person.answers.push(enter, 'Keep Orders');
    await run('cancelEverything');
    assert.deepEqual(sent(), []);
  });

  it('leaves the last count in sight for as long as the editor takes to show it', async () => {
    const { run, person, clock } = await desk('A');
    let endedAt = 0;
    let countedAt = 0;
    person.answers.push('Cancel Order');
    person.onProgress = (message) => {
      if (inEnglish(message) === '1 of 1') countedAt = clock.now();
    };
    person.onProgressEnd = () => {
      endedAt = clock.now();
    };
    await run('cancelOrder', 'A');
    assert.ok(countedAt > 0 && endedAt - countedAt >= 100, `${endedAt - countedAt}`);
  });

  it('cancels only the orders of the market it is asked for', async () => {
    const { run, person, sent, exchange, orders, clock } = await desk('A', 'B');
    exchange.orders_.set('C', order('C', { marketSlug: 'other-market' }));
    await clock.run(orders.refresh());
    person.answers.push('Cancel Order');
    await run('cancelMarketOrders', 'other-market');
    assert.deepEqual(sent(), ['C']);
  });

  it('says of an order that is being cancelled that it is', async () => {
    const { run, person, exchange, sent, clock } = await desk('A');
    const gate = Promise.withResolvers<void>();
    exchange.next('cancelOrder', async (answer) => {
      await gate.promise;
      return answer();
    });
    person.answers.push('Cancel Order');
    const first = run('cancelOrder', 'A');
    await clock.advance(10);
    await run('cancelOrder', 'A');
    assert.deepEqual(person.asked.at(-1), {
      ...notice('info', 'Corner Book: Already being cancelled.'),
      actions: [],
    });
    gate.resolve();
    await first;
    assert.deepEqual(sent(), ['A']);
  });

  it('says so where there is nothing to cancel', async () => {
    const { run, person } = await desk();
    await run('cancelAllOrders');
    await run('cancelMarketOrders', 'lake-game');
    await run('cancelOrder', 'gone');
    assert.deepEqual(
      person.asked.map(({ kind, message }) => `${kind}: ${message}`),
      [
        'info: Corner Book: There are no open orders.',
        'info: Corner Book: There are no open orders in Otters vs. Herons.',
        'info: Corner Book: This order is no longer open.',
      ],
    );
  });

  it('sends nothing where the account became another one while the dialog stood', async () => {
    const { run, person, keys, clock, sent } = await desk('A');
    person.answers.push(async () => {
      keys.set({ keyId: 'second', secret: 'other' });
      await sleep(clock, 10);
      return 'Cancel Order';
    });
    await run('cancelOrder', 'A');
    assert.deepEqual(sent(), []);
    assert.match(person.asked.at(-1)?.message ?? '', /changed meanwhile: nothing was cancelled/);
  });
});

describe('the command that cancels whatever is open', () => {
  it('has words of its own, and sends nothing where they are turned down', async () => {
    const { run, person, exchange } = await desk('A', 'B');
    await run('cancelEverything');
    assert.equal(exchange.count('killSwitch'), 0);
    const [dialog] = person.asked;
    assert.equal(dialog?.message, 'Corner Book: Cancel all open orders, including new ones?');
    assert.deepEqual(dialog?.actions, ['Review List…', 'Cancel All Open Orders', 'Keep Orders']);
    assert.equal(dialog?.detail?.split('\n').filter((line) => line.startsWith('• ')).length, 2);
  });

  it('is offered again where it could not be sent, and asks again', async () => {
    const { run, person, exchange } = await desk('A');
    exchange.next('killSwitch', failure('network', { mayHaveArrived: false }));
    person.answers.push('Cancel All Open Orders', 'Try Again', 'Keep Orders');
    await run('cancelEverything');
    assert.equal(person.asked[1]?.actions[0], 'Try Again');
    assert.match(person.asked[2]?.message ?? '', /Cancel all open orders, including new ones\?$/);
    assert.deepEqual([exchange.count('killSwitch'), person.asked.length], [1, 3]);
  });

  it('reads afterwards what is open, and names it in the proof', async () => {
    const { run, person, exchange, proofs } = await desk('A', 'B');
    exchange.next('killSwitch', (answer) => {
      const ids = answer();
      exchange.orders_.set('late', order('late'));
      return ids;
    });
    person.answers.push('Cancel All Open Orders', 'Show Proof');
    await run('cancelEverything');
    assert.deepEqual(person.asked.at(-1), notice('error', 'Corner Book: 2 cancelled. Orders still open: 1.'));
    assert.match(proofs[0]?.text ?? '', /\nStill open: .* left of /);
    person.answers.push('Cancel All Open Orders');
    await run('cancelEverything');
    assert.match(person.asked.at(-1)?.message ?? '', /: cancelled\. No order is open now\.$/);
    assert.equal(person.asked.at(-1)?.kind, 'info');
    assert.equal(exchange.count('killSwitch'), 2);
  });
});

function notice(kind: Asked['kind'], message: string): Asked {
  return { kind, message, modal: false, detail: undefined, actions: NOTICE_ACTIONS };
}
