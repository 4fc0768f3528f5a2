import assert from 'node:assert/strict';
import type { Activity } from '../../../../src/core/activity.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import { aTrade } from '../../../support/account-values.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { order, position } from '../values.ts';
import { execution, fill, filled, kinds, newsWindow as open, quantities, SLUG } from './news-rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Window = Awaited<ReturnType<typeof open>>;

/** Puts a trade of an order into the account's history; `bustedAgoMs`: it was taken back since. */
function record(
  { exchange }: Window,
  id: string,
  orderId: string,
  quantity: number,
  ms: number,
  bustMs?: number,
) {
  const own = { id, qty: Decimal.of(quantity), createTime: instantOf(ms), ownOrder: order(orderId) };
  const bust = bustMs === undefined ? {} : { state: 'BUSTED', updateTime: instantOf(bustMs) };
  exchange.activities_ = [aTrade({ ...own, ...bust }), ...exchange.activities_];
}

function resolution(marketSlug: string, ms: number): Activity {
  const time = instantOf(ms);
  const own = { marketSlug, beforePosition: undefined, afterPosition: undefined, side: undefined };
  return {
    kind: 'resolution',
    type: 'POSITION_RESOLUTION',
    key: `POSITION_RESOLUTION:${marketSlug}`,
    time,
    resolution: { ...own, tradeId: undefined, updateTime: time, market: undefined },
  };
}

/** Fills one order and cancels another. */
function happen(window: Window): void {
  const { clock, serve } = window;
  serve('one', filled(100));
  serve('two', { state: 'CANCELED' });
  record(window, 't1', 'one', 100, clock.now());
}

const withTwo = ({ exchange }: { exchange: Window['exchange'] }): void => {
  exchange.orders_.set('two', order('two'));
};

describe('an absence, as the editor puts it together', () => {
  const ways: Readonly<Record<string, (window: Window) => Promise<void>>> = {
    'of a machine that slept': async (window) => {
      window.clock.jumpTo(window.clock.now() + HOUR);
      happen(window);
      await window.clock.advance(2 * MINUTE);
    },
    'without stream and service': (window) => window.gone(HOUR, () => happen(window)),
  };
  for (const [name, pass] of Object.entries(ways))
    for (const unsupported of [false, true]) {
      if (unsupported && name !== 'of a machine that slept') continue;
      it(`${name}${unsupported ? ', without streams,' : ''} is one digest and no news`, async () => {
        const window = await open({ unsupported }, withTwo);
        let digests = 0;
        window.away.onDidChange(() => digests++);
        await pass(window);
        const { digest } = window.away;
        assert.deepEqual([window.heard, digests, window.digested()], [[], 1, ['TRADE:t1']]);
        assert.deepEqual(
          digest?.ended.map(({ id }) => id),
          ['two'],
        );
        assert.equal(digest?.complete, true);
        window.send(execution('X', window.serve('two', {}), { type: 'CANCELED' }));
        assert.deepEqual(window.heard, []);
        window.close();
      });
    }

  for (const method of ['balances', 'positions', 'activities'] as const)
    it(`is incomplete where ${method} cannot be read any more`, async () => {
      const window = await open();
      const { clock, exchange, streams, away, gaps, digested, close } = window;
      exchange.always(method, failure('server', { status: 500 }));
      await clock.advance(MINUTE);
      record(window, 't1', 'one', 5, clock.now() + MINUTE);
      streams.lose('account');
      await clock.advance(10 * MINUTE);
      streams.resume('account');
      await clock.advance(10 * MINUTE);
      assert.equal(gaps.length, 1);
      assert.equal(away.digest?.complete, false);
      assert.deepEqual(digested(), method === 'activities' ? [] : ['TRADE:t1']);
      close();
    });

  it('ends once the orders were read, whatever else was', async () => {
    const { clock, exchange, streams, gaps, close } = await open();
    streams.lose('account');
    await clock.advance(10 * MINUTE);
    exchange.always('openOrders', failure('server', { status: 500 }));
    streams.resume('account');
    await clock.advance(10 * MINUTE);
    assert.deepEqual(gaps, []);
    exchange.always('openOrders', undefined);
    await clock.advance(2 * MINUTE);
    assert.deepEqual(
      gaps.map(({ complete }) => complete),
      [true],
    );
    close();
  });

  for (const ahead of [20_000, -20_000])
    it(`loses nothing and reports nothing twice on a machine ${ahead} ms ahead of the service`, async () => {
      const window = await open({}, withTwo);
      const { clock, serve, send, heard, away, gone, digested, close } = window;
      const service = () => clock.now() - ahead;
      const time = () => ({ lastTransactTime: instantOf(service()) });
      send(fill('E1', serve('one', { ...filled(40), ...time() }), 40));
      record(window, 'TE1', 'one', 40, service());
      await clock.advance(5_000);
      await gone(2 * MINUTE, () => {
        serve('one', { ...filled(100), ...time() });
        serve('two', { state: 'CANCELED', ...time() });
        record(window, 't0', 'other', 5, service() - 109_000);
        record(window, 't1', 'one', 60, service());
      });
      assert.deepEqual(quantities(heard), [40]);
      assert.deepEqual(digested(), ['TRADE:t1', 'TRADE:t0']);
      assert.deepEqual(
        away.digest?.ended.map(({ id }) => id),
        ['two'],
      );
      close();
    });
});

