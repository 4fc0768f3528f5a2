import assert from 'node:assert/strict';
import { decodeBestQuote, decodeBook } from '../../../src/exchange/wire/book.ts';
import { marketTooltip } from '../../../src/view/market-tooltip.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { tradingFigures } from '../../../src/view/trading-figures.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { panelInput } from '../../support/surfaces.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext, tooltipText } from '../../support/view.ts';

const context = aContext();
const slug = 'aec-nba-otters-herons-2026-11-20';
const usd = (value: string) => ({ value, currency: 'USD' });
const level = (px: string, qty: string) => ({ px: usd(px), qty });
const book = (own: object = {}, state = 'MARKET_STATE_OPEN') =>
  decodeBook(
    {
      marketData: {
        marketSlug: slug,
        state,
        bids: [level('0.4625', '1820.5'), level('0.46', '90')],
        offers: [level('0.465', '75')],
        stats: {
          openPx: usd('0.6050'),
          openSetTime: '2026-11-06T11:57:03.453774862Z',
          highPx: usd('0.61'),
          highSetTime: '2026-11-06T12:00:00Z',
          lowPx: usd('0.2325'),
          lowSetTime: '2026-11-07T09:28:25Z',
          closePx: usd('0.59'),
          lastTradePx: usd('0.4625'),
          lastTradeQty: '18.0200',
          lastTradeSetTime: '2026-11-20T19:47:13Z',
          currentPx: usd('0.4637'),
          sharesTraded: '914114.4100',
          notionalTraded: usd('410748.2318'),
          openInterest: '343998.8800',
          ...own,
        },
      },
    },
    slug,
  ).value;
const bbo = decodeBestQuote(
  {
    marketData: {
      marketSlug: slug,
      bestBid: usd('0.4625'),
      bestAsk: usd('0.465'),
      bidDepth: 60,
      askDepth: 1,
      bidShares: '5500000',
      askShares: '5900',
    },
  },
  slug,
).value;
const lines = (figures: ReturnType<typeof tradingFigures>) =>
  inEnglish(figures).map(
    ({ label, text, when }) => `${label}: ${text}${when === undefined ? '' : ` (${when})`}`,
  );
const ALL = [
  'Best bid × size: 46.25¢ × 1,820.5 contracts',
  'Best offer × size: 46.5¢ × 75 contracts',
  'All bids: 60 price levels, about 5,500,000 contracts',
  'All offers: 1 price level, about 5,900 contracts',
  'Session open: 60.5¢ (Nov 6, 11:57 UTC)',
  'High: 61¢ (Nov 6, 12:00 UTC)',
  'Low: 23.25¢ (Nov 7, 09:28 UTC)',
  'Close before: 59¢',
  'Last trade: 46.25¢ × 18.02 contracts (Nov 20, 19:47 UTC)',
  'Service’s price: 46.37¢',
  'Traded: 914,114.41 contracts',
  'Traded for: $410,748.23',
  'Open interest: 343,998.88 contracts',
];

describe('trading figures', () => {
  it('give sizes at the top of the book, and each figure of the session with its time', () => {
    assert.deepEqual(lines(tradingFigures({ book: book(), bbo, isTraded: true }, context)), ALL);
  });

  it('call what was traded for money only where it can be dollars', () => {
    const inCents = book({ sharesTraded: '771.1900', notionalTraded: usd('38898.5800') });
    const unknown = 'Traded for: 38,898.58 as sent, unit not known';
    assert.ok(lines(tradingFigures({ book: inCents, isTraded: true }, context)).includes(unknown));
    const alone = book({ sharesTraded: '' });
    assert.match(
      lines(tradingFigures({ book: alone, isTraded: true }, context)).join('\n'),
      /410,748\.2318 as sent/,
    );
  });

  it('name no size while nothing can be traded, and nothing that was not sent', () => {
    assert.deepEqual(lines(tradingFigures({ book: book(), bbo, isTraded: false }, context)), ALL.slice(4));
    assert.deepEqual(tradingFigures({ isTraded: true }, context), []);
  });

  it('stand in the tooltip and on the page of a market', () => {
    const market = lakeGame({ slug });
    const live = { book: book(), bbo, newer: true };
    const tooltip = tooltipText(marketTooltip({ market, event: undefined, live }, undefined, context));
    for (const line of ALL) assert.ok(tooltip.includes(line.replace(/ \((.*)\)$/, ' · $1')), line);
    const page = marketSnapshot(panelInput(market, { book: book(), quote: bbo }, context), context);
    const { heading, content = [] } = page.content?.figures ?? assert.fail();
    assert.equal(heading, 'Trading figures, in Otters cents');
    assert.deepEqual(
      content.map(({ name, value }) => `${name}: ${value.text}${value.aside ? ` (${value.aside})` : ''}`),
      ALL,
    );
  });
});
