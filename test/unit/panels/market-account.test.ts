import assert from 'node:assert/strict';
import { activities, book, levels, NOTHING, NOW, orders, position, read, TRADE_JSON } from './scene.ts';
import { pairs, shown, texts, usd } from './shown.ts';

describe('the market panel, own account', () => {
  it('lists own orders in both languages, each with its Cancel', () => {
    const { orders: section } = shown();
    assert.deepEqual(
      section.content?.map(({ text, parts }) => [text, ...parts.filter((part) => part !== '')]),
      [
        ['Sell 150 Gulls 46¢', '50/200 filled', '12 m', 'good till cancelled'],
        ['Buy 100 Foxes 55¢', '(45¢ Gulls)', '2 h', 'good till cancelled'],
      ],
    );
    assert.equal(section.heading, '◇ 2 orders');
    assert.deepEqual(
      section.content?.map((row) => [row.button?.action, row.button?.hint]),
      [
        [{ name: 'cancelOrder', orderId: 'ORDERSELL1' }, 'Cancel: Sell Gulls 46¢'],
        [{ name: 'cancelOrder', orderId: 'ORDERNO0001' }, 'Cancel: Buy Foxes 55¢'],
      ],
    );
    assert.equal(section.button?.action.name, 'cancelMarketOrders');
  });

  it('offers no second cancel of an order being cancelled, nor a cancel of all for a single order', () => {
    const { orders: section } = shown({
      orders: read(orders().slice(0, 1)),
      cancelling: new Map([['ORDERSELL1', 'underWay']]),
    });
    const [row] = section.content ?? [];
    assert.deepEqual([row?.button, row?.waiting], [undefined, 'cancel sent']);
    assert.equal(row?.parts[0], 'being cancelled');
    assert.equal(section.button, undefined);
  });

  it('marks an order whose cancel result is unknown, and offers another cancel', () => {
    const { orders: section } = shown({
      orders: read(orders().slice(0, 1)),
      cancelling: new Map([['ORDERSELL1', 'unknown']]),
    });
    const [row] = section.content ?? [];
    assert.equal(row?.parts[0], 'cancel sent, reading it again');
    assert.equal(row?.button?.action.name, 'cancelOrder');
  });

  it('shows a long position as reported', () => {
    assert.deepEqual(pairs(shown()), [
      ['◆ You hold', '200 Gulls at 40.4¢'],
      ['Value', '$86.00'],
      ['Open P&L', '▲ $4.00'],
      ['Day P&L', '–'],
      ['Realised P&L', '▲ $2.50'],
      ['Cost', '$82.00'],
      ['Fees', '$1.20 paid'],
      ['Break-even', '41¢'],
      ['Pays if it wins', '$200.00'],
    ]);
  });

  it('has averages in cents whatever odds are chosen, and the day’s P&L of what was held all day', () => {
    const change = { bodPosition: '200', bodPositionDecimal: '200' };
    const all = pairs(shown({ position: read(position(change)) }, { oddsFormat: 'american' }));
    assert.deepEqual(all[0], ['◆ You hold', '200 Gulls at 40.4¢']);
    // 200 × −3¢.
    assert.deepEqual(
      all.filter(([name]) => name === 'Day P&L' || name === 'Break-even'),
      [
        ['Day P&L', '▼ $6.00'],
        ['Break-even', '41¢'],
      ],
    );
  });

  it('shows the price of entry in the terms of the side held, with the words where fees are in it', () => {
    const held = (change: object) => shown({ position: read(position(change)) });
    const short = held({ netPositionDecimal: '-100', cost: usd('55.00'), baseCost: usd('54.00') });
    assert.deepEqual(pairs(short)[0], ['◆ You hold', '100 Foxes at 54¢']);
    const [mark] = short.chart.content?.marks ?? [];
    // The chart is in long terms.
    assert.deepEqual([mark?.cents, mark?.label, mark?.named], [46, '◆ entry 54¢', '◆ Foxes entry 54¢']);
    const withFees = held({ netPositionDecimal: '-100', cost: usd('55.00'), baseCost: null });
    assert.deepEqual(pairs(withFees)[0], ['◆ You hold', '100 Foxes at 55¢, fees in']);
    assert.equal(withFees.position.content?.[0]?.value.hint, 'cost ÷ contracts, fees in');
    assert.equal(withFees.chart.content?.marks[0]?.label, '◆ entry 55¢, fees in');
  });

  it('values a short position by the best offer where no value is reported', () => {
    const short = position({
      netPositionDecimal: '-100',
      avgPx: usd('0.92'),
      baseCost: usd('55.00'),
      cost: usd('55.00'),
      cashValue: null,
      realized: usd('0'),
      fees: null,
    });
    assert.deepEqual(pairs(shown({ position: read(short) })), [
      ['◆ You hold', '100 Foxes at 55¢'],
      ['Value', '$56.00'],
      ['Open P&L', '▲ $1.00'],
      ['Day P&L', '–'],
      ['Realised P&L', '$0.00'],
      ['Cost', '$55.00'],
      ['Fees', '–'],
      ['Break-even', '55¢'],
      ['Pays if it wins', '$100.00'],
    ]);
  });

  it('values a position by streamed prices newer than the report, and shows both where they differ', () => {
    const moved = { book: read(book({ bids: levels(['0.45', '10']), offers: levels(['0.46', '10']) })) };
    const figures = (change: object) => pairs(shown({ ...moved, ...change })).slice(1, 3);
    assert.deepEqual(figures({}), [
      ['Value', '$90.00'],
      ['Open P&L', '▲ $8.00'],
    ]);
    const names = (change: object) => pairs(shown(change)).map(([name]) => name);
    assert.deepEqual(names(moved), names({}), 'nothing moves when it differs from what was reported');
    const [, now] = shown(moved).position.content ?? [];
    assert.equal(now?.value.hint, 'contracts × best bid 45¢; the service reports $86.00');
    for (const freshness of [
      undefined,
      { source: 'rest', at: NOW, standing: 'fresh' },
      { source: 'stream', at: NOW, standing: 'cut' },
      { source: 'stream', at: NOW - 9000, standing: 'fresh' },
    ]) {
      assert.deepEqual(figures({ freshness })[0], ['Value', '$86.00']);
      assert.deepEqual(figures({ freshness })[1], ['Open P&L', '▲ $4.00']);
    }
  });

  it('warns beside own figures that are not fresh, with their time', () => {
    const at = NOW - 40_000;
    const marks = (change: object) => {
      const { orders: resting, position: held, book: ladder } = shown(change);
      return [resting.warning, held.warning, ladder.content?.notes[0]];
    };
    const none = '182,400 contracts traded';
    assert.deepEqual(marks({}), [undefined, undefined, none]);
    const cut = 'as of 20:29:20 UTC · not connected';
    assert.deepEqual(marks({ accountFreshness: { source: 'stream', at, standing: 'cut' } }), [
      cut,
      cut,
      `Your orders: ${cut}`,
    ]);
    const old = 'old: as of 20:29:20 UTC';
    assert.deepEqual(
      marks({
        accountFreshness: { source: 'rest', at, standing: 'stale' },
        orders: read([]),
        position: NOTHING,
      }),
      [undefined, undefined, none],
    );
    assert.equal(marks({ accountFreshness: { source: 'rest', at, standing: 'stale' } })[0], old);
  });

  it('marks a fill that was undone', () => {
    for (const [state, aside] of [
      ['TRADE_STATE_BUSTED', 'undone'],
      ['TRADE_STATE_REJECTED', 'undone'],
      ['TRADE_STATE_CLEARED', undefined],
    ]) {
      const trade = { ...TRADE_JSON, trade: { ...TRADE_JSON.trade, state } };
      const [row] = shown({ activities: read(activities(trade)) }).fills.content?.rows ?? [];
      assert.equal(row?.cells[1]?.aside, aside);
    }
  });

  it('lists own fills in the terms of the outcome traded', () => {
    const order = {
      ...TRADE_JSON.trade.aggressor,
      side: 'ORDER_SIDE_SELL',
      intent: 'ORDER_INTENT_BUY_SHORT',
    };
    const short = {
      ...TRADE_JSON,
      trade: { ...TRADE_JSON.trade, id: 'T2', aggressor: order, aggressorExecution: { order } },
    };
    assert.deepEqual(texts(shown({ activities: read(activities(TRADE_JSON, short)) }).fills.content), [
      ['19:45', 'Bought 200 Gulls', '41¢', '–', '–'],
      ['19:45', 'Bought 200 Foxes', '59¢', '–', '–'],
    ]);
  });

  it('says of a fee whether it was paid or received', () => {
    const fee = (commission: string) => {
      const { trade } = TRADE_JSON;
      const aggressorExecution = {
        ...trade.aggressorExecution,
        commissionNotionalCollected: usd(commission),
      };
      const list = activities({ ...TRADE_JSON, trade: { ...trade, aggressorExecution } });
      return texts(shown({ activities: read(list) }).fills.content)[0]?.[3];
    };
    assert.deepEqual([fee('0.4'), fee('-0.02'), fee('0')], ['$0.40 paid', '$0.02 received', '$0.00']);
    const fees = (value: string) => pairs(shown({ position: read(position({ fees: usd(value) })) }))[6]?.[1];
    assert.deepEqual([fees('1.2'), fees('-0.3')], ['$1.20 paid', '$0.30 received']);
  });

  it('shows the public parts while signed out, with a button to sign in', () => {
    const content = shown({ connection: { label: 'Other', isDemo: false, isSignedIn: false } });
    assert.equal(content.sides[0]?.price, '44¢');
    for (const part of [content.orders, content.fills, content.position]) {
      assert.deepEqual([part.content, part.note?.button?.action.name], [undefined, 'signIn']);
    }
    assert.equal(content.head.connection, 'Other');
  });

  it('says in a browser why there is no account, without a button to sign in', () => {
    const connection = { label: 'Other', isDemo: false, isSignedIn: false, inBrowser: true };
    const { orders, fills, position } = shown({ connection });
    for (const { note } of [orders, fills, position]) {
      assert.equal(note?.text, 'In a browser your account is not read. Use VS Code on the desktop.');
      assert.equal(note?.button, undefined);
    }
  });
});
