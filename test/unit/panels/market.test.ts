import assert from 'node:assert/strict';
import type { MarketPanelInput } from '../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { aSeries } from '../../support/topic.ts';
import { aQuote } from '../../support/values.ts';
import {
  book,
  contextWith,
  event,
  failed,
  levels,
  MARKET_JSON,
  market,
  NOTHING,
  NOW,
  read,
  SLUG,
  scene,
  UNREAD,
  UNSUPPORTED,
  usdCore,
} from './scene.ts';
import { shown } from './shown.ts';

describe('the market panel', () => {
  it('finds the sides by `long`, whatever their place in the reply', () => {
    assert.deepEqual(
      shown().sides.map(({ key, name, words, price }) => [key, name, words, price]),
      [
        ['long', 'Gulls', 'record 31–14 · away · long side', '44¢'],
        ['short', 'Foxes', 'record 35–10 · home · short side', '57¢'],
      ],
    );
  });

  it('has the sides in the order of the question while its event is not read', () => {
    const asked = market({ question: 'Who will win, Summit Foxes or Harbour Gulls?', events: [] });
    const { sides } = shown({
      market: read(asked),
      event: undefined,
      lines: { contest: undefined, lines: [] },
    });
    assert.deepEqual(
      sides.map(({ name }) => name),
      ['Foxes', 'Gulls'],
    );
  });

  it('says what a side costs, pays and how it moved', () => {
    const [long, short] = shown().sides;
    assert.equal(long?.priceNote, 'to buy · 43¢ to sell · +127 · 44%');
    assert.equal(
      long?.sentence,
      '100 contracts cost $44.00 + about $1.48 fee, pay $100.00 on Gulls: +$54.52',
    );
    assert.deepEqual([long?.change?.text, long?.change?.tone, long?.share], ['▼ 3¢ today', 'down', 0.44]);
    assert.deepEqual([short?.change?.text, short?.change?.tone], ['▲ 3¢ today', 'up']);
  });

  it('writes prices in the chosen odds and names two others', () => {
    const [long] = shown({}, { oddsFormat: 'american' }).sides;
    assert.deepEqual([long?.price, long?.priceNote], ['+127', 'to buy · +133 to sell · 44¢ · 44%']);
  });

  it('says so where nobody sells, without a number', () => {
    const [long, short] = shown({ book: read(book({ offers: [] })) }).sides;
    assert.deepEqual([long?.price, long?.share], ['–', undefined]);
    assert.equal(long?.priceNote, 'nobody sells it now · 43¢ to sell · last 43¢');
    assert.equal(short?.priceNote, 'to buy · nobody buys it now · −133 · 57%');
  });

  it('shows what a settled side paid instead of a price', () => {
    const settled = market({
      status: 'MARKET_STATUS_RESOLVED',
      outcomePrices: '["1","0"]',
      marketSides: MARKET_JSON.marketSides.map((side) => ({ ...side, price: side.long ? '0' : '1' })),
    });
    assert.deepEqual(
      shown({ market: read(settled) }).sides.map(({ price, priceNote }) => [price, priceNote]),
      [
        ['0¢', 'lost · paid for each contract'],
        ['100¢', 'won · paid for each contract'],
      ],
    );
  });

  it('shows pictures only where the user allowed them, and only over https', () => {
    const insecure = market({
      marketSides: MARKET_JSON.marketSides.map((side) => ({
        ...side,
        team: { name: 'x', logo: 'http://a/b.png' },
      })),
    });
    const logo = (input: Partial<MarketPanelInput>) => shown(input).sides[0]?.logo;
    assert.equal(logo({}), undefined);
    assert.equal(logo({ images: true }), 'https://pictures.example/g.png');
    assert.equal(logo({ images: true, market: read(insecure) }), undefined);
  });

  it('has its place, its state and the demo mark in the head', () => {
    const { head } = shown();
    assert.deepEqual(
      head.crumbs.map(({ text, action }) => [text, action?.name, action?.slug]),
      [
        ['HBL', 'showLeague', 'hbl'],
        ['Gulls at Foxes', 'openEvent', 'hbl-glb-fxs-2026-03-14'],
        ['Winner', undefined, undefined],
      ],
    );
    assert.deepEqual(head.state, { text: 'Live', tone: 'down', mark: 'live' });
    assert.deepEqual(head.facts, ['open for trading']);
    assert.equal(head.game, 'Q3 4:12 · 78 – 81');
    const { head: halted } = shown({ market: read(market({ status: 'MARKET_STATUS_HALTED' })) });
    assert.deepEqual([halted.state.text, halted.facts], ['Halted', undefined]);
    assert.deepEqual([head.connection, head.demo], ['DEMO exchange', true]);
  });

  it('names the series of the event by its title, which leads to it', () => {
    const context = { ...contextWith(), seriesOf: () => aSeries('hbl-2026', 'Herring League 2026') };
    const input = scene({ event: { ...event(), seriesSlug: 'hbl-2026' } });
    const [, crumb] = marketSnapshot(input, context).content?.head.crumbs ?? [];
    assert.deepEqual(
      [crumb?.text, crumb?.action?.name, crumb?.action?.slug],
      ['Herring League 2026', 'showSeries', 'hbl-2026'],
    );
  });

  it('shows a pause the book knows of before the market does', () => {
    const { head } = shown({ book: read(book({ state: 'MARKET_STATE_HALTED' })) });
    assert.deepEqual(head.state, { text: 'Halted', tone: 'warn', mark: 'half' });
  });

  it('has a note for what the service does not serve, what is loading and what is empty', () => {
    const missing = shown({ book: UNSUPPORTED, history: UNSUPPORTED });
    assert.equal(missing.book.note?.text, 'This service serves no order book.');
    assert.deepEqual(
      [missing.chart.note?.text, missing.chart.intervals],
      ['This service serves no price history.', []],
    );
    const loading = shown({ book: UNREAD, history: UNREAD, orders: UNREAD });
    for (const part of [loading.book, loading.chart, loading.orders]) {
      assert.equal(part.note?.text, 'Loading…');
    }
    const empty = shown({ history: read([]), orders: read([]), position: NOTHING, activities: read([]) });
    assert.deepEqual(
      [empty.chart, empty.orders, empty.position, empty.fills].map(({ note }) => note?.text),
      [
        'No prices in this span.',
        'No open orders here.',
        'You hold nothing here.',
        'No fills in this market yet.',
      ],
    );
  });

  it('uses the best bid and offer where there is no book', () => {
    const quote = aQuote({ marketSlug: SLUG, bestBid: usdCore('0.51'), bestAsk: usdCore('0.52') });
    const { sides } = shown({ book: UNSUPPORTED, quote: read(quote) });
    assert.deepEqual(
      sides.map(({ price }) => price),
      ['52¢', '49¢'],
    );
  });

  it('shows older content when a later read failed, with its time', () => {
    const stale = { ...read(market(), NOW - 60_000), failure: { code: 'network', message: '' } };
    const snapshot = marketSnapshot(scene({ market: stale }), contextWith());
    assert.match(snapshot.note?.text ?? '', /cannot be reached.* Shown as of 20:29:00 UTC\.$/);
    assert.equal(snapshot.note?.button?.action.name, 'refresh');
    assert.ok(snapshot.content);
  });

  it('names a failure of everything once, at the top', () => {
    const failure = { code: 'network', message: '' };
    const late = <T>(reading: { readonly value: T | undefined }) => ({
      ...read(reading.value as T, NOW - 60_000),
      failure,
    });
    const { market: about, book: levelsRead, activities, history, orders } = scene();
    const change = {
      market: late(about),
      book: failed('network'),
      activities: late(activities),
      history: late(history),
      orders: late(orders),
      position: { ...failed('timeout') },
    };
    const { note, content } = marketSnapshot(scene(change), contextWith());
    assert.ok(content);
    assert.match(note?.text ?? '', /cannot be reached/);
    const notes = [content.chart, content.fills, content.orders, content.book].map((part) => part.note);
    assert.deepEqual(
      notes.map((each) => each?.text),
      [undefined, undefined, undefined, 'Could not be read.'],
    );
    assert.ok(notes.every((each) => each?.button === undefined));
    assert.match(content.position.note?.text ?? '', /did not answer in time/, 'something else');
    const alone = shown({ book: { ...late(levelsRead) } }).book.note;
    assert.match(alone?.text ?? '', /cannot be reached/, 'the market itself was read');
    const freshness = { source: 'stream', at: NOW - 40_000, standing: 'cut' } as const;
    const cut = marketSnapshot(scene({ ...change, freshness }), contextWith());
    assert.doesNotMatch(cut.note?.text ?? '', /as of/);
  });

  it('names the failure in place of a market that could not be read, with a way to try again', () => {
    const sentences = { network: /cannot be reached/, notFound: new RegExp(`knows no market ${SLUG}`) };
    for (const [code, words] of Object.entries(sentences)) {
      const { note, content } = marketSnapshot(scene({ market: failed(code) }), contextWith());
      assert.match(note?.text ?? '', words);
      assert.deepEqual([content, note?.button?.action.name], [undefined, 'refresh']);
    }
  });

  it('lists every decoded field under All details, only while they are open', () => {
    assert.deepEqual(shown({ showsDetails: false }).details, { summary: 'All details' });
    const { details } = shown();
    assert.equal(
      details.groups?.map(({ heading }) => heading).join(' | '),
      'Market | Event | Order book | Your position | Your order: Sell Gulls 46¢ | Your order: Buy Foxes 55¢ | ' +
        'Your activity: TRADE, Mar 14, 19:45 UTC',
    );
    const names = details.groups?.[0]?.rows.map(({ name }) => name) ?? [];
    for (const name of ['question', 'outcomePrices', 'marketSides[long].team.record', 'feeCoefficient']) {
      assert.ok(names.includes(name), name);
    }
  });

  it('writes dates in the chosen zone', () => {
    const { dates } = shown({}, { timeZone: 'eastern' });
    const [first] = dates.content ?? [];
    assert.equal(dates.heading, 'Dates, Eastern time');
    assert.deepEqual([first?.name, first?.value.text], ['Game started', 'Mar 14, 15:00 ET']);
  });

  it('counts the market’s own quotes over a book read before it', () => {
    const { sides } = shown({
      market: read(market(), NOW - 1000),
      book: read(book({ offers: levels(['0.60', '5']) }), NOW - 9000),
    });
    assert.equal(sides[0]?.price, '44¢');
  });
});
