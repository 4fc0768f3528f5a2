import assert from 'node:assert/strict';
import type { Position } from '../../../src/core/position.ts';
import { positionsSummary, positionsTree } from '../../../src/view/positions-tree.ts';
import { joined } from '../../../src/view/row.ts';
import { aPosition, someMetadata } from '../../support/account-values.ts';
import { anEvent, at, d, lakeGame, usd } from '../../support/values.ts';
import {
  aContext,
  descriptionOf,
  everyRow,
  knownPositions,
  outline,
  read,
  tooltipText,
} from '../../support/view.ts';

const context = aContext();
const market = lakeGame({ events: [anEvent()] });
const long = aPosition({
  netPosition: d(200),
  avgPx: usd('0.917'),
  cost: usd('82.00'),
  baseCost: usd('82.00'),
  realized: usd('2.50'),
});
const short = aPosition({
  marketSlug: 'other',
  netPosition: d(-100),
  qtyBought: d(0),
  qtySold: d(100),
  avgPx: usd('0.55'),
  cost: usd('55.00'),
  baseCost: usd('55.00'),
});
const expired = aPosition({
  marketSlug: 'aec-mlb-pikes-perches-2026-11-19',
  expired: true,
  netPosition: d(0),
  avgPx: usd('0.61'),
  realized: usd('45.09'),
  marketMetadata: someMetadata({ title: 'Pikes at Perches', outcome: 'Pikes' }),
});
const lookup = (slug: string) => (slug === market.slug || slug === 'other' ? { ...market, slug } : undefined);

