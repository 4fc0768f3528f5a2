import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Log } from '../../../src/base/log.ts';
import { createCredentialStore } from '../../../src/features/connection/credentials.ts';
import { TIMEOUT_MS } from '../../../src/store/session/keychain.ts';
import { Session } from '../../../src/store/session/session.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { EvilSecrets, type Mischief } from '../../support/evil-secrets.ts';
import { FakeExchange } from '../../support/fake-exchange.ts';
import { KEY, PROFILE } from '../store/values.ts';

const OTHER = { keyId: 'second', secret: 'mango-mango-mango' };
const PLACE = 'credentials:custom:https://desk.example';
const asText = (key: typeof KEY): string => JSON.stringify({ ...key, scheme: 'ed25519' });

/** A window over a secret storage that may be shared with another. */
function windowOver(secrets: EvilSecrets, clock = new VirtualClock()) {
  const said: unknown[] = [];
  const say = (...words: readonly unknown[]): void => {
    said.push(...words);
  };
  const log: Log = { trace: say, debug: say, info: say, warn: say, error: say };
  const used: (string | undefined)[] = [];
  const session = new Session({
    profile: PROFILE,
    credentials: createCredentialStore(secrets),
    clock,
    log,
    factory: async (_profile, credentials) => {
      used.push(credentials?.keyId);
      return new FakeExchange();
    },
  });
  const silent = (): void => {
    const text = inspect([said, session.account], { depth: 9 });
    for (const { secret } of [KEY, OTHER]) assert.ok(!text.includes(secret), text);
  };
  return { session, clock, used, said, silent };
}

function withKey(...mischief: readonly Mischief[]): EvilSecrets {
  const secrets = new EvilSecrets(...mischief);
  secrets.stored.set(PLACE, asText(KEY));
  return secrets;
}

