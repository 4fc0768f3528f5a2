import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Log } from '../../../src/base/log.ts';
import type { Credentials } from '../../../src/exchange/profile.ts';
import { createCredentialStore } from '../../../src/features/connection/credentials.ts';
import { OrdersStore } from '../../../src/store/account/orders.ts';
import { CancelService } from '../../../src/store/cancels/service.ts';
import { Session } from '../../../src/store/session/session.ts';
import { settle, VirtualClock } from '../../support/clock.ts';
import { EvilSecrets, type Mischief } from '../../support/evil-secrets.ts';
import { FakeExchange } from '../../support/fake-exchange.ts';
import { cancelLog, MemoryLogFolder } from '../../support/memory-log.ts';
import { KEY, order, PROFILE } from '../store/values.ts';

const BEARER = { ...PROFILE, auth: 'bearer' } as const;
const TOKEN = { keyId: '', secret: 'guava-guava-guava' };
const OTHER = { keyId: '', secret: 'mango-mango-mango' };
const PLACE = 'credentials:custom:https://desk.example';
const asText = (key: Credentials & { readonly mark?: string }): string =>
  JSON.stringify({ ...key, scheme: 'bearer' });

function windowOver(secrets: EvilSecrets, clock = new VirtualClock(), profile: typeof PROFILE = BEARER) {
  const said: unknown[] = [];
  const say = (...words: readonly unknown[]): void => {
    said.push(...words);
  };
  const log: Log = { trace: say, debug: say, info: say, warn: say, error: say };
  const used: (string | undefined)[] = [];
  const session = new Session({
    profile,
    credentials: createCredentialStore(secrets),
    clock,
    log,
    factory: async (_profile, credentials) => {
      used.push(credentials?.secret);
      const exchange = new FakeExchange();
      exchange.now = () => clock.now();
      exchange.orders_.set('A1', order('A1'));
      return exchange;
    },
  });
  const signIn = (key: Credentials) => clock.run(session.signIn(key));
  return { session, clock, used, said, signIn };
}

function storedMark(secrets: EvilSecrets): unknown {
  return (JSON.parse(secrets.stored.get(PLACE) ?? '{}') as { mark?: unknown }).mark;
}

async function calm(clock: VirtualClock, secrets: EvilSecrets): Promise<void> {
  secrets.mischief.clear();
  secrets.wake();
  await settle();
  secrets.tell(PLACE);
  await clock.advance(200_000);
  await settle();
}

