import type { Market, MarketEvent } from '../../src/core/market.ts';
import { decodeBestQuote, decodeBook, decodeSettlement } from '../../src/exchange/wire/book.ts';
import { decodeLeagues, decodeSports } from '../../src/exchange/wire/league.ts';
import { decodeEvent, decodeMarket } from '../../src/exchange/wire/market.ts';
import { decodeOrder } from '../../src/exchange/wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../src/exchange/wire/portfolio.ts';
import { decodeSeries, decodeTags } from '../../src/exchange/wire/tag.ts';
import { activityRow } from '../../src/view/activity-rows.ts';
import { allDetails, type Detailed } from '../../src/view/details.ts';
import { listedEventRow } from '../../src/view/events-tree.ts';
import { leagueTooltip } from '../../src/view/league-text.ts';
import { MarketRows } from '../../src/view/market-rows.ts';
import { orderRow } from '../../src/view/orders-tree.ts';
import { eventSnapshot } from '../../src/view/panels/event/model.ts';
import { marketSnapshot } from '../../src/view/panels/market/model.ts';
import { knownPosition } from '../../src/view/position-text.ts';
import { positionRow } from '../../src/view/positions-tree.ts';
import type { Row, Tooltip } from '../../src/view/row.ts';
import { topicTooltip } from '../../src/view/topic-shelf.ts';
import type { Place } from './interface-table.ts';
import { eventPageInput, panelInput } from './surfaces.ts';
import { present } from './values.ts';
import { aContext, read, tooltipText } from './view.ts';

const context = aContext();

/** What is shown of one thing, by where a person finds it. */
export type Shown = Readonly<Record<Place, () => string>>;

/** How a reply with one thing is read, and what is then shown of it. */
export const ROOTS: { readonly [resource: string]: (json: unknown) => Shown } = {
  market: (json) => ofMarket(decodeMarket({ market: json }).value),
  event: (json) => ofEvent(decodeEvent({ event: json }).value),
  order: (json) => {
    const value = decodeOrder({ order: json }).value;
    return shown({ kind: 'order', value }, orderRow({ order: value }, context));
  },
  position: (json) => {
    const value = present(decodePositions({ positions: { 'slug-0': json } }).items[0]);
    return shown({ kind: 'position', value }, positionRow(knownPosition(value), context));
  },
  trade: (trade) => ofActivity({ type: 'ACTIVITY_TYPE_TRADE', trade }),
  resolution: (positionResolution) =>
    ofActivity({ type: 'ACTIVITY_TYPE_POSITION_RESOLUTION', positionResolution }),
  'balance change': (accountBalanceChange) =>
    ofActivity({ type: 'ACTIVITY_TYPE_ACCOUNT_DEPOSIT', accountBalanceChange }),
  balance: (json) => shown({ kind: 'balance', value: decodeBalances({ balances: [json] }).items[0] }),
  settlement: (json) => shown({ kind: 'settlement', value: decodeSettlement(json, 'a').value }),
  book: (json) => shown({ kind: 'book', value: decodeBook({ marketData: json }, 'a').value }),
  'best quote': (json) => shown({ kind: 'quote', value: decodeBestQuote({ marketData: json }, 'a').value }),
  league: (json) => {
    const [league] = decodeLeagues({ leagues: [json] }).items;
    return inTooltip([
      { kind: 'title', text: league?.name ?? '' },
      ...leagueTooltip(league, undefined, context),
    ]);
  },
  sport: (json) => {
    const [sport] = decodeSports({ sports: [json] }).items;
    return inTooltip(leagueTooltip(undefined, sport, context));
  },
  tag: (json) => {
    const tag = present(decodeTags({ tags: [json] }).items[0]);
    const [slug, name] = [tag.slug ?? '', tag.label ?? ''];
    const topic = { key: slug, slug, name, tag, tagIds: new Set([tag.id]) };
    return inTooltip([{ kind: 'title', text: name }, ...topicTooltip(topic, context)]);
  },
  series: (json) => shown({ kind: 'series', value: decodeSeries({ series: [json] }).items[0] }),
};

function ofMarket(market: Market): Shown {
  const row = new MarketRows({ view: () => ({ market, event: undefined }) }, context).alone(market);
  const page = () => marketSnapshot(panelInput(market, {}, context), context).content;
  return shown({ kind: 'market', value: market }, row, page);
}

function ofEvent(event: MarketEvent): Shown {
  const { markets } = event;
  const page = () => {
    const [main] = markets;
    return main && eventSnapshot(eventPageInput(event, main, { markets }, context), context).content;
  };
  const row = listedEventRow(event, new MarketRows({}, context), context);
  return shown({ kind: 'event', value: event }, row, page);
}

function ofActivity(json: unknown): Shown {
  const value = present(decodeActivities({ activities: [json] }).items[0]);
  return shown({ kind: 'activity', value }, activityRow(value, {}, context));
}

function shown(details: Detailed, row?: Row, page?: () => { readonly details: unknown } | undefined): Shown {
  return {
    row: () => (row === undefined ? '' : read(row)),
    tooltip: () => (row === undefined ? '' : tooltipText(row.tooltip())),
    // "All details" are looked at by themselves.
    page: () => (page === undefined ? '' : JSON.stringify({ ...page(), details: undefined })),
    details: () => JSON.stringify(allDetails(details, context)),
  };
}

/** What has no page and no "All details". */
function inTooltip(tooltip: Tooltip): Shown {
  const text = tooltipText(tooltip);
  return { row: () => '', tooltip: () => text, page: () => '', details: () => '' };
}
