import assert from 'node:assert/strict';
import { holdingsOf } from '../../../../src/core/holdings.ts';
import { decodeEvent } from '../../../../src/exchange/wire/market.ts';
import { decodeBalances } from '../../../../src/exchange/wire/portfolio.ts';
import type { AgentsShown } from '../../../../src/view/agents-tree.ts';
import { agentCallsSnapshot } from '../../../../src/view/panels/agent-calls/model.ts';
import { eventSnapshot } from '../../../../src/view/panels/event/model.ts';
import type { MarketPanelInput } from '../../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../../src/view/panels/market/model.ts';
import { whatIfOf } from '../../../../src/view/panels/market/what-if.ts';
import { portfolioSnapshot } from '../../../../src/view/panels/portfolio/model.ts';
import { settlementSnapshot } from '../../../../src/view/panels/settlement/model.ts';
import { fixture } from '../../../support/fixtures.ts';
import { itAtNight, rounds } from '../../../support/rounds.ts';
import {
  DRAWN,
  eventScene,
  groupOf,
  HELD,
  linesOf,
  ORDERS,
  total,
  winner,
} from '../../../unit/panels/event-scene.ts';
import { points, portfolioScene, WEEK } from '../../../unit/panels/portfolio-scene.ts';
import {
  activities,
  contextWith,
  failed,
  history,
  MARKET_JSON,
  market,
  NOW,
  orders,
  RESOLUTION_JSON,
  read,
  SLUG,
  scene,
  settlement,
} from '../../../unit/panels/scene.ts';
import { eventually } from '../support/again.ts';
import { violations } from '../support/page-checks.ts';
import { openStage, type Stage } from '../support/page-stage.ts';
import { themes } from '../support/page-themes.ts';

const context = contextWith();
const snap = (change: Partial<MarketPanelInput> = {}) => marketSnapshot(scene(change), context);
const whole = snap();
const PLAYED = {
  id: 1,
  title: 'Archers at Islanders',
  live: true,
  teams: [
    { id: 'a', name: 'Mossgate Archers', alias: 'Archers', displayAbbreviation: 'MOS' },
    { id: 'i', name: 'Juniper Flats Islanders', alias: 'Islanders', displayAbbreviation: 'JUN' },
  ],
};
const AT = { teamId: 'a', yard: 35 };
const FOOTBALL = {
  driveState: { down: 3, yfd: 7, possessionTeamId: 'a', fieldPosition: AT, startFieldPosition: AT },
  timeouts: [
    { teamId: 'a', remaining: 2 },
    { teamId: 'i', remaining: 3 },
  ],
};
const { eventState } = decodeEvent({ event: { ...PLAYED, eventState: { footballState: FOOTBALL } } }).value;
const group = groupOf(DRAWN, { eventState });
/** With all that its event and its league bring. */
const full = snap({
  event: group.event,
  lines: linesOf(group),
  holdings: holdingsOf(HELD, ORDERS),
  games: group.event === undefined ? [] : [{ ...group.event, id: '2', slug: 'cfb-2' }],
  canCompare: true,
  beside: [{ market: total('57.5', 30, 32), history: read(history()), samples: [], freshness: undefined }],
  game: [{ ms: NOW - 3_600_000, period: 'Q2', score: '10-17', points: [10, 17], isSeen: true }],
});
const settled = settlementSnapshot(
  scene({
    market: read(market({ status: 'MARKET_STATUS_RESOLVED' })),
    settlement: read(settlement('1')),
    activities: read(activities(RESOLUTION_JSON)),
  }),
  context,
);

