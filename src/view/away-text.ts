import { activityTotals, isTakenBack, type KnownMarkets } from '../core/activity.ts';
import type { Digest } from '../core/happening.ts';
import { ownMoney } from '../core/own.ts';
import { activityText } from './activity-rows.ts';
import { countsText, endKind, newsSentence } from './news-text.ts';
import { inFull } from './order-text.ts';
import { field, joined, plainLine, type Row, spokenParts, type ViewContext } from './row.ts';

const TOOLTIP_LINES = 8;

/** The one line: `While you were away: 3 fills, 1 order cancelled, realised P&L ▲ $4.20`. */
export function awaySentence(
  digest: Digest,
  known: KnownMarkets,
  context: ViewContext,
  signed = context.format.signedMoney,
): string {
  const { activities, ended, complete } = digest;
  const { t } = context;
  const kinds = activities.map((activity) => {
    if (activity.kind !== 'trade') return 'settled';
    return isTakenBack(activity.trade) ? 'busted' : 'fill';
  });
  const counts = countsText([...kinds, ...ended.map(endKind)], context);
  // What a part is missing of, or the service may have with the wrong sign, is left out.
  const totals = activityTotals(activities, known)
    .filter(({ realised, isAsReported }) => realised.counted > 0 && realised.missing === 0 && !isAsReported)
    .map(({ currency, realised }) => t('realised P&L {0}', signed(ownMoney(realised.sum, currency))));
  const none = complete ? t('nothing happened') : t('what happened could not be read');
  return t('While you were away: {0}', spokenParts([counts === '' ? none : counts, ...totals]));
}

/** The line as the first row of the activity; choosing it shows everything. */
export function awayRow(digest: Digest, known: KnownMarkets, context: ViewContext): Row {
  const { t, format } = context;
  const label = awaySentence(digest, known, context);
  const span = format.duration(digest.toMs - digest.fromMs);
  return {
    id: 'digest',
    label,
    parts: [span, digest.complete ? '' : t('not complete')],
    icon: { id: 'bell' },
    accessibilityLabel: spokenParts([
      awaySentence(digest, known, context, format.signedMoneyWords),
      t('away for {0}', span),
      digest.complete ? undefined : t('not everything could be read'),
      t('choose to show it all'),
    ]),
    contextValue: 'digest',
    tooltip: () => {
      const all = entries(digest, known, context);
      const rest = all.length - TOOLTIP_LINES;
      return [
        { kind: 'title', text: label },
        ...all.slice(0, TOOLTIP_LINES).flatMap(({ text }) => plainLine(text)),
        ...plainLine(rest > 0 ? t('… and {0} more', rest) : ''),
        ...field(t('From'), format.exactTime(digest.fromMs)),
        ...field(t('To'), format.exactTime(digest.toMs)),
        ...plainLine(missing(digest, context)),
      ];
    },
    collapsible: 'none',
    command: { id: 'showAway', args: [] },
  };
}

/** Everything of that time as plain text, a line each, newest first. `mark`: names the connection. */
export function awayText(digest: Digest, known: KnownMarkets, mark: string, context: ViewContext): string {
  const { t, format } = context;
  const lines = entries(digest, known, context).map(({ time, text }) =>
    time === undefined ? text : `${format.exactTime(time)}  ${text}`,
  );
  const head = joined([mark, awaySentence(digest, known, context)]);
  const span = t('{0} to {1}', format.exactTime(digest.fromMs), format.exactTime(digest.toMs));
  const blocks = [`${head}\n${span}`, lines.join('\n'), missing(digest, context)];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function entries(digest: Digest, known: KnownMarkets, context: ViewContext) {
  const activities = digest.activities.map((activity) => {
    const { label, details, place } = activityText(activity, known, inFull(context));
    return { time: activity.time, text: joined([label, place, ...details]) };
  });
  const orders = digest.ended.map((order) => {
    const news = { kind: 'ended', marketSlug: order.marketSlug, order, reason: undefined } as const;
    return {
      time: order.lastTransactTime,
      text: newsSentence(news, known.market?.(order.marketSlug), context),
    };
  });
  return [...activities, ...orders].sort((a, b) => (b.time?.ms ?? 0) - (a.time?.ms ?? 0));
}

function missing({ complete }: Digest, { t }: ViewContext): string {
  if (complete) return '';
  return t('Not everything of that time could be read. The Activity view and the exchange have the rest.');
}
