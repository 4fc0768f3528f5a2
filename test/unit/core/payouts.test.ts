import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Decimal } from '../../../src/core/decimal.ts';
import { settlementPays } from '../../../src/core/figures.ts';
import { type LineRule, type Range, ruleHolds } from '../../../src/core/line-rules.ts';
import type { OwnDecimal } from '../../../src/core/own.ts';
import { type HeldLine, type Payouts, payoutsByOutcome } from '../../../src/core/payouts.ts';
import { aPosition } from '../../support/account-values.ts';
import { d, present, raw, usd } from '../../support/values.ts';

// The first team is the Archers, as in the title: margins are theirs.
const ARCHERS_WIN = { group: '', measure: 'margin', is: 'above', value: 0, noTie: true } as const;
const ARCHERS_PLUS = { group: '', measure: 'margin', is: 'above', value: -6.5 } as const;
const OVER = { group: '', measure: 'total', is: 'above', value: 54.5 } as const;

function held(rule: LineRule, quantity: number, cost: string, longPays?: Decimal): HeldLine {
  return { rule, position: aPosition({ netPosition: d(quantity), cost: usd(cost) }), longPays };
}

function only(payouts: readonly Payouts[]): Payouts {
  assert.equal(payouts.length, 1);
  return present(payouts[0]);
}

function rowsOf({ tables }: Payouts): readonly string[] {
  const range = ({ from, to }: Range): string => `${from ?? ''}..${to ?? ''}`;
  return tables.flatMap((rows) =>
    rows.map(({ findings, made }) => [...findings.map((each) => range(each.range)), text(made)].join(' ')),
  );
}

function text(amount: OwnDecimal | undefined): string {
  return raw(amount)?.toFixed(2) ?? '?';
}

