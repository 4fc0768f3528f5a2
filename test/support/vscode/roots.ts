import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A short temporary folder: the server keeps unix sockets in it, and their paths may have 107 characters at most. */
export function makeRoot(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'pm-'));
}

/** Removes a folder whose last writers may still be on their way out. */
export async function removeRoot(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
