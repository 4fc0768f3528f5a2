import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import type { AuthScheme } from '../../../src/exchange/profile.ts';
import { createServiceExchange } from '../../../src/exchange/service/service-exchange.ts';
import type { TransportRequest } from '../../../src/exchange/transport.ts';
import { VirtualClock } from '../../support/clock.ts';
import { type ExtensionWindow, openWindow } from '../../support/editor/open-window.ts';
import * as editor from '../../support/editor/vscode.ts';
import { fixtureBytes } from '../../support/fixtures.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { type Answer, FakeTransport } from '../../support/transport.ts';
import { scriptedWindow } from './scripted-window.ts';

const NEW = 'https://new.example';
const DESK = 'https://desk.example';
const SECRET = Buffer.alloc(32, 7).toString('base64');
const TOKEN = 'quince-marmalade-9000';

const reply = (name: string): Answer => ({ text: new TextDecoder().decode(fixtureBytes(name)) });
const SEED = reply('seed/markets');
const CURRENT = reply('current/markets');

interface Given {
  readonly answer: (request: TransportRequest) => Answer;
  readonly auth?: AuthScheme;
}

/** A window on the demo with a key stored for every address, and a person who types and picks what the test says. */
async function open({ answer, auth = 'ed25519' }: Given) {
  const clock = new VirtualClock();
  const transport = new FakeTransport(answer);
  const key = { keyId: auth === 'bearer' ? '' : 'key-71', secret: auth === 'ed25519' ? SECRET : TOKEN };
  const window: ExtensionWindow = await openWindow({
    clock,
    url: '',
    credentials: key,
    dialect: 'seed',
    settings: { connection: 'demo', 'custom.auth': auth },
    factory: async (profile, credentials) =>
      createServiceExchange({ profile, credentials, transport, clock, log: silentLog, random: () => 0 }),
  });
  const person = scriptedWindow();
  const typed: string[] = [];
  const picked: string[] = [];
  const questions: string[] = [];
  Object.assign(editor.window, {
    showInputBox: async ({ prompt, value, validateInput }: Box) => {
      questions.push(prompt);
      const text = typed.shift();
      const problem = text === undefined ? undefined : validateInput(text);
      if (problem !== undefined) questions.push(problem);
      return text ?? (value === '' ? undefined : value);
    },
    showQuickPick: async (
      items: readonly { readonly label: string }[],
      { title, placeHolder = '' }: Pick,
    ) => {
      questions.push(`${title} ${placeHolder}`.trim());
      const wanted = picked.shift();
      return items.find(({ label }) => wanted !== undefined && inEnglish(label).startsWith(wanted));
    },
  });
  const { switchConnection } = await import('../../../src/features/connection/switch-connection.ts');
  const { config } = window.services;
  return {
    ...{ window, clock, transport, person, typed, picked, questions },
    run: () => clock.run(switchConnection(window.services)),
    written: () =>
      [
        config.get('connection'),
        config.get('custom.publicUrl'),
        config.get('custom.privateUrl'),
        config.get('custom.auth'),
        config.get('custom.wire'),
      ].join(' '),
  };
}

interface Box {
  readonly prompt: string;
  readonly value: string;
  readonly validateInput: (value: string) => string | undefined;
}

interface Pick {
  readonly title: string;
  readonly placeHolder?: string;
}