describe('payout by outcome', () => {
  it('is what the drawn game shows: 120 Islanders, 60 Archers +6.5, 40 Under 54.5', () => {
    const payouts = only(
      payoutsByOutcome([
        held(ARCHERS_WIN, -120, '66.58'),
        held(ARCHERS_PLUS, 60, '35.68'),
        held(OVER, -40, '22.59'),
      ]),
    );
    assert.deepEqual(rowsOf(payouts), [
      '1.. 0..54 -24.85',
      '1.. 55.. -64.85',
      '-6..-1 0..54 95.15',
      '-6..-1 55.. 55.15',
      '..-7 0..54 35.15',
      '..-7 55.. -4.85',
    ]);
    assert.equal(text(payouts.cost), '124.85');
    assert.deepEqual([text(payouts.best), text(payouts.worst)], ['95.15', '-64.85']);
  });

  it('of a game of three results, the draw loses both winners', () => {
    const home = { group: '', measure: 'margin', is: 'below', value: 0 } as const;
    const away = { ...home, is: 'above' } as const;
    const draw = { ...home, is: 'at' } as const;
    const lines = [held(away, 10, '4.00'), held(draw, 20, '6.00'), held(home, -5, '3.00')];
    assert.deepEqual(rowsOf(only(payoutsByOutcome(lines))), ['1.. 2.00', '0..0 12.00', '..-1 -13.00']);
  });

  it('counts what is left of a partly closed position, and what a void line paid in every result', () => {
    const left = aPosition({ netPosition: d(30), qtySold: d(70), cost: usd('12.00'), realized: usd('9.00') });
    const lines = [{ rule: ARCHERS_WIN, position: left }, held(OVER, 100, '55.00', d('0.60'))];
    const payouts = only(payoutsByOutcome(lines));
    assert.deepEqual(rowsOf(payouts), ['1.. 23.00', '..-1 -7.00']);
  });

  it('counts a cost without a currency with the only one there is', () => {
    const bare = held(ARCHERS_PLUS, 10, '4');
    const position = aPosition({ netPosition: d(10), cost: { value: d('4'), currency: '' } });
    const payouts = only(payoutsByOutcome([held(ARCHERS_WIN, 10, '6'), { ...bare, position }]));
    assert.deepEqual([text(payouts.cost), payouts.missing], ['10.00', 0]);
  });

  it('never adds two currencies, and leaves out and counts what has no cost', () => {
    const euros = { value: d('4.00'), currency: 'EUR' };
    const payouts = payoutsByOutcome([
      held(ARCHERS_WIN, 10, '6.00'),
      { rule: ARCHERS_WIN, position: aPosition({ netPosition: d(10), cost: euros }) },
      { rule: OVER, position: aPosition({ netPosition: d(10), cashValue: usd('3.00') }) },
    ]);
    assert.deepEqual(
      payouts.map(({ currency, counted, missing }) => [currency, counted, missing]),
      [
        ['USD', 1, 1],
        ['EUR', 1, 0],
      ],
    );
    assert.deepEqual(payouts.flatMap(rowsOf), ['1.. 4.00', '..-1 -6.00', '1.. 6.00', '..-1 -4.00']);
  });

  it('says nothing of a result that comes out even on a whole line', () => {
    const payouts = only(payoutsByOutcome([held({ ...OVER, value: 50 }, 10, '5.00')]));
    assert.deepEqual(rowsOf(payouts), ['0..49 -5.00', '50..50 ?', '51.. 5.00']);
  });

  it('has no row for what no score can be', () => {
    const lines = [held({ ...OVER, value: 5.5 }, 1, '0.50'), held(ARCHERS_PLUS, 1, '0.50')];
    assert.deepEqual(rowsOf(only(payoutsByOutcome(lines))), [
      '-6.. 0..5 0.00',
      '-6.. 6.. 1.00',
      '..-7 6.. 0.00',
    ]);
  });

  it('takes what is decided by itself apart where one table would be too long', () => {
    const props = Array.from({ length: 5 }, (_, index) =>
      held({ group: `${index}`, measure: 'answer', is: 'at', value: 1 }, 10, '4.00'),
    );
    const payouts = only(payoutsByOutcome(props));
    assert.equal(payouts.tables.length, 5);
    assert.deepEqual([text(payouts.best), text(payouts.worst)], ['30.00', '-20.00']);
  });

  it('lets one answer of a question pay, or one that is not held', () => {
    const rule = (value: number) => ({ group: 'q', measure: 'answer', is: 'at', value, of: 4 }) as const;
    const lines = [held(rule(0), 10, '3.00'), held(rule(2), -10, '8.00')];
    const payouts = only(payoutsByOutcome(lines));
    assert.deepEqual(rowsOf(payouts), ['0..0 9.00', '2..2 -11.00', '-1..-1 -1.00']);
  });

  it('equals settling each line by the score', () => {
    const half = fc.integer({ min: -40, max: 40 }).map((whole) => whole + 0.5);
    const side = fc.constantFrom('above' as const, 'below' as const);
    const rule: fc.Arbitrary<LineRule> = fc.oneof(
      fc.record({ group: fc.constant(''), measure: fc.constant('margin' as const), is: side, value: half }),
      fc.record({
        group: fc.constant(''),
        measure: fc.constant('total' as const),
        is: side,
        value: half.map((value) => Math.abs(value)),
      }),
      fc.constant<LineRule>({ group: '', measure: 'margin', is: 'above', value: 0 }),
    );
    const quantity = fc.integer({ min: -200, max: 200 }).filter((contracts) => contracts !== 0);
    const line = fc.tuple(rule, quantity, fc.integer({ min: 0, max: 20_000 }));
    const points = fc.nat({ max: 50 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), points, points, (all, first, second) => {
        const lines = all.map(([of, contracts, cents]) => held(of, contracts, (cents / 100).toFixed(2)));
        const scored = { margin: first - second, total: first + second, answer: 0 };
        const expected = lines.reduce((sum, { rule: of, position }) => {
          const pays = d(ruleHolds(of, scored[of.measure]) === true ? 1 : 0);
          const paid = settlementPays(present(position.netPosition), pays);
          return sum.plus(raw(paid).minus(raw(present(position.cost).value)));
        }, d(0));
        const payouts = only(payoutsByOutcome(lines));
        const rows = payouts.tables.flat().filter(({ findings }) =>
          findings.every(({ measure, range: { from, to } }) => {
            const at = scored[measure];
            return (from === undefined || at >= from) && (to === undefined || at <= to);
          }),
        );
        assert.deepEqual(
          rows.map(({ made }) => text(made)),
          [expected.toFixed(2)],
        );
        assert.equal(raw(payouts.best).lessThan(expected), false);
        assert.equal(raw(payouts.worst).greaterThan(expected), false);
      }),
    );
  });
});
