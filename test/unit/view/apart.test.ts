import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Activity } from '../../../src/core/activity.ts';
import type { Market, MarketEvent } from '../../../src/core/market.ts';
import type { Order } from '../../../src/core/order.ts';
import type { Position } from '../../../src/core/position.ts';
import { plainCell } from '../../../src/core/table-file.ts';
import { decodeEvent } from '../../../src/exchange/wire/market.ts';
import { activityRow } from '../../../src/view/activity-rows.ts';
import { cancelConfirmation, cancelRows } from '../../../src/view/cancel-text.ts';
import { eventMarketRows } from '../../../src/view/event-rows.ts';
import { ordersTable } from '../../../src/view/export-tables.ts';
import { MarketRows } from '../../../src/view/market-rows.ts';
import { lineName, marketName, outcomePhrase } from '../../../src/view/names.ts';
import { namedMarket, orderTitleAlone } from '../../../src/view/order-text.ts';
import { orderRow, ordersTree } from '../../../src/view/orders-tree.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { positionRow, positionsTree } from '../../../src/view/positions-tree.ts';
import { folderRow, joined, type Row, type ViewContext } from '../../../src/view/row.ts';
import { rowOutcome } from '../../../src/view/row-names.ts';
import { marked, marketSearchRow } from '../../../src/view/search-rows.ts';
import { siblingRows } from '../../../src/view/sibling-rows.ts';
import { anOrder, aPosition, aTrade, someMetadata } from '../../support/account-values.ts';
import { rounds } from '../../support/rounds.ts';
import { d, usd } from '../../support/values.ts';
import { aContext, descriptionOf } from '../../support/view.ts';

const SLUG = 'nba-otr-her-2026-11-20';
const TEAMS = [
  { id: 71, name: 'Marsh Otters', alias: 'Otters', abbreviation: 'otr' },
  { id: 72, name: 'Cliff Herons', alias: 'Herons', abbreviation: 'her' },
] as const;

type Json = Record<string, unknown>;

const sides = (long: Json, short: Json) => [
  { id: 'l', long: true, ...long },
  { id: 's', long: false, ...short },
];
const YES_NO = sides({ description: 'Yes' }, { description: 'No' });
const OVER_UNDER = sides({ description: 'Over' }, { description: 'Under' });
const TYPE = (name: string) => ({ sportsMarketTypeV2: `SPORTS_MARKET_TYPE_${name}` });

/** Markets that a service names alike, by their places in a list. */
const KINDS: Readonly<Record<string, (n: number) => Json>> = {
  // The line and the slug alone tell whose total it is.
  teamTotal: (n) => ({
    ...TYPE('TOTAL'),
    slug: `tsc-${SLUG}-${n % 2 === 0 ? 'otr' : 'her'}-${n}pt5`,
    title: 'Team total',
    line: 90 + (n >> 1),
    marketSides: OVER_UNDER,
  }),
  total: (n) => ({
    ...TYPE('TOTAL'),
    slug: `tsc-${SLUG}-g${n}`,
    title: `Over ${90 + n}`,
    line: 90 + n,
    marketSides: OVER_UNDER,
  }),
  spread: (n) => ({
    ...TYPE('SPREAD'),
    slug: `asc-${SLUG}-${n}pt5`,
    line: -(n + 0.5),
    marketSides: sides({ description: `-${n}.50`, teamId: 71 }, { description: `+${n}.50`, teamId: 72 }),
  }),
  player: (n) => ({
    ...TYPE('PROP'),
    slug: `astatc-${SLUG}-p${n}`,
    title: 'Player points',
    question: `Will Player ${'ABCDEFGH'.charAt(n)} score more than 20.5 points?`,
    line: 20.5,
    marketSides: sides({ description: 'Yes', teamId: 71 }, { description: 'No', teamId: 71 }),
  }),
  passing: (n) => ({
    ...TYPE('PROP'),
    slug: `astatc-${SLUG}-pass-${n}`,
    title: 'Passing yards',
    line: 200 + n,
    marketSides: OVER_UNDER,
  }),
  first: (n) => ({
    ...TYPE('PROP'),
    slug: `astatc-${SLUG}-first-${n}`,
    title: `First to ${10 * (n + 1)} points`,
    marketSides: sides({ description: 'Otters', teamId: 71 }, { description: 'Herons', teamId: 72 }),
  }),
  future: (n) => ({
    ...TYPE('FUTURE'),
    slug: `tec-${SLUG}-f${n}`,
    question: 'Otters at Herons',
    marketSides: YES_NO,
  }),
  teamFuture: (n) => ({
    ...TYPE('FUTURE'),
    slug: `tec-${SLUG}-t${n}`,
    question: 'Who wins the trophy?',
    marketSides: sides({ teamId: 71 }, { teamId: 71 }),
  }),
  combo: (n) => ({ slug: `caoc-${SLUG}-x${n}`, title: '2 legs', question: 'Combo', marketSides: YES_NO }),
};

