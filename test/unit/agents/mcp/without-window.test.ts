import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { notePublicService, type PublicService } from '../../../../src/agents/mcp/public-service.ts';
import { silentLog } from '../../../../src/base/log.ts';
import { createCertificate } from '../../../contract/certificate.ts';
import { startRawServer } from '../../../contract/raw-server.ts';
import { startDemoProcess } from '../../../support/demo-process.ts';
import { MODES, mcpClient } from '../../../support/mcp-client.ts';
import { mcpLines } from '../../../support/mcp-lines.ts';
import { builtMcpServer, builtPublicData, mcpWindow } from '../../../support/mcp-window.ts';
import { recordingService } from '../../../support/recording-service.ts';

const ACCOUNT = ['list_positions', 'list_orders', 'list_activity', 'cancel_orders'];
const NOTE = 'none: public data of the service alone, read by the server itself';

describe('MCP server without a window', () => {
  let built = '';
  let module = '';
  let folder = '';
  let program = '';
  let exchange: Awaited<ReturnType<typeof startDemoProcess>>;
  let service: Awaited<ReturnType<typeof recordingService>>;
  const open: { close(): unknown }[] = [];

  before(async () => {
    built = await builtMcpServer();
    module = await builtPublicData(built);
    exchange = await startDemoProcess();
    service = await recordingService(exchange.url);
  });

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'mcp-alone-')), 'agents');
    await mkdir(folder);
    program = path.join(folder, 'mcp-server.mjs');
    await copyFile(built, program);
    service.seen.length = 0;
  });

  afterEach(async () => {
    for (const { close } of open.splice(0).reverse()) await close();
    await rm(path.dirname(folder), { recursive: true });
  });

  after(async () => {
    service.close();
    await exchange.stop();
    await rm(path.dirname(built), { recursive: true });
  });

  async function clientOf(...given: Parameters<typeof mcpClient>) {
    const client = await mcpClient(...given);
    open.push(client);
    return client;
  }

  const note = (given: Partial<PublicService> = {}): Promise<void> =>
    notePublicService(folder, {
      connection: 'custom',
      publicUrl: service.url,
      dialect: 'current',
      module,
      ...given,
    });

  for (const mode of MODES) {
    const era = typeof mode === 'string' ? mode : mode.pin;

    it(`reads public data of the service of the windows itself, and says so in each answer, in the era ${era}`, async () => {
      await note();
      const { call } = await clientOf(program, { mode });
      const where = await call('get_environment');
      assert.deepEqual(
        ['window', 'environment', 'connection', 'account'].map((name) => where.answer[name]),
        [NOTE, 'real', 'custom service', 'none'],
      );
      const found = await call('search_markets', { text: 'the' });
      const markets = found.answer['markets'] as readonly Readonly<Record<'slug' | 'state', string>>[];
      // A halted one has no price to work with.
      const slug = markets.find(({ state }) => state === 'open')?.slug ?? '';
      const market = await call('get_market', { slug });
      const { event } = market.answer['market'] as { readonly event: string };
      const about = { slug };
      const answers = [found, market, await call('get_event', { slug: event })];
      for (const tool of ['get_order_book', 'get_price_history', 'get_settlement'])
        answers.push(await call(tool, about));
      answers.push(await call('what_if', { ...about, contracts: 1 }));
      for (const { answer, isError, text } of answers) {
        assert.equal(isError, false, text);
        assert.match(text, /^\{"window":"none: public data/);
        assert.deepEqual([answer['environment'], answer['stale']], ['real', false], text);
        assert.match(String(answer['source']), /^(?:rest|cache)$/);
      }
      assert.equal(market.answer['yours'], null);
    });

    it(`has no account then, and asks for no cancel, in the era ${era}`, async () => {
      await note();
      const { call } = await clientOf(program, { mode });
      for (const tool of ACCOUNT) {
        const { isError, answer } = await call(tool, { orderIds: ['A'] });
        assert.deepEqual([isError, answer['error'], answer['result']], [true, 'noWindow', null], tool);
      }
      assert.deepEqual(service.seen, []);
    });
  }

  it('sends reads alone, without a key or anything else that says who asks', async () => {
    await note();
    const { call } = await clientOf(program);
    await call('search_markets', { limit: 1 });
    assert.ok(service.seen.length > 0);
    for (const { method, headers, url } of service.seen) {
      assert.equal(method, 'GET');
      assert.doesNotMatch(url ?? '', /portfolio|order|account|private/);
      const known =
        /^(?:host|connection|accept|accept-encoding|accept-language|cache-control|pragma|sec-fetch-mode|user-agent)$/;
      assert.deepEqual(
        Object.keys(headers).filter((name) => !known.test(name)),
        [],
      );
    }
  });

  it('asks a window as soon as there is one, and reads by itself again once that is closed', async () => {
    await note();
    const { call } = await clientOf(program);
    assert.equal((await call('get_environment')).answer['window'], NOTE);
    const window = await mcpWindow(folder, built);
    const { answer } = await call('get_environment');
    assert.deepEqual([answer['environment'], answer['window']], ['demo', undefined]);
    window.dispose();
    assert.equal((await call('get_environment')).answer['window'], NOTE);
  });

  it('reads from another address once a window has noted one', async () => {
    const other = await recordingService(exchange.url);
    open.push(other);
    await note();
    const { call } = await clientOf(program);
    await call('search_markets', { limit: 1 });
    const asked = service.seen.length;
    await note({ publicUrl: other.url });
    assert.equal((await call('search_markets', { limit: 1 })).isError, false);
    assert.ok(other.seen.length > 0);
    assert.equal(service.seen.length, asked);
  });

  it('says why there is nothing to read, and asks nobody, where windows have noted no service it can reach', async () => {
    const { call } = await clientOf(program);
    const why = async (): Promise<string> => {
      const { isError, answer } = await call('search_markets', { limit: 1 });
      assert.deepEqual(
        [isError, answer['error'], answer['environment'], answer['result']],
        [true, 'noWindow', null, null],
      );
      return String(answer['why']);
    };
    assert.match(await why(), /No window has said which service/);
    const nowhere: readonly [Partial<PublicService>, RegExp][] = [
      [{ connection: 'demo' }, /The demo exchange is inside of the editor/],
      [{ publicUrl: '' }, /cannot be read without the editor/],
      [{ publicUrl: 'http://exchange.example' }, /cannot be read from here/],
      [{ publicUrl: 'file:///etc' }, /cannot be read from here/],
      [{ module: path.join(folder, 'nothing.js') }, /cannot be read from here/],
    ];
    for (const [given, reason] of nowhere) {
      await note(given);
      assert.match(await why(), reason);
    }
    if (process.platform !== 'win32') {
      await note();
      await chmod(path.join(folder, 'public-service'), 0o644);
      assert.match(await why(), /No window has said/);
    }
    await note();
    await notePublicService(folder, undefined);
    assert.match(await why(), /No window has said/);
    assert.deepEqual(service.seen, []);
  });

  it('asks nobody where its environment would send requests to a proxy', async () => {
    await note();
    for (const env of [{ NODE_USE_ENV_PROXY: '1' }, { NODE_OPTIONS: '--use-env-proxy' }]) {
      const { call } = await clientOf(program, { env: { ...env, HTTP_PROXY: service.url } }).catch(() => ({
        call: undefined,
      }));
      // A Node that does not know the option does not start with it.
      const { answer } = (await call?.('search_markets', { limit: 1 })) ?? {};
      if (answer !== undefined) assert.match(String(answer['why']), /to a proxy/);
    }
    assert.deepEqual(service.seen, []);
  });

  it('calls what it read from a service that is back fresh again', async () => {
    await note();
    const { call } = await clientOf(program);
    const { answer } = await call('search_markets', { limit: 1 });
    const [{ slug } = { slug: '' }] = answer['markets'] as readonly { readonly slug: string }[];
    service.breakOff(true);
    try {
      await call('search_markets', { text: 'nothing of the kind' });
    } finally {
      service.breakOff(false);
    }
    const { isError, answer: again } = await call('get_market', { slug });
    assert.deepEqual([isError, again['stale'], again['environment']], [false, false, 'real']);
  });

  it('reads nothing in place of the one window it was started for', async () => {
    await note();
    const { call } = await clientOf(program, { args: ['an-id'] });
    assert.equal((await call('search_markets', { limit: 1 })).answer['error'], 'noWindow');
    assert.deepEqual(service.seen, []);
  });

  it('says that the service cannot be reached, as an error, where that is so', async () => {
    const gone = await recordingService(exchange.url);
    gone.close();
    await note({ publicUrl: gone.url });
    const { call } = await clientOf(program);
    const { isError, answer } = await call('get_market', { slug: 'a-market' });
    assert.equal(isError, true);
    assert.deepEqual([answer['error'], answer['window'], answer['result']], ['network', NOTE, null]);
  });

  it('gives nothing from a service whose certificate nobody vouches for, whatever the environment says', async () => {
    for (const env of [{}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }]) {
      const server = await startRawServer(createCertificate());
      open.push({ close: () => server.dispose() });
      await note({ publicUrl: server.url });
      const { call } = await clientOf(program, { env });
      for (const [tool, input] of [
        ['search_markets', {}],
        ['get_market', { slug: 'a-market' }],
        ['what_if', { slug: 'a-market', contracts: 1 }],
      ] as const) {
        const { isError, answer } = await call(tool, input);
        assert.deepEqual([isError, answer['error'], answer['result']], [true, 'network', null], tool);
        assert.equal(answer['why'], 'The certificate of the service cannot be trusted.');
      }
      assert.deepEqual(server.requests, []);
      assert.equal((await call('get_environment')).isError, false);
    }
  });

  it('reads nothing any more once a window is in use whose setting is off, wherever that was turned off', async () => {
    await note();
    const { call } = await clientOf(program);
    assert.equal((await call('get_environment')).answer['window'], NOTE);
    const { registerMcp } = await import('../../../../src/features/agents/mcp.ts');
    const nothing = { dispose: () => {} };
    registerMcp(
      {
        context: { globalStorageUri: pathToFileURL(`${path.dirname(folder)}/`) },
        commands: { serve: () => {} },
        own: { add: () => nothing },
      } as never,
      { config: { get: () => false, onDidChange: () => nothing }, log: silentLog } as never,
      () => assert.fail('nobody called'),
      async () => true,
    );
    while ((await call('get_environment')).answer['error'] !== 'noWindow');
  });

  it('ends with its input, also after each tool has read by itself', async () => {
    await note();
    const { call, end, said } = await mcpLines(program);
    const [, slug = ''] = /\\"slug\\":\\"([^\\]+)/.exec(await call('search_markets', { text: 'the' })) ?? [];
    for (const tool of ['get_market', 'get_order_book', 'get_price_history', 'get_settlement'])
      assert.match(await call(tool, { slug }), /read by the server itself\\",\\"environment\\":\\"real/);
    assert.deepEqual(await end(), [0, null]);
    assert.doesNotMatch(said(), /^[^{]/m);
  });
});
