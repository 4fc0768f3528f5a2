import assert from 'node:assert/strict';
import { Memo, madeOnce } from '../../../src/base/memo.ts';

describe('base: Memo', () => {
  it('makes its value again only when one of what it is made from is another object', () => {
    const memo = new Memo<string>();
    const [one, other] = [{}, {}];
    assert.equal(
      memo.of([one, 1], () => 'first'),
      'first',
    );
    assert.equal(
      memo.of([one, 1], () => 'again'),
      'first',
    );
    assert.equal(
      memo.of([one, 2], () => 'second'),
      'second',
    );
    assert.equal(
      memo.of([other, 2], () => 'third'),
      'third',
    );
  });

  it('remembers a value that is undefined', () => {
    let count = 0;
    const memo = new Memo<number | undefined>();
    for (let time = 0; time < 2; time++)
      memo.of([1], () => {
        count += 1;
        return undefined;
      });
    assert.equal(count, 1);
  });
});

describe('base: madeOnce', () => {
  it('makes something of each object once', () => {
    let count = 0;
    const number = madeOnce((_of: object) => ++count);
    const [one, other] = [{}, {}];
    assert.deepEqual([one, other, one, other].map(number), [1, 2, 1, 2]);
  });
});
