import assert from 'node:assert/strict';
import { describeInside, run, until } from './inside.ts';

await describeInside('activation', ({ services }) => {
  it('opens no connection and begins no demo', () => {
    assert.equal(services.session.current, undefined);
    assert.equal(services.session.account.kind, 'unknown');
    for (const store of [services.markets, services.events, services.orders, services.positions])
      assert.equal(store.state.kind, 'idle');
  });

  it('refreshing everything reads nothing that nobody asked for', async () => {
    await run('refresh');
    assert.equal(services.session.current, undefined);
    assert.equal(services.markets.state.kind, 'idle');
  });

  it('a command that needs the exchange opens it', async () => {
    await run('refreshMarkets');
    await until(() => services.markets.state.kind === 'ready');
    assert.equal(services.session.account.kind, 'signedIn');
    assert.equal(services.orders.state.kind, 'idle');
  });
});
