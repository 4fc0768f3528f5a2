import { type Activity, isTakenBack, marketOf } from '../core/activity.ts';
import type { Instant } from '../core/instant.ts';
import type { Market } from '../core/market.ts';
import type { Order } from '../core/order.ts';
import { type OwnDecimal, ownMoney } from '../core/own.ts';
import { activityText } from './activity-rows.ts';
import { countsText } from './news-text.ts';
import { filledText, namedPlace, orderTitle } from './order-text.ts';
import { field, joined, type Row, type TooltipLine, type ViewContext } from './row.ts';
import { orderStateWord } from './states.ts';

/** What happened to the account during an absence; times in Unix milliseconds. */
export interface AwayDigest {
  readonly fromMs: number;
  readonly toMs: number;
  readonly activities: readonly Activity[];
  readonly ended: readonly Order[];
  readonly change: readonly { readonly currency: string; readonly amount: OwnDecimal }[];
  readonly complete: boolean;
}

type MarketOf = (slug: string) => Market | undefined;

/** How many lines a tooltip lists. */
const TOOLTIP_LINES = 8;

/** The one line: `While you were away: 3 fills, 1 order cancelled, P&L ▲ $4.20`. */
export function awaySentence(digest: AwayDigest, context: ViewContext): string {
  return context.t('While you were away: {0}', summary(digest, context, context.format.signedMoney));
}

/** The line as the first row of the activity; choosing it shows everything. */
export function awayRow(digest: AwayDigest, market: MarketOf, context: ViewContext): Row {
  const { t, format } = context;
  const label = awaySentence(digest, context);
  const span = format.duration(digest.toMs - digest.fromMs);
  const spoken = t('While you were away: {0}', summary(digest, context, format.signedMoneyWords));
  return {
    id: 'digest',
    label,
    description: joined([span, digest.complete ? undefined : t('not complete')]),
    icon: { id: 'bell' },
    accessibilityLabel: [
      spoken,
      t('away for {0}', span),
      digest.complete ? undefined : t('not everything could be read'),
      t('choose to show it all'),
    ]
      .filter((part) => part !== undefined)
      .join(', '),
    contextValue: 'digest',
    tooltip: () => awayTooltip(digest, label, market, context),
    collapsible: 'none',
    command: { id: 'showAway', args: [] },
  };
}

/** Everything of that time as plain text, a line each, newest first within its kind. `mark`: DEMO or nothing. */
export function awayText(
  digest: AwayDigest,
  market: MarketOf,
  mark: string | undefined,
  context: ViewContext,
): string {
  const { t, format } = context;
  const lines = [
    joined([mark, awaySentence(digest, context)]),
    spanText(digest, context),
    ...(digest.change.length === 0 ? [] : ['', howChanged(context)]),
  ];
  for (const { title, entries } of sections(digest, market, context)) {
    if (entries.length === 0) continue;
    lines.push('', t('{0} ({1})', title, entries.length));
    for (const { time, text } of entries) {
      const when = time === undefined ? undefined : format.exactTime(time);
      lines.push(`  ${[when, text].filter((part) => part !== undefined).join('  ')}`);
    }
  }
  if (!digest.complete) lines.push('', incomplete(context));
  return `${lines.join('\n')}\n`;
}

interface Entry {
  readonly time: Instant | undefined;
  readonly text: string;
}

function sections(
  { activities, ended }: AwayDigest,
  market: MarketOf,
  context: ViewContext,
): readonly { readonly title: string; readonly entries: readonly Entry[] }[] {
  const { t } = context;
  const entriesOf = (all: readonly Activity[]): readonly Entry[] =>
    all.map((activity) => ({ time: activity.time, text: activityLine(activity, market, context) }));
  return [
    {
      title: t('Fills'),
      entries: entriesOf(activities.filter((each) => each.kind === 'trade' && !isBusted(each))),
    },
    { title: t('Fills taken back'), entries: entriesOf(activities.filter(isBusted)) },
    { title: t('Settlements'), entries: entriesOf(activities.filter(({ kind }) => kind === 'resolution')) },
    {
      title: t('Orders that ended'),
      entries: ended.map((order) => ({
        time: order.lastTransactTime,
        text: orderLine(order, market(order.marketSlug), context),
      })),
    },
  ];
}

function activityLine(activity: Activity, market: MarketOf, context: ViewContext): string {
  const slug = marketOf(activity);
  const { label, details } = activityText(activity, slug === undefined ? undefined : market(slug), context);
  return joined([label, ...details]);
}

function orderLine(order: Order, market: Market | undefined, context: ViewContext): string {
  const title = orderTitle(order, market, context);
  return joined([
    title,
    namedPlace(title, order.marketSlug, market, order.marketMetadata, context),
    filledText(order, context),
    orderStateWord(order.state, context),
  ]);
}

function summary(
  { activities, ended, change, complete }: AwayDigest,
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

/** A trade that does not stand. */
function isBusted(activity: Activity): boolean {
  return activity.kind === 'trade' && isTakenBack(activity.trade);
}

function awayTooltip(
  digest: AwayDigest,
  title: string,
  market: MarketOf,
  context: ViewContext,
): readonly TooltipLine[] {
  const { t, format } = context;
  const all = sections(digest, market, context).flatMap(({ entries }) => entries);
  const rest = all.length - TOOLTIP_LINES;
  return [
    { kind: 'title', text: title },
    ...all.slice(0, TOOLTIP_LINES).map(({ text }) => ({ kind: 'text', text }) as const),
    ...(rest > 0 ? [{ kind: 'text', text: t('… and {0} more', rest) } as const] : []),
    ...field(t('From'), format.exactTime(digest.fromMs)),
    ...field(t('To'), format.exactTime(digest.toMs)),
    ...(digest.change.length === 0 ? [] : [{ kind: 'text', text: howChanged(context) } as const]),
    ...(digest.complete ? [] : [{ kind: 'text', text: incomplete(context) } as const]),
  ];
}

function spanText({ fromMs, toMs }: AwayDigest, { t, format }: ViewContext): string {
  return t('{0} to {1}', format.exactTime(fromMs), format.exactTime(toMs));
}

function howChanged({ t }: ViewContext): string {
  return t('P&L: open and realised together, at the end of that time less what it was before.');
}

function incomplete({ t }: ViewContext): string {
  return t('Not everything of that time could be read. The Activity view and the exchange have the rest.');
}
