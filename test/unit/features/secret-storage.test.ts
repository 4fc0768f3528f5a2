import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Log } from '../../../src/base/log.ts';
import type { Credentials } from '../../../src/exchange/profile.ts';
import { createCredentialStore } from '../../../src/features/connection/credentials.ts';
import { type StoredCredentials, TIMEOUT_MS } from '../../../src/store/session/keychain.ts';
import { Session } from '../../../src/store/session/session.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { EvilSecrets, MISCHIEFS, type Mischief } from '../../support/evil-secrets.ts';
import { FakeExchange } from '../../support/fake-exchange.ts';
import { KEY, PROFILE } from '../store/values.ts';

const BEARER = { ...PROFILE, auth: 'bearer' } as const;
const OTHER = { keyId: 'second', secret: 'mango-mango-mango' };
const TOKEN = { keyId: '', secret: 'guava-guava-guava' };
const OTHER_TOKEN = { keyId: '', secret: 'papaya-papaya-papaya' };
const PLACE = 'credentials:custom:https://desk.example';

/** A window over a secret storage that may be shared with another. */
function windowOver(secrets: EvilSecrets, profile: typeof PROFILE = PROFILE, clock = new VirtualClock()) {
  const logged: unknown[] = [];
  const write = (...words: readonly unknown[]): void => {
    logged.push(...words);
  };
  const log: Log = { debug: (line) => write(line()), info: write, warn: write, error: write };
  const used: (string | undefined)[] = [];
  const session = new Session({
    profile,
    credentials: createCredentialStore(secrets),
    clock,
    log,
    factory: async (_profile, credentials) => {
      used.push(credentials?.secret);
      return new FakeExchange();
    },
  });
  const signIn = (key: Credentials) => clock.run(session.signIn(key));
  const assertSilent = (): void => {
    const text = inspect([logged, session.account], { depth: 9 });
    assert.doesNotMatch(text, /pineapple|mango|guava|papaya/);
    if (session.accountMark !== '') assert.ok(!text.includes(session.accountMark.trim()));
  };
  return { session, clock, used, logged, signIn, assertSilent };
}

function holding(key: StoredCredentials, ...mischief: readonly Mischief[]): EvilSecrets {
  const secrets = new EvilSecrets(...mischief);
  put(secrets, key);
  return secrets;
}

function put(secrets: EvilSecrets, key: StoredCredentials): void {
  const scheme = key.keyId === '' ? 'bearer' : 'ed25519';
  secrets.stored.set(PLACE, JSON.stringify({ ...key, scheme }));
}

function storedMark(secrets: EvilSecrets): unknown {
  return (JSON.parse(secrets.stored.get(PLACE) ?? '{}') as { mark?: unknown }).mark;
}

