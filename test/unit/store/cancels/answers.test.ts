import assert from 'node:assert/strict';
import type { Answer } from '../../../support/transport.ts';
import { clientRig } from './cancel-rig.ts';

const BATCH = '/v1/orders/batched/cancel';
const paths = (posts: readonly { readonly path: string }[]): readonly string[] =>
  posts.map(({ path }) => path);

describe('what the service says to a cancel', () => {
  it('that it took a batch, without the id of one order: that one is not accepted', async () => {
    for (const named of [['A'], [], undefined]) {
      const { cancelAll, folder } = await clientRig(['A', 'B'], (_, __, states) => {
        states.set('A', 'CANCELED');
        return { json: named === undefined ? {} : { canceledOrderIds: named } };
      });
      assert.deepEqual(await cancelAll(), ['cancelled', 'unknown']);
      const [first, second] = folder.stories;
      assert.equal(first, `requested sent ${named?.includes('A') ? 'accepted' : 'unknown'} cancelled`);
      assert.match(second ?? '', /^requested sent unknown/);
    }
  });

  const REFUSALS: readonly (readonly [name: string, answer: Answer])[] = [
    ['400 about one order', { status: 400, json: { code: 9, message: 'order C is filled' } }],
    ['404 about one order', { status: 404, json: { code: 5, message: 'order C not found' } }],
    ['404 about a resource', { status: 404, json: { message: 'The requested resource was not found.' } }],
    ['422 about one order', { status: 422, json: { message: 'order C: wrong market' } }],
    ['501 about one order', { status: 501, json: { code: 12, message: 'C cannot be cancelled yet' } }],
    ['404 with a page', { status: 404, text: '<html>no route</html>' }],
    ['501 with a page', { status: 501, text: '<html>not implemented</html>' }],
    ['404 in the plain text of a router', { status: 404, text: '404 page not found' }],
    ['405 in the words of a router', { status: 405, json: { code: 12, message: 'Method Not Allowed' } }],
  ];
  for (const [name, answer] of REFUSALS) {
    it(`${name}, to a batch: each order has the outcome it reads, and none goes out again`, async () => {
      const { cancelAll, posts, clock, states, folder } = await clientRig(
        ['A', 'B', 'C', 'D'],
        (_, __, found) => {
          found.set('A', 'CANCELED');
          // Taken too, but the record of the order lags behind.
          clock.setTimeout(() => found.set('B', 'CANCELED'), 4_000);
          found.set('C', 'FILLED');
          return answer;
        },
      );
      assert.deepEqual(await cancelAll(), ['cancelled', 'cancelled', 'filled', 'unknown']);
      assert.deepEqual(folder.states, ['cancelled', 'cancelled', 'filled', 'unknown']);
      assert.deepEqual(paths(posts), [BATCH]);
      states.set('D', 'CANCELED');
      await clock.advance(600_000);
      assert.deepEqual(folder.states, ['cancelled', 'cancelled', 'filled', 'cancelled']);
      assert.deepEqual(paths(posts), [BATCH]);
    });

    it(`${name}, to a batch: it does not keep the others from being cancelled for good`, async () => {
      const { cancelAll, posts, clock } = await clientRig(['A', 'B', 'C'], ({ path }, _, states) => {
        if (path === BATCH || path.includes('/C/')) return answer;
        states.set(path.split('/')[3] ?? '', 'CANCELED');
        return { json: {} };
      });
      assert.deepEqual(await cancelAll(), ['unknown', 'unknown', 'unknown']);
      const singles = ['/v1/order/A/cancel', '/v1/order/B/cancel', '/v1/order/C/cancel'];
      const kinds = await cancelAll(['A', 'B', 'C']);
      assert.deepEqual(kinds.slice(0, 2), ['cancelled', 'cancelled']);
      assert.deepEqual(paths(posts), [BATCH, ...singles]);
      await clock.advance(600_000);
      assert.deepEqual(paths(posts), [BATCH, ...singles]);
    });
  }

  for (const [status, message] of [
    [401, 'no such key'],
    [429, 'Too Many Requests'],
  ] as const) {
    it(`${status} to a batch: nothing was looked at, so nothing was done`, async () => {
      const { cancelAll, posts } = await clientRig(['A', 'B'], () => ({ status, json: { status, message } }));
      assert.deepEqual(await cancelAll(), ['rejected', 'rejected']);
      assert.deepEqual(paths(posts), [BATCH]);
    });
  }

  for (const status of [301, 303, 304, 308, 499]) {
    it(`${status}: no refusal, so the order is read until its state is known`, async () => {
      const { clock, cancelAll, posts } = await clientRig(['A'], (_, __, states) => {
        clock.setTimeout(() => states.set('A', 'CANCELED'), 3_000);
        return { status };
      });
      assert.deepEqual(await cancelAll(), ['cancelled']);
      assert.deepEqual(paths(posts), ['/v1/order/A/cancel']);
    });
  }

  for (const dialect of ['seed', 'current'] as const)
    it(`no batch is tried out at an address somebody typed in, ${dialect} dialect`, async () => {
      const { cancelAll, posts } = await clientRig(['A', 'B'], () => undefined, { id: 'custom', dialect });
      assert.deepEqual(await cancelAll(), ['cancelled', 'cancelled']);
      assert.deepEqual(paths(posts), ['/v1/order/A/cancel', '/v1/order/B/cancel']);
    });
});
