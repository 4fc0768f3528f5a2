import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InputSchema } from '../schema.ts';

/** What the server needs of the service of the windows where there is none: an address and the code that reads, and no key. */
export interface PublicService {
  readonly connection: 'demo' | 'polymarketUS' | 'custom';
  /** Base of the public reads; empty where requests need the editor, its proxy for one. */
  readonly publicUrl: string;
  readonly dialect: 'seed' | 'current';
  /** Path of the module that reads, in the folder of the extension: a `PublicDataModule`. */
  readonly module: string;
}

export interface PublicDataModule {
  /** Undefined for an address that the settings would not take. */
  openPublicData(service: PublicService, schemas: ReadonlyMap<string, InputSchema>): PublicData | undefined;
}

export interface PublicData {
  /** Never rejects. */
  call(tool: string, input: unknown): Promise<{ readonly json: string; readonly isError: boolean }>;
}

/** In the folder of the windows, which write it as their connection changes, and remove it when their setting is turned off in one of them. */
const NAME = 'public-service';

/** Undefined removes it. */
export async function notePublicService(folder: string, service: PublicService | undefined): Promise<void> {
  const file = path.join(folder, NAME);
  if (service === undefined) {
    await rm(file, { force: true });
    return;
  }
  const written = path.join(folder, `${randomUUID()}.tmp`);
  await writeFile(written, JSON.stringify(service), { mode: 0o600 });
  await rename(written, file);
}

/** Undefined where no window noted one, or where others can read or write the file. */
export async function readPublicService(folder: string): Promise<PublicService | undefined> {
  const file = path.join(folder, NAME);
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) return undefined;
    const service = JSON.parse(await readFile(file, 'utf8')) as PublicService;
    const texts = [service.connection, service.publicUrl, service.dialect, service.module];
    return texts.every((text) => typeof text === 'string') ? service : undefined;
  } catch {
    return undefined;
  }
}
