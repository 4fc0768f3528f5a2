import assert from 'node:assert/strict';
import { bodyOf, type ReplyFault, sent } from '../../src/demo/faults/delivery.ts';
import { type Shape, written } from '../../src/demo/faults/reshape.ts';
import { escapeMarkdown } from '../../src/host/markdown.ts';
import { pageHtml } from '../../src/host/panels/page.ts';
import { failureSentence } from '../../src/view/messages.ts';
import { marketSnapshot, marketTabTitle } from '../../src/view/panels/market.ts';
import { faultyClient, type HonestSide, honestSide } from '../support/faulty.ts';
import { flawIn, panelInput, type ShownText, shownTexts, type Told } from '../support/surfaces.ts';
import { aContext } from '../support/view.ts';

/** Every trick in one name: links, also to commands; pictures; markup; icons; direction; controls; nothing at all. */
const HOSTILE =
  '[pay](command:workbench.action.quit) ![p](https://p.invalid/x.png) <img src=x onerror=a()> $(zap) ' +
  'https://evil.invalid \u202eevil\u2066\u0000\u001b[31m\u200b|`x`\r\n# head\u2028{0}';

const IDENTITY = /^(?:id|slug|.*[sS]lug|.*Id|identifier|canceledOrderIds|currency|nextCursor)$/;
const TIME = /^\d{4}-\d\d-\d\dT/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const MEMBER = /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/;

