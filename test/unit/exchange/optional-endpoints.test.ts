import assert from 'node:assert/strict';
import { ExchangeError } from '../../../src/exchange/errors.ts';
import {
  createOptionalEndpoints,
  type OptionalEndpoints,
} from '../../../src/exchange/service/optional-endpoints.ts';
import { VirtualClock } from '../../support/clock.ts';

const status = (code: number) => () =>
  Promise.reject(
    new ExchangeError(code === 404 ? 'notFound' : 'server', 'Scripted.', { status: code, requestId: 'r' }),
  );
const fine = () => Promise.resolve('fine');

async function codeOf(work: Promise<unknown>): Promise<string> {
  const cause: unknown = await work.then(
    () => 'fine',
    (reason: unknown) => reason,
  );
  return cause instanceof ExchangeError ? cause.code : String(cause);
}

describe('endpoints a service may lack', () => {
  let optional: OptionalEndpoints;
  let clock: VirtualClock;
  beforeEach(() => {
    clock = new VirtualClock();
    optional = createOptionalEndpoints(clock);
  });

  for (const code of [404, 501]) {
    it(`a list answered with ${code} is not offered, and is not asked for again`, async () => {
      assert.equal(await codeOf(optional.use('events', undefined, status(code))), 'unsupported');
      assert.equal(optional.supports('events'), 'no');
      let asked = false;
      const again = optional.use('events', undefined, () => {
        asked = true;
        return fine();
      });
      assert.equal(await codeOf(again), 'unsupported');
      assert.ok(!asked);
    });
  }

  it('a list that was missing for a moment is asked for again after ten minutes', async () => {
    await codeOf(optional.use('events', undefined, status(404)));
    await clock.advance(599_999);
    assert.equal(optional.supports('events'), 'no');
    assert.equal(await codeOf(optional.use('events', undefined, fine)), 'unsupported');
    await clock.advance(1);
    assert.equal(optional.supports('events'), 'unknown');
    assert.equal(await codeOf(optional.use('events', undefined, fine)), 'fine');
    assert.equal(optional.supports('events'), 'yes');
  });

  it('other errors say nothing about the feature', async () => {
    for (const code of [400, 401, 403, 429, 500, 503]) {
      assert.notEqual(await codeOf(optional.use('events', undefined, status(code))), 'unsupported');
    }
    await assert.rejects(
      optional.use('events', undefined, () => Promise.reject(new TypeError('a bug'))),
      TypeError,
    );
    assert.equal(optional.supports('events'), 'unknown');
  });

  it('an item nobody knows is just that; three different ones and never a known one are the endpoint', async () => {
    const ask = (item: string) => codeOf(optional.use('book', item, status(404)));
    assert.deepEqual([await ask('a'), await ask('b'), await ask('a')], ['notFound', 'notFound', 'notFound']);
    assert.equal(optional.supports('book'), 'unknown');
    assert.equal(await ask('c'), 'unsupported');
    assert.equal(optional.supports('book'), 'no');
  });

  it('an item endpoint that worked once is never lost to 404s, but to 501', async () => {
    await optional.use('book', 'known', fine);
    for (const item of ['a', 'b', 'c', 'd'])
      assert.equal(await codeOf(optional.use('book', item, status(404))), 'notFound');
    assert.equal(await codeOf(optional.use('book', 'e', status(501))), 'unsupported');
  });
});
