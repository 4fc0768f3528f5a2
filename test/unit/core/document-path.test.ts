import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ACCOUNT_DOCUMENTS,
  type DocumentName,
  documentPath,
  readDocumentLink,
  readDocumentPath,
} from '../../../src/core/document-path.ts';

const link = (query: string, path = '/openDocument', fragment = '') =>
  readDocumentLink({ path, query, fragment });

describe('paths of documents', () => {
  it('are read as they are written, one step whatever the key is', () => {
    const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    const name = fc.oneof(
      fc.constantFrom<DocumentName>(...ACCOUNT_DOCUMENTS),
      fc.record({ kind: fc.constant('market' as const), key, format: fc.constantFrom('md', 'json') }),
      fc.record({ kind: fc.constant('event' as const), key, format: fc.constant('md' as const) }),
      fc.record({ kind: fc.constant('order' as const), key, format: fc.constant('json' as const) }),
    ) as fc.Arbitrary<DocumentName>;
    fc.assert(
      fc.property(name, (given) => {
        const path = documentPath(given);
        assert.deepEqual(readDocumentPath(path), { ...given });
        assert.match(path, /^(?:\/[a-z]+){0,1}\/[^/\\?#\s]+$/);
      }),
    );
  });

  it('of half a letter, which may have been typed, are paths too', () => {
    assert.equal(documentPath({ kind: 'order', key: 'A\ud800', format: 'json' }), '/order/A%EF%BF%BD.json');
  });

  for (const path of [
    '',
    '/',
    '/positions',
    '/positions.txt',
    '/Positions.md',
    '/orders.csv',
    '/market',
    '/market/a-b.csv',
    '/market/a/b.md',
    '/event/a-b.json',
    '/order/%zz.json',
    '/order/a.md',
    '/secrets/a.json',
    '/constructor/a.json',
    '/../positions.md',
  ])
    it(`${path} is none`, () => assert.equal(readDocumentPath(path), undefined));
});

describe('links to documents', () => {
  it('open a market, an event or the positions for reading', () => {
    assert.deepEqual(link('path=positions.md'), { kind: 'positions', format: 'md' });
    assert.deepEqual(link('path=market/a-b-c.json'), { kind: 'market', key: 'a-b-c', format: 'json' });
    assert.deepEqual(link('path=event/a-b-c.md'), { kind: 'event', key: 'a-b-c', format: 'md' });
  });

  for (const query of [
    'path=',
    'path=/positions.md',
    'path=positions.md&x=1',
    'slug=positions.md',
    'path=market/a%2Fb.md',
    'path=market/%3Cimg%3E.md',
    'path=positions.csv',
    'path=positions.json',
    'path=orders.json',
    'path=activity.csv',
    'path=cancellations.jsonl',
    'path=order/A1.json',
  ])
    it(`?${query} is not followed`, () => assert.equal(link(query), undefined));

  it('of another path or with a fragment are not followed', () => {
    assert.equal(link('path=positions.md', '/openMarket'), undefined);
    assert.equal(link('path=positions.md', '/openDocument', 'x'), undefined);
  });
});
