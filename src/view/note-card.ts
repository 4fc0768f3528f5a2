import { type Freshness, worse } from '../core/freshness.ts';
import { linesOf, lineType } from '../core/grouping.ts';
import { eventPhase } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { dayChange, sidePrices } from '../core/pricing.ts';
import { sideCell } from './documents.ts';
import { eventShort, eventWhen } from './event-figures.ts';
import { spokenFreshness } from './freshness-text.ts';
import { type Html, html, insertHtml } from './html.ts';
import { eventWhenSaid } from './mention-text.ts';
import { eventTitle, isDraw, lineName, lineTypeName, sideName } from './names.ts';
import { isGameLine } from './part-of-game.ts';
import {
  eachPaid,
  noPriceWord,
  outcomeSource,
  resultOf,
  resultWord,
  stateOf,
  stateWord,
} from './price-text.ts';
import { joined, type Tooltip, type ViewContext } from './row.ts';
import { outcomeLabel, rowOutcome } from './row-names.ts';
import { sidesInOrder } from './score-text.ts';
import { situationLine } from './situation-text.ts';
import { type MarketStake, stakeText } from './stake-text.ts';
import { capital, phaseWord } from './states.ts';

/** What stands in every card. */
export interface CardFrame {
  /** Of which connection its figures are. */
  readonly connection: string;
  /** Address that opens what it shows; undefined where nothing can be opened. */
  readonly href: string | undefined;
}

/** Lines of an event that a card shows where it is not said which. */
const MOST_LINES = 6;

/** A market: its question, where its game stands, what each side costs, what is held, and as of when all of that is. */
export function marketCard(
  view: MarketView,
  stake: MarketStake | undefined,
  frame: CardFrame,
  context: ViewContext,
): Html {
  const { market, event, freshness } = view;
  const result = resultOf(view);
  const state = stateWord(stateOf(view), context);
  return card(market.question ?? market.title ?? market.slug, frame, freshness, context, [
    line('dim', joined([state && capital(state), ...eventLine(event, freshness, context)])),
    html`<div class="sides">${sidesInOrder(market, event).map((long) => sideHtml(view, long, context))}</div>`,
    line('', result && joined([eachPaid(market, result, context), outcomeSource(result, context)])),
    line('own', ownText(stake, context)),
    footOf(asOf([view], context), context.t('Open'), frame),
  ]);
}

/** An event: a table of its lines with what each side costs. */
export function eventCard(
  event: MarketEvent,
  lines: readonly string[],
  { viewOf, stakeOf }: CardSources,
  frame: CardFrame,
  context: ViewContext,
): Html {
  const { t } = context;
  const shown = cardLines(event, lines, context);
  const views = shown.map(viewOf);
  const left = event.markets.length - shown.length;
  const rows = views.map((view) => {
    const { market } = view;
    const stake = stakeOf(market.slug);
    const sides = sidesInOrder(market, event).map(
      (long) => html`<td class="side">${lineSide(view, long, context)}</td>`,
    );
    return html`<tr><td>${lineTitle(market, context)}</td>${sides}<td class="own">${ownText(stake, context)}</td></tr>`;
  });
  const more = left === 1 ? t('1 more line') : t('{0} more lines', left);
  const freshness = worstOf(views);
  return card(eventTitle(event), frame, freshness, context, [
    line('dim', joined(eventLine(event, freshness, context, eventWhenSaid))),
    html`<table><tbody>${rows}</tbody></table>`,
    footOf(joined([left > 0 ? more : undefined, asOf(views, context)]), t('Open event'), frame),
  ]);
}

/** The markets that card shows: those of these words, else the first ones. */
export function cardLines(
  event: MarketEvent,
  lines: readonly string[],
  context: ViewContext,
): readonly Market[] {
  const all = linesOf(event.markets).flatMap(({ markets }) => markets);
  const meant = lines.flatMap((words) => all.filter((market) => isCalled(market, words, context)));
  return lines.length === 0 ? all.slice(0, MOST_LINES) : [...new Set(meant)];
}

/** What a search finds, one row each. `views`: of the markets in these rows. */
export function queryCard(
  query: string,
  rows: readonly { readonly label: string; readonly detail: string }[],
  found: { readonly count: string; readonly views: readonly MarketView[] },
  frame: CardFrame,
  context: ViewContext,
): Html {
  const lines = rows.map(
    ({ label, detail }) => html`<tr><td>${withPrices(label)}</td><td class="dim">${detail}</td></tr>`,
  );
  return card(query, frame, worstOf(found.views), context, [
    html`<table><tbody>${lines}</tbody></table>`,
    footOf(joined([found.count, asOf(found.views, context)]), context.t('Open search'), frame),
  ]);
}

/** `38¢ Archers 17–20 Islanders 64¢`: where it is wrapped, a price goes with the word beside it. */
function withPrices(label: string): string {
  return label.replace(/^(\S+) /, '$1\u00a0').replace(/ (\S+)$/, '\u00a0$1');
}

/** What is held and ordered: where it is wrapped, an amount goes with its arrow. */
function ownText(stake: MarketStake | undefined, context: ViewContext): string | undefined {
  return stake && stakeText(stake, context).replaceAll(/([▲▼]) /g, '$1\u00a0');
}

/** What stands for nothing that is known, or is not known yet: in words, why. Only a search can be opened then. */
export function wordsCard(tooltip: Tooltip, frame: CardFrame, { t }: ViewContext): Html {
  const lines = tooltip.map((each) =>
    each.kind === 'title'
      ? titleOf(each.text, frame)
      : line('dim', each.kind === 'field' ? t('{0}: {1}', each.label, each.value) : each.text),
  );
  const foot = frame.href === undefined ? undefined : footOf('', t('Open search'), frame);
  return html`<div class="prediction-market">${lines}${foot}</div>`;
}

