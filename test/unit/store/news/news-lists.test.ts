import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import { NewsStore } from '../../../../src/store/news/news.ts';
import { failure } from '../../../support/fake-exchange.ts';
import { order, position } from '../values.ts';
import { fill, filled, kinds, newsWindow as open, quantities, SLUG } from './news-rig.ts';

describe('news of the account where lists alone tell', () => {
  const unsupported = { unsupported: true };

  it('tells a fill when the filled quantity grew, and a bust when it shrank', async () => {
    const { serve, clock, news, heard, close } = await open(unsupported);
    serve('one', filled(30));
    await clock.advance(40_000);
    serve('one', filled(45));
    await clock.advance(40_000);
    assert.deepEqual(quantities(heard), [30, 15]);
    serve('one', filled(30));
    await clock.advance(40_000);
    assert.deepEqual(kinds(heard), ['fill', 'fill', 'busted']);
    assert.deepEqual(quantities(news.items), [15, 30]);
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

  it('tells the fills of an order placed elsewhere since the last list', async () => {
    const { serve, clock, heard, close } = await open(unsupported);
    serve('new', filled(5));
    await clock.advance(60_000);
    assert.deepEqual(quantities(heard), [5]);
    close();
  });

  it('tells a settlement from the positions alone, but no market that merely expired', async () => {
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
    const gap = new Emitter<void>();
    const news = new NewsStore({ ...window, onMessage: window.live.onMessage, onGap: gap.event });
    await window.orders.refresh();
    await clock.advance(1_000);
    clock.jumpTo(clock.now() + 300_000);
    serve('one', filled(30));
    exchange.positions_ = [position(SLUG, { expired: true, netPosition: Decimal.zero })];
    await Promise.all([window.orders.refresh(), window.positions.refresh()]);
    await clock.advance(12_000);
    gap.fire();
    await clock.advance(120_000);
    assert.deepEqual(news.items, []);
    news.dispose();
    close();
  });
});

describe('news and who is signed in', () => {
  it('forgets everything with another account, and begins again', async () => {
    const { serve, streams, session, clock, news, close } = await open();
    streams.send({ kind: 'order', execution: fill('E1', serve('one', filled(30)), 30) });
    assert.equal(news.items.length, 1);
    await session.signOut();
    assert.deepEqual([news.items.length, news.unseen], [0, 0]);
    await clock.advance(60_000);
    assert.equal(news.items.length, 0);
    close();
  });

  it('leaves what happened during an absence to the digest', async () => {
    const { serve, streams, clock, heard, gaps, close } = await open();
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
    streams.send({ kind: 'order', execution: fill('E9', serve('one', filled(60)), 10) });
    assert.deepEqual(quantities(heard), [30, 10]);
    close();
  });

  it('says how much is unseen until somebody looks', async () => {
    const { serve, streams, clock, news, close } = await open();
    streams.send({ kind: 'order', execution: fill('E1', serve('one', filled(30)), 30) });
    await clock.advance(10);
    streams.send({ kind: 'order', execution: fill('E2', serve('one', filled(100)), 70) });
    assert.equal(news.unseen, 2);
    news.markSeen();
    assert.deepEqual([news.unseen, news.items.length], [0, 2]);
    close();
  });
});
