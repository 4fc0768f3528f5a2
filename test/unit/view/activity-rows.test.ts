import assert from 'node:assert/strict';
import type { Activity, PositionResolution } from '../../../src/core/activity.ts';
import { ownMoney } from '../../../src/core/own.ts';
import { decodeActivities } from '../../../src/exchange/wire/portfolio.ts';
import { activityRow, activityRows } from '../../../src/view/activity-rows.ts';
import { allDetails } from '../../../src/view/details.ts';
import { anOrder, aPosition, aTrade, someMetadata } from '../../support/account-values.ts';
import { fixture } from '../../support/fixtures.ts';
import { anEvent, aSide, aTeam, at, d, lakeGame, present, usd } from '../../support/values.ts';
import { aContext, descriptionOf, read, tooltipText } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const time = at('2026-11-20T18:00:00Z');

function lines(activities: readonly Activity[], chosen = context): readonly string[] {
  return activityRows({ activities, market: (slug) => (slug === market.slug ? market : undefined) }, chosen)
    .flatMap((row) => row.children?.() ?? [row])
    .map(read);
}

function resolution(overrides: Partial<PositionResolution>): Activity {
  return {
    kind: 'resolution',
    type: 'POSITION_RESOLUTION',
    key: 'R',
    time,
    resolution: {
      marketSlug: market.slug,
      beforePosition: undefined,
      afterPosition: undefined,
      side: undefined,
      tradeId: undefined,
      updateTime: undefined,
      market: undefined,
      ...overrides,
    },
  };
}

function balance(type: string, own: object = {}): Activity {
  const accountBalanceChange = {
    transactionId: 'T1',
    status: 'COMPLETED',
    amount: { value: '500', currency: 'USD' },
    createTime: time.text,
    ...own,
  };
  const activities = [{ type: `ACTIVITY_TYPE_${type}`, accountBalanceChange }];
  return present(decodeActivities({ activities }).items[0]);
}

