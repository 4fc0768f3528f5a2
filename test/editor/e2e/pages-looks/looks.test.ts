import assert from 'node:assert/strict';
import { eventSnapshot } from '../../../../src/view/panels/event/model.ts';
import { marketSnapshot } from '../../../../src/view/panels/market/model.ts';
import { portfolioSnapshot } from '../../../../src/view/panels/portfolio/model.ts';
import { settlementSnapshot } from '../../../../src/view/panels/settlement/model.ts';
import { aPeriod, aSide, aTeam } from '../../../support/values.ts';
import {
  ARCHERS,
  eventScene,
  groupOf,
  ISLANDERS,
  linesOf,
  prop,
  winner,
} from '../../../unit/panels/event-scene.ts';
import { portfolioScene } from '../../../unit/panels/portfolio-scene.ts';
import {
  activities,
  contextWith,
  market,
  NOW,
  RESOLUTION_JSON,
  read,
  scene,
  settlement,
} from '../../../unit/panels/scene.ts';
import { violations } from '../support/page-checks.ts';
import { openStage, type Stage } from '../support/page-stage.ts';
import { CLASSIC_LIGHT, THEMES, themes } from '../support/page-themes.ts';

const context = contextWith();
const PAGES = {
  market: marketSnapshot(scene(), context),
  event: eventSnapshot(eventScene(), context),
  portfolio: portfolioSnapshot(portfolioScene(), context),
  settlement: settlementSnapshot(
    scene({
      market: read(market({ status: 'MARKET_STATUS_RESOLVED' })),
      settlement: read(settlement('1')),
      activities: read(activities(RESOLUTION_JSON)),
    }),
    context,
  ),
} as const;

/** Colours as the browser writes them, so that they compare; nothing is what lets through all. */
const COLOUR = `(text) => {
  const ink = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  ink.fillStyle = text || 'rgba(0, 0, 0, 0)';
  ink.fillRect(0, 0, 1, 1);
  return [...ink.getImageData(0, 0, 1, 1).data];
}`;
/** Contrast of a text with all that lies behind it, by WCAG 2. */
const CONTRAST = `(element) => {
  const colour = ${COLOUR};
  const over = ([r, g, b, a], ground) => [r, g, b].map((part, at) => (part * a + ground[at] * (255 - a)) / 255);
  const grounds = [];
  for (let each = element; each !== null; each = each.parentElement)
    grounds.unshift(colour(getComputedStyle(each).backgroundColor));
  const ground = grounds.reduce((below, above) => over(above, below), [255, 255, 255]);
  const light = (rgb) => rgb.map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const [least, most] = [light(over(colour(getComputedStyle(element).color), ground)), light(ground)].sort((a, b) => a - b);
  return (most + 0.05) / (least + 0.05);
}`;

