import assert from 'node:assert/strict';
import { failsWith, type Subject } from './subject.ts';

export function signInContract(open: () => Promise<Subject>): void {
  it('without a key the markets are there, the account is not', async () => {
    const { connect } = await open();
    const exchange = connect({ credentials: undefined });
    assert.ok((await exchange.markets({}, { limit: 1, offset: 0 })).items.length > 0);
    assert.equal((await failsWith(exchange.openOrders(), 'auth')).details.auth, 'noKey');
  });

  it('a wrong secret and an unknown key id are a bad key', async () => {
    const { connect, credentials } = await open();
    const secret = Buffer.alloc(32, 7).toString('base64');
    for (const wrong of [
      { ...credentials, secret },
      { ...credentials, keyId: '00000000-0000-0000-0000-000000000000' },
    ]) {
      const error = await failsWith(connect({ credentials: wrong }).openOrders(), 'auth');
      assert.equal(error.details.auth, 'badKey');
      assert.ok(!error.message.includes(wrong.secret));
    }
  });

  for (const seconds of [45, -45]) {
    it(`a clock off by ${seconds} s is reported as that, with the seconds`, async () => {
      const { connect, credentials } = await open();
      const exchange = connect({ credentials, skewMs: seconds * 1_000 });
      const error = await failsWith(exchange.positions(undefined), 'clockSkew');
      // The service tells its time in whole seconds.
      assert.ok(Math.abs((error.details.skewSeconds ?? 0) - seconds) <= 1, `${error.details.skewSeconds}`);
    });
  }
}