describe('what a list showed while only the stream was gone', () => {
  /** The stream is lost for 40 s, then `show` happens, and two minutes later it is back. */
  async function lose(show: (window: Window) => void, before = (_window: Window): void => undefined) {
    const window = await open();
    const { clock, streams } = window;
    before(window);
    await clock.advance(10_000);
    streams.lose('account');
    await clock.advance(40_000);
    show(window);
    await clock.advance(2 * MINUTE);
    return window;
  }

  async function back({ clock, streams, gaps }: Window): Promise<void> {
    streams.resume('account');
    await clock.advance(MINUTE);
    assert.equal(gaps.length, 1);
  }

  it('is not in the digest again: a fill, whatever trades it was, and one a frame reported before', async () => {
    const window = await lose(
      (window) => {
        const now = window.clock.now();
        window.serve('one', filled(100));
        record(window, 'TE1', 'one', 20, now - 50_000);
        record(window, 't1', 'one', 30, now - 500);
        record(window, 't2', 'one', 50, now);
      },
      ({ serve, send }) => send(fill('E1', serve('one', filled(20)), 20)),
    );
    assert.deepEqual(quantities(window.heard), [20, 80]);
    await back(window);
    assert.equal(window.away.digest, undefined);
    window.close();
  });

  it('does not hide later trades, and those of other orders', async () => {
    const window = await lose((window) => {
      window.serve('one', filled(40));
      record(window, 't1', 'one', 40, window.clock.now());
    });
    window.serve('one', filled(70));
    record(window, 't2', 'one', 30, window.clock.now());
    record(window, 't3', 'other', 10, window.clock.now());
    await back(window);
    assert.deepEqual(quantities(window.heard), [40]);
    assert.deepEqual(window.digested(), ['TRADE:t3', 'TRADE:t2']);
    window.close();
  });

  it('is not in the digest again: a settlement', async () => {
    const window = await lose(({ clock, exchange }) => {
      exchange.positions_ = [position(SLUG, { netPosition: Decimal.zero, expired: true })];
      exchange.activities_ = [resolution(SLUG, clock.now())];
    });
    assert.deepEqual(kinds(window.heard), ['settled']);
    window.exchange.activities_ = [
      resolution('terns-larks', window.clock.now()),
      ...window.exchange.activities_,
    ];
    await back(window);
    assert.deepEqual(window.digested(), ['POSITION_RESOLUTION:terns-larks']);
    window.close();
  });

  it('is not in the digest again: a fill that was taken back', async () => {
    const window = await lose(
      (window) => {
        const { clock, serve } = window;
        serve('one', { ...filled(0), state: 'NEW' });
        record(window, 'TE1', 'one', 40, clock.now() - 50_000, clock.now());
      },
      ({ serve, send }) => send(fill('E1', serve('one', filled(40)), 40)),
    );
    assert.deepEqual(kinds(window.heard), ['fill', 'busted']);
    await back(window);
    assert.equal(window.away.digest, undefined);
    window.close();
  });
});

