import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Editor, Services } from '../services.ts';
import type { followGames } from './follow-games.ts';

/** Where the slugs of followed events are remembered. */
const FOLLOWED_KEY = 'followed';

/** Followed games: loaded with the first one, or at once where some are remembered. */
export function registerFollow(editor: Editor, services: Services): Disposable {
  const { context, commands } = editor;
  const own = new DisposableStore();
  let loading: Promise<ReturnType<typeof followGames>> | undefined;
  const games = (): Promise<ReturnType<typeof followGames>> => {
    loading ??= import('./follow-games.ts').then((module) =>
      own.add(module.followGames(editor, services, FOLLOWED_KEY)),
    );
    return loading;
  };
  const remembered: unknown = context.globalState.get(FOLLOWED_KEY);
  if (Array.isArray(remembered) && remembered.length > 0) void games();
  commands.serve({
    followEvent: async (target) => (await games()).followEvent(target),
    unfollowEvent: async (target) => (await games()).unfollowEvent(target),
  });
  return own;
}
