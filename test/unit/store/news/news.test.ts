import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import { HOLD_MS, NewsStore } from '../../../../src/store/news/news.ts';
import { aTrade } from '../../../support/account-values.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { order, position, trade } from '../values.ts';
import { execution, fill, filled, kinds, newsWindow as open, quantities, SLUG } from './news-rig.ts';

describe('news of the account over the stream', () => {
  it('reports a fill at once, with its quantity and price, and not again when lists show it', async () => {
    const { serve, send, clock, news, heard, close } = await open();
    send(fill('E1', serve('one', filled(30)), 30));
    assert.deepEqual(kinds(heard), ['fill']);
    assert.deepEqual(quantities(heard), [30]);
    assert.equal(news.unseen, 1);
    await clock.advance(900_000);
    assert.equal(heard.length, 1);
    close();
    assert.equal(clock.pending, 0);
  });

  it('reports a busted fill once', async () => {
    const { serve, send, clock, heard, close } = await open();
    send(fill('E1', serve('one', filled(30)), 30));
    await clock.advance(1_000);
    const bust = execution('B1', serve('one', { ...filled(0), state: 'NEW' }), { tradeId: 'TE1' });
    send(bust);
    send(bust);
    assert.deepEqual(kinds(heard), ['fill', 'busted']);
    assert.deepEqual(quantities(heard), [30, 30]);
    await clock.advance(60_000);
    assert.equal(heard.length, 2);
    close();
  });

  it('has the history read for a bust at once, as far as the fill, though nothing else is left of the budget', async () => {
    const { serve, send, clock, exchange, activity, close } = await open({}, ({ exchange }) => {
      exchange.activities_ = [
        ...Array.from({ length: 30 }, (_, at) => trade(`t${at}`, SLUG)),
        aTrade({ id: 'bought', ownOrder: order('one') }),
      ];
    });
    await activity.loadMore();
    send(fill('E1', serve('one', filled(30)), 30));
    for (let at = 0; at < 4; at++) {
      send(execution(`U${at}`, order('elsewhere')));
      await clock.advance(3_000);
    }
    exchange.activities_ = exchange.activities_.with(
      -1,
      aTrade({ id: 'bought', ownOrder: order('one'), state: 'BUSTED' }),
    );
    const before = exchange.count('activities');
    send(execution('B1', serve('one', { ...filled(0), state: 'NEW' }), { tradeId: 'bought' }));
    await clock.advance(3_000);
    assert.equal(exchange.count('activities') - before, 2);
    const known = activity.activities.at(-1);
    assert.equal(known?.kind === 'trade' && known.trade.state, 'BUSTED');
    close();
  });

  it('reports a bust that comes with the type of a correction, of an order it did not follow, too', async () => {
    const { serve, send, clock, heard, close } = await open();
    send(fill('E1', serve('one', filled(30)), 30));
    await clock.advance(1_000);
    for (const type of ['TRADE_CANCEL', 'TRADE_CORRECT'] as const) {
      const left = serve('one', { ...filled(type === 'TRADE_CANCEL' ? 20 : 15) });
      send(execution(type, left, { type }));
      await clock.advance(1_000);
    }
    const gone = order('elsewhere', { ...filled(40), lastTransactTime: instantOf(clock.now()) });
    send(execution('B3', gone, { type: 'TRADE_CANCEL', lastShares: Decimal.of(25) }));
    assert.deepEqual(kinds(heard), ['fill', 'busted', 'busted', 'busted']);
    assert.deepEqual(quantities(heard), [30, 10, 5, 25]);
    close();
  });

  it('reports what was refused, cancelled or expired, once', async () => {
    const { serve, send, heard, clock, close } = await open({}, ({ exchange }) => {
      for (const id of ['two', 'three']) exchange.orders_.set(id, order(id));
    });
    const ends = [
      ['one', 'REJECTED'],
      ['two', 'CANCELED'],
      ['three', 'EXPIRED'],
    ] as const;
    for (const [id, state] of ends) {
      const over = execution(`X${id}`, serve(id, { state }), { type: state, text: 'market closed' });
      send(over);
      send(over);
    }
    assert.deepEqual(kinds(heard), ['ended', 'ended', 'ended']);
    await clock.advance(60_000);
    assert.equal(heard.length, 3);
    close();
  });

  it('does not report a cancel that was asked for here, also when its end comes late', async () => {
    const { serve, send, orders, clock, heard, close } = await open();
    orders.setCancelling('one', 'underWay');
    await clock.advance(1_000);
    orders.apply(serve('one', { state: 'CANCELED' }));
    orders.setCancelling('one', undefined);
    await clock.advance(1_000);
    const late = execution('X', serve('one', { state: 'CANCELED' }), { type: 'CANCELED' });
    send(late);
    await clock.advance(60_000);
    assert.deepEqual(heard, []);
    close();
  });

  it('reports a cancel by somebody else after one asked for here came to nothing', async () => {
    const { serve, send, orders, clock, heard, close } = await open();
    orders.setCancelling('one', 'underWay');
    orders.setCancelling('one', undefined);
    await clock.advance(1_000);
    const over = execution('X', serve('one', { state: 'CANCELED' }), { type: 'CANCELED' });
    send(over);
    assert.deepEqual(kinds(heard), ['ended']);
    close();
  });

  it('reports a settlement once, whether the frame or the list comes first', async () => {
    const { streams, exchange, positions, clock, heard, close } = await open();
    const settled = position(SLUG, {
      netPosition: Decimal.zero,
      expired: true,
      updateTime: instantOf(clock.now()),
    });
    exchange.positions_ = [settled];
    const change = {
      before: undefined,
      after: settled,
      entryType: 'RESOLUTION',
      tradeId: undefined,
      updateTime: undefined,
    };
    streams.send({ kind: 'position', change });
    await positions.refresh();
    await clock.advance(60_000);
    assert.deepEqual(kinds(heard), ['settled']);
    close();
  });

  it('passes over an old frame that is played again, and what was filled before it listened', async () => {
    const { send, clock, heard, close } = await open({}, ({ exchange, clock }) => {
      const own = { ...filled(20), lastTransactTime: instantOf(clock.now() - 1_000) };
      exchange.orders_.set('one', order('one', own));
    });
    const then = instantOf(clock.now() - 600_000);
    const old = order('gone', { ...filled(100), lastTransactTime: then });
    send(fill('OLD', old, 100));
    const before = order('one', { ...filled(20), lastTransactTime: instantOf(clock.now() - 11_000) });
    send(fill('E0', before, 20));
    assert.deepEqual(heard, []);
    close();
  });

  it('reports with the next fill what a lost frame would have, and not again when that comes after all', async () => {
    const { serve, send, orders, clock, heard, close } = await open();
    const first = fill('E1', serve('one', filled(10)), 10);
    await clock.advance(10);
    send(fill('E2', serve('one', filled(30)), 20));
    assert.deepEqual(quantities(heard), [30]);
    await orders.refresh();
    await clock.advance(HOLD_MS);
    send(first);
    assert.equal(heard.length, 1);
    close();
  });
});

