import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { reportProblems } from '../../../src/exchange/service/calls.ts';

function reported(count: number): readonly string[] {
  const lines: string[] = [];
  const problems = Array.from({ length: count }, (_, at) => ({
    item: `markets[${at}]`,
    field: at === 1 ? '' : 'line',
    reason: 'no number',
  }));
  reportProblems({ ...silentLog, warn: (message) => lines.push(message) }, '/v1/markets', problems);
  return lines;
}

describe('problems of a reply in the log', () => {
  it('say which field of which item, and why', () => {
    assert.deepEqual(reported(2), [
      '/v1/markets: line of markets[0]: no number',
      '/v1/markets: markets[1]: no number',
    ]);
  });

  it('are twenty at most, and how many more there are', () => {
    assert.equal(reported(20).length, 20);
    const many = reported(50_000);
    assert.equal(many.length, 21);
    assert.equal(many.at(-1), '/v1/markets: at least 49980 more such problems');
  });

  it('are one line each, whatever a stranger called the item', () => {
    const lines: string[] = [];
    const item = `a\r\n[error] all is lost\u202e${'x'.repeat(9_000)}`;
    reportProblems({ ...silentLog, warn: (line) => lines.push(line) }, '/v1/markets', [
      { item, field: 'id', reason: 'no number' },
    ]);
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? '',
      /^\/v1\/markets: id of a \[error\] all is lost⟨U\+202E⟩x{1,100}: no number$/,
    );
  });

  it('are nothing where there are none', () => {
    assert.deepEqual(reported(0), []);
  });
});
