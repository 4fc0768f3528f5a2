import assert from 'node:assert/strict';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { whatIfOf } from '../../../src/view/panels/market/what-if.ts';
import { readPageEvent } from '../../../src/view/panels/protocol.ts';
import { book, contextWith, read, scene } from './scene.ts';

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
      /^Takes 3 levels, costs \$463\.33; \+\$536\.67 if the outcome is Gulls\. Best left: 46¢ × 660/,
    );
    assert.deepEqual(
      model?.taken.map(({ key, words }) => `${key}: ${words}`),
      ['offer 0.44: what-if takes 320', 'offer 0.45: what-if takes 510', 'offer 0.46: what-if takes 170'],
    );
  });

  it('counts own orders while amounts are hidden, so that it gives none of them away, and says so', () => {
    const input = scene({ whatIf: whatIfOf(true, true, '1000') });
    const { content } = marketSnapshot(input, contextWith({ hideAmounts: true }));
    assert.match(content?.whatIf?.sentence ?? '', /Your own orders are counted/);
    assert.equal(content?.whatIf?.taken[1]?.words, 'what-if takes 610');
  });

  it('says that the book has less than that', () => {
    assert.match(shown(false, true, '99999')?.sentence ?? '', /The book has .* fewer than that/);
  });

  it('promises no payout of a sale, and gains nothing on it', () => {
    const model = shown(true, false, '100');
    assert.ok(!model?.pairs.some(({ name }) => name.startsWith('Pays')));
    assert.match(model?.sentence ?? '', /^Takes 1 level, brings \$41\.53\./);
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
    for (const text of ['', '0', '-1', '1e9', 'many', '1.234', '99999999999']) {
      assert.equal(whatIfOf(true, true, text), undefined, text);
    }
    assert.equal(whatIfOf(true, true, ' 12.5 ')?.size.toString(), '12.5');
    assert.equal(readPageEvent({ type: 'whatIf', long: 1, buy: true, size: '1' }), undefined);
  });
});
