import assert from 'node:assert/strict';
import { factsOf } from '../../../src/core/event-facts.ts';
import type { Market } from '../../../src/core/market.ts';
import type { LiveQuotes } from '../../../src/core/pricing.ts';
import { eventLines } from '../../../src/view/event-lines.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { followItem } from '../../../src/view/followed-game-text.ts';
import { MarketRows } from '../../../src/view/market-rows.ts';
import { matchRows } from '../../../src/view/markets-tree.ts';
import { ordersTree } from '../../../src/view/orders-tree.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { positionsTree } from '../../../src/view/positions-tree.ts';
import { marketSearchRow } from '../../../src/view/search-rows.ts';
import { anOrder, aPosition } from '../../support/account-values.ts';
import { panelInput, shownTexts } from '../../support/surfaces.ts';
import { aBook, anEvent, aQuote, aSide, aTeam, d, lakeGame, someStats, usd } from '../../support/values.ts';
import { aContext, allText, NOW } from '../../support/view.ts';

const context = aContext();
const teams = [
  aTeam({ id: '1', name: 'Otters', league: 'nba' }),
  aTeam({ id: '2', name: 'Herons', league: 'nba' }),
];
const game = (own: Partial<Market>) => {
  const market = lakeGame({
    sides: [
      aSide(true, { description: 'Otters', team: teams[0], quote: usd('0.419') }),
      aSide(false, { description: 'Herons', team: teams[1], quote: usd('0.627') }),
    ],
    bestBidQuote: usd('0.373'),
    bestAskQuote: usd('0.419'),
    feeCoefficient: d('0.05'),
    ...own,
  });
  const event = anEvent({ markets: [market], teams, live: true, gameId: '9', period: 'Q3' });
  return { market: { ...market, events: [event] }, event };
};
/** What could be paid or got, of either side, and the words beside it. */
const PRICES = /37\.3|41\.9|62\.7|58\.1|¢ to buy\b|¢ to sell\b|contracts cost/;
const BOOK = aBook({
  state: 'HALTED',
  bids: [{ price: d('0.373'), quantity: d(50) }],
  offers: [{ price: d('0.419'), quantity: d(50) }],
  stats: someStats({ lastTradePx: usd('0.31') }),
});
const order = anOrder({ price: usd('0.22'), quantity: d(10), leavesQuantity: d(10), intent: 'BUY_LONG' });
const position = aPosition({
  netPosition: d(20),
  cost: usd('9.00'),
  avgPx: usd('0.45'),
  cashValue: undefined,
});

/** A figure of the fold that lists every field as it was sent. */
const isRaw = (text: string): boolean => /^0\.\d+(?: USD)?$/.test(text);

