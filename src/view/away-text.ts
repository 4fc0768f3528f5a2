import { type Activity, isTakenBack, marketFor } from '../core/activity.ts';
import type { Digest } from '../core/happening.ts';
import type { Instant } from '../core/instant.ts';
import type { Market } from '../core/market.ts';
import type { Order } from '../core/order.ts';
import { ownMoney } from '../core/own.ts';
import { activityText } from './activity-rows.ts';
import { countsText } from './news-text.ts';
import { filledText, inFull, namedPlace, orderTitle } from './order-text.ts';
import {
  field,
  joined,
  plainLine,
  type Row,
  spokenParts,
  type TooltipLine,
  type ViewContext,
} from './row.ts';
import { orderStateWord } from './states.ts';

type MarketOf = (slug: string) => Market | undefined;

const TOOLTIP_LINES = 8;

/** The one line: `While you were away: 3 fills, 1 order cancelled, P&L ▲ $4.20`. */
export function awaySentence(digest: Digest, context: ViewContext): string {
  return context.t('While you were away: {0}', summary(digest, context, context.format.signedMoney));
}

/** The line as the first row of the activity; choosing it shows everything. */
export function awayRow(digest: Digest, market: MarketOf, context: ViewContext): Row {
  const { t, format } = context;
  const label = awaySentence(digest, context);
  const span = format.duration(digest.toMs - digest.fromMs);
  const spoken = t('While you were away: {0}', summary(digest, context, format.signedMoneyWords));
  return {
    id: 'digest',
    label,
    description: joined([span, digest.complete ? undefined : t('not complete')]),
    icon: { id: 'bell' },
    accessibilityLabel: spokenParts([
      spoken,
      t('away for {0}', span),
      digest.complete ? undefined : t('not everything could be read'),
      t('choose to show it all'),
    ]),
    contextValue: 'digest',
    tooltip: () => awayTooltip(digest, label, market, context),
    collapsible: 'none',
    command: { id: 'showAway', args: [] },
  };
}

/** Everything of that time as plain text, a line each, newest first within its kind. `mark`: names the connection. */
export function awayText(digest: Digest, market: MarketOf, mark: string, context: ViewContext): string {
  const { t, format } = context;
  const blocks = sections(digest, market, context)
    .filter(({ entries }) => entries.length > 0)
    .map(({ title, entries }) => [
      t('{0} ({1})', title, entries.length),
      ...entries.map(
        ({ time, text }) => `  ${time === undefined ? '' : `${format.exactTime(time)}  `}${text}`,
      ),
    ]);
  const span = t('{0} to {1}', format.exactTime(digest.fromMs), format.exactTime(digest.toMs));
  const head = [joined([mark, awaySentence(digest, context)]), span];
  return `${[head, ...remarks(digest, context).change, ...blocks, ...remarks(digest, context).missing]
    .map((block) => [block].flat().join('\n'))
    .join('\n\n')}\n`;
}

interface AwayEntry {
  readonly time: Instant | undefined;
  readonly text: string;
}

interface AwaySection {
  readonly title: string;
  readonly entries: readonly AwayEntry[];
}

function sections(
  { activities, ended }: Digest,
  market: MarketOf,
  context: ViewContext,
): readonly AwaySection[] {
  const { t } = context;
  const section = (title: string, is: (activity: Activity) => boolean): AwaySection => {
    const entries = activities.filter(is).map((activity) => {
      return { time: activity.time, text: activityLine(activity, market, context) };
    });
    return { title, entries };
  };
  const orders = ended.map((order) => {
    return { time: order.lastTransactTime, text: orderLine(order, market(order.marketSlug), context) };
  });
  return [
    section(t('Fills'), (activity) => activity.kind === 'trade' && !isBusted(activity)),
    section(t('Fills taken back'), isBusted),
    section(t('Settlements'), ({ kind }) => kind === 'resolution'),
    { title: t('Orders that ended'), entries: orders },
  ];
}

function activityLine(activity: Activity, market: MarketOf, context: ViewContext): string {
  const known = marketFor(activity, market);
  const { label, details, place } = activityText(activity, known, undefined, inFull(context));
  return joined([label, place, ...details]);
}

function orderLine(order: Order, market: Market | undefined, context: ViewContext): string {
  const title = orderTitle(order, market, context);
  return joined([
    title,
    namedPlace(title, order, market, context),
    filledText(order, context),
    orderStateWord(order.state, context),
  ]);
}

function summary(
  { activities, ended, change, complete }: Digest,
  context: ViewContext,
  signed: ViewContext['format']['signedMoney'],
): string {
  const { t } = context;
  const trades = activities.filter(({ kind }) => kind === 'trade');
  const busts = trades.filter(isBusted).length;
  const expired = ended.filter(({ state }) => state === 'EXPIRED').length;
  const rejected = ended.filter(({ state }) => state === 'REJECTED').length;
  const counts = countsText(
    {
      fills: trades.length - busts,
      busts,
      settlements: activities.filter(({ kind }) => kind === 'resolution').length,
      cancelled: ended.length - expired - rejected,
      expired,
      rejected,
    },
    context,
  );
  const changes = change.map(({ currency, amount }) => t('P&L {0}', signed(ownMoney(amount, currency))));
  const all = [counts, ...changes].filter((part) => part !== '');
  if (all.length > 0) return all.join(', ');
  return complete ? t('nothing happened') : t('what happened could not be read');
}

function isBusted(activity: Activity): boolean {
  return activity.kind === 'trade' && isTakenBack(activity.trade);
}

function awayTooltip(
  digest: Digest,
  title: string,
  market: MarketOf,
  context: ViewContext,
): readonly TooltipLine[] {
  const { t, format } = context;
  const all = sections(digest, market, context).flatMap(({ entries }) => entries);
  const rest = all.length - TOOLTIP_LINES;
  const { change, missing } = remarks(digest, context);
  return [
    { kind: 'title', text: title },
    ...all.slice(0, TOOLTIP_LINES).flatMap(({ text }) => plainLine(text)),
    ...plainLine(rest > 0 ? t('… and {0} more', rest) : ''),
    ...field(t('From'), format.exactTime(digest.fromMs)),
    ...field(t('To'), format.exactTime(digest.toMs)),
    ...[...change, ...missing].flatMap(plainLine),
  ];
}

/** What has to be said about the figures, and about what could not be read; each empty where it does not apply. */
function remarks({ change, complete }: Digest, { t }: ViewContext) {
  const how = t('P&L: open and realised together, at the end of that time less what it was before.');
  const lost = t(
    'Not everything of that time could be read. The Activity view and the exchange have the rest.',
  );
  return { change: change.length === 0 ? [] : [how], missing: complete ? [] : [lost] };
}
