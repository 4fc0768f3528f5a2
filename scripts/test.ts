// `npm test`: every check and every suite, one after the other, and a closing line with the totals.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readResult, type SuiteResult } from '../test/support/results.ts';
import { removeRoot } from '../test/support/vscode/roots.ts';
import { repository } from './repository.ts';

interface Step {
  readonly name: string;
  /** The npm script; a suite is counted by its tests, any other step only when it fails. */
  readonly script: string;
  /** Folder of the suite's tests. */
  readonly folder?: string;
}

const STEPS: readonly Step[] = [
  { name: 'types', script: 'typecheck' },
  { name: 'lint', script: 'lint' },
  { name: 'tidy', script: 'test:tidy', folder: 'test/tidy' },
  { name: 'unit', script: 'test:unit', folder: 'test/unit' },
  { name: 'contract', script: 'test:contract', folder: 'test/contract' },
  // The package first: it leaves a production build behind, and what runs from source is to be the one with maps.
  { name: 'package', script: 'package' },
  { name: 'package contents', script: 'test:package', folder: 'test/package' },
  { name: 'build', script: 'build' },
  { name: 'host, from source', script: 'test:host', folder: 'test/host' },
  { name: 'attacks', script: 'test:attack', folder: 'test/attack' },
  { name: 'host, packaged', script: 'test:vsix', folder: 'test/host' },
  { name: 'end to end', script: 'test:e2e', folder: 'test/e2e' },
];

const scratch = await mkdtemp(path.join(os.tmpdir(), 'pm-results-'));
const lines: string[] = [];
let total: SuiteResult = { passed: 0, failed: 0, unregistered: 0 };

for (const step of STEPS) {
  if (step.folder && !existsSync(path.join(repository, step.folder))) continue;
  console.log(`\n=== ${step.name} ===`);
  const started = Date.now();
  const result = await run(step);
  total = add(total, result);
  const counts = step.folder
    ? `${result.passed} passed, ${result.failed} failed`
    : result.failed
      ? 'failed'
      : 'ok';
  lines.push(`${step.name}: ${counts} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

console.log(`\n${lines.join('\n')}`);
if (total.unregistered > 0) {
  console.log(`${total.unregistered} tests on recorded replies were not registered: SAMPLES_DIR is not set.`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
await removeRoot(scratch);
process.exitCode = total.failed > 0 ? 1 : 0;

async function run(step: Step): Promise<SuiteResult> {
  const results = path.join(scratch, `${step.script.replace(':', '-')}.json`);
  const args = ['run', '--silent', step.script];
  if (step.folder) args.push('--', '--results', results);
  const { status } = spawnSync('npm', args, {
    cwd: repository,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const failed = status === 0 ? 0 : 1;
  if (!step.folder) return { passed: 0, failed, unregistered: 0 };
  const result = await readResult(results).catch(() => ({ passed: 0, failed: 1, unregistered: 0 }));
  return { ...result, failed: Math.max(result.failed, failed) };
}

function add(a: SuiteResult, b: SuiteResult): SuiteResult {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    unregistered: a.unregistered + b.unregistered,
  };
}