const WINNER = {
  ...TYPE('MONEYLINE'),
  slug: `aec-${SLUG}`,
  title: 'Otters vs Herons',
  marketSides: sides({ teamId: 71 }, { teamId: 72 }),
};

function eventOf(markets: readonly Json[]): MarketEvent {
  const body = { id: '5', slug: SLUG, title: 'Otters at Herons', teams: TEAMS, markets };
  return decodeEvent({ event: body }).value;
}

const events = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...Object.keys(KINDS)), fc.integer({ min: 0, max: 5 })), {
    minLength: 2,
    maxLength: 14,
    selector: String,
  })
  .map((picked) => eventOf([WINNER, ...picked.map(([kind, n]) => KINDS[kind]?.(n) ?? {})]));

const allDiffer = (surface: string, texts: readonly string[]): void => {
  const seen = new Set<string>();
  for (const text of texts) {
    assert.ok(!seen.has(text), `${surface}: ${text}`);
    seen.add(text);
  }
};
/** Rows as a tree draws them, each list by itself. */
const asDrawn = (rows: readonly Row[]): readonly Row[] =>
  siblingRows(rows).flatMap((row) => [row, ...asDrawn(row.children?.() ?? [])]);
const words = ({ label, parts }: Row): string => joined([label, ...parts]);

/** The same order, position or trade in each market; `isRead`: the markets are known. */
function ownThings(markets: readonly Market[], long: boolean) {
  const metadata = someMetadata({
    title: 'Otters at Herons',
    outcome: long ? 'Over' : 'Under',
    eventSlug: SLUG,
  });
  const intent = long ? 'BUY_LONG' : 'BUY_SHORT';
  const own = markets.map(({ slug }) => ({ marketSlug: slug, marketMetadata: { ...metadata, slug } }));
  const orders = own.map(
    (each): Order =>
      anOrder({
        ...each,
        id: `o-${each.marketSlug}`,
        intent,
        side: undefined,
        price: usd('0.4'),
        quantity: d(120),
        leavesQuantity: d(120),
      }),
  );
  const positions = own.map(
    (each): Position =>
      aPosition({ ...each, netPosition: d(long ? 120 : -120), cost: usd(48), expired: false }),
  );
  const trades = own.map(({ marketSlug }, place): Activity => {
    const activity = aTrade({ marketSlug, ownOrder: orders[place], price: usd('0.4'), qty: d(120) });
    return { ...activity, key: `t-${marketSlug}` };
  });
  return { orders, positions, trades };
}

function checkNames(markets: readonly Market[], context: ViewContext): void {
  allDiffer(
    'market names',
    markets.map((market) => marketName(market, undefined, context)),
  );
  allDiffer(
    'line names',
    markets.map((market) => lineName(market, context)),
  );
  const phrases = markets.flatMap((market) =>
    [true, false].map((long) => outcomePhrase(market, long, context)),
  );
  allDiffer('outcomes', phrases);
}

function checkRows(event: MarketEvent, context: ViewContext): void {
  const made = new MarketRows({ view: (market) => ({ market, event }) }, context);
  const group = { key: SLUG, event, markets: event.markets };
  const inEvent = siblingRows(eventMarketRows(group, made, context)());
  allDiffer('rows of an event', inEvent.map(words));
  for (const folder of inEvent)
    allDiffer('rows of a folder', siblingRows(folder.children?.() ?? []).map(words));
  const alone = event.markets.map((market) => made.alone(market));
  allDiffer('watched markets', siblingRows(alone).map(words));
  allDiffer(
    'spoken markets',
    alone.map(({ accessibilityLabel }) => accessibilityLabel),
  );
  const found = event.markets.map((market) => marketSearchRow(market, true, made, context));
  allDiffer(
    'search',
    found.map(({ label, mark, beside, detail }) => joined([label, marked(mark, beside), detail])),
  );
}

