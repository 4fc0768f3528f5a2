import type { PositionResolution } from '../../core/activity.ts';
import { Decimal } from '../../core/decimal.ts';
import { isLong, ownAveragePrice, settlementPays } from '../../core/figures.ts';
import type { Market } from '../../core/market.ts';
import { type Money, money } from '../../core/money.ts';
import type { Position } from '../../core/position.ts';
import type { Outcome } from '../../core/pricing.ts';
import { sidePays } from '../../core/pricing.ts';
import { ABSENT } from '../format.ts';
import { sideName } from '../names.ts';
import type { Cell, Row, Table } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import { signed } from './account.ts';
import type { PanelInput } from './input.ts';
import { cell, columns } from './pieces.ts';
import { knownCurrency, paidText } from './verdict.ts';

/** What each side paid for one contract. */
export function paidTable(input: PanelInput, market: Market, outcome: Outcome, context: ViewContext): Table {
  const { t } = context;
  const result = (long: boolean): string => {
    if (outcome.winner === 'void') return t('void');
    return (outcome.winner === 'long') === long ? t('won') : t('lost');
  };
  return {
    caption: t('What each side paid'),
    columns: columns(t('Side'), [t('Result')], t('Paid per contract')),
    rows: [true, false].map((long) =>
      row(long ? 'long' : 'short', [
        cell(sideName(market, long, context)),
        cell(result(long)),
        cell(paidText(input, market, sidePays(outcome, long), context)),
      ]),
    ),
    note: undefined,
  };
}

/** The position before and after, as the account's activity has it, and what it came to. */
export function resolvedTable(
  input: PanelInput,
  market: Market,
  resolution: PositionResolution,
  outcome: Outcome | undefined,
  context: ViewContext,
): Table {
  const { t, format } = context;
  const { beforePosition: before, afterPosition: after } = resolution;
  const currency = knownCurrency(input, market);
  const held = before?.netPosition;
  const paid =
    held === undefined || outcome === undefined
      ? undefined
      : money(settlementPays(held, outcome.longPays), before?.cost?.currency ?? currency);
  const result = paid && before?.cost && minus(paid, before.cost);
  const name = sideName(market, before === undefined || isLong(before), context);
  const both = (show: (position: Position | undefined) => Cell): Cell[] => [show(before), show(after)];
  const reported = t('As reported by the service, fees excluded');
  const nothing = cell(format.money(undefined));
  return {
    caption: t('Your position before and after the settlement'),
    columns: columns(t('Figure'), t('Before'), t('After')),
    rows: served([
      row('contracts', [
        cell(t('{0} contracts', name)),
        ...both((position) => cell(format.contracts(position?.netPosition?.abs()))),
      ]),
      row('average', [
        cell(t('Average price')),
        ...both((position) =>
          cell(
            format.price(
              position?.netPosition?.isZero === false ? ownAveragePrice(position)?.value : undefined,
            ),
          ),
        ),
      ]),
      row('cost', [
        cell(t('Cost, fees included')),
        ...both((position) => cell(format.money(position?.cost))),
      ]),
      row('paid', [
        cell(t('Paid out'), 'plain', { hint: t('Contracts × what the side paid') }),
        nothing,
        cell(format.money(paid)),
      ]),
      row('fees', [cell(t('Fees')), ...both((position) => cell(format.money(position?.fees)))]),
      row('realised', [
        cell(t('Realised, as reported'), 'plain', { hint: reported }),
        ...both((position) => signed(position?.realized, context, reported)),
      ]),
      row('result', [
        cell(t('Result, after fees'), 'plain', { hint: t('Paid out − cost before') }),
        nothing,
        signed(result, context),
      ]),
    ]),
    note: undefined,
  };
}

/** What the position held now pays in either case, while nothing is settled. */
export function pendingTable(
  input: PanelInput,
  market: Market,
  position: Position,
  context: ViewContext,
): Table | undefined {
  const { t, format } = context;
  const held = position.netPosition;
  if (held === undefined || held.isZero) return undefined;
  const currency = position.cost?.currency ?? knownCurrency(input, market);
  const pays = (longPays: Decimal): Cell[] => {
    const amount = money(settlementPays(held, longPays), currency);
    return [cell(format.money(amount)), signed(position.cost && minus(amount, position.cost), context)];
  };
  const name = (long: boolean): string => sideName(market, long, context);
  return {
    caption: t('What your position pays'),
    columns: columns(
      t('{0} × {1}', format.contracts(held.abs()), name(isLong(position))),
      t('Pays'),
      t('Result after cost'),
    ),
    rows: [
      row('long', [cell(t('If it is {0}', name(true))), ...pays(Decimal.one)]),
      row('short', [cell(t('If it is {0}', name(false))), ...pays(Decimal.zero)]),
    ],
    note: undefined,
  };
}

function row(key: string, cells: readonly Cell[]): Row {
  return { key, cells, button: undefined };
}

/** Rows with a figure; what the service gives no source for is left out. */
function served(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ cells }) => cells.slice(1).some(({ text }) => text !== ABSENT));
}

/** `undefined` for two named currencies that differ: they are never mixed. */
function minus(a: Money, b: Money): Money | undefined {
  if (a.currency !== b.currency && a.currency !== '' && b.currency !== '') return undefined;
  return money(a.value.minus(b.value), a.currency || b.currency);
}
