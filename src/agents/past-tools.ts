import type { PriceInterval, PriceSample } from '../core/book.ts';
import { Decimal } from '../core/decimal.ts';
import { isPaused, type Lifecycle } from '../core/lifecycle.ts';
import { sidePays, winner } from '../core/pricing.ts';
import { isExchangeError } from '../exchange/errors.ts';
import { envelope, figures, readNow, type ToolAnswer, worstStamp } from './answer.ts';
import { cents, readMarket, wordsOf } from './market-facts.ts';
import type { ToolInput } from './schema.ts';
import type { AgentSources } from './sources.ts';

/** Most gaps that are listed. */
const MOST_GAPS = 10;

/** The course of a price: at most `points` of it, with high, low and gaps of all of it. */
export async function getPriceHistory(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const slug = input.text('slug') ?? '';
  const known = await readMarket(sources, slug, sources.clock.now());
  const span = (input.text('span') ?? '1D') as PriceInterval;
  const isYes = input.text('side') !== 'no';
  const samples = await (await sources.session.ensure()).priceHistory(slug, span);
  const priced = samples.flatMap((sample) => {
    const price = isYes ? sample.longPrice : (sample.shortPrice ?? Decimal.one.minus(sample.longPrice));
    return [{ at: new Date(sample.ms).toISOString(), cents: cents(price) }];
  });
  const all = priced.map((point) => point.cents);
  const gaps = gapsOf(samples);
  const none = 'The service has no prices of this span.';
  return {
    ...envelope(sources, worstStamp([known.stamp, readNow(sources.clock)])),
    market: { slug, state: known.state },
    side: isYes ? 'yes' : 'no',
    span,
    samples: priced.length,
    ...figures({
      highCents: all.length === 0 ? { why: none } : { value: all.reduce((a, b) => Math.max(a, b)) },
      lowCents: all.length === 0 ? { why: none } : { value: all.reduce((a, b) => Math.min(a, b)) },
    }),
    points: thinned(priced, input.number('points') ?? 50),
    gaps: gaps.slice(0, MOST_GAPS),
    ...(gaps.length > MOST_GAPS ? { gapsInAll: gaps.length } : {}),
    untrusted: wordsOf(known, sources),
  };
}

/** The first, the last, and those at even places between. */
function thinned<T>(points: readonly T[], most: number): readonly T[] {
  if (points.length <= most) return points;
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, place) => points[Math.round(place * step)] as T);
}

/** Where nothing was sent for more than three times the usual distance. */
function gapsOf(samples: readonly PriceSample[]): readonly ToolAnswer[] {
  const distances = samples.slice(1).map((sample, place) => sample.ms - (samples[place]?.ms ?? sample.ms));
  const usual = distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  return distances.flatMap((distance, place) => {
    const [from, to] = [samples[place], samples[place + 1]];
    if (distance <= 3 * usual || from === undefined || to === undefined) return [];
    return [{ from: new Date(from.ms).toISOString(), to: new Date(to.ms).toISOString() }];
  });
}

/** How a market ended and what each side paid, or why that is not known. */
export async function getSettlement(sources: AgentSources, input: ToolInput): Promise<ToolAnswer> {
  const slug = input.text('slug') ?? '';
  const known = await readMarket(sources, slug, sources.clock.now());
  const { market, live, state } = known;
  const settlement = await (await sources.session.ensure()).settlement(slug).catch((cause: unknown) => {
    if (isExchangeError(cause) && cause.code === 'unsupported') return undefined;
    throw cause;
  });
  const outcome = winner(market, settlement, live?.book);
  const why = whyNoOutcome(state);
  const won = { long: 'yes', short: 'no', void: 'void' } as const;
  return {
    ...envelope(sources, worstStamp([known.stamp, readNow(sources.clock)])),
    market: { slug, state: settlement === undefined ? state : 'resolved' },
    ...figures({
      outcome: outcome === undefined ? { why } : { value: won[outcome.winner] },
      yesPaidCents: outcome === undefined ? { why } : { value: cents(sidePays(outcome, true)) },
      noPaidCents: outcome === undefined ? { why } : { value: cents(sidePays(outcome, false)) },
      saidBy: outcome === undefined ? { why } : { value: SAID_BY[outcome.source] },
    }),
    untrusted: wordsOf(known, sources),
  };
}

function whyNoOutcome(state: Lifecycle): string {
  if (state === 'open') return 'It still trades: there is no outcome yet.';
  if (state === 'upcoming' || isPaused(state)) return `There is no outcome yet; it is ${state}.`;
  return `The service has not said how it ended; it is ${state}.`;
}

const SAID_BY = {
  settlement: 'settlement price of the service',
  sidePrices: 'final prices of the sides; no settlement was sent',
  book: 'final mark of the book; no settlement was sent',
  resolution: 'own activity',
  realised: 'own activity',
} as const;