describe('the looks of the pages', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  for (const theme of themes) {
    it(`draws buttons, check boxes, what is on and what has the focus as ${theme} does`, async () => {
      const { page, close } = await stage.open('market', PAGES.market, { theme });
      const has = async (what: string, property: string, variable: string): Promise<void> => {
        const [now, wanted] = (await page.evaluate(`[
          getComputedStyle(${what}).${property}, '${THEMES[theme][variable] ?? ''}',
        ].map(${COLOUR}).map((colour) => colour.join())`)) as [string, string];
        assert.equal(now, wanted, `${what}: ${property} is ${variable}`);
      };
      const button = (name: string): string => `document.querySelector('vscode-button${name}')`;
      const control = (name: string): string =>
        `document.querySelector('${name}').shadowRoot.querySelector('.control')`;
      const plain = '[appearance=secondary]:not(.quiet, [aria-pressed])';
      await has(button(plain), 'backgroundColor', 'button-secondaryBackground');
      await has(button(plain), 'color', 'button-secondaryForeground');
      await has(control(`vscode-button${plain}`), 'borderTopColor', 'button-secondaryBorder');
      await has(button('.pressed'), 'backgroundColor', 'inputOption-activeBackground');
      await has(button('.pressed'), 'color', 'inputOption-activeForeground');
      await has(control('vscode-button.pressed'), 'borderTopColor', 'inputOption-activeBorder');
      await has(button('.quiet'), 'color', 'textLink-foreground');
      await has(button('[title=Refresh]'), 'color', 'foreground');
      await has(control('vscode-checkbox'), 'backgroundColor', 'checkbox-background');
      await has(control('vscode-checkbox'), 'borderTopColor', 'checkbox-border');
      await page.keyboard.press('Tab');
      for (const name of [`vscode-button${plain}`, 'vscode-button.quiet']) {
        await page.locator(name).first().focus();
        await has(control(name), 'outlineColor', 'focusBorder');
      }
      await page.locator('.slot .cell').first().focus();
      await has("document.querySelector('.slot .cell')", 'outlineColor', 'focusBorder');
      await close();
    });

    it(`writes what is yours in a colour of its own that is read easily in ${theme}`, async () => {
      for (const [script, selector] of [
        ['event', '.board .own'],
        ['event', '.yours h2'],
        ['market', '.you .orders h2'],
      ] as const) {
        const { page, close } = await stage.open(script, PAGES[script], { theme });
        const figures = (await page.evaluate(`[...document.querySelectorAll('${selector}')]
          .filter((each) => each.textContent !== '').map(${CONTRAST})`)) as number[];
        const colours = await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
        assert.ok(figures.length > 0 && Math.min(...figures) >= 4.5, `${selector}: ${figures.join()}`);
        const wanted = await page.evaluate(
          `(${COLOUR})('${THEMES[theme]['predictionMarkets-yours']}').slice(0, 3).join(', ')`,
        );
        assert.equal(colours, `rgb(${wanted})`);
        await close();
      }
    });
  }

  for (const script of ['market', 'event', 'portfolio', 'settlement'] as const)
    it(`${script}: is read easily where a light theme writes grey on grey, also the row under the pointer`, async () => {
      const { page, close } = await stage.open(script, PAGES[script], {
        theme: 'vscode-light',
        colours: CLASSIC_LIGHT,
      });
      assert.deepEqual(await violations(page, 'colours'), []);
      for (const row of await page.locator('tbody:visible').all()) {
        await row.locator('tr').last().hover();
        assert.deepEqual(await violations(page, 'colours'), []);
      }
      await close();
    });

  for (const [script, selector] of [
    ['event', '.orders tbody tr, .settled tbody tr'],
    ['settlement', '.account tbody tr'],
    ['portfolio', '.positions tbody tr, .orders tbody tr'],
    ['market', '.fills tbody tr, .dates tbody tr'],
  ] as const)
    it(`${script}: all rows of its tables have one height, with a button and without`, async () => {
      const { page, close } = await stage.open(script, PAGES[script], { width: 1280 });
      const heights = (await page.evaluate(`[...document.querySelectorAll('${selector}')].map(
        (row) => row.getBoundingClientRect().height)`)) as number[];
      // A border between two rows is half of each.
      assert.ok(
        Math.min(...heights) >= 22 && Math.max(...heights) - Math.min(...heights) < 1,
        heights.join(),
      );
      await close();
    });

  it('settlement: has each order that still rests on one line at 420 pixels', async () => {
    const over = scene({ market: read(market({ status: 'MARKET_STATUS_RESOLVED' })) });
    const { page, close } = await stage.open('settlement', settlementSnapshot(over, context), { width: 420 });
    const names = page.locator('.resting tbody tr > :first-child');
    const heights = await names.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    assert.ok(heights.length > 1 && Math.max(...heights) < 30, heights.join());
    await close();
  });

  it('event: names each figure of yours on one line, beside the lines and below the prices', async () => {
    const { page, close } = await stage.open('event', PAGES.event);
    for (const width of [1600, 1280, 700, 420]) {
      await page.setViewportSize({ width, height: 800 });
      const heights = (await page.evaluate(`[...document.querySelectorAll('.yours dt')].map(
        (name) => name.getBoundingClientRect().height)`)) as number[];
      assert.ok(heights.length > 2 && Math.max(...heights) < 20, `${width}: ${heights.join()}`);
    }
    await close();
  });

  it('event: has the prices of its lines before what could come of them, also for the keyboard', async () => {
    const { page, close } = await stage.open('event', PAGES.event, { width: 420 });
    const tops = (await page.evaluate(`['.score', '.yours', '.board', '.settled', '.payouts', '.rules'].map(
      (part) => document.querySelector(part).getBoundingClientRect().top)`)) as number[];
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    );
    const order =
      await page.evaluate(`[...document.querySelectorAll('main section')].map(({ classList }) => classList[0])
      .filter((part) => ['score', 'board', 'settled', 'payouts', 'rules'].includes(part)).join()`);
    assert.equal(order, 'score,board,settled,payouts,rules');
    await close();
  });

  it('event: draws the bars of payouts wide where no column stands before them, and never out of the page', async () => {
    const { page, close } = await stage.open('event', PAGES.event);
    for (const [width, wide] of [
      [1440, 96],
      [1280, 44],
      [700, 96],
      [420, 44],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate(`[...document.querySelectorAll('.payouts .track')].map(
        (track) => Math.round(track.getBoundingClientRect().width)).join()`);
      assert.equal(new Set(String(found).split(',')).size, 1);
      assert.equal(Number(String(found).split(',')[0]), wide, `at ${width}`);
    }
    await close();
  });

  it('event: keeps the name of a side and what is yours apart from the figures before them', async () => {
    const { page, close } = await stage.open('event', PAGES.event);
    for (const width of [1600, 1280, 900]) {
      await page.setViewportSize({ width, height: 800 });
      const gaps =
        (await page.evaluate(`[...document.querySelectorAll('.board tbody tr:not(.below)')].flatMap((row) =>
        [7, 10].map((place) => {
          const [before, cell] = [row.children[place - 1], row.children[place]];
          if (!cell?.textContent || cell.offsetTop > before.offsetTop + 10) return 99;
          const [end, start] = [before, cell].map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getBoundingClientRect();
          });
          return start.left - end.right;
        }))`)) as number[];
      assert.ok(Math.min(...gaps) >= 11.5, `${width}: ${Math.min(...gaps)}`);
    }
    await close();
  });

  it('keeps its state on one line with what it sums up, and leaves out whole what has no room', async () => {
    const { page, close } = await stage.open('event', PAGES.event);
    for (const width of [1280, 900, 740]) {
      await page.setViewportSize({ width, height: 800 });
      const height = await page.evaluate("document.querySelector('.second').getBoundingClientRect().height");
      assert.ok(Number(height) < 24, `${width}: ${height}`);
    }
    await page.setViewportSize({ width: 420, height: 800 });
    assert.equal(await page.locator('.facts > :visible').first().innerText(), '10 lines');
    await close();
  });

  it('market: names where it stands on one line with the demo, also at 420 pixels, and its choices beside the chart’s name', async () => {
    const { page, close } = await stage.open('market', PAGES.market, { width: 420 });
    const tops = (of: string) =>
      page.evaluate(`[...document.querySelectorAll('${of}')].map(
        (each) => Math.round(each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2)).join()`);
    const [first, ...others] = String(await tops('.second .badge, .second .demo'))
      .split(',')
      .map(Number);
    assert.ok(others.length > 1 && others.every((top) => Math.abs(top - (first ?? 0)) <= 1), others.join());
    const heights = (await page.evaluate(`[...document.querySelectorAll('.second .badge, .second .demo')].map(
      (each) => each.getBoundingClientRect().height)`)) as number[];
    assert.equal(new Set(heights).size, 1, heights.join());
    await page.setViewportSize({ width: 1280, height: 800 });
    const [chart, book] = String(await tops('.history .heading, .book .heading'))
      .split(',')
      .map(Number);
    assert.equal(chart, book);
    await close();
  });

  it('event: has score and prices in sight at 420 pixels, however long the names of the teams are', async () => {
    const long = 'Oakhaven Associated Marine Engineers';
    const away = aTeam({ ...ARCHERS, name: `${long} Terns`, alias: 'Terns' });
    const home = aTeam({ ...ISLANDERS, name: `${long} Owls`, alias: 'Owls' });
    const sides = [aSide(true, { team: home }), aSide(false, { team: away })];
    const periodScores = ['Map 1', 'Map 2', 'Map 3'].map((label) => aPeriod(label, ['a', 5], ['i', 10]));
    const group = groupOf([{ ...winner(), sides }], {
      title: 'Terns at Owls',
      teams: [home, away],
      periodScores,
    });
    const shown = eventSnapshot(eventScene({ event: group.event, lines: linesOf(group) }), context);
    const { page, close } = await stage.open('event', shown, { width: 420 });
    const found = await page.evaluate(`(() => {
      const frame = document.querySelector('.score .scroll');
      return [frame.scrollWidth - frame.clientWidth, ...[...frame.querySelectorAll('tbody th')].map(({ innerText }) => innerText.split('\\n')[0])].join();
    })()`);
    assert.equal(found, '0,Terns,Owls');
    await close();
  });

  it('market: says of both sides what changed today, however much is known of their teams', async () => {
    const [short, long] = scene().market.value?.sides ?? [];
    assert.ok(short && long);
    const sides = [
      short,
      { ...long, team: aTeam({ name: 'Gulls', record: '31–14–7, 2nd in the division' }) },
    ];
    const snapshot = marketSnapshot(scene({ market: read({ ...market(), sides }) }), context);
    const { page, close } = await stage.open('market', snapshot);
    for (const width of [1280, 700, 640, 420]) {
      await page.setViewportSize({ width, height: 800 });
      const left = (await page.evaluate(`[...document.querySelectorAll('.side .who')].map((who) =>
        who.getBoundingClientRect().bottom - who.querySelector('.change').getBoundingClientRect().bottom)`)) as number[];
      assert.ok(left.length === 2 && Math.min(...left) > -5, `${width}: ${left.join()}`);
    }
    await close();
  });

  it('market: says to the end what a side costs and pays, in the language of the longest sentence too', async () => {
    const snapshot = marketSnapshot(scene(), context);
    const sides = snapshot.content?.sides.map((side) => ({
      ...side,
      sentence:
        '100 contratos cuestan $44.00 + unos $1.48 de comisión, pagan $100.00 con Gallowmere: +$54.52',
    }));
    const content = snapshot.content && { ...snapshot.content, sides: sides ?? [] };
    const { page, close } = await stage.open('market', { ...snapshot, content } as typeof snapshot);
    await page.evaluate("document.documentElement.lang = 'es'");
    for (const width of [1600, 1440, 1280, 1000, 700, 420]) {
      await page.setViewportSize({ width, height: 800 });
      const cut = await page.evaluate(`[...document.querySelectorAll('.says')].map(
        (says) => says.scrollHeight - says.clientHeight).join()`);
      assert.equal(cut, '0,0', `at ${width}`);
    }
    await close();
  });

  it('market: names its figures beside the word that they are old, not below it', async () => {
    const old = { source: 'stream', at: NOW - 40_000, standing: 'cut' } as const;
    const { page, close } = await stage.open(
      'market',
      marketSnapshot(scene({ accountFreshness: old }), context),
    );
    for (const width of [1280, 700, 420]) {
      await page.setViewportSize({ width, height: 800 });
      const covered =
        await page.evaluate(`document.querySelector('.strip .warning').getBoundingClientRect().bottom
        - document.querySelector('.strip .pairs dt').getBoundingClientRect().top`);
      assert.ok(Number(covered) < 4, `${width}: ${covered}`);
    }
    await close();
  });

  it('market: has its prices right below names that are short, whatever changed today', async () => {
    const question = prop('Goes to overtime', 6, 9);
    const snapshot = marketSnapshot(scene({ market: read(question) }), context);
    const { page, close } = await stage.open('market', snapshot, { width: 420 });
    for (const width of [700, 420]) {
      await page.setViewportSize({ width, height: 800 });
      const heights = (await page.evaluate(`[...document.querySelectorAll('.side .who')].map(
        (who) => who.getBoundingClientRect().height)`)) as number[];
      assert.ok(heights.length === 2 && Math.max(...heights) <= 40, `${width}: ${heights.join()}`);
    }
    await close();
  });
});