describe('activity view', () => {
  const trade = { price: usd('0.45'), qty: d('6.7800'), createTime: time };

  it('tells a trade from the own order: a NO order at its NO price', () => {
    const own = anOrder({ intent: 'BUY_SHORT', side: 'SELL' });
    assert.deepEqual(lines([aTrade({ ...trade, ownOrder: own, realizedPnl: usd('-2') })]), [
      'Bought 6.78 Herons 55¢ | 18:00 · ▼$2.00 realised as reported',
    ]);
    const sale = anOrder({ intent: 'SELL_LONG', side: 'SELL' });
    assert.match(lines([aTrade({ ...trade, ownOrder: sale })])[0] ?? '', /^Sold 6\.78 Otters 45¢/);
  });

  it('uses a nickname that two clubs have for neither', () => {
    const game = (place: string) => {
      const club = aTeam({ id: place, name: `${place} Wardens`, alias: 'Wardens' });
      return lakeGame({
        slug: place,
        sides: [aSide(true, { team: club }), aSide(false, { team: aTeam({ id: '9', name: 'Herons' }) })],
      });
    };
    const bought = anOrder({ intent: 'BUY_LONG', side: 'BUY' });
    const places = ['Lakes', 'Elm Bay'];
    const activities = places.map((marketSlug) => aTrade({ ...trade, marketSlug, ownOrder: bought }));
    const rows = activityRows({ activities, market: game }, context).flatMap(
      (row) => row.children?.() ?? [row],
    );
    assert.match(rows.map(({ label }) => label).join(), /Lakes.*,.*Elm Bay/);
    assert.doesNotMatch(rows.map(({ label }) => label).join(), /78 Wardens/);
  });

  it('does not guess a direction where the service sends no order', () => {
    assert.deepEqual(lines([aTrade(trade)]), ['Traded 6.78 Otters 45¢ or Herons 55¢ | 18:00']);
    assert.match(
      lines([aTrade({ ...trade, marketSlug: 'some-thing' })])[0] ?? '',
      /^Traded 6\.78 Yes 45¢ or No 55¢/,
    );
  });

  it('says a trade that did not stand', () => {
    const cases = [
      ['BUSTED', 'Busted 6.78 Yes', '18:00 · aec…2026-11-20'],
      ['REJECTED', 'Rejected 6.78 Yes', '18:00 · aec…2026-11-20'],
      ['INFLIGHT', 'Traded 6.78 Yes', '18:00 · aec…2026-11-20 · clearing'],
      ['NEW', 'Traded 6.78 Yes', '18:00 · aec…2026-11-20'],
      ['CLEARED', 'Traded 6.78 Yes', '18:00 · aec…2026-11-20'],
      ['LATER', 'Traded 6.78 Yes', '18:00 · aec…2026-11-20 · LATER'],
    ] as const;
    for (const [state, start, words] of cases) {
      const [row] = activityRows({ activities: [aTrade({ ...trade, state })] }, context);
      assert.ok(row?.label.startsWith(start), row?.label);
      assert.equal(descriptionOf(row), words);
    }
  });

  it('says what a purchase took and a sale brought, one figure with one name', () => {
    const bought = aTrade({ ...trade, ownOrder: anOrder(), cost: usd('3.1'), fee: usd('0.05') });
    const [row] = activityRows({ activities: [bought], market: () => market }, context);
    assert.equal(row && read(row), 'Bought 6.78 Otters 45¢ | 18:00 · $3.10 paid');
    const tooltip = tooltipText(row?.tooltip() ?? []);
    assert.match(tooltip, /Fee: \$0\.05 paid\nPaid, fee in: \$3\.10/);
    const sale = { ...trade, ownOrder: anOrder({ intent: 'SELL_LONG', side: 'SELL' }), fee: usd('-0.02') };
    const [sold] = activityRows(
      { activities: [aTrade({ ...sale, cost: usd('2.8') })], market: () => market },
      context,
    );
    assert.equal(descriptionOf(sold), '18:00 · $3.07 received');
    assert.match(tooltipText(sold?.tooltip() ?? []), /Fee: \$0\.02 received\nReceived, fee off: \$3\.07\n/);
    assert.doesNotMatch(tooltipText(sold?.tooltip() ?? []), /Cost|Cash/);
  });

  it('marks a fill that was taken back, and says so first', () => {
    const own = anOrder();
    const [group] = activityRows(
      {
        activities: [aTrade({ ...trade, ownOrder: own, cost: usd('3.1'), state: 'BUSTED' })],
        market: () => market,
      },
      context,
    );
    assert.deepEqual([group && read(group), group?.mark], ['Busted 6.78 Otters 45¢ | 18:00 · bought', '!']);
  });

  it('has fills of one order as one row that opens to them, but one that was taken back', () => {
    const own = anOrder({ id: 'O1' });
    const fill = (id: string, qty: string, price: string, state?: 'BUSTED') =>
      aTrade({
        id,
        qty: d(qty),
        price: usd(price),
        createTime: time,
        ownOrder: own,
        cost: ownMoney(d(qty).times(d(price)).plus(d('0.05')), 'USD'),
        fee: usd('0.05'),
        ...(state === undefined ? {} : { state }),
      });
    const activities = [fill('T3', '10', '0.48'), fill('T2', '10', '0.44'), balance('ACCOUNT_DEPOSIT')];
    const busted = fill('T1', '10', '0.44', 'BUSTED');
    const [day] = activityRows({ activities: [...activities, busted], market: () => market }, context);
    assert.match(descriptionOf(day), /^4 · fees \$0\.10 paid · cash \+\$490\.70/, 'each counts in the day');
    const rows = day?.children?.() ?? [];
    assert.deepEqual(rows.map(read), [
      'Bought 20 Otters 46¢ | 18:00 · $9.30 paid · 2 fills',
      'Deposited $500.00 | 18:00',
      'Busted 10 Otters 44¢ | 18:00 · bought',
    ]);
    assert.deepEqual(rows[0]?.children?.().map(read), [
      'Bought 10 Otters 48¢ | 18:00 · $4.85 paid',
      'Bought 10 Otters 44¢ | 18:00 · $4.45 paid',
    ]);
    assert.match(
      tooltipText(rows[0]?.tooltip() ?? []),
      /Fills: 2\nAverage price: 46¢ for Otters\nContracts: 20/,
    );
  });

  it('works the side of a trade out from a position that was only ever bought', () => {
    const held = aPosition({ netPosition: d('-6.78'), qtyBought: d(0), qtySold: d('6.78') });
    const row = (position: typeof held) =>
      activityRow(aTrade(trade), { market: () => market, position: () => position }, context);
    assert.equal(row(held).label, 'Bought 6.78 Herons 55¢');
    assert.match(row({ ...held, qtyBought: d(2) }).label, /^Traded/);
  });

  it('groups a day, with the cash that came in and went out', () => {
    const [group] = activityRows(
      {
        activities: [
          balance('ACCOUNT_DEPOSIT'),
          balance('ACCOUNT_WITHDRAWAL', { amount: { value: '20', currency: 'USD' } }),
        ],
      },
      context,
    );
    assert.equal(group && read(group), 'Today | 2 · cash +$480.00');
  });

  it('groups an event with what it realised and its fees, each currency by itself and so far while a part is read', () => {
    const own = { ...trade, marketSlug: market.slug, market };
    const held = aPosition({ netPosition: d(120), cost: usd('73.2') });
    const activities = [
      // +3.60 and −1.10 of trades, 120 × 1 − 73.20 = +46.80 of the settlement; fees 0.25 + 0.10 − 0.05.
      aTrade({ ...own, id: '1', effectiveRealizedPnl: usd('3.6'), fee: usd('0.25') }),
      aTrade({ ...own, id: '2', effectiveRealizedPnl: usd('-1.1'), fee: usd('0.1') }),
      aTrade({ ...own, id: '3', fee: usd('-0.05') }),
      aTrade({ ...own, id: '4', effectiveRealizedPnl: usd('900'), fee: usd('9'), state: 'BUSTED' }),
      aTrade({ ...own, id: '5', realizedPnl: { value: d('2'), currency: 'EUR' } }),
      resolution({ side: 'LONG', beforePosition: held, market }),
      balance('ACCOUNT_DEPOSIT'),
    ];
    const list = { activities, groupBy: 'event' } as const;
    const rows = activityRows({ ...list, more: 'all' }, context);
    assert.deepEqual(rows.map(read), [
      '▲$49.30 · ▲EUR 2.00 Otters at Herons | 6 so far · ▲$49.30 realised · fees $0.30 paid · ▲EUR 2.00 realised as reported',
      'Deposited $500.00 | 18:00',
      'Stop reading',
    ]);
    const [whole] = activityRows(list, aContext({ hideAmounts: true }));
    assert.equal(
      whole && read(whole),
      '••• · ••• Otters at Herons | ••• · ••• realised · fees ••• · ••• realised as reported',
    );
    const unread = aTrade({ ...own, id: '6' });
    const [partly] = activityRows({ ...list, activities: [...activities, unread] }, context);
    assert.match(descriptionOf(partly), /fees \$0\.30 paid, 1 not known/);
  });

  it('of days only the last may go on, and what has no time is not lost', () => {
    const days = ['20', '20', '19', '19'].map((day, id) =>
      aTrade({ id: `T${id}`, createTime: at(`2026-11-${day}T10:00:00Z`) }),
    );
    const timeless = [aTrade({ id: 'A', createTime: undefined }), aTrade({ id: 'B', createTime: undefined })];
    const rows = activityRows({ activities: [...timeless, ...days], more: 'nothing' }, context);
    assert.deepEqual(rows.slice(2).map(read), [
      'Today | 2',
      'Yesterday | 2 so far',
      'Load more',
      'Read the whole history',
    ]);
  });

  it('opens the newest groups alone, so that a whole history is drawn in no time', () => {
    const activities = Array.from({ length: 60 }, (_, id) =>
      aTrade({
        id: `T${id}`,
        createTime: at(`2026-10-${30 - Math.floor(id / 2)}T10:00:00Z`.replace(/-(\d)T/, '-0$1T')),
      }),
    );
    const rows = activityRows({ activities }, context);
    assert.deepEqual(
      [rows.length, rows.filter(({ collapsible }) => collapsible === 'expanded').length],
      [30, 20],
    );
  });

  it('says where a settlement does not add up', () => {
    const beforePosition = aPosition({
      netPosition: d(49),
      cost: usd('28'),
      baseCost: usd('27.6'),
      realized: usd('1'),
    });
    const of = (realised: string) =>
      resolution({ side: 'LONG', beforePosition, afterPosition: aPosition({ realized: usd(realised) }) });
    assert.deepEqual(lines([of('22.40')]), ['Won +$21.00 Otters | 18:00 · paid $49.00']);
    const [row] = activityRows({ activities: [of('18.40')] }, context);
    assert.equal(descriptionOf(row), '18:00 · aec…2026-11-20 · paid $49.00 · does not add up');
    assert.equal(row?.mark, '!');
  });

  it('tells a settlement by its result for the account, and what was paid', () => {
    const beforePosition = aPosition({ netPosition: d(120), cost: usd('73.2') });
    assert.deepEqual(lines([resolution({ side: 'LONG', beforePosition })]), [
      'Won +$46.80 Otters | 18:00 · paid $120.00',
    ]);
    assert.deepEqual(lines([resolution({ side: 'SHORT', beforePosition })]), ['Lost −$73.20 Otters | 18:00']);
    const short = aPosition({ netPosition: d(-40), cost: usd('20') });
    assert.match(
      lines([resolution({ side: 'SHORT', beforePosition: short })])[0] ?? '',
      /^Won \+\$20\.00 Herons \| 18:00 · paid \$40\.00/,
    );
  });

  it('a closed short shows what the side held gained', () => {
    const { items } = decodeActivities(fixture('traps/activities-short-closed'));
    const [row] = activityRows({ activities: items }, context);
    assert.match((row && read(row)) ?? '', /^Sold 1,000 Foxes 70¢ \| .* · ▲\$400\.00 realised$/);
    const text = tooltipText(row?.tooltip() ?? []);
    assert.match(text, /Cost basis: \$300\.00\nRealised P&L: ▲ \$400\.00/);
    assert.match(text, /\nPrice: 70¢ \(30¢ .*\)\nContracts: 1,000\n/);
  });

  it('a void pays what its settlement says, not what a resolved market last traded at', () => {
    const beforePosition = aPosition({ netPosition: d(120), cost: usd('73.2') });
    const sides = market.sides.map((side) => ({ ...side, price: d(side.long ? '0.58' : '0.42') }));
    const resolved = lakeGame({ status: 'RESOLVED', sides, events: [anEvent()] });
    const settlement = { slug: market.slug, price: d('0.58') };
    for (const side of ['NEUTRAL', undefined] as const) {
      const activity = resolution({ side, beforePosition, market: resolved });
      const facts = () => ({ settlement });
      const [row] = activityRows({ activities: [activity], facts }, context);
      assert.equal(row && read(row), 'Void −$3.60 Otters | 18:00 · paid $69.60, 58¢ each');
      const text = tooltipText(row?.tooltip() ?? []);
      assert.match(
        text,
        /Your result: Void: −\$3\.60 for you \(paid out − cost\)\nOutcome: Void, both sides paid: 58¢ for each Otters contract, 42¢ for Herons\n/,
      );
      assert.match(text, /Paid out: \$69\.60/);
      assert.deepEqual(lines([activity]), ['Settled Otters | 18:00 · result not known']);
    }
  });

  it('takes a NEUTRAL resolution for the result its market has, else for what was realised', () => {
    const { items } = decodeActivities(fixture('traps/activities-slug-in-order'));
    const activity = present(items.find(({ kind }) => kind === 'resolution'));
    const row = activityRow(activity, { market: () => market }, context);
    // 96 contracts had cost $57.48, and as much as that without fees was lost.
    assert.equal(read(row), 'Lost −$57.48 Otters | Nov 21, 04:00 UTC');
    const text = tooltipText(row.tooltip());
    assert.match(
      text,
      /Your result: You lost −\$57\.48 \(paid out − cost, fees in\)\nOutcome: Herons won: 0¢ for each Otters contract, 100¢ for Herons/,
    );
    assert.match(text, /Side, as reported: Neutral/);
    assert.doesNotMatch(text, /After: |Before: Yes/);
  });

  it('says on the row what came of the side held, in the tooltip who won', () => {
    const marketMetadata = someMetadata({
      outcome: 'Yes',
      subject: '94 to 95',
      title: 'Highest temperature?',
    });
    const beforePosition = aPosition({ netPosition: d(19), marketMetadata });
    for (const [side, winner, own] of [
      ['LONG', 'Yes on 94 to 95 won', 'Won, paid 19.00'],
      ['SHORT', 'No won', 'Lost, paid 0.00'],
    ] as const) {
      const activity = resolution({ side, beforePosition, marketSlug: 'tc-temp-x' });
      const [row] = activityRows({ activities: [activity] }, context);
      assert.match((row && read(row)) ?? '', new RegExp(`^${own} Yes on 94 to 95 \\| 18:00`));
      assert.match(tooltipText(row?.tooltip() ?? []), new RegExp(`Outcome: ${winner}: 100¢`));
    }
  });

  it('claims no void nobody settled, and no winner nobody named', () => {
    const beforePosition = aPosition({ netPosition: d(120), cost: usd('73.2') });
    assert.deepEqual(lines([resolution({ side: 'NEUTRAL', beforePosition })]), [
      'Settled Otters | 18:00 · result not known',
    ]);
    assert.deepEqual(lines([resolution({})]), ['Settled | 18:00 · result not known']);
  });

  it('says that a cost below zero leaves the result unknown', () => {
    const beforePosition = aPosition({ netPosition: d(120), cost: usd('-5') });
    assert.deepEqual(lines([resolution({ side: 'LONG', beforePosition })]), [
      'Won, paid $120.00 Otters | 18:00',
    ]);
  });

  it('does not call what a sale brought a profit', () => {
    const sold = anOrder({ intent: 'SELL_LONG', side: 'SELL' });
    const proceeds = { ...trade, ownOrder: sold, realizedPnl: usd('3.051'), fee: usd('0.05') };
    const [row] = activityRows({ activities: [aTrade(proceeds)] }, context);
    assert.equal(descriptionOf(row), '18:00 · aec…2026-11-20 · realised not known');
    assert.match(
      tooltipText(row?.tooltip() ?? []),
      /Received, fee off: \$3\.00\nRealised P&L, as reported: not known: no cost basis was sent/,
    );
    const below = aTrade({ ...proceeds, realizedPnl: usd('9'), costBasis: usd('-3') });
    const [odd] = activityRows({ activities: [below] }, context);
    assert.match(
      tooltipText(odd?.tooltip() ?? []),
      /as reported: not known: the cost basis sent is below zero/,
    );
    const [group] = activityRows(
      {
        activities: [
          aTrade(proceeds),
          aTrade({ ...proceeds, id: 'T2', ownOrder: { ...sold, id: 'O2' }, effectiveRealizedPnl: usd('1') }),
        ],
      },
      context,
    );
    assert.equal(
      descriptionOf(group),
      '2 · ▲$1.00 realised as reported, 1 not known · fees $0.10 paid · cash +$6.00',
    );
  });

  it('shows each transaction of a balance change, and sums those that were completed', () => {
    const { items } = decodeActivities(fixture('traps/activities-several-transactions'));
    const [row] = activityRows({ activities: items }, context);
    assert.equal(
      row && read(row),
      'Deposited $200.00 | Nov 2, 08:05 UTC · 3 transactions · rejected $40.00 · The bank declined it',
    );
    const text = tooltipText(row?.tooltip() ?? []);
    for (const line of [
      'Transaction 1 of 3',
      'Transaction id: X-20',
      'depositChannel: card',
      'Payment method: kind: card, lastDigits: 0042',
      'Transaction 3 of 3',
      'Amount: $40.00',
      'Reason code: D-17',
      'What to do: Use another card',
      'External id: OUT-22',
    ])
      assert.ok(text.includes(line), line);
    const details = allDetails({ kind: 'activity', value: items[0] }, context).map(
      ({ field, value }) => `${field} ${value}`,
    );
    assert.ok(details.includes('accountBalanceChange.transactions[2].externalId OUT-21'), details.join('\n'));
  });

  it('tells money in and out, and why it failed', () => {
    assert.deepEqual(
      lines([
        balance('ACCOUNT_DEPOSIT'),
        balance('ACCOUNT_WITHDRAWAL', { status: 'REJECTED', failureReason: 'Name differs' }),
        balance('TAKER_FEE_REBATE', { status: 'LATER' }),
      ]),
      [
        'Deposited $500.00 | 18:00',
        'Withdrew $500.00 | 18:00 · rejected · Name differs',
        'Fee rebate +$500.00 | 18:00 · LATER',
      ],
    );
  });

  it('claims no direction of a rebate that went both ways', () => {
    const rebate = (...amounts: readonly string[]) => {
      const transactions = amounts.map((value, place) => ({
        transactionId: `T${place}`,
        status: 'COMPLETED',
        amount: { value, currency: place === 0 ? 'USD' : 'EUR' },
      }));
      return lines([balance('TAKER_FEE_REBATE', { amount: undefined, transactions })])[0];
    };
    assert.match(rebate('5', '2') ?? '', /received/);
    assert.match(rebate('-5', '-2') ?? '', /paid back/);
    assert.doesNotMatch(rebate('5', '-2') ?? '', /received|paid back/);
  });

  it('shows a type this version does not know by its own name, made readable', () => {
    const fields = [
      { path: 'grant.note', text: 'For you' },
      { path: 'grant.amount.value', text: '5.25' },
    ];
    const unknown: Activity = { kind: 'unknown', type: 'MOON_BONUS', key: 'x', time: undefined, fields };
    const [row] = activityRows({ activities: [unknown] }, context);
    assert.equal(row && read(row), 'Moon bonus');
    assert.match(tooltipText(row?.tooltip() ?? []), /does not know this type/);
    assert.match(tooltipText(row?.tooltip() ?? []), /grant\.note: For you\ngrant\.amount\.value: 5\.25/);
    assert.equal(row?.contextValue, 'activity');
  });

  it('opens the settlement of a resolution, the market of a trade, nothing for money', () => {
    const rows = [resolution({}), aTrade(), balance('TRANSFER')].map((each) =>
      activityRow(each, {}, context),
    );
    assert.deepEqual(
      rows.map(({ command }) => command?.id),
      ['openSettlement', 'openMarket', undefined],
    );
  });

  it('tells the date of what was not today', () => {
    const old = aTrade({ ...trade, createTime: at('2026-11-10T20:00:00Z') });
    assert.match(lines([old])[0] ?? '', / \| Nov 10, 20:00 UTC$/);
  });
});
