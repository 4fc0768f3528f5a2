import assert from 'node:assert/strict';
import type { Position } from '../../../src/core/position.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { whatIfOf } from '../../../src/view/panels/market/what-if.ts';
import { readPageEvent } from '../../../src/view/panels/protocol.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { book, contextWith, market, NOTHING, position, read, scene } from './scene.ts';

const context = contextWith();
const shown = (...asked: Parameters<typeof whatIfOf>) =>
  marketSnapshot(scene({ whatIf: whatIfOf(...asked) }), context).content?.whatIf;

describe('what-if on the page', () => {
  it('says what a buy costs and pays, with the fee, and which levels it takes, own orders left out', () => {
    const model = shown(true, true, '1000');
    assert.deepEqual(
      model?.pairs.map(({ name, value }) => `${name} ${value.text}`),
      [
        'Average 44.85¢',
        'Slippage 0.85¢',
        'Fee, estimated $14.83',
        'Break-even 46.33¢',
        'Pays if it wins $1,000.00',
      ],
    );
    assert.match(
      model?.sentence ?? '',
      /^Takes 3 levels, costs \$463\.33; \+\$536\.67 if the outcome is Gulls\. Best left: 660 contracts at 46¢/,
    );
    assert.deepEqual(
      model?.taken.map(({ key, words }) => `${key}: ${words}`),
      ['offer 0.44: takes 320', 'offer 0.45: takes 510', 'offer 0.46: takes 170'],
    );
  });

  it('counts own orders while amounts are hidden, so that it gives none of them away, and says so', () => {
    const input = scene({ whatIf: whatIfOf(true, true, '1000') });
    const { content } = marketSnapshot(input, contextWith({ hideAmounts: true }));
    assert.match(content?.whatIf?.sentence ?? '', /Your own orders are counted/);
    assert.equal(content?.whatIf?.taken[1]?.words, 'takes 610');
  });

  it('says before the figures for how many they are where the book has fewer', () => {
    // 5,610 are offered, 250 of them by the own orders.
    assert.equal(shown(true, true, '9000')?.filled, 'for 5,360 of 9,000');
    assert.equal(shown(true, true, '1000')?.filled, undefined);
  });

  /** Sells or buys 43¢ × 300 and more with so many Gulls held for 41¢ each, fees in. */
  const withHeld = (net: number | undefined, ...asked: Parameters<typeof whatIfOf>) => {
    const held = {
      netPositionDecimal: String(net),
      cost: { value: String(Math.abs(net ?? 0) * 0.41), currency: 'USD' },
    };
    const own =
      net === undefined ? { ...read<Position>(position()), value: undefined } : read(position(held));
    const input = scene({ whatIf: whatIfOf(...asked), position: own });
    return marketSnapshot(input, context).content?.whatIf;
  };
  const lines = (model: ReturnType<typeof withHeld>) =>
    inEnglish(model?.pairs.slice(2).map(({ name, value }) => `${name} ${value.text}`));

  it('closes what is held, with its realised P&L, and promises no payout', () => {
    const model = withHeld(200, true, false, '100');
    // 43.00 − 1.47; less half of 82.00.
    assert.deepEqual(lines(model), [
      'Fee, estimated $1.47',
      'After fee 41.53¢',
      'Closing brings $41.53',
      'Realised, fees in ▲ $0.53',
    ]);
    assert.match(
      model?.sentence ?? '',
      /^Takes 1 level\. Closes 100 of your 200 Gulls, brings \$41\.53\. Best/,
    );
  });

  it('opens the other side with what is sold beyond that, and says what it needs and pays', () => {
    const model = withHeld(40, true, false, '100');
    // 40 at 43¢ less 0.59; 60 of the other side at 57¢ with the rest of the fee, 0.88.
    assert.deepEqual(lines(model), [
      'Fee, estimated $1.47',
      'Closing brings $16.61',
      'Realised, fees in ▲ $0.21',
      'Opening needs $35.08',
      'Pays if it wins $60.00',
    ]);
    assert.match(
      model?.sentence ?? '',
      /Closes 40 of your 40 Gulls, brings \$16\.61\. Opens 60 Foxes, needs \$35\.08, pays \$60\.00 if it wins\./,
    );
  });

  it('opens the other side where nothing is held, and closes it where that is bought', () => {
    const none = withHeld(undefined, true, false, '100');
    assert.deepEqual(lines(none), [
      'Fee, estimated $1.47',
      'Break-even 58.47¢',
      'Opening needs $58.47',
      'Pays if it wins $100.00',
    ]);
    assert.match(
      none?.sentence ?? '',
      /^Takes 1 level\. You hold no Gulls\. Opens 100 Foxes, needs \$58\.47/,
    );
    // To buy Foxes is to sell Gulls.
    const bought = withHeld(40, false, true, '100');
    assert.match(bought?.sentence ?? '', /Closes 40 of your 40 Gulls, brings \$16\.61\. Opens 60 Foxes/);
    const short = withHeld(-40, true, true, '100');
    assert.match(short?.sentence ?? '', /Closes 40 of your 40 Foxes.* Opens 60 Gulls/);
  });

  it('does not know the realised P&L without a cost, nor anything of a position that is not known', () => {
    const unpriced = read(position({ netPositionDecimal: '200', cost: null }));
    const asked = { whatIf: whatIfOf(true, false, '100') };
    const shownWith = (change: object) =>
      marketSnapshot(scene({ ...asked, ...change }), context).content?.whatIf;
    assert.ok(lines(shownWith({ position: unpriced }))?.includes('Realised, fees in not known'));
    const feeless = read(market({ feeCoefficient: null }));
    assert.ok(lines(shownWith({ market: feeless }))?.includes('Realised, fee not known ▲ $2.00'));
    const { sentence } = shownWith({ position: { ...NOTHING, at: undefined } }) ?? {};
    assert.match(sentence ?? '', /^Takes 1 level, brings \$41\.53\. Your position is not known/);
  });

  it('gives nothing of a hidden position away, and says that it does not count', () => {
    const texts = [1, 150, 200].map((net) => {
      const held = read(position({ netPositionDecimal: String(net) }));
      const input = scene({ whatIf: whatIfOf(true, false, '100'), position: held });
      return JSON.stringify(marketSnapshot(input, contextWith({ hideAmounts: true })).content?.whatIf);
    });
    assert.equal(new Set(texts).size, 1);
    assert.match(texts[0] ?? '', /Your position is not counted while amounts are hidden\./);
  });

  it('says that what was typed is no number of contracts', () => {
    const model = shown(true, true, 'many');
    assert.equal(model?.isWrong, true);
    assert.equal(
      model?.sentence,
      'Not a number of contracts: type one from 0.01 to 1,000,000,000, such as 12.5.',
    );
    const { pairs, sentence } = shown(true, true, ' ') ?? {};
    assert.deepEqual(pairs, []);
    assert.match(sentence ?? '', /^Type how many contracts to see what they cost/);
  });

  it('is not offered where nothing trades', () => {
    const halted = read(book({ state: 'MARKET_STATE_HALTED' }));
    const { content } = marketSnapshot(scene({ book: halted, live: undefined }), context);
    assert.deepEqual([content?.head.state.text, content?.whatIf], ['Halted', undefined]);
  });

  it('says as of when an old book is', () => {
    const { freshness } = scene({});
    assert.ok(freshness);
    const old = scene({ whatIf: whatIfOf(true, true, '10'), freshness: { ...freshness, standing: 'stale' } });
    assert.match(
      marketSnapshot(old, context).content?.whatIf?.sentence ?? '',
      /^The book is as of 20:29:58 UTC\. /,
    );
    assert.doesNotMatch(shown(true, true, '10')?.sentence ?? '', /as of/);
  });

  it('reads a size only if it is a number of contracts', () => {
    for (const text of ['0', '-1', '1e9', 'many', '1.234', '1,5', '99999999999']) {
      assert.equal(whatIfOf(true, true, text), 'notNumber', text);
    }
    assert.equal(whatIfOf(true, true, ''), undefined);
    const asked = whatIfOf(true, true, ' 12.5 ');
    assert.equal(typeof asked === 'object' && asked.size.toString(), '12.5');
    assert.equal(readPageEvent({ type: 'whatIf', long: 1, buy: true, size: '1' }), undefined);
  });
});