interface CardSources {
  viewOf(market: Market): MarketView;
  stakeOf(slug: string): MarketStake | undefined;
}

function card(
  title: string,
  frame: CardFrame,
  freshness: Freshness | undefined,
  context: ViewContext,
  body: readonly (Html | undefined)[],
): Html {
  const old = spokenFreshness(freshness, context);
  const warning = line('warn', old && capital(old));
  return old === undefined
    ? html`<div class="prediction-market">${titleOf(title, frame)}${body}</div>`
    : html`<div class="prediction-market old">${titleOf(title, frame)}${warning}${body}</div>`;
}

function titleOf(title: string, { connection }: CardFrame): Html {
  return html`<div class="title"><strong>${title}</strong><span class="connection">${connection}</span></div>`;
}

function line(kind: string, text: string | undefined): Html | undefined {
  return text === undefined || text === '' ? undefined : html`<div class="${kind}">${text}</div>`;
}

function footOf(text: string, open: string, { href }: CardFrame): Html {
  const link = href === undefined ? undefined : html`<a href="${href}">${open}</a>`;
  return html`<div class="foot"><span>${text}</span>${link}</div>`;
}

function worstOf(views: readonly MarketView[]): Freshness | undefined {
  const known = views.flatMap(({ freshness }) => freshness ?? []);
  return known.length === 0 ? undefined : known.reduce(worse);
}

/** `15:01:31 · stream`, of the oldest: a preview that is not drawn again says of when it is. */
function asOf(views: readonly MarketView[], { t, format }: ViewContext): string {
  const times = views.map(({ freshness, readAt }) => freshness?.at ?? readAt ?? Number.NaN);
  const at = Math.min(...times);
  if (views.length === 0 || Number.isNaN(at)) return '';
  if ((worstOf(views)?.standing ?? 'fresh') !== 'fresh') return t('as of {0}', format.moment(at));
  const isStreamed = views.every(({ freshness }) => freshness?.source === 'stream');
  return isStreamed ? joined([format.moment(at), t('stream')]) : t('read {0}', format.moment(at));
}

function sideHtml(view: MarketView, long: boolean, context: ViewContext): Html {
  const { market, live } = view;
  const { t, format } = context;
  const name = sideName(market, long, context);
  const result = resultOf(view);
  const price = (text: string): Html => html`<span class="price">${text}</span>`;
  if (result !== undefined) return html`<div>${name}<br>${price(resultWord(result, long, context))}</div>`;
  const { buy, sell } = sidePrices(market, long, live);
  const none = buy === undefined ? noPriceWord(view, long, 'buy', context) : undefined;
  const toSell = sell && t('{0} to sell', format.price(sell.price));
  const costs =
    buy === undefined
      ? html`${none}`
      : insertHtml((place) => t('{0} to buy', place), price(format.price(buy.price)));
  const sells = toSell === undefined ? undefined : html`<span class="dim"> · ${toSell}</span>`;
  return html`<div>${name}${changeHtml(view, long, context)}<br>${costs}${sells}</div>`;
}

function changeHtml({ market, live }: MarketView, long: boolean, { format }: ViewContext): Html | undefined {
  const change = dayChange(market, long, live);
  if (change === undefined || change.isZero) return undefined;
  return html` <span class="${change.isNegative ? 'down' : 'up'}">${format.change(change)}</span>`;
}

/** That it is live is said of what is current alone. */
function eventLine(
  event: MarketEvent | undefined,
  freshness: Freshness | undefined,
  context: ViewContext,
  said = eventWhen,
): readonly (string | undefined)[] {
  if (event === undefined) return [];
  const phase = eventPhase(event, context.format.settings.now());
  const short = eventShort({ key: '', event, markets: event.markets }, context);
  const isLive = phase === 'live' && (freshness?.standing ?? 'fresh') === 'fresh';
  return [
    isLive ? phaseWord(phase, context) : undefined,
    said(event, phase, context),
    short === eventTitle(event) ? undefined : short,
    situationLine(event, phase, context),
  ];
}

/** `Islanders −12.5 47¢`: teams by what they are called where their event stands above, so that a line stays one. */
function lineSide(view: MarketView, long: boolean, context: ViewContext): string {
  const { market } = view;
  const outcome = rowOutcome(market, long, context);
  const isTeam = isGameLine(market) && outcome.names.length > 1 && lineType(market) !== 'total';
  const names = outcome.names.slice(1);
  const name = isTeam ? outcomeLabel({ ...outcome, names }, '', '', SIDE_WIDTH) : undefined;
  return sideCell(view, long, context, name);
}

/** In digits. */
const SIDE_WIDTH = 20;

/** What the names of its sides do not say already. */
function lineTitle(market: Market, context: ViewContext): string {
  const type = lineType(market);
  const isNamedBySides = (type === 'winner' && !isDraw(market)) || type === 'spread' || type === 'total';
  return isNamedBySides ? lineTypeName(type, context) : lineName(market, context);
}

/** By the kind of its line, or a word or number of its name. */
function isCalled(market: Market, words: string, context: ViewContext): boolean {
  const name = lineName(market, context).toLowerCase();
  return words === lineType(market) || ` ${name} `.replace(/[^\p{L}\p{N}.]+/gu, ' ').includes(` ${words} `);
}
