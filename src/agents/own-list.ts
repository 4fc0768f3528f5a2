import { isLong } from '../core/figures.ts';
import type { Market } from '../core/market.ts';
import type { Position } from '../core/position.ts';
import { isExchangeError } from '../exchange/errors.ts';
import { marketName, sideName } from '../view/names.ts';
import {
  ANSWER_BYTES,
  type AnswerStamp,
  envelope,
  type Figure,
  figure,
  page,
  type ToolAnswer,
  ToolRefusal,
} from './answer.ts';
import { eventSlugIn } from './market-facts.ts';
import { ownAmounts } from './own-amounts.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';
import { type Untrusted, untrusted } from './untrusted.ts';

/** The account in use, what throws once another one is, and what tells the session how a read of it went. Throws ToolRefusal where nobody is signed in. */
export async function openAccount({ session }: AgentSources) {
  const exchange = await session.ensure();
  if (!session.canSign) {
    const next = 'Ask the person to sign in; go on without it.';
    throw new ToolRefusal('signedOut', 'No account is signed in here.', next);
  }
  const epoch = session.epoch('private');
  const refuseOther = (): void => {
    if (epoch === session.epoch('private')) return;
    const next = 'Call again; the person is asked again.';
    throw new ToolRefusal('changed', 'Another account is in use by now.', next);
  };
  const reported = async <T>(read: Promise<T>): Promise<T> => {
    try {
      const result = await read;
      session.report('private', epoch, undefined);
      return result;
    } catch (cause) {
      if (isExchangeError(cause)) session.report('private', epoch, cause);
      throw cause;
    }
  };
  return { exchange, refuseOther, reported };
}

interface OwnList {
  readonly name: string;
  readonly rows: number;
  readonly isWhole: boolean;
  readonly lacksEvents: boolean;
  rowAt(place: number): ToolAnswer;
  readonly more: ToolAnswer;
}

/** A page of a list of one's own. `isWhole`: all of it could be read. `lacksEvents`: of some of it the event that was asked for is not known. */
export function ownList(
  sources: AgentSources,
  stamp: AnswerStamp | undefined,
  input: ToolInput,
  own: OwnList,
): ToolAnswer {
  const cursor = Number(input.text('cursor') ?? 0);
  const budget = ANSWER_BYTES - Buffer.byteLength(JSON.stringify(own.more));
  const shown = page(own.rows, { limit: input.number('limit'), cursor, budget }, own.rowAt);
  return {
    ...envelope(sources, stamp, { count: ownAmounts(sources.view()).count(own.rows) }),
    ...own.more,
    [own.name]: shown.rows,
    nextCursor: shown.nextCursor,
    ...noteOf(own),
  };
}

function noteOf({ isWhole, lacksEvents }: OwnList): { note?: string } {
  const notes = [
    ...(isWhole ? [] : ['There is more than could be read.']),
    ...(lacksEvents ? ['Where the event is not known it is left out: call without `event` to see all.'] : []),
  ];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

interface AboutAsked<Row> {
  readonly rows: readonly Row[];
  /** Some are left out whose event is not known. */
  readonly lacksEvents: boolean;
}

/** Those of the market, or of the event, that was asked for. */
export function aboutAsked<Row>(
  { marketViews }: AgentSources,
  input: ToolInput,
  rows: readonly Row[],
  slugOf: (row: Row) => string | undefined,
): AboutAsked<Row> {
  const [market, event] = [input.text('market'), input.text('event')];
  let lacksEvents = false;
  const isAbout = (row: Row): boolean => {
    const slug = slugOf(row);
    if (slug === undefined) return market === undefined && event === undefined;
    if (market !== undefined && slug !== market) return false;
    if (event === undefined) return true;
    const named = eventSlugIn(slug, marketViews.withEvent(slug)?.events[0]);
    if (named === undefined) lacksEvents = true;
    return named === event;
  };
  return { rows: rows.filter(isAbout), lacksEvents };
}

/** The side a position is on; undefined where nothing is held or the service does not send how much. */
export function heldSide(position: Position | undefined): boolean | undefined {
  return position?.netPosition?.isZero === false ? isLong(position) : undefined;
}

/** `long`: undefined where the side is not known, for the reason `why`. */
export function sideFigure(long: boolean | undefined, why: string): Figure {
  return figure(long === undefined ? undefined : long ? 'yes' : 'no', why);
}

/** The market's name and what its side `long` means: nothing of a side that is not known. */
export function wordsFor(
  sources: AgentSources,
  market: Market | undefined,
  title: string | undefined,
  long: boolean | undefined,
): Untrusted {
  if (market === undefined) return untrusted({ market: title });
  const context = sources.view();
  return untrusted({
    market: marketName(market, undefined, context),
    sideMeans: long === undefined || market.sides.length === 0 ? undefined : sideName(market, long, context),
  });
}

/** A state of the service's own list; any other word it may say is left out. */
export function stateFigure(word: string | undefined, known: readonly string[]): Figure {
  if (word === undefined) return { why: 'The service does not say it.' };
  return known.includes(word)
    ? { value: word.toLowerCase() }
    : { why: 'The service says one it does not list.' };
}
