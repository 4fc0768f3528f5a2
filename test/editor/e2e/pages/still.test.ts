import assert from 'node:assert/strict';
import { Decimal } from '../../../../src/core/decimal.ts';
import { holdingsOf } from '../../../../src/core/holdings.ts';
import type { MarketPanelInput } from '../../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../../src/view/panels/market/model.ts';
import { whatIfOf } from '../../../../src/view/panels/market/what-if.ts';
import { rounds } from '../../../support/rounds.ts';
import { DRAWN, groupOf, HELD, linesOf, ORDERS } from '../../../unit/panels/event-scene.ts';
import {
  book,
  contextWith,
  event,
  levels,
  market,
  NOTHING,
  NOW,
  orders,
  position,
  read,
  scene,
} from '../../../unit/panels/scene.ts';
import { openStage, type Stage, type StagedPage } from '../support/page-stage.ts';

const context = contextWith();
const group = groupOf(DRAWN);
const ALWAYS = { lines: linesOf(group), holdings: holdingsOf(HELD, ORDERS) };
const snap = (change: Partial<MarketPanelInput> = {}) =>
  marketSnapshot(scene({ ...ALWAYS, ...change }), context);

const deep = (from: number, step: 1 | -1, size: string) =>
  levels(...Array.from({ length: 14 }, (_, place) => [`0.${from + step * place}`, size] as const));
const trade = (minute: number) => ({
  marketSlug: 'm',
  price: { value: Decimal.of('0.43'), currency: 'USD' },
  quantity: Decimal.of('10'),
  time: { ms: NOW - minute * 60_000, text: '' },
  taker: { side: 'BUY', intent: undefined },
});

/** What comes and goes on the page of a market while somebody looks at it. */
const MOMENTS: Readonly<Record<string, Partial<MarketPanelInput>>> = {
  'a thin book': { book: read(book({ bids: levels(['0.43', '1']), offers: levels(['0.9', '1']) })) },
  'an empty book': { book: read(book({ bids: [], offers: [] })) },
  'a deep book of large sizes': {
    book: read(book({ bids: deep(43, -1, '1234567.25'), offers: deep(44, 1, '9876543.5') })),
  },
  'a value that differs from the reported one': {
    live: { book: book({ bids: levels(['0.39', '7']), offers: levels(['0.99', '1']) }), newer: true },
    freshness: { source: 'stream', at: NOW, standing: 'fresh' },
  },
  'large figures': {
    position: read(
      position({ netPositionDecimal: '123456.25', cost: { value: '98765.43', currency: 'USD' } }),
    ),
  },
  'stale prices': { freshness: { source: 'rest', at: NOW - 600_000, standing: 'stale' }, stream: 'lost' },
  'a stale account': { accountFreshness: { source: 'rest', at: NOW - 600_000, standing: 'stale' } },
  'no connection': { freshness: { source: 'stream', at: NOW - 60_000, standing: 'cut' }, stream: 'lost' },
  'a halt': { market: read(market({ status: 'MARKET_STATUS_HALTED' })) },
  'an order that is gone': { orders: read(orders().slice(1)) },
  'no orders': { orders: read([]) },
  'no position': { position: NOTHING },
  'an order being cancelled': { cancelling: new Map([['ORDERNO0001', 'underWay']]) },
  trades: { trades: Array.from({ length: 12 }, (_, place) => trade(place)) as never },
  'the first look at the game': {
    game: [{ ms: NOW - 3_600_000, period: 'Q3', score: '70 – 75', points: [70, 75], isSeen: true }],
  },
  'another clock': { event: event({ elapsed: '00:01', score: '178 – 181' }) },
};

/** Where each control of the page is, by what it says. */
const CONTROLS = `(() => {
  const seen = new Map();
  return JSON.stringify([...document.querySelectorAll('vscode-button, input, .link, summary')].map((each) => {
    const { x, y } = each.getBoundingClientRect();
    const words = each.title || each.ariaLabel || each.textContent;
    seen.set(words, (seen.get(words) ?? 0) + 1);
    return [words + ' ' + seen.get(words), Math.round(x), Math.round(y + scrollY)];
  }));
})()`;
type Place = readonly [words: string, x: number, y: number];

