import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import {
  chooseTransport,
  createChosenTransport,
  networkFacts,
  type TransportCircumstances,
} from '../../../src/exchange/http/choose-transport.ts';
import {
  TransportError,
  type TransportErrorKind,
  type TransportRequest,
} from '../../../src/exchange/transport.ts';
import { type Answer, FakeTransport } from '../../support/transport.ts';

const PLAIN = { setting: 'auto', editorProxy: undefined, editorStrictTls: true, env: {} } as const;
const PROXY = 'http://user:pass-word@proxy.example:3128';

describe('chooseTransport', () => {
  type Way = 'direct' | 'editor' | 'direct, editor in need';
  const hosts: readonly [name: string, url: string, part: Partial<TransportCircumstances>, way: Way][] = [
    ['nothing configured', 'https://x.example', {}, 'direct, editor in need'],
    ['direct beats a proxy', 'https://x.example', { setting: 'direct', editorProxy: PROXY }, 'direct'],
    ['the setting editor', 'https://x.example', { setting: 'editor' }, 'editor'],
    ['http.proxy', 'https://x.example', { editorProxy: PROXY }, 'editor'],
    ['http.proxy of blanks', 'https://x.example', { editorProxy: '  ' }, 'direct, editor in need'],
    [
      'an editor that checks no certificate',
      'https://x.example',
      { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
      'direct',
    ],
    ['loopback', 'http://127.0.0.1:9', { editorProxy: PROXY, env: { ALL_PROXY: PROXY } }, 'direct'],
    ['localhost', 'http://localhost:9', { editorProxy: PROXY }, 'direct'],
    ['[::1]', 'http://[::1]:9', { editorProxy: PROXY }, 'direct'],
  ];
  /** Of https://a.x.example. */
  const environments: readonly [env: Readonly<Record<string, string>>, way: Way][] = [
    [{ HTTPS_PROXY: PROXY }, 'editor'],
    [{ https_proxy: PROXY }, 'editor'],
    [{ HTTP_PROXY: PROXY }, 'editor'],
    [{ ALL_PROXY: PROXY }, 'editor'],
    // An empty lower-case spelling does not hide the other.
    [{ https_proxy: '', ALL_PROXY: PROXY }, 'editor'],
    [{ HTTPS_PROXY: ' ' }, 'direct, editor in need'],
  ];
  const table = [
    ...hosts,
    ...environments.map(
      ([env, way]) => [Object.keys(env).join(), 'https://a.x.example', { env }, way] as const,
    ),
  ];
  for (const [name, url, part, way] of table) {
    it(`${name}: ${way}`, () => {
      const { via, fallback, reason } = chooseTransport(new URL(url), { ...PLAIN, ...part });
      assert.equal(fallback ? `${via}, editor in need` : via, way, JSON.stringify(part));
      assert.ok(reason.length > 0 && !reason.includes('pass-word'), reason);
    });
  }
});

const never = new AbortController().signal;

const requestTo = (href: string): TransportRequest => ({
  method: 'GET',
  url: new URL(href),
  headers: {},
  body: undefined,
  limits: { connectMs: 1, headersMs: 1, bodyMs: 1, maxReplyBytes: 1 },
});

describe('the chosen transport', () => {
  function setUp(
    direct: readonly Answer[],
    editor: readonly Answer[],
    part: Partial<TransportCircumstances> = {},
  ) {
    const transports = { direct: new FakeTransport(direct), editor: new FakeTransport(editor) };
    const lines: string[] = [];
    const engine = { loads: 0, isBroken: false };
    const circumstances = { ...PLAIN, ...part };
    const chosen = createChosenTransport({
      circumstances: () => circumstances,
      direct: () => {
        engine.loads += 1;
        return engine.isBroken ? Promise.reject(new Error('no chunk')) : Promise.resolve(transports.direct);
      },
      editor: () => transports.editor,
      log: { ...silentLog, info: (line) => lines.push(line) },
    });
    const send = (href = 'https://x.example/v1') => chosen.send(requestTo(href), never);
    const fails = (kind: TransportErrorKind, href?: string) =>
      assert.rejects(send(href), (cause) => cause instanceof TransportError && cause.kind === kind);
    const counts = () => [transports.direct.sent.length, transports.editor.sent.length];
    return { chosen, circumstances, send, fails, counts, lines, transports, engine };
  }

  it('loads the engine on the first direct request only, once', async () => {
    const { send, engine } = setUp([{}], [{}]);
    assert.equal(engine.loads, 0);
    await Promise.all([send(), send()]);
    assert.equal(engine.loads, 1);
    const proxied = setUp([{}], [{}], { editorProxy: 'http://p.example' });
    await proxied.send();
    assert.equal(proxied.engine.loads, 0);
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

  const unsafe: readonly Partial<TransportCircumstances>[] = [
    { editorStrictTls: false },
    { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
  ];
  for (const part of unsafe) {
    it(`does not where the editor would accept any certificate: ${JSON.stringify(part)}`, async () => {
      for (const kind of ['connect', 'tls'] as const) {
        const { fails, counts } = setUp([{ fail: kind }], [{}], part);
        await fails(kind);
        await fails(kind);
        assert.deepEqual(counts(), [2, 0]);
      }
    });
  }

  it('goes back to direct connections once the editor checks certificates no more', async () => {
    const { send, fails, counts, circumstances } = setUp([{ fail: 'connect' }], [{}]);
    await send();
    circumstances.editorStrictTls = false;
    await fails('connect');
    assert.deepEqual(counts(), [2, 1]);
    circumstances.editorStrictTls = true;
    await send();
    assert.deepEqual(counts(), [2, 2]);
  });

  const stays: readonly {
    readonly kind: TransportErrorKind;
    readonly part?: Partial<TransportCircumstances>;
    readonly href?: string;
  }[] = [
    // What may have arrived.
    { kind: 'reset' },
    { kind: 'timeout' },
    { kind: 'tooLarge' },
    { kind: 'protocol' },
    { kind: 'aborted' },
    { kind: 'connect', part: { setting: 'direct' } },
    { kind: 'connect', href: 'http://127.0.0.1:9/' },
  ];
  for (const row of stays) {
    it(`does not send again: ${JSON.stringify(row)}`, async () => {
      const { fails, counts } = setUp([{ fail: row.kind }], [{}], row.part);
      await fails(row.kind, row.href);
      assert.deepEqual(counts(), [1, 0]);
    });
  }

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

  it('each origin has its own way, logged once', async () => {
    const { send, counts, lines } = setUp([{ fail: 'connect' }, {}, {}], [{}]);
    await send('https://x.example/a');
    await send('https://y.example/a');
    await send('https://y.example/b');
    assert.deepEqual(counts(), [3, 1]);
    assert.equal(lines.filter((line) => line.startsWith('https://y.example')).length, 1);
  });

  it('an engine that cannot be loaded is an error of this request, and is loaded again for the next', async () => {
    const { send, engine } = setUp([{}], [{}], { setting: 'direct' });
    engine.isBroken = true;
    await assert.rejects(send(), TransportError);
    engine.isBroken = false;
    assert.equal((await send()).status, 200);
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

describe('networkFacts', () => {
  it('is names: an address of a proxy may hold a password', () => {
    const env = { HTTPS_PROXY: PROXY, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    assert.deepEqual(networkFacts('https://x.example', { ...PLAIN, env }), {
      proxy: 'HTTPS_PROXY',
      unchecked: 'NODE_TLS_REJECT_UNAUTHORIZED=0',
    });
    const both = { ...PLAIN, editorProxy: PROXY, editorStrictTls: false, env };
    assert.deepEqual(networkFacts('https://x.example', both), {
      proxy: 'http.proxy',
      unchecked: 'http.proxyStrictSSL',
    });
  });

  it('names no proxy where requests go directly', () => {
    const proxied = { ...PLAIN, editorProxy: PROXY };
    assert.equal(networkFacts('https://x.example', PLAIN).proxy, undefined);
    assert.equal(networkFacts('http://127.0.0.1:1', proxied).proxy, undefined);
    assert.equal(networkFacts('https://x.example', { ...proxied, setting: 'direct' }).proxy, undefined);
    assert.equal(networkFacts('', proxied).proxy, undefined);
  });
});
