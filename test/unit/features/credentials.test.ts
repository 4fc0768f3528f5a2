import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Emitter } from '../../../src/base/event.ts';
import type { ConnectionProfile } from '../../../src/exchange/profile.ts';
import { createCredentialStore, type SecretStore } from '../../../src/features/connection/credentials.ts';

/** The editor's secret storage, in memory. */
class FakeSecrets {
  readonly stored = new Map<string, string>();
  readonly #changes = new Emitter<{ readonly key: string }>();
  broken = false;

  readonly onDidChange = this.#changes.event as SecretStore['onDidChange'];

  async get(key: string): Promise<string | undefined> {
    if (this.broken) throw new Error('locked: pineapple');
    return this.stored.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    if (this.broken) throw new TypeError(`locked: ${value}`);
    this.stored.set(key, value);
    this.#changes.fire({ key });
  }

  async delete(key: string): Promise<void> {
    if (this.broken) throw new Error('locked: pineapple');
    this.stored.delete(key);
    this.#changes.fire({ key });
  }
}

const PROFILE: ConnectionProfile = {
  id: 'custom',
  label: 'exchange.example',
  publicUrl: 'https://exchange.example/base',
  privateUrl: 'https://private.exchange.example/base',
  auth: 'ed25519',
  dialect: 'seed',
};
const KEY = { keyId: 'first', secret: 'pineapple' };

describe('stored credentials', () => {
  it('are found again for the same connection and origin, whatever the path, and nowhere else', async () => {
    const store = createCredentialStore(new FakeSecrets());
    await store.store(PROFILE, KEY);
    assert.deepEqual(await store.get(PROFILE), KEY);
    assert.deepEqual(await store.get({ ...PROFILE, privateUrl: 'https://private.exchange.example/v2' }), KEY);
    assert.equal(await store.get({ ...PROFILE, privateUrl: 'https://exchange.example' }), undefined);
    assert.equal(
      await store.get({ ...PROFILE, privateUrl: 'https://private.exchange.example:8443' }),
      undefined,
    );
    assert.equal(await store.get({ ...PROFILE, id: 'polymarketUS' }), undefined);
  });

  it('are not sent as a token where they were entered to sign with, nor the other way round', async () => {
    const store = createCredentialStore(new FakeSecrets());
    await store.store(PROFILE, KEY);
    for (const auth of ['bearer', 'apiKey'] as const) {
      assert.equal(await store.get({ ...PROFILE, auth }), undefined, auth);
    }
    assert.deepEqual(await store.get(PROFILE), KEY);
    await store.store({ ...PROFILE, auth: 'bearer' }, KEY);
    assert.equal(await store.get(PROFILE), undefined);
  });

  it('hold nothing but the two texts and their scheme, under a name that says nothing secret', async () => {
    const secrets = new FakeSecrets();
    await createCredentialStore(secrets).store(PROFILE, { ...KEY, ...{ more: 'than asked' } });
    assert.deepEqual(
      [...secrets.stored],
      [
        [
          'credentials:custom:https://private.exchange.example',
          '{"keyId":"first","secret":"pineapple","scheme":"ed25519"}',
        ],
      ],
    );
  });

  it('that are gone or broken are no credentials; locked away they are an error that quotes nothing', async () => {
    const secrets = new FakeSecrets();
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
      secrets.stored.set('credentials:custom:https://private.exchange.example', text);
      assert.equal(await store.get(PROFILE), undefined, text);
    }
    secrets.broken = true;
    for (const work of [store.get(PROFILE), store.store(PROFILE, KEY), store.delete(PROFILE)]) {
      const cause: unknown = await work.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      assert.ok(cause instanceof Error);
      assert.doesNotMatch(inspect(cause, { depth: 9 }), /pineapple/);
    }
  });

  it('report their own changes, and not those of other secrets', async () => {
    const secrets = new FakeSecrets();
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
