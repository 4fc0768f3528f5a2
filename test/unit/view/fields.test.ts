import assert from 'node:assert/strict';
import type { Activity } from '../../../src/core/activity.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { activityRow } from '../../../src/view/activity-rows.ts';
import { allDetails, type Detailed } from '../../../src/view/details.ts';
import { eventRow } from '../../../src/view/events-tree.ts';
import { flatMarketRow, MarketRows } from '../../../src/view/market-rows.ts';
import { orderRow } from '../../../src/view/orders-tree.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { positionRow } from '../../../src/view/positions-tree.ts';
import type { Row } from '../../../src/view/row.ts';
import { aTrade } from '../../support/account-values.ts';
import { d } from '../../support/values.ts';
import { aContext, read, tooltipText } from '../../support/view.ts';
import { deposit, event, market, order, position, resolution, trade } from './marked-values.ts';

const context = aContext();
const settlement = { slug: 'settled-slug', price: d('0.55') };

const activity = (value: Activity) =>
  [activityRow(value, undefined, context), { kind: 'activity', value }] as const;

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
    [flatMarketRow({ market, event }, context), { kind: 'market', value: market }],
    'pre-open | Herons | Otters | Otters at Herons | 47.77¢ | ▼3 | vol 9.4k',
    'Who wins on the lake? | aec-lakes-otters-herons-2026-03-01 | Trading ends: Mar 7 | Boating | Starts: Mar 9 | ' +
      'last 44.44¢ | 41.11¢ to sell | Liquidity: 5,151 | 2,424',
    'question | bestAsk | ep3Status | events[1].markets | marketSides[long].team.name | marketSides[short].long',
  ],
  [
    'an event',
    [eventRow(event, new MarketRows({}, context), context), { kind: 'event', value: event }],
    'Otters at Herons | Q3',
    'lakes-otters-herons-2026-03-01 | A made-up game | Water sports | Starts: Mar 5 | Participant: Otters | ' +
      'nominee | 31-14 | away | LAKES',
    'markets | participants[1].id | teams[1].providerIds[1].provider',
  ],
  [
    'an order',
    [orderRow({ order }, context), { kind: 'order', value: order }],
    'Sell | Meta outcome | 31.31¢ | 501/2,002',
    'ORDER-MARK | order-market-slug | Limit order, good till a date | Left: 1,501 | Good till: Mar 12 | Meta title | ' +
      'Partly filled | Average fill price: 32.32¢ | Placed: Mar 14',
    'price | marketMetadata.eventSlug | insertTime',
  ],
  [
    'a position',
    [positionRow(knownPosition(position), context), { kind: 'position', value: position }],
    'Meta outcome | 6.78 | $23.45',
    'Bought: 17.5 | Sold: 10.72 | $12.34 | $5.55 | Free to trade: 3.21 | At the start of the day: 4.56 | ' +
      'Updated: Mar 15 | Meta title',
    'netPosition | expired | marketMetadata.slug',
  ],
  [
    'a trade',
    activity(trade),
    'Traded | 29.29¢ | 78.9 | $77.71',
    'Type: Trade | TRADE-MARK | trade-market-slug | State: Cleared | taker | $66.61 | Time: Mar 16 | Updated: Mar 17',
    'type | trade.qty',
  ],
  [
    'a resolution',
    activity(resolution),
    'won',
    'resolution-slug | Before: Meta outcome 6.78 | $99.01 | Outcome: No won | RESOLUTION-TRADE | Time: Mar 18',
    'positionResolution.side | positionResolution.beforePosition.cost',
  ],
  [
    'a deposit',
    activity(deposit),
    'Deposit $321.12 | pending',
    'TX-MARK | Created: Mar 19 | Updated: Mar 20',
    'accountBalanceChange.amount',
  ],
  ['a settlement', [undefined, { kind: 'settlement', value: settlement }], '', '', 'slug | settlement'],
];

describe('every field of the interface has a surface', () => {
  for (const [name, [row, details], onRow, inTooltip, paths] of RESOURCES) {
    it(name, () => {
      const list = (text: string): readonly string[] => (text === '' ? [] : text.split(' | '));
      const [shown, tooltip] = row === undefined ? ['', ''] : [read(row), tooltipText(row.tooltip())];
      const fold = allDetails(details, context);
      for (const text of list(onRow)) assert.ok(shown.includes(text), `${text} in ${shown}`);
      for (const text of list(inTooltip)) assert.ok(tooltip.includes(text), `${text} in ${tooltip}`);
      for (const path of list(paths))
        assert.ok(
          fold.some(({ field }) => field === path),
          path,
        );
      for (const text of leaves(details.value)) {
        assert.ok(
          fold.some(({ value }) => value.includes(text)),
          `${text} in ${JSON.stringify(fold)}`,
        );
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
  if ('nanos' in value && 'text' in value) return [String(value.text)];
  if (key === 'markets' && Array.isArray(value)) return value.map(({ slug }) => slug);
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, Array.isArray(value) ? key : name));
}

describe('all details', () => {
  it('show prices and all of the market while amounts are hidden', () => {
    const fold = (value: Detailed) => JSON.stringify(allDetails(value, aContext({ hideAmounts: true })));
    assert.match(fold({ kind: 'order', value: order }), /0\.3131 USD/);
    const nested = fold({ kind: 'activity', value: aTrade({ qty: d('78.9'), market }) });
    assert.match(nested, /"trade\.market\.volumeNum","value":"9393"/);
    assert.match(nested, /"trade\.qty","value":"•••"/);
  });

  it('leave out what was not sent and what only this side made up', () => {
    const fields = allDetails({ kind: 'activity', value: aTrade() }, context).map(({ field }) => field);
    assert.deepEqual(fields, ['type', 'trade.id', 'trade.marketSlug']);
  });
});
