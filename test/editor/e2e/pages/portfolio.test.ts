import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { decodeBalances } from '../../../../src/exchange/wire/portfolio.ts';
import { portfolioSnapshot } from '../../../../src/view/panels/portfolio/model.ts';
import type { ListSection, PortfolioSnapshot } from '../../../../src/view/panels/portfolio/protocol.ts';
import { rounds } from '../../../support/rounds.ts';
import { d } from '../../../support/values.ts';
import { manyRows } from '../../../unit/panels/portfolio-many.ts';
import { portfolioScene } from '../../../unit/panels/portfolio-scene.ts';
import { contextWith, read } from '../../../unit/panels/scene.ts';
import { until } from '../support/page-checks.ts';
import { openStage, type Stage } from '../support/page-stage.ts';

const context = contextWith();
const [POSITIONS, ORDERS] = [210, 330];
const many = (round: number) => portfolioSnapshot(manyRows(POSITIONS, ORDERS, round), context);

describe('the portfolio page', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  it('has no table wider than the page, nothing cut and rows of one height, from 1600 to 420 pixels', async () => {
    for (const width of [1280, 420, 700, 1600].slice(0, rounds(2, 4))) {
      const { page, close } = await stage.open('portfolio', many(0), { width });
      const found = await page.evaluate(`[...document.querySelectorAll('.list')].map((list) => {
        const frame = list.querySelector('.scroll');
        const rows = [...list.querySelectorAll('tbody tr[data-key]')];
        return [
          frame.scrollWidth - frame.clientWidth,
          rows.flatMap((row) => [...row.children]).filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length,
          new Set(rows.map((row) => row.getBoundingClientRect().height)).size,
        ].join();
      }).join(' ')`);
      assert.equal(found, '0,0,1 0,0,1 0,0,1', `at ${width}`);
      await close();
    }
  });

  it('has equally many cards in each row, and a list of P&L that ends with a whole row, from 1600 to 420 pixels', async () => {
    const balance = decodeBalances({ balances: [{ currency: 'USD', currentBalance: 400, buyingPower: 300 }] })
      .items[0];
    for (const width of [1280, 420, 700, 980, 1600].slice(0, rounds(2, 5))) {
      const input = manyRows(40, 10);
      const currencies = input.currencies.map((each) => ({
        ...each,
        cash: d('400'),
        balance,
        accountValue: each.value,
      }));
      const snapshot = portfolioSnapshot({ ...input, currencies }, context);
      const { page, close } = await stage.open('portfolio', snapshot, { width });
      const found = await page.evaluate(`(() => {
        const tops = [...document.querySelectorAll('.tiles > div')].map((tile) => tile.getBoundingClientRect().top);
        const rows = Object.values(Object.groupBy(tops, String)).map(({ length }) => length);
        const { top, bottom } = document.querySelector('.pnl .scroll').getBoundingClientRect();
        return [new Set(rows).size, tops.length, (bottom - top) % document.querySelector('.pnl tbody tr').getBoundingClientRect().height].join();
      })()`);
      assert.equal(found, '1,8,0', `at ${width}`);
      await close();
    }
  });

  it('says of an empty account that nothing is held, and not that no row matches a filter', async () => {
    const empty = { ...portfolioScene(), positions: read([]), orders: read([]), currencies: [] };
    const { page, close } = await stage.open('portfolio', portfolioSnapshot(empty, context));
    const said = await page.locator('.portfolio').innerText();
    assert.match(said, /You hold nothing\./);
    assert.doesNotMatch(said, /No row matches/);
    await close();
  });

  it('says whole what a total lacks, at 420 pixels', async () => {
    const snapshot = many(0);
    const section = positionsOf(snapshot);
    assert.ok(snapshot.content && section.content);
    const totals = section.content.totals?.map(({ key, cells: [name, ...figures] }) => ({
      key,
      cells: name === undefined ? figures : [{ ...name, aside: '12 without a bid' }, ...figures],
    }));
    const positions = { ...section, content: { ...section.content, totals } };
    const lacking = { ...snapshot, content: { ...snapshot.content, positions } };
    const { page, close } = await stage.open('portfolio', lacking, { width: 420 });
    const total = page.locator('.positions tfoot .words').first();
    assert.match(await total.innerText(), /12 without a bid/);
    assert.ok(
      await total.evaluate(
        (cell: { readonly scrollWidth: number; readonly clientWidth: number }) =>
          cell.scrollWidth <= cell.clientWidth,
      ),
    );
    await close();
  });

  it('has value and P&L first in a narrow panel', async () => {
    const { page, close } = await stage.open('portfolio', many(0), { width: 420 });
    const tops = await page.evaluate(`[...document.querySelectorAll('.tiles > div')]
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .slice(0, 2).map((tile) => tile.querySelector('dt').textContent).join()`);
    assert.equal(tops, 'Value of 210 positions,Open P&L');
    const headings = await page.locator('.positions thead th').allInnerTexts();
    assert.ok(headings.some((text) => text.startsWith('Value')) && headings.at(-1)?.startsWith('Open P&L'));
    await close();
  });

  it('leaves rows and controls where they are while prices move, and sorts again when it is asked to', async () => {
    const { page, show, problems, close } = await stage.open('portfolio', many(0), { width: 1280 });
    const places = () => page.evaluate(PLACES);
    const before = await places();
    assert.equal(await shownButtons(page), 0);
    for (let round = 1; round <= 5; round++) {
      await show(many(round));
      assert.equal(await places(), before, `after ${round} rounds`);
    }
    await until(page, "document.querySelector('.positions .order:not(.idle)') !== null");
    await page.locator('.positions .order vscode-button').click();
    assert.notEqual(await places(), before);
    await until(page, "document.querySelector('.positions .order.idle') !== null");
    assert.deepEqual(problems, []);
    await close();
  });

  it('lets no row come or go under the hand, offers what came since, and names what is gone', async () => {
    const small = (positions: number, orders: number) =>
      portfolioSnapshot(manyRows(positions, orders), context);
    const { page, show, close } = await stage.open('portfolio', small(11, 7), { width: 1280 });
    const places = () => page.evaluate(PLACES);
    const count = (list: string) => page.locator(`${list} tbody tr[data-key]`).count();
    await page.locator('.orders tbody tr[data-key]').first().hover();
    const before = await places();
    await show(
      withLongNames(small(13, 6), new Set(positionsOf(small(11, 7)).content?.rows.map(({ key }) => key))),
    );
    assert.equal(await places(), before);
    const [cancels, gone] = [page.locator('.orders td.action button'), page.locator('.orders tr.gone')];
    assert.deepEqual([await count('.orders'), await cancels.count()], [7, 6]);
    assert.match(await gone.innerText(), /^Sell 56 .* no longer open\s*$/);
    assert.equal(await gone.locator('input').isDisabled(), true);
    const offer = page.locator('.positions .order vscode-button');
    assert.equal(await offer.innerText(), '2 new');
    await offer.click();
    assert.equal(await count('.positions'), 13);
    await page.locator('.orders .order vscode-button').click();
    assert.equal(await count('.orders'), 6);
    await close();
  });

  it('lets no row come or go after a dialog either, until the pointer moves', async () => {
    const small = (positions: number, orders: number) =>
      portfolioSnapshot(manyRows(positions, orders), context);
    const { page, show, close } = await stage.open('portfolio', small(11, 7), { width: 1280 });
    const places = () => page.evaluate(PLACES);
    await page.locator('.orders td.action button').first().click();
    // The dialog lies over the page and has the focus.
    await page.evaluate("{ document.activeElement.blur(); window.dispatchEvent(new Event('blur')); }");
    await page.mouse.move(-9, -9);
    const before = await places();
    await show(small(13, 6));
    assert.equal(await places(), before);
    await page.mouse.move(300, 300);
    await page.mouse.move(-9, -9);
    await show(small(14, 6));
    assert.equal(await page.locator('.positions tbody tr[data-key]').count(), 14);
    await close();
  });

  it('sorts by a heading, and again when everything was asked for again', async () => {
    const { page, show, close } = await stage.open('portfolio', many(0), { width: 1280 });
    const first = () => page.locator('.positions tbody tr[data-key]').first().getAttribute('data-key');
    const best = await first();
    await page.locator('.positions thead button', { hasText: 'Held' }).click();
    const smallest = await first();
    assert.notEqual(smallest, best);
    await show(many(3));
    assert.equal(await first(), smallest);
    await show(portfolioSnapshot({ ...manyRows(POSITIONS, ORDERS, 4), asked: 1 }, context));
    await until(page, "document.querySelector('.positions .order.idle') !== null");
    await close();
  });

  it('draws the rows in sight only, and all of them can be scrolled and stepped to', async () => {
    const { page, close } = await stage.open('portfolio', many(0), { width: 1280 });
    const drawn = () => page.locator('.listed tbody tr[data-key]').count();
    assert.ok((await drawn()) < 200, `${await drawn()} rows are drawn`);
    assert.equal(await page.locator('.positions table').getAttribute('aria-rowcount'), '211');
    const height = await page.evaluate('document.documentElement.scrollHeight');
    await page.evaluate("document.querySelector('.orders tfoot').scrollIntoView({ block: 'end' })");
    await until(page, `document.querySelector('.orders tbody tr[aria-rowindex="331"]') !== null`);
    assert.equal(await page.evaluate('document.documentElement.scrollHeight'), height);
    await page.evaluate('window.scrollTo(0, 0)');
    await page.locator('.positions tbody input').first().focus();
    const at = async () => Number(await page.evaluate(FOCUSED_ROW));
    // A key that is held on a slow machine comes to rows that are not drawn yet, and leaps none.
    await page.evaluate(DOWN_100_TIMES);
    assert.ok((await at()) > 0 && (await at()) < 100, `row ${await at()} has the focus`);
    for (let step = 0; step < 300 && (await at()) <= 60; step++) await page.keyboard.press('ArrowDown');
    assert.ok((await at()) > 60, `row ${await at()} has the focus`);
    await close();
  });

  it('finds rows by what they say, and shows those of a tab', async () => {
    const { page, close } = await stage.open('portfolio', many(0), { width: 1280 });
    const rows = page.locator('.positions tbody tr[data-key]');
    const sum = page.locator('.positions tfoot th, .positions tfoot td').first();
    assert.doesNotMatch(await sum.innerText(), /filter/);
    await page.locator('.positions .filter').fill('wolves  kestrel');
    assert.match(await sum.innerText(), /^All positions: \d+ · filter not applied/);
    const texts = await rows.evaluateAll((all: readonly { readonly innerText: string }[]) =>
      all.map(({ innerText }) => innerText),
    );
    assert.ok(texts.length > 0 && texts.every((text) => /Kestrel/.test(text)), texts.join('\n'));
    await page.locator('.positions .filter').fill('nobody at all');
    assert.match(await page.locator('.positions tbody').innerText(), /^No row matches\.\s*$/);
    await close();
    const live = await stage.open('portfolio', portfolioSnapshot(portfolioScene(), context));
    await live.page.locator('.positions vscode-button', { hasText: 'Live 3' }).click();
    assert.equal(await live.page.locator('.positions tbody tr[data-key]').count(), 3);
    assert.match(await live.page.locator('.positions tfoot').innerText(), /filter not applied/);
    await live.close();
  });

  it('says what selected orders come to, in a place of its own, and asks about these only', async () => {
    const { page, show, events, requests, close } = await stage.open('portfolio', many(0), { width: 1280 });
    const cancel = page.locator('.orders vscode-button', { hasText: 'Cancel selected' });
    const all = page.locator('.orders vscode-button', { hasText: 'Cancel all' });
    const boxes = async () => {
      const found = [await cancel.boundingBox(), await all.boundingBox()];
      return found.map((box) => [box?.x, box?.width]);
    };
    const before = await boxes();
    assert.equal(await cancel.getAttribute('disabled'), '');
    const rows = page.locator('.orders tbody tr[data-key]');
    const keys = [await rows.nth(0).getAttribute('data-key'), await rows.nth(2).getAttribute('data-key')];
    for (const place of [0, 2]) await rows.nth(place).locator('input').check();
    assert.deepEqual((await events()).at(-1), { type: 'select', rows: keys });
    const input = { ...manyRows(POSITIONS, ORDERS), selected: new Set(keys.filter((key) => key !== null)) };
    await show(portfolioSnapshot(input, context));
    assert.match(await page.locator('.orders .acts [role=status]').innerText(), /^2 selected: .*frees \$/);
    assert.deepEqual(await boxes(), before);
    await cancel.click();
    const [asked] = await requests();
    assert.ok(asked?.type === 'run' && asked.action.name === 'cancelOrder');
    assert.deepEqual(asked.action.rows?.toSorted(), keys.toSorted());
    await close();
  });
});

