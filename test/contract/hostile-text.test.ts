import assert from 'node:assert/strict';
import { pageHtml } from '../../src/features/panels/page-html.ts';
import { failureSentence } from '../../src/view/messages.ts';
import { marketName } from '../../src/view/names.ts';
import { marketSnapshot } from '../../src/view/panels/market/model.ts';
import { bodyOf, sent } from '../../tools/exchange/faults/delivery.ts';
import { faultyClient, type HonestSide, honestSide } from '../support/faulty.ts';
import {
  HALF_TEXTS,
  HOSTILE,
  HOSTILE_CODES,
  HOSTILE_IDENTITIES,
  HOSTILE_TEXTS,
  LONG_TEXTS,
  readAllFrom,
  saying,
} from '../support/hostile.ts';
import { flawIn, panelInput, type ShownText, shownTexts } from '../support/surfaces.ts';
import { aContext } from '../support/view.ts';

describe('text of the exchange is text', () => {
  const context = aContext();
  let side: HonestSide;
  const shown: ShownText[] = [];
  before(async () => {
    side = honestSide();
    for (const shape of [HOSTILE_TEXTS, HOSTILE_CODES, HALF_TEXTS])
      shown.push(...shownTexts(await readAllFrom(side, shape), context));
  });

  it('hostile names reach every kind of surface', () => {
    const reached = new Set(shown.filter(({ text }) => text.includes('evil')).map(({ where }) => where));
    for (const where of [
      ...['markets', 'flat markets', 'events', 'orders', 'positions', 'activity'].flatMap((view) =>
        ['label', 'accessible label', 'tooltip'].map((part) => `${view}: ${part}`),
      ),
      'market name',
      'side name',
      'market panel',
      'settlement panel',
      'event title',
      'details',
      'clipboard',
      'status item',
      'cancellation log',
      'proof of cancels',
      'away document',
      'away: tooltip',
      'order document',
      'dialog',
      'notice',
      'remark',
      'failure',
      'nothing open',
      'news',
    ])
      assert.ok(reached.has(where), `${where} was not reached`);
  });

  it('a diagnosis says nothing in the words of a service', async () => {
    const reports = shown.filter(({ where }) => where === 'diagnosis');
    assert.equal(reports.length, 3);
    for (const { text } of reports) assert.doesNotMatch(text, /evil/);
  });

  it('no text is longer than anybody would read, and no name is', async () => {
    const long = shownTexts(await readAllFrom(side, LONG_TEXTS), context);
    assert.ok(long.some(({ where, text }) => where === 'away document' && text.includes('evil long')));
    for (const { where, text } of long) {
      const isName = /label|name$|title|tab|description|notice|news|status/.test(where);
      const most = isName ? 8_000 : 25_000;
      // A document is as long as its list; its lines are not.
      for (const line of text.split('\n')) assert.ok(line.length <= most, `${where}: ${line.length}`);
    }
  });

  it('on none is there a link, an icon or a character nobody sees', () => {
    for (const { where, text } of shown) {
      assert.equal(flawIn(text), undefined, `${where}: ${text}`);
      assert.doesNotMatch(text, /[\]$]\(/, where);
    }
  });

  it('what reorders or hides is shown as what it is', () => {
    const label = shown.find(({ where, text }) => where === 'flat markets: label' && text.includes('evil'));
    assert.match(label?.text ?? '', /⟨U\+202E⟩evil⟨U\+2066⟩⟨U\+0000⟩⟨U\+001B⟩\[31m⟨U\+200B⟩/i);
    // A name is one line, wherever it is shown.
    for (const { where, text } of shown)
      if (/label|name$|title/.test(where)) assert.doesNotMatch(text, /\n/, `${where}: ${text}`);
  });

  it('an icon of a row is one of the editor by name, and never an address', () => {
    const icons = shown.filter(({ where }) => where.endsWith(': icon'));
    assert.ok(icons.some(({ text }) => text !== ''));
    for (const { where, text } of icons) assert.match(text, /^[a-zA-Z.-]*$/, where);
  });

  it('a page has pictures over https only, and none unless they are allowed', async () => {
    const { markets = [] } = await readAllFrom(side, {});
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
    const [market] = (await readAllFrom(side, HOSTILE_TEXTS)).markets ?? [];
    assert.ok(market);
    const title = marketName(market, undefined, context);
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
    const data = await readAllFrom(side, HOSTILE_IDENTITIES);
    const counts = [data.markets, data.events, data.orders].map((list) => list?.length);
    assert.deepEqual(counts, [0, 0, 0]);
    for (const { where, text } of shownTexts(data, context)) assert.equal(flawIn(text), undefined, where);
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
