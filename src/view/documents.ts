import { isLong, openPnl, positionValue, totals } from '../core/figures.ts';
import { linesOf } from '../core/grouping.ts';
import type { OwnStake } from '../core/holdings.ts';
import { eventPhase } from '../core/lifecycle.ts';
import type { MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { sidePrices } from '../core/pricing.ts';
import { allDetails, type Detailed } from './details.ts';
import { eventScore } from './event-figures.ts';
import { createFormatter } from './format.ts';
import { asOfText } from './freshness-text.ts';
import { type MarkdownColumn, markdownLine, markdownTable, markdownText } from './markdown.ts';
import { marketTooltip } from './market-tooltip.ts';
import { eventWhenSaid } from './mention-text.ts';
import { eventGroupName, eventTitle, lineName, lineTypeName, sideName } from './names.ts';
import { eventKey, ownOutcome, rowEvent } from './order-text.ts';
import { positionResult } from './own-result.ts';
import { outcomeCell, shortContext } from './panels/portfolio/in-rows.ts';
import {
  isPaid,
  isPriceOld,
  isSettled,
  type KnownPosition,
  priceFreshness,
  pricesText,
} from './position-text.ts';
import { sumTexts } from './positions-tree.ts';
import { noPriceWord, resultOf, resultWord, stateOf, stateWord } from './price-text.ts';
import { joined, type Tooltip, type ViewContext } from './row.ts';
import { stakeSign } from './row-marks.ts';
import { withSharedNames } from './row-names.ts';
import { situationLine } from './situation-text.ts';
import { cutName } from './widths.ts';

/** Of which connection a document is, and when it was read, Unix milliseconds. */
interface DocumentHead {
  readonly connection: string;
  readonly at: number;
}

/**
 * The positions as a Markdown table that reads well as plain text and compares line by line: in the order of events and slugs,
 * whatever else is known of these, each with what it cost and sells for now; `!` after a price that is not current.
 */
export function positionsDocument(
  positions: readonly KnownPosition[],
  head: DocumentHead & { readonly isWhole: boolean },
  plain: ViewContext,
): string {
  const context = withSharedNames(positions, contextAt(head.at, plain));
  const { t, format } = context;
  const listed = positions
    .map((known) => ({ known, key: eventKey(known.position, known.market) }))
    .sort(
      (a, b) => compare(a.key, b.key) || compare(a.known.position.marketSlug, b.known.position.marketSlug),
    )
    .map(({ known }) => known);
  const settled = listed.filter(isSettled);
  const open = listed.filter((known) => !isSettled(known));
  const sums = totals(open);
  const old = new Set(open.filter(isPriceOld).map((known) => asOf(known, context)));
  const totalRows = sums.map((sum) => {
    const { value, open: gain } = sumTexts(sum, context, format.signedMoney);
    return [t('{0} positions', format.ownCount(open.length)), '', '', value, gain].map(markdownText);
  });
  const currencies = sums.map(({ currency }) => currency);
  return text([
    `# ${markdownText(t('Positions'))}`,
    headLine(head, currencies, context),
    ...(format.settings.hideAmounts ? [markdownLine(t('Amounts are hidden.'))] : []),
    ...(head.isWhole ? [] : [markdownLine(t('There are more positions than are read.'))]),
    '',
    ...markdownTable(
      [
        ...heldColumns(context),
        { title: t('Entry→now'), least: 11, isNumber: true },
        { title: t('Value'), least: 8, isNumber: true },
        { title: t('Open P&L'), least: 9, isNumber: true },
      ],
      [...openRows(open, context), ...totalRows],
    ),
    ...[...old].flatMap((said) => ['', markdownLine(t('! price {0}', said))]),
    ...(settled.length === 0 ? [] : ['', `## ${markdownText(t('Settled'))}`, '']),
    ...(settled.length === 0
      ? []
      : markdownTable(
          [...heldColumns(context), { title: t('Result'), least: 12, isNumber: true }],
          settledRows(settled, context),
        )),
  ]);
}

/** Characters of two columns: narrow, so that two documents have room beside each other. */
const HELD = 18;
const EVENT = 20;

function heldColumns({ t }: ViewContext): readonly MarkdownColumn[] {
  return [
    { title: t('Held'), least: HELD, most: HELD },
    { title: t('Event'), least: EVENT, most: EVENT },
  ];
}

type HeldCells = readonly [held: string, event: string];

/** What is held and its event, which have room in their columns, but for two rows that would read alike then. */
function heldCells(
  positions: readonly KnownPosition[],
  quantityOf: (known: KnownPosition) => string,
  context: ViewContext,
): readonly HeldCells[] {
  const rows = positions.map((known) => {
    const quantity = quantityOf(known);
    const cut = cutCells(known, quantity, context);
    const [held, event] = cut;
    return {
      whole: wholeCells(known, quantity, context),
      cut,
      name: `${held.slice(quantity.length)}|${event}`,
    };
  });
  const byName = Map.groupBy(rows, ({ name }) => name);
  return rows.map(({ whole, cut, name }) => (byName.get(name)?.length === 1 ? cut : whole));
}

/** As lists call them; by short names what is longer than its column. */
function wholeCells({ position, market }: KnownPosition, quantity: string, context: ViewContext): HeldCells {
  const { text, short = text } = outcomeCell(quantity, position, market, isLong(position), context);
  const event = rowEvent(position, market, context);
  return [
    isWithin(HELD, text) ? text : short,
    isWithin(EVENT, event) ? event : rowEvent(position, market, shortContext(context)),
  ];
}

/** The same by their first letters where short names are too long, as rows are cut: never in a number. */
function cutCells(known: KnownPosition, quantity: string, context: ViewContext): HeldCells {
  const { position, market } = known;
  const [held, event] = wholeCells(known, quantity, context);
  const outcome = ownOutcome(position, market, isLong(position), shortContext(context));
  const { names, tail, ending = '' } = outcome;
  const stem = (names.at(-1) ?? '').slice(0, -ending.length || undefined);
  return [
    shortened(HELD, held, (room) => `${quantity} ${cutName(stem, room)}${ending}${tail}`),
    shortened(EVENT, event, (room) => cutName(event, room)),
  ];
}

/** The longest text of `cut` that has no more characters; else the shortest. */
function shortened(most: number, whole: string, cut: (room: number) => string): string {
  if (isWithin(most, whole)) return whole;
  // A letter is half a digit wide at least, one and a half at most.
  const texts = Array.from({ length: 3 * most }, (_, less) => cut((3 * most - less) / 2));
  return texts.find((each) => isWithin(most, each)) ?? texts.at(-1) ?? whole;
}

/** As it is written in a table. */
function isWithin(most: number, cell: string): boolean {
  return [...markdownText(cell)].length <= most;
}

function asOf(known: KnownPosition, context: ViewContext): string {
  return asOfText(priceFreshness(known), context) ?? context.t('not known');
}

/** What it is worth, behind what is held. */
function valueCells(known: KnownPosition, context: ViewContext): readonly string[] {
  const { position, marks } = known;
  const { format } = context;
  const prices = `${pricesText(known, context)}${isPriceOld(known) ? '!' : ''}`;
  return [
    prices,
    format.money(positionValue(position, marks)?.value),
    format.signedMoney(isPaid(known) ? undefined : openPnl(position, marks)),
  ];
}

function settledRows(
  settled: readonly KnownPosition[],
  context: ViewContext,
): readonly (readonly string[])[] {
  const held = heldCells(settled, () => '', context);
  return settled.map((known, at) => {
    const result = positionResult(known, context)?.result ?? context.t('not known');
    return [...(held[at] ?? []), result].map(markdownText);
  });
}

function openRows(open: readonly KnownPosition[], context: ViewContext): readonly (readonly string[])[] {
  const { format } = context;
  const held = heldCells(open, ({ position }) => format.contracts(position.netPosition?.abs()), context);
  return open.map((known, at) => [...(held[at] ?? []), ...valueCells(known, context)].map(markdownText));
}

/** A market for reading: its question, what it costs, its rules and every field of it. */
export function marketDocument(
  view: MarketView,
  holding: OwnStake | undefined,
  head: DocumentHead,
  plain: ViewContext,
): string {
  const context = contextAt(head.at, plain);
  const { t } = context;
  const { market } = view;
  // How long ago it was read is no longer so when somebody reads this.
  const tooltip = marketTooltip(view, holding, context, '');
  return text([
    ...tooltipLines(tooltip, [headLine(head, [], context), asOfText(view.freshness, context)], context),
    ...section(t('Rules'), market.description, market.rulesDisclaimer),
    ...details({ kind: 'market', value: market }, context),
  ]);
}

/** An event for reading: where it stands, and a table a kind of line with what each side costs. */
export function eventDocument(
  event: MarketEvent,
  viewOf: (slug: string) => MarketView | undefined,
  holdingOf: (slug: string) => OwnStake | undefined,
  head: DocumentHead,
  plain: ViewContext,
): string {
  const context = contextAt(head.at, plain);
  const phase = eventPhase(event, head.at);
  const { t } = context;
  const about = event.description === event.title ? undefined : event.description;
  return text([
    `# ${markdownText(eventTitle(event))}`,
    headLine(head, [], context),
    ...paragraphs(
      eventGroupName(event, context),
      joined([eventWhenSaid(event, phase, context), eventScore(event, context)]),
      situationLine(event, phase, context),
    ),
    ...linesOf(event.markets).flatMap(({ type, markets }) => [
      '',
      `## ${markdownText(lineTypeName(type, context))}`,
      '',
      ...markdownTable(
        [
          { title: t('Market'), least: 24, most: 32 },
          { title: t('To buy'), least: 24, most: 32 },
          { title: t('To buy the other'), least: 24, most: 32 },
          { title: t('Yours'), least: 5 },
          { title: t('Slug'), least: 20 },
        ],
        markets.map((listed) => {
          const view = viewOf(listed.slug) ?? { market: listed, event };
          const sides = [true, false].map((long) => sideCell(view, long, context));
          const { slug } = listed;
          return [lineName(listed, context), ...sides, stakeSign(holdingOf(slug)), slug].map(markdownText);
        }),
      ),
    ]),
    ...section(t('About'), about),
    ...details({ kind: 'event', value: event }, context),
  ]);
}

/** `Islanders 64¢`, `No: no offer`, `No won`: a side with what it costs. */
export function sideCell(
  view: MarketView,
  long: boolean,
  context: ViewContext,
  name = sideName(view.market, long, context),
): string {
  const { market, live, freshness } = view;
  const result = resultOf(view);
  const { buy } = sidePrices(market, long, live);
  if (result !== undefined) return `${name} ${resultWord(result, long, context)}`;
  if (buy !== undefined)
    return `${name} ${joined([context.format.price(buy.price), asOfText(freshness, context)])}`;
  const word = stateWord(stateOf(view), context) ?? noPriceWord(view, long, 'buy', context);
  return context.t('{0}: {1}', name, word ?? '');
}

/** Everything in it is as of when it was read, however much later it is drawn again. */
function contextAt(at: number, context: ViewContext): ViewContext {
  const settings = { ...context.format.settings, now: () => at };
  return { ...context, format: createFormatter(settings, context.t) };
}

function headLine(
  { connection, at }: DocumentHead,
  currencies: readonly string[],
  { format }: ViewContext,
): string {
  return markdownLine(joined([connection, ...currencies, format.exactTime(at)]));
}

function tooltipLines(
  tooltip: Tooltip,
  below: readonly (string | undefined)[],
  { t }: ViewContext,
): readonly string[] {
  const fields = tooltip.flatMap((line) =>
    line.kind === 'field' ? [[line.label, line.value].map(markdownText)] : [],
  );
  return [
    ...tooltip.flatMap((line) => (line.kind === 'title' ? [`# ${markdownText(line.text)}`] : [])),
    ...below.flatMap((line, at) => (line === undefined ? [] : at === 0 ? [line] : ['', markdownLine(line)])),
    ...paragraphs(...tooltip.map((line) => (line.kind === 'text' ? line.text : undefined))),
    '',
    ...markdownTable(
      [
        { title: t('What'), least: 16 },
        { title: t('How much'), least: 16, most: 60 },
      ],
      fields,
    ),
  ];
}

function section(title: string, ...texts: readonly (string | undefined)[]): readonly string[] {
  const lines = texts.flatMap((each) => each?.split(/\n+/) ?? []);
  const said = paragraphs(...lines);
  return said.length === 0 ? [] : ['', `## ${markdownText(title)}`, ...said];
}

function details(detailed: Detailed, context: ViewContext): readonly string[] {
  const { t } = context;
  const found = allDetails(detailed, context).map(({ field, value }) => [field, value].map(markdownText));
  const columns = [
    { title: t('Field'), least: 24, most: 40 },
    { title: t('Value'), least: 16, most: 60 },
  ];
  return ['', `## ${markdownText(t('All details'))}`, '', ...markdownTable(columns, found)];
}

function paragraphs(...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.flatMap((each) => (each === undefined || each.trim() === '' ? [] : ['', markdownLine(each)]));
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
