import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Absolute path of the checkout these scripts belong to. */
export const repository = path.resolve(import.meta.dirname, '..');

export function packagePath(): string {
  const manifest = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return path.join(repository, `${manifest.name}-${manifest.version}.vsix`);
}
