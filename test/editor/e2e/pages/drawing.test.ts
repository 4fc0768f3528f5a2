import assert from 'node:assert/strict';
import { marketSnapshot } from '../../../../src/view/panels/market/model.ts';
import { portfolioSnapshot } from '../../../../src/view/panels/portfolio/model.ts';
import type { Snapshot } from '../../../../src/view/panels/protocol.ts';
import { manyRows } from '../../../unit/panels/portfolio-many.ts';
import { contextWith, NOW, read, scene } from '../../../unit/panels/scene.ts';
import { openStage, type PageScript, type Stage } from '../support/page-stage.ts';

const context = contextWith();
const ROUNDS = 2;

describe('drawing a page', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  const pages: Readonly<Record<string, (round: number) => Snapshot>> = {
    market: (round) => marketSnapshot(scene({ history: read(prices(round)) }), context),
    portfolio: (round) => portfolioSnapshot(manyRows(20, 20, round), context),
  };
  for (const [script, snapshot] of Object.entries(pages))
    it(`asks for no size or style that the browser would have to work out at once: ${script}`, async () => {
      const { page, show, problems, close } = await stage.open(script as PageScript, snapshot(0), {
        width: 1280,
      });
      await page.addInitScript(WATCH);
      await page.reload();
      await page.locator('#root[aria-busy="false"]').waitFor();
      await page.evaluate('asked.length = 0');
      for (let round = 1; round <= ROUNDS; round++) await show(snapshot(round));
      assert.deepEqual(await page.evaluate('globalThis.asked'), []);
      assert.deepEqual(problems, []);
      await close();
    });

  it('draws the chart of a later snapshot', async () => {
    const { page, show, close } = await stage.open('market', pages['market']?.(0) as Snapshot, {
      width: 1280,
    });
    const canvas = "document.querySelector('.plot canvas')?.toDataURL()";
    await page.waitForFunction(canvas);
    const before = await page.evaluate(canvas);
    await show(pages['market']?.(1) as Snapshot);
    await page.waitForFunction(`${canvas} !== ${JSON.stringify(before)}`);
    await close();
  });
});

function prices(round: number) {
  return Array.from({ length: 40 }, (_, at) => ({
    ms: NOW - (40 - at) * 60_000,
    price: 0.4 + 0.01 * ((at * 7 + (at === 39 ? round : 0)) % 9),
  }));
}

/** Notes what is asked for while a message is handled: by the handlers between these two, and what they put off to their end. */
const WATCH = `{
  globalThis.asked = [];
  let isDrawing = false;
  window.addEventListener('message', () => { isDrawing = true; });
  window.addEventListener('load', () => window.addEventListener('message', () => { isDrawing = false; }));
  const note = (of, name) => { if (isDrawing && (of.canvas ?? of).isConnected) asked.push(name); };
  const watch = (type, name) => {
    const before = Object.getOwnPropertyDescriptor(type.prototype, name);
    const call = (kind) => before[kind] && { [kind](...given) { note(this, name); return before[kind].apply(this, given); } };
    const watched = before.value ? call('value') : { ...call('get'), ...call('set') };
    Object.defineProperty(type.prototype, name, { ...before, ...watched });
  };
  for (const name of ['getBoundingClientRect', 'clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight']) watch(Element, name);
  for (const name of ['offsetWidth', 'offsetHeight']) watch(HTMLElement, name);
  for (const name of ['font', 'measureText', 'fillText']) watch(CanvasRenderingContext2D, name);
}`;
