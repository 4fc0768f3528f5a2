import type { FigureSource, Freshness } from '../core/freshness.ts';
import type { Row, ViewContext } from './row.ts';

/** What a person must see beside a figure: `as of 10:42:07`; undefined while it is fresh. */
export function asOfText(truth: Freshness | undefined, { t, format }: ViewContext): string | undefined {
  return truth === undefined || truth.standing === 'fresh'
    ? undefined
    : t('as of {0}', format.moment(truth.at));
}

/** The same for a screen reader, which has no dimming: `as of 10:42:07, not connected`. */
export function spokenTruth(truth: Freshness | undefined, context: ViewContext): string | undefined {
  const { t, format } = context;
  if (truth?.standing === 'stale') return t('not current, as of {0}', format.moment(truth.at));
  if (truth?.standing === 'cut') return t('not connected, as of {0}', format.moment(truth.at));
  return undefined;
}

/** The members of a row that tell of its truth, to be spread into it. */
export function dimmed(truth: Freshness | undefined): Pick<Row, 'dim'> {
  return truth === undefined || truth.standing === 'fresh' ? {} : { dim: truth.standing };
}

/** Where a figure came from and when, for tooltips: `live stream`, `read 12 s ago`. */
export function sourceText(truth: Freshness, { t, format }: ViewContext): string {
  const ago = format.ago(truth.at);
  const origin: Readonly<Record<FigureSource, string>> = {
    stream: truth.standing === 'fresh' ? t('live stream') : t('from the stream, {0}', ago),
    rest: t('read {0}', ago),
    cache: t('saved earlier, {0}', ago),
  };
  return truth.standing === 'cut' ? t('{0}, not connected now', origin[truth.source]) : origin[truth.source];
}
