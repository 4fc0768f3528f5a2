// `npm run faults`: writes docs/faults.md: what the client makes of every fault of the demo server.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Trial, tableOf, trials } from '../test/support/fault-table.ts';
import { honestSide } from '../test/support/faulty.ts';
import { scriptOptions } from './options.ts';
import { repository } from './repository.ts';

scriptOptions(
  `npm run faults: plays every fault and writes its outcome into docs/faults.md.

  --help  this text`,
  {},
);

const all: Trial[] = [];
for await (const trial of trials(honestSide())) all.push(trial);
await mkdir(path.join(repository, 'docs'), { recursive: true });
await writeFile(path.join(repository, 'docs/faults.md'), tableOf(all));
