import assert from 'node:assert/strict';
import { chooseTransport, type TransportCircumstances } from '../../../src/exchange/http/choose-transport.ts';

describe('choosing the transport', () => {
  const proxy = 'http://user:pass-word@proxy.example:3128';
  const table: readonly [
    name: string,
    url: string,
    part: Partial<TransportCircumstances>,
    via: 'direct' | 'editor',
    fallback: boolean,
  ][] = [
    ['nothing configured', 'https://x.example', {}, 'direct', true],
    [
      'the setting direct, with a proxy',
      'https://x.example',
      { setting: 'direct', editorProxy: proxy },
      'direct',
      false,
    ],
    ['the setting editor', 'https://x.example', { setting: 'editor' }, 'editor', false],
    ['http.proxy', 'https://x.example', { editorProxy: proxy }, 'editor', false],
    ['http.proxy of blanks', 'https://x.example', { editorProxy: '  ' }, 'direct', true],
    ['HTTPS_PROXY for https', 'https://x.example', { env: { HTTPS_PROXY: proxy } }, 'editor', false],
    ['https_proxy for https', 'https://x.example', { env: { https_proxy: proxy } }, 'editor', false],
    ['HTTP_PROXY is not for https', 'https://x.example', { env: { HTTP_PROXY: proxy } }, 'direct', true],
    ['ALL_PROXY', 'https://x.example', { env: { ALL_PROXY: proxy } }, 'editor', false],
    [
      'an empty lower-case spelling does not hide the other',
      'https://x.example',
      { env: { https_proxy: '', ALL_PROXY: proxy } },
      'editor',
      false,
    ],
    [
      'NO_PROXY host',
      'https://x.example',
      { env: { ALL_PROXY: proxy, NO_PROXY: 'y.example, x.example' } },
      'direct',
      true,
    ],
    [
      'NO_PROXY domain',
      'https://a.x.example',
      { env: { ALL_PROXY: proxy, NO_PROXY: '.x.example' } },
      'direct',
      true,
    ],
    [
      'NO_PROXY bare domain',
      'https://a.x.example',
      { env: { ALL_PROXY: proxy, no_proxy: 'X.EXAMPLE' } },
      'direct',
      true,
    ],
    [
      'NO_PROXY star domain',
      'https://a.x.example',
      { env: { ALL_PROXY: proxy, NO_PROXY: '*.x.example' } },
      'direct',
      true,
    ],
    ['NO_PROXY star', 'https://x.example', { env: { ALL_PROXY: proxy, NO_PROXY: '*' } }, 'direct', true],
    [
      'NO_PROXY with the port',
      'https://x.example',
      { env: { ALL_PROXY: proxy, NO_PROXY: 'x.example:443' } },
      'direct',
      true,
    ],
    [
      'NO_PROXY with another port',
      'https://x.example',
      { env: { ALL_PROXY: proxy, NO_PROXY: 'x.example:80' } },
      'editor',
      false,
    ],
    [
      'NO_PROXY of a name that only ends alike',
      'https://foox.example',
      { env: { ALL_PROXY: proxy, NO_PROXY: 'x.example' } },
      'editor',
      false,
    ],
    [
      'loopback, with every proxy there is',
      'http://127.0.0.1:9',
      { editorProxy: proxy, env: { ALL_PROXY: proxy } },
      'direct',
      false,
    ],
    ['localhost', 'http://localhost:9', { editorProxy: proxy }, 'direct', false],
    ['[::1]', 'http://[::1]:9', { editorProxy: proxy }, 'direct', false],
  ];
  for (const [name, url, part, via, fallback] of table) {
    it(`${name}: ${via}${fallback ? ', editor in need' : ''}`, () => {
      const circumstances = {
        setting: 'auto',
        editorProxy: undefined,
        editorStrictTls: true,
        env: {},
        ...part,
      } as const;
      const choice = chooseTransport(new URL(url), circumstances);
      assert.equal(choice.via, via);
      assert.equal(choice.fallback, fallback);
      assert.ok(choice.reason.length > 0 && !choice.reason.includes('pass-word'), choice.reason);
    });
  }
});
