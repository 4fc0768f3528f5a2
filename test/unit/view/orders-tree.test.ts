import assert from 'node:assert/strict';
import type { Market } from '../../../src/core/market.ts';
import { cancelState } from '../../../src/view/order-text.ts';
import { ordersSummary, ordersTree } from '../../../src/view/orders-tree.ts';
import { joined, type Row } from '../../../src/view/row.ts';
import { siblingRows } from '../../../src/view/sibling-rows.ts';
import { anOrder, someMetadata } from '../../support/account-values.ts';
import { aMarket, anEvent, aSide, at, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, descriptionOf, orderViews, outline, read, tooltipText } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const sell = anOrder({
  id: 'A',
  intent: 'SELL_LONG',
  side: 'SELL',
  price: usd('0.46'),
  quantity: d(200),
  cumQuantity: d(50),
  leavesQuantity: d(150),
  state: 'PARTIALLY_FILLED',
  tif: 'GOOD_TILL_CANCEL',
  createTime: at('2026-11-20T19:48:00Z'),
});
/** Buying the Herons is selling the Otters: the wire says 45¢. */
const buyNo = anOrder({
  id: 'B',
  intent: 'BUY_SHORT',
  side: 'SELL',
  price: usd('0.45'),
  quantity: d(100),
  cumQuantity: d(0),
  leavesQuantity: d(100),
  createTime: at('2026-11-20T18:00:00Z'),
});
const lookup = (slug: string): Market | undefined => (slug === market.slug ? market : undefined);

