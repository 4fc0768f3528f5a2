import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { Execution } from '../../../../src/core/execution.ts';
import type { FillNews } from '../../../../src/core/happening.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import { FillLedger } from '../../../../src/store/news/fills.ts';
import { anExecution } from '../../../support/frames.ts';
import { raw } from '../../../support/values.ts';
import { order, usd } from '../values.ts';

const START = Date.UTC(2026, 8, 1, 12);

function at(time: number, filled: number) {
  return order('one', { cumQuantity: Decimal.of(filled), lastTransactTime: instantOf(START + time) });
}

function executed(time: number, filled: number, own: Partial<Execution>): Execution {
  return anExecution({ order: at(time, filled), transactTime: instantOf(START + time), ...own });
}

function fill(index: number, time: number, filled: number, lot: number): Execution {
  const own = { type: 'PARTIAL_FILL', lastShares: Decimal.of(lot), lastPx: usd('0.41') } as const;
  return executed(time, filled, { id: `E${index}`, tradeId: `T${index}`, ...own });
}

/** A ledger that knows an order without fills. */
function ledger() {
  const fills = new FillLedger();
  fills.reading(at(0, 0));
  const read = (of: ReturnType<typeof at>, isNew = false) => fills.reading(of, isNew);
  const execute = (execution: Execution) => fills.execution(execution);
  return { fills, read, execute };
}

const said = (news: FillNews | undefined) => news && [news.kind, raw(news.quantity).toNumber()];

describe('FillLedger', () => {
  it('reports as much as was filled, whatever comes twice, is lost, or comes in another order', () => {
    const steps = fc.array(
      fc.record({
        change: fc.integer({ min: -5, max: 9 }).filter((by) => by !== 0),
        places: fc.array(fc.nat({ max: 100 }), { maxLength: 3 }),
        isListed: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, (drawn) => {
        let filled = 0;
        const sent = drawn.flatMap(({ change, places, isListed }, index) => {
          const by = Math.max(change, -filled);
          filled += by;
          const own = by > 0 ? fill(index, index + 1, filled, by) : executed(index + 1, filled, {});
          return places.map((place) => ({ place, execution: own, isListed }));
        });
        const { read, execute } = ledger();
        let net = 0;
        const take = (news: FillNews | undefined): void => {
          const [kind, quantity = 0] = said(news) ?? [];
          net += kind === 'busted' ? -quantity : Number(quantity);
        };
        for (const { execution, isListed } of sent.sort((a, b) => a.place - b.place))
          take(isListed ? read(execution.order) : execute(execution));
        take(read(at(1_000, filled)));
        assert.equal(net, filled);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the price where one trade is the whole change', () => {
    const { execute } = ledger();
    const first = execute(fill(0, 1, 5, 5));
    assert.deepEqual([said(first), first?.price], [['fill', 5], usd('0.41')]);
    const later = execute(fill(2, 3, 12, 3));
    assert.deepEqual([said(later), later?.price], [['fill', 7], undefined]);
    assert.equal(execute(fill(1, 2, 9, 4)), undefined, 'it was in the one before');
  });

  it('says nothing of what was filled before the first list', () => {
    const fills = new FillLedger();
    fills.reading(at(5, 7));
    assert.equal(fills.execution(fill(0, 3, 7, 7)), undefined);
  });

  it('reports all of an order the list before did not have', () => {
    const news = new FillLedger().reading({ ...at(5, 7), avgPx: usd('0.40') }, true);
    assert.deepEqual([said(news), news?.price], [['fill', 7], usd('0.40')]);
  });

  it('reports a bust of what was filled before anybody listened', () => {
    const { fills, read, execute } = ledger();
    fills.reading(at(2, 8));
    assert.deepEqual(said(execute(executed(3, 5, { tradeId: 'T9' }))), ['busted', 3]);
    assert.equal(read(at(3, 5)), undefined);
  });

  it('does not take an execution of some type, where 0 may be unset, for a bust', () => {
    const { execute } = ledger();
    execute(fill(0, 1, 5, 5));
    assert.equal(execute(executed(2, 0, { type: 'CANCELED' })), undefined);
  });

  it('does not take a late list without times for a bust', () => {
    const fills = new FillLedger();
    const bare = (filled: number) => ({ ...at(0, filled), lastTransactTime: undefined });
    fills.reading(bare(0));
    const read = (filled: number) => said(fills.reading(bare(filled)));
    assert.deepEqual([8, 5, 8].map(read), [['fill', 8], undefined, undefined]);
  });
});