/** Every text of every reply is hostile, but for what has to be read to get anywhere. */
const HOSTILE_TEXTS: Shape = {
  text: (value, key) => {
    if (key === 'outcomes') return JSON.stringify(JSON.stringify([HOSTILE, HOSTILE]));
    const isNeeded = IDENTITY.test(key) || TIME.test(value) || NUMBER.test(value) || MEMBER.test(value);
    return JSON.stringify(isNeeded || value.startsWith('[') ? value : HOSTILE);
  },
};
/** Codes too. */
const HOSTILE_CODES: Shape = {
  text: (value, key) =>
    JSON.stringify(
      MEMBER.test(value) && !IDENTITY.test(key) && !NUMBER.test(value) ? `${value}_${HOSTILE}` : value,
    ),
};
const HOSTILE_IDENTITIES: Shape = {
  text: (value, key) => JSON.stringify(IDENTITY.test(key) ? `${value}${HOSTILE}` : value),
  object: (fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
};

function saying(shape: Shape): ReplyFault {
  return {
    name: 'hostile',
    what: 'hostile texts',
    group: 'shape',
    deliver: (request, answer) => {
      const reply = answer(request);
      return sent(reply, { body: bodyOf(written(JSON.parse(new TextDecoder().decode(reply.body)), shape)) });
    },
  };
}

/** All there is, as read from a service whose texts are of that shape. */
async function toldBy(side: HonestSide, shape: Shape): Promise<Told> {
  const { clock, exchange, plan } = faultyClient(side);
  plan.fault = saying(shape);
  const read = <T>(work: Promise<T>): Promise<T> => clock.run(work);
  const page = { limit: 20, offset: 0 };
  const market = await read(exchange.marketBySlug(side.slug).catch(() => undefined));
  return {
    markets: [
      ...(market === undefined ? [] : [market]),
      ...(await read(exchange.markets({}, page))).items.slice(0, 4),
    ],
    events: (await read(exchange.events({}, page))).items.slice(0, 4),
    orders: (await read(exchange.openOrders())).items.slice(0, 20),
    positions: (await read(exchange.positions(undefined))).items.slice(0, 20),
    activities: (await read(exchange.activities({}, undefined))).items,
    balances: (await read(exchange.balances())).items,
    book: await read(exchange.book(side.slug).catch(() => undefined)),
    quote: await read(exchange.bbo(side.slug).catch(() => undefined)),
    history: await read(exchange.priceHistory(side.slug, '1D')),
  };
}

describe('text of the exchange is text', function () {
  this.timeout(30_000);
  const context = aContext();
  let side: HonestSide;
  const shown: ShownText[] = [];
  before(async () => {
    side = honestSide();
    for (const shape of [HOSTILE_TEXTS, HOSTILE_CODES])
      shown.push(...shownTexts(await toldBy(side, shape), context));
  });

  it('hostile names reach every kind of surface', () => {
    const reached = new Set(shown.filter(({ text }) => text.includes('evil')).map(({ where }) => where));
    for (const where of [
      ...['markets', 'flat markets', 'events', 'orders', 'positions', 'activity'].flatMap((view) =>
        ['label', 'accessible label', 'tooltip'].map((part) => `${view}: ${part}`),
      ),
      'market name',
      'side name',
      'tab title',
      'market panel',
      'settlement panel',
      'event title',
      'dialog',
      'notice',
      'order document',
      'details',
      'clipboard',
    ])
      assert.ok(reached.has(where), `${where} was not reached`);
  });

  it('on none is there a link, an icon or a character nobody sees', () => {
    for (const { where, text } of shown) {
      assert.equal(flawIn(text), undefined, `${where}: ${text}`);
      assert.doesNotMatch(text, /[\]$]\(/, where);
    }
  });

  it('what reorders or hides is shown as what it is', () => {
    const label = shown.find(({ where, text }) => where === 'flat markets: label' && text.includes('evil'));
    assert.match(label?.text ?? '', /⟨U\+202E⟩evil⟨U\+2066⟩⟨U\+0000⟩⟨U\+001B⟩\[31m⟨U\+200B⟩/);
    // A name is one line, wherever it is shown.
    for (const { where, text } of shown)
      if (/label|name$|title/.test(where)) assert.doesNotMatch(text, /\n/, `${where}: ${text}`);
  });

  it('a tooltip of it is Markdown that shows it and does nothing', () => {
    for (const { where, text } of shown) {
      if (!where.endsWith('tooltip')) continue;
      const markdown = escapeMarkdown(text).replace(/&(?:amp|lt|#58);/g, '');
      assert.doesNotMatch(markdown, /(?<!\\)[[\]()!`|#<>]|:\/\/|&/, where);
    }
  });

  it('a page has pictures over https only, and none unless they are allowed', async () => {
    const { markets = [] } = await toldBy(side, {});
    const market = markets.find(({ sides }) => sides.every(({ team }) => team !== undefined));
    assert.ok(market !== undefined && market.sides.length === 2);
    for (const logo of [
      'http://p.invalid/a.png',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      '//p.invalid/a.png',
      'HTTPS//x',
      'file:///a',
      'https://p.invalid/a.png',
    ]) {
      const sides = market.sides.map((one) => ({ ...one, team: one.team && { ...one.team, logo } }));
      for (const images of [true, false]) {
        const shownSides = marketSnapshot(
          { ...panelInput({ ...market, sides }, {}, context), images },
          context,
        );
        const drawn = shownSides.content?.sides.map((card) => card.logo);
        const expected = images && logo.startsWith('https://') ? logo : undefined;
        assert.deepEqual(drawn, [expected, expected], logo);
      }
    }
  });

  it('a page has the title of a hostile market as text', async () => {
    const [market] = (await toldBy(side, HOSTILE_TEXTS)).markets ?? [];
    assert.ok(market);
    const title = marketTabTitle(market.slug, market, context);
    const html = pageHtml({
      cspSource: 'vscode-resource:',
      scriptUri: 'https://files/market.js',
      styleUri: 'https://files/panel.css',
      language: 'en',
      title,
      loading: title,
      images: true,
      nonce: 'n0nce',
    });
    assert.doesNotMatch(html, /<img|onerror=a\(\)>/);
    assert.equal(html.match(/<script/g)?.length, 1);
  });

  it('an item with a hostile id or slug is left out and counted', async () => {
    const told = await toldBy(side, HOSTILE_IDENTITIES);
    const counts = [told.markets, told.events, told.orders].map((list) => list?.length);
    assert.deepEqual(counts, [0, 0, 0]);
    for (const { where, text } of shownTexts(told, context)) assert.equal(flawIn(text), undefined, where);
  });

  it('what a service says of a failure is quoted as text', async () => {
    const { clock, exchange, plan } = faultyClient(side);
    plan.fault = {
      ...saying({}),
      deliver: () =>
        sent({ status: 400, headers: {}, body: bodyOf(JSON.stringify({ message: HOSTILE })).bytes }),
    };
    const cause: unknown = await clock.run(exchange.openOrders().catch((reason: unknown) => reason));
    assert.ok(cause instanceof Error);
    for (const text of [cause.message, failureSentence(cause as never, context)]) {
      assert.match(text, /evil/);
      assert.equal(flawIn(text), undefined, text);
      assert.doesNotMatch(text, /[\]$]\(|\n/);
    }
  });
});
