import type { Clock } from '../base/clock.ts';
import { READ_LIMIT_MS } from '../core/freshness.ts';
import { lineType } from '../core/grouping.ts';
import { eventPhase, eventStart, isOver } from '../core/lifecycle.ts';
import type { Market } from '../core/market.ts';
import { ownVolume } from '../core/sort.ts';
import { readAt } from '../store/reading/load-state.ts';
import { groupKeyOf, marketName } from '../view/names.ts';
import { yoursIn } from './account-tools.ts';
import {
  type AnswerStamp,
  envelope,
  figure,
  figures,
  page,
  readNow,
  type ToolAnswer,
  worstStamp,
} from './answer.ts';
import {
  cents,
  costOf100,
  gameOf,
  type KnownMarket,
  knownMarket,
  lineValue,
  marketRow,
  momentOf,
  prices,
  readMarket,
  wordsOf,
} from './market-facts.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';
import { isPlainId, untrusted } from './untrusted.ts';

/** Most markets looked through where nothing was asked for in words. */
const MOST_MARKETS = 20_000;

const NONE_FITS = 'Markets were found, but none fits the other fields. What is over needs `ended`.';

/** Finds markets by words or by filter. Never an amount of one's own. */
export async function searchMarkets(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const since = sources.clock.now();
  const text = input.text('text');
  // Whether a game is on is said by its event alone, which may bring its markets.
  if (input.flag('live')) await readAgain(sources.events, sources.clock);
  const { found, note, stamp } =
    text === undefined ? await listed(sources, since) : await asked(sources, text);
  const fits = filterOf(sources, input);
  const known = found
    .filter(({ market }) => isPlainId(market.slug))
    .map(({ market, at }) => knownMarket(sources, market, since, at))
    .filter(fits);
  const cursor = Number(input.text('cursor') ?? 0);
  const limits = { limit: input.number('limit'), cursor };
  const shown = page(known.length, limits, (place) => marketRow(known[place] as KnownMarket, sources));
  const stamps = known.slice(cursor, cursor + shown.rows.length).map(({ stamp }) => stamp);
  return {
    ...envelope(sources, stamps.length === 0 ? stamp : worstStamp(stamps)),
    found: known.length,
    markets: shown.rows,
    nextCursor: shown.nextCursor,
    ...notesOf(sources, input, found.length > 0 && known.length === 0 ? NONE_FITS : note),
  };
}

