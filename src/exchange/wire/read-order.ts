import type { MarketMetadata, Order } from '../../core/order.ts';
import {
  ORDER_ACTION,
  ORDER_INTENT,
  ORDER_SIDE,
  ORDER_STATE,
  ORDER_TYPE,
  OUTCOME_SIDE,
  TIME_IN_FORCE,
} from './enums.ts';
import { readSubject } from './read-market.ts';
import { asRow, type Reader, type Row } from './reader.ts';

/** Interface §2.8, live interface §9.1. `undefined`, with a problem, when it could not be cancelled: no id or market. */
export function readOrder(at: Reader, o: Row): Order | undefined {
  const id = at.identity(o['id'], 'id');
  if (id !== undefined) at.called(id);
  const marketMetadata = readMetadata(at, o['marketMetadata']);
  const marketSlug = at.identity(o['marketSlug'], 'marketSlug') ?? marketMetadata?.slug;
  if (id === undefined || marketSlug === undefined) {
    at.problem(id === undefined ? 'id' : 'marketSlug', 'an order needs an id and a market');
    return undefined;
  }
  return {
    id,
    marketSlug,
    side: at.member(o['side'], 'side', ORDER_SIDE),
    type: at.member(o['type'], 'type', ORDER_TYPE),
    price: at.money(o['price'], 'price'),
    quantity: at.decimal(o['quantity'], 'quantity'),
    cumQuantity: at.decimal(o['cumQuantity'], 'cumQuantity'),
    leavesQuantity: at.decimal(o['leavesQuantity'], 'leavesQuantity'),
    tif: at.member(o['tif'], 'tif', TIME_IN_FORCE),
    goodTillTime: at.instant(o['goodTillTime'], 'goodTillTime'),
    intent: readIntent(at, o),
    marketMetadata,
    state: at.member(o['state'], 'state', ORDER_STATE),
    avgPx: at.money(o['avgPx'], 'avgPx'),
    insertTime: at.instant(o['insertTime'], 'insertTime'),
    createTime: at.instant(o['createTime'], 'createTime'),
    lastTransactTime: at.instant(o['lastTransactTime'], 'lastTransactTime'),
    cashOrderQty: at.money(o['cashOrderQty'], 'cashOrderQty'),
    commission: at.money(o['commissionNotionalTotalCollected'], 'commissionNotionalTotalCollected'),
  };
}

/** The intent, else what `outcomeSide` and `action` say together (interface.md 9.6). `side` is the book's, not the outcome's. */
function readIntent(at: Reader, o: Row): Order['intent'] {
  const intent = at.member(o['intent'], 'intent', ORDER_INTENT);
  if (intent !== undefined && intent !== 'UNDEFINED') return intent;
  const outcome = at.member(o['outcomeSide'], 'outcomeSide', OUTCOME_SIDE);
  const action = at.member(o['action'], 'action', ORDER_ACTION);
  const isKnown = (outcome === 'YES' || outcome === 'NO') && (action === 'BUY' || action === 'SELL');
  return isKnown ? `${action}_${outcome === 'YES' ? 'LONG' : 'SHORT'}` : intent;
}

/** What an order or a position says about its market. */
export function readMetadata(at: Reader, value: unknown): MarketMetadata | undefined {
  const o = at.object(value, 'marketMetadata');
  if (o === undefined) return undefined;
  at.enter('marketMetadata');
  const team = asRow(o['team']);
  const metadata: MarketMetadata = {
    slug: at.identity(o['slug'], 'slug'),
    icon: at.text(o['icon'], 'icon'),
    title: at.text(o['title'], 'title'),
    outcome: at.text(o['outcome'], 'outcome'),
    eventSlug: at.identity(o['eventSlug'], 'eventSlug'),
    eventId: at.identity(o['eventId'], 'eventId'),
    teamName: at.text(team?.['name'], 'team.name'),
    subject: readSubject(at, o['subject']),
  };
  at.leave();
  return metadata;
}
