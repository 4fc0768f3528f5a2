import assert from 'node:assert/strict';
import { eventSnapshot } from '../../../../src/view/panels/event/model.ts';
import { marketSnapshot } from '../../../../src/view/panels/market/model.ts';
import { portfolioSnapshot } from '../../../../src/view/panels/portfolio/model.ts';
import { settlementSnapshot } from '../../../../src/view/panels/settlement/model.ts';
import { eventScene } from '../../../unit/panels/event-scene.ts';
import { portfolioScene, WEEK } from '../../../unit/panels/portfolio-scene.ts';
import {
  activities,
  book,
  contextWith,
  levels,
  market,
  RESOLUTION_JSON,
  read,
  scene,
  settlement,
} from '../../../unit/panels/scene.ts';
import { openStage, type Stage } from '../support/page-stage.ts';

const context = contextWith();
const settled = {
  market: read(market({ status: 'MARKET_STATUS_RESOLVED' })),
  settlement: read(settlement('1')),
  activities: read(activities(RESOLUTION_JSON)),
};
const PAGES = {
  market: marketSnapshot(scene(), context),
  event: eventSnapshot(eventScene(), context),
  settlement: settlementSnapshot(scene(settled), context),
  portfolio: portfolioSnapshot(portfolioScene({ points: WEEK }), context),
} as const;

/** Each is one stop, with arrow keys inside. */
const GRIDS = 'table, .pairs, .slots ul';
/** More than any page has stops of the tab key. */
const MOST_STOPS = 200;

describe('the pages of the panels by other means than a pointer', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  for (const script of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
    it(`${script}: the tab key reaches all that can be pressed and one stop a table, and shows where it is`, async () => {
      const { page, close } = await stage.open(script, PAGES[script], { width: 700 });
      const visited = await walk(page);
      assert.ok(
        visited.every(({ isShown }) => isShown),
        'each stop has the frame of the focus',
      );
      const names = new Set(visited.map(({ id }) => id));
      // What stands in a table or a list of figures is reached with the arrow keys, from its one stop.
      const outside = (await page.evaluate(`${NUMBERED}.filter(
        ({ each }) => each.closest('${GRIDS}') === null).map(({ id }) => id)`)) as number[];
      assert.deepEqual(
        outside.filter((id) => !names.has(id)),
        [],
      );
      const grids = (await page.evaluate(
        `[...document.querySelectorAll('${GRIDS}')].filter((each) => each.checkVisibility() && each.querySelector('td, dd, .cell')).length`,
      )) as number;
      assert.equal(visited.filter(({ isInGrid }) => isInGrid).length, grids, 'one stop a table');
      await close();
    });

    it(`${script}: nothing runs or glides where the reader wants no motion`, async () => {
      const { page, show, close } = await stage.open(script, PAGES[script]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const bids = levels(['0.43', '640'], ['0.42', '120'], ['0.41', '2750'], ['0.40', '900']);
      if (script === 'market') await show(marketSnapshot(scene({ book: read(book({ bids })) }), context));
      const moving = await page.evaluate(`[...document.querySelectorAll('main, main *')].filter((each) => {
        const { animationName, transitionDuration } = getComputedStyle(each);
        return animationName !== 'none' || transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
      }).map((each) => each.className)`);
      assert.deepEqual(moving, []);
      assert.equal(await page.evaluate('document.getAnimations().length'), 0);
      await close();
    });
  }
});

/** Everything that can be pressed, each with a number of its own. */
const NUMBERED = `[...document.querySelectorAll('button, vscode-button, vscode-checkbox, input, summary')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.hasAttribute('disabled'))
  .map((each, id) => ({ each, id }))`;

interface Stop {
  readonly id: number;
  readonly isInGrid: boolean;
  readonly isShown: boolean;
}

/** Presses Tab until the page is left. */
async function walk(page: Awaited<ReturnType<Stage['open']>>['page']): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let count = 0; count < MOST_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(`(() => {
      const at = document.activeElement;
      if (at === null || at === document.body) return null;
      const control = at.shadowRoot?.querySelector('.control') ?? at;
      const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(control);
      const focus = getComputedStyle(document.documentElement).getPropertyValue('--vscode-focusBorder').trim();
      const probe = Object.assign(document.createElement('i'));
      probe.style.color = focus;
      document.body.append(probe);
      const isBordered = borderColor === getComputedStyle(probe).color;
      probe.remove();
      const id = ${NUMBERED}.find(({ each }) => each === at)?.id ?? -1;
      return { id, isInGrid: at.closest('${GRIDS}') !== null, isShown: isBordered || (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) };
    })()`)) as Stop | null;
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error('The tab key never leaves the page.');
}
