import type { Editor, Services } from '../services.ts';
import type { Mentions } from './mentions.ts';

/** Markets that files name, loaded with the first file that may name one; cards in notes, with the first preview that has one. */
export function registerInFiles({ commands, files, notes, own }: Editor, services: Services): void {
  let loading: Promise<Mentions> | undefined;
  const load = async (): Promise<Mentions> => {
    const [{ Mentions }, { VisibleMentions }, { WatchlistProblems }] = await Promise.all([
      import('./mentions.ts'),
      import('./visible-mentions.ts'),
      import('./watchlist-problems.ts'),
    ]);
    const mentions = own.add(new Mentions(services));
    own.add(new VisibleMentions(services, mentions, files, served.changed));
    own.add(new WatchlistProblems(services));
    return mentions;
  };
  const served = files.serve(() => {
    loading ??= load();
    return loading;
  });
  commands.serve({
    fetchNamed: async (target) => (await import('./named-commands.ts')).fetchNamed(services, target),
    useNearest: async (target) => (await import('./named-commands.ts')).useNearest(services, target),
  });
  notes.serve(async () => {
    const { NoteCards } = await import('./note-cards.ts');
    return own.add(new NoteCards(services));
  });
}
