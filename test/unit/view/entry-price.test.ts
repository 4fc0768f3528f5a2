import assert from 'node:assert/strict';
import { positionsTable } from '../../../src/view/export-tables.ts';
import { aPosition } from '../../support/account-values.ts';
import { shownTexts } from '../../support/surfaces.ts';
import { anEvent, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, knownPositions } from '../../support/view.ts';

const context = aContext();
const event = anEvent();
const market = lakeGame({ events: [event] });
/** 19 of the short side, bought at 29.2¢ each; the average of all trades in the market is another price. */
const short = aPosition({
  marketSlug: market.slug,
  netPosition: d(-19),
  avgPx: usd('0.917'),
  baseCost: usd('5.548'),
  cost: usd('5.627'),
  cashValue: usd('8.74'),
});

function said(position: typeof short) {
  const markets = [{ ...market, events: [{ ...event, markets: [market] }] }];
  return shownTexts({ markets, positions: [position] }, context);
}

describe('price of entry', () => {
  it('is the same on every surface, in the terms of the side held; the reported average is in details only', () => {
    const texts = said(short);
    const places = new Set(texts.filter(({ text }) => text.includes('29.2')).map(({ where }) => where));
    assert.ok(places.size >= 4, [...places].join(', '));
    assert.deepEqual(
      texts.filter(({ where, text }) => !where.includes('details') && /\b(?:8\.3|70\.38)\b/.test(text)),
      [],
      'no complement of either',
    );
    // All details and copies have its raw digits, 0.917.
    const averages = texts.filter(({ text }) => text.includes('91.7')).map(({ where }) => where);
    assert.ok(averages.length > 0);
    assert.deepEqual(
      averages.filter((where) => !where.includes('tooltip')),
      [],
    );
  });

  it('says everywhere that fees are in it where only a cost with fees was sent', () => {
    const texts = said({ ...short, baseCost: undefined });
    const prices = texts.filter(({ where, text }) => /29\.62/.test(text) && !/details/.test(where));
    assert.ok(prices.length >= 4);
    const silent = prices.filter(({ text }) => !/fees in|Break-even|^29\.62¢$/.test(text));
    assert.deepEqual(silent, []);
  });

  it('stands in an exported file with whether fees are in it', () => {
    const names = { market: () => market, position: () => undefined };
    const row = (position: typeof short) => {
      const { columns, rows } = positionsTable(knownPositions([position], names.market), names, context);
      const at = (name: string) => String(rows[0]?.[columns.indexOf(name)]);
      return ['entry_price', 'entry_price_fees_in', 'break_even'].map((name) =>
        at(name).replace(/^(\d\.\d{4}).*/, '$1'),
      );
    };
    assert.deepEqual(row(short), ['0.292', 'false', '0.2961']);
    assert.deepEqual(row({ ...short, baseCost: undefined, fees: usd('0.08') }), ['0.2961', 'true', '0.2961']);
    assert.deepEqual(row({ ...short, baseCost: undefined, fees: undefined }), [
      '0.2961',
      'not known',
      '0.2961',
    ]);
  });
});
