import assert from 'node:assert/strict';
import '../../support/editor/install.ts';
import * as editor from '../../support/editor/vscode.ts';

describe('the log', () => {
  it('has no address in it that the editor would make a link of', async () => {
    const lines: string[] = [];
    const add = (...parts: readonly string[]): void => void lines.push(parts.join(' '));
    const channel = { trace: add, debug: add, info: add, warn: add, error: add };
    Object.assign(editor.window, { createOutputChannel: () => channel });
    const { createLog } = await import('../../../src/features/log.ts');
    const log = createLog();
    const said = 'no market file:///home, see https://elsewhere.invalid, https:x:////elsewhere.invalid';
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) log[level](said);
    log.error('It failed', new Error(said, { cause: new Error(said) }));
    const plain = 'no market home, see elsewhere.invalid, https:elsewhere.invalid';
    assert.deepEqual(lines.slice(0, 5), Array(5).fill(plain));
    assert.deepEqual(lines.slice(5), [`It failed Error: ${plain} ← Error: ${plain}`]);
  });
});
