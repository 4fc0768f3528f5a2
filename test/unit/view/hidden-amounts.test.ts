import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import { decodeActivities, decodeBalances } from '../../../src/exchange/wire/portfolio.ts';
import { ownJson } from '../../../src/features/json.ts';
import type { ViewContext } from '../../../src/view/row.ts';
import { allLists, textsOf } from '../../support/choices.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { type ShownText, type SurfaceData, shownTexts } from '../../support/surfaces.ts';
import { aContext } from '../../support/view.ts';
import { ALL, NOON, worldAt } from '../demo/support.ts';

/** Every field that holds an amount of the account; prices, such as the average, are everybody's. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  `netPosition qtyBought qtySold qtyAvailable bodPosition cost realized cashValue fees baseCost quantity cumQuantity
  leavesQuantity cashOrderQty commission qty costBasis effectiveCostBasis realizedPnl effectiveRealizedPnl amount
  currentBalance buyingPower openOrders unsettledFunds pendingCredit marginRequirement assetNotional assetAvailable
  balanceReservation depositReservation bonusReservation displayedBonus bonusHold displayedAvailableSoon displayedCash
  availableToWithdraw balance`.split(/\s+/),
);
const FACTOR = Decimal.of(3);

/** The same account, richer: every own amount times three, so that what is a price stays. */
function scaled<T>(value: T, isOwn = false): T {
  if (value instanceof Decimal) return (isOwn ? value.times(FACTOR) : value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => scaled(each, isOwn)) as T;
  const entries = Object.entries(value).map(([key, inner]) => {
    const isPublic = key === 'market' || key === 'marketMetadata';
    return [key, isPublic ? inner : scaled(inner, isOwn || OWN_FIELDS.has(key))] as const;
  });
  return Object.fromEntries(entries) as T;
}

const world = worldAt();
const activities = accountOf(world).activities({}, ALL, NOON);
const account = {
  orders: accountOf(world).openOrders(NOON),
  // Small ones are folded only where amounts are shown, and three times as much may not be small.
  positions: accountOf(world)
    .positions(NOON)
    .filter(({ cost }) => cost?.value.lessThan(Decimal.one) !== true),
  activities: [
    ...new Set(activities.map(({ type }) => activities.find((each) => each.type === type))),
    ...activities.slice(0, 30),
  ].filter((each) => each !== undefined),
  balances: accountOf(world).balances(NOON),
};
const slugs = new Set([...account.orders, ...account.positions].map(({ marketSlug }) => marketSlug));
const markets = [...slugs].flatMap((slug) => catalogueOf(world).marketBySlug(slug, NOON) ?? []).slice(0, 4);
const UNKNOWN = { kind: 'unknown', type: 'GRANT', key: 'GRANT:1', time: undefined } as const;
const unknown = (text: string) => ({ ...UNKNOWN, fields: [{ path: 'grant.amount', text }] });

const [slug = ''] = slugs;
const shared = {
  markets,
  book: catalogueOf(world).book(slug, NOON),
  history: catalogueOf(world).priceHistory(slug, '1M', 3_600_000, NOON),
};
const richAccount = scaled(account);
const [poor, rich]: readonly SurfaceData[] = [
  { ...account, ...shared, activities: [...account.activities, unknown('5.25')] },
  { ...richAccount, ...shared, activities: [...richAccount.activities, unknown('15.75')] },
];

/** What no surface shows as it is: raw JSON is masked by `ownJson`, which is looked at below. */
const RAW: ReadonlySet<string> = new Set(['clipboard', 'order document']);

async function texts(data: SurfaceData, context: ViewContext): Promise<readonly ShownText[]> {
  const lists = await allLists(data, context);
  return [
    ...shownTexts(data, context).filter(({ where }) => !RAW.has(where)),
    ...lists.flatMap((list) =>
      textsOf(list).map((text) => ({ where: `list ${inEnglish(list.title)}`, text })),
    ),
  ];
}

