import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { OrdersStore } from '../../../src/store/account/orders.ts';
import { PositionsStore } from '../../../src/store/account/positions.ts';
import { FakeKeys, rig } from '../store/values.ts';

describe('the account, read again', () => {
  for (const Account of [OrdersStore, PositionsStore])
    it(`is an error while nobody is signed in, not an empty ${Account.name}`, async () => {
      const { readAgain } = await import('../../../src/features/activity-history.ts');
      const { session } = rig({ keys: new FakeKeys(undefined) });
      const store = new Account(session);
      for (const _ of ['before the key is looked for', 'after'])
        await assert.rejects(readAgain(store, session), { code: 'auth', message: 'Sign in to see this.' });
      store.dispose();
    });
});
