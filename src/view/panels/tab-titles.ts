import { lineType } from '../../core/grouping.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { eventAliases, marketAliases } from '../event-figures.ts';
import { isYesNo, marketName, partOfGame } from '../names.ts';
import { joined, type ViewContext } from '../row.ts';
import { outcomeLabel, rowOutcome } from '../row-names.ts';

/** `Archers at Islanders`; the key until the event is known. */
export function eventTabTitle(key: string, event: MarketEvent | undefined, context: ViewContext): string {
  return event === undefined ? key : eventAliases(event, context);
}

/** What is asked, then of which event, which may be cut: `Over 54.5 · Archers at Islanders`; the slug until it is known. */
export function marketTabTitle(slug: string, market: Market | undefined, context: ViewContext): string {
  if (market === undefined) return slug;
  const [event] = market.events;
  const name = event === undefined ? marketAliases(market, context) : eventAliases(event, context, [market]);
  return name === undefined
    ? marketName(market, undefined, context)
    : joined([askedIn(market, context), name]);
}

export function settlementTabTitle(slug: string, market: Market | undefined, context: ViewContext): string {
  return context.t('Settlement: {0}', marketTabTitle(slug, market, context));
}

/** So wide may an outcome be that has a figure behind its name, in digits: the event shall be seen too. */
const OUTCOME_WIDTH = 14;

function askedIn(market: Market, context: ViewContext): string {
  const { t } = context;
  if (lineType(market) !== 'winner' || isYesNo(market))
    return outcomeLabel(rowOutcome(market, true, context), '', '', OUTCOME_WIDTH);
  const part = partOfGame(market, context);
  return part === undefined ? t('Winner') : t('{0} winner', part);
}
