import assert from 'node:assert/strict';
import type { Happening } from '../../../src/core/happening.ts';
import { newsCounts, newsSentence } from '../../../src/view/news-text.ts';
import { anOrder, aPosition, someMetadata } from '../../support/account-values.ts';
import { anEvent, d, lakeGame, usd } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const no = anOrder({ intent: 'BUY_SHORT', side: 'SELL', price: usd('0.45'), quantity: d(10) });
const { marketSlug } = no;

function traded(
  kind: 'fill' | 'busted',
  own: Partial<Happening & { readonly kind: 'fill' }> = {},
): Happening {
  return { marketSlug, order: no, quantity: d('5'), price: usd('0.45'), ...own, kind };
}

describe('words of what happened', () => {
  it('tells a fill in the terms of the outcome it was about, with its market', () => {
    assert.equal(newsSentence(traded('fill'), market, context), 'Bought 5 Herons 55¢ · Otters at Herons');
    const sale = { order: anOrder({ intent: 'SELL_LONG', side: 'SELL' }) };
    assert.match(newsSentence(traded('fill', sale), market, context), /^Sold 5 Otters 45¢/);
  });

  it('leaves out a price it does not know, and a direction the service does not say', () => {
    assert.match(newsSentence(traded('fill', { price: undefined }), market, context), /^Bought 5 Herons ·/);
    const dumb = { order: anOrder({ side: undefined }) };
    assert.match(newsSentence(traded('fill', dumb), market, context), /^Traded 5 Otters 45¢/);
  });

  it('says that a fill was taken back, an order refused, cancelled or expired, and why', () => {
    assert.match(
      newsSentence(traded('busted'), market, context),
      /^Taken back by the exchange: Bought 5 Herons/,
    );
    const ended = (state: 'CANCELED' | 'EXPIRED' | 'REJECTED'): Happening => ({
      kind: 'ended',
      marketSlug,
      order: { ...no, state },
      reason: 'market closed',
    });
    assert.equal(
      newsSentence(ended('CANCELED'), market, context),
      'Order cancelled: Buy Herons 55¢ · Otters at Herons · market closed',
    );
    assert.match(newsSentence(ended('EXPIRED'), market, context), /^Order expired: /);
    assert.match(newsSentence(ended('REJECTED'), market, context), /^Order rejected: Buy Herons 55¢ · /);
  });

  it('counts nothing while amounts are hidden, one as little as many', () => {
    const hidden = aContext({ hideAmounts: true });
    const counts = (count: number) =>
      newsCounts(
        Array.from({ length: count }, () => traded('fill')),
        hidden,
      );
    assert.deepEqual([counts(1), counts(24)], ['••• fills', '••• fills']);
    assert.equal(newsCounts([traded('fill'), traded('busted')], context), '1 fill, 1 fill taken back');
  });

  it('names a market nobody has read by what the order or position says of it, with its slug', () => {
    const marketMetadata = someMetadata({ title: 'Otters at Herons', outcome: 'Herons' });
    const named = { order: { ...no, marketMetadata } };
    assert.equal(
      newsSentence(traded('fill', named), undefined, context),
      'Bought 5 Herons 55¢ · Otters at Herons (aec-nba-otters-herons-2026-11-20)',
    );
    const position = aPosition({ marketMetadata, realized: usd('4.2') });
    assert.equal(
      newsSentence({ kind: 'settled', marketSlug, before: undefined, position }, undefined, context),
      'Settled: Otters at Herons (aec-nba-otters-herons-2026-11-20) · realised ▲ $4.20 as reported',
    );
    const bare = aPosition({ marketSlug: 'some-thing', marketMetadata: undefined, realized: undefined });
    assert.equal(
      newsSentence(
        { kind: 'settled', marketSlug: 'some-thing', before: undefined, position: bare },
        undefined,
        context,
      ),
      'Settled: Some thing',
    );
  });

  it('counts in the singular and the plural, and leaves out what does not occur', () => {
    const settled: Happening = { kind: 'settled', marketSlug, before: undefined, position: aPosition() };
    assert.equal(newsCounts([traded('fill'), settled], context), '1 fill, 1 settlement');
    const ended: Happening = {
      kind: 'ended',
      marketSlug,
      order: { ...no, state: 'EXPIRED' },
      reason: undefined,
    };
    assert.equal(
      newsCounts([traded('fill'), traded('fill'), traded('busted'), ended, ended], context),
      '2 fills, 1 fill taken back, 2 orders expired',
    );
    assert.equal(newsCounts([], context), '');
  });
});
