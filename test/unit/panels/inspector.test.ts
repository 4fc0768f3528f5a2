import assert from 'node:assert/strict';
import type { ApiCall } from '../../../src/core/api-call.ts';
import type { RawReply } from '../../../src/core/raw-reply.ts';
import type { Credentials } from '../../../src/exchange/profile.ts';
import { COPY_FORMATS, callCopy, callsJson } from '../../../src/view/call-copies.ts';
import { sizeText } from '../../../src/view/call-text.ts';
import { replyTexts } from '../../../src/view/panels/inspector/detail.ts';
import type { InspectorInput } from '../../../src/view/panels/inspector/input.ts';
import { inspectorSnapshot } from '../../../src/view/panels/inspector/model.ts';
import { Canary, freshKey, markedToken } from '../../support/canary.ts';
import { market, page, setUp } from '../../support/client.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { aContext } from '../../support/view.ts';

type Client = ReturnType<typeof setUp>;

const MINUTE = 60_000;

function inputOf({ callLog, clock, exchange }: Client, more: Partial<InspectorInput> = {}): InspectorInput {
  return {
    connection: { label: 'test', isDemo: false },
    since: callLog.since,
    calls: callLog.calls,
    frames: callLog.frames(clock.now()),
    budget: exchange.diagnostics.budget(),
    streams: [
      { stream: 'markets', state: exchange.streams.state('markets') },
      { stream: 'account', state: exchange.streams.state('account') },
    ],
    paused: undefined,
    selected: undefined,
    reply: undefined,
    nameOf: (slug) => (slug === market.slug ? 'Who wins' : undefined),
    ...more,
  };
}

const shown = (client: Client, more: Partial<InspectorInput> = {}, hideAmounts = false) => {
  const context = aContext({ hideAmounts, now: () => client.clock.now() });
  const snapshot = inspectorSnapshot(inputOf(client, more), context);
  assert.ok(snapshot.content);
  return { ...snapshot, content: snapshot.content };
};

const rowsOf = (content: ReturnType<typeof shown>['content']) =>
  content.calls.content?.rows.map(({ cells }) => cells.slice(1).map(({ text }) => text)) ?? [];

/** The call of a client with its reply, as the page shows it. */
async function detail(client: Client, call: ApiCall | undefined, hideAmounts = false) {
  assert.ok(call);
  const context = aContext({ hideAmounts, now: () => client.clock.now() });
  const raw: RawReply = await client.exchange.raw({ kind: 'call', id: call.id });
  const { content } = shown(client, { selected: call, reply: replyTexts(raw, context) }, hideAmounts);
  assert.ok(content.detail.content);
  return content.detail.content;
}

