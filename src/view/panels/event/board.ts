import type { Decimal } from '../../../core/decimal.ts';
import { entryPrice, isHeld, isLong, openPnl } from '../../../core/figures.ts';
import { sidePrices } from '../../../core/pricing.ts';
import { ownVolume } from '../../../core/sort.ts';
import type { EventLine } from '../../event-lines.ts';
import { isOverUnder } from '../../line-names.ts';
import { isYesNo, lineTypeName, sideName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { isGameLine } from '../../part-of-game.ts';
import { knownPosition } from '../../position-text.ts';
import { noPriceWord, stateOf, stateWord } from '../../price-text.ts';
import { joined, type ViewContext } from '../../row.ts';
import { nickname, rowOutcome } from '../../row-names.ts';
import { signed } from '../account.ts';
import { cell, columns, note } from '../parts.ts';
import type { Cell, Section, Table, TableRow } from '../protocol.ts';
import type { EventInput } from './input.ts';
import { flagSentence, lineLabel } from './words.ts';

/** All lines that are not over, by what they are about. */
export function boardSection(input: EventInput, context: ViewContext): Section<Table> {
  const { t } = context;
  const heading = t('All lines');
  const rows = input.lines.lines
    .filter(({ isOver }) => !isOver)
    .map((line) => boardRow(input, line, context));
  if (rows.length === 0) return { heading, note: note(t('No line trades any more.')) };
  return {
    heading,
    aside: joined([
      t('{0} yours', rows.filter(({ isOwn }) => isOwn).length),
      t('{0} flagged', rows.filter(({ below }) => below !== undefined).length),
    ]),
    content: {
      caption: t('What each side of each line costs to buy and brings when sold'),
      columns: columns(
        t('Line'),
        [''],
        [t('buy'), 'price'],
        t('sell'),
        [t('fair, without the margin'), 'split'],
        [t('buy'), 'price'],
        t('sell'),
        [''],
        t('sum'),
        t('volume'),
        [t('yours')],
        '',
      ),
      rows,
    },
    footnote: t(
      'Sum = what all sides cost together; above 100 % it is the margin. Fair = what a side costs ÷ that sum. Sell = what the book pays now.',
    ),
  };
}

function boardRow(input: EventInput, line: EventLine, context: ViewContext): TableRow {
  const { t, format } = context;
  const { market, view, fair, flag, isLeftLong } = line;
  const { slug } = market;
  const position = input.held.value?.find((each) => each.marketSlug === slug && isHeld(each));
  const resting = input.orders.value?.filter(({ marketSlug }) => marketSlug === slug).length ?? 0;
  const entry = position && entryPrice(position);
  const quantity = position && `◆ ${format.contracts(position.netPosition?.abs())}`;
  const name = position && `${quantity} ${sideLabel(line, isLong(position), context)}`;
  const at =
    entry &&
    (entry.feesIn ? t('{0}, fees in', format.price(entry.price.value)) : format.price(entry.price.value));
  const held = name && at ? t('{0} at {1}', name, at) : name;
  const yours = [held, resting === 0 ? undefined : `◇ ${format.ownCount(resting)}`].filter(
    (each) => each !== undefined,
  );
  const pnl = position && openPnl(position, knownPosition(position, market, view).marks);
  const prices = (long: boolean): readonly Cell[] => {
    const { buy, sell } = sidePrices(market, long, view.live);
    const why = (what: 'buy' | 'sell') => ({ hint: noPriceWord(view, long, what, context) });
    return [
      cell(format.price(buy?.price), flag && 'dim', buy === undefined ? why('buy') : {}),
      cell(format.price(sell?.price), 'dim', sell === undefined ? why('sell') : {}),
    ];
  };
  return {
    key: slug,
    group: lineTypeName(line.type, context),
    isOwn: yours.length > 0,
    below: flag && flagSentence(flag, context),
    cells: [
      cell(shortLabel(line, context), 'plain', {
        hint: lineLabel(line, context),
        action: { name: 'openMarket', slug },
      }),
      cell(sideLabel(line, isLeftLong, context)),
      ...prices(isLeftLong),
      fairCell(line, context),
      ...prices(!isLeftLong),
      cell(sideLabel(line, !isLeftLong, context)),
      cell(format.percent(fair?.sum), 'dim'),
      cell(format.compact(ownVolume(market, view.live)), 'dim'),
      cell(yours.join(' '), 'own'),
      pnl === undefined ? cell('') : signed(pnl, context),
    ],
  };
}

/** What each side is worth without the margin; in its place that it is flagged, or why it does not trade. */
function fairCell(line: EventLine, context: ViewContext): Cell {
  const { fair, flag, view, isLeftLong } = line;
  const word = flag === undefined ? stateWord(stateOf(view), context) : context.t('⚠ flagged');
  if (word !== undefined) return cell(word, 'warn');
  const [left, right] = fair?.fair ?? [];
  if (left === undefined || right === undefined) {
    const unpriced = [isLeftLong, !isLeftLong].find(
      (long) => sidePrices(line.market, long, view.live).buy === undefined,
    );
    const why = unpriced === undefined ? undefined : noPriceWord(view, unpriced, 'buy', context);
    return cell(why ?? ABSENT, 'dim');
  }
  const text = (share: Decimal): string => (share.toNumber() * 100).toFixed(1);
  return cell(text(left), 'plain', { share: left.toNumber(), aside: text(right) });
}

/** `Islanders`, `Archers +3.5`, `Over`, `Yes`. */
export function sideLabel({ market, type }: EventLine, long: boolean, context: ViewContext): string {
  // The line of the table names the claim.
  if (isYesNo(market) || (!isGameLine(market) && !isOverUnder(sideName(market, long, context))))
    return sideName(market, long, context);
  const { names, tail } = rowOutcome(market, long, context);
  if (type === 'spread') return `${nickname(names)}${tail}`;
  return type === 'winner' ? nickname(names) : (names[0] ?? '');
}

/** Of a spread or total of the whole game its number alone: the heading and the sides say the rest. */
function shortLabel(line: EventLine, context: ViewContext): string {
  const { market, rule, type } = line;
  const isPlain = type !== 'winner' && rule.measure !== 'answer' && rule.group === '';
  return isPlain ? context.format.quantity(market.line?.abs()) : lineLabel(line, context);
}
