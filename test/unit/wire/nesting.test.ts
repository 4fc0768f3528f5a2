import assert from 'node:assert/strict';
import { fixture } from '../../support/fixtures.ts';
import { flawOf } from '../../support/fuzz.ts';
import { rounds } from '../../support/rounds.ts';

/** Deeper than any function could call itself. */
const DEPTH = 15_000;
const OBJECTS = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
const LISTS = `${'['.repeat(DEPTH)}1${']'.repeat(DEPTH)}`;
/** Read another way, because of its number. */
const AROUND_A_LONG_NUMBER = `${'['.repeat(DEPTH)}12345678901234567890${']'.repeat(DEPTH)}`;
const HEAP = '['.repeat(2 ** 21);

describe('values nested beyond any recursion', () => {
  it('overflow nothing, whichever field of a payload they stand in, down to what is shown of it', () => {
    let places = 0;
    // Each field in a long run, every eighth otherwise.
    const every = rounds(8, 1);
    for (const given of [...SEEDS.map(fixture), ...Object.values(fixture('seed/frames') as object)]) {
      for (const payload of replacedEverywhere(given)) {
        places += 1;
        if (places % every !== 0) continue;
        const deep = payload.replace(`"${MARK}"`, places % (2 * every) === 0 ? OBJECTS : LISTS);
        // All surfaces are made of every tenth.
        assert.equal(flawOf(deep, places % (10 * every) === 0 ? 0 : 1), undefined, payload);
      }
    }
    assert.ok(places > 300, `${places} places`);
  });

  it('overflow nothing around a number that is read again, or instead of all', () => {
    for (const [at, deep] of [OBJECTS, LISTS, AROUND_A_LONG_NUMBER, HEAP].entries()) {
      assert.equal(flawOf(deep, 0), undefined, `${at}`);
      assert.equal(flawOf(`{"markets":[{"id":"1","slug":"s","x":${deep}}]}`, 0), undefined, `${at}`);
    }
  });
});

const SEEDS = [
  ...'current/markets current/book current/balances current/price-history current/bbo current/event-state seed/event'.split(
    ' ',
  ),
  ...'seed/orders-open seed/activities seed/positions traps/activities-unknown-types'.split(' '),
];
const MARK = 'the place';

/** The payload as JSON with a mark in place of each value in turn, of the first item of a list only. */
function* replacedEverywhere(value: unknown): Generator<string> {
  yield JSON.stringify(MARK);
  if (typeof value !== 'object' || value === null) return;
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const name of Array.isArray(value) ? ['0'] : Object.keys(value)) {
    const removed = copy[name];
    if (removed === undefined) continue;
    for (const inner of replacedEverywhere(removed)) {
      copy[name] = JSON.parse(inner);
      yield JSON.stringify(copy);
    }
    copy[name] = removed;
  }
}
