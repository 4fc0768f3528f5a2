import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Freshness } from '../../../src/core/freshness.ts';
import { SETTLE_MS, ValueHistory } from '../../../src/features/value-history.ts';
import type { Change } from '../../../src/store/reading/load-state.ts';
import { VirtualClock } from '../../support/clock.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { d, raw } from '../../support/values.ts';
import { KEY, PROFILE } from '../store/values.ts';

const HOUR = 3_600_000;
const NONE = { sum: d(0), missing: 0, counted: 0 };

/** An account worth `sum` of a currency; `missing` of its positions have no value. */
function worth(sum: string, currency = 'USD', missing = 0) {
  const accountValue = { sum: d(sum), missing, counted: 1 };
  const rest = { openPnl: NONE, realised: NONE, positions: 1, cash: undefined, balance: undefined };
  const awaiting = { value: { sum: d('1.5'), missing: 0, counted: 1 }, openPnl: NONE };
  return { currency, value: NONE, awaiting, ...rest, accountValue };
}

function rig() {
  const clock = new VirtualClock(Date.UTC(2026, 10, 22, 15, 10));
  const changed = new Emitter<Change>();
  const stored = new Map<string, unknown>();
  const session = { profile: PROFILE, canSign: true, accountMark: KEY.keyId };
  const state = {
    currencies: [worth('1930.50')] as ReturnType<typeof worth>[],
    complete: true,
    standing: 'fresh' as Freshness['standing'],
    isLast: true,
  };
  const open = (): ValueHistory =>
    new ValueHistory({
      memory: {
        get: (key) => stored.get(key),
        // As the editor stores it.
        update: async (key, value) => {
          if (value === undefined) stored.delete(key);
          else stored.set(key, JSON.parse(JSON.stringify(value)));
        },
      },
      clock,
      log: silentLog,
      session,
      portfolio: {
        get summary() {
          const { currencies, complete } = state;
          return { currencies, complete, openOrders: 0, at: clock.now() };
        },
        onDidChange: changed.event,
      },
      live: {
        freshness: { portfolio: (at) => ({ source: 'stream', at, standing: state.standing }) },
        isFocusedLast: async () => state.isLast,
      },
    });
  const history = open();
  /** A change of the account, and time for it to be noted. */
  const change = async (): Promise<void> => {
    changed.fire('all');
    await clock.advance(SETTLE_MS);
  };
  const noted = (of = history): readonly string[] =>
    of.points.map(({ ms, value }) => {
      const time = new Date(ms).toISOString().slice(5, 16);
      return `${time} ${raw(value.value).toString()} ${value.currency}`;
    });
  return { clock, changed, stored, session, state, history, open, change, noted };
}

