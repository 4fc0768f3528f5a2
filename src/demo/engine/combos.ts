import { type EventFrame, gameAt, slotAt } from './events.ts';

const CODE = 'combo';

/** The games a combo is about: those of neighbouring slots of the first lane. */
function gamesOf(seed: number, slot: number): readonly EventFrame[] {
  return [slot, slot + 1].map((each) => gameAt(seed, each, 0));
}

/**
 * The frame of the combo of a slot: both games have to end as it says. It trades from when both are listed and is settled with
 * the later one. Undefined where a game is abandoned. `ids`: its own.
 */
export function comboAt(
  seed: number,
  slot: number,
  ids: { readonly event: number; readonly market: number },
): EventFrame | undefined {
  const games = gamesOf(seed, slot);
  if (slot < 0 || games.some(({ voidPoints }) => voidPoints !== undefined)) return undefined;
  const latest = (at: (game: EventFrame) => number): number => Math.max(...games.map(at));
  const startMs = Math.min(...games.map((game) => game.startMs));
  return {
    id: ids.event,
    marketBase: ids.market,
    slug: `${CODE}-${slot}-${new Date(startMs).toISOString().slice(0, 10)}`,
    title: 'Combo',
    description: `Pays if all of it happens: ${games.map(({ title }) => title).join('; ')}. Made up for the demo exchange.`,
    category: 'sports',
    seriesSlug: CODE,
    tags: [],
    listedMs: latest(({ listedMs }) => listedMs),
    startMs,
    endMs: latest(({ endMs }) => endMs),
    resolvedMs: latest(({ resolvedMs }) => resolvedMs),
    unlistedMs: latest(({ unlistedMs }) => unlistedMs),
    voidPoints: undefined,
    subject: {
      kind: 'question',
      source: 'the final scores',
      answers: [{ label: 'Combo', key: CODE, weight: 1, question: 'Combo' }],
    },
  };
}

/** The slot in a combo's slug, or in that of its market; undefined for any other slug. */
export function slotOfCombo(slug: string): number | undefined {
  const [, slot] = /^(?:caoc-)?combo-(\d{1,7})-\d{4}-\d\d-\d\d$/.exec(slug) ?? [];
  return slot === undefined ? undefined : Number(slot);
}

/** The games of a combo; undefined where the event is none. */
export function gamesOfCombo(seed: number, event: EventFrame): readonly EventFrame[] | undefined {
  return event.seriesSlug === CODE ? gamesOf(seed, slotAt(event.startMs)) : undefined;
}
