import assert from 'node:assert/strict';
import type { PositionResolution } from '../../../src/core/activity.ts';
import type { Position } from '../../../src/core/position.ts';
import { settledHolding } from '../../../src/core/settled.ts';
import { aPosition } from '../../support/account-values.ts';
import { aMarket, aSide, d, raw, usd } from '../../support/values.ts';

function resolution(
  side: PositionResolution['side'],
  before: Partial<Position>,
  after: Partial<Position> = { netPosition: d(0) },
): PositionResolution {
  return {
    marketSlug: 'm',
    beforePosition: aPosition(before),
    afterPosition: aPosition(after),
    side,
    tradeId: undefined,
    updateTime: undefined,
    market: undefined,
  };
}

function figures(...[of, market]: Parameters<typeof settledHolding>): readonly (string | undefined)[] {
  const holding = settledHolding(of, market);
  const amounts = [holding?.paid, holding?.made, holding?.offBy];
  return [holding?.result, ...amounts.map((amount) => raw(amount?.value)?.toFixed(2))];
}

describe('what a settlement did to the account', () => {
  const before = { cost: usd('14.55'), baseCost: usd('14.25'), realized: usd('1.00') };

  it('30 long that win pay 30, make 15.45 after fees, and the activity agrees', () => {
    const won = resolution('LONG', { ...before, netPosition: d(30) }, { realized: usd('16.75') });
    assert.deepEqual(figures(won, undefined), ['won', '30.00', '15.45', '0.00']);
  });

  it('20 short lose when the long side wins, and win when it loses', () => {
    const short = { ...before, netPosition: d(-20) };
    assert.deepEqual(figures(resolution('LONG', short), undefined).slice(0, 3), ['lost', '0.00', '-14.55']);
    assert.deepEqual(figures(resolution('SHORT', short), undefined).slice(0, 3), ['won', '20.00', '5.45']);
  });

  it('a void at 0.42 pays 30 long 12.60', () => {
    const market = aMarket({
      status: 'RESOLVED',
      sides: [aSide(true, { price: d('0.42') }), aSide(false, { price: d('0.58') })],
    });
    const held = resolution('NEUTRAL', { netPosition: d(30), cost: usd('13.64') });
    assert.deepEqual(figures(held, market), ['void', '12.60', '-1.04', undefined]);
  });

  it('says by how much the activity is off', () => {
    const won = resolution('LONG', { ...before, netPosition: d(30) }, { realized: usd('16.25') });
    assert.equal(figures(won, undefined)[3], '-0.50');
    const euros = { value: d('16.25'), currency: 'EUR' };
    assert.equal(
      figures(resolution('LONG', { ...before, netPosition: d(30) }, { realized: euros }), undefined)[3],
      undefined,
    );
  });

  it('is nothing where nothing was held', () => {
    assert.equal(settledHolding(resolution('LONG', { netPosition: d(0) }), undefined), undefined);
  });
});
