import {
  ACTIVITY_TYPES,
  type Activity,
  type BalanceChangeStatus,
  cashBy,
  marketFor,
  marketOf,
  outcomeFor,
  realisedBy,
  TRADE_STATES,
  tradeSide,
} from '../core/activity.ts';
import { addsUp } from '../core/own-settlement.ts';
import { inBothTerms } from '../core/pricing.ts';
import { type Figure, figure, figures, type ToolAnswer } from './answer.ts';
import { cents, momentOf, NOT_PLAIN, timeFigure } from './market-facts.ts';
import { ownAmounts } from './own-amounts.ts';
import { aboutAsked, heldSide, openAccount, ownList, sideFigure, stateFigure, wordsFor } from './own-list.ts';
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
  const ofKind = items.filter((item) => {
    const isTime = since === undefined || (item.time !== undefined && item.time.ms >= since);
    return isTime && (kinds.length === 0 || kinds.includes(KINDS[item.kind]));
  });
  const { rows: all, lacksEvents } = aboutAsked(sources, input, ofKind, marketOf);
  return ownList(sources, { source: 'rest', at: clock.now(), stale: false }, input, {
    name: 'activities',
    rows: all.length,
    isWhole: !isCut && lost === 0,
    lacksEvents,
    rowAt: (place) => activityRow(sources, all[place] as Activity),
    more: { amountsHidden: ownAmounts(view()).areHidden, workedOut: WORKED_OUT },
  });
}

/** Of money that was moved. */
const STATUSES: readonly BalanceChangeStatus[] = ['PENDING', 'COMPLETED', 'PARTIALLY_REFUNDED', 'REJECTED'];

const KINDS = { trade: 'trade', resolution: 'settlement', balance: 'money', unknown: 'other' } as const;

function activityRow(sources: AgentSources, activity: Activity): ToolAnswer {
  const own = ownAmounts(sources.view());
  const slug = marketOf(activity);
  const known = { market: sources.marketViews.withEvent };
  const about: Record<string, Figure> = {
    at: timeFigure(activity.time?.ms),
    slug: figure(
      isPlainId(slug) ? slug : undefined,
      slug === undefined ? 'The service names no market.' : NOT_PLAIN,
    ),
  };
  const { what, long } = ownPart(sources, activity);
  const realised = realisedBy(activity, known);
  const isOff =
    activity.kind === 'resolution' && addsUp(activity.resolution, outcomeFor(activity, known)) === false;
  return {
    kind: KINDS[activity.kind],
    ...figures({
      ...about,
      ...what,
      cash: own.money(cashBy(activity, known), 'It moved no money, or the service does not say how much.'),
      realised: own.money(realised?.amount, 'It realised nothing, or the service does not say.'),
    }),
    ...(realised?.amount !== undefined && realised.isAsReported ? { realisedAsReported: true } : {}),
    ...(isOff ? { note: 'It does not add up: the account reports another result than this.' } : {}),
    untrusted: wordsFor(sources, marketFor(activity, known.market), undefined, long),
  };
}

interface OwnPart {
  readonly what: Readonly<Record<string, Figure>>;
  /** The side it is about; undefined where there is none or it is not known. */
  readonly long: boolean | undefined;
}

function ownPart(sources: AgentSources, activity: Activity): OwnPart {
  if (activity.kind === 'resolution') {
    const before = activity.resolution.beforePosition;
    const long = heldSide(before);
    const why = before?.netPosition?.isZero === true ? 'Nothing was held in it.' : NOT_SAID;
    return { what: { side: sideFigure(long, why) }, long };
  }
  if (activity.kind === 'balance') {
    const what = {
      type: stateFigure(activity.type, ACTIVITY_TYPES),
      state: stateFigure(activity.change.status, STATUSES),
    };
    return { what, long: undefined };
  }
  if (activity.kind !== 'trade') return { what: {}, long: undefined };
  const own = ownAmounts(sources.view());
  const { trade } = activity;
  const done = tradeSide(trade, undefined);
  const price = done && trade.price && cents(inBothTerms(trade.price, done.long).own.value);
  const what = {
    state: stateFigure(trade.state, TRADE_STATES),
    action: figure(done && (done.buy ? 'buy' : 'sell'), NOT_SAID),
    side: sideFigure(done?.long, NOT_SAID),
    priceCents: figure(price, NOT_SAID),
    contracts: own.contracts(trade.qty),
    fee: own.money(trade.fee),
  };
  return { what, long: done?.long };
}

const WORKED_OUT = {
  cash: 'purchase: - cost, fee in it, or - (contracts x price + fee); sale: contracts x price of its side - fee; settlement: what it paid; money: as reported',
  realised:
    'trade: as reported, without its fee; where realisedAsReported stands, size and sign may be wrong if a No was closed; settlement: what it paid - cost',
} as const;

const NOT_SAID = 'The service does not say it.';
