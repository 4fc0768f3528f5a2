import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { mcpClient } from '../../test/support/mcp-client.ts';
import { builtMcpServer } from '../../test/support/mcp-window.ts';
import { listedTools } from '../listed-tools.js';
import { repository } from '../repository.ts';
import { type BenchRow, goalOf, median, ms, percentile, timed } from './measure.ts';

/** The MCP server as a client starts it: until it has answered the first request, what it lists, and its size. */
export async function mcpBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const program = await builtMcpServer();
  const starts: number[] = [];
  for (let round = 0; round < (isTiny ? 2 : 30); round++) {
    let close = async (): Promise<void> => {};
    starts.push(
      await timed(async () => {
        ({ close } = await mcpClient(program));
      }),
    );
    await close();
  }
  const bundle = statSync(program).size / 1024;
  rmSync(path.dirname(program), { recursive: true });
  const listed = Buffer.byteLength(listedTools(repository).LISTED_TOOLS) / 1024;
  const p95 = percentile(starts, 0.95);
  return [
    {
      what: `MCP server: initialize, with the start of its process, p95 of ${starts.length}`,
      ours: `${ms(p95)} (p50 ${ms(median(starts))})`,
      other: '–',
      ...goalOf(p95, 400, 'most', ' ms'),
    },
    {
      what: '… tools/list, with the tool for cancels',
      ours: `${listed.toFixed(1)} KB`,
      other: '–',
      ...goalOf(listed, 12, 'most', ' KB'),
    },
    {
      what: '… bundle',
      ours: `${bundle.toFixed(0)} KB`,
      other: '–',
      ...goalOf(bundle, 320, 'most', ' KB'),
    },
  ];
}
