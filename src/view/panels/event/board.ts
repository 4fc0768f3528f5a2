import type { Decimal } from '../../../core/decimal.ts';
import { entryPrice, isHeld, isLong, openPnl } from '../../../core/figures.ts';
import type { Position } from '../../../core/position.ts';
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
import { nickname, outcomeLabel, rowOutcome } from '../../row-names.ts';
import { capital } from '../../states.ts';
import { cutName, widthOf } from '../../widths.ts';
import { signed } from '../account-sections.ts';
import { cell, columns, note } from '../parts.ts';
import type { Cell, TableRow } from '../protocol.ts';
import type { EventInput } from './input.ts';
import type { BoardSection } from './protocol.ts';
import { flagSentence, lineLabel } from './words.ts';

/** All lines that are not over, by what they are about. */
export function boardSection(input: EventInput, context: ViewContext): BoardSection {
  const { t } = context;
  const heading = t('All lines');
  const lines = input.lines.lines.filter(({ isOver }) => !isOver);
  const shared = sharedNames(lines, context);
  const rows = lines.map((line) => boardRow(input, line, shared, context));
  if (rows.length === 0) return { heading, note: note(t('No line trades any more.')) };
  return {
    heading,
    choices: [
      { value: undefined, label: t('Board'), none: '' },
      {
        value: 'own',
        label: t('Only yours {0}', rows.filter(({ isOwn }) => isOwn).length),
        none: t('You have no position and no order in these lines.'),
      },
      {
        value: 'flagged',
        label: t('Flagged {0}', rows.filter(({ below }) => below !== undefined).length),
        none: t('No line is flagged.'),
      },
    ],
    content: {
      caption: t('What each side of each line costs to buy and brings when sold'),
      columns: columns(
        t('Line'),
        [''],
        [t('buy'), 'price'],
        t('sell'),
        [t('fair'), 'split'],
        [t('buy'), 'price'],
        t('sell'),
        [''],
        t('sum'),
        t('contracts'),
        [t('yours')],
        '',
      ),
      rows,
    },
    footnote: t(
      'Sum = what all sides cost together; above 100 % it is the margin. Fair = what a side costs ÷ that sum, without the margin. Sell = what the book pays now. Contracts = traded so far.',
    ),
  };
}

/** The columns of the names of the left side and of the right one. */
const LEFT = 1;
const RIGHT = 7;
/** A name beside its prices, and that of a line, may be so wide; in digits, see `widthOf`. */
const SIDE_WIDTH = 8.5;
const LINE_WIDTH = 22;
const OWN_WIDTH = 16;

/** By type the name that all its lines have on the left and on the right, if they have one. */
function sharedNames(lines: readonly EventLine[], context: ViewContext) {
  const groups = Map.groupBy(lines, ({ type }) => type);
  return new Map(
    [...groups].map(([type, all]) => {
      const named = (isLeft: boolean): string => {
        const names = new Set(all.map((line) => sideParts(line, isLeft === line.isLeftLong, context).name));
        return names.size === 1 ? ([...names][0] ?? '') : '';
      };
      return [type, { left: named(true), right: named(false) }] as const;
    }),
  );
}

function boardRow(
  input: EventInput,
  line: EventLine,
  names: ReturnType<typeof sharedNames>,
  context: ViewContext,
): TableRow {
  const { format } = context;
  const { market, view, fair, flag, isLeftLong } = line;
  const { slug } = market;
  const position = input.held.value?.find((each) => each.marketSlug === slug && isHeld(each));
  const resting = input.orders.value?.filter(({ marketSlug }) => marketSlug === slug).length ?? 0;
  const pnl = position && openPnl(position, knownPosition(position, market, view).marks);
  const prices = (long: boolean): readonly Cell[] => {
    const { buy, sell } = sidePrices(market, long, view.live);
    const why = (what: 'buy' | 'sell') => ({ hint: noPriceWord(view, long, what, context) });
    return [
      cell(format.price(buy?.price), flag && 'dim', buy === undefined ? why('buy') : {}),
      cell(format.price(sell?.price), 'dim', sell === undefined ? why('sell') : {}),
    ];
  };
  const [label, whole] = [shortLabel(line, context), lineLabel(line, context)];
  const { left = '', right = '' } = names.get(line.type) ?? {};
  const labels: string[] = [];
  labels[LEFT] = left;
  labels[RIGHT] = right;
  return {
    key: slug,
    group: lineTypeName(line.type, context),
    groupLabels: labels,
    isOwn: position !== undefined || resting > 0,
    below: flag && flagSentence(flag, context),
    cells: [
      cell(label, 'plain', {
        // What is read out begins with what is seen.
        hint: whole.includes(label) ? whole : joined([label, whole]),
        action: { name: 'openMarket', slug },
      }),
      sideCell(line, isLeftLong, left, context),
      ...prices(isLeftLong),
      fairCell(line, context),
      ...prices(!isLeftLong),
      sideCell(line, !isLeftLong, right, context),
      cell(format.percent(fair()?.sum), 'dim'),
      cell(format.compact(ownVolume(market, view.live)), 'dim'),
      yoursCell(line, position, resting, context),
      pnl === undefined ? cell('') : signed(pnl, context),
    ],
  };
}