describe('positions view', () => {
  it('reads as drawn: by event, then what is settled', () => {
    const tree = knownPositions([long, expired], lookup);
    assert.deepEqual(outline(positionsTree(tree, context)), [
      '▲$4.00 Otters ×200 | 41→43¢ · pays $200.00 if they win · Otters at Herons',
      'Settled | 1 · ▲$45.09',
      '  Pikes | aec…2026-11-19 · settled · realised ▲$45.09 · Pikes at Perches',
    ]);
    assert.equal(joined(positionsSummary(tree, context)), '$86.00 · ▲$4.00');
  });

  it('folds what is small into one row, which says the rule; not while amounts are hidden, nor one alone', () => {
    const dust = (marketSlug: string, cost: string, value: string) =>
      aPosition({ marketSlug, netPosition: d(3), cost: usd(cost), cashValue: usd(value) });
    const all = [
      dust('one', '0.40', '0.55'),
      long,
      dust('two', '0.90', '0.10'),
      dust('dear', '1.00', '0.10'),
    ];
    const tree = positionsTree(knownPositions(all, lookup), context);
    assert.deepEqual(tree.map(read), [
      '▲$4.00 Otters ×200 | 41→43¢ · pays $200.00 if they win · Otters at Herons',
      '▼$0.90 Yes ×3 | dear · 33.33¢→–, fees in · price not known · pays $3.00 · Dear',
      'Small | 2 · ▼$0.65 · value and cost below $1.00 each',
    ]);
    assert.equal(tree[2]?.children?.().length, 2);
    assert.match(tooltipText(tree[2]?.tooltip() ?? []), /Positions: 2\nValue: \$0\.65\nOpen P&L: ▼ \$0\.65/);
    const labels = (positions: readonly Position[], hideAmounts = false) =>
      positionsTree(knownPositions(positions, lookup), aContext({ hideAmounts })).map(({ label }) => label);
    assert.equal(labels(all, true).includes('Small'), false, 'it would say how much they are worth');
    assert.equal(labels(all.slice(0, 2)).includes('Small'), false);
  });

  it('says of an event that awaits its settlement so before how many there are', () => {
    const ended = anEvent({ ended: true, live: false, finishedTimestamp: at('2026-11-20T12:04:00Z') });
    const over = { ...market, status: 'RESOLVING' as const, events: [ended] };
    const tree = positionsTree(
      knownPositions([long, short], (slug) => ({ ...over, slug })),
      context,
    );
    assert.match(descriptionOf(tree[0]), /^ended 12:04 · .*2 positions$/);
  });

  it('opens the event of a group', () => {
    const [group] = positionsTree(knownPositions([long, short], lookup), context);
    assert.deepEqual(group?.command, { id: 'openEvent', args: [anEvent().slug] });
    assert.equal(group?.children?.().length, 2);
  });

  it('does not call settled what is held in a market that is not resolved yet', () => {
    const row = (status: 'RESOLVING' | 'RESOLVED', quantity: number) => {
      const held = {
        ...expired,
        marketSlug: market.slug,
        netPosition: d(quantity),
        baseCost: usd('73.20'),
        realized: usd('3'),
      };
      const rows = positionsTree(
        knownPositions([held], () => ({ ...market, status })),
        context,
      );
      return everyRow(rows).at(-1);
    };
    assert.equal(
      descriptionOf(row('RESOLVING', 120)),
      '61¢→– · awaiting settlement · pays $120.00 if they win · Otters at Herons',
    );
    assert.equal(descriptionOf(row('RESOLVED', 120)), 'settled · result not known · Otters at Herons');
    assert.equal(descriptionOf(row('RESOLVING', 0)), 'settled · realised ▲$3.00 · Otters at Herons');
    assert.equal(row('RESOLVED', 0)?.label, 'Otters', 'nothing is held, at no price');
  });

  it('shows a short position in the terms of the outcome held', () => {
    const [row] = [...positionsTree(knownPositions([short], lookup), context)];
    assert.equal(row?.label, '▲$1.00 Herons ×100');
    assert.equal(descriptionOf(row), '55→56¢ · pays $100.00 if they win · Otters at Herons');
    const text = tooltipText(row?.tooltip() ?? []);
    assert.match(text, /Value: \$56\.00 \(contracts × \(1 − best offer 44¢\)\)/);
    assert.match(text, /Pays if Herons wins: \$100\.00 \(1 for each contract\)/);
    assert.match(text, /Entry price: 55¢ \(cost without fees ÷ contracts\)/);
    assert.match(text, /Average price: 55¢ \(as reported, of all trades here\)/);
    assert.match(text, /Held: 100, short side\nBought: 100\nSold: 0\n/);
  });

  it('puts positions of one event under what they come to together', () => {
    const tree = knownPositions([long, { ...short, marketSlug: 'other' }], lookup);
    const [group] = positionsTree(tree, context);
    assert.equal(group && read(group), '▲$5.00 Otters at Herons | 2 positions');
    const text = tooltipText(group?.tooltip() ?? []);
    assert.match(text, /Open P&L: ▲ \$5\.00 \(sum of value − cost of all held\)/);
  });

  it('shows 6.78 contracts as 6.78, and says so when only whole ones were sent', () => {
    const lot = aPosition({ netPosition: d('6.7800'), cashValue: usd('0.95'), cost: usd('0.9976') });
    const row = positionsTree(knownPositions([lot], lookup), context)[0];
    assert.equal(
      row && read(row),
      '▼$0.05 Otters ×6.78 | 14.71→43¢, fees in · pays $6.78 if they win · Otters at Herons',
      'of a cost with fees, where no other is sent',
    );
    const rounded = positionsTree(knownPositions([{ ...lot, rounded: true }]), context)[0];
    assert.match(tooltipText(rounded?.tooltip() ?? []), /may be rounded/);
  });

  it('has no price of entry where the cost is negative', () => {
    const repaid = aPosition({ netPosition: d(50), cost: usd('-5'), cashValue: usd('20') });
    const row = positionsTree(knownPositions([repaid], lookup), context)[0];
    assert.equal(row && read(row), '– Otters ×50 | –→43¢ · pays $50.00 if they win · Otters at Herons');
    assert.doesNotMatch(tooltipText(row?.tooltip() ?? []), /Break-even/);
  });

  it('counts what ended until it is paid out: in the sums, as awaiting, beside the title and in its group', () => {
    const ended = {
      ...short,
      marketSlug: 'other',
      expired: true,
      cashValue: usd('139.00'),
      qtyAvailable: d(-100),
    };
    const known = knownPositions([long, ended], lookup);
    assert.equal(joined(positionsSummary(known, context)), '$225 · ▲$88.00 · $139 awaiting settlement');
    const [group] = positionsTree(known, context);
    assert.equal(group && read(group), '▲$88.00 Otters at Herons | 2 positions');
    assert.match(tooltipText(group?.tooltip() ?? []), /Awaiting settlement: \$139\.00/);
    const [, row] = group?.children?.() ?? [];
    assert.equal(row?.icon?.id, 'watch');
    const text = tooltipText(row?.tooltip() ?? []);
    assert.match(text, /Free to trade: 100\n/, 'the side is said once');
    assert.match(text, /Pays if Herons wins: \$100\.00/);
    const gone = knownPositions([{ ...ended, cashValue: usd('139.00') }]);
    assert.match(descriptionOf(positionsTree(gone, context)[0]), /→– · awaiting settlement/);
  });

  it('says once and first, beside the title, what both sums lack', () => {
    const unpriced = aPosition({ marketSlug: 'dark', netPosition: d(5), cost: usd('2.00') });
    const priced = aPosition({
      marketSlug: 'lit',
      netPosition: d(5),
      cost: usd('2.00'),
      cashValue: usd('3.50'),
    });
    const summary = joined(
      positionsSummary(
        knownPositions([priced, unpriced, { ...unpriced, marketSlug: 'dim' }], () => undefined),
        context,
      ),
    );
    assert.equal(summary, '2 without a bid · $3.50 · ▲$1.50');
  });

  it('has the figure of a group before its name, and what it lacks as the first of the words beside it', () => {
    const unpriced = { ...short, cost: undefined };
    const [group] = positionsTree(knownPositions([long, unpriced], lookup), context);
    assert.match(
      group ? read(group) : '',
      /^▲\$4\.00 Otters at Herons \| 1 without a cost or bid · 2 positions/,
    );
  });

  it('tells a flat position by what it brought', () => {
    const flat = aPosition({ netPosition: d(0), realized: usd('-3') });
    const row = positionsTree(knownPositions([flat], lookup), context)[0];
    assert.equal(descriptionOf(row), 'closed out · realised ▼$3.00 · Otters at Herons');
  });

  it('says in every tooltip how a figure was worked out', () => {
    const rows = positionsTree(knownPositions([long, expired], lookup), context);
    const tooltips = rows.map((row) => tooltipText(row.tooltip()));
    assert.match(tooltips[0] ?? '', /Open P&L: ▲ \$4\.00 \(value − cost\)/);
    assert.match(tooltips[1] ?? '', /Realised P&L: ▲ \$45\.09 \(sum as reported, without fees\)/);
  });

  it('says gains and losses in words to a screen reader', () => {
    const row = positionsTree(knownPositions([long], lookup), context)[0];
    assert.equal(
      row?.accessibilityLabel,
      'Otters 200 @ 41¢, Otters at Herons, now 43¢, $86.00, open P&L up $4.00',
    );
  });
});
