import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Activity, activityTotals } from '../../../src/core/activity.ts';
import { Decimal } from '../../../src/core/decimal.ts';
import { totals } from '../../../src/core/figures.ts';
import { instantOf } from '../../../src/core/instant.ts';
import { type FileCell, type FileTable, plainCell } from '../../../src/core/table-file.ts';
import {
  activityTable,
  type ExportNames,
  ordersTable,
  positionsTable,
  priceHistoryTable,
} from '../../../src/view/export-tables.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { anOrder, aPosition, aTrade } from '../../support/account-values.ts';
import { at, lakeGame, raw } from '../../support/values.ts';
import { aContext, knownPositions } from '../../support/view.ts';

const context = aContext({ oddsFormat: 'american', hideAmounts: true });
const game = lakeGame();
const names: ExportNames = {
  market: (slug) => (slug === game.slug ? game : undefined),
  position: () => undefined,
};
const usd = (value: string | number) => ({ value: Decimal.of(String(value)), currency: 'USD' });

function cellsOf({ columns, rows }: FileTable): Readonly<Record<string, FileCell>>[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, plainCell(row[place])])));
}

function written(cell: FileCell): string {
  return String(cell);
}

describe('exported rows', () => {
  it('of orders have exact figures and the side as rows call it, whatever odds and hiding are set', () => {
    const order = anOrder({
      marketSlug: game.slug,
      intent: 'BUY_SHORT',
      price: usd('0.385'),
      quantity: Decimal.of('120.5'),
      leavesQuantity: Decimal.of('20.5'),
    });
    const [row] = cellsOf(ordersTable([order], names, context));
    assert.deepEqual(
      [row?.['action'], row?.['price_long'], row?.['contracts'], row?.['left'], row?.['currency']].map(
        (cell) => written(cell),
      ),
      ['buy', '0.385', '120.5', '20.5', 'USD'],
    );
    assert.notEqual(row?.['side'], 'short');
  });

  it('of positions count the side held, and say which of both it is', () => {
    const rows = ['5', '-120', '0'].map((net) => knownPosition(aPosition({ netPosition: Decimal.of(net) })));
    assert.deepEqual(
      cellsOf(positionsTable(rows, names, context)).map((row) => [
        row['long_or_short'],
        written(row['contracts']),
      ]),
      [
        ['long', '5'],
        ['short', '120'],
        [undefined, '0'],
      ],
    );
  });

  it('of a position of unknown quantity name no side', () => {
    const [row] = cellsOf(
      positionsTable([knownPosition(aPosition({ netPosition: undefined }))], names, context),
    );
    assert.deepEqual([row?.['side'], row?.['long_or_short'], row?.['contracts']], Array(3).fill(undefined));
  });

  it('have the columns docs/exports.md explains, in its order', () => {
    const [, ...parts] = readFileSync(new URL('../../../docs/exports.md', import.meta.url), 'utf8').split(
      '\n## ',
    );
    const explained = parts.map((part) =>
      part.split('\n').flatMap((line) => {
        const [, cell = ''] = /^\| (`.*?`) \|/.exec(line) ?? [];
        return [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name);
      }),
    );
    assert.deepEqual(
      explained,
      [
        positionsTable([], names, context),
        ordersTable([], names, context),
        activityTable([], names, context),
        priceHistoryTable([]),
      ].map(({ columns }) => columns),
    );
  });

  it('of positions say which are valued at an old price, and of when it is', () => {
    const known = (standing: 'fresh' | 'stale') =>
      knownPosition(
        aPosition({ netPosition: Decimal.of('5') }),
        undefined,
        {},
        { source: 'rest', at: 0, standing },
      );
    const rows = cellsOf(positionsTable([known('fresh'), known('stale')], names, context));
    assert.deepEqual(
      rows.map((row) => row['stale']),
      [false, true],
    );
    assert.deepEqual(rows[1]?.['as_of'], instantOf(0));
  });

  it('of a trade whose side nobody can tell leave it empty', () => {
    const [row] = cellsOf(
      activityTable([aTrade({ price: usd('0.4'), qty: Decimal.of('10') })], names, context),
    );
    assert.deepEqual([row?.['side'], row?.['action'], row?.['type']], [undefined, undefined, 'TRADE']);
    assert.equal(written(row?.['price_long']), '0.4');
  });

  it('of prices have a time in UTC and each side’s price', () => {
    const samples = [
      { ms: at('2026-11-20T20:00:00Z').ms, longPrice: Decimal.of('0.41'), shortPrice: undefined },
    ];
    assert.deepEqual(priceHistoryTable(samples).rows, [
      [instantOf(at('2026-11-20T20:00:00Z').ms), Decimal.of('0.41'), undefined],
    ]);
  });

  it('of activities add up to the totals of their groups', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 }).map((value) => usd((value / 100).toFixed(2)));
    const trade = fc
      .record({
        effectiveRealizedPnl: fc.option(cents, { nil: undefined }),
        fee: cents,
        state: fc.constantFrom('NEW', 'BUSTED'),
      })
      .map((own): Activity => aTrade({ ...own, price: usd('0.4'), marketSlug: game.slug }));
    const settlement = fc
      .record({ net: fc.integer({ min: -50, max: 50 }), cost: cents, side: fc.constantFrom('LONG', 'SHORT') })
      .map(({ net, cost, side }): Activity => {
        const beforePosition = aPosition({ netPosition: Decimal.of(String(net)), cost });
        const own = {
          afterPosition: undefined,
          tradeId: undefined,
          updateTime: undefined,
          market: undefined,
        };
        const resolution = { marketSlug: game.slug, beforePosition, side, ...own };
        return { kind: 'resolution', type: 'POSITION_RESOLUTION', key: 'R', time: undefined, resolution };
      });
    fc.assert(
      fc.property(fc.array(fc.oneof(trade, settlement), { minLength: 1 }), (activities) => {
        const rows = cellsOf(activityTable(activities, names, context));
        const [sum] = activityTotals(activities, names);
        for (const [column, total] of [
          ['realised_pnl', sum?.realised],
          ['fee', sum?.fees],
        ] as const)
          assert.equal(
            rows
              .reduce(
                (all, row) => all.plus((row[column] as Decimal | undefined) ?? Decimal.zero),
                Decimal.zero,
              )
              .toFixed(2),
            raw(total?.sum ?? Decimal.zero).toFixed(2),
          );
      }),
    );
  });

  it('of positions add up to the totals of the view', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 }).map((value) => usd((value / 100).toFixed(2)));
    const one = fc.record({ cost: cents, cashValue: cents, realized: cents });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1 }), (values) => {
        const positions = values.map((value) => aPosition({ ...value, netPosition: Decimal.of('5') }));
        const known = knownPositions(positions);
        const rows = cellsOf(positionsTable(known, names, context));
        const [sum] = totals(known);
        for (const [column, total] of [
          ['value', sum?.value],
          ['open_pnl', sum?.openPnl],
        ] as const)
          assert.equal(
            rows
              .reduce(
                (all, row) => all.plus((row[column] as Decimal | undefined) ?? Decimal.zero),
                Decimal.zero,
              )
              .toFixed(2),
            total && raw(total.sum).toFixed(2),
          );
      }),
    );
  });
});
