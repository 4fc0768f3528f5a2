import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock.ts';
import type { Market } from '../../../src/core/market.ts';
import { sideName } from '../../../src/view/names.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { itAtNight, rounds } from '../../support/rounds.ts';
import { aContext } from '../../support/view.ts';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, openFromRow, showOnly, signIn } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import {
  AS_OF,
  LONG,
  NOT_CONNECTED,
  type SeenRow,
  seenFreshness,
  seenRows,
  seenStatus,
} from './support/marks.ts';
import { longName, movingMarkets, seedOfMovingMarkets } from './support/moving-markets.ts';
import { literally } from './support/text.ts';
import type { ViewPane } from './support/view-pane.ts';

const context = aContext();
const FRAMES = 30;
/** One click in ten or so fell between two drawings of its row. */
const CLICKS = rounds(4, 200);

describe('the stream of prices', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;
  /** The market whose price is followed, and its long side as the row and the panel name it. */
  let market: Market | undefined;
  let name = '';
  let markets: ViewPane;
  /** How many rows of markets were passed while groups were opened. */
  let leaves = 0;

  before(async () => {
    service = await startLiveService({
      frames: FRAMES,
      seed: seedOfMovingMarkets(FRAMES, systemClock.now()),
    });
    editor = await openEditor({ settings: service.settings });
    await editor.workbench.openSidebar();
    await signIn(editor.workbench, service);
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  const panel = () => editor.workbench.panel(/./).content('.sides .price');
  const panelPrice = async () => {
    const side = (await panel()).locator('.side', { has: (await panel()).locator('h2', { hasText: name }) });
    return (await side.locator('.price b').allInnerTexts()).join(' ');
  };
  const rowOf = async (): Promise<SeenRow | undefined> =>
    (await seenRows(markets)).find(({ text }) => rowText(name).test(text));
  /** Leagues that are read meanwhile may move the row out of the part that is drawn. */
  const intoSight = () => markets.findRow(rowText(name));
  const rowPrice = async () => /\d[\d.]*¢/.exec((await rowOf())?.text ?? '')?.[0] ?? '';

  /** Which leagues stand above is a matter of the hour: the first ones may have no market between two names. */
  const expandMore = async () => {
    leaves += 20;
    await markets.expandGroups(leaves);
  };

  /** Of the row of the other side: the one that was clicked has the colour of what is selected, whatever else it is. */
  const otherColour = async () => {
    assert.ok(market);
    const other = sideName(market, false, context);
    const rows = await seenRows(markets);
    const place = rows.findIndex(({ text }) => rowText(name).test(text));
    // Sides stand in the order of the title.
    const beside = [rows[place - 1], rows[place + 1]];
    return beside.find((row) => row?.spoken.includes(other) === true)?.colour;
  };

  it('moves a price in the tree and in the open panel, without a click', async () => {
    const { workbench } = editor;
    markets = await showOnly(workbench, 'Markets');
    await markets.waitForRows(90_000);
    market = await actUntil('a market whose price moves', expandMore, async () => {
      const rows = await markets.rows(200);
      const isListed = (each: Market): boolean =>
        rows.some(({ label, description }) => rowText(longName(each)).test(`${label} ${description}`));
      return movingMarkets(service.world, service.now()).find(isListed);
    });
    name = longName(market);
    const page = await openFromRow(workbench, markets, {
      row: rowText(name),
      title: /./,
      selector: '.sides .price b',
    });
    await actUntil('the row of the market', intoSight, rowOf);
    await eventually(
      async () => (await seenFreshness(page)).standing,
      (standing) => standing === 'live',
      'the panel is live',
    );
    await service.takeRequests();
    await priceMoves(3);
    const requests = await service.takeRequests();
    const readings = Object.entries(requests).filter(([what]) => what.startsWith('GET /v1/market'));
    assert.ok(
      readings.every(([, times]) => times < 3),
      `it moved oftener than anything was read: ${JSON.stringify(requests)}`,
    );

    await service.whilePaused(async () => {
      const bbo = catalogueOf(service.world).bbo(market?.slug ?? '', service.now());
      const price = `${Number(((bbo?.bestAsk?.value.toNumber() ?? 0) * 100).toFixed(2))}¢`;
      await eventually(
        async () => [await rowPrice(), await panelPrice()],
        (prices) => prices.every((each) => each === price),
        `the row and the panel say what the exchange says, ${price}`,
      );
    });
  });

  it('opens the panel with each single click on the row that moves', async () => {
    const { workbench } = editor;
    for (let clicks = 1; clicks <= CLICKS; clicks++) {
      await workbench.runCommand('View: Close All Editors');
      await eventually(
        () => workbench.tab(/./).count(),
        (tabs) => tabs === 0,
        'no panel is open',
      );
      const row = await markets.findRow(rowText(name));
      await row.click({ timeout: 5000 });
      await eventually(
        () => workbench.tab(/./).count(),
        (tabs) => tabs === 1,
        `the panel after click ${clicks}`,
      );
    }
  });

  it('marks figures as not live once it stalls, in the view, the panel, the status bar and spoken texts, and unmarks them after', async () => {
    const { workbench } = editor;
    const page = await panel();
    await eventually(
      async () => rowOf(),
      (row) => row !== undefined && !AS_OF.test(row.text) && !NOT_CONNECTED.test(row.spoken),
      'a row without a mark',
    );
    const colour = await eventually(otherColour, (now) => now !== undefined, 'the row of the other side');
    await service.stall(true);
    await eventually(
      async () => seenFreshness(page),
      ({ standing, text }) => standing === 'cut' && AS_OF.test(text) && /not connected/.test(text),
      'the panel says so',
      LONG,
    );
    await actUntil('the row says so and is spoken so', intoSight, async () => {
      const row = await rowOf();
      return row !== undefined && AS_OF.test(row.text) && NOT_CONNECTED.test(row.spoken) ? row : undefined;
    });
    await eventually(otherColour, (now) => now !== undefined && now !== colour, 'rows are dimmed', LONG);
    await eventually(
      () => markets.message(),
      (text) => /Not live since \d/.test(text),
      'the view says so',
      LONG,
    );
    await eventually(
      () => seenStatus(workbench),
      (item) =>
        item !== undefined &&
        AS_OF.test(item.text) &&
        NOT_CONNECTED.test(item.spoken) &&
        /debug-disconnect/.test(item.icons),
      'the status bar says so, and is spoken so',
      LONG,
    );

    await service.stall(false);
    await eventually(
      async () => (await seenFreshness(page)).standing,
      (standing) => standing === 'live',
      'the panel is live',
      LONG,
    );
    await actUntil('the row has no mark', intoSight, async () => {
      const row = await rowOf();
      return row !== undefined && !AS_OF.test(row.text) && !NOT_CONNECTED.test(row.spoken) ? row : undefined;
    });
    await eventually(otherColour, (now) => now === colour, 'rows are not dimmed', LONG);
    await eventually(
      () => markets.message(),
      (text) => !/Not live|cannot be reached|problem of its own/.test(text),
      'the view has no complaint',
      LONG,
    );
    await eventually(
      () => seenStatus(workbench),
      (item) => item !== undefined && !AS_OF.test(item.text) && !NOT_CONNECTED.test(item.spoken),
      'the status bar has no mark',
      LONG,
    );
  });

  itAtNight('is followed again after the window is reloaded in the middle', async () => {
    const { workbench } = editor;
    await workbench.reload();
    const page = await panel();
    await eventually(
      async () => (await seenFreshness(page)).standing,
      (standing) => standing === 'live',
      'the panel is live again',
      LONG,
    );
    markets = await showOnly(workbench, 'Markets');
    await markets.waitForRows(90_000);
    await markets.expandGroups(leaves);
    await actUntil('the row', () => markets.findRow(rowText(name)), rowOf);
    await priceMoves(2);
    await eventually(
      async () => service.connections,
      (connections) => connections === 2,
      'one line each, none left of the window before',
      LONG,
    );
  });

  /** Waits until the price in the row and that in the panel changed so often, while nobody touches anything. */
  const priceMoves = async (times: number): Promise<void> => {
    const before = { row: '', panel: '' };
    const moves = { row: -1, panel: -1 };
    await eventually(
      async () => {
        const now = { row: await rowPrice(), panel: await panelPrice() };
        for (const where of ['row', 'panel'] as const) {
          if (now[where] === '' || now[where] === before[where]) continue;
          moves[where]++;
          before[where] = now[where];
        }
        return { ...moves, ...before };
      },
      () => moves.row >= times && moves.panel >= times,
      'prices move in the row and in the panel',
      LONG,
    );
  };
});

/** The row of the long side of a market between two names; a line of the same name has a number behind it. */
function rowText(name: string): RegExp {
  const rest = '(?=[▲▼]|\\d[\\d.]*¢ to sell|as of|vol|$)';
  return new RegExp(`^[\\u2007\\u2008]*\\d[\\d.]*¢ ${literally(name)} ${rest}`);
}
