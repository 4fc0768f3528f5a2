import { type Failure, failureSentence } from './messages.ts';
import type { ViewContext } from './row.ts';

/** How a real-time line stands, as the port tells it. */
export interface LineStanding {
  readonly kind: 'off' | 'connecting' | 'live' | 'lost' | 'stopped' | 'unsupported';
  readonly error?: Failure;
  /** When it was last heard, Unix milliseconds. */
  readonly heardAt?: number | undefined;
}

/** What a view has to say about the line that should keep it live; undefined while there is nothing to say. */
export function lineNote(
  line: LineStanding,
  about: 'prices' | 'account',
  context: ViewContext,
): string | undefined {
  const { t, format } = context;
  if (line.kind === 'stopped') {
    const why = line.error === undefined ? '' : failureSentence(line.error, context);
    return about === 'prices'
      ? t('Not live: the stream of prices was refused. {0} Prices are read now and then.', why)
      : t('Not live: the stream of your account was refused. {0} It is read now and then.', why);
  }
  if (line.kind !== 'lost') return undefined;
  // Short: it stands above the rows of each view, in a side bar that may be narrow.
  return line.heardAt === undefined
    ? t('Not live: the stream cannot be reached.')
    : t('Not live since {0}.', format.moment(line.heardAt));
}