/** Noted by the rule before the present one. */
const OLD = points([150, '1700'], [149, '1710']).map((point) => ({ ...point, isByOldRule: true }));
/** With all its figures, and cash on its way out. */
const [BALANCE] = decodeBalances(fixture('current/balances')).items;
const PAID = activities(RESOLUTION_JSON);
const ENDED = { markets: [...DRAWN, { ...winner(), status: 'CLOSED' as const }, market()].toReversed() };
const CALL = { number: 1, at: NOW - 9_000, tool: 'list_orders', input: 'limit 3', bytes: 2_100 } as const;
const AGENTS: AgentsShown = {
  access: { publicData: true, account: 'allowed', mayAskToCancel: true },
  since: {},
  stoppedAt: undefined,
  connected: [],
  calls: [
    { ...CALL, caller: { via: 'chat' }, result: 'refused', reason: 'stale', saw: 'nothing' },
    {
      ...CALL,
      number: 2,
      caller: { via: 'mcp', name: 'a-terminal-agent-of-a-long-name 2.3.1' },
      result: 'answered',
      reason: 'allowed',
      saw: 'account, amounts hidden',
    },
  ],
  withoutWindow: [
    {
      ...CALL,
      caller: { via: 'mcp' },
      tool: 'get_market',
      input: 'slug asc-cfb-mos-jun-2026-11-22-neg-1pt5',
      result: 'answered',
      saw: 'public',
    },
  ],
};
const PAGES = [
  ['market', full],
  ['settlement', settled],
  ['event', eventSnapshot(eventScene(), context)],
  [
    'portfolio',
    portfolioSnapshot(
      {
        ...portfolioScene({ ...ENDED, points: [...OLD, ...WEEK], balance: BALANCE }),
        activities: read(PAID),
      },
      context,
    ),
  ],
  ['agentCalls', agentCallsSnapshot({ connection: { label: 'Demo', isDemo: true }, shown: AGENTS }, context)],
] as const;

