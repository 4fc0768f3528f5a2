import assert from 'node:assert/strict';
import { addsUp, areFeesSent, ownSettlement, resolutionResult } from '../../../src/core/own-settlement.ts';
import type { Position } from '../../../src/core/position.ts';
import { type Outcome, outcomeOf, winner } from '../../../src/core/pricing.ts';
import { aPosition } from '../../support/account-values.ts';
import { aBook, aMarket, aSide, d, present, raw, someStats, usd } from '../../support/values.ts';

const outcome = (pays: string, source: Outcome['source']) => present(outcomeOf(d(pays), source));
const resolved = (long: string, short: string) =>
  aMarket({
    status: 'RESOLVED',
    sides: [aSide(true, { price: d(long) }), aSide(false, { price: d(short) })],
  });

/** Settled: so many contracts were held at this cost without fees, and realised changed by as much. */
function settled(contracts: string, baseCost: string, change: string, own: Partial<Position> = {}) {
  return {
    side: 'NEUTRAL',
    beforePosition: aPosition({
      netPosition: d(contracts),
      baseCost: usd(baseCost),
      cost: usd(baseCost),
      realized: usd('4.1'),
      ...own,
    }),
    afterPosition: aPosition({ netPosition: d(0), realized: usd(raw(d('4.1').plus(d(change))).toString()) }),
  };
}

describe('the result of a market', () => {
  it('is 1 or 0 by the prices of a resolved market, and nothing between: they may be the last it traded at', () => {
    assert.equal(winner(resolved('1', '0'))?.winner, 'long');
    assert.equal(winner(resolved('0', '1'))?.winner, 'short');
    assert.equal(winner(resolved('0.58', '0.42')), undefined);
  });

  it('is between the two by a settlement alone, not by the mark of a book', () => {
    const settlement = { slug: 'm', price: d('0.58') };
    assert.equal(winner(resolved('0.58', '0.42'), settlement)?.winner, 'void');
    const stats = (px: string) =>
      someStats({ settlementPx: usd(px), settlementPriceCalculationMethod: 'EVENT_TIER_1' });
    const book = (px: string) => aBook({ state: 'EXPIRED', stats: stats(px) });
    assert.equal(winner(aMarket({ status: 'RESOLVING' }), undefined, book('1'))?.winner, 'long');
    assert.equal(winner(aMarket({ status: 'RESOLVING' }), undefined, book('0.58')), undefined);
  });
});

