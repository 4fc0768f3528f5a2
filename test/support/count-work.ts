import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import type { Growing } from './growing.ts';

// Run as a process of its own, with the counts as arguments: what is counted has to be compiled after the counting began,
// and not optimised (`--no-opt --no-maglev`), because calls that are inlined are not counted.

interface Range {
  readonly count: number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
}

const SOURCES = pathToFileURL(`${import.meta.dirname}/../../src/`).href;
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** How often parts of the sources (bodies of functions, loops and branches) ran since this was asked last. */
function steps(): number {
  let sum = 0;
  session.post('Profiler.takePreciseCoverage', (error: Error | null, coverage: Coverage) => {
    if (error !== null) throw error;
    for (const { url, functions } of coverage.result) {
      if (!url.startsWith(SOURCES)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    }
  });
  return sum;
}

const { growingBodies, growingTexts, QUADRATIC } = await import('./growing.ts');

function stepsOf({ make, decode }: Growing, count: number): number {
  const body = make(count);
  steps();
  decode(body);
  return steps();
}

/** What came of one payload: its steps for each count that was asked for. */
export interface Work {
  readonly what: string;
  readonly steps: readonly number[];
}

const counts = process.argv.slice(2).map(Number);
const works = [...growingBodies(), ...growingTexts(), QUADRATIC].map(
  (growing): Work => ({ what: growing.what, steps: counts.map((count) => stepsOf(growing, count)) }),
);
process.stdout.write(JSON.stringify(works));