describe('account value history', () => {
  it('has one point an hour, each currency by itself, over a restart', async () => {
    const { clock, state, open, change, noted } = rig();
    for (const sum of ['1930.50', '1931', '1932']) {
      state.currencies = [worth(sum), worth('5', 'EUR')];
      await change();
      await change();
      await clock.advance(30 * 60_000);
    }
    const points = [
      '11-22T15:10 1930.5 USD',
      '11-22T15:10 5 EUR',
      '11-22T16:10 1932 USD',
      '11-22T16:10 5 EUR',
    ];
    assert.deepEqual(noted(), points);
    assert.deepEqual(noted(open()), points);
  });

  it('waits after a change: a fill changes positions before it changes cash', async () => {
    const { clock, changed, state, history, noted } = rig();
    state.currencies = [worth('9999')];
    changed.fire('all');
    await clock.advance(SETTLE_MS / 2);
    state.currencies = [worth('1930.50')];
    await clock.advance(SETTLE_MS / 2);
    assert.deepEqual(noted(), ['11-22T15:10 1930.5 USD']);
    history.dispose();
    assert.equal(clock.pending, 0);
  });

  it('has no point of what is stale, cut, incomplete or without a value, until that is over', async () => {
    const { state, change, noted } = rig();
    const bad: readonly Partial<typeof state>[] = [
      { standing: 'stale' },
      { standing: 'cut' },
      { complete: false },
      { currencies: [worth('1930.50', 'USD', 1)] },
      { currencies: [{ ...worth('1930.50'), accountValue: undefined as never }] },
    ];
    const good = { ...state };
    for (const each of bad) {
      Object.assign(state, good, each);
      await change();
      assert.deepEqual(noted(), [], JSON.stringify(each));
    }
    Object.assign(state, good);
    await change();
    assert.equal(noted().length, 1);
  });

  it('is left to the window focused last', async () => {
    const { state, change, noted } = rig();
    state.isLast = false;
    await change();
    assert.deepEqual(noted(), []);
    state.isLast = true;
    await change();
    assert.equal(noted().length, 1);
  });

  it('goes back 90 days, and not ahead of a clock that was set back', async () => {
    const { clock, history, change, noted } = rig();
    for (let hour = 0; hour < 91 * 24; hour += 6) {
      await change();
      await clock.advance(6 * HOUR - SETTLE_MS);
    }
    assert.equal(history.points.length, 90 * 4);
    const last = noted().at(-1);
    clock.shift(-8 * HOUR);
    await change();
    assert.equal(noted().includes(last ?? ''), false);
    assert.equal(history.points.at(-1)?.ms, clock.now());
  });

  it('has nothing of another account or connection, and no key in it', async () => {
    const { stored, session, change, noted } = rig();
    await change();
    for (const other of [
      { accountMark: 'second' },
      { profile: { ...PROFILE, privateUrl: 'https://other.example' } },
      { canSign: false },
    ]) {
      const before = { ...session };
      Object.assign(session, other);
      assert.deepEqual(noted(), []);
      Object.assign(session, before);
    }
    session.accountMark = 'second';
    await change();
    session.accountMark = KEY.keyId;
    assert.equal(noted().length, 1);
    const text = JSON.stringify([...stored]);
    for (const hidden of [KEY.keyId, KEY.secret, 'desk.example']) assert.equal(text.includes(hidden), false);
  });

  it('is deleted for one connection or for all', async () => {
    const { stored, session, history, change, noted } = rig();
    await change();
    const demo = { ...PROFILE, id: 'demo' } as const;
    Object.assign(session, { profile: demo });
    await change();
    assert.equal(noted().length, 1);
    let heard = 0;
    history.onDidChange(() => heard++);
    await history.delete('demo');
    assert.deepEqual(noted(), []);
    session.profile = PROFILE;
    assert.equal(noted().length, 1);
    await history.delete();
    assert.deepEqual(noted(), []);
    assert.deepEqual([stored.size, heard], [0, 2]);
  });

  it('marks what was noted before margin was taken off, and notes what awaits settlement', async () => {
    const { stored, history, clock, change } = rig();
    await change();
    const [account] = Object.keys(stored.get('valueHistory') as object);
    const [now] = Object.values(stored.get('valueHistory') as Record<string, unknown[]>);
    stored.set('valueHistory', { [account ?? '']: [[clock.now() - HOUR, 'USD', '1800'], ...(now ?? [])] });
    assert.deepEqual(
      history.points.map(({ value, awaiting, isByOldRule }) => [
        raw(value.value).toString(),
        raw(awaiting?.value)?.toString(),
        isByOldRule,
      ]),
      [
        ['1800', undefined, true],
        ['1930.5', '1.5', false],
      ],
    );
  });

  it('leaves out what it cannot read', async () => {
    const { stored, change, noted } = rig();
    await change();
    const [account] = Object.keys(stored.get('valueHistory') as object);
    for (const wrong of [
      7,
      null,
      'x',
      [],
      { [account ?? '']: 7 },
      { [account ?? '']: [[1], null, [1, 'USD', 'x'], [1, 'USD', '5', 2], [1, 'USD', '5', 3, '0']] },
    ]) {
      stored.set('valueHistory', wrong);
      assert.deepEqual(noted(), []);
    }
  });
});

describe('account value history of the demo', () => {
  it('is noted while the status bar shows the account, and goes when asked, or with the demo', async () => {
    const { clock, services, close } = await openDemoWindow();
    const { valueHistory, portfolio, scheduler, positions, orders, balances } = services;
    const watch = scheduler.watch([positions, orders, balances]);
    await clock.advance(60_000);
    clock.shift(HOUR);
    await clock.advance(60_000);
    assert.equal(valueHistory.points.length, 2);
    const [currency] = portfolio.summary?.currencies ?? [];
    assert.equal(valueHistory.points[0]?.value.currency, currency?.currency);
    const { deletePortfolioHistory } = await import('../../../src/features/status/portfolio-commands.ts');
    let answer: string | undefined;
    Object.assign(editor.window, {
      showWarningMessage: async (...texts: readonly unknown[]) =>
        texts.find((text) => inEnglish(text) === answer),
    });
    await deletePortfolioHistory(services);
    assert.equal(valueHistory.points.length, 2);
    answer = 'Delete';
    await deletePortfolioHistory(services);
    assert.equal(valueHistory.points.length, 0);
    await clock.advance(60_000);
    assert.equal(valueHistory.points.length, 1);
    const { startDemoOver } = await import('../../../src/features/connection/switch-connection.ts');
    await clock.run(startDemoOver(services));
    assert.equal(valueHistory.points.length, 0);
    watch.dispose();
    close();
  });
});