describe('a halted market', () => {
  for (const own of [
    { status: 'HALTED' },
    { status: 'SUSPENDED' },
    { status: undefined, ep3Status: 'HALTED' },
    { status: 'OPEN', ep3Status: 'SUSPENDED' },
  ] as readonly Partial<Market>[]) {
    it(`shows no price to be had on any surface: ${own.status} ${own.ep3Status ?? ''}`, () => {
      const { market, event } = game(own);
      const texts = shownTexts(
        { markets: [market], events: [event], orders: [order], positions: [position], book: BOOK },
        context,
      );
      // Details are as sent, under the service's own names.
      const shown = texts.filter(
        ({ where, text }) => !/details|clipboard|document/.test(where) && !isRaw(text),
      );
      assert.deepEqual(
        shown.filter(({ text }) => PRICES.test(text)),
        [],
      );
    });
  }

  it('by a book or quote read later shows none either, in rows, lines, orders, positions, search and status', () => {
    const { market, event } = game({ status: 'OPEN' });
    for (const live of [
      { book: BOOK, newer: true },
      { book: { ...BOOK, state: 'SUSPENDED' }, newer: true },
      { bbo: aQuote({ state: 'HALTED', bestBid: usd('0.373'), bestAsk: usd('0.419') }), newer: true },
    ] as readonly LiveQuotes[]) {
      const view = (each: Market) => ({ market: each, event, live });
      const made = new MarketRows({ view }, context);
      const rows = [
        ...matchRows([market], () => event, { view }, context),
        ...eventsTree({ events: [event], view }, context),
        ...ordersTree([{ order, market, facts: { live } }], context),
        ...positionsTree([knownPosition(position, market, { live })], context),
      ];
      const search = marketSearchRow(market, true, made, context);
      const status = followItem(
        {
          event,
          views: [{ market, event, live }],
          positions: [position],
          mark: 'demo',
          accountFreshness: undefined,
          eventFreshness: undefined,
        },
        context,
      );
      const text = [allText(rows), JSON.stringify(search), JSON.stringify(status)].join('\n');
      assert.doesNotMatch(text, PRICES);
      assert.match(text, /halted|suspended/);
      const { lines } = eventLines({ key: 'e', event, markets: [market] }, view, context);
      assert.deepEqual([lines[0]?.bid, lines[0]?.offer, lines[0]?.fair()], [undefined, undefined, undefined]);
    }
  });

  it('has no costs, payouts, ladder or what-if on its page, which says so', () => {
    const { market } = game({ status: 'OPEN' });
    const input = { ...panelInput(market, { book: BOOK }, context), showsDetails: false };
    const content = marketSnapshot(
      { ...input, whatIf: { long: true, buy: true, size: d(5) } },
      context,
    ).content;
    assert.deepEqual(
      content?.sides.map(({ price, priceNote, sentence, share }) => [price, priceNote, sentence, share]),
      [
        [
          '–',
          'no price to be had · last 31¢',
          'Nothing can be bought or sold while trading is halted.',
          undefined,
        ],
        [
          '–',
          'no price to be had · last 69¢',
          'Nothing can be bought or sold while trading is halted.',
          undefined,
        ],
      ],
    );
    assert.deepEqual(
      [content?.book.content, content?.book.aside, content?.book.note?.text, content?.whatIf],
      [undefined, undefined, 'Nothing in the book can be traded while trading is halted.', undefined],
    );
  });

  it('counts as halted, not as open', () => {
    const open = game({ status: 'OPEN' }).market;
    const halted = { ...game({ status: 'HALTED' }).market, slug: 'aec-nba-b' };
    const facts = factsOf({ key: 'e', event: undefined, markets: [open, halted] }, NOW);
    assert.deepEqual([facts.open, facts.halted], [1, 1]);
  });
});

describe('a price that is not known', () => {
  const { market, event } = game({ status: 'OPEN' });
  const bare = {
    ...market,
    bestBidQuote: undefined,
    bestAskQuote: undefined,
    sides: market.sides.map((side) => ({ ...side, quote: undefined })),
  };
  const texts = (live: LiveQuotes | undefined) => {
    const view = (each: Market) => ({ market: each, event, live });
    return allText([
      ...matchRows([bare], () => event, { view }, context),
      ...positionsTree([knownPosition(position, bare, { live })], context),
    ]);
  };

  it('is no missing bid or offer', () => {
    for (const live of [undefined, { book: aBook({ unreadable: { bids: true, offers: true } }) }]) {
      assert.match(texts(live), /price not known/);
      assert.doesNotMatch(texts(live), /no bid|no offer|nobody/);
    }
    const page = marketSnapshot(panelInput(bare, {}, context), context).content;
    assert.deepEqual(
      page?.sides.map(({ priceNote, sentence }) => [priceNote, sentence]),
      [
        ['price not known', 'No price of this side could be read.'],
        ['price not known', 'No price of this side could be read.'],
      ],
    );
  });

  it('is one where a book or a quote shows an empty side', () => {
    for (const live of [{ book: aBook() }, { bbo: aQuote({ bidDepth: 0, askDepth: 0 }) }]) {
      assert.match(texts(live), /no bid/);
      assert.match(texts(live), /no offer/);
      assert.doesNotMatch(texts(live), /price not known/);
    }
    const page = marketSnapshot(panelInput(bare, { book: aBook() }, context), context).content;
    assert.deepEqual(
      page?.sides.map(({ priceNote }) => priceNote),
      ['nobody sells it now · nobody buys it now', 'nobody sells it now · nobody buys it now'],
    );
  });

  it('is that of a position whose market was not read', () => {
    const text = allText(positionsTree([knownPosition(position)], context));
    assert.match(text, /price not known/);
    assert.doesNotMatch(text, /no bid/);
  });
});
