import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import type { Services } from '../../../src/features/services.ts';
import type { RowSubject } from '../../../src/view/row.ts';
import * as editor from '../../support/editor/vscode.ts';
import { deposit, order, position } from '../view/seed-values.ts';

const { copyAsJson, copyLink, copyOfPage } = await import('../../../src/features/list-commands/copy.ts');

const SUBJECTS: readonly RowSubject[] = [
  { kind: 'order', id: order.id, marketSlug: order.marketSlug },
  { kind: 'orderMarket', marketSlug: order.marketSlug, slugs: [order.marketSlug] },
  { kind: 'position', marketSlug: position.marketSlug },
  { kind: 'activity', key: deposit.key, marketSlug: order.marketSlug },
] as readonly RowSubject[];

async function copiedBy(copy: () => Promise<void>): Promise<string> {
  let text = '';
  Object.assign(editor.env, {
    uriScheme: 'vscode',
    clipboard: {
      writeText: async (value: string) => {
        text = value;
      },
    },
  });
  Object.assign(editor.window, { setStatusBarMessage: () => {} });
  await copy();
  return text;
}

function copied(subject: RowSubject, hideAmounts: boolean): Promise<string> {
  const services = {
    config: { get: () => hideAmounts },
    orders: { get: () => order, inMarket: () => [order] },
    positions: { get: () => position },
    activity: { get: () => deposit },
  } as unknown as Services;
  return copiedBy(() => copyAsJson(services, { view: 'orders', subject }));
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

describe('Copy', () => {
  it('of a link opens the market, and of a page is the text of what its menu was opened on', async () => {
    const services = {} as Services;
    const link = 'vscode://prediction-markets.prediction-markets/openMarket?slug=otters-cup';
    assert.equal(await copiedBy(() => copyLink(services, 'otters-cup')), link);
    const event = { kind: 'event', key: 'otters-herons', slugs: [] } as const;
    assert.equal(
      await copiedBy(() => copyLink(services, { view: 'events', subject: event })),
      'vscode://prediction-markets.prediction-markets/openEvent?slug=otters-herons',
    );
    const given = { webview: 'predictionMarkets.market', cell: '43¢', row: 'a\tb', table: 7 };
    assert.equal(await copiedBy(() => copyOfPage(given, 'cell')), '43¢');
    assert.equal(await copiedBy(() => copyOfPage(given, 'row')), 'a\tb');
    for (const nothing of [given, undefined])
      assert.equal(await copiedBy(() => copyOfPage(nothing, 'table')), '');
  });
});
