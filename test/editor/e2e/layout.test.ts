import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { World } from '../../../src/demo/world.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { actUntil, eventually } from './support/again.ts';
import { cutInViews } from './support/cut-in-views.ts';
import { cutTexts } from './support/cut-texts.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { signIn } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { openMarket, openPage, PAGES, shownFrame, shownFrames, sizePage } from './support/page-window.ts';
import { setUserSetting } from './support/user-settings.ts';
import { seenIn, type Watched, watchControls } from './support/watch-controls.ts';
import type { Workbench } from './support/workbench.ts';

const FRAMES = 30;
/** How long controls are watched, milliseconds. */
const WATCHED_MS = 60_000;
/** No order of the market that is watched fills meanwhile, and no game of it ends: what is gone leaves its place. */
const QUIET_MS = 300_000;
const CONTROLS = 'vscode-button, button, a, input, select, summary, vscode-checkbox, [role=tab]';
const WATCHED: Readonly<Record<string, Watched>> = {
  market: { controls: `${CONTROLS}, .what-if, .plot`, places: '.ladder tr' },
  event: { controls: `${CONTROLS}, .board tr, .plot` },
  portfolio: { controls: CONTROLS, ordered: 'table' },
};

/** The pages and rows of one window on a service whose prices move: where things stand and how much of them is seen. */
describe('where pages and rows draw what they say', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;
  /** Of a market with orders and a position. */
  let slug = '';

  before(async () => {
    ({ service, slug } = await startMovingService());
    editor = await openEditor({ settings: service.settings, viewport: { width: 1328, height: 900 } });
    await editor.workbench.openSidebar();
    await signIn(editor.workbench, service);
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  for (const width of [300, 220])
    it(`rows and titles of views: at ${width} pixels none ends inside a number`, async () => {
      assert.deepEqual(await cutInViews(editor.workbench, width), []);
    });

  it('rows and titles of views: none does where the editor is set not to be modern', async () => {
    const { workbench } = editor;
    const setModern = (isModern: boolean) =>
      setUserSetting(editor, 'workbench.experimental.modernUI', isModern);
    await setModern(false);
    await workbench.page.locator('.monaco-workbench:not(.modern-ui)').waitFor();
    const cut = [...(await cutInViews(workbench, 300)), ...(await cutInViews(workbench, 220))];
    await setModern(true);
    assert.deepEqual(cut, []);
  });

  it('pages: none of their texts is cut at 700 and 1280 pixels', async () => {
    const { workbench } = editor;
    const cut: string[] = [];
    for (const name of ['market', 'event', 'settlement', 'portfolio'] as const) {
      if (name === 'market') await openMarket(workbench, slug);
      else if (name === 'event') await openEventOf(workbench);
      else await openPage(workbench, name);
      for (const width of [700, 1280]) {
        await sizePage(workbench, width);
        const found = await cutTexts(await shownFrame(workbench));
        cut.push(...found.map((text) => `${name} at ${width}: ${text}`));
      }
    }
    assert.deepEqual(cut, []);
  });

  it('market: the wheel over the chart scrolls the page, and zooms the chart with the Control key', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    await openMarket(workbench, slug);
    await workbench.runCommand('View: Close Primary Side Bar');
    await sizePage(workbench, 1280, 500);
    const frame = await shownFrame(workbench);
    const scrolled = async () => Number(await frame.evaluate('Math.round(scrollY)'));
    const picture = () => frame.evaluate("document.querySelector('.history canvas').toDataURL()");
    await frame.evaluate("document.querySelector('.history .u-over').scrollIntoView({ block: 'center' })");
    const over = await frame.locator('.history .u-over').boundingBox();
    assert.ok(over);
    await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2);
    const before = await scrolled();
    await service.whilePaused(async () => {
      await page.mouse.wheel(0, 60);
      await eventually(scrolled, (now) => now > before, 'the page scrolls');
      const drawn = await picture();
      const place = await scrolled();
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -400);
      await page.keyboard.up('Control');
      await eventually(picture, (now) => now !== drawn, 'the chart zooms');
      assert.equal(await scrolled(), place);
    });
    await page.mouse.move(1, 1);
  });

  describe('while prices move', () => {
    const frames = new Map<string, Frame>();

    before(async () => {
      const { workbench } = editor;
      await showBeside(workbench, slug);
      for (const [place, frame] of (await threePages(workbench)).entries())
        frames.set(['market', 'event', 'portfolio'][place] ?? '', frame);
      const first = frames.get('portfolio')?.locator('.positions tbody th').first();
      await first?.scrollIntoViewIfNeeded();
      const row = await first?.boundingBox();
      assert.ok(row);
      await workbench.page.mouse.move(row.x + row.width / 2, row.y + row.height / 2);
      for (const [name, frame] of frames) await watchControls(frame, WATCHED[name] ?? {});
      await workbench.page.waitForTimeout(WATCHED_MS);
    });

    /** Where a page did not stay as it is. */
    const movesOf = async (name: string): Promise<readonly string[]> => {
      const frame = frames.get(name);
      assert.ok(frame);
      const { moves, changes } = await seenIn(frame);
      assert.ok(changes > 10, `the page shows what moves: ${changes}`);
      return moves;
    };

    it('market: Cancel…, every other control, each level of the book and what-if stay where they are', async () => {
      assert.deepEqual(await movesOf('market'), []);
    });

    it('event: the rows of its board and every control stay where they are', async () => {
      assert.deepEqual(await movesOf('event'), []);
    });

    it('portfolio: with the pointer inside no control moves, and no rows change places', async () => {
      assert.deepEqual(await movesOf('portfolio'), []);
    });
  });
});