describe('orders view', () => {
  it('tells two orders alike in market, side, price and what is left apart by when they were placed', () => {
    const other = (id: string, time: string) => ({ ...buyNo, id, createTime: at(`2026-11-20T${time}Z`) });
    const [group] = ordersTree(orderViews([other('B', '18:00:00'), other('C', '18:12:00')], lookup), context);
    const described = (rows: readonly Row[]) => siblingRows(rows).map(({ parts }) => parts[0]);
    assert.deepEqual(described(group?.children?.() ?? []), ['placed 18:00', 'placed 18:12']);
    const [same] = ordersTree(orderViews([other('B', '18:00:05'), other('C', '18:00:07')], lookup), context);
    assert.deepEqual(described(same?.children?.() ?? []), ['placed 18:00:05 UTC', 'placed 18:00:07 UTC']);
  });

  it('writes odds behind words with at', () => {
    const american = aContext({ oddsFormat: 'american' });
    const [row] = ordersTree(orderViews([sell], lookup), american);
    assert.match(row?.label ?? '', /^Sell 150 Otters at \+117$/);
  });

  it('reads as drawn, a NO order at its own price', () => {
    assert.deepEqual(outline(ordersTree(orderViews([sell, buyNo], lookup), context)), [
      'Otters at Herons | 2',
      '  Sell 150 Otters 46¢ | now 43¢ · 50/200 · 12 m',
      '  Buy 100 Herons 55¢ | now 57¢ · 2 h',
    ]);
    assert.equal(joined(ordersSummary(orderViews([sell, buyNo]), context)), '2 open · $55.00');
  });

  it('opens the event of a group, or a market where the service names no event', () => {
    const [group] = ordersTree(orderViews([sell, buyNo], lookup), context);
    assert.deepEqual(group?.command, { id: 'openEvent', args: [anEvent().slug] });
    assert.equal(group?.collapsible, 'expanded');
    const named = { marketMetadata: someMetadata({ eventSlug: 'otters-herons' }) };
    const unread = [sell, buyNo].map((each) => ({ ...each, ...named }));
    const withoutEvent = () => ({ ...market, events: [] });
    for (const views of [orderViews(unread), orderViews(unread, withoutEvent)])
      assert.deepEqual(ordersTree(views, context)[0]?.command, { id: 'openEvent', args: ['otters-herons'] });
    const [alone] = ordersTree(orderViews([sell, buyNo]), context);
    assert.deepEqual(alone?.command, { id: 'openMarket', args: [sell.marketSlug] });
  });

  it('tells both languages of a NO order and where it stands in the one book there is', () => {
    const [group] = ordersTree(orderViews([buyNo, sell], lookup), context);
    const [no, yes] = group?.children?.() ?? [];
    const text = tooltipText(no?.tooltip() ?? []);
    assert.match(text, /^Buy Herons 55¢ \(45¢ Otters\)\nStands among the offers of Otters at 45¢\./);
    assert.match(text, /Left: 100 of 100\nNow: Now 57¢ · 2¢ away\nLimit price: 55¢ \(45¢ Otters\)/);
    assert.match(
      tooltipText(yes?.tooltip() ?? []),
      /^Sell Otters 46¢\nStands among the offers of Otters at 46¢\./,
    );
  });

  it('puts a sale of the short side among the bids', () => {
    const sale = anOrder({ intent: 'SELL_SHORT', side: 'BUY', price: usd('0.40') });
    const [row] = ordersTree(orderViews([sale], lookup), context);
    assert.equal(row?.label.replace(/ [\d–]+/, ''), 'Sell Herons 60¢');
    assert.match(tooltipText(row?.tooltip() ?? []), /Stands among the bids of Otters at 40¢/);
  });

  it('says what the order is about where only its metadata is known', () => {
    const bare = anOrder({
      ...buyNo,
      marketSlug: 'tc-temp-lakeside-2026-08-09-gte94lt95f',
      price: usd('0.05'),
      marketMetadata: someMetadata({
        title: 'Highest temperature in Lakeside?',
        outcome: 'No',
        subject: '94 to 95',
      }),
    });
    assert.deepEqual(outline(ordersTree(orderViews([bare]), context)), [
      'Buy 100 No on 94… 95¢ | tc…gte94lt95f · Highest temperature in Lakeside? · 2 h',
    ]);
    const [row] = ordersTree(orderViews([bare]), context);
    assert.match(tooltipText(row?.tooltip() ?? []), /\(5¢ Yes on 94 to 95\)/);
  });

  it('names the question beside yes and no', () => {
    const draw = aMarket({
      slug: market.slug,
      title: 'Draw',
      sportsMarketTypeV2: 'DRAWABLE_OUTCOME',
      sides: [aSide(true, { description: 'Yes' }), aSide(false, { description: 'No' })],
    });
    const [row] = ordersTree(
      orderViews([buyNo], () => draw),
      context,
    );
    assert.equal(row?.label, 'Buy 100 No Draw 55¢');
  });

  it('says every state that is not simply open, and lets what is on its way out alone', () => {
    const orders = [
      { ...sell, state: 'PENDING_CANCEL' },
      { ...sell, id: 'C', state: 'SOMETHING_NEW' },
      { ...sell, id: 'D' },
      { ...sell, id: 'E' },
      { ...sell, id: 'F' },
    ];
    const cancelling = new Map([
      ['D', 'underWay'],
      ['E', 'unknown'],
      ['F', 'stillOpen'],
    ] as const);
    const views = orders.map((order) => ({
      order,
      market,
      cancel: cancelState(order, cancelling),
    }));
    const rows = ordersTree(views, context)[0]?.children?.();
    assert.deepEqual(
      rows?.map((row) => [descriptionOf(row), row.contextValue]),
      [
        ['being cancelled · 150/200 left · 12 m', 'order.pending'],
        ['SOMETHING_NEW · now 43¢ · 12 m', 'order'],
        ['being cancelled · 150/200 left · 12 m', 'order.pending'],
        // Another one may be sent for it.
        ['cancel sent, reading it again · 150/200 left · 12 m', 'order'],
        ['still open, cancel sent · 150/200 left · 12 m', 'order'],
      ],
    );
  });

  it('claims no direction the service did not name', () => {
    const vague = { ...sell, side: undefined, intent: undefined };
    const [row] = ordersTree(orderViews([vague], lookup), context);
    assert.equal(row?.label, 'Order for 150 Otters 46¢');
    assert.doesNotMatch(tooltipText(row?.tooltip() ?? []), /bids|offers/);
  });

  it('says when the market is not open', () => {
    const halted = { ...market, status: 'HALTED' };
    const [row] = ordersTree(
      orderViews([sell], () => halted),
      context,
    );
    assert.equal(row && read(row), 'Sell 150 Otters 46¢ | halted · 50/200 · Otters at Herons · 12 m');
  });

  it('hides amounts and keeps prices', () => {
    const hidden = aContext({ hideAmounts: true });
    assert.deepEqual(outline(ordersTree(orderViews([sell], lookup), hidden)), [
      'Sell ••• Otters 46¢ | now 43¢ · Otters at Herons · 12 m',
    ]);
    assert.equal(joined(ordersSummary(orderViews([sell]), hidden)), '••• open');
  });

  it('never adds currencies together', () => {
    const euro = { ...buyNo, id: 'E', price: { value: d('0.5'), currency: 'EUR' } };
    assert.equal(joined(ordersSummary(orderViews([buyNo, euro]), context)), '2 open · $55.00 · EUR 50.00');
  });
});
