import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Editor, Services } from '../services.ts';
import type { followGames } from './follow-games.ts';

/** Under which key of the memory followed games are remembered. */
const FOLLOWED_KEY = 'followed';

/** Followed games: loaded with the first one, or at once where some were remembered. */
export function registerFollow({ context, commands }: Editor, services: Services): Disposable {
  const own = new DisposableStore();
  let loading: Promise<ReturnType<typeof followGames>> | undefined;
  const games = (): Promise<ReturnType<typeof followGames>> => {
    loading ??= import('./follow-games.ts').then((module) =>
      own.add(module.followGames(services, context.globalState, FOLLOWED_KEY)),
    );
    return loading;
  };
  if (context.globalState.get(FOLLOWED_KEY) !== undefined) void games();
  commands.serve({
    followEvent: async (target) => (await games()).followEvent(target),
    unfollowEvent: async (target) => (await games()).unfollowEvent(target),
  });
  return own;
}
