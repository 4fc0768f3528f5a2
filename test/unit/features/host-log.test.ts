import assert from 'node:assert/strict';
import '../../support/editor/install.ts';
import * as editor from '../../support/editor/vscode.ts';

describe('the log', () => {
  it('has no address in it that the editor would make a link of', async () => {
    const lines: string[] = [];
    const add = (...parts: readonly string[]): void => void lines.push(parts.join(' '));
    const channel = { logLevel: editor.LogLevel.Debug, debug: add, info: add, warn: add, error: add };
    Object.assign(editor.window, { createOutputChannel: () => channel });
    const { createLog } = await import('../../../src/features/host-log.ts');
    const log = createLog();
    const said = 'no market file:///home, see https://elsewhere.invalid, https:x:////elsewhere.invalid';
    log.debug(() => said);
    for (const level of ['info', 'warn', 'error'] as const) log[level](said);
    log.error('It failed', new Error(said, { cause: new Error(said) }));
    const plain = 'no market home, see elsewhere.invalid, https:elsewhere.invalid';
    assert.deepEqual(lines.slice(0, 4), Array(4).fill(plain));
    channel.logLevel = editor.LogLevel.Info;
    log.debug(() => assert.fail('no one reads it'));
    assert.deepEqual(lines.slice(4), [`It failed Error: ${plain} ← Error: ${plain}`]);
  });
});