/** The pages of the market, of its event and of the portfolio, in columns. */
async function showBeside(workbench: Workbench, slug: string): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.setViewportSize({ width: 3000, height: 1000 });
  await openMarket(workbench, slug);
  await openEventOf(workbench);
  await workbench.runCommand('View: Move Editor into Right Group');
  await openPage(workbench, 'portfolio');
  await workbench.runCommand('View: Move Editor into Right Group');
}

function threePages(workbench: Workbench): Promise<readonly Frame[]> {
  return eventually(
    () => shownFrames(workbench),
    ({ length }) => length === 3,
    'three pages beside each other',
  );
}

/** A service with such a market: which there are is a matter of seed and hour. */
async function startMovingService(): Promise<{ readonly service: LiveService; readonly slug: string }> {
  for (let seed = 7; seed < 50; seed += 1) {
    const service = await startLiveService({ frames: FRAMES, seed });
    const slug = watchedMarket(service.world, service.now());
    if (slug !== undefined) return { service, slug };
    await service.stop();
  }
  throw new Error('In no world moves a market with orders that rest');
}

/** From a market's page to that of its event. */
async function openEventOf(workbench: Workbench): Promise<void> {
  await actUntil(
    'opening the event of the market',
    async () => {
      const market = await workbench.panel(/./).shown(PAGES.market);
      await market?.locator('.crumbs .link').last().click({ timeout: 5000 });
    },
    () => workbench.panel(/./).shown(PAGES.event),
  );
}

/** A market with orders and a position whose price moves, and that stays as it is otherwise for a while. */
function watchedMarket(world: World, now: number): string | undefined {
  const later = now + QUIET_MS;
  const [account, catalogue] = [accountOf(world), catalogueOf(world)];
  const held = new Set(account.positions(now).map(({ marketSlug }) => marketSlug));
  const ordersIn = (slug: string, at: number) =>
    account.openOrders(at).filter(({ marketSlug }) => marketSlug === slug);
  const sameLater = (slug: string): boolean =>
    JSON.stringify(ordersIn(slug, now)) === JSON.stringify(ordersIn(slug, later)) &&
    [now, later].every((at) => catalogue.bbo(slug, at)?.state === 'OPEN');
  const offers = (slug: string) =>
    Array.from({ length: 60 }, (_, second) =>
      String(catalogue.bbo(slug, now + second * 1000)?.bestAsk?.value),
    );
  const moves = (slug: string) => {
    const all = offers(slug);
    return all.filter((offer, place) => place > 0 && offer !== all[place - 1]).length;
  };
  return account
    .openOrders(now)
    .flatMap(({ marketSlug }) => marketSlug ?? [])
    .find((slug) => held.has(slug) && moves(slug) >= 4 && sameLater(slug));
}