describe('the result of a resolution', () => {
  const said = (found: Outcome | undefined) =>
    found && `${found.winner} ${found.longPays.toString()} ${found.source}`;
  const neutral = { side: 'NEUTRAL', beforePosition: undefined, afterPosition: undefined };

  it('is the settlement, else its side, else the market’s', () => {
    const settlement = outcome('0.6', 'settlement');
    assert.equal(said(resolutionResult({ ...neutral, side: 'LONG' }, settlement)), 'void 0.6 settlement');
    assert.equal(
      said(resolutionResult({ ...neutral, side: 'SHORT' }, outcome('1', 'sidePrices'))),
      'short 0 resolution',
    );
    assert.equal(said(resolutionResult(neutral, outcome('1', 'sidePrices'))), 'long 1 sidePrices');
    assert.equal(said(resolutionResult({ ...neutral, side: undefined }, undefined)), undefined);
  });

  it('of NEUTRAL is no void: without a market it is what was realised against the cost', () => {
    for (const [contracts, cost, change, result] of [
      ['96', '56.16', '-56.16', 'short 0 realised'],
      ['96', '56.16', '39.84', 'long 1 realised'],
      ['-19', '5.62', '-5.62', 'long 1 realised'],
      ['-19', '5.62', '13.38', 'short 0 realised'],
      // The long side's figure: as its own, 7.76 less than nothing or 2.38 more than all would have been paid.
      ['-19', '5.62', '-13.38', 'short 0 realised'],
      ['-19', '10.69', '10.69', 'long 1 realised'],
      // 120 at 60¢ were paid $69.60.
      ['120', '72', '-2.4', 'void 0.58 realised'],
    ] as const)
      assert.equal(said(resolutionResult(settled(contracts, cost, change), undefined)), result, change);
  });

  it('is not known where what was realised is no payment, or fits both sides', () => {
    for (const [contracts, cost, change] of [
      ['96', '56.16', '90'],
      ['96', '56.16', '-80'],
      // Of a short the figure may be the long side's: a price between does not follow from it.
      ['-19', '5.62', '3'],
      ['-20', '10', '-10'],
      ['-19', '10.69', '-8.31'],
      ['-19', '5.62', '-9'],
      ['0.01', '0', '0'],
    ] as const)
      assert.equal(resolutionResult(settled(contracts, cost, change), undefined), undefined, change);
    const feeless = { baseCost: undefined };
    assert.equal(resolutionResult(settled('120', '72', '-2.4', feeless), undefined), undefined);
    const { afterPosition: _, ...open } = settled('96', '56.16', '-56.16');
    assert.equal(resolutionResult({ ...open, afterPosition: undefined }, undefined), undefined);
  });

  it('takes the cost less its fees where that without fees is not sent', () => {
    const own = { baseCost: undefined, cost: usd('57.48'), fees: usd('1.32') };
    assert.equal(said(resolutionResult(settled('96', '0', '-56.16', own), undefined)), 'short 0 realised');
  });
});

describe('a settlement of the account', () => {
  const of = (contracts: string, pays: string, own: Partial<Position> = {}) => {
    const held = aPosition({ netPosition: d(contracts), cost: usd('57.48'), ...own });
    return ownSettlement(held, outcome(pays, 'settlement'));
  };
  const figures = (found: ReturnType<typeof of>) => [
    found?.end,
    raw(found?.payout.value)?.toString(),
    raw(found?.gain?.value)?.toString(),
  ];

  it('is paid by the side held: what was paid less the cost is the result', () => {
    assert.deepEqual(figures(of('96', '1')), ['won', '96', '38.52']);
    assert.deepEqual(figures(of('96', '0')), ['lost', '0', '-57.48']);
    assert.deepEqual(figures(of('-96', '0')), ['won', '96', '38.52']);
    assert.deepEqual(figures(of('-100', '0.6')), ['void', '40', '-17.48']);
  });

  it('has no result without a cost or with one below zero, and is none where nothing was held', () => {
    assert.deepEqual(figures(of('96', '1', { cost: undefined })), ['won', '96', undefined]);
    assert.deepEqual(figures(of('96', '1', { cost: usd('-3') })), ['won', '96', undefined]);
    assert.equal(of('0', '1'), undefined);
    assert.equal(ownSettlement(undefined, outcome('1', 'settlement')), undefined);
    assert.equal(ownSettlement(aPosition({ netPosition: d(1) }), undefined), undefined);
  });

  it('has fees in it only where they, or the cost without them, were sent', () => {
    assert.equal(areFeesSent(aPosition({ cost: usd('1') })), false);
    assert.equal(of('96', '1', { fees: usd('1') })?.hasFees, true);
    assert.equal(of('96', '1', { baseCost: usd('50') })?.hasFees, true);
  });

  it('adds up where what was realised is what was paid less the cost without fees', () => {
    const right = { ...settled('96', '56.16', '39.84'), side: 'LONG' };
    assert.equal(addsUp(right, undefined), true);
    assert.equal(addsUp({ ...right, side: 'SHORT' }, undefined), false);
    assert.equal(addsUp({ ...right, side: 'NEUTRAL' }, undefined), undefined, 'it was worked out of it');
    assert.equal(addsUp({ ...settled('-96', '56.16', '39.84'), side: 'SHORT' }, undefined), undefined);
  });
});
