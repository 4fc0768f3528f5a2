import { isLong, isOpen, openPnl } from '../../../core/figures.ts';
import { sidePrices } from '../../../core/pricing.ts';
import { volumeOf } from '../../../core/sort.ts';
import { type EventLine, type EventLines, marketMiddle } from '../../event-lines.ts';
import { isYesNo, lineTypeName, sideName } from '../../names.ts';
import { ABSENT } from '../../numbers.ts';
import { knownPosition } from '../../position-text.ts';
import { stateOf, stateWord } from '../../price-text.ts';
import type { ViewContext } from '../../row.ts';
import { nickname, rowOutcome, teamNames } from '../../row-names.ts';
import { signed } from '../account.ts';
import { cell, note } from '../parts.ts';
import type { Cell, TableRow } from '../protocol.ts';
import type { EventInput } from './input.ts';
import type { BoardSection } from './protocol.ts';
import { flagSentence, lineLabel, shareText } from './words.ts';

/** All lines that are not over, by what they are about. */
export function boardSection(input: EventInput, context: ViewContext): BoardSection {
  const { t } = context;
  const rows = input.lines.lines
    .filter(({ isOver }) => !isOver)
    .map((line) => boardRow(input, line, context));
  const count = (mark: 'held' | 'flagged') =>
    String(rows.filter(({ marks }) => marks?.includes(mark)).length);
  const prices = [
    { label: t('buy'), kind: 'price' },
    { label: t('sell'), kind: 'number' },
  ] as const;
  return {
    heading: t('All lines'),
    aside: middleText(input.lines, context),
    filters: [
      { value: 'all', label: t('Board') },
      { value: 'held', label: t('Only yours {0}', count('held')) },
      { value: 'flagged', label: t('Flagged {0}', count('flagged')) },
    ],
    note: rows.length === 0 ? note(t('No line trades any more.')) : undefined,
    content:
      rows.length === 0
        ? undefined
        : {
            caption: t('What each side of each line costs to buy and brings when sold'),
            columns: [
              { label: t('Line'), kind: 'words' },
              { label: '', kind: 'words' },
              ...prices,
              { label: t('fair, without the margin'), kind: 'split' },
              ...prices,
              { label: '', kind: 'words' },
              { label: t('sum'), kind: 'number', mark: 'minor' },
              { label: t('volume'), kind: 'number', mark: 'minor' },
              { label: t('yours'), kind: 'words' },
              { label: '', kind: 'number' },
            ],
            rows,
          },
    footnote: t(
      'Sum = what all sides cost together; above 100 % it is the margin. Fair = what a side costs ÷ that sum. Sell = what the book pays now.',
    ),
  };
}

function boardRow(input: EventInput, line: EventLine, context: ViewContext): TableRow {
  const { format } = context;
  const { market, view, fair, flag, isLeftLong } = line;
  const { slug } = market;
  const name = lineLabel(line, context);
  const position = input.held.value?.find((each) => each.marketSlug === slug && isOpen(each));
  const resting = input.orders.value?.filter(({ marketSlug }) => marketSlug === slug).length ?? 0;
  const held =
    position &&
    `◆ ${format.contracts(position.netPosition?.abs())} ${sideLabel(line, isLong(position), context)}`;
  const yours = [held, resting === 0 ? undefined : `◇ ${resting}`].filter((each) => each !== undefined);
  const pnl = position && openPnl(position, knownPosition(position, market, view).marks);
  const prices = (long: boolean): readonly Cell[] => {
    const { buy, sell } = sidePrices(market, long, view.live);
    return [cell(format.price(buy?.price), flag && 'dim'), cell(format.price(sell?.price), 'dim')];
  };
  return {
    key: slug,
    group: lineTypeName(line.type, context),
    marks: [...(yours.length > 0 ? (['held'] as const) : []), ...(flag ? (['flagged'] as const) : [])],
    below: flag && flagSentence(flag, context),
    cells: [
      cell(shortLabel(line, context), 'plain', { hint: name, action: { name: 'openMarket', slug } }),
      cell(sideLabel(line, isLeftLong, context)),
      ...prices(isLeftLong),
      fairCell(line, context),
      ...prices(!isLeftLong),
      cell(sideLabel(line, !isLeftLong, context)),
      cell(format.percent(fair?.sum), 'dim'),
      cell(format.compact(volumeOf(market)), 'dim'),
      cell(yours.join(' '), 'own'),
      pnl === undefined ? cell('') : signed(pnl, context),
    ],
  };
}

/** What each side is worth without the margin; in its place that it is flagged, or why it does not trade. */
function fairCell({ fair, flag, view }: EventLine, context: ViewContext): Cell {
  const word = flag === undefined ? stateWord(stateOf(view), context) : context.t('⚠ flagged');
  if (word !== undefined) return cell(word, 'warn');
  const [left, right] = fair?.fair ?? [];
  if (left === undefined || right === undefined) return cell(ABSENT, 'dim');
  return cell(shareText(left), 'plain', { share: left.toNumber(), aside: shareText(right) });
}

/** `Islanders`, `Archers +3.5`, `Over`, `Yes`. */
function sideLabel({ market, type }: EventLine, long: boolean, context: ViewContext): string {
  if (isYesNo(market)) return sideName(market, long, context);
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

/** `market’s middle: Islanders by 3.5, total 52.3 (fair 50 %, interpolated)`. */
function middleText({ contest, lines }: EventLines, context: ViewContext): string | undefined {
  const { t, format } = context;
  const margin = marketMiddle(lines, 'margin');
  const total = marketMiddle(lines, 'total');
  const number = (value: number): string =>
    value.toLocaleString(format.settings.locale, { maximumFractionDigits: 1 });
  const team = contest?.teams[margin !== undefined && margin > 0 ? 0 : 1].team;
  const found = [
    margin === undefined || team === undefined
      ? undefined
      : t('{0} by {1}', nickname(teamNames(team, context)), number(Math.abs(margin))),
    total === undefined ? undefined : t('total {0}', number(total)),
  ].filter((each) => each !== undefined);
  return found.length === 0
    ? undefined
    : t('market’s middle: {0} (fair 50 %, interpolated)', found.join(', '));
}
