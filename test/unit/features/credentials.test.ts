import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createCredentialStore } from '../../../src/features/connection/credentials.ts';
import { EvilSecrets } from '../../support/evil-secrets.ts';
import { KEY, PROFILE } from '../store/values.ts';

const PLACE = 'credentials:custom:https://desk.example';

describe('stored credentials', () => {
  it('are found again for the same connection and origin, whatever the path, and nowhere else', async () => {
    const store = createCredentialStore(new EvilSecrets());
    await store.store(PROFILE, KEY);
    assert.deepEqual(await store.get(PROFILE), KEY);
    assert.deepEqual(await store.get({ ...PROFILE, privateUrl: 'https://desk.example/v2' }), KEY);
    assert.equal(await store.get({ ...PROFILE, privateUrl: 'https://odds.example' }), undefined);
    assert.equal(await store.get({ ...PROFILE, privateUrl: 'https://desk.example:8443' }), undefined);
    assert.equal(await store.get({ ...PROFILE, id: 'polymarketUS' }), undefined);
  });

  it('are not sent as a token where they were entered to sign with, nor the other way round', async () => {
    const store = createCredentialStore(new EvilSecrets());
    await store.store(PROFILE, KEY);
    for (const auth of ['bearer', 'apiKey'] as const) {
      assert.equal(await store.get({ ...PROFILE, auth }), undefined, auth);
    }
    assert.deepEqual(await store.get(PROFILE), KEY);
    await store.store({ ...PROFILE, auth: 'bearer' }, KEY);
    assert.equal(await store.get(PROFILE), undefined);
  });

  it('hold nothing but the two texts and their scheme, under a name that says nothing secret', async () => {
    const secrets = new EvilSecrets();
    await createCredentialStore(secrets).store(PROFILE, { ...KEY, ...{ more: 'than asked' } });
    const text = '{"keyId":"first","secret":"pineapple","scheme":"ed25519"}';
    assert.deepEqual([...secrets.stored], [[PLACE, text]]);
  });

  it('that are gone or broken are no credentials; locked away they are an error that quotes nothing', async () => {
    const secrets = new EvilSecrets();
    const store = createCredentialStore(secrets);
    assert.equal(await store.get(PROFILE), undefined);
    for (const text of [
      '',
      'null',
      '{"keyId":"first","scheme":"ed25519"}',
      '{"keyId":"first","secret":"pineapple"}',
      '{"keyId":1,"secret":"x","scheme":"ed25519"}',
      '{"keyId":"a","secret":"","scheme":"ed25519"}',
    ]) {
      secrets.stored.set(PLACE, text);
      assert.equal(await store.get(PROFILE), undefined, text);
    }
    await store.store(PROFILE, KEY);
    secrets.mischief.add('throws');
    for (const work of [store.get(PROFILE), store.store(PROFILE, KEY), store.delete(PROFILE)]) {
      await assert.rejects(work, (cause) => {
        assert.doesNotMatch(inspect(cause, { depth: 9 }), /pineapple/);
        return true;
      });
    }
  });

  it('with a damaged mark count as having none', async () => {
    const secrets = new EvilSecrets();
    const store = createCredentialStore(secrets);
    const token = { keyId: '', secret: 'pineapple' };
    for (const mark of ['', 'x', 7, null, {}, 'AB'.repeat(16), `${'ab'.repeat(16)}\n`]) {
      secrets.stored.set(PLACE, JSON.stringify({ ...token, scheme: 'bearer', mark }));
      assert.deepEqual(await store.get({ ...PROFILE, auth: 'bearer' }), token, inspect(mark));
    }
  });

  it('report their own changes, and not those of other secrets', async () => {
    const secrets = new EvilSecrets();
    const store = createCredentialStore(secrets);
    let changes = 0;
    store.onDidChange(() => changes++);
    await store.store(PROFILE, KEY);
    await store.delete(PROFILE);
    await secrets.store('something else', 'x');
    assert.equal(changes, 2);
    store.dispose();
    await store.store(PROFILE, KEY);
    assert.equal(changes, 2);
  });
});
