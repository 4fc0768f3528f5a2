import type { Editor, Services } from '../services.ts';
import type { followGames } from './follow-games.ts';

/** Under which key of the memory followed games are remembered. */
const FOLLOWED_KEY = 'followed';

/** Followed games: loaded with the first one, or at once where some were remembered. */
export function registerFollow({ context, commands, own }: Editor, services: Services): void {
  let loading: Promise<ReturnType<typeof followGames>> | undefined;
  const games = (): Promise<ReturnType<typeof followGames>> => {
    loading ??= import('./follow-games.ts').then((module) =>
      module.followGames(services, own, context.globalState, FOLLOWED_KEY),
    );
    return loading;
  };
  if (context.globalState.get(FOLLOWED_KEY) !== undefined) void games();
  commands.serve({
    followEvent: async (target) => (await games()).followEvent(target),
    unfollowEvent: async (target) => (await games()).unfollowEvent(target),
  });
}
