import type { Editor, Services } from '../services.ts';
import type { Mentions } from './mentions.ts';

/** Markets that files name: loaded with the first file that may name one. */
export function registerInFiles({ files, own }: Editor, services: Services): void {
  let loading: Promise<Mentions> | undefined;
  const load = async (): Promise<Mentions> => {
    const [{ Mentions }, { VisibleMentions }] = await Promise.all([
      import('./mentions.ts'),
      import('./visible-mentions.ts'),
    ]);
    const mentions = own.add(new Mentions(services));
    own.add(new VisibleMentions(services, mentions, files, served.changed));
    return mentions;
  };
  const served = files.serve(() => {
    loading ??= load();
    return loading;
  });
}
