import { Decimal } from '../core/decimal.ts';
import type { LineFlag, PricedSide } from '../core/fair.ts';
import { READ_LIMIT_MS } from '../core/freshness.ts';
import { eventStart } from '../core/lifecycle.ts';
import type { MarketEvent } from '../core/market.ts';
import { type EventLine, eventLines } from '../view/event-lines.ts';
import { eventTitle } from '../view/names.ts';
import {
  envelope,
  type Figure,
  figure,
  figures,
  page,
  stampOf,
  type ToolAnswer,
  ToolRefusal,
  worstStamp,
} from './answer.ts';
import {
  answered,
  atCents,
  cents,
  gameOf,
  type KnownMarket,
  knownMarket,
  lineValue,
  NOT_PLAIN,
  notForArithmetic,
  prices,
  timeFigure,
  wordsOf,
} from './market-facts.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';
import { isPlainId, untrusted } from './untrusted.ts';

const HUNDRED = Decimal.of(100);

/** The board of an event: its lines, what is likely without the margin, and which lines cannot be right. */
export async function getEvent(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const { clock } = sources;
  const since = clock.now();
  const event = await readEvent(sources, input.text('slug') ?? '', since);
  const known = new Map(
    event.markets
      .filter(({ slug }) => isPlainId(slug))
      .map((market) => [market.slug, { ...knownMarket(sources, market, since), event }]),
  );
  const group = { key: event.slug ?? event.id, event, markets: event.markets };
  const viewOf = (market: MarketEvent['markets'][number]) =>
    known.get(market.slug) ?? sources.marketViews.latest(market);
  const lines = eventLines(group, viewOf, sources.view()).lines.filter(({ market }) =>
    known.has(market.slug),
  );
  const stamps = [...known.values()].map(({ stamp }) => stamp);
  // Each probability is worked out of the prices of several lines.
  const isBarred = [...known.values()].some(
    (each) => notForArithmetic(each) === 'stale' || each.stamp === undefined,
  );
  const mayCount = !isBarred || input.flag('allowStale');
  const cursor = Number(input.text('cursor') ?? 0);
  const shown = page(lines.length, { limit: input.number('limit'), cursor }, (place) => {
    const line = lines[place] as EventLine;
    return lineRow(line, known.get(line.market.slug) as KnownMarket, mayCount, sources);
  });
  return {
    ...envelope(sources, stamps.length === 0 ? readStamp(sources, event, since) : worstStamp(stamps), {
      ...gameOf(sources, event, event.markets[0]?.slug ?? ''),
      startsAt: timeFigure(eventStart(event)),
    }),
    lines: shown.rows,
    nextCursor: shown.nextCursor,
    untrusted: untrusted({
      title: eventTitle(event),
      score: event.score,
      period: event.period,
      clock: event.elapsed,
    }),
  };
}

/** Read again unless it is known with fresh prices. Throws ToolRefusal where there is none. */
async function readEvent(sources: AgentSources, slug: string, since: number): Promise<MarketEvent> {
  const { events, session, clock } = sources;
  const known = events.findable.find((event) => event.slug === slug);
  const isFresh = known?.markets.every(
    (market) => knownMarket(sources, market, since).stamp?.stale === false,
  );
  if (known !== undefined && known.markets.length > 0 && isFresh === true) return known;
  const read = await answered(session, (exchange) => exchange.eventBySlug(slug));
  if (read.slug !== slug)
    throw new ToolRefusal(
      'notFound',
      'The service answered about another event.',
      'Use "event" of get_market.',
    );
  events.setAside([read], clock.now());
  return read;
}

/** Of the event itself, where it has no line that can be named. */
function readStamp({ events, clock }: AgentSources, { id }: MarketEvent, since: number) {
  const at = events.readAt(id);
  const standing = at !== undefined && clock.now() - at <= READ_LIMIT_MS ? 'fresh' : 'stale';
  return stampOf(at === undefined ? undefined : { source: 'rest', at, standing }, since);
}

function lineRow(line: EventLine, known: KnownMarket, mayCount: boolean, sources: AgentSources): ToolAnswer {
  const { market, type } = line;
  // Prices that contradict each other may be of different times.
  const flag = mayCount || line.flag?.kind === 'mislabelled' ? line.flag : undefined;
  const { midYesCents: _, lastYesCents: __, ...actions } = prices(known);
  return {
    slug: market.slug,
    line: type,
    state: known.state,
    ...(known.stamp?.stale === false ? {} : { stale: true }),
    ...figures({
      lineValue: lineValue(market),
      ...actions,
      fairYesPercent: fairYes(line, known, mayCount),
    }),
    ...(flag === undefined ? {} : { flag: flagWords(flag) }),
    untrusted: wordsOf(known, sources),
  };
}

function fairYes({ fair, flag, isLeftLong }: EventLine, known: KnownMarket, mayCount: boolean): Figure {
  if (notForArithmetic(known) === 'halted') return { why: 'Nothing is worked out of paused prices.' };
  if (!mayCount) return { why: 'Nothing is worked out of stale prices.' };
  if (flag !== undefined) return { why: 'The line cannot be right.' };
  const share = fair()?.fair[isLeftLong ? 0 : 1];
  if (share === undefined) return { why: 'It needs a price to buy each side at.' };
  return { value: Number(share.times(HUNDRED).toFixed(1)) };
}

function flagWords(flag: LineFlag): ToolAnswer {
  if (flag.kind === 'mislabelled')
    return {
      kind: 'mislabelled',
      why: `Its words name another line than its number, ${flag.line.toString()}.`,
    };
  // The harder one has a bid: it can be sold at it. The easier one has an offer.
  const priced = ({ market, long, price }: PricedSide, action: 'buy' | 'sell'): ToolAnswer => ({
    ...figures({ slug: figure(isPlainId(market.slug) ? market.slug : undefined, NOT_PLAIN) }),
    side: long ? 'yes' : 'no',
    [atCents(action, long)]: cents(price),
  });
  return {
    kind: 'incoherent',
    why: 'The harder result is bid above the offer of the easier one.',
    harder: priced(flag.harder, 'sell'),
    easier: priced(flag.easier, 'buy'),
  };
}
