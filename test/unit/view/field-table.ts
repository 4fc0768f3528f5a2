import { activityRow } from '../../../src/view/activity-rows.ts';
import type { Detailed } from '../../../src/view/details.ts';
import { orderRow } from '../../../src/view/orders-tree.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { positionRow } from '../../../src/view/positions-tree.ts';
import type { Row } from '../../../src/view/row.ts';
import { d } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { day, deposit, order, position, resolution, trade } from './marked-values.ts';

/**
 * Where a person meets the value of a field: on the row, in its tooltip, or in the "All details" fold of a panel. `text`
 * is what only that field can have put there; `path` is the field's place in the fold where it is not its bare name.
 */
export type Line = readonly [
  field: string,
  surface: 'row' | 'tooltip' | 'details',
  text: string,
  path?: string,
];

export interface Resource {
  readonly name: string;
  readonly row?: Row;
  readonly details: Detailed;
  readonly lines: readonly Line[];
}

const context = aContext();

/** interface.md 9.1 and 9.6 to 9.9: what belongs to the account, and the settlement. */
export const ACCOUNT_FIELDS: readonly Resource[] = [
  {
    name: '2.1 Amount',
    details: { kind: 'order', value: order },
    lines: [
      ['value', 'details', '0.3131 USD', 'price'],
      ['currency', 'details', '0.3131 USD', 'price'],
    ],
  },
  {
    name: '2.8 Order',
    row: orderRow(order, { orders: [] }, context),
    details: { kind: 'order', value: order },
    lines: [
      ['id', 'tooltip', 'ORDER-MARK'],
      ['market_slug', 'tooltip', 'order-market-slug'],
      ['side', 'details', 'SELL', 'side'],
      ['type', 'tooltip', 'Limit order'],
      ['price', 'row', '31.31¢'],
      ['quantity', 'row', '/2,002'],
      ['cumQuantity', 'row', '501/'],
      ['leavesQuantity', 'tooltip', 'Left: 1,501'],
      ['tif', 'tooltip', 'good till a date'],
      ['goodTillTime', 'tooltip', 'Good till: Mar 12'],
      ['intent', 'row', 'Sell'],
      ['marketMetadata', 'row', 'Meta outcome'],
      ['marketMetadata.slug', 'details', 'meta-slug'],
      ['marketMetadata.icon', 'details', 'meta.png'],
      ['marketMetadata.title', 'tooltip', 'Meta title'],
      ['marketMetadata.outcome', 'row', 'Meta outcome'],
      ['marketMetadata.eventSlug', 'details', 'meta-event'],
      ['state', 'tooltip', 'Partly filled'],
      ['avgPx', 'tooltip', 'Average fill price: 32.32¢'],
      ['insertTime', 'details', day(13)],
      ['createTime', 'tooltip', 'Placed: Mar 14'],
    ],
  },
  {
    name: '2.9 Position',
    row: positionRow({ ...knownPosition(position), freshness: undefined }, context),
    details: { kind: 'position', value: position },
    lines: [
      ['netPosition', 'row', '6.78'],
      ['qtyBought', 'tooltip', 'Bought: 17.5'],
      ['qtySold', 'tooltip', 'Sold: 10.72'],
      ['cost', 'tooltip', '$12.34'],
      ['realized', 'tooltip', '$5.55'],
      ['cashValue', 'row', '$23.45'],
      ['qtyAvailable', 'tooltip', 'Free to trade: 3.21'],
      ['bodPosition', 'tooltip', 'At the start of the day: 4.56'],
      ['expired', 'details', 'no'],
      ['updateTime', 'tooltip', 'Updated: Mar 15'],
      ['marketMetadata', 'row', 'Meta outcome'],
      ['marketMetadata.slug', 'details', 'meta-slug'],
      ['marketMetadata.title', 'tooltip', 'Meta title'],
      ['marketMetadata.outcome', 'row', 'Meta outcome'],
    ],
  },
  {
    name: '2.10 Activity and Trade',
    row: activityRow(trade, undefined, context),
    details: { kind: 'activity', value: trade },
    lines: [
      ['type', 'tooltip', 'Type: Trade'],
      ['trade', 'row', 'Traded'],
      ['id', 'tooltip', 'TRADE-MARK'],
      ['marketSlug', 'tooltip', 'trade-market-slug'],
      ['state', 'tooltip', 'State: Cleared'],
      ['price', 'row', '29.29¢'],
      ['qty', 'row', '78.9'],
      ['isAggressor', 'tooltip', 'taker'],
      ['costBasis', 'tooltip', '$66.61'],
      ['realizedPnl', 'row', '$77.71'],
      ['createTime', 'tooltip', 'Time: Mar 16'],
      ['updateTime', 'tooltip', 'Updated: Mar 17'],
    ],
  },
  {
    name: '2.10 Position resolution',
    row: activityRow(resolution, undefined, context),
    details: { kind: 'activity', value: resolution },
    lines: [
      ['positionResolution', 'row', 'won'],
      ['marketSlug', 'tooltip', 'resolution-slug'],
      ['beforePosition', 'tooltip', 'Before: Meta outcome 6.78'],
      ['afterPosition', 'tooltip', '$99.01'],
      ['side', 'tooltip', 'Outcome: No won'],
      ['tradeId', 'tooltip', 'RESOLUTION-TRADE'],
      ['updateTime', 'tooltip', 'Time: Mar 18'],
      ['beforePosition.cost', 'details', '12.34 USD', 'positionResolution.beforePosition.cost'],
    ],
  },
  {
    name: '2.10 Account balance change',
    row: activityRow(deposit, undefined, context),
    details: { kind: 'activity', value: deposit },
    lines: [
      ['accountBalanceChange', 'row', 'Deposit'],
      ['transactionId', 'tooltip', 'TX-MARK'],
      ['status', 'row', 'pending'],
      ['amount', 'row', '$321.12'],
      ['createTime', 'tooltip', 'Created: Mar 19'],
      ['updateTime', 'tooltip', 'Updated: Mar 20'],
    ],
  },
  {
    name: '2.11 Settlement',
    details: { kind: 'settlement', value: { slug: 'settled-slug', price: d('0.55') } },
    lines: [
      ['slug', 'details', 'settled-slug'],
      ['settlement', 'details', '0.55'],
    ],
  },
];
