import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { MarketPanelInput } from '../../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../../src/view/panels/market/model.ts';
import type { PanelState } from '../../../../src/view/panels/protocol.ts';
import { total } from '../../../unit/panels/event-scene.ts';
import { contextWith, failed, history, NOW, read, scene } from '../../../unit/panels/scene.ts';
import { eventually } from '../support/again.ts';
import { openStage, type Stage } from '../support/page-stage.ts';

const context = contextWith();
const snap = (change: Partial<MarketPanelInput> = {}) => marketSnapshot(scene(change), context);
const whole = snap();

describe('the chart of a market', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  it('arrow keys name a moment, + zooms, Home shows all, and a wheel zooms only when it is meant to', async () => {
    const { page, problems, close } = await stage.open('market', whole);
    const plot = page.locator('.chart .plot');
    const readout = () => page.locator('.chart .readout').innerText();
    const picture = () => chartPicture(page);
    await plot.focus();
    await page.keyboard.press('ArrowLeft');
    assert.match(await readout(), /20:15 · Gulls 43\.2¢$/);
    assert.equal(await page.locator('.chart [role=status]').innerText(), await readout());
    await page.keyboard.press('ArrowLeft');
    assert.match(await readout(), /20:00 · Gulls /);
    const before = await picture();
    await page.keyboard.press('+');
    await eventually(picture, (now) => now !== before, '+ zooms');
    await page.keyboard.press('Home');
    await eventually(picture, (now) => now === before, 'Home shows all');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    const near = await picture();
    await page.keyboard.press('-');
    await eventually(picture, (now) => now !== near && now !== before, '− zooms out');
    for (const _ of [1, 2, 3]) await page.keyboard.press('-');
    await eventually(picture, (now) => now === before, '− zooms out to all');
    await page.locator('.chart .u-over').hover();
    await page.mouse.wheel(0, -400);
    await eventually(picture, (now) => now !== before, 'the wheel zooms a chart that has the focus');
    await page.keyboard.press('Home');
    await eventually(picture, (now) => now === before, 'Home shows all');
    await page.evaluate('document.activeElement.blur()');
    await page.mouse.wheel(0, 300);
    await eventually(
      () => page.evaluate('scrollY'),
      (y) => Number(y) > 0,
      'a plain wheel scrolls the page',
    );
    assert.equal(await picture(), before, 'and zooms nothing');
    await page.evaluate('scrollTo(0, 0)');
    await page.locator('.chart .u-over').hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await eventually(picture, (now) => now !== before, 'Ctrl and the wheel zoom');
    await page.locator('.history vscode-button', { hasText: 'Foxes' }).click();
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await readout(), /Foxes /);
    assert.deepEqual(problems, []);
    await close();
  });

  it('Game shows the game alone, in a span that reaches back to its start', async () => {
    const { page, show, requests, close } = await stage.open('market', snap({ interval: '1H' }));
    const picture = () => chartPicture(page);
    const pressed = () => page.locator('.spans vscode-button[aria-pressed=true]').first().innerText();
    const all = await picture();
    await page.locator('.history vscode-button', { hasText: 'Game' }).click();
    assert.deepEqual(await requests(), [{ type: 'interval', interval: '6H' }]);
    await show(snap({ interval: '6H' }));
    await eventually(picture, (now) => now !== all, 'the game is shown');
    const game = await picture();
    assert.equal(await pressed(), 'Game');
    await page.locator('.history vscode-button', { hasText: 'Game' }).click();
    await eventually(picture, (now) => now === all, 'all of it is shown');
    assert.equal(await pressed(), '6H');
    await page.locator('.history vscode-button', { hasText: 'Game' }).click();
    await eventually(picture, (now) => now === game, 'the game is shown');
    assert.equal((await requests()).length, 1);
    await close();
  });

  it('has the game below the axis, in the height it had before it was first seen', async () => {
    const { page, show, problems, close } = await stage.open('market', whole);
    const canvas = page.locator('.chart canvas').first();
    const height = () =>
      canvas.evaluate((each) => (each as unknown as { offsetHeight: number }).offsetHeight);
    const before = await height();
    const moment = (minutes: number, score: string, isSeen: boolean) => {
      return { ms: NOW - minutes * 60_000, period: 'Q3', score, points: undefined, isSeen };
    };
    await show(snap({ game: [moment(80, '70 – 75', false), moment(60, '72 – 75', true)] }));
    assert.equal(await height(), before);
    await page.locator('.chart .plot').focus();
    await page.keyboard.press('ArrowLeft');
    assert.match(await page.locator('.chart .readout').innerText(), / · Q3 · 72 – 75$/);
    assert.deepEqual(problems, []);
    await close();
  });

  it('two fingers that part zoom in, one that moves shifts what is shown', async () => {
    const { page, problems, close } = await stage.open('market', whole);
    const picture = () => chartPicture(page);
    const before = await picture();
    const box = await page.locator('.chart .u-over').boundingBox();
    const at = (x: number) => ({ x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + 60 });
    await page.locator('.chart .u-over').scrollIntoViewIfNeeded();
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: readonly number[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ ...at(x), id })) });
    await touch('touchStart', 100, 140);
    for (const step of [20, 40, 60]) await touch('touchMove', 100 - step, 140 + step);
    await touch('touchEnd');
    await eventually(picture, (now) => now !== before, 'a pinch zooms');
    const zoomed = await picture();
    await touch('touchStart', 100);
    for (const x of [130, 160, 200]) await touch('touchMove', x);
    await touch('touchEnd');
    await eventually(picture, (now) => now !== zoomed, 'a finger moves it');
    await page.locator('.chart .plot').focus();
    await page.keyboard.press('Home');
    await eventually(picture, (now) => now === before, 'Home shows all');
    assert.deepEqual(problems, []);
    await close();
  });

  it('Compare asks for the other outcomes, which are drawn and named, also after a reload', async () => {
    const { page, events, show, state, problems, close } = await stage.open(
      'market',
      snap({ canCompare: true }),
    );
    const picture = () => chartPicture(page);
    const before = await picture();
    const button = page.locator('.history vscode-button', { hasText: 'Compare' });
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.click();
    assert.deepEqual((await events()).at(-1), { type: 'compare', on: true });
    const fresh = { source: 'stream', at: NOW, standing: 'fresh' } as const;
    const other = { market: total('57.5', 30, 32), history: read(history()), samples: [], freshness: fresh };
    await show(snap({ canCompare: true, beside: [other, { ...other, history: failed('network') }] }));
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await eventually(picture, (now) => now !== before, 'the other outcome is drawn');
    await page.locator('.chart .plot').focus();
    await page.keyboard.press('ArrowLeft');
    assert.match(await page.locator('.chart .readout').innerText(), / · Gulls 43\.2¢ · Over 57\.5 43\.2¢$/);
    assert.match(await page.locator('.history').innerText(), /Over 57\.5: .*cannot be reached/);
    assert.equal(((await state()) as PanelState).compare, true);
    await show(snap({ canCompare: true }));
    await eventually(picture, (now) => now === before, 'the other outcome is gone');
    assert.deepEqual(problems, []);
    await close();
  });
});

/** A chart that gets other lines is gone for a frame. */
function chartPicture(page: Page): Promise<string> {
  return page
    .locator('.chart canvas')
    .evaluate((canvas) => (canvas as unknown as { toDataURL(): string }).toDataURL());
}
