import assert from 'node:assert/strict';
import type { EventInput } from '../../../../src/view/panels/event/input.ts';
import { eventSnapshot } from '../../../../src/view/panels/event/model.ts';
import type { MarketPanelInput } from '../../../../src/view/panels/input.ts';
import { marketSnapshot } from '../../../../src/view/panels/market/model.ts';
import type { PortfolioInput } from '../../../../src/view/panels/portfolio/input.ts';
import { portfolioSnapshot } from '../../../../src/view/panels/portfolio/model.ts';
import type { Snapshot } from '../../../../src/view/panels/protocol.ts';
import { settlementSnapshot } from '../../../../src/view/panels/settlement/model.ts';
import { rounds } from '../../../support/rounds.ts';
import { eventScene } from '../../../unit/panels/event-scene.ts';
import { portfolioScene } from '../../../unit/panels/portfolio-scene.ts';
import {
  activities,
  contextWith,
  failed,
  market,
  NOTHING,
  NOW,
  RESOLUTION_JSON,
  read,
  scene,
  settlement,
  UNREAD,
  UNSUPPORTED,
} from '../../../unit/panels/scene.ts';
import { trades } from '../../../unit/panels/tape.ts';
import { violations } from '../support/page-checks.ts';
import { openStage, type PageScript, type Stage } from '../support/page-stage.ts';
import { themes } from '../support/page-themes.ts';

const context = contextWith();
const ended = { market: read(market({ status: 'MARKET_STATUS_RESOLVED' })) };
const cut = { source: 'stream', at: NOW - 40_000, standing: 'cut' } as const;
const stale = { source: 'rest', at: NOW - 900_000, standing: 'stale' } as const;
const signedOut = {
  connection: { label: 'Service', isDemo: false, isSignedIn: false },
  orders: UNREAD,
  position: UNREAD,
  activities: UNREAD,
  accountFreshness: undefined,
} as const;

/** Every state a market, or what is known of it, can be in. */
const MARKET: Readonly<Record<string, Partial<MarketPanelInput>>> = {
  open: {},
  'not read yet': { market: UNREAD, book: UNREAD, history: UNREAD, freshness: undefined },
  'not found': { market: failed('notFound') },
  'without network': { market: failed('network') },
  'failed in parts': { book: failed('network'), history: failed('badReply'), orders: failed('rateLimited') },
  'without what is not served': { book: UNSUPPORTED, history: UNSUPPORTED },
  empty: { book: NOTHING, history: NOTHING, orders: read([]), position: NOTHING, activities: NOTHING },
  'signed out': signedOut,
  cut: { freshness: cut, accountFreshness: cut, stream: 'lost' },
  stale: { freshness: stale, stream: 'polled' },
  halted: { market: read(market({ status: 'MARKET_STATUS_HALTED' })), trades: trades() },
  'being cancelled in': {
    cancelling: new Map([
      ['ORDERNO0001', 'underWay'],
      ['ORDERNO0002', 'unknown'],
    ]),
  },
  resolved: { ...ended, settlement: read(settlement('1')) },
};
const SETTLEMENT: typeof MARKET = {
  open: {},
  'not read yet': { market: UNREAD, settlement: UNREAD },
  'not found': { market: failed('notFound') },
  'ended, not settled': ended,
  'settled in favour': {
    ...ended,
    settlement: read(settlement('1')),
    activities: read(activities(RESOLUTION_JSON)),
  },
  'settled against': {
    ...ended,
    settlement: read(settlement('0')),
    activities: read(activities(RESOLUTION_JSON)),
  },
  'settled, signed out': { ...ended, ...signedOut, settlement: read(settlement('1')) },
  'settled, unread': { ...ended, settlement: failed('network') },
};

const EVENT: Readonly<Record<string, Partial<EventInput>>> = {
  open: {},
  'not read yet': { event: undefined, reading: UNREAD },
  'signed out': { ...signedOut, held: UNREAD },
  cut: { freshness: cut, accountFreshness: cut, stream: 'lost' },
};

const PORTFOLIO: Readonly<Record<string, Partial<PortfolioInput>>> = {
  open: {},
  'not read yet': { positions: UNREAD, orders: UNREAD, freshness: undefined },
  empty: { positions: read([]), orders: read([]), currencies: [] },
  'failed in parts': { orders: failed('rateLimited') },
  'signed out': { ...signedOut, positions: UNREAD },
  cut: { freshness: cut, stream: 'lost' },
};

/** What each page shows, in each of its states. */
type StatePage = Exclude<PageScript, 'agentCalls'>;
const PAGES: Readonly<Record<StatePage, Readonly<Record<string, () => Snapshot>>>> = {
  market: mapped(MARKET, (change) => marketSnapshot(scene(change), context)),
  settlement: mapped(SETTLEMENT, (change) => settlementSnapshot(scene(change), context)),
  event: mapped(EVENT, (change) => eventSnapshot(eventScene(change), context)),
  portfolio: mapped(PORTFOLIO, (change) => portfolioSnapshot({ ...portfolioScene(), ...change }, context)),
};

function mapped<T>(states: Readonly<Record<string, T>>, snapshot: (change: T) => Snapshot) {
  return Object.fromEntries(Object.entries(states).map(([name, change]) => [name, () => snapshot(change)]));
}

describe('the pages of the panels in every state', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  for (const theme of themes.slice(0, rounds(1, themes.length)))
    for (const script of Object.keys(PAGES) as StatePage[]) {
      const shown = Object.entries(PAGES[script]);
      const names = shown.map(([name]) => name).join(', ');
      it(`${script}: accessible and within its policy in ${theme}, folds and table twin included: ${names}`, async () => {
        for (const [name, snapshot] of shown) {
          const { page, problems, close } = await stage.open(script, snapshot(), { theme, mayBeBusy: true });
          const isWhole = name === (script === 'settlement' ? 'settled in favour' : 'open');
          if (isWhole) await page.locator('summary').click();
          if (isWhole && script === 'market') await page.locator('vscode-checkbox').click();
          assert.deepEqual(problems, [], name);
          assert.deepEqual(await violations(page, theme === themes[0] ? 'everything' : 'colours'), [], name);
          await close();
        }
      });
    }

  it('ignore messages of another origin', async () => {
    const { page, problems, close } = await stage.open('market', marketSnapshot(scene(), context));
    const other = JSON.stringify({
      type: 'snapshot',
      number: 2,
      now: NOW,
      snapshot: { slug: 'forged', busy: false },
    });
    const isShown = (origin: string) =>
      page.evaluate(
        `window.dispatchEvent(new MessageEvent('message', { origin: ${origin}, data: ${other} }));
        new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(document.body.innerText.includes('forged')))))`,
      );
    for (const origin of ["'https://evil.example'", "'null'", "''"])
      assert.equal(await isShown(origin), false, origin);
    assert.equal(await isShown('window.origin'), true);
    assert.deepEqual(problems, []);
    await close();
  });
});
