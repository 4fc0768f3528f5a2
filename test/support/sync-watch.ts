import { open, readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Disposable } from '../../src/base/disposable.ts';

export interface HeldSync {
  readonly reached: Promise<void>;
  fail(cause: Error): void;
  release(): void;
}

/** What of a folder has reached the disk: a power failure leaves a file or folder as it was then. */
export interface SyncWatch extends Disposable {
  /** Whether nothing of that file or folder changed since it was last brought to the disk. */
  isSynced(file: string): Promise<boolean>;
  hold(): HeldSync;
}

export async function watchSyncs(root: string): Promise<SyncWatch> {
  const any = await open(os.devNull, 'r');
  const handles: { sync(this: typeof any): Promise<void> } = Object.getPrototypeOf(any);
  await any.close();
  const real = handles.sync;
  const synced = new Map<bigint, string>();
  const holds: (() => Promise<void>)[] = [];
  handles.sync = async function sync() {
    await holds.shift()?.();
    const { ino } = await this.stat({ bigint: true });
    const now = await contentOf(await named(root, ino));
    await real.call(this);
    synced.set(ino, now);
  };
  return {
    isSynced: async (file) => synced.get(await inodeOf(file)) === (await contentOf(file)),
    hold: () => {
      const reached = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      holds.push(() => {
        reached.resolve();
        return end.promise;
      });
      return { reached: reached.promise, fail: end.reject, release: end.resolve };
    },
    dispose: () => {
      handles.sync = real;
    },
  };
}

/** Its length, which only grows, or the names in it. */
async function contentOf(file: string): Promise<string> {
  const found = await stat(file);
  return found.isDirectory() ? (await readdir(file)).sort().join('\n') : String(found.size);
}

async function named(root: string, inode: bigint): Promise<string> {
  for (const name of ['', ...(await readdir(root, { recursive: true }))]) {
    const file = path.join(root, name);
    if ((await inodeOf(file)) === inode) return file;
  }
  throw new Error('Something elsewhere was brought to the disk.');
}

async function inodeOf(file: string): Promise<bigint> {
  return (await stat(file, { bigint: true })).ino;
}