/** What may be missing among what was found. */
function notesOf({ events }: AgentSources, input: ToolInput, note: string | undefined): { note?: string } {
  const isPart = input.flag('live') && (events.state.kind === 'failed' || events.hasMore || events.lost > 0);
  const notes = [
    note,
    isPart ? 'Only the events read so far tell which games are on.' : undefined,
    (input.number('minVolume') ?? 0) === 0
      ? undefined
      : 'A market whose own volume is not known is left out.',
    (input.text('startsAfter') ?? input.text('startsBefore')) === undefined
      ? undefined
      : 'A market whose start is not known is left out.',
  ].filter((each) => each !== undefined);
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

/** Reads a list, again where that was long ago. */
async function readAgain(list: Pick<AgentSources['markets'], 'state' | 'load' | 'refresh'>, clock: Clock) {
  const before = readAt(list.state);
  const isOld = before !== undefined && clock.now() - before > READ_LIMIT_MS;
  await (list.state.kind === 'failed' || isOld ? list.refresh() : list.load());
}

interface Found {
  readonly found: readonly { readonly market: Market; readonly at?: number | undefined }[];
  readonly note?: string | undefined;
  /** Of what was looked through. */
  readonly stamp: AnswerStamp | undefined;
}

async function asked(sources: AgentSources, text: string): Promise<Found> {
  const search = await sources.search();
  const { kind, hits, isCut } = await search.ask(text, new AbortController().signal);
  const isSearched = kind === 'searched';
  const markets = hits.flatMap(({ group, market }) => (market === undefined ? group.markets : [market]));
  const searched = readNow(sources.clock);
  if (isSearched && markets.length > 0)
    return {
      found: markets.map((market) => ({ market, at: search.found(market.slug)?.readAt })),
      stamp: searched,
      note: isCut ? 'The search of the service may have found more than it lists.' : undefined,
    };
  const { found, stamp } = await named(sources, text);
  if (isSearched && found.length === 0) return { found, stamp: searched };
  const why = isSearched ? 'found nothing' : 'did not answer';
  return {
    found,
    stamp,
    note: `The search of the service ${why}: only the markets read so far were looked through.`,
  };
}

/** Of the markets read so far those whose question, name or slug has each of the words. */
async function named(sources: AgentSources, text: string): Promise<Found> {
  const words = text.toLowerCase().split(/\s+/);
  const context = sources.view();
  const { found, stamp } = await listed(sources, sources.clock.now());
  return {
    stamp,
    found: found.filter(({ market }) => {
      const name = marketName(market, sources.marketViews.eventOf(market), context);
      const all = `${market.question} ${name} ${market.slug}`.toLowerCase();
      return words.every((word) => all.includes(word));
    }),
  };
}

/** The markets read so far, but for those that the account alone is the reason of. Throws ExchangeError where none could be read. */
async function listed({ markets, clock }: AgentSources, since: number): Promise<Found> {
  await readAgain(markets, clock);
  const found: { readonly market: Market }[] = [];
  for (const market of markets.known()) {
    if (found.length >= MOST_MARKETS) break;
    if (!markets.isOwnAlone(market.slug)) found.push({ market });
  }
  const { state } = markets;
  const isFailed = state.kind === 'failed';
  if (found.length === 0 && isFailed) throw state.error;
  const at = readAt(state);
  const stamp: AnswerStamp | undefined =
    at === undefined
      ? undefined
      : { source: at < since ? 'cache' : 'rest', at, stale: isFailed || clock.now() - at > READ_LIMIT_MS };
  const isPart = isFailed || markets.hasMore || markets.lost > 0 || found.length >= MOST_MARKETS;
  return { found, stamp, note: isPart ? 'Only the markets read so far were looked through.' : undefined };
}

function filterOf(sources: AgentSources, input: ToolInput): (known: KnownMarket) => boolean {
  const now = sources.clock.now();
  const league = input.text('league')?.toLowerCase();
  const line = input.text('line');
  const least = input.number('minVolume');
  const [after, before] = [momentOf(input, 'startsAfter'), momentOf(input, 'startsBefore')];
  return ({ market, event, live, state }) => {
    if (isOver(state) && !input.flag('ended')) return false;
    if (line !== undefined && lineType(market) !== line) return false;
    if (league !== undefined && groupKeyOf(market, event, sources.view()) !== league) return false;
    if (input.flag('live') && (event === undefined || eventPhase(event, now) !== 'live')) return false;
    if (least !== undefined && (ownVolume(market, live)?.toNumber() ?? 0) < least) return false;
    const start = (event && eventStart(event)) ?? market.gameStartTime?.ms;
    if (after !== undefined && (start === undefined || start < after)) return false;
    return before === undefined || (start !== undefined && start <= before);
  };
}

/** `mayReadAccount`: tells of own position and orders in it, too. */
export async function getMarket(
  sources: AgentSources,
  input: ToolInput,
  mayReadAccount = false,
): Promise<ToolAnswer> {
  const { clock } = sources;
  const known = await readMarket(sources, input.text('slug') ?? '', clock.now());
  const { market, event, live, state, stamp } = known;
  const named = {
    ...prices(known, input.flag('allowStale')),
    ...costOf100(known, input.flag('allowStale')),
    feeCoefficient: figure(market.feeCoefficient?.toString(), 'The service sends none.'),
    tickCents: figure(market.tickSize && cents(market.tickSize), 'The service sends none.'),
    minimumContracts: figure(market.minimumTradeQty?.toString(), 'The service sends none.'),
    contractsTraded: figure(
      ownVolume(market, live)?.toString(),
      'It is not known; the order book may have it, which get_order_book reads.',
    ),
    lineValue: lineValue(market),
    yours: mayReadAccount
      ? await yoursIn(sources, market.slug)
      : { why: 'The account is not open to agents.' },
  };
  return {
    ...envelope(sources, stamp, named),
    market: {
      slug: market.slug,
      state,
      line: lineType(market),
      ...figures(gameOf(sources, event, market.slug)),
    },
    pays: 'A contract of the side that wins pays 100 cents, the other nothing; a void pays in between.',
    untrusted: {
      ...wordsOf(known, sources),
      ...untrusted({
        question: market.question,
        score: event?.score,
        period: event?.period,
        clock: event?.elapsed,
        rules: [market.description, market.rulesDisclaimer].filter(Boolean).join(' '),
      }),
    },
  };
}