describe('switching to a service', () => {
  for (const [dialect, markets, words] of [
    ['seed', SEED, 'It answers and speaks the older dialect, seed.'],
    ['current', CURRENT, 'It answers and speaks the current dialect.'],
  ] as const)
    it(`finds out that it speaks ${dialect}, says so, and asks for the address and the scheme only`, async () => {
      const { run, typed, picked, questions, written, person } = await open({ answer: () => markets });
      typed.push(`${NEW}/`);
      picked.push('Custom', 'Bearer token');
      assert.equal(await run(), true);
      assert.equal(written(), `custom ${NEW}  bearer ${dialect}`);
      assert.deepEqual(questions.slice(1), [
        'Base URL of the service',
        `How does new.example authenticate? ${words}`,
      ]);
      assert.equal(person.asked.at(-1)?.message, `new.example is in use now. ${words}`);
    });

  it('asks for the dialect where no market is listed to tell it from', async () => {
    const { run, typed, picked, written, questions } = await open({
      answer: () => ({ json: { markets: [] } }),
    });
    typed.push(NEW);
    picked.push('Custom', 'No authentication', 'current');
    assert.equal(await run(), true);
    assert.match(questions[2] ?? '', /lists no market from which to tell its dialect/);
    assert.equal(written(), `custom ${NEW}  none current`);
  });

  for (const [what, answer, words] of [
    ['nobody is there', { fail: 'connect' }, 'Nothing answers at https://wrong.example.'],
    [
      'another service is there',
      { status: 404 },
      'What answers at https://wrong.example has no list of markets.',
    ],
    ['a web page is there', { text: '<html>' }, 'https://wrong.example cannot be used. A web page came'],
    [
      'it redirects',
      { status: 302 },
      'https://wrong.example cannot be used. The service answered with a redirect',
    ],
    ['it has trouble', { status: 503 }, 'https://wrong.example cannot be used. The service has a problem'],
  ] as const satisfies readonly (readonly [string, Answer, string])[])
    it(`says why an address cannot be used where ${what}, and takes another`, async () => {
      const { run, typed, picked, person, written } = await open({
        answer: ({ url }) => (url.host === 'wrong.example' ? answer : SEED),
      });
      typed.push('https://wrong.example', NEW);
      picked.push('Custom', 'Key id and Ed25519');
      person.answers.push('Change Address');
      assert.equal(await run(), true);
      const [dialog] = person.asked;
      assert.equal(dialog?.message.slice(0, words.length), words);
      assert.deepEqual(dialog?.actions, ['Change Address', 'Use It Anyway']);
      assert.equal(written(), `custom ${NEW}  ed25519 seed`);
    });

  it('uses an address at which nothing answers where a person insists, asks for the dialect, and offers no key to try', async () => {
    const { run, typed, picked, person, written } = await open({ answer: () => ({ fail: 'connect' }) });
    typed.push(NEW);
    picked.push('Custom', 'Bearer token', 'current');
    person.answers.push('Use It Anyway');
    assert.equal(await run(), true);
    assert.equal(written(), `custom ${NEW}  bearer current`);
    assert.deepEqual(person.asked.at(-1)?.actions, []);
  });

  it('changes nothing where it is left at any question', async () => {
    for (const [inputs, picks] of [
      [[], ['Custom']],
      [[NEW], ['Custom']],
      [[NEW], []],
    ] as const) {
      const { run, typed, picked, written } = await open({ answer: () => SEED });
      typed.push(...inputs);
      picked.push(...picks);
      assert.equal(await run(), false);
      assert.equal(written(), 'demo   ed25519 seed');
    }
  });

  for (const auth of ['ed25519', 'bearer', 'apiKey'] as const)
    it(`sends no key while it looks what answers, though one is stored for ${auth}`, async () => {
      const { run, typed, picked, person, transport } = await open({
        auth,
        answer: ({ url }) => (url.host === 'wrong.example' ? { status: 401 } : SEED),
      });
      typed.push('https://wrong.example', NEW);
      picked.push('Custom');
      person.answers.push('Change Address');
      assert.equal(await run(), false, 'left before anything is written');
      const hosts = new Set(transport.sent.map(({ url }) => url.host));
      assert.deepEqual([...hosts], ['wrong.example', 'new.example']);
      for (const { method, url, headers, body } of transport.sent) {
        assert.deepEqual([method, url.pathname, body], ['GET', '/v1/markets', undefined]);
        assert.deepEqual(Object.keys(headers), ['accept']);
        const sent = url.href + JSON.stringify(headers);
        for (const secret of ['key-71', SECRET, TOKEN]) assert.ok(!sent.includes(secret));
      }
    });

  it('offers to sign in where no key is stored, and says nothing where the demo is chosen', async () => {
    const { run, typed, picked, person, window } = await open({ answer: () => SEED });
    Object.defineProperty(window.services.session, 'canSign', { get: () => false });
    typed.push(NEW);
    picked.push('Custom', 'Bearer token');
    await run();
    assert.deepEqual(person.asked.at(-1)?.actions, ['Sign In']);
    picked.push('Demo');
    await run();
    assert.equal(person.asked.length, 1);
  });
});

describe('a key that is entered', () => {
  for (const [what, answer, code] of [
    ['is right', { json: { orders: [] } }, undefined],
    ['is wrong', { status: 401 }, 'auth'],
    ['meets nobody', { fail: 'reset' }, 'network'],
    ['meets trouble', { status: 503 }, 'server'],
    ['is sent elsewhere', { status: 307, headers: { location: 'https://evil.example/' } }, 'badReply'],
  ] as const satisfies readonly (readonly [string, Answer, string | undefined])[])
    it(`is tried once, at its origin only, where it ${what}`, async () => {
      const { window, transport, clock } = await open({ answer: () => answer });
      const { config, session } = window.services;
      await window.services.connection.change(async () => {
        await config.set('custom.publicUrl', NEW);
        await config.set('custom.privateUrl', DESK);
        await config.set('connection', 'custom');
      });
      const result = await clock.run(session.signIn({ keyId: 'key-71', secret: SECRET }));
      assert.equal(result.ok ? undefined : result.error.code, code);
      const sent = transport.sent.map(({ method, url }) => `${method} ${url.href}`);
      // One that is right is in use from then on.
      const tries = code === undefined ? sent.slice(0, 1) : sent;
      assert.deepEqual(tries, [`GET ${DESK}/v1/orders/open`]);
      assert.ok(sent.every((line) => line.startsWith(`GET ${DESK}/v1/`)));
      assert.ok(!JSON.stringify(transport.sent).includes(SECRET), 'the secret itself never leaves');
    });
});
