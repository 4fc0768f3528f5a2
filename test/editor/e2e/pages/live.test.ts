import assert from 'node:assert/strict';
import type { MarketPanelInput } from '../../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../../src/view/panels/market/model.ts';
import { rounds } from '../../../support/rounds.ts';
import { book, contextWith, levels, market, NOW, read, scene } from '../../../unit/panels/scene.ts';
import { drawn, until } from '../support/page-checks.ts';
import { openStage, type Stage, type StagedPage } from '../support/page-stage.ts';

const context = contextWith();
const snap = (change: Partial<MarketPanelInput> = {}) => marketSnapshot(scene(change), context);
const whole = snap();

describe('the page of a market that moves', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  it('reads out a change of state or freshness, and never a price or an age', async () => {
    const { page, show, close } = await stage.open('market', whole);
    const badge = page.locator('.state[role=status]');
    const spoken = page.locator('.second > .hidden[role=status]');
    assert.match(await badge.innerText(), /Live/);
    assert.equal(await spoken.textContent(), 'Prices are live');
    const speech = () =>
      page.evaluate("[...document.querySelectorAll('[role=status]')].map((e) => e.textContent).join('|')");
    const before = await speech();
    await show(snap({ freshness: { source: 'stream', at: NOW + 1000, standing: 'fresh' } }));
    assert.equal(await speech(), before);
    await show(snap({ freshness: { source: 'stream', at: NOW, standing: 'cut' }, stream: 'lost' }));
    assert.match((await spoken.textContent()) ?? '', /^Not connected: prices as of 20:\d\d:\d\d UTC$/);
    await show(snap({ market: read(market({ status: 'MARKET_STATUS_HALTED' })) }));
    assert.match(await badge.innerText(), /Halted/);
    assert.equal(await spoken.textContent(), 'Prices are not live: halted');
    const live =
      "document.querySelectorAll(':is([aria-live], [role=status], [role=alert]) :is(.price, table)').length";
    assert.equal(await page.evaluate(live), 0);
    await close();
  });

  it('counts the age on, and calls itself old when it has not heard from the editor for 90 seconds', async () => {
    const { page, post, events, close } = await stage.open('market', whole, { isClockHeld: true });
    const readies = async () => (await events()).filter(({ type }) => type === 'ready').length;
    await showAt({ page, post }, 2, NOW, NOW - 400);
    assert.match(await lineOf(page), /^stream · (0\.\d|1) s ago$/);
    const first = await readies();
    await page.clock.runFor(11_000);
    assert.match(await lineOf(page), /^stream · 1[12] s ago$/);
    assert.equal(await readies(), first);
    await page.clock.runFor(10_000);
    assert.ok((await readies()) > first);
    await page.clock.runFor(70_000);
    assert.match(await lineOf(page), /^old: as of .*, no longer updated$/);
    assert.equal(await page.locator('#root[data-freshness=stale]').count(), 1);
    await showAt({ page, post }, 3, NOW + 100_000, NOW + 100_000);
    assert.match(await lineOf(page), /^stream · (0\.\d|1) s ago$/);
    await close();
  });

  it('calls nothing live that is 45 seconds old, though the editor is heard', async () => {
    const { page, post, close } = await stage.open('market', whole, { isClockHeld: true });
    await showAt({ page, post }, 2, NOW + 40_000, NOW);
    assert.match(await lineOf(page), /^stream · 4\d s ago$/);
    await showAt({ page, post }, 3, NOW + 46_000, NOW);
    assert.match(await lineOf(page), /^old: as of /);
    assert.equal(await page.locator('#root[data-freshness=stale]').count(), 1);
    await close();
  });

  it('confirms what it has drawn, the last of several that came within a frame', async () => {
    const { page, events, close } = await stage.open('market', whole);
    const messages = [2, 3, 4].map((number) => ({ type: 'snapshot', number, now: NOW, snapshot: whole }));
    await page.evaluate(
      `for (const message of ${JSON.stringify(messages)}) window.postMessage(message, '*');`,
    );
    await drawn(page, 4);
    const numbers = (await events()).flatMap((event) => (event.type === 'drawn' ? [event.number] : []));
    assert.deepEqual([numbers[0], numbers.at(-1), numbers.length <= 4], [1, 4, true]);
    await close();
  });

  it('leaves focus, selection, folds and scroll alone while the book changes', async () => {
    const { page, show, close } = await stage.open('market', whole);
    await page.locator('summary').click();
    await until(page, "document.querySelectorAll('details table').length > 0");
    await page.locator('vscode-button[title="Cancel: Buy Foxes 55¢"]').focus();
    await page.evaluate(`{
      const cell = document.querySelector('.ladder tbody.bid tr:nth-child(1) .px').firstChild;
      getSelection().setBaseAndExtent(cell, 0, cell, 2);
      window.scrollTo(0, 120);
      for (const e of document.querySelectorAll('.ladder tr, .ladder .bar, details table, .orders tr, .sides article'))
        e.dataset.old = '1';
    }`);
    const count = await page.locator('[data-old]').count();
    const width = () =>
      page.evaluate("document.querySelector('.ladder .bid tr:nth-child(2) .bar').style.inlineSize");
    const before = await width();
    for (let turn = 1; turn <= rounds(8, 40); turn += 1) {
      const bids = levels(['0.43', String(500 + turn)], ['0.42', '100'], ['0.41', '2750'], ['0.40', '900']);
      await show(snap({ book: read(book({ bids })) }));
    }
    assert.equal(await page.locator('[data-old]').count(), count);
    assert.equal(await page.evaluate('document.activeElement.title'), 'Cancel: Buy Foxes 55¢');
    assert.equal(await page.evaluate('getSelection().toString()'), '43');
    assert.equal(await page.evaluate('Math.round(scrollY)'), 120);
    assert.equal(await page.locator('details[open]').count(), 1);
    assert.notEqual(await width(), before);
    await close();
  });

  it('marks a price and a level that moved with an arrow, in a place reserved for it', async () => {
    const { page, post, close } = await stage.open('market', whole, { isClockHeld: true });
    let number = 1;
    const show = async (change: Partial<MarketPanelInput>) => {
      number += 1;
      await post({ type: 'snapshot', number, now: NOW, snapshot: plainSnap(change) });
      await page.clock.runFor(100);
      await drawn(page, number);
    };
    const box = (selector: string) => page.locator(selector).first().boundingBox();
    const places = async () => [
      await box('.ladder .bid tr:nth-child(1)'),
      await box('.side .price span.dim'),
    ];
    // The chart is drawn after the rest.
    await page.clock.runFor(100);
    const before = await places();
    const bids = levels(['0.43', '640'], ['0.42', '1120.5'], ['0.41', '2750'], ['0.40', '900']);
    await show({ book: read(book({ bids })) });
    const mark = page.locator('.ladder .turned .arrow[title="more than a moment ago"]');
    assert.equal(await mark.innerText(), '▲');
    assert.deepEqual(await places(), before);
    await page.clock.runFor(2000);
    await page.locator('.turned').waitFor({ state: 'detached' });
    const arrows = () => page.locator('.side .arrow').allInnerTexts();
    assert.deepEqual(await arrows(), ['', '']);
    const price = await box('.side .price span.dim');
    await show({ book: read(book({ bids, offers: levels(['0.46', '250'], ['0.47', '900']) })) });
    assert.deepEqual(await arrows(), ['▲', '']);
    assert.equal(await page.locator('.side .moved .arrow').getAttribute('title'), 'went up a moment ago');
    assert.deepEqual(await box('.side .price span.dim'), price);
    await page.clock.runFor(1000);
    await show({ book: read(book({ bids, offers: levels(['0.45', '250'], ['0.47', '900']) })) });
    assert.deepEqual(await arrows(), ['▼', '']);
    await page.clock.runFor(2000);
    assert.deepEqual(await arrows(), ['', '']);
    await close();
  });

  it('greys cards and ladder together when they are stale', async () => {
    const colours = `['.side .price b', '.ladder .bid td.size', '.ladder .bid .px'].map(
      (selector) => getComputedStyle(document.querySelector(selector)).color)`;
    const { page, show, close } = await stage.open('market', whole);
    const live = (await page.evaluate(colours)) as string[];
    const stale = { source: 'rest', at: NOW - 60_000, standing: 'stale' } as const;
    await show(snap({ freshness: stale }));
    const [price, size, level] = (await page.evaluate(colours)) as string[];
    assert.deepEqual([price, size], [level, level], 'one colour');
    assert.ok(!live.includes(price ?? ''), 'another than while it is live');
    await close();
  });
});

function plainSnap(change: Partial<MarketPanelInput>): unknown {
  return JSON.parse(JSON.stringify(snap(change)));
}

function lineOf(page: StagedPage['page']): Promise<string> {
  return page.locator('.freshness').innerText();
}

/** Shows prices as of `at` in a message sent at `now`, both by the editor's clock. */
async function showAt(
  { page, post }: Pick<StagedPage, 'page' | 'post'>,
  number: number,
  now: number,
  at: number,
) {
  const freshness = { source: 'stream', at, standing: 'fresh' } as const;
  const snapshot = plainSnap({ freshness });
  await post({ type: 'snapshot', number, now, snapshot });
  await page.clock.runFor(1000);
  await drawn(page, number);
}
