import { marketFor, outcomeFor, type PositionResolution } from '../../../core/activity.ts';
import { isLong, winPays } from '../../../core/figures.ts';
import { isOver } from '../../../core/lifecycle.ts';
import type { Market } from '../../../core/market.ts';
import { ownMoney } from '../../../core/own.ts';
import { addsUp } from '../../../core/own-settlement.ts';
import type { Position } from '../../../core/position.ts';
import type { Outcome } from '../../../core/pricing.ts';
import { eventWhen } from '../../event-figures.ts';
import { inFull, namedEvent, namedMarket, outcomeName } from '../../order-text.ts';
import { outcomeSentence, ownResult, resultSource } from '../../own-result.ts';
import { isSettled, type KnownPosition } from '../../position-text.ts';
import { eachPaid, resultOf, stateOf } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { capital, lifecycleWord } from '../../states.ts';
import { button, cell, columns, note } from '../parts.ts';
import type { Cell, Section, Table, TableRow } from '../protocol.ts';
import { knownMarkets, type PortfolioInput } from './input.ts';

/** What ended, for the account: markets that have not paid yet or still hold orders, then what was paid, newest first. */
export function settlementsSection(
  input: PortfolioInput,
  all: readonly KnownPosition[],
  context: ViewContext,
): Section<Table> {
  const { t } = context;
  const resting = (input.orders.value ?? []).filter(({ marketSlug }) => isEnded(marketSlug, input));
  const waiting = all.filter(
    (known) =>
      known.position.netPosition?.isZero === false &&
      !isSettled(known) &&
      (known.position.expired === true || isEnded(known.position.marketSlug, input)),
  );
  const waits = new Set(waiting.map(({ position }) => position.marketSlug));
  const slugs = new Set([...waits, ...resting.map(({ marketSlug }) => marketSlug)]);
  const settled = settlements(input, all);
  const rows = [
    ...[...slugs].map((slug) => {
      const position = waiting.find((known) => known.position.marketSlug === slug)?.position;
      const count = resting.filter(({ marketSlug }) => marketSlug === slug).length;
      return waitingRow(slug, position, count, input, context);
    }),
    ...settled.map((one, place) => ({
      ...settledRow(one, context),
      group: place === 0 && slugs.size > 0 ? t('Settled') : undefined,
    })),
  ];
  const off = settled.filter(
    ({ resolution, outcome }) => resolution && addsUp(resolution, outcome) === false,
  );
  return {
    heading: t('Settlement centre'),
    warning:
      off.length === 0 ? undefined : t('Payments that do not add up: {0}. See the last column.', off.length),
    button:
      resting.length === 0
        ? undefined
        : button(t('Cancel orders in ended markets ({0})…', resting.length), 'cancelOrder', {
            rows: resting.map(({ id }) => id),
          }),
    note:
      rows.length === 0
        ? note(t('Nothing of yours has ended, as far as your activity was read.'))
        : undefined,
    content:
      rows.length === 0
        ? undefined
        : {
            caption: t('What ended and what it paid you'),
            columns: columns(
              t('Market'),
              [t('State')],
              [t('Each paid')],
              [t('You held')],
              [t('For you')],
              [t('Check')],
            ),
            rows,
            note: input.moreActivities
              ? t('Of your settlements the newest; older ones are in the Activity view.')
              : undefined,
          },
    footnote: t('Paid out − cost; checked against what your activity says was realised.'),
  };
}

function isEnded(slug: string, { marketOf, viewOf }: PortfolioInput): boolean {
  const market = marketOf(slug);
  return market !== undefined && isOver(stateOf(viewOf(market)));
}

interface Settled {
  readonly before: Position;
  readonly market: Market | undefined;
  readonly outcome: Outcome | undefined;
  /** Absent where the position is settled, and no payment is in the activity that was read. */
  readonly resolution: PositionResolution | undefined;
}

function settlements(input: PortfolioInput, all: readonly KnownPosition[]): readonly Settled[] {
  const known = knownMarkets(input);
  const paid = (input.activities.value ?? []).flatMap((activity): readonly Settled[] => {
    if (activity.kind !== 'resolution') return [];
    const { resolution } = activity;
    const { beforePosition: before } = resolution;
    const market = marketFor(activity, input.marketOf);
    if (before === undefined || before.netPosition?.isZero !== false) return [];
    return [{ before, market, outcome: outcomeFor(activity, known), resolution }];
  });
  const slugs = new Set(paid.map(({ resolution }) => resolution?.marketSlug));
  const unpaid = all.flatMap((each): readonly Settled[] => {
    const { position, market, facts } = each;
    if (position.netPosition?.isZero !== false || !isSettled(each) || slugs.has(position.marketSlug))
      return [];
    const outcome = market && resultOf({ market, ...facts });
    return [{ before: position, market, outcome, resolution: undefined }];
  });
  return [...unpaid, ...paid];
}

