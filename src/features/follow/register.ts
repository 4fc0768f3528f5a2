import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Editor, Services } from '../services.ts';
import { memoryKey } from '../shown-state.ts';
import type { FollowedMemory, followGames } from './follow-games.ts';

const FOLLOWED_KEY = 'followed';

/** Followed games: loaded with the first one, or at once where some are remembered. */
export function registerFollow({ context, commands }: Editor, services: Services): Disposable {
  const { session } = services;
  const own = new DisposableStore();
  const all = (): Readonly<Record<string, readonly string[]>> => context.globalState.get(FOLLOWED_KEY) ?? {};
  const memory: FollowedMemory = {
    read: () => all()[memoryKey(session.profile)] ?? [],
    write: (keys) =>
      void context.globalState.update(FOLLOWED_KEY, { ...all(), [memoryKey(session.profile)]: keys }),
  };
  let loading: Promise<ReturnType<typeof followGames>> | undefined;
  const games = (): Promise<ReturnType<typeof followGames>> => {
    loading ??= import('./follow-games.ts').then((module) => own.add(module.followGames(services, memory)));
    return loading;
  };
  const loadIfAny = (): void => {
    if (memory.read().length > 0) void games();
  };
  own.add(session.onDidChange(loadIfAny));
  loadIfAny();
  commands.serve({
    followEvent: async (target) => (await games()).followEvent(target),
    unfollowEvent: async (target) => (await games()).unfollowEvent(target),
  });
  return own;
}
