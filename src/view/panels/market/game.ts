import { isGame } from '../../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../../core/market.ts';
import { type Contest, contestOf, shortName } from '../../event-figures.ts';
import { joined, type ViewContext } from '../../row.ts';
import { scoreWritten } from '../../score-text.ts';
import type { GameMoment, MarketPanelInput } from '../input.ts';
import { eventOf } from '../shared-sections.ts';
import type { Chart } from './protocol.ts';

/** Room for a row's name, which stands left of it, as `widthOf` counts. */
const NAME_WIDTH = 9;

/** What is known of a game now; undefined where nothing of it differs from what was seen before. */
export function nextMoment(
  event: MarketEvent | undefined,
  before: GameMoment | undefined,
  { ms, isSeen }: Pick<GameMoment, 'ms' | 'isSeen'>,
  context: ViewContext,
): GameMoment | undefined {
  if (event === undefined || !isGame(event)) return undefined;
  const { score = '', period = '' } = event;
  const isSame =
    before === undefined ? score + period === '' : before.score === score && before.period === period;
  return isSame ? undefined : { ms, score, period, points: contest(event, context)?.points, isSeen };
}

/** Score and period at each moment one of them was seen to change, for the crosshair. */
export function seenScores({ game }: MarketPanelInput, context: ViewContext): Chart['scores'] {
  return game.map(({ ms, score, period }) => ({
    ms,
    label: joined([periodName(period), scoreWritten(score, context)]),
  }));
}

/** The game's periods and each side's score below the axis; nothing where none was seen. */
export function gameRows(input: MarketPanelInput, market: Market, context: ViewContext): Chart['rows'] {
  const { t } = context;
  const { game } = input;
  const event = eventOf(input, market);
  if (event === undefined || game.length === 0) return [];
  const now = [periodName(event.period), event.elapsed].filter(Boolean).join(' ');
  const periods = changesOf(game, ({ period }) => periodName(period));
  const clock = periods.map((each, place) => (place === periods.length - 1 ? { ...each, label: now } : each));
  const teams = contest(event, context)?.teams ?? [];
  const scores = teams.map(({ team }, place) => ({
    name: shortName(team, NAME_WIDTH, context),
    changes: changesOf(game, ({ points }) => points?.[place]?.toString()),
    lasts: false,
  }));
  const known = scores.filter(({ changes }) => changes.length > 0);
  const total = {
    name: t('Score'),
    changes: changesOf(game, ({ score }) => scoreWritten(score, context)),
    lasts: false,
  };
  return [{ name: t('Clock'), changes: clock, lasts: true }, ...(known.length > 0 ? known : [total])].filter(
    ({ changes }) => changes.length > 0,
  );
}

/** Each value when it was first seen. */
function changesOf(
  game: readonly GameMoment[],
  labelOf: (moment: GameMoment) => string | undefined,
): Chart['rows'][number]['changes'] {
  const changes: { readonly ms: number; readonly label: string; readonly isSeen: boolean }[] = [];
  for (const moment of game) {
    const label = labelOf(moment) ?? '';
    if (label !== '' && label !== changes.at(-1)?.label)
      changes.push({ ms: moment.ms, label, isSeen: moment.isSeen });
  }
  return changes;
}

function contest(event: MarketEvent, context: ViewContext): Contest | undefined {
  return contestOf({ key: event.id, event, markets: event.markets }, context);
}

function periodName(period: string | undefined): string | undefined {
  return period === 'NS' || period === '' ? undefined : period;
}