describe('the API inspector', () => {
  it('lists calls with names, the newest first, and says what was answered at which try', async () => {
    const client = setUp([
      { status: 429, headers: { 'retry-after': '2' } },
      { json: { market } },
      { status: 404, json: {} },
      { fail: 'connect' },
    ]);
    const { exchange, clock } = client;
    await clock.run(exchange.marketBySlug(market.slug));
    await clock.run(exchange.settlement('other-slug'));
    await client.failure(exchange.order('A1'));
    const { content } = shown(client);
    const size = JSON.stringify({ market }).length;
    assert.deepEqual(
      rowsOf(content).map(([name, status, , tries, from, bytes]) => [name, status, tries, from, bytes]),
      [
        ['Order GET /v1/order/A1', 'connect', '4', 'service', '–'],
        ['Settlement: other-slug GET /v1/markets/other-slug/settlement', '404', '1', 'service', '2 B'],
        [`Market: Who wins GET /v1/market/slug/${market.slug}`, '429 → 200', '2', 'service', `${size} B`],
      ],
    );
    assert.deepEqual(
      content.calls.tabs?.map(({ label }) => label),
      ['All', 'Sent 3', 'Not 200 2', 'Over 1 s 2'],
    );
    const [requests, permits, , bad] = content.figures.tiles.map(({ value }) => value);
    assert.deepEqual([requests?.text, requests?.aside], ['7', 'Calls: 3 · sent more than once: 2']);
    assert.match(permits?.text ?? '', /^\d+ of 20 free$/);
    assert.deepEqual([bad?.text, bad?.tone], ['2', 'warn']);
  });

  it('draws the minute: a bar an attempt in the lane of its kind, and the pause after a 429', async () => {
    const client = setUp([{ status: 429, headers: { 'retry-after': '2' } }, { json: { market } }]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    await client.clock.advance(MINUTE / 2);
    const { waterfall } = shown(client).content;
    assert.deepEqual(
      waterfall?.lanes.map(({ label, bars }) => [label, bars.map(({ tone }) => tone)]),
      [
        ['Account', []],
        ['Markets', ['down', 'plain']],
        ['Events', []],
        ['Prices', []],
      ],
    );
    const [pause, ...others] = waterfall?.pauses ?? [];
    assert.ok(pause && others.length === 0 && Math.abs((pause.to - pause.from) * 60 - 2) < 0.01);
    assert.deepEqual([pause.lane, pause.text], [1, '429: no requests for 2 s']);
    await client.clock.advance(MINUTE);
    assert.deepEqual(
      shown(client).content.waterfall?.lanes.flatMap(({ bars }) => bars),
      [],
    );
  });

  it('says the minute in figures, too: calls by what they are about, how long they took, and why nothing was sent', async () => {
    const client = setUp([
      { status: 429, headers: { 'retry-after': '2' } },
      { json: { market } },
      { status: 404, json: {} },
    ]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    await client.clock.run(client.exchange.settlement('other-slug'));
    const table = shown(client).content.waterfall?.table;
    assert.deepEqual(
      table?.rows.map(({ cells }) => cells.map(({ text }) => text)),
      [
        ['Account', '0', '0', '–', '–'],
        ['Markets', '1', '0', '2,000', '2,000'],
        ['Events', '0', '0', '–', '–'],
        ['Prices', '1', '1', '0', '0'],
      ],
    );
    assert.match(table?.note ?? '', /Markets stream: frames this minute: 0.*429: no requests for 2 s$/);
  });

  it('writes counts and milliseconds as other numbers are written', async () => {
    const client = setUp([{ json: { market } }]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    const [call] = client.callLog.calls;
    assert.ok(call);
    const slow = call.attempts.map((attempt) => ({ ...attempt, ms: 10_154, headersMs: 9_000 }));
    const frames = { markets: [1000, 912], account: [] };
    const text = JSON.stringify(shown(client, { frames, selected: { ...call, attempts: slow } }).content);
    assert.match(text, /frames this minute: 1,912/);
    assert.match(text, /first byte after 9,000 ms, the rest in 1,154 ms/);
  });

  it('takes a reply for one of a cache only where its headers say so', async () => {
    const client = setUp([
      { json: { market }, headers: { age: '12' } },
      { json: { market }, headers: { 'cf-cache-status': 'HIT' } },
      { json: { market }, headers: { 'cf-cache-status': 'DYNAMIC', age: '0' } },
    ]);
    for (let count = 0; count < 3; count++) await client.clock.run(client.exchange.marketBySlug(market.slug));
    assert.deepEqual(
      rowsOf(shown(client).content).map((cells) => cells[4]),
      ['service', 'cache', 'cache 12 s'],
    );
  });

  it('stands still while it is paused, and says how many came since', async () => {
    const client = setUp([{ json: { market } }]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    const paused = { at: client.clock.now(), calls: client.callLog.calls };
    await client.clock.advance(1_000);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    const { content } = shown(client, { paused });
    assert.equal(rowsOf(content).length, 1);
    assert.equal(content.head.game, '1 call since then');
    assert.deepEqual(
      content.head.buttons.map(({ action }) => action.name),
      ['resumeInspector', 'clearInspector', 'copyCalls'],
    );
  });

  it('says that there is nothing yet, with what would bring some; and how long the service wants none', async () => {
    const client = setUp([{ status: 429, headers: { 'retry-after': '8' } }]);
    const empty = shown(client);
    assert.equal(empty.note?.button?.action.name, 'refreshMarkets');
    assert.equal(empty.content.waterfall, undefined);
    const reading = client.exchange.marketBySlug(market.slug).catch(() => {});
    await client.clock.advance(1_000);
    assert.match(shown(client).content.head.state.text, /^No requests for 7 s, until /);
    const cancels = 'A cancel waits too, goes first after it, and is sent once.';
    assert.equal(shown(client).note?.text, `Prices say as of when they are. ${cancels}`);
    const streams = [{ stream: 'markets', state: { kind: 'live' } }] as const;
    assert.equal(
      shown(client, { streams }).note?.text,
      `Prices in the stream stay fresh; others say as of when they are. ${cancels}`,
    );
    await client.clock.run(reading);
    await client.clock.advance(MINUTE);
    assert.equal(shown(client).note, undefined);
  });

  it('shows a call in full: headers by name, its reply with fields nobody reads, and what is not stored any more', async () => {
    const client = setUp([{ json: { market: { ...market, hue: 3 } }, headers: { 'set-cookie': 'a=1' } }]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    const [call] = client.callLog.calls;
    const { received, raw, unread, copies, copyNames } = await detail(client, call);
    assert.equal(copyNames?.action.name, 'copyFieldNames');
    assert.deepEqual(
      received.headers.map(({ name, value }) => [name, value.text]),
      [['set-cookie', 'redacted']],
    );
    assert.match(raw ?? '', /"hue": 3 \/\/ ◂/);
    assert.equal(unread, 'Fields not read by this version: 1 (market.hue)');
    assert.deepEqual(
      copies.map(({ label }) => label),
      ['curl', 'TypeScript', 'Python'],
    );
    client.callLog.clear();
    const gone = shown(client, { selected: call }).content.detail.content;
    assert.equal(gone?.raw, undefined);
  });

  it('writes how long a reply is as numbers are written where it is read', async () => {
    const client = setUp([{ text: JSON.stringify({ market, filler: 'x'.repeat(2500) }) }]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    const [call] = client.callLog.calls;
    assert.ok(call);
    assert.match(sizeText(call, aContext({ locale: 'en' })), /^2\.\d KB$/);
    assert.match(sizeText(call, aContext({ locale: 'es' })), /^2,\d KB$/);
  });

  it('says how long the first byte took, and the rest', async () => {
    const client = setUp([{ json: { market }, between: () => client.clock.advance(40) }]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    const [call] = client.callLog.calls;
    const { summary } = await detail(client, call);
    assert.match(summary.join(), /first byte after 0 ms, the rest in 40 ms/);
    assert.match(callsJson(client.callLog.calls, aContext()), /"headersMs": 0/);
  });

  it('says how long reading the answer took, of one that was read', async () => {
    const client = setUp([{ json: { market } }, { status: 404, json: {} }]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    await client.clock.run(client.exchange.settlement('other-slug'));
    const [read, refused] = client.callLog.calls;
    assert.match((await detail(client, read)).summary.join(), /decoded in 0 ms/);
    assert.doesNotMatch((await detail(client, refused)).summary.join(), /decoded/);
    assert.match(callsJson(client.callLog.calls, aContext()), /"decodeMs": 0/);
  });

  it('finds each call by the time it was under way in the drawn minute', async () => {
    const client = setUp([{ json: { market } }]);
    await client.clock.run(client.exchange.marketBySlug(market.slug));
    const { waterfall, calls } = shown(client).content;
    const [row] = calls.content?.rows ?? [];
    assert.equal(waterfall?.to, client.clock.now());
    assert.equal((waterfall?.to ?? 0) - (waterfall?.from ?? 0), MINUTE);
    assert.deepEqual(row?.during, [client.callLog.calls[0]?.at, client.callLog.calls[0]?.endedAt]);
  });

  it('hides amounts of the account in replies, and how long a reply is, in every place', async () => {
    const balances = [{ currentBalance: '1234.5', currency: 'USD' }];
    const text = JSON.stringify({ balances });
    const client = setUp([{ text, headers: { 'content-length': String(text.length) } }]);
    await client.clock.run(client.exchange.balances());
    const [call] = client.callLog.calls;
    const everything = async (hide: boolean): Promise<string> => {
      const context = aContext({ hideAmounts: hide, now: () => client.clock.now() });
      const { content } = shown(client, {}, hide);
      const texts = [await detail(client, call, hide), content, callsJson(client.callLog.calls, context)];
      return inEnglish(JSON.stringify(texts));
    };
    for (const secret of ['1234.5', `${text.length} B`, `"${text.length}"`]) {
      assert.ok((await everything(false)).includes(secret), secret);
      assert.ok(!(await everything(true)).includes(secret), secret);
    }
  });

  for (const auth of ['ed25519', 'bearer', 'apiKey'] as const)
    it(`has no trace of a secret of ${auth} in what it records, shows and copies, whatever is answered`, async () => {
      const credentials: Credentials =
        auth === 'ed25519' ? freshKey() : { keyId: '', secret: markedToken('inspector') };
      const canary = new Canary(credentials.secret);
      // A key that signs is never sent, so nobody can quote it; a token is.
      const echo = auth === 'ed25519' ? 'x' : credentials.secret;
      const headers = {
        'x-request-id': echo,
        server: echo,
        'set-cookie': echo,
        etag: `"${echo}"`,
        [echo]: echo,
      };
      const said = JSON.stringify({ message: echo, orders: [{ id: echo }], positions: { [echo]: 1 } });
      const client = setUp(
        [200, 400, 401, 500, 200].map((status) => ({ status, text: said, headers })),
        { auth, credentials },
      );
      const { exchange, callLog, clock } = client;
      const asked: readonly (() => Promise<unknown>)[] = [
        () => exchange.positions(undefined),
        () => exchange.openOrders(),
        () => exchange.markets({}, page),
        () => exchange.cancelOrder({ id: 'A', marketSlug: 'b' }),
      ];
      for (const ask of asked) await clock.run(ask().catch(() => {}));
      exchange.streams.wantAccount(true);
      await clock.advance(1_000);
      const context = aContext({ now: () => clock.now() });
      const texts = [callsJson(callLog.calls, context), JSON.stringify(callLog.calls)];
      for (const call of callLog.calls) {
        for (const format of COPY_FORMATS) texts.push(callCopy(call, format, context.t) ?? '');
        texts.push(JSON.stringify(shown(client, { selected: call })));
        if (call.hasReply) texts.push(JSON.stringify(await detail(client, call)));
      }
      assert.ok(texts.length > 20);
      for (const text of texts) assert.deepEqual(canary.find(text), [], text.slice(0, 400));
    });
});