describe('a secret storage', () => {
  it('that throws while reading leaves public data, says so, and is asked again a few times', async () => {
    const secrets = withKey('throws');
    const { session, clock, said, silent } = windowOver(secrets);
    await session.ensure();
    assert.deepEqual(session.account, { kind: 'needsSignIn', why: 'unreadable' });
    assert.equal(session.storageTrouble, 'failed');
    assert.match(inspect(said), /could not be read/);
    await clock.advance(3_600_000);
    assert.equal(secrets.calls.length, 4);
    assert.equal(clock.pending, 0);
    silent();
  });

  it('that can be read again gives its key without a question', async () => {
    const secrets = withKey('throws');
    const { session, clock } = windowOver(secrets);
    await session.ensure();
    secrets.mischief.clear();
    await clock.advance(5_000);
    assert.deepEqual(session.account, { kind: 'signedIn' });
    assert.equal(session.storageTrouble, undefined);
  });

  it('that can be read again and is empty means signed out', async () => {
    const secrets = new EvilSecrets('throws');
    const { session, clock } = windowOver(secrets);
    await session.ensure();
    secrets.mischief.clear();
    await clock.advance(5_000);
    assert.deepEqual(session.account, { kind: 'signedOut' });
  });

  it('that hangs holds nothing up for longer than its time, and its late answer is taken', async () => {
    const secrets = withKey('hangs');
    const { session, clock, used } = windowOver(secrets);
    const opening = session.ensure();
    await clock.advance(TIMEOUT_MS);
    await opening;
    assert.deepEqual(session.account, { kind: 'needsSignIn', why: 'unreadable' });
    assert.equal(session.storageTrouble, 'silent');
    secrets.wake();
    await settle();
    assert.deepEqual(session.account, { kind: 'signedIn' });
    assert.deepEqual(used, [undefined, 'first']);
  });

  it('that is always too late is still heard, and asked no more than needed', async () => {
    const secrets = withKey('hangs');
    const { session, clock } = windowOver(secrets);
    const opening = session.ensure();
    await clock.advance(TIMEOUT_MS);
    await opening;
    for (let round = 0; round < 5; round += 1) {
      secrets.wake();
      secrets.mischief.add('hangs');
      await clock.advance(TIMEOUT_MS);
    }
    assert.equal(session.account.kind, 'signedIn');
    assert.ok(secrets.calls.length <= 4, secrets.calls.join());
  });

  it('that forgets what it is given: the key lasts for this window, and that is said', async () => {
    const secrets = new EvilSecrets('forgets', 'firesTwice');
    const { session, clock, said, silent } = windowOver(secrets);
    await session.ensure();
    assert.deepEqual(await session.signIn(OTHER), { ok: true, stored: false });
    secrets.tell(PLACE);
    await clock.advance(200_000);
    assert.deepEqual(session.account, { kind: 'signedIn' });
    assert.match(inspect(said), /forgotten/);
    silent();
  });

  it('that keeps an older key instead of the new one does not bring the old one back', async () => {
    const secrets = withKey('forgets');
    const { session, clock, used } = windowOver(secrets);
    await session.ensure();
    assert.deepEqual(await session.signIn(OTHER), { ok: true, stored: false });
    secrets.tell();
    await clock.advance(200_000);
    assert.equal(session.account.kind, 'signedIn');
    assert.deepEqual(used, ['first', 'second']);
  });

  it('that throws or hangs while writing does not keep anybody from signing in', async () => {
    for (const mischief of ['throws', 'hangsWriting'] as const) {
      const secrets = new EvilSecrets(mischief);
      const { session, clock, silent } = windowOver(secrets);
      await session.ensure();
      assert.deepEqual(await clock.run(session.signIn(OTHER)), { ok: true, stored: false }, mischief);
      assert.equal(session.account.kind, 'signedIn');
      secrets.wake();
      await settle();
      assert.equal(session.account.kind, 'signedIn');
      silent();
    }
  });

  it('that will not delete: signed out here for good, and the caller gets an error', async () => {
    for (const mischief of ['throws', 'keeps', 'hangsWriting'] as const) {
      const secrets = withKey();
      const { session, clock, silent } = windowOver(secrets);
      await session.ensure();
      secrets.mischief.add(mischief);
      await assert.rejects(clock.run(session.signOut()), mischief);
      assert.deepEqual(session.account, { kind: 'signedOut' });
      secrets.mischief.delete('throws');
      secrets.tell();
      await clock.advance(200_000);
      await session.ensure();
      assert.equal(session.account.kind, 'signedOut', mischief);
      silent();
    }
  });

  it('that fires twice, or for nothing, changes nothing', async () => {
    const secrets = withKey('firesTwice');
    const { session, used } = windowOver(secrets);
    await session.ensure();
    for (let time = 0; time < 5; time += 1) secrets.tell();
    await settle();
    assert.deepEqual(used, ['first']);
    assert.equal(session.account.kind, 'signedIn');
  });

  it('that fails at a change does not sign out a key in use', async () => {
    const secrets = withKey();
    const { session, clock } = windowOver(secrets);
    await session.ensure();
    secrets.mischief.add('throws');
    secrets.tell();
    await clock.advance(3_600_000);
    assert.equal(session.account.kind, 'signedIn');
  });

  it('changed in another window while this one opens is read again', async () => {
    const secrets = withKey('hangs');
    const { session, clock, used } = windowOver(secrets);
    const opening = session.ensure();
    await settle();
    secrets.stored.set(PLACE, asText(OTHER));
    secrets.tell();
    secrets.wake();
    await clock.run(opening);
    await settle();
    assert.equal(used.at(-1), 'second');
    assert.equal(session.account.kind, 'signedIn');
  });

  it('changed in another window while a key is tried here: the last one that works counts', async () => {
    const secrets = withKey();
    const here = windowOver(secrets);
    const there = windowOver(secrets, here.clock);
    await Promise.all([here.session.ensure(), there.session.ensure()]);
    const refused = here.session.signIn({ keyId: 'third', secret: 'x' }, AbortSignal.abort());
    await there.session.signIn(OTHER);
    await refused;
    await settle();
    assert.equal(here.used.at(-1), 'second');
    await there.session.signOut();
    await settle();
    assert.deepEqual(here.session.account, { kind: 'needsSignIn', why: 'lost' });
  });

  it('that fails while a key is entered, and works again later, does not bring back the key it had', async () => {
    const secrets = withKey('throws');
    const { session, clock, used } = windowOver(secrets);
    await session.ensure();
    assert.deepEqual(await session.signIn(OTHER), { ok: true, stored: false });
    secrets.mischief.clear();
    secrets.tell();
    await clock.advance(200_000);
    assert.equal(session.account.kind, 'signedIn');
    assert.deepEqual(used, [undefined, 'second']);
    secrets.stored.set(PLACE, asText({ keyId: 'third', secret: 'elsewhere-elsewhere' }));
    secrets.tell();
    await settle();
    assert.equal(used.at(-1), 'third', 'what another window enters after that is followed');
  });

  it('that could not keep a new key gives no older one after signing out', async () => {
    const secrets = withKey('hangsWriting');
    const { session, clock } = windowOver(secrets);
    await clock.run(session.signIn(OTHER));
    await clock.run(session.signOut()).catch(() => {});
    await clock.run(session.ensure());
    await settle();
    assert.equal(session.account.kind, 'signedOut');
  });

  it('whatever it does, the session answers, never quotes a key, and never uses one that was signed out', async () => {
    const mischiefs: readonly Mischief[] = [
      'forgets',
      'keeps',
      'throws',
      'hangs',
      'hangsWriting',
      'firesTwice',
      'firesNothing',
    ];
    const step = fc.oneof(
      fc.record({ kind: fc.constant('toggle' as const), which: fc.constantFrom(...mischiefs) }),
      fc.record({
        kind: fc.constantFrom('signIn', 'signOut', 'ensure', 'wake', 'tell', 'elsewhere', 'wait'),
        which: fc.constant('throws' as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const secrets = withKey();
        const { session, clock, used, silent } = windowOver(secrets);
        let out = false;
        for (const { kind, which } of steps) {
          if (kind === 'toggle') {
            if (!secrets.mischief.delete(which)) secrets.mischief.add(which);
          } else if (kind === 'signIn') {
            assert.equal((await clock.run(session.signIn(OTHER))).ok, true);
            assert.equal(session.account.kind, 'signedIn');
            out = false;
          } else if (kind === 'signOut') {
            await clock.run(session.signOut()).catch(() => {});
            assert.equal(session.account.kind, 'signedOut');
            out = true;
          } else if (kind === 'ensure') await clock.run(session.ensure());
          else if (kind === 'wake') secrets.wake();
          else if (kind === 'tell') secrets.tell(PLACE);
          else if (kind === 'elsewhere') {
            secrets.stored.set(PLACE, asText({ keyId: 'elsewhere', secret: 'papaya-papaya' }));
            secrets.tell(PLACE);
            out = false;
          } else await clock.advance(60_000);
          await settle();
          if (out) assert.notEqual(session.account.kind, 'signedIn');
        }
        silent();
        assert.ok(used.length <= 3 * steps.length + 3);
        session.dispose();
      }),
      { numRuns: 500 },
    );
  });
});
