import type * as machine from '../features/cancel/log-folder.ts';
import { digest } from './platform.ts';

/** In memory, until the window closes: in a browser there are no orders but those of the demo. */
export const createLogFolder: typeof machine.createLogFolder = () => {
  const files = new Map<string, { text: string; beatAt: number }>();
  return {
    list: async () => [...files].map(([name, { text, beatAt }]) => ({ name, beatAt, bytes: text.length })),
    read: async (name) => files.get(name)?.text,
    append: async (name, text, { create }) => {
      const file = files.get(name);
      if (file === undefined && !create) return false;
      files.set(name, { text: (file?.text ?? '') + text, beatAt: Date.now() });
      return true;
    },
    beat: async (name, at) => {
      const file = files.get(name);
      if (file !== undefined) file.beatAt = at;
    },
    rename: async (from, to) => {
      const file = files.get(from);
      if (file === undefined) return false;
      files.delete(from);
      files.set(to, file);
      return true;
    },
    remove: async (name) => void files.delete(name),
    digest,
  };
};
