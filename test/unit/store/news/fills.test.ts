import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../src/core/decimal.ts';
import type { Execution } from '../../../../src/core/execution.ts';
import { instantOf } from '../../../../src/core/instant.ts';
import { FillLedger, type FillNews } from '../../../../src/store/news/fills.ts';
import { raw } from '../../../support/values.ts';
import { order, usd } from '../values.ts';

const START = Date.UTC(2026, 8, 1, 12);

interface Step {
  readonly lot: number;
  /** Which of the fills so far is taken back with this step. */
  readonly busts: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({ lot: fc.integer({ min: 1, max: 9 }), busts: fc.boolean() });

/** What the service tells of one order that fills step by step, some of its trades being taken back. */
function historyOf(steps: readonly Step[]): {
  readonly executions: readonly Execution[];
  readonly standing: ReadonlySet<string>;
  readonly filled: number;
} {
  const executions: Execution[] = [executed(0, 0, { id: 'NEW', type: 'NEW' })];
  const standing = new Map<string, number>();
  let filled = 0;
  let time = 0;
  steps.forEach(({ lot, busts }, index) => {
    filled += lot;
    standing.set(`E${index}`, lot);
    executions.push(fill(index, ++time, filled, lot));
    const [victim] = busts ? [...standing.keys()].slice(index % standing.size) : [];
    if (victim === undefined) return;
    filled -= standing.get(victim) ?? 0;
    standing.delete(victim);
    executions.push(executed(++time, filled, { id: `B${victim}`, tradeId: victim.replace('E', 'T') }));
  });
  return { executions, standing: new Set(standing.keys()), filled };
}

function fill(index: number, time: number, filled: number, lot: number): Execution {
  const own = { type: 'PARTIAL_FILL', lastShares: Decimal.of(lot), lastPx: usd('0.41') } as const;
  return executed(time, filled, { id: `E${index}`, tradeId: `T${index}`, ...own });
}

function executed(time: number, filled: number, own: Partial<Execution>): Execution {
  return {
    id: undefined,
    type: undefined,
    order: at(time, filled),
    lastShares: undefined,
    lastPx: undefined,
    tradeId: undefined,
    text: undefined,
    rejectReason: undefined,
    transactTime: instantOf(START + time),
    ...own,
  };
}

function at(time: number, filled: number) {
  return order('one', { cumQuantity: Decimal.of(filled), lastTransactTime: instantOf(START + time) });
}

/** What stands of all that was reported. */
function keeper() {
  const standing = new Map<string, Decimal>();
  const heard: string[] = [];
  let net = 0;
  return {
    standing,
    heard,
    take: (news: FillNews | undefined) => {
      if (news?.kind === 'fill') {
        heard.push(news.fill.key);
        standing.set(news.fill.key, raw(news.fill.quantity));
        net += raw(news.fill.quantity).toNumber();
      }
      if (news?.kind === 'busted') net -= raw(news.quantity).toNumber();
      for (const key of news?.kind === 'busted' ? news.keys : []) standing.delete(key);
    },
    /** Contracts reported as filled, less those taken back. */
    get net(): number {
      return net;
    },
  };
}

describe('the ledger of fills', () => {
  it('tells each fill once and takes each bust back, whatever comes twice and in whatever order', () => {
    const run = fc
      .array(step, { minLength: 1, maxLength: 12 })
      .chain((steps) =>
        fc.tuple(fc.constant(steps), fc.array(fc.nat({ max: 10_000 }), { minLength: 60, maxLength: 60 })),
      );
    fc.assert(
      fc.property(run, ([steps, luck]) => {
        const { executions, standing } = historyOf(steps);
        const twice = [...executions, ...executions].map((execution, index) => ({
          execution,
          place: luck[index] ?? index,
        }));
        const ledger = new FillLedger();
        ledger.reading(at(0, 0));
        const standings = keeper();
        for (const { execution } of twice.sort((a, b) => a.place - b.place))
          standings.take(ledger.execution(execution, undefined));
        assert.deepEqual(new Set(standings.standing.keys()), standing);
        assert.equal(new Set(standings.heard).size, standings.heard.length, 'none is reported twice');
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with the order when lists come between executions in their order, some of which are lost', () => {
    const runs = fc.array(fc.tuple(step, fc.constantFrom('sent', 'lost', 'listed')), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(runs, (drawn) => {
        const { executions, filled } = historyOf(drawn.map(([each]) => each));
        const ledger = new FillLedger();
        ledger.reading(at(0, 0));
        const standings = keeper();
        executions.slice(1).forEach((execution, index) => {
          const how = drawn[index % drawn.length]?.[1];
          if (how === 'listed') standings.take(ledger.reading(execution.order));
          if (how !== 'lost') standings.take(ledger.execution(execution, undefined));
        });
        const last = executions.at(-1);
        assert.ok(last !== undefined);
        standings.take(ledger.reading({ ...last.order, lastTransactTime: instantOf(START + 1_000) }));
        assert.equal(standings.net, filled);
      }),
      { numRuns: 2_000 },
    );
  });

  it('says nothing of what was filled before the first list', () => {
    const ledger = new FillLedger();
    assert.equal(ledger.reading(at(5, 7)), undefined);
    assert.equal(ledger.execution(fill(0, 3, 7, 7), undefined), undefined);
  });

  it('tells all of an order the list before did not have', () => {
    const news = new FillLedger().reading({ ...at(5, 7), avgPx: usd('0.40') }, true);
    assert.equal(news?.kind === 'fill' && raw(news.fill.quantity).toNumber(), 7);
    assert.deepEqual(news?.kind === 'fill' && news.fill.price, usd('0.40'));
  });

  it('leaves it when an execution comes after the list that showed its fill', () => {
    const ledger = new FillLedger();
    ledger.reading(at(0, 0));
    const first = ledger.reading(at(2, 8));
    assert.equal(first?.kind === 'fill' && raw(first.fill.quantity).toNumber(), 8);
    assert.equal(ledger.execution(fill(0, 1, 5, 5), undefined), undefined);
    assert.equal(ledger.execution(fill(1, 2, 8, 3), undefined), undefined);
    const next = ledger.execution(fill(2, 3, 9, 1), undefined);
    assert.equal(next?.kind === 'fill' && next.fill.key, 'E2');
  });

  it('takes the last fill back where an order has less filled and nothing says which trade it was', () => {
    const ledger = new FillLedger();
    ledger.reading(at(0, 0));
    ledger.execution(fill(0, 1, 5, 5), undefined);
    ledger.execution(fill(1, 2, 8, 3), undefined);
    const news = ledger.execution(executed(3, 5, { id: 'B' }), undefined);
    assert.deepEqual(news?.kind === 'busted' && news.keys, ['E1']);
  });

  it('tells a bust of what was filled before anybody listened', () => {
    const ledger = new FillLedger();
    ledger.reading(at(2, 8));
    const news = ledger.execution(executed(3, 5, { id: 'B', tradeId: 'T9' }), undefined);
    assert.deepEqual(news?.kind === 'busted' && [raw(news.quantity).toNumber(), news.keys], [3, []]);
    assert.equal(ledger.reading(at(3, 5)), undefined);
  });

  it('does not take a late list without times for a bust', () => {
    const ledger = new FillLedger();
    const bare = { lastTransactTime: undefined };
    ledger.reading({ ...at(0, 0), ...bare });
    const found = ledger.reading({ ...at(0, 8), ...bare });
    assert.equal(found?.kind, 'fill');
    assert.equal(ledger.reading({ ...at(0, 5), ...bare }), undefined);
    assert.equal(ledger.reading({ ...at(0, 8), ...bare }), undefined);
  });
});
