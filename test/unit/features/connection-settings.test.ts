import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { VIEW_NAMES } from '../../../src/features/ids.ts';
import { VirtualClock } from '../../support/clock.ts';
import { type ExtensionWindow, openWindow } from '../../support/editor/open-window.ts';
import { scriptedWindow } from './scripted-window.ts';

describe('settings of a connection', () => {
  let clock: VirtualClock;
  let window: ExtensionWindow;
  let used: string[];

  beforeEach(async () => {
    clock = new VirtualClock();
    const credentials = { keyId: 'a key', secret: 'quince' };
    window = await openWindow({ clock, url: 'http://127.0.0.1:9', credentials, dialect: 'seed' });
    used = [];
    const { session } = window.services;
    session.onDidChange(() => {
      const { publicUrl, auth, dialect } = session.profile;
      const now = `${publicUrl} ${auth} ${dialect}`;
      if (used.at(-1) !== now) used.push(now);
    });
  });

  afterEach(() => window.dispose());

  const write = async (each: () => Promise<void> = async () => {}): Promise<void> => {
    const { config } = window.services;
    await config.set('custom.publicUrl', 'http://127.0.0.1:10');
    await each();
    await config.set('custom.auth', 'bearer');
    await each();
    await config.set('custom.wire', 'current');
  };

  for (const [connection, mark] of [
    ['demo', 'DEMO'],
    ['polymarketUS', 'Polymarket US'],
    ['custom', '127.0.0.1:9'],
  ] as const)
    it(`name ${connection} first in every view`, async () => {
      await window.services.config.set('connection', connection);
      await clock.advance(300);
      for (const name of VIEW_NAMES) {
        assert.equal(window.content(name).description[0], mark, name);
      }
    });

  it('count together once they stand, however another window writes them', async () => {
    await write();
    await clock.advance(299);
    assert.deepEqual(used, []);
    await clock.advance(1);
    assert.deepEqual(used, ['http://127.0.0.1:10 bearer current']);
  });

  it('count at once when this window has written them, and never in between, however slowly', async () => {
    await window.services.connection.change(() => write(() => clock.advance(5_000)));
    assert.deepEqual(used, ['http://127.0.0.1:10 bearer current']);
    await clock.advance(5_000);
    assert.equal(used.length, 1);
  });

  it('count at once also where another window wrote the first of them just before', async () => {
    const { config } = window.services;
    await config.set('custom.publicUrl', 'http://127.0.0.1:11');
    await clock.advance(200);
    await window.services.connection.change(() => write(() => clock.advance(5_000)));
    assert.deepEqual(used, ['http://127.0.0.1:10 bearer current']);
  });

  it('count as far as they were written when writing them failed, and say so', async () => {
    const failing = write(() => Promise.reject(new Error('read-only')));
    await assert.rejects(
      window.services.connection.change(() => failing),
      /read-only/,
    );
    assert.deepEqual(used, ['http://127.0.0.1:10 ed25519 seed']);
  });

  it('that are chosen and not written are said not to be, with what is in use', async () => {
    const { switchConnection } = await import('../../../src/features/connection/switch-connection.ts');
    const person = scriptedWindow();
    const { services } = window;
    const config = { ...services.config, set: () => Promise.reject(new Error('invalid')) };
    assert.equal(await switchConnection({ ...services, config }, { to: 'demo' }), false);
    assert.deepEqual(person.progress, ['Switching the connection…']);
    assert.match(person.asked[0]?.message ?? '', /could not be saved, so 127\.0\.0\.1:9 stays in use/);
    assert.equal(person.asked.length, 1);
    assert.deepEqual(used, []);
  });
});
