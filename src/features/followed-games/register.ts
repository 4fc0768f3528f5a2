import type { Editor, Services } from '../services.ts';
import type { FollowedGames } from './followed-games.ts';

/** Under which key of the memory followed games are remembered. */
const FOLLOWED_KEY = 'followed';

/** Followed games: loaded with the first one, or at once where some were remembered. */
export function registerFollow({ context, commands, own }: Editor, services: Services): void {
  let loading: Promise<FollowedGames> | undefined;
  const games = (): Promise<FollowedGames> => {
    loading ??= import('./followed-games.ts').then((module) =>
      own.add(new module.FollowedGames(services, context.globalState, FOLLOWED_KEY)),
    );
    return loading;
  };
  if (context.globalState.get(FOLLOWED_KEY) !== undefined) void games();
  commands.serve({
    followEvent: async (target) => (await games()).follow(target),
    unfollowEvent: async (target) => (await games()).unfollow(target),
  });
}