describe('news of the account where lists alone tell', () => {
  const unsupported = { unsupported: true };

  it('reports a fill when the filled quantity grew, and a bust when it shrank', async () => {
    const { serve, clock, news, heard, close } = await open(unsupported);
    serve('one', filled(30));
    await clock.advance(40_000);
    serve('one', filled(45));
    await clock.advance(40_000);
    assert.deepEqual(quantities(heard), [30, 15]);
    serve('one', filled(30));
    await clock.advance(40_000);
    assert.deepEqual(kinds(heard), ['fill', 'fill', 'busted']);
    assert.deepEqual(quantities(news.items), [15, 15, 30]);
    close();
  });

  it('asks once for an order that vanished, and reports its final state', async () => {
    const { serve, clock, exchange, heard, close } = await open(unsupported, ({ exchange }) => {
      exchange.orders_.set('two', order('two'));
    });
    serve('one', filled(100));
    serve('two', { ...filled(40), state: 'CANCELED' });
    await clock.advance(120_000);
    assert.deepEqual(
      heard.map(({ kind, marketSlug }) => [kind, marketSlug]),
      [
        ['fill', SLUG],
        ['fill', SLUG],
        ['ended', SLUG],
      ],
    );
    assert.deepEqual(quantities(heard), [100, 40, undefined]);
    assert.equal(exchange.count('order'), 2);
    close();
  });

  it('reports the fills of an order placed elsewhere since the last list', async () => {
    const { serve, clock, heard, close } = await open(unsupported);
    serve('new', filled(5));
    await clock.advance(60_000);
    assert.deepEqual(quantities(heard), [5]);
    close();
  });

  it('reports a settlement from the positions alone, but no market that merely expired', async () => {
    const { clock, exchange, heard, close } = await open(unsupported);
    exchange.positions_ = [position(SLUG, { expired: true })];
    await clock.advance(60_000);
    assert.deepEqual(heard, []);
    exchange.positions_ = [position(SLUG, { expired: true, netPosition: Decimal.zero })];
    await clock.advance(120_000);
    assert.deepEqual(kinds(heard), ['settled']);
    close();
  });

  it('asks for twenty that vanished at once and no more, and survives a service that does not know them', async () => {
    const { clock, exchange, heard, close } = await open(unsupported, ({ exchange }) => {
      for (let at = 0; at < 30; at++) exchange.orders_.set(`o${at}`, order(`o${at}`));
    });
    for (let at = 0; at < 30; at++) exchange.orders_.delete(`o${at}`);
    exchange.next('order', failure('server'));
    await clock.advance(120_000);
    assert.equal(exchange.count('order'), 20);
    assert.deepEqual(heard, []);
    close();
  });
});

