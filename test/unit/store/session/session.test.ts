import assert from 'node:assert/strict';
import { OrdersStore } from '../../../../src/store/account/orders.ts';
import { Session, type SessionChange } from '../../../../src/store/session/session.ts';
import { settle } from '../../../support/clock.ts';
import { FakeExchange, failure } from '../../../support/fake-exchange.ts';
import { FakeKeys, KEY, order, PROFILE, rig } from '../values.ts';

const OTHER = { keyId: 'second', secret: 'mango' };

describe('session', () => {
  it('makes nothing before something is asked for, and then one client for all', async () => {
    const { session, made } = rig();
    await settle();
    assert.equal(made.length, 0);
    assert.equal(session.account.kind, 'unknown');
    const [a, b] = await Promise.all([session.ensure(), session.ensure()]);
    assert.equal(a, b);
    assert.deepEqual(made, [KEY]);
    assert.equal(session.account.kind, 'signedIn');
  });

  it('is signed out without a key, and signed in without one where none is needed', async () => {
    const without = rig({ keys: new FakeKeys() });
    await without.session.ensure();
    assert.equal(without.session.account.kind, 'signedOut');
    const open = rig({ keys: new FakeKeys(), profile: { ...PROFILE, auth: 'none' } });
    await open.session.ensure();
    assert.equal(open.session.account.kind, 'signedIn');
  });

  it('disposes the old client when the connection is switched, and a late one as well', async () => {
    const { session, exchanges } = rig();
    const first = await session.ensure();
    const seen: SessionChange[] = [];
    session.onDidChange((change) => seen.push(change));
    session.connect({ ...PROFILE, label: 'Other' });
    assert.deepEqual(seen, ['connection']);
    assert.equal(exchanges[0]?.disposed, true);
    const late = session.ensure();
    session.connect(PROFILE);
    const current = await session.ensure();
    assert.notEqual(current, first);
    assert.equal(await late, current, 'who waited for the old connection gets the present one');
    assert.equal(exchanges.filter((exchange) => !exchange.disposed).length, 1);
  });

  it('keeps credentials that work', async () => {
    const { session, keys, made } = rig({ keys: new FakeKeys() });
    await session.ensure();
    const trying = session.signIn(OTHER);
    assert.equal(session.account.kind, 'signingIn');
    assert.deepEqual(await trying, { ok: true, stored: true });
    assert.equal(session.account.kind, 'signedIn');
    assert.deepEqual(keys.stored, OTHER);
    assert.deepEqual(made, [undefined, OTHER], 'the client that was tried is the one in use');
  });

  it('says what is wrong with credentials that do not work, and keeps the ones in use', async () => {
    const { session, keys, exchanges } = rig();
    const inUse = await session.ensure();
    const trying = session.signIn(OTHER);
    exchanges[1]?.next('openOrders', failure('auth', { auth: 'badKey' }));
    const result = await trying;
    assert.equal(result.ok, false);
    assert.equal(!result.ok && result.error.details.auth, 'badKey');
    assert.deepEqual(keys.stored, KEY);
    assert.equal(await session.ensure(), inUse);
    assert.equal(session.account.kind, 'signedIn');
    assert.equal(exchanges[1]?.disposed, true);
  });

  it('lets the newer of two attempts win', async () => {
    const { session, keys } = rig({ keys: new FakeKeys() });
    const [older, newer] = await Promise.all([session.signIn(KEY), session.signIn(OTHER)]);
    assert.equal(older.ok, false);
    assert.equal(newer.ok, true);
    assert.deepEqual(keys.stored, OTHER);
  });

  it('asks to sign in again when the key is gone, once', async () => {
    const { session, keys } = rig();
    await session.ensure();
    const seen: SessionChange[] = [];
    session.onDidChange((change) => seen.push(change));
    keys.set(undefined);
    await settle();
    keys.set(undefined);
    await settle();
    assert.deepEqual(session.account, { kind: 'needsSignIn', why: 'lost' });
    assert.deepEqual(seen, ['account']);
  });

  it('asks to sign in again when the service refuses the key: one request, no loop', async () => {
    const { session, exchange } = rig();
    exchange.orders_.set('A1', order('A1'));
    const orders = new OrdersStore(session);
    orders.onDidChange(() => void orders.load());
    session.onDidChange(() => void orders.load());
    exchange.always('openOrders', failure('auth', { auth: 'badKey' }));
    await orders.load();
    await settle();
    assert.equal(session.account.kind, 'needsSignIn');
    assert.equal(exchange.count('openOrders'), 1);
    await orders.refresh();
    assert.equal(exchange.count('openOrders'), 1, 'nothing is signed with a key that was refused');
    assert.equal(orders.state.kind, 'idle');
  });

  it('keeps the account when the service forbids a read but does not blame the key', async () => {
    const { session, exchange } = rig();
    exchange.orders_.set('A1', order('A1'));
    const orders = new OrdersStore(session);
    await orders.load();
    exchange.next('openOrders', failure('auth', { auth: 'refused', status: 403 }));
    await orders.refresh();
    assert.equal(session.account.kind, 'signedIn');
    assert.ok(orders.state.kind === 'failed' && orders.state.readAt !== undefined);
    await orders.refresh();
    assert.equal(orders.state.kind, 'ready');
  });

  it('does not blame the present key for what an older one was refused', async () => {
    const { session } = rig();
    await session.ensure();
    const before = session.epoch('private');
    await session.signIn(OTHER);
    session.report('private', before, failure('auth', { auth: 'badKey' }));
    assert.equal(session.account.kind, 'signedIn');
  });

  it('says whether the service answers at all', async () => {
    const { session, exchange } = rig();
    const orders = new OrdersStore(session);
    exchange.next('openOrders', failure('network'));
    await orders.load();
    assert.equal(session.link.kind, 'offline');
    exchange.next('openOrders', failure('server', { status: 503 }));
    await orders.refresh();
    assert.equal(session.link.kind, 'online');
  });

  const sessionOf = (factory: () => Promise<FakeExchange>): Session => {
    const { clock, keys } = rig();
    return new Session({ profile: PROFILE, credentials: keys, clock, factory });
  };

  it('rejects where a client cannot be made, and tries again when asked again', async () => {
    const exchange = new FakeExchange();
    let broken = true;
    const session = sessionOf(async () => {
      if (broken) throw new TypeError('Invalid URL');
      return exchange;
    });
    await assert.rejects(session.ensure(), { name: 'ExchangeError' });
    broken = false;
    assert.equal(await session.ensure(), exchange);
  });

  it('disposes a client that was still being made when the connection was switched', async () => {
    const slow = Promise.withResolvers<void>();
    const made: FakeExchange[] = [];
    const session = sessionOf(async () => {
      const exchange = new FakeExchange();
      made.push(exchange);
      if (made.length === 1) await slow.promise;
      return exchange;
    });
    const waiting = session.ensure();
    await settle();
    session.connect({ ...PROFILE, label: 'Other' });
    slow.resolve();
    assert.equal(await waiting, made[1]);
    assert.equal(made[0]?.disposed, true);
  });

  it('ends with its client', async () => {
    const { session, exchange } = rig();
    await session.ensure();
    session.dispose();
    assert.equal(exchange.disposed, true);
    await assert.rejects(session.ensure(), { code: 'cancelled' });
  });
});