describe('the digest of an absence', () => {
  it('has a fill of before that was taken back meanwhile', async () => {
    const window = await open();
    const { clock, serve, send, gone, digested, heard, close } = window;
    const filledMs = clock.now();
    send(fill('E1', serve('one', filled(40)), 40));
    await clock.advance(5 * MINUTE);
    await gone(5 * MINUTE, () => {
      serve('one', { ...filled(0), state: 'NEW' });
      record(window, 'TE1', 'one', 40, filledMs, clock.now());
    });
    assert.deepEqual([kinds(heard), digested()], [['fill'], ['TRADE:TE1']]);
    close();
  });

  it('has nothing of before the program watched, and is none when nothing else happened', async () => {
    const window = await open();
    const { clock, gone, digested, close } = window;
    await gone(2 * MINUTE, () => record(window, 't1', 'other', 40, clock.now() - 3 * MINUTE));
    assert.equal(digested(), undefined);
    close();
  });

  it('is one for several absences in a row, with nothing twice, until it is dismissed', async () => {
    const window = await open();
    const { clock, away, gone, digested, close } = window;
    const happened = (id: string) => () => record(window, id, 'other', 5, clock.now());
    const startMs = clock.now();
    await gone(2 * MINUTE, happened('t1'));
    await gone(2 * MINUTE, happened('t2'));
    assert.deepEqual(digested(), ['TRADE:t2', 'TRADE:t1']);
    const { digest } = away;
    await gone(2 * MINUTE, () => undefined);
    assert.equal(away.digest, digest, 'nothing happened: it is not announced again');
    assert.ok(Math.abs((away.digest?.fromMs ?? 0) - startMs) < MINUTE);
    away.dismiss();
    assert.equal(digested(), undefined);
    await gone(2 * MINUTE, happened('t3'));
    assert.deepEqual(digested(), ['TRADE:t3']);
    close();
  });

  it('has nothing of the absence just before it', async () => {
    const window = await open();
    const { clock, away, digested, close } = window;
    clock.jumpTo(clock.now() + HOUR);
    record(window, 't1', 'other', 5, clock.now() - 1_000);
    await clock.advance(20_000);
    assert.deepEqual(digested(), ['TRADE:t1']);
    away.dismiss();
    clock.jumpTo(clock.now() + 70_000);
    await clock.advance(20_000);
    assert.deepEqual([window.gaps.length, digested()], [2, undefined]);
    close();
  });

  it('leaves out the end of an order that was news', async () => {
    const window = await open({}, withTwo);
    const { streams, send, serve, clock, heard, away, close } = window;
    streams.lose('account');
    await clock.advance(40_000);
    serve('two', { state: 'CANCELED' });
    await clock.advance(2 * MINUTE);
    assert.deepEqual(kinds(heard), ['ended']);
    streams.resume('account');
    await clock.advance(MINUTE);
    assert.equal(away.digest, undefined);
    send(execution('X', serve('two', {}), { type: 'CANCELED' }));
    assert.equal(heard.length, 1);
    close();
  });

  it('reads so much and no more, and says that it is not all', async () => {
    const window = await open({}, ({ exchange }) => {
      for (let at = 0; at < 40; at++) exchange.orders_.set(`o${at}`, order(`o${at}`));
    });
    const { clock, exchange, away, gone, serve, close } = window;
    await gone(HOUR, () => {
      for (let at = 0; at < 40; at++) serve(`o${at}`, { state: 'CANCELED' });
      for (let at = 0; at < 200; at++) record(window, `t${at}`, 'other', 1, clock.now());
    });
    const { activities, ended, complete } = away.digest ?? {};
    assert.deepEqual([activities?.length, ended?.length, complete], [100, 20, false]);
    assert.equal(exchange.count('order'), 20);
    close();
  });

  it('is dropped with another account', async () => {
    const window = await open();
    const { clock, away, session, gone, close } = window;
    await gone(2 * MINUTE, () => record(window, 't1', 'other', 5, clock.now()));
    assert.ok(away.digest !== undefined);
    await session.signOut();
    assert.equal((away as { digest: unknown }).digest, undefined);
    close();
  });
});