describe('news after sleep', () => {
  it('waits until the absence is noticed, when a list comes before that', async () => {
    const { clock, serve, exchange, close, ...window } = await open({ unsupported: true });
    const news = new NewsStore(window);
    await window.orders.refresh();
    await clock.advance(1_000);
    clock.jumpTo(clock.now() + 300_000);
    serve('one', filled(30));
    exchange.positions_ = [position(SLUG, { expired: true, netPosition: Decimal.zero })];
    await Promise.all([window.orders.refresh(), window.positions.refresh()]);
    await clock.advance(12_000);
    news.skipAbsence();
    await clock.advance(120_000);
    assert.deepEqual(news.items, []);
    news.dispose();
    close();
  });
});

describe('news and who is signed in', () => {
  it('forgets everything with another account, and begins again', async () => {
    const { serve, send, session, clock, news, close } = await open();
    send(fill('E1', serve('one', filled(30)), 30));
    assert.equal(news.items.length, 1);
    await session.signOut();
    assert.deepEqual([news.items.length, news.unseen], [0, 0]);
    await clock.advance(60_000);
    assert.equal(news.items.length, 0);
    close();
  });

  it('leaves what happened during an absence to the digest', async () => {
    const { serve, send, streams, clock, heard, gaps, close } = await open();
    streams.lose('account');
    serve('one', filled(30));
    streams.resume('account');
    await clock.advance(60_000);
    assert.deepEqual(quantities(heard), [30], 'a moment is no absence');
    clock.jumpTo(clock.now() + 3_600_000);
    serve('one', filled(50));
    await clock.advance(60_000);
    assert.equal(gaps.length, 1);
    assert.equal(heard.length, 1);
    send(fill('E9', serve('one', filled(60)), 10));
    assert.deepEqual(quantities(heard), [30, 10]);
    close();
  });

  it('says how much is unseen until somebody looks', async () => {
    const { serve, send, clock, news, close } = await open();
    send(fill('E1', serve('one', filled(30)), 30));
    await clock.advance(10);
    send(fill('E2', serve('one', filled(100)), 70));
    assert.equal(news.unseen, 2);
    news.markSeen();
    assert.deepEqual([news.unseen, news.items.length], [0, 2]);
    close();
  });
});