describe('the pages of the panels', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  for (const [script, snapshot] of PAGES) {
    // Half of a width is what 200 % zoom leaves of it.
    it(`${script}: nothing but a table scrolls sideways, however narrow it is, and all is accessible`, async () => {
      for (const [place, width] of [320, 1400, 700, 420, 350].slice(0, rounds(2, 5)).entries())
        for (const theme of themes.slice(0, rounds(1, 4))) {
          const { page, close } = await stage.open(script, snapshot, { width, theme });
          const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.ok(Number(wide) <= 0, `${wide} pixels too wide at ${width}`);
          const found =
            place < rounds(1, 5)
              ? await violations(page, theme === themes[0] ? 'everything' : 'colours')
              : [];
          assert.deepEqual(found, [], `${theme} at ${width}`);
          await close();
        }
    });
  }

  it('event: its board scrolls nowhere, hides no price and cuts no text, from 1600 pixels to 420; 700 is 1400 at 200 % zoom', async () => {
    for (const width of [1600, 420, 700, 1400, 1280, 1100, 980].slice(0, rounds(3, 7))) {
      const { page, close } = await stage.open('event', eventSnapshot(eventScene(), context), { width });
      const hidden = await page.evaluate(`[...document.querySelectorAll('.board .scroll')].map((frame) => [
        frame.scrollWidth - frame.clientWidth,
        [...frame.querySelectorAll('tbody td:not(.said)')].filter((cell) => cell.textContent !== '' && cell.offsetWidth < 8).length,
        [...frame.querySelectorAll('tbody :is(td, th)')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent).join(' | '),
      ]).join()`);
      assert.equal(hidden, '0,0,', `at ${width}`);
      await close();
    }
  });

  it('event: what the state of play says, or that nothing is known of it, moves nothing below it', async () => {
    const playing = (sent: object) =>
      eventSnapshot(
        eventScene({ event: decodeEvent({ event: { ...PLAYED, eventState: sent } }).value }),
        context,
      );
    for (const width of [1000, 420]) {
      const { page, show, close } = await stage.open('event', playing({}), { width });
      const places = (): Promise<unknown> =>
        page.evaluate(`['.situation', '.board'].map((name) => {
          const { top, height } = document.querySelector(name).getBoundingClientRect();
          return name === '.board' ? top : height;
        }).join()`);
      const before = await places();
      assert.match(await page.locator('.situation').innerText(), /^Nothing but score and clock/);
      await show(playing({ footballState: FOOTBALL }));
      assert.match(await page.locator('.situation').innerText(), /Ball Archers, 3rd & 7 at MOS 35/);
      assert.equal(await places(), before, `at ${width}`);
      await close();
    }
  });

  itAtNight(
    'every page: an age that grows, and prices that are cut, leave the line they stand in as high as it was',
    async () => {
      for (const [script, snapshot] of PAGES) {
        const heights: string[] = [];
        for (const ageMs of [5000, 100_000, 20_000]) {
          const { page, close } = await stage.open(script, snapshot, { now: NOW + ageMs });
          for (const width of [1280, 700, 420]) {
            await page.setViewportSize({ width, height: 800 });
            heights.push(`${width}: ${(await page.locator('.second').boundingBox())?.height}`);
          }
          await close();
        }
        assert.equal(new Set(heights).size, 3, `${script} ${heights}`);
      }
    },
  );

  it('event: no row, column or button moves with a price, a flag or an order while the pointer is on it', async () => {
    for (const width of [1280, 420, 700].slice(0, rounds(2, 3))) {
      const { page, show, close } = await stage.open('event', eventSnapshot(eventScene(), context), {
        width,
      });
      const places = (): Promise<unknown> =>
        page.evaluate(`[...document.querySelectorAll('.board tbody tr, .board tbody td, .orders vscode-button')].map((each) => {
          const { left, top, height } = each.getBoundingClientRect();
          return [left, top + scrollY, height].map(Math.round).join();
        })`);
      const line = page.getByRole('button', { name: 'Over 52.5' });
      await line.hover();
      const before = (await places()) as string[];
      const moved = DRAWN.map((each) => {
        if (each.slug === 'aec-game') return winner(9, 10);
        return each.slug === 'tsc-60.5' ? total('60.5', 70, 72) : each;
      });
      const cut = { source: 'stream', at: NOW - 40_000, standing: 'cut' } as const;
      await show(eventSnapshot(eventScene({ accountFreshness: cut }, moved), context));
      assert.match(await page.locator('.board').innerText(), /91¢/);
      assert.deepEqual(await places(), before, `at ${width}`);
      await page.locator('.orders vscode-button', { hasText: 'Cancel…' }).last().hover();
      const buttons = page.locator('.orders tbody vscode-button');
      const topOf = async (): Promise<number> => (await buttons.last().boundingBox())?.y ?? 0;
      const top = await topOf();
      await show(eventSnapshot(eventScene({ orders: read(ORDERS.slice(1)) }), context));
      assert.ok(Math.abs((await topOf()) - top) < 1, `at ${width}`);
      await close();
    }
  });

  it('event: shows the lines one has something in, or those flagged, by keys, also after a reload', async () => {
    const shown = eventSnapshot(eventScene(), context);
    const { page, state, close } = await stage.open('event', shown);
    const board = page.locator('.board');
    const lines = () => board.locator('tbody tr:not(.group, .below)').count();
    const all = await lines();
    await board.locator('vscode-button', { hasText: 'Only yours 3' }).press('Enter');
    assert.deepEqual([await lines(), await board.locator('tr.held').count()], [3, 3]);
    const stored = await state();
    await close();
    const again = await stage.open('event', shown, { state: stored });
    const choice = (label: string) => again.page.locator('.board vscode-button', { hasText: label });
    assert.equal(await again.page.locator('.board tr.held').count(), 3);
    assert.equal(await choice('Only yours 3').getAttribute('aria-pressed'), 'true');
    await choice('Flagged 1').press('Enter');
    assert.match(
      await again.page.locator('.board tbody').innerText(),
      /^Total[\s\S]*57\.5[\s\S]*a harder line/,
    );
    await again.show(eventSnapshot(eventScene({}, [winner(62, 64)]), context));
    assert.match(await again.page.locator('.board').innerText(), /No line is flagged\./);
    await choice('Board').press('Enter');
    await again.show(shown);
    assert.equal(await again.page.locator('.board tbody tr:not(.group, .below)').count(), all);
    await again.close();
  });

  it('event: while prices move the focus stays, and Enter on a line asks for its market', async () => {
    const { page, show, requests, problems, close } = await stage.open(
      'event',
      eventSnapshot(eventScene(), context),
    );
    const game = page.locator('.board tbody tr', { has: page.getByRole('button', { name: 'Game' }) });
    const line = page.getByRole('button', { name: 'Over 57.5' });
    await line.focus();
    assert.match(await game.innerText(), /38¢\s+36¢\s+37\.3/);
    assert.match(
      await page.locator('.board .below').innerText(),
      /^Over 57\.5 is bid at 43¢ while Over 54\.5/,
    );
    for (const cents of [63, 65, 70]) {
      const moved = DRAWN.map((each) => (each.slug === 'aec-game' ? winner(cents, cents + 2) : each));
      const calm = moved.map((each) => (each.slug === 'tsc-57.5' ? total('57.5', 30, 32) : each));
      await show(eventSnapshot(eventScene({}, calm), context));
    }
    assert.match(await game.innerText(), /30¢\s+28¢\s+29\.4/);
    // Its place stays while the focus is in the table.
    assert.equal((await page.locator('.board .below').innerText()).trim(), '');
    await page.keyboard.press('Enter');
    assert.deepEqual(await requests(), [{ type: 'run', action: { name: 'openMarket', slug: 'tsc-57.5' } }]);
    assert.deepEqual(problems, []);
    await close();
  });

  it('keeps the button that cancels an order in sight, however narrow the panel is, and beside its figures', async () => {
    for (const width of [1000, 760, 662, 480, 400, 320]) {
      const { page, close } = await stage.open('market', whole, { width });
      const cuts =
        await page.evaluate(`[...document.querySelectorAll('.slot vscode-button')].map((button) => {
        const { left, right } = button.getBoundingClientRect();
        const frame = button.closest('.you').getBoundingClientRect();
        const figure = button.closest('.cell').previousElementSibling.getBoundingClientRect();
        return [left >= frame.left && right <= frame.right + 0.5, figure.right <= left];
      })`);
      assert.deepEqual(
        cuts,
        [
          [true, true],
          [true, true],
        ],
        `at ${width}`,
      );
      await close();
    }
  });

  it('offers to try again where there is no content', async () => {
    const { page, requests, close } = await stage.open('market', snap({ market: failed('network') }));
    assert.equal(await page.locator('h1').innerText(), SLUG);
    await page.locator('vscode-button', { hasText: 'Try again' }).click();
    assert.deepEqual(await requests(), [{ type: 'run', action: { name: 'refresh' } }]);
    await close();
  });

  it('shows texts of others as text', async () => {
    const name = '<img src=x onerror="document.title=1"><b>Gulls</b>';
    const sides = MARKET_JSON.marketSides.map((side) => ({
      ...side,
      description: side.long ? name : 'Foxes',
    }));
    const hostile = market({ marketSides: sides, question: name });
    const { page, close } = await stage.open('market', snap({ market: read(hostile) }));
    assert.equal(await page.locator('h1').innerText(), name);
    assert.equal(await page.locator('main img, main h1 b, main h2 b').count(), 0);
    assert.equal(await page.title(), 'Panel');
    await close();
  });

  it('asks for exactly what a button names', async () => {
    const { page, requests, close } = await stage.open('market', whole);
    for (const label of ['Refresh', 'Copy slug'])
      await page.locator(`vscode-button[title="${label}"]`).click();
    for (const label of ['Settlement…', 'Cancel all…', '1W']) {
      await page.locator('vscode-button', { hasText: label }).first().click();
    }
    await page.locator('vscode-button[title="Cancel: Buy Foxes 55¢"]').click();
    assert.deepEqual(await requests(), [
      ...['refresh', 'copySlug', 'openSettlement', 'cancelMarketOrders'].map((name) => ({
        type: 'run',
        action: { name },
      })),
      { type: 'interval', interval: '1W' },
      { type: 'run', action: { name: 'cancelOrder', orderId: 'ORDERNO0001' } },
    ]);
    await close();
  });

  it('holds the focus on its control over a redraw, and moves it to the heading when the control is gone', async () => {
    const { page, show, close } = await stage.open('market', whole);
    await page.locator('vscode-button[title="Cancel: Buy Foxes 55¢"]').focus();
    const focused = () => page.evaluate('document.activeElement.title || document.activeElement.textContent');
    assert.equal(await focused(), 'Cancel: Buy Foxes 55¢');
    await show(snap({ orders: read(orders().slice(1)) }));
    assert.equal(await page.locator('.orders .slot', { hasText: 'Sell 150 Gulls 46¢' }).count(), 0);
    assert.equal(await focused(), 'Cancel: Buy Foxes 55¢');
    await show(snap({ orders: read([]) }));
    assert.equal(await focused(), '◇ Orders');
    await close();
  });

  it('makes a table one stop, with arrow keys from cell to cell, what a figure is made of, and texts to copy', async () => {
    const { page, close } = await stage.open('market', whole);
    const stops = 'document.querySelectorAll(\'.orders ul [tabindex="0"]\').length';
    assert.equal(await page.evaluate(stops), 1);
    await page.locator('.orders ul [tabindex="0"]').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    assert.match(String(await page.evaluate('document.activeElement.title')), /^Cancel: /);
    assert.equal(await page.evaluate(stops), 1);
    const figure = page.locator('.position dd[title]').first();
    await page.locator('.position [tabindex="0"]').focus();
    for (const _ of await page.locator('.position dd').all()) {
      if (await figure.evaluate((cell) => cell === cell.ownerDocument.activeElement)) break;
      await page.keyboard.press('ArrowDown');
    }
    assert.equal(await page.locator('.hint').innerText(), await figure.getAttribute('title'));
    await page.locator('.orders .slot .parts').first().dispatchEvent('contextmenu');
    const { cell, row } = JSON.parse(
      (await page.locator('#root').getAttribute('data-vscode-context')) ?? '{}',
    );
    assert.ok(cell !== '' && row.startsWith(`${cell}\t`), row);
    await close();
  });

  it('replaces a button whose action changes, so that a click runs what was aimed at', async () => {
    const signedOut = { connection: { label: 'Service', isDemo: false, isSignedIn: false } };
    const { page, show, close } = await stage.open(
      'market',
      snap({ ...signedOut, orders: failed('network') }),
    );
    await page.evaluate("document.querySelector('.orders .note vscode-button').dataset.old = '1'");
    await show(snap({ orders: failed('network') }));
    assert.match(await page.locator('.orders .note vscode-button').innerText(), /Try again/);
    assert.equal(await page.locator('[data-old]').count(), 0);
    await close();
  });

  it('gives the focus back to its control when the page gets it again, unless a click moved it', async () => {
    const { page, close } = await stage.open('market', whole);
    const focused = () => page.evaluate('document.activeElement.title || document.activeElement.nodeName');
    // As a dialog of the editor takes it: the browser blurs the control, then the page.
    const away = "document.activeElement.blur(); window.dispatchEvent(new Event('blur'));";
    const back = "window.dispatchEvent(new Event('focus'));";
    await page.locator('vscode-button[title="Cancel: Buy Foxes 55¢"]').focus();
    await page.evaluate(away);
    assert.equal(await focused(), 'BODY');
    await page.evaluate(back);
    assert.equal(await focused(), 'Cancel: Buy Foxes 55¢');
    await page.evaluate(`${away} window.dispatchEvent(new Event('pointerdown')); ${back}`);
    assert.equal(await focused(), 'BODY');
    await close();
  });

  it('reads out no clock that runs', async () => {
    const { page, close } = await stage.open('market', whole);
    const spoken = await page.evaluate(`[...document.querySelectorAll('.state[role=status] .badge')].map(
      (badge) => badge.getAttribute('aria-live'))`);
    assert.deepEqual(spoken, [null, 'off']);
    await close();
  });

  it('leaves elements in place that did not change', async () => {
    const { page, show, close } = await stage.open('market', whole);
    await page.evaluate(
      "for (const e of document.querySelectorAll('table, h1, .sides article')) e.dataset.old = '1'",
    );
    await show(snap({ orders: read([]) }));
    assert.equal(await page.locator('h1[data-old], .sides article[data-old]').count(), 3);
    assert.equal(await page.locator('.fills table[data-old]').count(), 1);
    assert.equal(await page.locator('.ladder[data-old]').count(), 1);
    assert.equal(await page.locator('.ladder .own').count(), 0);
    await close();
  });

  it('stores slug, span, table and open details for a reload', async () => {
    const first = await stage.open('market', whole);
    await first.page.locator('summary').click();
    await first.page.locator('vscode-checkbox').click();
    await first.page.locator('vscode-button', { hasText: '6H' }).click();
    const state = await first.state();
    const { scroll: _, ...stored } = state as { readonly scroll?: number };
    assert.deepEqual(stored, { slug: SLUG, interval: '6H', details: true, table: true });
    await first.close();
    const second = await stage.open('market', whole, { state });
    assert.equal(await second.page.locator('details[open]').count(), 1);
    assert.equal(await second.page.locator('.history table').count(), 1);
    await second.close();
  });

  it('portfolio: draws the account value with what was not seen left out, by keys and as a table, and can ask to delete it', async () => {
    const portfolio = (some: typeof WEEK) => portfolioSnapshot(portfolioScene({ points: some }), context);
    const { page, show, requests, state, problems, close } = await stage.open('portfolio', portfolio(WEEK));
    const worth = page.locator('.worth');
    assert.equal(await worth.locator('h2').textContent(), 'Account value since Mar 9');
    const said = await worth.locator('.plot').getAttribute('aria-label');
    assert.match(said ?? '', /^Account value in USD from /);
    await worth.locator('.plot').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await worth.locator('.readout').innerText(), 'Mar 14, 18:30 · $1,936.00');
    await worth.locator('vscode-checkbox').click();
    assert.match(await worth.locator('tbody tr').first().innerText(), /19:30 UTC\s+\$1,930\.50/);
    await worth.locator('vscode-checkbox').click();
    assert.equal(await worth.locator('h3').count(), 0);
    await show(portfolio([...OLD, ...WEEK]));
    assert.deepEqual(await worth.locator('h3').allTextContents(), [
      'Account value in USD',
      'Account value in USD, by the old rule',
    ]);
    await show(portfolio(WEEK));
    // Which quarters of the chart have something blue in them: the grid is grey.
    const blue = (): Promise<string> =>
      page.evaluate(`(() => {
        const drawn = document.querySelector('.worth canvas');
        const canvas = Object.assign(document.createElement('canvas'), { width: drawn.width, height: drawn.height });
        const ink = canvas.getContext('2d', { willReadFrequently: true });
        ink.drawImage(drawn, 0, 0);
        const plot = document.querySelector('.worth .u-over');
        const [from, width] = [plot.offsetLeft * devicePixelRatio, (plot.offsetWidth * devicePixelRatio) / 4];
        return [0, 1, 2, 3].map((part) => {
          const { data } = ink.getImageData(from + part * width, 0, width, canvas.height);
          return data.some((red, at) => at % 4 === 0 && data[at + 2] - red > 60);
        }).join();
      })()`);
    const run = [1, 2, 3, 4].map((hour) => [hour, String(hour)] as const).toReversed();
    const before = run.map(([hour, amount]) => [hour + 20, amount] as const);
    await show(portfolio(points(...before, ...run)));
    await eventually(blue, (now) => now === 'true,false,false,true', 'hours nobody saw are left out');
    await show(portfolio(points(...before, [10, '2'], ...run)));
    await eventually(blue, (now) => now === 'true,false,true,true', 'a point by itself is drawn');
    const spans = worth.locator('.spans vscode-button');
    assert.deepEqual(await spans.allInnerTexts(), ['Today', 'All']);
    await spans.first().press('Enter');
    assert.match((await worth.locator('.plot').getAttribute('aria-label')) ?? '', /began at \$\d\.00/);
    const { interval } = (await state()) as { readonly interval: unknown };
    assert.equal(interval, '1D');
    await worth.locator('vscode-button', { hasText: 'Delete…' }).click();
    assert.deepEqual(await requests(), [{ type: 'run', action: { name: 'deletePortfolioHistory' } }]);
    assert.deepEqual(problems, []);
    await close();
  });

  it('market: other lines and games of the league are links, below the prices, the book and what-if', async () => {
    const { page, requests, problems, close } = await stage.open('market', full, { width: 420 });
    const order = await page.evaluate(`[...document.querySelectorAll('section, .what-if')].map(
      (section) => section.className).filter((name) => /history|book|what-if|lines|league|trades|fills|rules/.test(name)).join(' ')`);
    assert.equal(order, 'history book what-if lines league trades fills rules');
    await page.locator('.lines .link', { hasText: 'Over 54.5' }).click();
    await page.locator('.league .link').click();
    await page.locator('.lines vscode-button').click();
    assert.deepEqual(
      (await requests()).map((event) =>
        event.type === 'run' ? `${event.action.name} ${event.action.slug}` : '',
      ),
      ['openMarket tsc-54.5', 'openEvent cfb-2', 'openEvent cfb-archers-islanders'],
    );
    assert.deepEqual(problems, []);
    await close();
  });

  it('what-if: asks the editor for figures only, marks the levels, and has nothing that could be an order', async () => {
    const { page, events, show, problems, close } = await stage.open('market', whole);
    await page.locator('.what-if input').fill('500');
    await page.locator('.what-if vscode-button', { hasText: 'Foxes' }).click();
    const asked = (await events()).filter(({ type }) => type === 'whatIf');
    assert.deepEqual(asked.at(-1), { type: 'whatIf', long: false, buy: true, size: '500' });
    assert.equal((await events()).filter(({ type }) => type === 'run').length, 0);
    await show(snap({ whatIf: whatIfOf(false, true, '600') }));
    assert.equal(await page.locator('.ladder .bid .taken').count(), 2);
    assert.match(await page.locator('.what-if').innerText(), /nothing is sent/);
    assert.equal(await page.locator('.what-if vscode-button:not([aria-pressed])').count(), 0);
    assert.deepEqual(problems, []);
    await close();
  });

  it('ignores a state stored for another market', async () => {
    const state = { slug: 'another-market', details: true, table: true };
    const { page, state: stored, close } = await stage.open('market', whole, { state });
    assert.equal(await page.locator('details[open]').count(), 0);
    assert.equal(await page.locator('.chart canvas').count(), 1);
    assert.deepEqual(await stored(), { slug: SLUG });
    await close();
  });
});
