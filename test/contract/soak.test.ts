import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'mocha';
import { rounds } from '../support/rounds.ts';

const script = path.resolve(import.meta.dirname, '../../tools/soak.ts');

/** Some seconds of `npm run soak`, in a process of its own: other tests open and close things too. */
describe('the extension over time', () => {
  it('keeps no timer, listener, socket or memory it does not need', async function () {
    this.timeout(600_000);
    const child = spawn(process.execPath, [script, '--seconds', String(rounds(5, 10))], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = once(child, 'exit');
    const [said, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await exit;
    assert.deepEqual([code, problems], [0, ''], `${said}${problems}`);
    assert.match(said, /^\d{3,} frames, \d+ turns, [1-9]\d* breaks, 0 problems$/m);
  });
});
