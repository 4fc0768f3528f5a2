import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type Door, makeLock, openDoor } from '../../support/vscode/door.ts';

const lock = makeLock();

describe('the door to the VS Code of npm start', () => {
  let door: Door;
  let token = '';
  let host = '';
  before(async () => {
    door = await openDoor('127.0.0.1:9', lock);
    const url = new URL(door.url);
    [token, host] = [url.searchParams.get('tkn') ?? '', url.host];
  });
  after(() => door.close());

  it('changes the token for the cookie, and hands the rest of the address on to the server, without the token', async () => {
    const { statusCode, headers } = await ask(`/?tkn=${token}&folder=%2Fa&payload=%5B%5D`);
    assert.equal(statusCode, 302);
    assert.equal(headers.location, 'http://127.0.0.1:9/?folder=%2Fa&payload=%5B%5D');
    assert.deepEqual(headers['set-cookie'], [lock.cookie]);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(
      lock.cookie,
      /^code-server-session-[\da-f]{16}=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    assert.equal(JSON.stringify(headers).includes(token), false);
  });

  it('stays shut for another token, name, method or path, and for what is no address', async () => {
    const right = `/?tkn=${token}`;
    const wrong: readonly (readonly [string, object?])[] = [
      ['/'],
      ['/?tkn='],
      [`/?tkn=${token.slice(0, -1)}`],
      [`/?tkn=${token}0`],
      [`/?tkn=x&tkn=${token}`],
      [`/other?tkn=${token}`],
      [`//evil.example/?tkn=${token}`],
      ['//'],
      ['http://[/'],
      [right, { method: 'POST' }],
      [right, { headers: { host: 'evil.example' } }],
      [right, { headers: { host: host.replace('127.0.0.1', 'localhost') } }],
    ];
    for (const [path, options] of wrong) {
      const { statusCode, headers } = await ask(path, options);
      assert.deepEqual(
        [statusCode, headers['set-cookie'], headers.location],
        [403, undefined, undefined],
        path,
      );
    }
  });

  it('is another one each time', async () => {
    const other = await openDoor('127.0.0.1:9', lock);
    other.close();
    assert.notEqual(new URL(other.url).searchParams.get('tkn'), token);
    assert.notEqual(makeLock().cookie, makeLock().cookie);
  });

  async function ask(path: string, options: object = {}): Promise<IncomingMessage> {
    const asked = request({ host: '127.0.0.1', port: new URL(door.url).port, path, ...options });
    asked.end();
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    reply.resume();
    return reply;
  }
});