describe('the mark of an account whose key has no id', () => {
  it('is 128 random bits made at the sign-in, stored beside the token and nowhere else', async () => {
    const marks = new Set<unknown>();
    for (let time = 0; time < 20; time += 1) {
      const secrets = new EvilSecrets();
      const { session, signIn, said } = windowOver(secrets);
      assert.deepEqual(await signIn(TOKEN), { ok: true, stored: true });
      const mark = String(storedMark(secrets));
      assert.match(mark, /^[0-9a-f]{32}$/);
      assert.equal(session.accountMark, `\n${mark}`);
      assert.ok(!inspect(said).includes(mark));
      marks.add(mark);
    }
    assert.equal(marks.size, 20, 'the same token gives another mark each time');
  });

  it('stays when the same token is entered again, and changes for another token or after signing out', async () => {
    const secrets = new EvilSecrets();
    const { session, signIn } = windowOver(secrets);
    await signIn(TOKEN);
    const first = session.accountMark;
    await signIn(TOKEN);
    assert.equal(session.accountMark, first);
    await signIn(OTHER);
    const second = session.accountMark;
    assert.notEqual(second, first);
    await session.signOut();
    await signIn(OTHER);
    assert.notEqual(session.accountMark, second);
    assert.equal(session.accountMark, `\n${String(storedMark(secrets))}`);
  });

  it('stays where the storage has the token and this window has not read it yet', async () => {
    const secrets = new EvilSecrets();
    const mark = 'ab'.repeat(16);
    secrets.stored.set(PLACE, asText({ ...TOKEN, mark }));
    const { session, signIn } = windowOver(secrets);
    await signIn(TOKEN);
    assert.equal(session.accountMark, `\n${mark}`);
  });

  it('is absent for a key that has an id', async () => {
    const secrets = new EvilSecrets();
    const { session, signIn } = windowOver(secrets, new VirtualClock(), PROFILE);
    await signIn(KEY);
    assert.equal(storedMark(secrets), undefined);
    assert.equal(session.accountMark, KEY.keyId);
  });

  it('is absent where the token was stored without one: it signs in, and all windows agree', async () => {
    const secrets = new EvilSecrets();
    secrets.stored.set(PLACE, asText(TOKEN));
    const here = windowOver(secrets);
    const there = windowOver(secrets, here.clock);
    await Promise.all([here.session.ensure(), there.session.ensure()]);
    assert.deepEqual([here.used, there.used], [[TOKEN.secret], [TOKEN.secret]]);
    assert.deepEqual([here.session.accountMark, there.session.accountMark], ['', '']);
    assert.ok(!secrets.calls.includes('store'), 'reading writes nothing');
    await here.signIn(TOKEN);
    await settle();
    assert.deepEqual([here.session.accountMark, there.session.accountMark], ['', '']);
    await here.signIn(OTHER);
    await settle();
    assert.equal(there.session.accountMark, here.session.accountMark);
    assert.notEqual(here.session.accountMark, '');
  });

  it('that is damaged counts as none, and the token is good all the same', async () => {
    for (const mark of ['', 'x', 7, null, {}, 'AB'.repeat(16), `${'ab'.repeat(16)}\n`]) {
      const secrets = new EvilSecrets();
      secrets.stored.set(PLACE, JSON.stringify({ ...TOKEN, scheme: 'bearer', mark }));
      const { session } = windowOver(secrets);
      await session.ensure();
      assert.deepEqual([session.account.kind, session.accountMark], ['signedIn', ''], inspect(mark));
    }
  });

  it('is one for two windows that sign in at once', async () => {
    for (const mischief of [[], ['firesTwice'], ['hangsWriting'], ['hangs']] as const) {
      const secrets = new EvilSecrets(...mischief);
      const here = windowOver(secrets);
      const there = windowOver(secrets, here.clock);
      const both = [here.session.signIn(TOKEN), there.session.signIn(TOKEN)];
      await settle();
      secrets.wake();
      await here.clock.run(Promise.all(both));
      await settle();
      assert.match(here.session.accountMark, /^\n[0-9a-f]{32}$/);
      assert.equal(there.session.accountMark, here.session.accountMark, mischief.join());
      assert.equal(here.session.accountMark, `\n${String(storedMark(secrets))}`);
    }
  });

  it('lasts as long as the token where it cannot be stored', async () => {
    for (const mischief of ['forgets', 'throws', 'hangsWriting', 'hangs'] as const) {
      const { session, signIn } = windowOver(new EvilSecrets(mischief));
      assert.deepEqual(await signIn(TOKEN), { ok: true, stored: false });
      const first = session.accountMark;
      assert.match(first, /^\n[0-9a-f]{32}$/, mischief);
      await signIn(TOKEN);
      assert.equal(session.accountMark, first, mischief);
      await signIn(OTHER);
      assert.notEqual(session.accountMark, first, mischief);
    }
  });

  it('is the one that stands once a storage that failed can be read again', async () => {
    const secrets = new EvilSecrets('throws');
    secrets.stored.set(PLACE, asText({ ...TOKEN, mark: 'ab'.repeat(16) }));
    const { session, signIn, clock } = windowOver(secrets);
    await signIn(TOKEN);
    assert.notEqual(session.accountMark, `\n${'ab'.repeat(16)}`);
    await calm(clock, secrets);
    assert.equal(session.account.kind, 'signedIn');
    assert.equal(session.accountMark, `\n${'ab'.repeat(16)}`);
  });

  for (const key of [TOKEN, OTHER]) {
    it(`follows a sign-in elsewhere after signing out here, with ${key === TOKEN ? 'the same' : 'another'} token`, async () => {
      for (const mischief of [[], ['firesTwice']] as const) {
        const secrets = new EvilSecrets(...mischief);
        const here = windowOver(secrets);
        const there = windowOver(secrets, here.clock);
        await Promise.all([here.session.ensure(), there.session.ensure()]);
        await here.signIn(TOKEN);
        await calm(here.clock, secrets);
        const before = here.session.accountMark;
        await here.session.signOut();
        await calm(here.clock, secrets);
        await Promise.all([here.session.ensure(), there.session.ensure()]);
        await there.signIn(key);
        await calm(here.clock, secrets);
        assert.deepEqual([here.session.account.kind, here.used.at(-1)], ['signedIn', key.secret]);
        assert.equal(here.session.accountMark, there.session.accountMark);
        // Where the other window was signed out by this one, it knows the account it had.
        if (key === OTHER) assert.notEqual(here.session.accountMark, before);
      }
    });
  }

  it('stays where the storage lost the token and the same one is entered again, not another', async () => {
    for (const key of [TOKEN, OTHER]) {
      const secrets = new EvilSecrets();
      const { session, signIn, clock } = windowOver(secrets);
      await signIn(TOKEN);
      const first = session.accountMark;
      secrets.stored.clear();
      await calm(clock, secrets);
      assert.equal(session.account.kind, 'needsSignIn');
      await signIn(key);
      assert.equal(session.accountMark === first, key === TOKEN);
      await session.signOut();
      await signIn(TOKEN);
      assert.notEqual(session.accountMark, first);
    }
  });

  it('whatever the storage does, windows with one token end up with one mark once it is well', async () => {
    const mischiefs: readonly Mischief[] = ['forgets', 'throws', 'hangs', 'hangsWriting', 'firesTwice'];
    const step = fc.record({
      kind: fc.constantFrom('signIn', 'signIn', 'signOut', 'toggle', 'wake', 'wait', 'atOnce'),
      which: fc.constantFrom(...mischiefs),
      key: fc.constantFrom(TOKEN, TOKEN, OTHER),
      window: fc.constantFrom(0, 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const secrets = new EvilSecrets();
        const first = windowOver(secrets);
        const windows = [first, windowOver(secrets, first.clock)];
        const { clock } = first;
        for (const { kind, which, key, window } of steps) {
          const { session } = windows[window] ?? first;
          if (kind === 'toggle' && !secrets.mischief.delete(which)) secrets.mischief.add(which);
          else if (kind === 'signIn') await clock.run(session.signIn(key));
          else if (kind === 'atOnce')
            await clock.run(Promise.all(windows.map((one) => one.session.signIn(key))));
          else if (kind === 'signOut') await clock.run(session.signOut().catch(() => {}));
          else if (kind === 'wake') secrets.wake();
          else await clock.advance(60_000);
          await settle();
        }
        await calm(clock, secrets);
        const text = secrets.stored.get(PLACE);
        for (const { session, used, said } of windows) {
          const isStored = text?.includes(used.at(-1) ?? '-') === true;
          if (session.account.kind === 'signedIn' && isStored)
            assert.equal(session.accountMark, `\n${String(storedMark(secrets))}`);
          assert.doesNotMatch(inspect(said, { depth: 9 }), /guava|mango/);
          session.dispose();
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the cancellation log of an account whose key has no id', () => {
  it('is the same, byte by byte, whatever the token is', async () => {
    const texts: string[] = [];
    for (const { secret } of [TOKEN, OTHER]) {
      const secrets = new EvilSecrets();
      secrets.stored.set(PLACE, asText({ keyId: '', secret, mark: 'cd'.repeat(16) }));
      const { session, clock } = windowOver(secrets);
      const orders = new OrdersStore(session);
      await orders.load();
      const folder = new MemoryLogFolder(clock);
      const cancels = new CancelService(
        session,
        orders,
        cancelLog(clock, folder, () => 0.25),
      );
      await clock.run(cancels.cancel([order('A1')]));
      await settle();
      texts.push([...folder.files.keys(), folder.text].join('\n'));
    }
    assert.match(texts[0] ?? '', /cancelled/);
    assert.equal(texts[0], texts[1]);
  });
});
