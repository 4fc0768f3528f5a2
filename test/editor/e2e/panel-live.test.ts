import assert from 'node:assert/strict';
import type { MarketPanelInput } from '../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../src/view/panels/market.ts';
import { book, contextWith, levels, MARKET_JSON, market, NOW, read, scene } from '../../unit/panels/scene.ts';
import { trades } from '../../unit/panels/tape.ts';
import { drawn, until, violations } from './support/page-checks.ts';
import { openStage, type Stage } from './support/page-stage.ts';
import { themes } from './support/page-themes.ts';

const context = contextWith();
const snap = (change: Partial<MarketPanelInput> = {}) => marketSnapshot(scene(change), context);
const whole = snap();

describe('the page of a market that moves', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  it('speaks a change of state or of truth, and never a price or an age', async () => {
    const { page, tell, close } = await stage.open('market', whole);
    const line = page.locator('.state[role=status]');
    const spoken = page.locator('.second > .hidden[role=status]');
    assert.match(await line.innerText(), /Open/);
    assert.equal(await spoken.textContent(), 'Prices are live');
    await page.evaluate(`globalThis.spoken = [];
      new MutationObserver((changes) => spoken.push(...changes.map(({ target }) => target.textContent)))
        .observe(document.querySelector('.second'), { subtree: true, childList: true, characterData: true });`);
    const speech = () =>
      page.evaluate("[...document.querySelectorAll('[role=status]')].map((e) => e.textContent).join('|')");
    const before = await speech();
    const at = NOW + 1000;
    await drawn(page, await tell(snap({ truth: { source: 'stream', at, standing: 'fresh' }, moved: 1 })));
    assert.equal(await speech(), before);
    await tell(snap({ truth: { source: 'stream', at: NOW, standing: 'cut' }, line: 'lost' }));
    await spoken.locator('text=Not connected: prices as of 20:30:00 UTC').waitFor({ state: 'attached' });
    await tell(snap({ market: read(market({ status: 'MARKET_STATUS_HALTED' })) }));
    await line.locator('text=Halted').waitFor();
    assert.equal(await spoken.textContent(), 'Prices are not live: halted');
    const live = await page.evaluate(
      "[...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].filter((e) => e.querySelector('.price, table')).length",
    );
    assert.equal(live, 0);
    await close();
  });

  it('counts the age on by itself, and calls itself old when the editor is not heard for a minute and a half', async () => {
    const { page, post, drawn: heard, close } = await stage.open('market', whole, { isClockHeld: true });
    const truth = page.locator('.truth');
    const begun = (await heard()).readies;
    await post(patchOf(2, NOW, { truth: truthAt(NOW - 400) }));
    await page.clock.runFor(1000);
    await drawn(page, 2);
    assert.match(await truth.innerText(), /^live · stream · (0\.\d|1) s ago$/);
    await page.clock.runFor(11_000);
    assert.match(await truth.innerText(), /^live · stream · 1[12] s ago$/);
    assert.equal((await heard()).readies, begun);
    await page.clock.runFor(10_000);
    assert.ok((await heard()).readies > begun);
    await page.clock.runFor(70_000);
    assert.match(await truth.innerText(), /^old: as of .*, not updated any more$/);
    assert.equal(await page.locator('#root[data-truth=old]').count(), 1);
    await post(patchOf(3, NOW + 100_000, { truth: truthAt(NOW + 100_000) }));
    await page.clock.runFor(1000);
    await drawn(page, 3);
    assert.match(await truth.innerText(), /^live · stream · (0\.\d|1) s ago$/);
    await close();
  });

  it('calls nothing live that is too old, though the host still answers and knows no better', async () => {
    const { page, post, close } = await stage.open('market', whole, { isClockHeld: true });
    const truth = page.locator('.truth');
    await post(patchOf(2, NOW + 40_000, { truth: truthAt(NOW) }));
    await page.clock.runFor(1000);
    await drawn(page, 2);
    assert.match(await truth.innerText(), /^live · stream · 4\d s ago$/);
    await post(patchOf(3, NOW + 46_000, { truth: truthAt(NOW) }));
    await page.clock.runFor(1000);
    await drawn(page, 3);
    assert.match(await truth.innerText(), /^old: as of /);
    assert.equal(await page.locator('#root[data-truth=old]').count(), 1);
    await close();
  });

  it('ignores what is no frame, and asks for everything when one is missing', async () => {
    const { page, post, tell, drawn: heard, problems, close } = await stage.open('market', whole);
    const event = (name: string, value: unknown) => post({ rpc: 'event', name, value });
    for (const wrong of [null, {}, { number: 2, now: 1, snapshot: { ...whole, busy: 'no' } }]) {
      await event('snapshot', wrong);
      await event('patch', wrong);
    }
    await event('patch', { number: 2, now: 1, busy: false, changed: { head: 1 }, gone: [] });
    assert.equal(await page.locator('h1').innerText(), MARKET_JSON.question);
    assert.equal((await heard()).readies, 1);
    await post(patchOf(3, NOW, {}));
    await until(page, 'globalThis.stage.readies === 2');
    const number = await tell(snap({ orders: read([]) }));
    await drawn(page, number);
    assert.deepEqual(problems, []);
    await close();
  });

  it('says which frame it has drawn, one word for those that came within one', async () => {
    const { page, post, drawn: heard, close } = await stage.open('market', whole);
    assert.deepEqual((await heard()).drawn, [1]);
    await page.evaluate(
      `for (const message of ${JSON.stringify([2, 3, 4].map((number) => patchOf(number, NOW, {})))})
        window.postMessage(message, '*');`,
    );
    await drawn(page, 4);
    const numbers = (await heard()).drawn;
    assert.deepEqual([numbers[0], numbers.at(-1), numbers.length <= 4], [1, 4, true]);
    await post(patchOf(5, NOW, {}));
    await drawn(page, 5);
    await close();
  });

  it('leaves focus, selection, folds and scroll alone while the book changes twenty times a second', async () => {
    const { page, tell, close } = await stage.open('market', whole);
    await page.locator('summary').click();
    await page.locator('vscode-button[title="Cancel: Buy Foxes 55¢"]').focus();
    await page.evaluate(`{
      const cell = document.querySelector('.ladder tbody.bid tr:nth-child(2) .px').firstChild;
      getSelection().setBaseAndExtent(cell, 0, cell, 2);
      window.scrollTo(0, 120);
      for (const e of document.querySelectorAll('.ladder tr, .ladder .bar, details table, .orders tr, .sides article'))
        e.dataset.old = '1';
    }`);
    const count = await page.locator('[data-old]').count();
    const bar = "document.querySelector('.ladder .bid tr:nth-child(3) .bar')";
    const width = () => page.evaluate(`${bar}.style.inlineSize`);
    const before = await width();
    for (let turn = 1; turn <= 40; turn += 1) {
      const bids = levels(['0.43', String(500 + turn)], ['0.42', '100'], ['0.41', '2750'], ['0.40', '900']);
      const number = await tell(snap({ book: read(book({ bids })), moved: turn % 2 === 0 ? 1 : -1 }));
      await drawn(page, number);
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
    // A mark stays for less than a second.
    const { page, tell, close } = await stage.open('market', whole, { isClockHeld: true });
    const show = async (change: Partial<MarketPanelInput>) => {
      const number = await tell(snap(change));
      await page.clock.runFor(100);
      await drawn(page, number);
    };
    const box = (selector: string) => page.locator(selector).first().boundingBox();
    const places = async () => [
      await box('.ladder .bid tr:nth-child(2)'),
      await box('.side .price span.dim'),
    ];
    const before = await places();
    const bids = levels(['0.43', '640'], ['0.42', '1120.5'], ['0.41', '2750'], ['0.40', '900']);
    await show({ book: read(book({ bids })), moved: 1 });
    assert.deepEqual(await page.locator('.side .arrow').allInnerTexts(), ['▲', '▼']);
    assert.equal(
      await page.locator('.ladder .turned .arrow[title="more than a moment ago"]').innerText(),
      '▲',
    );
    assert.deepEqual(await places(), before);
    await page.clock.runFor(2000);
    await page.locator('.turned').waitFor({ state: 'detached' });
    await show({ book: read(book({ bids })) });
    assert.deepEqual(await page.locator('.side .arrow').allInnerTexts(), ['', '']);
    assert.deepEqual(await places(), before);
    await close();
  });

  for (const theme of themes) {
    it(`is accessible when it is old, cut, halted, and with a busy tape, in ${theme}`, async () => {
      for (const change of [
        { truth: { source: 'rest', at: NOW - 900_000, standing: 'stale' }, line: 'polled', moved: -1 },
        {
          truth: { source: 'stream', at: NOW - 40_000, standing: 'cut' },
          accountTruth: { source: 'stream', at: NOW - 40_000, standing: 'cut' },
          line: 'lost',
        },
        { market: read(market({ status: 'MARKET_STATUS_HALTED' })), trades: trades(), moved: 1 },
      ] as const) {
        const { page, problems, close } = await stage.open('market', snap(change), { theme });
        assert.deepEqual(problems, []);
        assert.deepEqual(await violations(page), []);
        await close();
      }
    });
  }
});

function patchOf(number: number, now: number, changed: object) {
  return { rpc: 'event', name: 'patch', value: { number, now, busy: false, changed, gone: [] } };
}

function truthAt(at: number) {
  return snap({ truth: { source: 'stream', at, standing: 'fresh' } }).content?.truth;
}