function waitingRow(
  slug: string,
  position: Position | undefined,
  orders: number,
  input: PortfolioInput,
  context: ViewContext,
): TableRow {
  const { t, format } = context;
  const market = input.marketOf(slug);
  const view = market && input.viewOf(market);
  const event = market?.events[0];
  const pays =
    position?.netPosition && ownMoney(winPays(position.netPosition), position.cost?.currency ?? '');
  return {
    key: slug,
    cells: [
      nameCell(slug, position, market, context),
      cell(view === undefined ? t('ended') : capital(lifecycleWord(stateOf(view), context)), 'warn', {
        aside: event && eventWhen(event, 'awaitingSettlement', context),
      }),
      cell((view && eachPaid(view.market, resultOf(view), context)) ?? ''),
      position === undefined ? cell(t('not held'), 'dim') : heldCell(position, undefined, market, context),
      cell(pays === undefined ? '' : t('a win pays {0}', format.money(pays)), 'dim'),
      orders === 0
        ? cell('')
        : cell(orders === 1 ? t('1 order still rests') : t('{0} orders still rest', orders), 'warn'),
    ],
  };
}

function settledRow(
  { before, market, outcome, resolution }: Settled,
  context: ViewContext,
): Omit<TableRow, 'group'> {
  const { t, format } = context;
  const { marketSlug: slug } = resolution ?? before;
  const own = ownResult(before, market, outcome, inFull(context));
  const state = own?.settled.end === 'void' ? t('Void') : t('Settled');
  const who = outcome && outcomeSentence(outcome, market, before, context);
  return {
    key: `settled ${resolution?.tradeId ?? slug}`,
    cells: [
      nameCell(slug, before, market, context),
      cell(state, 'plain', { aside: resolution && format.dateTime(resolution.updateTime) }),
      cell((market && eachPaid(market, outcome, context)) ?? '', 'plain', { hint: who }),
      heldCell(before, resolution?.afterPosition, market, context),
      cell(own?.sentence ?? t('result not known'), own?.tone ?? 'dim', {
        aside: own?.paid,
        hint: own && resultSource(own.settled, context),
      }),
      checkCell(resolution, outcome, context),
    ],
  };
}

function checkCell(
  resolution: PositionResolution | undefined,
  outcome: Outcome | undefined,
  { t }: ViewContext,
): Cell {
  if (resolution === undefined) return cell(t('no payment in your activity yet'), 'warn');
  const isRight = addsUp(resolution, outcome);
  if (isRight === undefined)
    return cell(t('not checked'), 'dim', { hint: t('Too little is reported for it.') });
  return isRight ? cell(t('✓ adds up')) : cell(t('⚠ your activity says another result'), 'warn');
}

/** Its event and line, which lead to its settlement. */
function nameCell(
  marketSlug: string,
  thing: Position | undefined,
  market: Market | undefined,
  context: ViewContext,
): Cell {
  const named = thing ?? { marketSlug, marketMetadata: undefined };
  const event = namedEvent(named, market, context);
  const name = namedMarket(named, market, context);
  const line = name.startsWith(event) ? name.slice(event.length).replace(/^[\s·:,–-]+/, '') : name;
  return cell(event, 'plain', {
    aside: line || undefined,
    hint: context.t('Open settlement: {0}', joined([event, line])),
    action: { name: 'openSettlement', slug: marketSlug },
  });
}

/** `30 Islanders`, and what is left of it after the settlement: `30 Islanders → 0`. */
function heldCell(
  before: Position,
  after: Position | undefined,
  market: Market | undefined,
  context: ViewContext,
): Cell {
  const { format } = context;
  const name = outcomeName(before, market, isLong(before), context);
  const left = after?.netPosition && ` → ${format.contracts(after.netPosition.abs())}`;
  return cell(`${format.contracts(before.netPosition?.abs())} ${name}${left ?? ''}`);
}
