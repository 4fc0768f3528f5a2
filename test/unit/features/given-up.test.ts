import assert from 'node:assert/strict';
import { createCredentialStore } from '../../../src/features/connection/credentials.ts';
import { TIMEOUT_MS } from '../../../src/store/session/keychain.ts';
import { Session } from '../../../src/store/session/session.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { EvilSecrets } from '../../support/evil-secrets.ts';
import { FakeExchange } from '../../support/fake-exchange.ts';
import { KEY, PROFILE } from '../store/values.ts';

const BEARER = { ...PROFILE, auth: 'bearer' } as const;
const TOKEN = { keyId: '', secret: 'guava-guava-guava' };
const NEWER = { keyId: 'newer', secret: 'mango-mango-mango' };
/** How long one call of the storage below takes, milliseconds. */
const STEP_MS = 10;

/** As the editor's own: one call after another, in the order they were made. */
class OrderlySecrets extends EvilSecrets {
  readonly #clock: VirtualClock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: VirtualClock) {
    super();
    this.#clock = clock;
  }

  override get(key: string): Promise<string | undefined> {
    return this.#next(() => super.get(key));
  }

  override store(key: string, value: string): Promise<void> {
    return this.#next(() => super.store(key, value));
  }

  override delete(key: string): Promise<void> {
    return this.#next(() => super.delete(key));
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, STEP_MS));
      return work();
    });
    this.#last = done.catch(() => {});
    return done;
  }
}

function windowOver(secrets: EvilSecrets, clock: VirtualClock, profile: typeof PROFILE) {
  const used: (string | undefined)[] = [];
  const session = new Session({
    profile,
    credentials: createCredentialStore(secrets),
    clock,
    factory: async (_profile, credentials) => {
      used.push(credentials?.secret);
      return new FakeExchange();
    },
  });
  return { session, used };
}

/** All that was waited for is over, and the storage was asked again where it is. */
async function later(clock: VirtualClock): Promise<void> {
  await clock.advance(300_000);
  await settle();
}

describe('signing in, given up', () => {
  for (const [name, profile, key] of [
    ['a token', BEARER, TOKEN],
    ['a key with an id', PROFILE, NEWER],
  ] as const) {
    it(`by signing out, at whatever moment, leaves ${name} nowhere`, async () => {
      for (let after = 0; after <= 7 * STEP_MS; after += STEP_MS / 2) {
        const clock = new VirtualClock();
        const secrets = new OrderlySecrets(clock);
        const { session } = windowOver(secrets, clock, profile);
        await clock.run(session.ensure());
        const signing = session.signIn(key);
        await clock.advance(after);
        await clock.run(session.signOut());
        await clock.run(signing);
        await later(clock);
        assert.deepEqual([...secrets.stored], [], `after ${after} ms`);
        assert.equal(session.account.kind, 'signedOut', `after ${after} ms`);
      }
    });
  }

  it('by signing out while one call of the storage hangs: what comes of that call stores nothing', async () => {
    const clock = new VirtualClock();
    const secrets = new EvilSecrets();
    const { session } = windowOver(secrets, clock, BEARER);
    await clock.run(session.ensure());
    secrets.mischief.add('hangs');
    const signing = session.signIn(TOKEN);
    await clock.advance(TIMEOUT_MS / 2);
    secrets.mischief.delete('hangs');
    await clock.run(session.signOut());
    assert.equal((await clock.run(signing)).ok, false);
    await later(clock);
    assert.deepEqual([...secrets.stored], []);
    assert.equal(session.account.kind, 'signedOut');
  });

  it('for another connection, before it was stored: it is stored for neither', async () => {
    for (const after of [0, STEP_MS / 2]) {
      const clock = new VirtualClock();
      const secrets = new OrderlySecrets(clock);
      const { session } = windowOver(secrets, clock, BEARER);
      await clock.run(session.ensure());
      const signing = session.signIn(TOKEN);
      await clock.advance(after);
      session.connect({ ...BEARER, privateUrl: 'https://other.example' });
      assert.equal((await clock.run(signing)).ok, false);
      await later(clock);
      assert.deepEqual([...secrets.stored], []);
    }
  });

  it('for another connection, while it is stored: nothing of it is remembered for that one', async () => {
    const clock = new VirtualClock();
    const secrets = new EvilSecrets();
    const { session } = windowOver(secrets, clock, PROFILE);
    await clock.run(session.ensure());
    secrets.mischief.add('hangsWriting');
    const signing = session.signIn(NEWER);
    await clock.advance(TIMEOUT_MS / 2);
    secrets.mischief.delete('hangsWriting');
    session.connect({ ...PROFILE, privateUrl: 'https://other.example' });
    assert.deepEqual(await clock.run(session.signIn(NEWER)), { ok: true, stored: true });
    assert.equal((await clock.run(signing)).ok, false);
    await clock.run(secrets.delete('credentials:custom:https://other.example'));
    await later(clock);
    assert.equal(session.account.kind, 'needsSignIn', 'another window signed out');
  });

  it('by signing out while it is stored, and it cannot be deleted: it is not used again', async () => {
    const clock = new VirtualClock();
    const secrets = new OrderlySecrets(clock);
    const { session, used } = windowOver(secrets, clock, PROFILE);
    assert.equal((await clock.run(session.signIn(KEY))).ok, true);
    const signing = session.signIn(NEWER);
    await clock.advance(STEP_MS / 2);
    secrets.mischief.add('keeps');
    await assert.rejects(clock.run(session.signOut()));
    await clock.run(signing);
    secrets.tell();
    await clock.run(session.ensure());
    await later(clock);
    assert.equal(session.account.kind, 'signedOut');
    assert.equal(used.at(-1), undefined);
  });

  it('for an attempt that fails, before it was stored: what could not be deleted before does not come back', async () => {
    const clock = new VirtualClock();
    const secrets = new EvilSecrets();
    const { session, used } = windowOver(secrets, clock, BEARER);
    assert.equal((await clock.run(session.signIn(TOKEN))).ok, true);
    secrets.mischief.add('keeps');
    await assert.rejects(clock.run(session.signOut()));
    secrets.mischief.add('hangs');
    const first = session.signIn({ keyId: '', secret: 'papaya-papaya-papaya' });
    await clock.advance(TIMEOUT_MS / 2);
    const second = session.signIn(NEWER, AbortSignal.abort());
    await clock.run(Promise.all([first, second]));
    secrets.wake();
    secrets.tell();
    await clock.run(session.ensure());
    await later(clock);
    assert.equal(session.account.kind, 'signedOut');
    assert.notEqual(used.at(-1), TOKEN.secret);
  });
});

describe('a key that could not be stored, entered again', () => {
  it('is out of use once another window signs out, though the storage was just being read as it was stored', async () => {
    const clock = new VirtualClock();
    const secrets = new EvilSecrets('forgets');
    const { session } = windowOver(secrets, clock, PROFILE);
    assert.deepEqual(await clock.run(session.signIn(NEWER)), { ok: true, stored: false });
    secrets.mischief.clear();
    secrets.mischief.add('hangs');
    secrets.tell();
    await settle();
    secrets.mischief.add('hangsWriting');
    secrets.mischief.delete('hangs');
    const signing = session.signIn(NEWER);
    await settle();
    secrets.wake();
    assert.deepEqual(await clock.run(signing), { ok: true, stored: true });
    assert.equal(secrets.stored.size, 1);
    await secrets.delete([...secrets.stored.keys()][0] ?? '');
    await later(clock);
    assert.deepEqual(session.account, { kind: 'needsSignIn', why: 'lost' });
  });
});
