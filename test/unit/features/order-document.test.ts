import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { RawReply } from '../../../src/core/raw-reply.ts';
import type { Services } from '../../../src/features/services.ts';
import { aContext } from '../../support/view.ts';

/** Documents over a service that answers every order alike. */
async function rig(answer: () => RawReply) {
  const asked: string[] = [];
  let isHidden = false;
  const exchange = {
    raw: async ({ id }: { readonly id: string }) => {
      asked.push(id);
      return answer();
    },
  };
  const { readOrderDocument } = await import('../../../src/features/documents/order-document.ts');
  const services = {
    session: { ensure: async () => exchange },
    view: () => aContext({ hideAmounts: isHidden }),
  } as unknown as Services;
  return {
    asked,
    read: (id: string) => readOrderDocument(services, id),
    hide: () => {
      isHidden = true;
    },
  };
}

describe('documents of orders', () => {
  const fails = (): RawReply => {
    throw new Error('It is not there.');
  };

  it('say what went wrong, whatever the id is', async () => {
    const { asked, read } = await rig(fails);
    const draw = await read('A-1');
    assert.match(JSON.parse(draw()).error, /^Order A-1 could not be read/);
    assert.deepEqual(asked, ['A-1']);
  });

  it('have no address in them that the editor would make a link of', async () => {
    const { read } = await rig(fails);
    const text = (await read('https://evil.invalid/x'))();
    assert.doesNotMatch(text, /:\/\//);
    assert.match(text, /Order evil\.invalid\/x/);
  });

  it('hide amounts as soon as they are to be hidden, without another request', async () => {
    const json = { order: { id: 'A-1', quantity: '120' } };
    const { asked, read, hide } = await rig(() => ({
      request: 'GET /v1/order/A-1',
      part: undefined,
      receivedAt: 0,
      requestId: undefined,
      isOwn: true,
      json,
      unread: new Set(),
      value: undefined,
    }));
    const draw = await read('A-1');
    assert.match(draw(), /"120"/);
    hide();
    assert.doesNotMatch(draw(), /120/);
    assert.deepEqual(asked, ['A-1']);
  });
});