describe('secret storage', () => {
  it('that throws while reading leaves public data, says so, and is read again a few times', async () => {
    const secrets = holding(KEY, 'throws');
    const { session, clock, logged, assertSilent } = windowOver(secrets);
    await session.ensure();
    assert.deepEqual(session.account, { kind: 'needsSignIn', why: 'unreadable' });
    assert.equal(session.isStorageFailing, true);
    assert.match(inspect(logged), /could not be read/);
    await clock.advance(3_600_000);
    assert.equal(secrets.reads, 4);
    assert.equal(clock.pending, 0);
    assertSilent();
  });

  it('that can be read again gives its key; empty, it means signed out', async () => {
    for (const [secrets, kind] of [
      [holding(KEY, 'throws'), 'signedIn'],
      [new EvilSecrets('throws'), 'signedOut'],
    ] as const) {
      const { session, clock } = windowOver(secrets);
      await session.ensure();
      secrets.mischief.clear();
      await clock.advance(5_000);
      assert.deepEqual([session.account, session.isStorageFailing], [{ kind }, false]);
      secrets.mischief.add('throws');
      secrets.reads = 0;
      secrets.reportChange(PLACE);
      await clock.advance(3_600_000);
      assert.equal(secrets.reads, 4, 'the next failure has its own retries');
    }
  });

  it('that hangs delays a window by 10 seconds and no more, and is read again when it answers', async () => {
    const secrets = holding(KEY, 'hangs');
    const { session, clock } = windowOver(secrets);
    const opening = session.ensure();
    await clock.advance(TIMEOUT_MS);
    await opening;
    assert.deepEqual(session.account, { kind: 'needsSignIn', why: 'unreadable' });
    assert.equal(session.isStorageFailing, true);
    secrets.wake();
    await clock.advance(5_000);
    assert.deepEqual(session.account, { kind: 'signedIn' });
  });

  it('that does not store a key: the key lasts for this window, and the user is informed', async () => {
    for (const mischief of ['forgets', 'throws', 'hangsWriting', 'hangs'] as const) {
      for (const secrets of [new EvilSecrets(mischief), holding(KEY, mischief)]) {
        const { session, clock, used, logged, signIn, assertSilent } = windowOver(secrets);
        assert.deepEqual(await signIn(OTHER), { ok: true, stored: false }, mischief);
        assert.match(inspect(logged), /could not be stored/);
        if (mischief === 'throws') secrets.mischief.clear();
        secrets.reportChange(PLACE);
        await clock.advance(200_000);
        assert.deepEqual([session.account.kind, used.at(-1)], ['signedIn', OTHER.secret], mischief);
        await clock.run(session.signOut()).catch(() => {});
        secrets.wake();
        await clock.run(session.ensure());
        assert.deepEqual([session.account.kind, used.at(-1)], ['signedOut', undefined], mischief);
        assertSilent();
      }
    }
  });

  it('that will not delete: signed out in this window for good, and the caller gets an error', async () => {
    for (const mischief of ['throws', 'keeps', 'hangsWriting'] as const) {
      const secrets = holding(KEY);
      const { session, clock, assertSilent } = windowOver(secrets);
      await session.ensure();
      secrets.mischief.add(mischief);
      await assert.rejects(clock.run(session.signOut()), mischief);
      assert.deepEqual(session.account, { kind: 'signedOut' });
      secrets.mischief.delete('throws');
      secrets.reportChange(PLACE);
      await clock.advance(200_000);
      await session.ensure();
      assert.equal(session.account.kind, 'signedOut', mischief);
      assertSilent();
    }
  });

  it('that reports changes twice or for nothing, or fails at one, signs nobody out', async () => {
    const secrets = holding(KEY, 'firesTwice');
    const { session, clock, used } = windowOver(secrets);
    await session.ensure();
    for (let time = 0; time < 5; time += 1) secrets.reportChange(PLACE);
    await settle();
    secrets.mischief.add('throws');
    secrets.reportChange(PLACE);
    await clock.advance(3_600_000);
    assert.deepEqual([session.account.kind, used], ['signedIn', [KEY.secret]]);
  });

  it('changed by another window, also while this one opens or tries a key, is followed', async () => {
    const secrets = holding(KEY, 'hangs');
    const here = windowOver(secrets);
    const there = windowOver(secrets, PROFILE, here.clock);
    const opening = here.session.ensure();
    await settle();
    put(secrets, OTHER);
    secrets.reportChange(PLACE);
    secrets.wake();
    await opening;
    await settle();
    assert.equal(here.used.at(-1), OTHER.secret);
    const refused = here.session.signIn({ keyId: 'third', secret: 'x' }, AbortSignal.abort());
    await there.signIn(KEY);
    await refused;
    await settle();
    assert.deepEqual([here.session.account.kind, here.used.at(-1)], ['signedIn', KEY.secret]);
    await there.session.signOut();
    await settle();
    assert.deepEqual(here.session.account, { kind: 'needsSignIn', why: 'lost' });
    await here.signIn(KEY);
    await here.session.signOut();
    await here.session.ensure();
    await there.signIn(OTHER);
    await settle();
    assert.deepEqual([here.session.account.kind, here.used.at(-1)], ['signedIn', OTHER.secret]);
  });

  it('whatever it does, the session answers, never quotes a key, and never uses one that was signed out', async () => {
    const step = fc.oneof(
      fc.constantFrom(...MISCHIEFS),
      fc.constantFrom('signIn', 'signOut', 'ensure', 'wake', 'report', 'elsewhere', 'wait'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const secrets = holding(KEY);
        const { session, clock, used, signIn, assertSilent } = windowOver(secrets);
        let isSignedOut = false;
        for (const next of steps) {
          const mischief = MISCHIEFS.find((each) => each === next);
          if (mischief !== undefined) {
            if (!secrets.mischief.delete(mischief)) secrets.mischief.add(mischief);
          } else if (next === 'signIn') {
            assert.equal((await signIn(OTHER)).ok, true);
            assert.equal(session.account.kind, 'signedIn');
            isSignedOut = false;
          } else if (next === 'signOut') {
            await clock.run(session.signOut()).catch(() => {});
            assert.equal(session.account.kind, 'signedOut');
            isSignedOut = true;
          } else if (next === 'ensure') await clock.run(session.ensure());
          else if (next === 'wake') secrets.wake();
          else if (next === 'report') secrets.reportChange(PLACE);
          else if (next === 'elsewhere') {
            put(secrets, { keyId: 'elsewhere', secret: 'papaya-papaya' });
            secrets.reportChange(PLACE);
            isSignedOut = false;
          } else await clock.advance(60_000);
          await settle();
          if (isSignedOut) assert.notEqual(session.account.kind, 'signedIn');
        }
        assertSilent();
        assert.ok(used.length <= 3 * steps.length + 3);
        session.dispose();
      }),
      { numRuns: 500 },
    );
  });
});

