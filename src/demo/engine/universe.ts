import { slotOfCombo } from './combos.ts';
import {
  BASE_MS,
  type EventFrame,
  gameAt,
  HOUR,
  LAST_MS,
  listedSlots,
  MARKETS_PER_GAME,
  MAX_LANES,
  type MarketFrame,
  slotsOfDay,
} from './events.ts';
import { marketAt, marketCount } from './markets.ts';
import {
  comboOfSlot,
  FIRST_EVENT_ID,
  FIRST_MARKET_ID,
  listedQuestions,
  questionById,
  questionByMarketId,
  questionsOfDate,
} from './questions.ts';
import { isWindow } from './windows.ts';

/**
 * What is listed at the quietest hour, rounded down; a test holds the sum against it: games of one lane that are as large as asked
 * for, tennis matches of one lane with their three markets each, and questions of all kinds.
 */
const GAMES_PER_LANE = 90;
const TENNIS_PER_LANE = 10 * 3;
const QUESTIONS = 140;
/** Games stay of a size a person can look through until there are more lanes than fit. */
const USUAL_GAME = 40;

/** Slugs remembered at once. */
const MOST_SLUGS = 2_000;

interface Listing {
  readonly hour: number;
  readonly events: readonly EventFrame[];
}

/** Which events and markets there are. Frames only: nothing here depends on prices or on the account. */
export class Universe {
  readonly seed: number;
  readonly #lanes: number;
  readonly #churnMs: number | undefined;
  readonly #perGame: number;
  #listing: Listing = { hour: Number.NaN, events: [] };
  readonly #frames = new Map<number, readonly MarketFrame[]>();
  readonly #days = new Map<string, readonly EventFrame[]>();
  /** Those asked for lately: a stream asks for the same ones every second. */
  readonly #bySlug = new Map<string, MarketFrame>();

  /** `markets`: how many are listed at least, up to 100,000. `churnMs`: whole milliseconds, see `MarketFrame`. */
  constructor(seed: number, markets: number, churnMs?: number) {
    this.seed = seed;
    this.#churnMs = churnMs;
    this.#lanes = Math.min(MAX_LANES, Math.max(1, Math.ceil(markets / (GAMES_PER_LANE * USUAL_GAME))));
    const ofLane = (markets - QUESTIONS) / this.#lanes - TENNIS_PER_LANE;
    const perGame = Math.ceil(ofLane / GAMES_PER_LANE);
    this.#perGame = Math.min(MARKETS_PER_GAME - 1, Math.max(3, perGame));
  }

  /**
   * Events listed at `now`, nearest in time first. Listing and order change on the hour only, so that pages fit
   * together in between.
   */
  listed(now: number): readonly EventFrame[] {
    return this.#listingAt(now).events;
  }

  marketsOf(event: EventFrame): readonly MarketFrame[] {
    let frames = this.#frames.get(event.id);
    if (frames === undefined) {
      frames = Array.from({ length: this.sizeOf(event) }, (_, index) =>
        marketAt(this.seed, event, index, this.#churnMs),
      );
      this.#frames.set(event.id, frames);
    }
    return frames;
  }

  sizeOf(event: EventFrame): number {
    return marketCount(event, this.#perGame);
  }

  game(slot: number, lane: number): EventFrame {
    return gameAt(this.seed, slot, lane);
  }

  eventById(id: number): EventFrame | undefined {
    if (!Number.isInteger(id) || id < 1) return undefined;
    if (id >= FIRST_EVENT_ID) return questionById(this.seed, id);
    const index = id - 1;
    const lane = index % MAX_LANES;
    return lane < this.#lanes ? gameAt(this.seed, Math.floor(index / MAX_LANES), lane) : undefined;
  }

  marketById(id: number): MarketFrame | undefined {
    if (!Number.isInteger(id) || id < 1) return undefined;
    const event =
      id >= FIRST_MARKET_ID
        ? questionByMarketId(this.seed, id)
        : this.eventById(Math.floor((id - 1) / MARKETS_PER_GAME) + 1);
    return event === undefined ? undefined : this.marketsOf(event)[id - event.marketBase];
  }

  eventBySlug(slug: string): EventFrame | undefined {
    const combo = slotOfCombo(slug);
    if (combo !== undefined) return this.combo(combo);
    return this.#eventsOfSlug(slug).find((event) => event.slug === slug);
  }

  /** The combo of a slot, which no list has. */
  combo(slot: number): EventFrame | undefined {
    return comboOfSlot(this.seed, slot);
  }

  marketBySlug(slug: string): MarketFrame | undefined {
    const known = this.#bySlug.get(slug) ?? this.#marketOfSlug(slug);
    if (this.#bySlug.size >= MOST_SLUGS) this.#bySlug.clear();
    if (known !== undefined) this.#bySlug.set(slug, known);
    return known;
  }

  #marketOfSlug(slug: string): MarketFrame | undefined {
    const combo = slotOfCombo(slug);
    const ofCombo = combo === undefined ? undefined : this.combo(combo);
    if (ofCombo !== undefined) return this.marketsOf(ofCombo).find((frame) => frame.slug === slug);
    const rest = slug.slice(slug.indexOf('-') + 1);
    for (const event of this.#eventsOfSlug(slug)) {
      // A game's slug is part of its markets' slugs; a question's is split around the answer.
      if (event.subject.kind === 'game' && !rest.startsWith(event.slug)) continue;
      const market = this.marketsOf(event).find((frame) => frame.slug === slug);
      if (market !== undefined) return market;
    }
    return undefined;
  }

  /** Every slug holds a date; only events of that date can have it. */
  #eventsOfSlug(slug: string): readonly EventFrame[] {
    const date = /\d{4}-\d{2}-\d{2}/.exec(slug)?.[0];
    const ms = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
    if (date === undefined || !(ms >= BASE_MS && ms < LAST_MS)) return [];
    let events = this.#days.get(date);
    if (events === undefined) {
      const { first, last } = slotsOfDay(date);
      events = [...this.#games(first, last), ...questionsOfDate(this.seed, date)];
      if (this.#days.size > 100) this.#days.clear();
      this.#days.set(date, events);
    }
    return events;
  }

  #listingAt(now: number): Listing {
    const hour = Math.floor(now / HOUR);
    if (this.#listing.hour !== hour) {
      const at = hour * HOUR;
      const { first, last } = listedSlots(at);
      const games = this.#games(first, last).filter((event) => event.listedMs <= at && at < event.unlistedMs);
      const events = [...games, ...listedQuestions(this.seed, at)]
        .map((event, place) => ({ event, distance: distance(event, at, place) }))
        .sort((a, b) => a.distance - b.distance || a.event.id - b.event.id)
        .map(({ event }) => event);
      this.#listing = { hour, events };
      const remaining = new Set(events.map((event) => event.id));
      for (const id of this.#frames.keys()) if (!remaining.has(id)) this.#frames.delete(id);
      this.#bySlug.clear();
    }
    return this.#listing;
  }

  #games(first: number, last: number): EventFrame[] {
    const games: EventFrame[] = [];
    for (let slot = Math.max(0, first); slot <= last; slot++) {
      for (let lane = 0; lane < this.#lanes; lane++) games.push(gameAt(this.seed, slot, lane));
    }
    return games;
  }
}

/** Milliseconds from now to the game, 0 while it is on; questions are strewn in between. */
function distance(event: EventFrame, now: number, place: number): number {
  if (event.subject.kind === 'question' && !isWindow(event)) return (1 + (place % 12)) * 0.7 * HOUR;
  if (now < event.startMs) return event.startMs - now;
  return Math.max(0, now - event.endMs);
}
