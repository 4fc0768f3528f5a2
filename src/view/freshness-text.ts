import type { FigureSource, Freshness } from '../core/freshness.ts';
import { type Failure, failureSentence } from './messages.ts';
import type { Row, ViewContext } from './row.ts';

/** What stands beside a figure that is not fresh: `as of 10:42`. */
export function asOfText(freshness: Freshness | undefined, { t, format }: ViewContext): string | undefined {
  if (freshness === undefined || freshness.standing === 'fresh') return undefined;
  return t('as of {0}', format.timeOrDay(freshness.at));
}

/** The same for a screen reader, which has no dimming: `as of 10:42:07, not connected`. */
export function spokenFreshness(freshness: Freshness | undefined, context: ViewContext): string | undefined {
  const { t, format } = context;
  if (freshness?.quietSince !== undefined)
    return t('not current, nothing heard since {0}', format.moment(freshness.quietSince));
  if (freshness?.standing === 'stale') return t('not current, as of {0}', format.moment(freshness.at));
  if (freshness?.standing === 'cut') return t('not connected, as of {0}', format.moment(freshness.at));
  return undefined;
}

export function dimmed(freshness: Freshness | undefined): Pick<Row, 'dim'> {
  return freshness === undefined || freshness.standing === 'fresh' ? {} : { dim: freshness.standing };
}

/** Where a figure came from and when, for tooltips: `live stream`, `read 12 s ago`. */
export function sourceText(freshness: Freshness, { t, format }: ViewContext): string {
  const ago = format.ago(freshness.at);
  const words: Readonly<Record<FigureSource, string>> = {
    stream: freshness.standing === 'fresh' ? t('live stream') : t('from the stream, {0}', ago),
    rest: t('read {0}', ago),
  };
  return freshness.standing === 'cut'
    ? t('{0}, not connected now', words[freshness.source])
    : words[freshness.source];
}

export interface StreamStanding {
  readonly kind: 'off' | 'connecting' | 'live' | 'lost' | 'stopped' | 'unsupported';
  readonly error?: Failure;
  /** When it was last heard, Unix milliseconds. */
  readonly heardAt?: number | undefined;
}

/** What a view says about the stream that should keep it live, if anything. */
export function streamNote(
  stream: StreamStanding,
  about: 'prices' | 'account',
  context: ViewContext,
): string | undefined {
  const { t, format } = context;
  if (stream.kind === 'stopped') {
    const why = stream.error === undefined ? '' : failureSentence(stream.error, context);
    return about === 'prices'
      ? t('Not live: the stream of prices was refused. {0} Prices are read now and then.', why)
      : t('Not live: the stream of your account was refused. {0} It is read now and then.', why);
  }
  if (stream.kind !== 'lost') return undefined;
  // Short: it stands above the rows of each view, in a side bar that may be narrow.
  return stream.heardAt === undefined
    ? t('Not live: the stream cannot be reached.')
    : t('Not live since {0}.', format.moment(stream.heardAt));
}
