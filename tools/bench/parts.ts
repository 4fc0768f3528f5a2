import { activationBench } from './activation.ts';
import { agentsBench } from './agents.ts';
import { decodeBench } from './decode.ts';
import { filesBench } from './files.ts';
import { largeBench } from './large.ts';
import { liveBench } from './live.ts';
import { mcpBench } from './mcp.ts';
import type { BenchRow } from './measure.ts';
import { pagesBench } from './pages.ts';
import { requestBench } from './requests.ts';
import { searchBench } from './search.ts';
import { sizesBench } from './sizes.ts';
import { streamBench } from './stream.ts';

/** `isTiny`: counts so small that the figures mean nothing, only to see that the part runs. */
export type BenchPart = (isTiny: boolean) => Promise<readonly BenchRow[]>;

export const PARTS: ReadonlyMap<string, BenchPart> = new Map([
  ['requests', requestBench],
  ['decode', decodeBench],
  ['stream', streamBench],
  ['live', liveBench],
  ['pages', pagesBench],
  ['large', largeBench],
  ['search', searchBench],
  ['files', filesBench],
  ['agents', async (isTiny) => [...(await agentsBench(isTiny)), ...(await mcpBench(isTiny))]],
  ['activation', activationBench],
  ['sizes', sizesBench],
]);

/** Runs parts one after the other. Throws when one has no row, or a row without a figure: it measured nothing. */
export async function runParts(
  parts: ReadonlyMap<string, BenchPart>,
  isTiny: boolean,
  onPart: (name: string) => void,
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, run] of parts) {
    onPart(name);
    const measured = await run(isTiny);
    if (measured.length === 0) throw new Error(`The part ${name} has no row.`);
    for (const { what, ours, ratios = [] } of measured) {
      if (ours.includes('NaN') || !ratios.every(Number.isFinite)) {
        throw new Error(`The part ${name} measured nothing for "${what}".`);
      }
    }
    rows.push(...measured);
  }
  return rows;
}