describe('the page of a market, still', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  for (const width of [1280, 420, 930, 700, 1600].slice(0, rounds(2, 5)))
    it(`moves no control while prices, orders and states come and go, at ${width} pixels`, async () => {
      const asked = { whatIf: whatIfOf(true, true, '500') };
      const { page, show, close } = await stage.open('market', snap(asked), { width });
      await page.locator('.what-if input').fill('500');
      const before = new Map((await places(page)).map((each) => [each[0], each]));
      for (const [name, change] of Object.entries(MOMENTS)) {
        await show(snap({ ...asked, ...change }));
        const moved = (await places(page)).filter(([words, x, y]) => {
          const [, wasX, wasY] = before.get(words) ?? [words, x, y];
          return wasX !== x || wasY !== y;
        });
        assert.deepEqual(moved, [], name);
        await show(snap(asked));
      }
      await close();
    });

  it('has chart, book and what-if in the first screen at 1280 × 800, the chart as high and wide as the book', async () => {
    const shown = snap({ book: read(book({ bids: deep(43, -1, '10'), offers: deep(44, 1, '10') })) });
    const { page, close } = await stage.open('market', shown, { width: 1280 });
    const rows = page.locator('.ladder tr:not(.blank)');
    assert.equal(await rows.count(), 1 + 8 + 1 + 8);
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? NONE;
    const [ladder, book_, chart, plot, what] = [
      await box('.ladder'),
      await box('.book'),
      await box('.history'),
      await box('.u-over'),
      await box('.what-if'),
    ];
    assert.ok(ladder.y + ladder.height <= 800 && what.y + what.height <= 800, 'first screen');
    assert.deepEqual([chart.y, chart.height], [book_.y, book_.height]);
    assert.ok(plot.width >= ladder.width, `${plot.width} of ${ladder.width}`);
    assert.ok(what.x >= ladder.x + ladder.width, 'beside it');
    await close();
  });

  it('has its chart on the second screen at most at 420 pixels', async () => {
    const { page, close } = await stage.open('market', snap(), { width: 420 });
    const plot = (await page.locator('.plot').boundingBox()) ?? NONE;
    assert.ok(plot.y + plot.height <= 1600, String(plot.y + plot.height));
    await close();
  });

  it('keeps room for figures of one’s own from the first on, none before, at 420 pixels', async () => {
    const none = snap({ position: NOTHING, orders: read([]) });
    const { page, show, close } = await stage.open('market', none, { width: 420 });
    const height = async () => (await page.locator('.strip .position').boundingBox())?.height ?? Number.NaN;
    assert.ok((await height()) < 40, String(await height()));
    await show(snap());
    const owned = await height();
    assert.ok(owned > 150, String(owned));
    await show(none);
    assert.equal(await height(), owned);
    await close();
  });

  it('leaves no room for figures that orders alone have not, and has them below those when they come, at 420 pixels', async () => {
    const ordered = snap({ position: NOTHING });
    const { page, show, close } = await stage.open('market', ordered, { width: 420 });
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? NONE;
    assert.ok((await box('.strip .position')).height < 40, String((await box('.strip .position')).height));
    const cancel = await box('.strip .slot vscode-button');
    await show(snap());
    assert.deepEqual(await box('.strip .slot vscode-button'), cancel);
    const chart = await box('.history');
    await show(ordered);
    assert.deepEqual(await box('.history'), chart);
    await close();
  });

  it('cuts no name, figure or heading at 1280 and 700 pixels', async () => {
    for (const width of [1280, 700]) {
      const large = book({ bids: deep(43, -1, '123456.25'), offers: deep(44, 1, '98765.5') });
      const { page, close } = await stage.open(
        'market',
        snap({ book: read(large), whatIf: whatIfOf(true, true, '500') }),
        {
          width,
        },
      );
      const cut = await page.evaluate(`[...document.querySelectorAll('main *')].filter((each) =>
        each.children.length === 0 && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1
        && getComputedStyle(each).overflowX === 'hidden').map((each) => each.textContent)`);
      assert.deepEqual(cut, [], `at ${width}`);
      await close();
    }
  });

  it('wraps no name of a trading figure for the length of another one at 1280 pixels', async () => {
    const stats = { notionalTraded: { value: '161000', currency: 'USD' }, sharesTraded: '1610' };
    const { page, close } = await stage.open('market', snap({ book: read(book({ stats })) }), {
      width: 1280,
    });
    const figures = page.locator('.trading dt');
    const heights = await figures.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().height),
    );
    assert.match(await page.locator('.trading').innerText(), /unit not known/);
    assert.ok(heights.length > 3 && Math.max(...heights) < 24, heights.join());
    await close();
  });

  it('has the heading and the names of own prices of the side that is drawn', async () => {
    const { page, close } = await stage.open('market', snap());
    const heading = () => page.locator('.history h2').innerText();
    const before = await heading();
    await page.locator('.history vscode-button', { hasText: 'Foxes' }).click();
    assert.match(before, /^gulls price$/i);
    assert.match(await heading(), /^foxes price$/i);
    await page.locator('.history vscode-button', { hasText: 'Both' }).click();
    assert.match(await heading(), /^prices$/i);
    await close();
  });
});

const NONE = { x: 0, y: 0, width: 0, height: 0 };

async function places(page: StagedPage['page']): Promise<readonly Place[]> {
  return JSON.parse(await page.evaluate(CONTROLS)) as readonly Place[];
}
