import assert from 'node:assert/strict';
import type { Activity } from '../../../src/core/activity.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { activityRow } from '../../../src/view/activity-rows.ts';
import { allDetails, type Detailed } from '../../../src/view/details.ts';
import { listedEventRow } from '../../../src/view/events-tree.ts';
import { MarketRows } from '../../../src/view/market-rows.ts';
import { orderRow } from '../../../src/view/orders-tree.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { positionRow } from '../../../src/view/positions-tree.ts';
import type { Row } from '../../../src/view/row.ts';
import { aTrade } from '../../support/account-values.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { d } from '../../support/values.ts';
import { aContext, read, tooltipText } from '../../support/view.ts';
import { deposit, event, market, order, position, resolution, trade } from './seed-values.ts';

const context = aContext();
const settlement = { slug: 'settled-slug', price: d('0.55') };

const activity = (value: Activity) => [activityRow(value, {}, context), { kind: 'activity', value }] as const;

/** What of each resource stands on its row and in its tooltip, and the paths of some fields under "All details". */
const RESOURCES: readonly (readonly [
  name: string,
  shown: readonly [row: Row | undefined, details: Detailed],
  row: string,
  tooltip: string,
  paths: string,
])[] = [
  [
    'a market',
    [
      new MarketRows({ view: () => ({ market, event }) }, context).alone(market),
      { kind: 'market', value: market },
    ],
    '43¢ Harbour Gulls | ▼1.5 | 41¢ to sell | vol 98k contracts',
    'Who wins Harbour Gulls vs. Valley Foxes? | Slug: aec-ncl-gul-fox | Trading ends: Nov 21 | Category: Sports | ' +
      'Starts: Nov 20 | last 42¢ | 41¢ to sell | Volume: 98,000 | in 24 hours: 1,500.25 | Liquidity: 12,000.5',
    'question | bestAsk | ep3Status | events[1].participants[1].team.name | marketSides[long].team.name | marketSides[short].long',
  ],
  [
    'an event',
    [listedEventRow(event, new MarketRows({}, context), context), { kind: 'event', value: event }],
    '43¢ GUL @ FOX 59¢',
    'Slug: ncl-gul-fox | Game 9 of the season. | Category: Sports | Starts: Nov 20 | Harbour Gulls · team | p2 · nominee',
    'markets | participants[1].id | participants[1].team.name',
  ],
  [
    'an order',
    [orderRow({ order }, context), { kind: 'order', value: order }],
    'Buy | Gulls | 39¢ | 50/200',
    'ORD7K2M9Q4XA | Slug: aec-ncl-gul-fox | Limit order, good till a date | Left: 150 | Good till: Nov 20, 18:59 | ' +
      'Gulls vs. Foxes | Partly filled | Average fill price: 39¢ | Placed: Nov 20, 2026, 09:30',
    'price | marketMetadata.eventSlug | insertTime',
  ],
  [
    'a position',
    [positionRow(knownPosition(position), context), { kind: 'position', value: position }],
    'Gulls | ×200 | $4.00',
    'Bought: 250 | Sold: 50 | Cost: $82.00 | ▼ $1.50 | Free to trade: 180 | At the start of the day: 150 | ' +
      'Updated: Nov 20 | Gulls vs. Foxes',
    'netPosition | expired | marketMetadata.slug',
  ],
  [
    'a trade',
    activity(trade),
    'Traded | 41¢ | 200',
    'Type: Trade | T-1 | Slug: aec-ncl-gul-fox | State: Cleared | taker | Cost basis: $82.00 | reported: $0.00 | ' +
      'Time: Nov 20, 2026, 09:31:00 | Updated: Nov 20, 2026, 09:31:02',
    'type | trade.qty',
  ],
  [
    'a resolution',
    activity(resolution),
    'Won | Gulls | paid $200.00',
    'Slug: tc-rain | Before: Gulls 200 | ▼ $1.50 | Outcome: Gulls won | Trade id: T-2 | Time: Nov 2',
    'positionResolution.side | positionResolution.beforePosition.cost',
  ],
  [
    'a deposit',
    activity(deposit),
    'Deposited $500.00',
    'Transaction id: X-1 | Created: Nov 1, 2026, 08:00 | Updated: Nov 1, 2026, 08:05',
    'accountBalanceChange.amount',
  ],
  ['a settlement', [undefined, { kind: 'settlement', value: settlement }], '', '', 'slug | settlement'],
];

describe('every field of the interface has a surface', () => {
  for (const [name, [row, details], onRow, inTooltip, paths] of RESOURCES) {
    it(name, () => {
      const list = (text: string): readonly string[] => (text === '' ? [] : text.split(' | '));
      const [shown, tooltip] =
        row === undefined ? ['', ''] : inEnglish([read(row), tooltipText(row.tooltip())]);
      const fold = allDetails(details, context);
      for (const text of list(onRow)) assert.ok(shown.includes(text), `${text} in ${shown}`);
      for (const text of list(inTooltip)) assert.ok(tooltip.includes(text), `${text} in ${tooltip}`);
      for (const path of list(paths))
        assert.ok(
          fold.some(({ field }) => field === path),
          path,
        );
      const sent = leaves(details.value);
      for (const text of sent) {
        const places = fold.filter(({ value }) => value.includes(text)).length;
        const times = sent.filter((other) => other === text).length;
        assert.ok(places >= times, `${text} ${times} times in ${JSON.stringify(fold)}`);
      }
    });
  }
});

/** Every text and number of a value as it was sent; of markets in an event their slugs alone. */
function leaves(value: unknown, key = ''): readonly string[] {
  if (key === 'kind' || key === 'key' || key === 'time') return [];
  if (typeof value === 'string') return [value];
  if (value instanceof Decimal) return [value.text];
  if (typeof value !== 'object' || value === null) return [];
  // Flags stand there as yes and no.
  if ('path' in value && 'text' in value) return [String(value.text).replace(/^(?:true|false)$/, '')];
  if ('nanos' in value && 'text' in value) return [String(value.text)];
  if (key === 'markets' && Array.isArray(value)) return value.map(({ slug }) => slug);
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, Array.isArray(value) ? key : name));
}

describe('all details', () => {
  it('show prices and all of the market while amounts are hidden', () => {
    const fold = (value: Detailed) => JSON.stringify(allDetails(value, aContext({ hideAmounts: true })));
    assert.match(fold({ kind: 'order', value: order }), /0\.3900 USD/);
    const nested = fold({ kind: 'activity', value: aTrade({ qty: d('78.9'), market }) });
    assert.match(nested, /"trade\.market\.volumeNum","value":"98000"/);
    assert.match(nested, /"trade\.qty","value":"•••"/);
  });

  it('leave out what was not sent and what only this side made up', () => {
    const fields = allDetails({ kind: 'activity', value: aTrade() }, context).map(({ field }) => field);
    assert.deepEqual(fields, ['type', 'trade.id', 'trade.marketSlug']);
  });
});
