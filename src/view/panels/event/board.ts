import type { Decimal } from '../../../core/decimal.ts';
import { isLong, isOpen, openPnl } from '../../../core/figures.ts';
import { type SourcedPrice, sidePrices } from '../../../core/pricing.ts';
import { volumeOf } from '../../../core/sort.ts';
import type { EventLine } from '../../event-lines.ts';
import { isYesNo, lineTypeName, sideName } from '../../names.ts';
import { knownPosition } from '../../position-text.ts';
import { stateOf, stateWord } from '../../price-text.ts';
import type { ViewContext } from '../../row.ts';
import { rowOutcome } from '../../row-names.ts';
import { signed } from '../account.ts';
import { button, cell, note } from '../parts.ts';
import type { Cell, Section } from '../protocol.ts';
import type { EventInput } from './input.ts';
import type { Board, BoardRow, BoardSide } from './protocol.ts';
import { flagSentence, lineLabel } from './words.ts';

/** All lines that are not over, by what they are about. */
export function boardSection(input: EventInput, context: ViewContext): Section<Board> {
  const { t } = context;
  const heading = t('All lines');
  const open = input.lines.lines.filter(({ isOver }) => !isOver);
  if (open.length === 0) return { heading, note: note(t('No line trades any more.')) };
  const flagged = open.filter(({ flag }) => flag !== undefined).length;
  const rows = open.map((line) => ({ line, row: boardRow(input, line, context) }));
  const mine = rows.filter(({ row }) => row.yours !== undefined).length;
  const groups = [...Map.groupBy(rows, ({ line }) => line.type)];
  return {
    heading,
    content: {
      caption: t('What each side of each line costs to buy and brings when sold'),
      label: t('Which lines'),
      filters: {
        all: t('Board'),
        mine: t('Only yours {0}', String(mine)),
        flagged: t('Flagged {0}', String(flagged)),
      },
      columns: {
        buy: t('buy'),
        sell: t('sell'),
        fair: t('fair, without the margin'),
        sum: t('sum'),
        volume: t('volume'),
        yours: t('yours'),
      },
      groups: groups.map(([type, some]) => ({
        key: type,
        heading: lineTypeName(type, context),
        rows: some.map(({ row }) => row),
      })),
    },
    footnote: t(
      'Sum = what all sides cost together; above 100 % it is the margin. Fair = what a side costs ÷ that sum. Sell = what the book pays now.',
    ),
  };
}

function boardRow(input: EventInput, line: EventLine, context: ViewContext): BoardRow {
  const { t, format } = context;
  const { market, fair, flag, isLeftLong } = line;
  const own = [...yoursIn(input, line, context)];
  const [left, right] = fair?.fair ?? [];
  const word = stateWord(stateOf(line.view), context);
  const state = flag === undefined ? word && cell(word, 'warn') : cell(t('⚠ flagged'), 'warn');
  return {
    key: market.slug,
    open: button(number(line, context), 'openMarket', { slug: market.slug, hint: lineLabel(line, context) }),
    left: side(line, isLeftLong, context),
    right: side(line, !isLeftLong, context),
    fair:
      left === undefined || right === undefined
        ? undefined
        : { texts: [share(left), share(right)], share: left.toNumber() },
    state: state || undefined,
    why: flag && flagSentence(flag, context),
    sum: format.percent(fair?.sum),
    volume: format.compact(volumeOf(market)),
    yours: own[0],
    pnl: own[1],
  };
}

function share(fair: Decimal): string {
  return (fair.toNumber() * 100).toFixed(1);
}

function side({ market, view, type }: EventLine, long: boolean, context: ViewContext): BoardSide {
  const { format } = context;
  const { buy, sell } = sidePrices(market, long, view.live);
  const { names, tail } = rowOutcome(market, long, context);
  // A total's shorter name is a letter.
  const named = type === 'winner' || type === 'spread' ? names.slice(0, 2).at(-1) : names[0];
  const price = (each: SourcedPrice | undefined): string => format.price(each?.price);
  return {
    name: isYesNo(market)
      ? sideName(market, long, context)
      : `${named ?? ''}${type === 'spread' ? tail : ''}`,
    buy: price(buy),
    sell: price(sell),
  };
}

/** Of a spread or total of the whole game its number alone: the heading and the sides say the rest. */
function number(line: EventLine, context: ViewContext): string {
  const { market, rule, type } = line;
  const isPlain =
    type !== 'winner' && rule.measure !== 'yes' && rule.measure !== 'oneOf' && rule.group === '';
  return isPlain ? context.format.quantity(market.line?.abs()) : lineLabel(line, context);
}

/** `◆ 120 Islanders ◇3` with the open P&L after it. */
function* yoursIn({ held, orders }: EventInput, line: EventLine, context: ViewContext): Iterable<Cell> {
  const { format } = context;
  const { slug } = line.market;
  const position = held.value?.find((each) => each.marketSlug === slug && isOpen(each));
  const resting = orders.value?.filter(({ marketSlug }) => marketSlug === slug).length ?? 0;
  if (position === undefined && resting === 0) return;
  const name = position && side(line, isLong(position), context).name;
  const words = [
    position && `◆ ${format.contracts(position.netPosition?.abs())} ${name}`,
    resting === 0 ? undefined : `◇ ${resting}`,
  ];
  yield cell(words.filter((each) => each !== undefined).join(' '), 'own');
  if (position !== undefined)
    yield signed(openPnl(position, knownPosition(position, line.market, line.view).marks), context);
}
