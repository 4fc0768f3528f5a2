import { readAt } from '../store/reading/load-state.ts';
import { type KnownPosition, knownPosition } from '../view/position-text.ts';
import type { Parts } from './services.ts';

type Needed = Parts<'positions' | 'activity' | 'marketViews' | 'live'>;

/** All positions as their rows need them. */
export function knownPositions({ positions, activity, marketViews, live }: Needed): readonly KnownPosition[] {
  const freshness = live.freshness.account(readAt(positions.state), 'positions');
  return positions.positions.map((position) => {
    const slug = position.marketSlug;
    const known = knownPosition(position, marketViews.withEvent(slug), marketViews.bySlug(slug), freshness);
    const resolution = activity.resolutions.get(slug);
    return resolution === undefined ? known : { ...known, resolution };
  });
}