/** `◆ 120 Islanders ◇ 2`: as rows count, the name as short as it has to be; in full for a resting pointer. */
function yoursCell(
  line: EventLine,
  position: Position | undefined,
  resting: number,
  context: ViewContext,
): Cell {
  const { t, format } = context;
  const orders = resting === 0 ? '' : `◇ ${format.ownCount(resting)}`;
  if (position === undefined) return orders === '' ? cell('') : cell(orders, 'own');
  const long = isLong(position);
  const held = position.netPosition?.abs();
  const { names, tail } = sideParts(line, long, context);
  const before = `◆ ${format.rowContracts(held)} `;
  const text = outcomeLabel({ names, tail }, before, orders && ` ${orders}`, OWN_WIDTH);
  const entry = entryPrice(position);
  const price = format.price(entry?.price.value);
  const at = entry?.feesIn === true ? t('{0}, fees in', price) : price;
  const whole = `◆ ${format.contracts(held)} ${sideLabel(line, long, context)}`;
  const hint = joined([entry === undefined ? whole : t('{0} at {1}', whole, at), orders]);
  return cell(text, 'own', { hint });
}

/** What each side is worth without the margin; in its place that it is flagged, or why it does not trade. */
function fairCell(line: EventLine, context: ViewContext): Cell {
  const { fair, flag, view, isLeftLong } = line;
  const word = flag === undefined ? stateWord(stateOf(view), context) : context.t('⚠ flagged');
  if (word !== undefined) return cell(word, 'warn');
  const [left, right] = fair()?.fair ?? [];
  if (left === undefined || right === undefined) {
    const unpriced = [isLeftLong, !isLeftLong].find(
      (long) => sidePrices(line.market, long, view.live).buy === undefined,
    );
    const why = unpriced === undefined ? undefined : noPriceWord(view, unpriced, 'buy', context);
    return cell(ABSENT, 'dim', { hint: why });
  }
  const text = (share: Decimal): string => (share.toNumber() * 100).toFixed(1);
  return cell(text(left), 'plain', { share: left.toNumber(), aside: text(right) });
}

/** A side beside its prices: where the heading of the group names it, of a spread the handicap alone. */
function sideCell(line: EventLine, long: boolean, shared: string, context: ViewContext): Cell {
  const { name, tail } = sideParts(line, long, context);
  const whole = sideLabel(line, long, context);
  const isSaid = shared !== '' && tail === '';
  // The name of the line gets the room.
  if (isSaid && isNamedByLine(line, long, context)) return cell('');
  const text = shared !== '' && tail !== '' ? tail.trim() : `${name}${tail}`;
  return cell(text, 'plain', { hint: text === whole ? undefined : whole, isSaid });
}

/** `Islanders`, `Archers +3.5`, `Over`, `Yes`. */
function sideLabel(line: EventLine, long: boolean, context: ViewContext): string {
  const { market, type } = line;
  if (isNamedByLine(line, long, context)) return sideName(market, long, context);
  const { names, tail } = rowOutcome(market, long, context);
  if (type === 'spread') return `${nickname(names)}${tail}`;
  return type === 'winner' ? nickname(names) : (names[0] ?? '');
}

interface SideParts {
  /** Longest first. */
  readonly names: readonly string[];
  /** As short as its column needs it. */
  readonly name: string;
  /** Its handicap. */
  readonly tail: string;
}

function sideParts(line: EventLine, long: boolean, context: ViewContext): SideParts {
  const { market, type } = line;
  const named = (names: readonly string[], tail = ''): SideParts => {
    const fits = names.find((each) => widthOf(each) <= SIDE_WIDTH);
    return { names, name: fits ?? cutName(names.at(-1) ?? '', SIDE_WIDTH), tail };
  };
  if (isNamedByLine(line, long, context)) return named([sideName(market, long, context)]);
  const { names, tail } = rowOutcome(market, long, context);
  const shorter = names.length > 1 ? names.slice(1) : names;
  if (type === 'winner' || type === 'spread') return named(shorter, type === 'spread' ? tail : '');
  // Whose total it is says the name of the line.
  const [word] = /\b(?:over|under)\b/i.exec(names[0] ?? '') ?? [];
  return named(word === undefined ? names : [capital(word.toLowerCase())]);
}

/** The line of the table names the claim. */
function isNamedByLine({ market }: EventLine, long: boolean, context: ViewContext): boolean {
  return isYesNo(market) || (!isGameLine(market) && !isOverUnder(sideName(market, long, context)));
}

/** Of a spread or total of the whole game its number alone: the heading and the sides say the rest. */
function shortLabel(line: EventLine, context: ViewContext): string {
  const { market, rule, type } = line;
  const isPlain = type !== 'winner' && rule.measure !== 'answer' && rule.group === '';
  if (isPlain) return context.format.quantity(market.line?.abs());
  const label = lineLabel(line, context);
  if (widthOf(label) <= LINE_WIDTH) return label;
  if (isNamedByLine(line, true, context)) return cutName(label, LINE_WIDTH);
  return outcomeLabel(rowOutcome(market, true, context), '', '', LINE_WIDTH);
}
