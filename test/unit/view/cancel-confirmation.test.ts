import assert from 'node:assert/strict';
import type { ComboLeg } from '../../../src/core/combo.ts';
import type { Market } from '../../../src/core/market.ts';
import { cancelConfirmation } from '../../../src/view/cancel-text.ts';
import { anOrder, someMetadata } from '../../support/account-values.ts';
import { aMarket, anEvent, aSide, d, lakeGame, usd } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const buyNo = anOrder({
  id: 'B',
  intent: 'BUY_SHORT',
  side: 'SELL',
  price: usd('0.45'),
  quantity: d(100),
  leavesQuantity: d(60),
});
const sell = anOrder({
  id: 'A',
  intent: 'SELL_LONG',
  side: 'SELL',
  price: usd('0.46'),
  quantity: d(5),
  leavesQuantity: d(5),
});

describe('confirming a cancel', () => {
  it('says exactly what goes, in both languages, with what is left', () => {
    assert.deepEqual(
      cancelConfirmation([buyNo], () => market, context),
      {
        message: 'Cancel this order?',
        detail:
          'Buy Herons 55¢ (45¢ Otters), 60 left of 100, Otters at Herons\nStands among the offers of Otters at 45¢.',
        button: 'Cancel Order',
      },
    );
  });

  it('says that this is the second cancellation', () => {
    const one = cancelConfirmation([sell], () => market, context, 1);
    assert.equal(one.button, 'Send Second Cancellation');
    assert.match(
      one.detail,
      /\nA cancellation was already sent and its result is unknown\. This sends a second one\.$/,
    );
    const both = cancelConfirmation([buyNo, sell], () => market, context, 1);
    assert.equal(both.button, 'Cancel 2 Orders');
    assert.match(both.detail, /For 1 of them a cancellation was already sent and its result is unknown/);
  });

  it('lists every order of several', () => {
    const { message, detail, button } = cancelConfirmation([buyNo, sell], () => market, context);
    assert.equal(message, 'Cancel these 2 orders?');
    assert.equal(button, 'Cancel 2 Orders');
    assert.deepEqual(detail.split('\n'), [
      '• Buy Herons 55¢ (45¢ Otters), 60 left of 100, Otters at Herons',
      '• Sell Otters 46¢, 5 left of 5, Otters at Herons',
    ]);
  });
});

describe('confirming a cancel of any kind of market', () => {
  const game = anEvent();
  const sides = (long: string, short: string) => [
    aSide(true, { description: long }),
    aSide(false, { description: short }),
  ];
  const asked = aMarket({
    question: 'How many points will the Otters and the Herons score?',
    sportsMarketTypeV2: 'TOTAL',
    line: d('149.5'),
    sides: sides('Over', 'Under'),
  });
  const total = { ...asked, events: [game] };
  const leg = { title: 'Larks at Rooks', outcome: 'Over 45.5' } as ComboLeg;
  const KINDS: readonly (readonly [kind: string, market: Market | undefined, line: string])[] = [
    [
      'spread',
      lakeGame({ events: [game], sportsMarketTypeV2: 'SPREAD', line: d('-2.5') }),
      'Buy Herons +2.5 55¢ (45¢ Otters −2.5), 60 left of 100, Otters at Herons',
    ],
    ['total', total, 'Buy Under 149.5 55¢ (45¢ Over 149.5), 60 left of 100, Otters at Herons'],
    [
      'total without an event',
      asked,
      'Buy Under 149.5 55¢ (45¢ Over 149.5), 60 left of 100, How many points will the Otters and the Herons score?',
    ],
    [
      'total of a team',
      { ...total, line: d('70.5'), sides: sides('Kites Over 70.5', 'Kites Under 70.5'), subject: 'Kites' },
      'Buy Kites Under 70.5 55¢ (45¢ Kites Over 70.5), 60 left of 100, Otters at Herons',
    ],
    [
      'prop',
      aMarket({
        events: [game],
        sportsMarketTypeV2: 'PROP',
        title: 'Pike Marsh: Points',
        line: d('20.5'),
        sides: sides('Over', 'Under'),
      }),
      'Buy Pike Marsh: Points: Under 20.5 55¢ (45¢ Pike Marsh: Points: Over 20.5), 60 left of 100, Otters at Herons',
    ],
    [
      'future',
      aMarket({
        events: [{ ...game, title: 'Lake Cup champion?' }],
        sportsMarketTypeV2: 'FUTURE',
        title: 'Otters',
        sides: sides('Yes', 'No'),
      }),
      'Buy No on Otters 55¢ (45¢ Yes on Otters), 60 left of 100, Lake Cup champion?',
    ],
  ];
  for (const [kind, market, line] of KINDS)
    it(`names the side of the order and no other one beside it: ${kind}`, () => {
      const [said] = cancelConfirmation([buyNo], () => market, context).detail.split('\n');
      assert.equal(said, line);
    });

  it('names the legs of a combo, and where it stands by their number', () => {
    const order = { ...buyNo, marketMetadata: someMetadata({ comboLegs: [leg, leg] }) };
    const known = aMarket({ title: 'Combo', sportsMarketTypeV2: 'COMBO', sides: sides('Yes', 'No') });
    for (const market of [undefined, known]) {
      const { detail } = cancelConfirmation([order], () => market, context);
      assert.match(detail, /^Buy No Larks at Rooks: Over 45\.5 \+ .*, 60 left of 100, Combo of 2 \(.*\)$/m);
      assert.equal(detail.split(order.marketSlug).length, 2, 'its slug once');
    }
  });
});

describe('confirming a cancel of more orders than a dialog has room for', () => {
  it('lists up to ten, of more the first nine and how many more there are', () => {
    const lines = (count: number) =>
      cancelConfirmation(Array(count).fill(sell), () => undefined, context).detail.split('\n');
    assert.equal(lines(10).length, 10);
    assert.doesNotMatch(lines(10).join(), /more orders/);
    assert.deepEqual([lines(16).length, lines(16)[9]], [10, 'and 7 more orders']);
  });
});
