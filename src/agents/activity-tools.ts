import { type Activity, cashBy, marketOf, realisedBy, TRADE_STATES } from '../core/activity.ts';
import { isDirectionKnown, type Order, orderOutcome } from '../core/order.ts';
import { inBothTerms } from '../core/pricing.ts';
import { type Figure, figure, figures, type ToolAnswer } from './answer.ts';
import { cents, momentOf, NOT_PLAIN, timeFigure } from './market-facts.ts';
import { ownAmounts } from './own-amounts.ts';
import { isAbout, openAccount, ownList, stateFigure, wordsFor } from './own-list.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';
import { isPlainId } from './untrusted.ts';

/** Most pages of the history that one call reads. */
const MOST_PAGES = 5;

export async function listActivity(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { view, clock } = sources;
  const { exchange, refuseOther, reported } = await openAccount(sources);
  const since = momentOf(input, 'since');
  const kinds = input.texts('kinds');
  const marketSlug = input.text('market');
  const items: Activity[] = [];
  let cursor: string | undefined;
  let isCut = false;
  let lost = 0;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const read = await reported(exchange.activities({ marketSlug }, cursor));
    items.push(...read.items);
    lost += read.lost;
    cursor = read.nextCursor;
    const last = read.items.at(-1)?.time?.ms;
    if (cursor === undefined || (since !== undefined && last !== undefined && last < since)) break;
    isCut = pages === MOST_PAGES - 1;
  }
  refuseOther();
  const all = items.filter((item) => {
    const slug = marketOf(item);
    const isTime = since === undefined || (item.time !== undefined && item.time.ms >= since);
    const isEvent = slug === undefined ? input.text('event') === undefined : isAbout(sources, slug, input);
    return isTime && isEvent && (kinds.length === 0 || kinds.includes(KINDS[item.kind]));
  });
  return ownList(sources, { source: 'rest', at: clock.now(), stale: false }, input, {
    name: 'activities',
    rows: all.length,
    isWhole: !isCut && lost === 0,
    rowAt: (place) => activityRow(sources, all[place] as Activity),
    more: { amountsHidden: ownAmounts(view()).areHidden, workedOut: WORKED_OUT },
  });
}

const KINDS = { trade: 'trade', resolution: 'settlement', balance: 'money', unknown: 'other' } as const;

function activityRow(sources: AgentSources, activity: Activity): ToolAnswer {
  const own = ownAmounts(sources.view());
  const slug = marketOf(activity);
  const market = slug === undefined ? undefined : sources.marketViews.withEvent(slug);
  const known = { market: sources.marketViews.withEvent };
  const row = { kind: KINDS[activity.kind] };
  const about: Record<string, Figure> = {
    at: timeFigure(activity.time?.ms),
    slug: figure(
      isPlainId(slug) ? slug : undefined,
      slug === undefined ? 'The service names no market.' : NOT_PLAIN,
    ),
  };
  const realised = realisedBy(activity, known);
  const money: Record<string, Figure> = {
    cash: own.money(cashBy(activity, known), 'The service does not say what it brought or cost.'),
  };
  if (activity.kind === 'trade') {
    const { trade } = activity;
    const long = trade.ownOrder === undefined ? true : orderOutcome(trade.ownOrder).long;
    const isKnown = trade.ownOrder !== undefined && isDirectionKnown(trade.ownOrder);
    const price = isKnown && trade.price ? cents(inBothTerms(trade.price, long).own.value) : undefined;
    return {
      ...row,
      ...figures({
        ...about,
        state: stateFigure(trade.state, TRADE_STATES),
        action: figure(
          isKnown ? (orderOutcome(trade.ownOrder as Order).buy ? 'buy' : 'sell') : undefined,
          NOT_SAID,
        ),
        side: figure(isKnown ? (long ? 'yes' : 'no') : undefined, NOT_SAID),
        priceCents: figure(price, NOT_SAID),
        contracts: own.contracts(trade.qty),
        fee: own.money(trade.fee),
        ...money,
        realised: own.money(realised?.amount, 'It realised nothing, or the service does not say.'),
      }),
      untrusted: wordsFor(sources, market ?? trade.market, undefined, long),
    };
  }
  return {
    ...row,
    ...figures({
      ...about,
      ...money,
      realised: own.money(realised?.amount, 'It realised nothing, or the service does not say.'),
    }),
    untrusted: wordsFor(sources, market, undefined, true),
  };
}

const WORKED_OUT = {
  cash: 'purchase: - cost, fee in it, or - (contracts x price + fee); sale: contracts x price of its side - fee; settlement: what it paid; money: as reported',
  realised: 'trade: as reported, without its fee; settlement: what it paid - cost',
} as const;

const NOT_SAID = 'The service does not say it.';