async function differing(context: ViewContext): Promise<readonly string[]> {
  assert.ok(poor && rich);
  const [some, others] = [await texts(poor, context), await texts(rich, context)];
  assert.equal(some.length, others.length);
  return some.flatMap(({ where, text }, index) =>
    text === others[index]?.text ? [] : [`${where}: ${text} | ${others[index]?.text ?? ''}`],
  );
}

describe('hidden amounts', () => {
  it('no surface depends on the amounts of the account while they are hidden', async () => {
    assert.deepEqual(await differing(aContext({ hideAmounts: true })), []);
  });

  it('every surface that shows amounts is rendered here', async () => {
    const shown = new Set((await differing(aContext())).map((line) => line.slice(0, line.indexOf(': '))));
    const surfaces = [
      ['orders', 'positions', 'activity', 'orders summary', 'positions summary'],
      ['market panel', 'settlement panel', 'event panel', 'details', 'dialog', 'news', 'hover', 'card'],
      ['status item', 'status tooltip', 'away', 'away document'],
      ['notice', 'remark', 'cancellation log', 'proof of cancels'],
      ['list somewhere', 'list Open which order?'],
    ].flat();
    const unseen = surfaces.filter((surface) => ![...shown].some((where) => where.startsWith(surface)));
    assert.deepEqual(unseen, []);
  });

  it('no figure is left in what the service says of the account in sentences', () => {
    const said = {
      description: 'Card, $777.50 in all',
      failureReason: 'Above your limit of 777',
      note: '$777',
    };
    const change = { transactionId: 'T1', status: 'REJECTED', ...said, metadata: { left: 'still 777 USD' } };
    const withdrawal = { id: 'W', balance: 777, description: '777 dollars to the bank' };
    const { items } = decodeActivities({
      activities: [
        { type: 'DEPOSIT', accountBalanceChange: { ...change, transactions: [change] } },
        { type: 'GRANT', grant: { text: 'You got 777 dollars' } },
      ],
    });
    const balances = decodeBalances({
      balances: [
        { currency: 'USD', currentBalance: 777, hint: '777 in all', pendingWithdrawals: [withdrawal] },
      ],
    }).items;
    const data = { activities: items, balances };
    const shown = shownTexts(data, aContext({ hideAmounts: true })).filter(({ where }) => !RAW.has(where));
    assert.deepEqual(
      shown.filter(({ text }) => text.includes('777')),
      [],
    );
    assert.ok(shown.some(({ text }) => text.includes('Above your limit of •••')));
    for (const own of [items, balances]) assert.doesNotMatch(ownJson(own, true), /777/);
  });

  it('prices and what everybody sees stay as they are', () => {
    assert.ok(rich);
    const shown = (hideAmounts: boolean): readonly string[] =>
      shownTexts(rich, aContext({ hideAmounts }))
        .filter(({ where }) => /^(?:flat )?(?:markets|events|market name|side name)/.test(where))
        .map(({ text }) => text);
    assert.deepEqual(shown(true), shown(false));
    const [order] = shownTexts(rich, aContext({ hideAmounts: true })).filter(({ where, text }) => {
      return where === 'orders: label' && /^(?:Buy|Sell) .* \d+(?:\.\d+)?¢$/.test(text);
    });
    assert.ok(order);
  });

  it('copied JSON and documents of the account are the same whatever the amounts', () => {
    for (const key of ['orders', 'positions', 'activities', 'balances'] as const) {
      assert.equal(ownJson(account[key], true), ownJson(richAccount[key], true), key);
      assert.notEqual(ownJson(account[key], false), ownJson(richAccount[key], false), key);
    }
    // A field without a name here may be an amount too.
    const more = (text: string) => ({ more: [{ path: 'costPerShare.value', text }] });
    assert.equal(ownJson(more('0.41'), true), ownJson(more('0.39'), true));
    assert.match(ownJson(more('USD'), true), /USD/);
  });
});
