import assert from 'node:assert/strict';
import type { TradeActivity } from '../../../src/core/activity.ts';
import type { Digest } from '../../../src/core/happening.ts';
import { instantOf } from '../../../src/core/instant.ts';
import { awayRow, awayText } from '../../../src/view/away-text.ts';
import { anOrder, aTrade } from '../../support/account-values.ts';
import { anEvent, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, descriptionOf, NOW, read, tooltipText } from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const known = (slug: string) => (slug === market.slug ? market : undefined);
const time = instantOf(NOW - 3_600_000);
const own = anOrder({ intent: 'BUY_SHORT', side: 'SELL' });
const fill = (id: string, result: Partial<TradeActivity> = {}) =>
  aTrade({ id, price: usd('0.45'), qty: d('5'), createTime: time, ownOrder: own, ...result });
const cancelled = anOrder({
  price: usd('0.41'),
  quantity: d(100),
  cumQuantity: d(40),
  state: 'CANCELED',
  lastTransactTime: instantOf(NOW - 5_400_000),
});

function digest(overrides: Partial<Digest> = {}): Digest {
  return {
    fromMs: NOW - 7_200_000,
    toMs: NOW,
    activities: [fill('T1'), fill('T2', { effectiveRealizedPnl: usd('4.2') })],
    ended: [cancelled],
    complete: true,
    ...overrides,
  };
}

describe('words of an absence', () => {
  it('are one line: what happened, what it realised, how long it was', () => {
    assert.equal(
      read(awayRow(digest(), { market: known }, context)),
      'While you were away: 2 fills, 1 order cancelled, realised P&L ▲ $4.20 | 2 h',
    );
  });

  it('are spoken without signs, and say what choosing it does', () => {
    assert.equal(
      awayRow(digest(), { market: known }, context).accessibilityLabel,
      'While you were away: 2 fills, 1 order cancelled, realised P&L up $4.20, away for 2 h, choose to show it all',
    );
  });

  it('say when it is not all, in the row, its label and its tooltip', () => {
    const row = awayRow(digest({ complete: false }), { market: known }, context);
    assert.match(descriptionOf(row), /not complete/);
    assert.match(row.accessibilityLabel, /not everything could be read/);
    assert.match(tooltipText(row.tooltip()), /Not everything of that time/);
    const nothing = digest({ activities: [], ended: [], complete: false });
    assert.match(awayRow(nothing, { market: known }, context).label, /what happened could not be read/);
  });

  it('count a trade taken back apart', () => {
    const busted = aTrade({ id: 'T3', state: 'BUSTED' });
    const row = awayRow(digest({ activities: [fill('T1'), busted], ended: [] }), { market: known }, context);
    assert.equal(row.label, 'While you were away: 1 fill, 1 fill taken back');
  });

  it('leave out a result that is not known in full, or may have the wrong sign', () => {
    for (const result of [{ realizedPnl: usd('4.2') }, { effectiveRealizedPnl: undefined }])
      assert.doesNotMatch(
        awayRow(digest({ activities: [fill('T1', result)] }), { market: known }, context).label,
        /P&L/,
      );
  });

  it('list everything in full, with exact times and in the terms of each outcome', () => {
    assert.equal(
      awayText(digest(), { market: known }, 'DEMO', context),
      [
        'DEMO · While you were away: 2 fills, 1 order cancelled, realised P&L ▲ $4.20',
        'Nov 20, 2026, 18:00:00 UTC to Nov 20, 2026, 20:00:00 UTC',
        '',
        'Nov 20, 2026, 19:00:00 UTC  Bought 5 Herons 55¢ · Otters at Herons',
        'Nov 20, 2026, 19:00:00 UTC  Bought 5 Herons 55¢ · Otters at Herons · ▲$4.20 realised',
        'Nov 20, 2026, 18:30:00 UTC  Order cancelled: Buy Otters 41¢ · Otters at Herons',
        '',
      ].join('\n'),
    );
  });

  it('keep a long tooltip short', () => {
    const many = digest({ activities: Array.from({ length: 30 }, (_, at) => fill(`T${at}`)) });
    const lines = tooltipText(awayRow(many, { market: known }, context).tooltip()).split('\n');
    assert.ok(lines.length < 15, `${lines.length} lines`);
    assert.ok(lines.includes('… and 23 more'));
  });
});
