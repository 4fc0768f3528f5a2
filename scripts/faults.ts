// `npm run faults`: writes down what every fault of the demo comes to at every endpoint.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Trial, tableOf, trials } from '../test/support/fault-table.ts';
import { honestSide } from '../test/support/faulty.ts';
import { repository } from './repository.ts';

const all: Trial[] = [];
for await (const trial of trials(honestSide())) all.push(trial);
await mkdir(path.join(repository, 'docs'), { recursive: true });
await writeFile(path.join(repository, 'docs/faults.md'), tableOf(all));