describe('a sign-in given up while the key is being stored', () => {
  for (const [mischief, profile, key] of [
    ['hangs', BEARER, TOKEN],
    ['hangsWriting', PROFILE, OTHER],
  ] as const) {
    for (const isSignOut of [true, false]) {
      const title = isSignOut ? 'by signing out leaves the key nowhere' : 'by switching stores nothing there';
      it(`${title} (${mischief})`, async () => {
        const secrets = new EvilSecrets();
        const { session, clock, used } = windowOver(secrets, profile);
        await session.ensure();
        secrets.mischief.add(mischief);
        const signingIn = session.signIn(key);
        await settle();
        const givenUp = isSignOut
          ? session.signOut()
          : session.connect({ ...profile, privateUrl: 'https://other.example' });
        await settle();
        secrets.wake();
        assert.equal((await clock.run(signingIn)).ok, false);
        await givenUp;
        await clock.advance(300_000);
        await session.ensure();
        const isStored = !isSignOut && mischief === 'hangsWriting';
        assert.deepEqual([...secrets.stored.keys()], isStored ? [PLACE] : []);
        assert.deepEqual([session.account.kind, used.at(-1)], ['signedOut', undefined]);
      });
    }
  }

  it('may be stored late, after signing out: it is not used', async () => {
    const secrets = new EvilSecrets('hangsWriting');
    const { session, clock, used, signIn } = windowOver(secrets);
    await signIn(OTHER);
    secrets.mischief.clear();
    await clock.run(session.signOut());
    secrets.wake();
    await settle();
    await session.ensure();
    assert.equal(secrets.stored.size, 1);
    assert.deepEqual([session.account.kind, used.at(-1)], ['signedOut', undefined]);
  });
});

describe('the mark of an account whose key has no id', () => {
  it('is 128 random bits made at the sign-in, for the same token others each time', async () => {
    const marks = new Set<string>();
    for (let time = 0; time < 20; time += 1) {
      const { session, signIn, assertSilent } = windowOver(new EvilSecrets(), BEARER);
      assert.deepEqual(await signIn(TOKEN), { ok: true, stored: true });
      assert.match(session.accountMark, /^\n[0-9a-f]{32}$/);
      assertSilent();
      marks.add(session.accountMark);
    }
    assert.equal(marks.size, 20);
  });

  it('stays when the same token is entered again, and changes for another token or after signing out', async () => {
    for (const mischief of [undefined, 'forgets', 'throws', 'hangsWriting', 'hangs', 'keeps'] as const) {
      const { session, clock, signIn } = windowOver(new EvilSecrets(...(mischief ? [mischief] : [])), BEARER);
      await signIn(TOKEN);
      const first = session.accountMark;
      assert.match(first, /^\n[0-9a-f]{32}$/);
      await signIn(TOKEN);
      assert.equal(session.accountMark, first, mischief);
      await signIn(OTHER_TOKEN);
      const second = session.accountMark;
      assert.notEqual(second, first, mischief);
      await clock.run(session.signOut()).catch(() => {});
      await signIn(OTHER_TOKEN);
      assert.notEqual(session.accountMark, second, mischief);
    }
  });

  it('stays where the storage has the token unread, or lost it', async () => {
    const mark = 'ab'.repeat(16);
    const secrets = holding({ ...TOKEN, mark });
    const { session, signIn } = windowOver(secrets, BEARER);
    await signIn(TOKEN);
    assert.equal(session.accountMark, `\n${mark}`);
    secrets.stored.clear();
    secrets.reportChange(PLACE);
    await settle();
    assert.deepEqual(session.account, { kind: 'needsSignIn', why: 'lost' });
    await signIn(TOKEN);
    assert.equal(session.accountMark, `\n${mark}`);
  });

  it('is absent for a key with an id, and where the token was stored without one', async () => {
    const secrets = new EvilSecrets();
    const { session, signIn } = windowOver(secrets);
    await signIn(KEY);
    assert.deepEqual([storedMark(secrets), session.accountMark], [undefined, KEY.keyId]);
    const old = windowOver(holding(TOKEN), BEARER);
    await old.session.ensure();
    assert.deepEqual([old.used, old.session.accountMark], [[TOKEN.secret], '']);
  });

  it('is one for two windows that sign in at once', async () => {
    for (const mischief of [undefined, 'firesTwice', 'hangsWriting', 'hangs'] as const) {
      const secrets = new EvilSecrets(...(mischief ? [mischief] : []));
      const here = windowOver(secrets, BEARER);
      const there = windowOver(secrets, BEARER, here.clock);
      const both = [here.session.signIn(TOKEN), there.session.signIn(TOKEN)];
      await settle();
      secrets.wake();
      await here.clock.run(Promise.all(both));
      await settle();
      assert.equal(here.session.accountMark, `\n${String(storedMark(secrets))}`, mischief);
      assert.equal(there.session.accountMark, here.session.accountMark, mischief);
    }
  });
});
