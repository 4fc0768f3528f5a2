import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isLinkText, readLink, readSearchLink, slugsIn } from '../../../src/core/link.ts';
import { isSlug, SLUG_LENGTH } from '../../../src/core/slug.ts';

const read = (path: string, query: string, fragment = '') => readLink({ path, query, fragment });

/** A word of a slug, and a whole one as services make them. */
const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const slug = fc
  .array(word, { minLength: 1, maxLength: 8 })
  .map((words) => words.join('-'))
  .filter((text) => !/^\d+$/.test(text));
const action = fc.constantFrom('openMarket' as const, 'openSettlement' as const, 'openEvent' as const);

describe('links', () => {
  it('name what to open by slug', () => {
    fc.assert(
      fc.property(action, slug, (name, text) => {
        assert.deepEqual(read(`/${name}`, `slug=${text}`), { action: name, slug: text });
      }),
    );
  });

  const paths =
    '|/|openMarket|/openmarket|/openMarket/|/openMarket/../cancelOrder|//openMarket|/cancelOrder|/cancelAllOrders|' +
    '/signIn|/switchConnection|/constructor|/openOrder';
  const queries =
    '|a-b|SLUG=a-b| slug=a-b|slug=a-b&connection=custom|connection=custom&slug=a-b|slug=a-b&slug=c-d|' +
    'slug=a-b;x=1|slug=a-b?x';
  const slugs =
    '|12345|a b|a+b|%61|a-b\n|a-b\u0000|a-b\u202e|а-b|a--b|-a|..|../orders/open|a..b|a/b|a\\b|https://evil.example|' +
    '//evil.example|a@evil.example|<img src>|`$(x)`';
  const long = ['a'.repeat(SLUG_LENGTH + 1), 'a-'.repeat(500_000)];
  const table: readonly (readonly [path: string, query: string])[] = [
    ...paths.split('|').map((path) => [path, 'slug=a-b'] as const),
    ...queries.split('|').map((query) => ['/openMarket', query] as const),
    ...[...slugs.split('|'), ...long].map((text) => ['/openMarket', `slug=${text}`] as const),
  ];
  for (const [path, query] of table) {
    it(`${JSON.stringify(`${path}?${query}`).slice(0, 60)} is not followed`, () =>
      assert.equal(read(path, query), undefined));
  }

  it('with a fragment are not followed', () => {
    assert.equal(read('/openMarket', 'slug=a-b', 'x'), undefined);
  });

  it('of any text lead to one of two panels and a slug, or nowhere', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webPath(), fc.webQueryParameters(), slug);
    const prefixed = fc.oneof(
      text,
      text.map((rest) => `slug=${rest}`),
      text.map((rest) => `/openMarket${rest}`),
    );
    fc.assert(
      fc.property(fc.oneof(prefixed, fc.constant('/openMarket')), prefixed, text, (path, query, fragment) => {
        const link = read(path, query, fragment);
        if (link === undefined) return;
        assert.equal(`${path}?${query}#${fragment}`, `/${link.action}?slug=${link.slug}#`);
        assert.ok(isSlug(link.slug));
        assert.equal(encodeURIComponent(link.slug), link.slug);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of a search have the plain words that people type, and nothing more', () => {
    const search = (query: string, path = '/searchMarkets', fragment = '') =>
      readSearchLink({ path, query, fragment });
    for (const text of ['live', 'over 47.5', 'Bell’s −3.5', 'mañana', '猎鹰', 'x'.repeat(100)]) {
      assert.equal(search(`text=${text}`), text);
      assert.equal(read('/searchMarkets', `text=${text}`), undefined);
    }
    for (const text of [
      '',
      ' live',
      'live ',
      'x'.repeat(101),
      'a&b',
      'a%20b',
      'a\nb',
      'a\u202eb',
      '$(zap)',
      '<b>',
      '/x',
      'a:b',
    ])
      assert.equal(search(`text=${text}`), undefined, JSON.stringify(text));
    for (const [query, path, fragment] of [
      ['live'],
      ['TEXT=live'],
      ['slug=live'],
      ['text=live&slug=a-b'],
      ['text=live', '/searchmarkets'],
      ['text=live', '/cancelOrder'],
      ['text=live', '/searchMarkets', 'x'],
    ] as const)
      assert.equal(search(query, path, fragment), undefined, query);
    const words = fc.string({ unit: 'binary', maxLength: 4 });
    fc.assert(fc.property(words, (text) => !isLinkText(text) || !/[^\p{L}\p{M}\p{N} .,'’+−-]/u.test(text)));
  });

  it('one character too many anywhere is noticed', () => {
    const stray = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((c) => !/[a-z0-9._-]/i.test(c));
    fc.assert(
      fc.property(slug, stray, fc.nat(), (text, character, at) => {
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + character + text.slice(place);
        assert.equal(read('/openMarket', `slug=${broken}`), undefined);
      }),
    );
  });
});

describe('slugsIn', () => {
  for (const [text, slugs] of [
    ['aec-nba-lal-bos-2026-11-20', ['aec-nba-lal-bos-2026-11-20']],
    ['"aec-nba-lal-bos", `tc-rain-nyc-78.5`.', ['aec-nba-lal-bos', 'tc-rain-nyc-78.5']],
    ['vscode://prediction-markets.prediction-markets/openMarket?slug=aec-a', ['aec-a']],
    ['https://x.example/event/nba-lal-bos?tab=1#top', ['nba-lal-bos']],
    ['[a market](https://x.example/market/one/)', ['one']],
    ['a-b-c a-b-c', ['a-b-c']],
    ['a well-known word, 12345, https://x.example/, a--b-c', []],
  ] as const) {
    it(`finds ${slugs.join(' and ') || 'none'} in ${text}`, () => assert.deepEqual(slugsIn(text), slugs));
  }
});
