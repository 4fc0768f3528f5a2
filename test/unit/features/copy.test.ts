import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import type { Services } from '../../../src/features/services.ts';
import type { RowSubject } from '../../../src/view/row.ts';
import * as editor from '../../support/editor/vscode.ts';
import { deposit, order, position } from '../view/seed-values.ts';

const { copyAsJson } = await import('../../../src/features/lists/copy.ts');

const SUBJECTS: readonly RowSubject[] = [
  { kind: 'order', id: order.id, marketSlug: order.marketSlug },
  { kind: 'orderMarket', marketSlug: order.marketSlug, slugs: [order.marketSlug] },
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
