import { constants, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { LogFolder } from '../../store/cancels/cancel-log.ts';
import { digest } from '../platform.ts';

const LOG_FILE = /\.jsonl$/;

/** The folder of the cancellation log on the disk; its files are readable for their owner alone. */
export function createLogFolder(folder: string): LogFolder {
  const pathOf = (name: string): string => path.join(folder, name);
  return {
    list: async () => {
      const names = (await readdir(folder).catch(unlessMissing)) ?? [];
      const files = names.filter((name) => LOG_FILE.test(name));
      const found = await Promise.all(
        files.map(async (name) => {
          const { mtimeMs: beatAt, size: bytes } = (await stat(pathOf(name)).catch(unlessMissing)) ?? {};
          return beatAt === undefined || bytes === undefined ? [] : { name, beatAt, bytes };
        }),
      );
      return found.flat();
    },
    read: (name) => readFile(pathOf(name), 'utf8').catch(unlessMissing),
    append: async (name, text, { durable, create }) => {
      const made = create ? await mkdir(folder, { recursive: true, mode: 0o700 }) : undefined;
      const handle = await open(pathOf(name), create ? 'a' : APPEND_EXISTING, 0o600).catch(unlessMissing);
      if (handle === undefined) return false;
      try {
        await handle.appendFile(text);
        if (durable) await handle.sync();
        // A new name lasts once its folder is on the disk too, and a new folder once the one around it is.
        const outermost = made === undefined ? folder : path.dirname(made);
        for (let at = folder; durable && create && at.length >= outermost.length; at = path.dirname(at))
          await syncFolder(at);
        // Renamed meanwhile, the file belongs to another window, which reads these lines.
        const named = await stat(pathOf(name), { bigint: true }).catch(unlessMissing);
        return named?.ino === (await handle.stat({ bigint: true })).ino;
      } finally {
        await handle.close();
      }
    },
    beat: async (name, at) => void (await utimes(pathOf(name), at / 1_000, at / 1_000).catch(unlessMissing)),
    rename: async (from, to) =>
      (await rename(pathOf(from), pathOf(to)).then(() => true, unlessMissing)) === true,
    remove: (name) => rm(pathOf(name), { force: true }),
    digest,
  };
}

const APPEND_EXISTING = constants.O_WRONLY | constants.O_APPEND;

/** Not every system lets a folder be opened for that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (cause) {
    if (codeOf(cause) === 'ENOSPC' || codeOf(cause) === 'EIO') throw cause;
  }
}

function unlessMissing(cause: unknown): undefined {
  if (codeOf(cause) !== 'ENOENT') throw cause;
  return undefined;
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
