import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { feeMicros } from '../../../src/demo/engine/amounts.ts';

describe('demo amounts', () => {
  it('takes the fees that were seen in real trades', () => {
    assert.equal(feeMicros(600, 1_900, 500), 50_000, '19 contracts at 5¢: 0.054 is 0.05');
    assert.equal(feeMicros(600, 678, 1_400), 50_000, '6.78 contracts at 14¢: 0.0490 is 0.05');
    assert.equal(feeMicros(-125, 1_900, 500), -10_000, 'the maker of the first gets 0.01');
    assert.equal(feeMicros(600, 10, 100), 0, 'tiny fills cost nothing');
  });

  it('rounds half a cent to the even one', () => {
    assert.equal(feeMicros(600, 1_000, 5_000), 150_000);
    assert.equal(feeMicros(400, 250, 5_000), 20_000, '2.5 cents is 2');
    assert.equal(feeMicros(400, 350, 5_000), 40_000, '3.5 cents is 4');
  });
});