function positionsOf({ content }: PortfolioSnapshot): ListSection {
  assert.ok(content);
  return content.positions;
}

/** Each position but those that are known has a name that would make its column wider. */
function withLongNames(snapshot: PortfolioSnapshot, known: ReadonlySet<string>): PortfolioSnapshot {
  const section = positionsOf(snapshot);
  assert.ok(snapshot.content && section.content);
  const rows = section.content.rows.map((row) =>
    known.has(row.key)
      ? row
      : { ...row, cells: row.cells.map((cell) => ({ ...cell, text: `${cell.text} ${cell.text}` })) },
  );
  const positions = { ...section, content: { ...section.content, rows } };
  return { ...snapshot, content: { ...snapshot.content, positions } };
}

/** The place of the row that has the focus; null where it is not one of the list. */
const FOCUSED_ROW = "document.activeElement.closest('tr')?.getAttribute('aria-rowindex')";
/** Faster than anything is drawn. */
const DOWN_100_TIMES = `for (let step = 0; step < 100; step++) {
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
}`;

/** Where rows and controls stand, by key and label. */
const PLACES = `[...document.querySelectorAll('tr[data-key], .listed vscode-button, .filter, .list th button')].map((each) => {
  const { left, top } = each.getBoundingClientRect();
  return top > innerHeight ? '' : [each.dataset.key ?? each.textContent.replace(/\\d+/g, ''), Math.round(left), Math.round(top)].join();
}).filter((text) => text !== '' && !/^(Sort again| new)/.test(text)).join(' ')`;

/** How many lists say that another order is to be had. */
function shownButtons(page: Page): Promise<number> {
  return page.evaluate("document.querySelectorAll('.order:not(.idle)').length");
}
