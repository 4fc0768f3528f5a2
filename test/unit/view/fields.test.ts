import assert from 'node:assert/strict';
import { allDetails, type Detail } from '../../../src/view/details.ts';
import { aTrade } from '../../support/account-values.ts';
import { d } from '../../support/values.ts';
import { aContext, read, tooltipText } from '../../support/view.ts';
import { ACCOUNT_FIELDS } from './field-table.ts';
import { MARKET_FIELDS } from './field-table-markets.ts';
import { deposit, market, order, position } from './marked-values.ts';

const context = aContext();

function inDetails(details: readonly Detail[], field: string, text: string): boolean {
  return details.some((detail) => detail.field === field && detail.value.includes(text));
}

describe('every field of the interface has a surface', () => {
  for (const { name, row, details, lines } of [...MARKET_FIELDS, ...ACCOUNT_FIELDS]) {
    describe(name, () => {
      const fold = allDetails(details, context);
      for (const [field, surface, text, path] of lines) {
        it(`${field}: ${surface}`, () => {
          if (surface === 'details') {
            assert.ok(
              inDetails(fold, path ?? field, text),
              `${path ?? field} = ${text}\n${JSON.stringify(fold)}`,
            );
          } else {
            assert.ok(row);
            const shown = surface === 'row' ? read(row) : tooltipText(row.tooltip());
            assert.ok(shown.includes(text), `${text} in ${shown}`);
          }
        });
      }
    });
  }

  it('and is in the fold as well: every marker of a row or tooltip is there in its own digits', () => {
    const fold = allDetails({ kind: 'market', value: market }, context);
    for (const field of [
      'question',
      'slug',
      'bestAsk',
      'ep3Status',
      'events[1].title',
      'events[1].markets',
    ]) {
      assert.ok(
        fold.some((detail) => detail.field === field),
        field,
      );
    }
  });
});

describe('the fold', () => {
  it('hides amounts of the account, not prices, nor anything of the market', () => {
    const hidden = aContext({ hideAmounts: true });
    const text = JSON.stringify([
      allDetails({ kind: 'order', value: order }, hidden),
      allDetails({ kind: 'position', value: position }, hidden),
      allDetails({ kind: 'activity', value: deposit }, hidden),
    ]);
    assert.doesNotMatch(text, /2002|1501|12\.34|23\.45|321\.12|6\.78/);
    assert.match(text, /0\.3131 USD/);
    const nested = allDetails({ kind: 'activity', value: aTrade({ qty: d('78.9'), market }) }, hidden);
    assert.ok(inDetails(nested, 'trade.market.volumeNum', '9393'));
    assert.ok(inDetails(nested, 'trade.qty', '•••'));
  });

  it('leaves out what was not sent and what only this side made up', () => {
    const fields = allDetails({ kind: 'activity', value: aTrade() }, context).map(({ field }) => field);
    assert.deepEqual(fields, ['type', 'trade.id', 'trade.marketSlug']);
  });
});
