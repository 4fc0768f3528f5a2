import assert from 'node:assert/strict';
import type { AgentCaller } from '../../../src/core/agent-access.ts';
import type { AttemptEvent, AttemptState, LoggedAttempt } from '../../../src/core/attempt.ts';
import { logText, proofText } from '../../../src/view/cancel-log-text.ts';
import { d } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { context, market, SELL, sell } from './cancel-sample.ts';

const event = (state: AttemptState, own: Partial<AttemptEvent> = {}): AttemptEvent => ({
  state,
  at: Date.UTC(2026, 8, 1, 12),
  ...own,
});

const attempt = (id: string, ...events: readonly AttemptEvent[]): LoggedAttempt => ({
  id,
  scope: 'order',
  account: 'a1',
  file: 'cancels-w1-1.jsonl',
  state: 'requested',
  connection: 'custom https://desk.example',
  window: 'w1',
  order: sell,
  command: 'cancelOrder',
  list: 'L1',
  of: 1,
  events,
});

const shown = (attempts: readonly LoggedAttempt[], damaged = 0, own = context): string =>
  logText(attempts, { damaged, market: () => market }, own);

describe('the cancellation log as a document', () => {
  it('says what, by which command, where, and every state with its request ids', () => {
    const lines = shown([
      attempt(
        'I1',
        event('requested'),
        event('sent', { by: 'batch', request: 'r1' }),
        event('unknown', { error: 'server', status: 503, serviceRequest: 'trace-7' }),
        event('cancelled', { orderState: 'CANCELED', filled: '2' }),
      ),
    ]).split('\n');
    assert.equal(lines[0], 'Cancellation log');
    assert.deepEqual(lines.slice(3, 6), [
      `${SELL}, 3 left of 5, Otters vs. Herons`,
      `  Order id: A   Slug: ${sell.marketSlug}`,
      '  Connection: custom https://desk.example   Attempt: I1   List: L1 (1)   Command: cancelOrder   Window: w1',
    ]);
    assert.deepEqual(
      lines.slice(6, 10).map((line) => line.trim().split('  ').slice(1).join(' | ')),
      [
        'requested',
        'sent | request r1 (several orders at once)',
        'result unknown | request id of the service trace-7; server 503',
        'cancelled | order reads cancelled; 2 filled',
      ],
    );
  });

  it('names the agent that asked for it, and says that its name is its own', () => {
    const asked = (agent: AgentCaller | undefined): string =>
      shown([{ ...attempt('I1', event('requested')), agent }]);
    assert.doesNotMatch(asked(undefined), /Asked for by/);
    assert.match(asked({ via: 'chat' }), /\n {2}Asked for by: VS Code chat\n/);
    assert.match(
      asked({ via: 'mcp', name: 'terminal-agent 2.3' }),
      /\n {2}Asked for by: terminal-agent 2\.3 \(its own name, through MCP\)\n/,
    );
  });

  it('has the latest attempt first, and says what could not be read', () => {
    const text = shown([attempt('I1'), attempt('I2')], 2);
    assert.ok(text.indexOf('I2') < text.indexOf('I1'));
    assert.match(text, /2 damaged lines could not be read/);
    assert.match(shown([], 1), /1 damaged line could not be read/);
    assert.match(shown([]), /Nothing was cancelled yet/);
  });

  it('has words of its own for every state, and for how the kill switch ended', () => {
    const states: readonly AttemptState[] = [
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
    const words = (of: LoggedAttempt) =>
      shown([of])
        .split('\n')
        .filter((line) => /^ {2}\w+ \d+, 2026/.test(line))
        .map((line) => line.trim().split('  ')[1]);
    const own = words(attempt('I1', ...states.map((state) => event(state))));
    assert.equal(new Set(own).size, states.length);
    const killSwitch = {
      ...attempt('I1', event('cancelled'), event('notFollowed'), event('rejected')),
      order: undefined,
    };
    assert.deepEqual(words(killSwitch), [
      'no order open afterwards',
      'an order open afterwards, or unknown',
      'not cancelled',
    ]);
  });

  it('hides amounts where they are hidden', () => {
    const text = shown(
      [attempt('I1', event('cancelled', { filled: '77' }))],
      0,
      aContext({ hideAmounts: true }),
    );
    assert.ok(!/77|3 left/.test(text), text);
  });
});

describe('the proof of a list of cancels', () => {
  it('has each order with its outcome, when that was found, and its attempt in the log', () => {
    const at = Date.UTC(2026, 8, 1, 12);
    const text = proofText(
      [
        {
          order: sell,
          outcome: { kind: 'cancelled', order: { ...sell, cumQuantity: d(2) } },
          at,
          attempt: 'I1',
        },
        { order: { ...sell, id: 'B' }, outcome: { kind: 'unknown', error: undefined }, at, attempt: 'I2' },
      ],
      { connection: 'Corner Book', market: () => market, notes: ['1 cancelled, 1 unknown'] },
      context,
    );
    assert.match(text, /^Proof of cancelling on Corner Book, orders: 2\n1 cancelled, 1 unknown\n/);
    assert.match(
      text,
      /1\. Sell Otters 46¢, 3 left of 5, Otters vs\. Herons\n {3}Outcome: cancelled, 2 filled before/,
    );
    assert.match(text, /Order id: A .*Attempt: I1$/m);
  });
});
