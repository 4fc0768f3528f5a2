import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import type { Services } from '../../../src/features/services.ts';
import type { RowSubject } from '../../../src/view/row.ts';
import * as editor from '../../support/editor/vscode.ts';
import { aContext } from '../../support/view.ts';
import { market } from '../store/values.ts';
import { deposit, order, position } from '../view/seed-values.ts';

const { copyAsJson } = await import('../../../src/features/lists/copy.ts');
const { marketItem } = await import('../../../src/features/ask-market.ts');

const SUBJECTS: readonly RowSubject[] = [
  { kind: 'order', id: order.id, marketSlug: order.marketSlug },
  { kind: 'orderMarket', marketSlug: order.marketSlug },
  { kind: 'position', marketSlug: position.marketSlug },
  { kind: 'activity', key: deposit.key, marketSlug: order.marketSlug },
] as readonly RowSubject[];

async function copied(subject: RowSubject, hideAmounts: boolean): Promise<string> {
  let text = '';
  Object.assign(editor.env, {
    clipboard: {
      writeText: async (value: string) => {
        text = value;
      },
    },
  });
  Object.assign(editor.window, { setStatusBarMessage: () => {} });
  const services = {
    config: { get: () => hideAmounts },
    orders: { get: () => order, inMarket: () => [order] },
    positions: { get: () => position },
    activity: { get: () => deposit },
  } as unknown as Services;
  await copyAsJson(services, { view: 'orders', subject });
  return text;
}

/** The digits of every amount in a value; prices per contract are public. */
function* ownFigures(value: unknown): Iterable<string> {
  if (value instanceof Decimal) yield value.toString();
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'price' && key !== 'avgPx') yield* ownFigures(inner);
    }
  }
}

describe('Copy as JSON', () => {
  for (const subject of SUBJECTS) {
    it(`of ${subject.kind} hides amounts while they are hidden`, async () => {
      const shown = await copied(subject, false);
      const hidden = await copied(subject, true);
      assert.match(hidden, /•••/);
      if (subject.kind === 'order') {
        assert.match(shown, /"quantity": "200"/);
        for (const text of [shown, hidden]) assert.ok(text.includes(`"${order.price?.value.toString()}"`));
        assert.ok(hidden.includes(order.id));
      }
      const own = [...ownFigures({ order, position, deposit })].filter((digits) =>
        shown.includes(`"${digits}`),
      );
      assert.ok(own.length > 0);
      for (const digits of own) assert.ok(!hidden.includes(`"${digits}`), digits);
    });
  }
});

describe('a market to choose from a list', () => {
  it('says how old its price is unless that is fresh', () => {
    const context = aContext();
    const described = (standing: 'fresh' | 'stale' | 'cut') => {
      const services = {
        view: () => context,
        eventOf: () => undefined,
        marketViews: { of: () => ({ readAt: 0, freshness: { source: 'rest', at: 0, standing } }) },
      } as unknown as Services;
      return marketItem(services, market('m', { status: 'OPEN' })).description;
    };
    assert.doesNotMatch(described('fresh') ?? '', /as of/);
    assert.match(described('stale') ?? '', /as of/);
    assert.match(described('cut') ?? '', /as of/);
  });
});
