import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import {
  chooseTransport,
  createChosenTransport,
  type TransportCircumstances,
} from '../../../src/exchange/http/choose-transport.ts';
import { toTransportError } from '../../../src/exchange/http/classify.ts';
import {
  TransportError,
  type TransportErrorKind,
  type TransportRequest,
} from '../../../src/exchange/transport.ts';
import { type Answer, FakeTransport } from '../../support/transport.ts';

const never = new AbortController().signal;

const requestTo = (href: string): TransportRequest => ({
  method: 'GET',
  url: new URL(href),
  headers: {},
  body: undefined,
  limits: { connectMs: 1, headersMs: 1, bodyMs: 1, maxReplyBytes: 1 },
});

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

describe('the chosen transport', () => {
  function setUp(
    direct: readonly Answer[],
    editor: readonly Answer[],
    part: Partial<TransportCircumstances> = {},
  ) {
    const transports = { direct: new FakeTransport(direct), editor: new FakeTransport(editor) };
    const lines: string[] = [];
    let loads = 0;
    const chosen = createChosenTransport({
      setting: 'auto',
      editorProxy: undefined,
      editorStrictTls: true,
      env: {},
      ...part,
      direct: () => {
        loads += 1;
        return Promise.resolve(transports.direct);
      },
      editor: () => transports.editor,
      log: { ...silentLog, info: (line) => lines.push(line), warn: (line) => lines.push(line) },
    });
    const send = (href = 'https://x.example/v1') => chosen.send(requestTo(href), never);
    const fails = (kind: TransportErrorKind, href?: string) =>
      assert.rejects(send(href), (cause) => cause instanceof TransportError && cause.kind === kind);
    const counts = () => [transports.direct.sent.length, transports.editor.sent.length];
    return { chosen, send, fails, counts, lines, transports, loads: () => loads };
  }

  it('loads the engine on the first direct request only, once', async () => {
    const { send, loads } = setUp([{}], [{}]);
    assert.equal(loads(), 0);
    await Promise.all([send(), send()]);
    assert.equal(loads(), 1);
    const proxied = setUp([{}], [{}], { editorProxy: 'http://p.example' });
    await proxied.send();
    assert.equal(proxied.loads(), 0);
  });

  for (const kind of ['connect', 'tls'] as const) {
    it(`falls over to the editor when nothing ever got through (${kind}), and stays there`, async () => {
      const { send, counts, lines } = setUp([{ fail: kind }], [{ status: 204 }]);
      assert.equal((await send()).status, 204);
      await send();
      assert.deepEqual(counts(), [1, 2]);
      assert.equal(lines.length, 2);
      assert.match(lines[1] ?? '', /^https:\/\/x\.example: editor/);
    });
  }

  it('a refused certificate is final where the editor would accept any; no connection is not', async () => {
    const refused = setUp([{ fail: 'tls' }], [{}], { editorStrictTls: false });
    await refused.fails('tls');
    assert.deepEqual(refused.counts(), [1, 0]);
    const strict = setUp([{ fail: 'connect' }], [{}], { editorStrictTls: false });
    await strict.send();
    assert.deepEqual(strict.counts(), [1, 1]);
  });

  it('says in the log when the editor was chosen and checks no certificates', async () => {
    const chosen = setUp([{}], [{}], { setting: 'editor', editorStrictTls: false });
    await chosen.send();
    assert.match(chosen.lines.join('\n'), /certificates are not checked/);
    const checked = setUp([{}], [{}], { setting: 'editor' });
    await checked.send();
    assert.doesNotMatch(checked.lines.join('\n'), /certificates/);
  });

  for (const kind of ['reset', 'timeout', 'tooLarge', 'protocol', 'aborted'] as const) {
    it(`does not send again what may have arrived (${kind})`, async () => {
      const { fails, counts } = setUp([{ fail: kind }], [{}]);
      await fails(kind);
      assert.deepEqual(counts(), [1, 0]);
    });
  }

  it('does not send a POST again whose connection lost its way to the host', async () => {
    const { transports } = setUp([], [{}]);
    const cause = Object.assign(new Error('read'), { code: 'EHOSTUNREACH', syscall: 'read' });
    const chosen = createChosenTransport({
      setting: 'auto',
      editorProxy: undefined,
      editorStrictTls: true,
      env: {},
      direct: () =>
        Promise.resolve({
          name: 'direct',
          send: (_, signal) => Promise.reject(toTransportError(cause, signal)),
          dispose: () => {},
        }),
      editor: () => transports.editor,
      log: silentLog,
    });
    const post: TransportRequest = { ...requestTo('https://x.example'), method: 'POST', body: '{}' };
    await assert.rejects(chosen.send(post, never), (error) => error instanceof TransportError);
    assert.equal(transports.editor.sent.length, 0);
  });

  it('does not fall over once a direct connection has worked', async () => {
    const { send, fails, counts } = setUp([{}, { fail: 'connect' }], [{}]);
    await send();
    await fails('connect');
    assert.deepEqual(counts(), [2, 0]);
  });

  it('without any network the editor fails too, and the direct way is tried again later', async () => {
    const { send, fails, counts } = setUp([{ fail: 'connect' }, {}], [{ fail: 'connect' }]);
    await fails('connect');
    await send();
    assert.deepEqual(counts(), [2, 1]);
  });

  it('does not fall over when the setting or loopback says direct', async () => {
    const strict = setUp([{ fail: 'connect' }], [{}], { setting: 'direct' });
    await strict.fails('connect');
    assert.deepEqual(strict.counts(), [1, 0]);
    const local = setUp([{ fail: 'connect' }], [{}]);
    await local.fails('connect', 'http://127.0.0.1:9/');
    assert.deepEqual(local.counts(), [1, 0]);
  });

  it('each origin has its own way, logged once', async () => {
    const { send, counts, lines } = setUp([{ fail: 'connect' }, {}, {}], [{}]);
    await send('https://x.example/a');
    await send('https://y.example/a');
    await send('https://y.example/b');
    assert.deepEqual(counts(), [3, 1]);
    assert.equal(lines.filter((line) => line.startsWith('https://y.example')).length, 1);
  });

  it('an engine that cannot be loaded is an error of this request, and is loaded again for the next', async () => {
    let loads = 0;
    const chosen = createChosenTransport({
      setting: 'direct',
      editorProxy: undefined,
      editorStrictTls: true,
      env: {},
      direct: () => {
        loads += 1;
        return loads === 1
          ? Promise.reject(new Error('no such chunk'))
          : Promise.resolve(new FakeTransport([{}]));
      },
      editor: () => new FakeTransport([{}]),
      log: silentLog,
    });
    await assert.rejects(chosen.send(requestTo('https://x.example'), never), TransportError);
    assert.equal((await chosen.send(requestTo('https://x.example'), never)).status, 200);
  });

  it('disposes what it opened, also what arrives late', async () => {
    const { chosen, send, transports } = setUp([{}], [{}]);
    await send();
    chosen.dispose();
    await Promise.resolve();
    assert.ok(transports.direct.disposed);
    await assert.rejects(send(), (cause) => cause instanceof TransportError && cause.kind === 'aborted');
  });
});