function checkOwn(markets: readonly Market[], isRead: boolean, long: boolean, context: ViewContext): void {
  const { orders, positions, trades } = ownThings(markets, long);
  const bySlug = new Map(markets.map((market) => [market.slug, market]));
  const lookup = (slug: string): Market | undefined => (isRead ? bySlug.get(slug) : undefined);
  const views = orders.map((order) => ({ order, market: lookup(order.marketSlug) }));
  const known = positions.map((position) => knownPosition(position, lookup(position.marketSlug)));
  const spoken = (rows: readonly Row[]) => rows.map(({ accessibilityLabel }) => accessibilityLabel);
  for (const isInGroup of [true, false]) {
    const orderRows = views.map((view) => orderRow(view, context, isInGroup));
    allDiffer('orders, spoken', spoken(orderRows));
    allDiffer('orders', siblingRows(orderRows).map(words));
    const positionRows = known.map((each) => positionRow(each, context, { isInGroup }));
    allDiffer('positions', siblingRows(positionRows).map(words));
    allDiffer('positions, spoken', spoken(positionRows));
    const rows = trades.map((trade) => activityRow(trade, { market: lookup }, context, isInGroup));
    allDiffer('activity', siblingRows(rows).map(words));
    allDiffer('activity, spoken', spoken(rows));
  }
  for (const tree of [ordersTree(views, context), positionsTree(known, context)])
    allDiffer('trees', asDrawn(tree).map(words));
  allDiffer(
    'cancel lines',
    cancelRows(orders, lookup, context).map(({ what, left }) => `${what}, ${left}`),
  );
  const dialogs = orders.map((order) => cancelConfirmation([order], lookup, context).detail);
  allDiffer('cancel dialogs', dialogs);
  allDiffer(
    'orders alone',
    orders.map((order) => orderTitleAlone(order, lookup(order.marketSlug), context)),
  );
  allDiffer(
    'markets',
    orders.map((order) => namedMarket(order, lookup(order.marketSlug), context)),
  );
  const { rows } = ordersTable(orders, { market: lookup, position: () => undefined }, context);
  allDiffer(
    'export',
    rows.map((cells) => String(cells.map((cell) => plainCell(cell)))),
  );
}

describe('different markets of one event', () => {
  const plain = aContext();

  it('read differently on every surface', () => {
    fc.assert(
      fc.property(events, fc.boolean(), fc.boolean(), (event, isRead, long) => {
        const context = { ...plain, siblings: () => event.markets };
        checkNames(event.markets, context);
        checkRows(event, context);
        checkOwn(event.markets, isRead, long, context);
      }),
      { numRuns: rounds(60, 1_000) },
    );
  });

  it('read differently in the dialog of each cancel, whatever is known beside its market', () => {
    const { markets } = eventOf(Object.values(KINDS).flatMap((make) => [make(0), make(1), make(2), make(3)]));
    for (const long of [true, false]) {
      const { orders } = ownThings(markets, long);
      const lookup = (slug: string) => markets.find((each) => each.slug === slug);
      allDiffer(
        'dialogs',
        orders.map((order) => cancelConfirmation([order], lookup, plain).detail),
      );
    }
  });

  it('say in the fewest words what is different about them', () => {
    const { markets } = eventOf(
      [KINDS['player'], KINDS['teamTotal'], KINDS['future']].flatMap((make) => [
        make?.(0) ?? {},
        make?.(1) ?? {},
      ]),
    );
    const context = { ...plain, siblings: () => markets };
    assert.deepEqual(
      markets.map((market) => outcomePhrase(market, true, context)),
      [
        'Yes on Player points 20.5 (A)',
        'Yes on Player points 20.5 (B)',
        'Over 90 (otr 0pt5)',
        'Over 90 (her 1pt5)',
        'Yes on f0',
        'Yes on f1',
      ],
    );
  });
});

describe('a side', () => {
  const [prop, future] = eventOf([KINDS['first']?.(0) ?? {}, KINDS['teamFuture']?.(0) ?? {}]).markets as [
    Market,
    Market,
  ];
  const context = aContext();

  it('of a prop is named by its claim, not by a team alone', () => {
    assert.equal(outcomePhrase(prop, true, context), 'First to 10 points: Otters');
    assert.deepEqual(rowOutcome(prop, false, context).names.at(0), 'First to 10 points: Herons');
  });

  it('of a future says no team the market does not name', () => {
    assert.equal(outcomePhrase(future, true, context), 'Yes on T0');
  });
});

describe('siblingRows', () => {
  const row = (id: string, about: readonly string[], parts: readonly string[]): Row => ({
    ...folderRow(id, '53¢ Up', parts, () => []),
    alike: { key: ' Up', by: [about] },
  });

  it('lead with what tells twins apart, and say it once', () => {
    const rows = siblingRows([
      row('a', ['12:15–12:30', 'in 14 m'], ['▲9', '12:15–12:30', 'in 14 m', 'vol 4k']),
      row('b', ['12:30–12:45', 'in 29 m'], ['12:30–12:45', 'in 29 m']),
      row('c', ['12:45–13:00'], ['vol 1k']),
    ]);
    assert.deepEqual(rows.map(descriptionOf), [
      '12:15–12:30 · in 14 m · ▲9 · vol 4k',
      '12:30–12:45 · in 29 m',
      '12:45–13:00 · vol 1k',
    ]);
  });
});
