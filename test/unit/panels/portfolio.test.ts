import assert from 'node:assert/strict';
import type { Market } from '../../../src/core/market.ts';
import type { Position } from '../../../src/core/position.ts';
import { decodeBalances } from '../../../src/exchange/wire/portfolio.ts';
import type { PortfolioInput } from '../../../src/view/panels/portfolio/input.ts';
import { portfolioSnapshot } from '../../../src/view/panels/portfolio/model.ts';
import type { ListRow } from '../../../src/view/panels/portfolio/protocol.ts';
import type { ViewContext } from '../../../src/view/row.ts';
import { anOrder, aPosition, aTrade, someMetadata } from '../../support/account-values.ts';
import { fixture } from '../../support/fixtures.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { aMarket, anEvent, aSide, aTeam, d, present, usd } from '../../support/values.ts';
import { DRAWN, HELD, held, ISLANDERS, ORDERS, spread, winner } from './event-scene.ts';
import { GAME, type Given, portfolioScene } from './portfolio-scene.ts';
import { activities, contextWith, failed, market, RESOLUTION_JSON, read } from './scene.ts';

describe('portfolio page', () => {
  it('sums value and open P&L of long and short positions, and says what each figure is', () => {
    const { figures } = page({});
    assert.deepEqual(
      present(figures[0]).tiles.map(({ name, value }) => `${name} ${value.text}`),
      // 74.40 + 37.20 + 24.00; less 66.58 + 35.68 + 22.59.
      ['Value of 3 positions $135.60', 'Open P&L ▲ $10.75', 'Realised P&L –', ...ENDS],
    );
    assert.equal(present(figures[0]).tiles[1]?.value.aside, 'value − cost, fees in');
  });

  it('lists each position with average, break-even, present price, value and P&L, and totals them', () => {
    const { positions } = page({});
    const table = present(positions.content);
    assert.deepEqual(texts(present(table.rows[0])), [
      '120 Islanders',
      'Archers at Islanders',
      'Q3 4:12',
      '54¢',
      '55.48¢',
      '62¢',
      '$74.40',
      '▲ $7.82',
      '+11.7 %',
      '$120.00',
    ]);
    // A short one in its own side's terms: 1 − 45¢.
    assert.deepEqual(texts(present(table.rows[2])).slice(3, 5), ['55¢', '56.48¢']);
    assert.match(table.rows[2]?.cells[0]?.hint ?? '', / · short side$/);
    const [total] = present(table.totals);
    assert.deepEqual(texts(present(total)).filter(Boolean), [
      'All positions: 3',
      '$135.60',
      '▲ $10.75',
      'not summed',
    ]);
  });

  it('counts what awaits its settlement in every sum, with a line of its own', () => {
    const ended = { ...held('over', 100, '62.00', '0.60', '99.00'), expired: true };
    const { figures, positions, pnl } = page({ held: [...HELD, ended] });
    const [strip] = figures;
    assert.deepEqual(
      present(strip)
        .tiles.slice(0, 2)
        .map(({ name, value }) => `${name} ${value.text}, ${value.aside}`),
      [
        'Value of 4 positions $234.60, $99.00 awaiting settlement',
        'Open P&L ▲ $47.75, value − cost, fees in',
      ],
    );
    assert.deepEqual(
      present(strip).rest.map(({ name, value }) => `${name} ${value.text}`),
      ['of it awaiting settlement $99.00', 'Open P&L awaiting settlement ▲ $37.00'],
    );
    const table = present(positions.content);
    assert.deepEqual(
      table.totals?.map((row) => texts(row).filter(Boolean).slice(0, 3)),
      [
        ['All positions: 4', '$234.60', '▲ $47.75'],
        ['of it awaiting settlement 1', '$99.00', '▲ $37.00'],
      ],
    );
    const row = present(table.rows.find(({ key }) => key === 'over'));
    assert.equal(texts(row)[2], 'awaiting settlement');
    assert.equal(row.cells[1]?.action?.name, 'openSettlement');
    const [byEvent] = present(pnl.content);
    const [first] = present(byEvent).rows;
    assert.deepEqual(texts(present(first)).slice(1), ['▲ $37.00', '$99.00']);
    assert.deepEqual(first?.mark, ['waiting', '$99.00 awaiting settlement']);
  });

  it('says on the card of the cash how much of it is not free, and nothing of amounts while they are hidden', () => {
    const [balance] = decodeBalances({
      balances: [
        {
          currency: 'USD',
          currentBalance: 400,
          marginRequirement: 40.63,
          balanceReservation: 0,
          displayedBonus: 37.95,
          pendingWithdrawals: [{ balance: 120 }, { balance: 30 }],
        },
      ],
    }).items;
    const cash = (context?: ViewContext) =>
      page({ balance, context }).figures[0]?.tiles.find(({ name }) => inEnglish(name) === 'Cash')?.value
        .aside;
    assert.equal(cash(), 'of it $40.63 margin · $37.95 bonus · $150.00 on its way out');
    assert.doesNotMatch(cash(contextWith({ hideAmounts: true })) ?? '', /\d/);
    const [free] = decodeBalances({ balances: [{ currency: 'USD', currentBalance: 400 }] }).items;
    assert.equal(
      page({ balance: free }).figures[0]?.tiles.find(({ name }) => inEnglish(name) === 'Cash')?.value.aside,
      'as reported',
    );
  });

  it('has every field of the balances under its details, and hides where cash goes with the amounts', () => {
    const [balance] = decodeBalances(fixture('current/balances')).items;
    const details = (context = contextWith()) => {
      const input = { ...portfolioScene({ context }), showsDetails: true };
      const currencies = input.currencies.map((each) => ({
        ...each,
        cash: balance?.currentBalance,
        balance,
      }));
      const { content } = portfolioSnapshot({ ...input, currencies }, context);
      const group = content?.details.groups?.find(({ heading }) => inEnglish(heading) === 'Balance USD');
      return group?.rows.map(({ name, value }) => `${name} ${value}`) ?? [];
    };
    for (const line of ['bonusHold 3.75', 'assetNotional 0', 'pendingWithdrawals[1].bankId BANK-9'])
      assert.ok(details().includes(line), line);
    const hidden = details(contextWith({ hideAmounts: true })).join(' ');
    assert.match(hidden, /bonusHold •••/);
    assert.doesNotMatch(hidden, /BANK|Household|[1-9]/);
  });

  it('has every field of orders and of the newest activities under its details', () => {
    const context = contextWith();
    const order = anOrder({ more: [{ path: 'manualOrderIndicator', text: 'AUTOMATIC' }] });
    const scene = { ...portfolioScene({ context, orders: [order] }), activities: read([aTrade()]) };
    const { content } = portfolioSnapshot({ ...scene, showsDetails: true }, context);
    const lines = content?.details.groups?.flatMap(({ rows }) =>
      rows.map(({ name, value }) => `${name} ${value}`),
    );
    assert.ok(lines?.includes('manualOrderIndicator AUTOMATIC'));
    assert.ok(lines?.some((line) => line.startsWith('trade.id ')));
  });

  it('says of a price of entry that fees are in it', () => {
    const plain = { ...held('aec-game', 120, '66.58', '0.54', '74.40'), baseCost: undefined };
    const [row] = present(page({ held: [plain] }).positions.content).rows;
    assert.deepEqual([row?.cells[3]?.text, row?.cells[3]?.aside], ['55.48¢', 'fees in']);
  });

  it('never adds two currencies', () => {
    const euro = held('other', 10, '4.00', '0.40', '5.00');
    const inEuro = (amount: Position['cost']) => amount && { ...amount, currency: 'EUR' };
    const all = [...HELD, { ...euro, cost: inEuro(euro.cost), cashValue: inEuro(euro.cashValue) }];
    const { head, figures, positions } = page({ held: all });
    assert.deepEqual(
      [page({ held: HELD }).head.facts, head.facts],
      [['everything in USD'], ['each currency by itself: USD, EUR']],
    );
    assert.deepEqual(
      figures.map(({ currency, tiles }) => `${currency} ${tiles[0]?.value.text}`),
      ['USD $135.60', 'EUR EUR 5.00'],
    );
    assert.deepEqual(
      present(positions.content).totals?.map((row) => texts(row)[6]),
      ['$135.60', 'EUR 5.00'],
    );
  });

  it('says first which positions a sum lacks', () => {
    const unknown = aPosition({ marketSlug: 'dark', netPosition: d(5), cost: usd('2.00') });
    const { positions, figures } = page({ held: [...HELD, unknown] });
    const [total] = present(present(positions.content).totals);
    const lacks = '1 without a bid';
    assert.deepEqual([total?.cells[0]?.aside, total?.cells[6]?.text], [`· ${lacks}`, '$135.60']);
    assert.deepEqual(
      present(figures[0])
        .tiles.slice(0, 2)
        .map(({ lacking, value }) => [lacking, value.text]),
      [
        [lacks, '$135.60'],
        [lacks, '▲ $10.75'],
      ],
    );
  });

  it('gives the worst and the best of three results that exclude each other', () => {
    const three = ['Home', 'Draw', 'Away'].map((name, place) => answer(name, place));
    const event = anEvent({ slug: 'three', title: 'Three ways', markets: three });
    const positions = [
      held('3-Home', 100, '40.00', '0.40', '41.00'),
      held('3-Draw', 50, '15.00', '0.30', '14.00'),
    ];
    const { tiles } = present(
      page({ held: positions, markets: three, group: { key: 'three', event, markets: three } }).figures[0],
    );
    // Away: −55. Home: 100 − 55. Draw: 50 − 55.
    assert.deepEqual(
      tiles.slice(-2).map(({ value }) => value.text),
      ['▼ $55.00', '▲ $45.00'],
    );
  });

  it('ranks rows by figures, not by their texts, and not at all where they are hidden', () => {
    const ranks = (column: number, context?: ViewContext) =>
      present(page({ context }).positions.content).rows.map(({ cells }) => cells[column]?.rank);
    const [openPnl, share] = [7, 8];
    assert.deepEqual(ranks(openPnl), [2, 1, 0]);
    for (const column of [openPnl, share])
      assert.deepEqual(ranks(column, contextWith({ hideAmounts: true })), [0, 0, 0]);
  });

  it('totals what resting buys would cost; sales cost nothing', () => {
    const { orders } = page({});
    const { rows, totals: sums } = present(orders.content);
    assert.deepEqual(
      rows.map(({ cells }) => cells[5]?.text),
      // Forty of the short side at 34¢.
      ['–', '$13.60'],
    );
    assert.deepEqual(texts(present(sums?.[0])).filter(Boolean), ['Total, buys 1, sells 1', '$13.60']);
    assert.equal(orders.button?.action.name, 'cancelAllOrders');
  });

  it('groups open P&L by event and by league', () => {
    const { pnl } = page({});
    const [byEvent, byLeague] = present(pnl.content);
    assert.deepEqual(byEvent?.rows.map(texts), [['Archers at Islanders', '▲ $10.75', '$135.60']]);
    assert.equal(byLeague?.rows.length, 1);
  });

  it('keeps the row of an event in its place when the event of its markets is read', () => {
    const champion = { ...present(DRAWN[0]), slug: 'tec-cup-champion-otters-2026-11-20' };
    const eventSlug = present(GAME.event?.slug);
    const held = [
      { ...present(HELD[0]), marketSlug: champion.slug, marketMetadata: someMetadata({ eventSlug }) },
    ];
    const keys = [{ ...GAME, event: undefined }, GAME].map((group) =>
      present(page({ held, markets: [champion], group }).pnl.content)[0]?.rows.map(({ key }) => key),
    );
    assert.deepEqual(keys, [[`${eventSlug} USD`], [`${eventSlug} USD`]]);
  });

  it('names a combo by its legs, so that no two read alike', () => {
    const unsaid = { slug: undefined, title: undefined, outcomeSide: undefined, indicativePrice: undefined };
    const leg = (outcome: string) => ({ ...unsaid, outcome, state: undefined });
    const combos = HELD.slice(0, 2).map((position, place) => ({
      ...position,
      marketSlug: `caoc-combo-${place}`,
      marketMetadata: someMetadata({ comboLegs: [leg('Otters'), leg(`Foxes ${place}`)] }),
    }));
    const { pnl } = page({ held: combos });
    const names = present(pnl.content)[0]?.rows.map((row) => texts(row)[0]);
    assert.deepEqual(names?.sort(), ['Otters + Foxes 0', 'Otters + Foxes 1']);
  });

  it('adds up by day what was realised, and says that it is of the newest activities', () => {
    const input = {
      ...portfolioScene(),
      activities: read(activities(RESOLUTION_JSON)),
      moreActivities: true,
    };
    const { pnl } = present(portfolioSnapshot(input, contextWith()).content);
    const byDay = present(pnl.content)[2];
    // 120 × $1.00 − $74.91.
    assert.deepEqual(byDay?.rows.map(texts), [['Mar 14', '▲ $45.09', '1']]);
    assert.match(byDay?.note ?? '', /The newest activities only\.$/);
  });

  describe('settlement centre', () => {
    const OVER = { ...winner(), status: 'CLOSED' } as const;
    const ended = [...DRAWN.filter(({ slug }) => slug !== OVER.slug), OVER, market()];
    const { type, positionResolution: json } = RESOLUTION_JSON;
    const right = {
      ...json,
      beforePosition: { ...json.beforePosition, baseCost: { value: '73.20', currency: 'USD' } },
    };
    const off = { ...right, tradeId: 'RESOLVE2', side: 'POSITION_RESOLUTION_SIDE_SHORT' };
    const settled = [right, off].map((positionResolution) => ({ type, positionResolution }));
    const paid = read(activities(...settled));
    const centre = (change: Partial<PortfolioInput>, given: Given = { markets: ended }) =>
      present(portfolioSnapshot({ ...portfolioScene(given), ...change }, contextWith()).content).settlements;

    it('says of each settlement what each side paid, what was held, what came of it and whether it adds up', () => {
      const { content, warning } = centre({ activities: paid });
      const rows = present(content).rows.slice(1).map(textsOf);
      // 120 × $1.00 − $74.91, and $46.80 is reported; had the other side won, −$74.91.
      assert.deepEqual(rows, [
        ['Winner', 'settled 20:20', '100¢ Gulls', '120 Gulls', '$120.00', 'Won +$45.09', '✓ adds up'],
        ['Winner', 'settled 20:20', '100¢ Foxes', '120 Gulls', '$0.00', 'Lost −$74.91', '⚠ does not add up'],
      ]);
      assert.equal(warning, 'Payments that do not add up: 1. See the last column.');
    });

    it('lists markets that ended and have not paid, with the orders that rest there and one button for exactly these', () => {
      const { content, button } = centre({});
      const [row, ...others] = present(content).rows;
      assert.deepEqual(textsOf(present(row)), [
        'Winner',
        'awaiting settlement',
        'trading closed',
        '120 Islanders',
        '–',
        'a win pays $120.00',
        '2 orders still rest',
      ]);
      assert.deepEqual(others, []);
      assert.equal(button?.label, 'Cancel orders in ended markets (2)…');
      assert.deepEqual(button?.action, { name: 'cancelOrder', rows: ['ORDER1', 'ORDER2'] });
    });

    it('names a line as short as its event allows, and what it paid shorter with the line still in it', () => {
      const [one, other] = [ISLANDERS, { ...ISLANDERS, id: 'a', name: 'Mossgate Archers', alias: 'Archers' }];
      const sides = [
        aSide(true, { team: aTeam({ ...one, abbreviation: 'jun' }) }),
        aSide(false, { team: aTeam({ ...other, abbreviation: 'mos' }) }),
      ];
      const over: Market = { ...spread('6.5', 62, 64), sides, status: 'CLOSED' };
      const position = { ...held(over.slug, 60, '34.80', '0.44', '37.20'), expired: true };
      const given = { markets: [over, market()], held: [position], orders: [] };
      const { positions } = portfolioScene(given);
      const facts = { settlement: { slug: over.slug, price: d('1') } };
      const all = present(positions.value).map((each) => ({ ...each, facts }));
      const [row] = present(centre({ positions: { ...positions, value: all } }, given).content).rows;
      assert.deepEqual(
        [row?.cells[1], row?.cells[3]].map((shown) => [shown?.text, shown?.short]),
        [
          ['Islanders +6.5', undefined],
          ['100¢ Islanders +6.5', '100¢ JUN +6.5'],
        ],
      );
    });

    it('says that a settled position has no payment in the activity', () => {
      const slug = 'astatc-Tobin-Vale-to-score';
      const position = { ...held(slug, 30, '13.64', '0.44', '12.60'), expired: true };
      const given = { held: [position], orders: [] };
      // What a resolved market last traded at is no result; a settlement is.
      const unknown = present(centre({}, given).content).rows.map(textsOf);
      assert.deepEqual(
        unknown.map((cells) => [cells[1], cells[5]]),
        [['settled', 'result not known']],
      );
      const settlement = { slug, price: d('0.42') };
      const { positions } = portfolioScene(given);
      const all = present(positions.value).map((each) => ({ ...each, facts: { settlement } }));
      const { content } = centre({ positions: { ...positions, value: all } }, given);
      assert.deepEqual(content?.rows.map(textsOf), [
        [
          'Tobin Vale to score',
          'void',
          '42¢ Yes · 58¢ No',
          '30 Tobin Vale to score',
          '$12.60',
          'Void −$1.04',
          'not paid yet',
        ],
      ]);
    });

    it('does not say how many orders rest while amounts are hidden', () => {
      const context = contextWith({ hideAmounts: true });
      const { content, button } = present(
        portfolioSnapshot(portfolioScene({ markets: ended, context }), context).content,
      ).settlements;
      assert.equal(button?.label, 'Cancel orders in ended markets…');
      assert.equal(content?.rows[0]?.cells.at(-1)?.text, 'orders still rest');
    });

    it('has tabs for what awaits, what is settled and what is void', () => {
      const { tabs, content } = centre({ activities: paid });
      assert.deepEqual(
        tabs?.map(({ label }) => label),
        ['All', 'Awaiting 1', 'Settled 2'],
      );
      assert.deepEqual(
        content?.rows.map(({ mark }) => mark?.[0]),
        ['waiting', 'won', 'lost'],
      );
    });

    it('says in one sentence that nothing has ended', () => {
      const { content, note, button } = centre({}, {});
      assert.deepEqual([content, button], [undefined, undefined]);
      assert.equal(note?.text, 'Nothing of yours has ended, as far as your activity was read.');
    });
  });

  it('says of what is settled and not paid out no break-even and no win', () => {
    const markets = DRAWN.map((market) => ({ ...market, status: 'RESOLVED' as const, closed: true }));
    const rows = present(page({ markets }).positions.content).rows.map(texts);
    assert.ok(rows.length > 0);
    for (const row of rows)
      assert.deepEqual([row[2], row[4], row[9]], ['not paid out yet', '–', '–'], row[0]);
  });

  it('shows no amount while amounts are hidden', () => {
    const content = page({ context: contextWith({ hideAmounts: true }) });
    assert.doesNotMatch(JSON.stringify({ ...content, details: undefined }), /\$\d|"share"/);
    const counts = [
      content.orders.aside,
      content.head.game,
      texts(present(content.orders.content?.totals?.[0]))[0],
    ];
    assert.deepEqual(counts, ['•••', 'Orders: •••', 'Total, buys •••, sells •••']);
    assert.deepEqual(
      [content.orders.button?.label, content.orders.words.act],
      ['Cancel all…', 'Cancel selected…'],
    );
  });

  it('says of the selection how many orders it has, of which kind, and what they would set free', () => {
    const selection = (ids: readonly string[], context = contextWith()) => {
      const input = { ...portfolioScene({ context }), selected: new Set(ids) };
      return portfolioSnapshot(input, context).content?.orders.selection;
    };
    assert.equal(selection([]), undefined);
    assert.deepEqual(selection(['ORDER1', 'gone']), {
      keys: ['ORDER1'],
      text: '1 selected: sells 1 · frees nothing',
    });
    assert.equal(selection(['ORDER1', 'ORDER2'])?.text, '2 selected: buys 1, sells 1 · frees $13.60');
    const hidden = selection(['ORDER1', 'ORDER2'], contextWith({ hideAmounts: true }));
    assert.equal(hidden?.text, '••• selected: buys •••, sells ••• · frees •••');
  });

  it('says what is left of an order, its limit, and how far it is filled, each by itself', () => {
    const [, buy] = ORDERS;
    const filled = { leavesQuantity: d('84.39'), cumQuantity: d('115.61'), quantity: d(200) };
    const order = { ...present(buy), ...filled };
    const [row] = present(page({ orders: [{ ...order, state: 'PARTIALLY_FILLED' }] }).orders.content).rows;
    assert.match(row?.cells[0]?.text ?? '', /^Buy 84\.39 Archers/);
    assert.equal(row?.cells[2]?.text, '34¢');
    assert.equal(row?.cells[4]?.text, '115.61 / 200');
    assert.deepEqual(row?.mark, ['partly', 'partly filled']);
  });

  it('marks the state of positions, and has a tab for each with how many there are', () => {
    const ended = { ...held('over', 100, '62.00', '0.60', '99.00'), expired: true };
    const { tabs, content } = page({ held: [...HELD, ended] }).positions;
    assert.deepEqual(
      tabs?.map(({ label }) => label),
      ['All', 'Live 3', 'Awaiting 1'],
    );
    const marks = present(content).rows.map(({ mark, tabs: under }) => [mark?.[0], under?.join()]);
    assert.deepEqual(marks, [...HELD.map(() => ['live', 'live']), ['waiting', 'awaiting']]);
  });

  it('folds what is worth less than a dollar and cost less, never by a guess or while amounts are hidden', () => {
    const all = [
      held('little', 10, '0.40', '0.04', '0.30'),
      held('fell', 10, '4.00', '0.40', '0.30'),
      { ...held('unknown', 10, '0.40', '0.04', '0.30'), cashValue: undefined },
    ];
    const dust = (context?: ViewContext) =>
      present(page({ held: all, context }).positions.content).rows.flatMap(({ key, isDust }) =>
        isDust === true ? [key] : [],
      );
    assert.deepEqual(dust(), ['little']);
    assert.deepEqual(dust(contextWith({ hideAmounts: true })), []);
    const { words } = page({ held: all }).positions;
    assert.equal(words.dust, 'Small · {n} · value and cost below $1.00 each');
  });

  it('asks to sign in, or to try again where nobody answers, and shows older figures with the failure of a later reading', () => {
    const out = portfolioSnapshot(portfolioScene({ isSignedIn: false }), contextWith());
    assert.equal(out.content, undefined);
    assert.equal(out.note?.button?.action.name, 'signIn');
    const unreached = { ...portfolioScene({ isSignedIn: false }), isUnreached: true };
    const { note } = portfolioSnapshot(unreached, contextWith());
    assert.deepEqual([note?.text, note?.button?.label], ['Demo cannot be reached', 'Try again']);
    const { failure } = failed('timeout');
    const input = portfolioScene({});
    const late = portfolioSnapshot({ ...input, positions: { ...input.positions, failure } }, contextWith());
    assert.ok(late.content);
    assert.match(present(late.note).text, /Shown as of/);
  });
});

// Archers win a high game: 60.00 is paid. Islanders win a low one by 6 at most: all 220.00. Cost 124.85.
const ENDS = ['At worst ▼ $64.85', 'At best ▲ $95.15'];

function page(given: Given) {
  return present(portfolioSnapshot(portfolioScene(given), given.context ?? contextWith()).content);
}

/** What a row of the settlement centre says after its name. */
function textsOf({ cells }: ListRow): readonly string[] {
  return cells.slice(1).map(({ text, aside }) => [text, aside].filter(Boolean).join(', '));
}

function answer(name: string, place: number): Market {
  return aMarket({
    slug: `3-${name}`,
    title: name,
    status: 'OPEN',
    sportsMarketTypeV2: 'FUTURE',
    bestBidQuote: usd([0.4, 0.28, 0.28][place] ?? 0),
    bestAskQuote: usd([0.42, 0.3, 0.3][place] ?? 0),
    sides: [aSide(true, { description: 'Yes' }), aSide(false, { description: 'No' })],
  });
}

function texts({ cells }: ListRow): readonly string[] {
  return cells.map(({ text }) => text);
}
