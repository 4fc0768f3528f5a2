import { marksOf } from '../core/alert.ts';
import { isLong, isOpen, openPnl } from '../core/figures.ts';
import { type Freshness, worse } from '../core/freshness.ts';
import { lineType } from '../core/grouping.ts';
import { eventPhase } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import { type OwnMoney, ownMoney } from '../core/own.ts';
import type { Position } from '../core/position.ts';
import { sideOf, sidePrices } from '../core/pricing.ts';
import type { Team } from '../core/team.ts';
import { asOfText, spokenFreshness } from './freshness-text.ts';
import { eventTitle } from './names.ts';
import { ABSENT } from './numbers.ts';
import { joined, spokenParts, type ViewContext } from './row.ts';

export interface FollowedGame {
  readonly event: MarketEvent;
  /** Its markets as they stand now. */
  readonly views: readonly MarketView[];
  /** One's own in any of them. */
  readonly positions: readonly Position[];
  /** Of the positions; undefined without any. */
  readonly accountFreshness: Freshness | undefined;
  /** Of score and clock. */
  readonly eventFreshness: Freshness | undefined;
  /** What the connection is marked with. */
  readonly mark: string | undefined;
}

interface FollowItem {
  /** With the editor's `$(icon)` signs. */
  readonly text: string;
  readonly accessibilityLabel: string;
  readonly tooltip: string;
  /** What a click opens. */
  readonly slug: string | undefined;
}

/** The market a game is followed by: who wins it, or one that is held. */
export function followedMarket(event: MarketEvent, held: (slug: string) => boolean): Market | undefined {
  const winners = event.markets.filter((market) => lineType(market) === 'winner');
  return winners.find(({ slug }) => held(slug)) ?? winners[0] ?? event.markets[0];
}

/** The status item of a followed game while it is live: `MOS 17–20 JUN Q3 4:12 · 62¢ · ▲$7.82`. */
export function followItem(game: FollowedGame, context: ViewContext): FollowItem | undefined {
  const { event, views, mark } = game;
  const { t, format } = context;
  if (eventPhase(event, format.settings.now()) !== 'live') return undefined;
  const open = game.positions.filter(isOpen);
  const market = followedMarket(event, (slug) => open.some((each) => each.marketSlug === slug));
  const view = views.find((each) => each.market.slug === market?.slug);
  const position = open.find(({ marketSlug }) => marketSlug === market?.slug);
  const price = view && priceText(view, position, context);
  const pnl = open.length === 0 ? undefined : pnlText(open, views, context);
  const known = [
    price === undefined ? undefined : view?.freshness,
    open.length === 0 ? undefined : game.accountFreshness,
    game.eventFreshness,
  ].filter((freshness) => freshness !== undefined);
  const freshness = known.length === 0 ? undefined : known.reduce(worse);
  const isFresh = freshness === undefined || freshness.standing === 'fresh';
  const parts = [scoreText(event), price, pnl, asOfText(freshness, context)];
  const text = joined(parts).replace(/\$\(/g, '$ (');
  const title = eventTitle(event);
  return {
    text: `${isFresh ? '$(record)' : '$(warning)'} ${text}`,
    accessibilityLabel: spokenParts([mark, title, ...parts.slice(0, 3), spokenFreshness(freshness, context)]),
    tooltip: [
      joined([mark, title]),
      text,
      position === undefined
        ? t('The price is what buying costs.')
        : t('The price is what your side sells for. P&L is of all you hold in this game.'),
      t('Unfollow Event ends this.'),
    ].join('\n'),
    slug: market?.slug,
  };
}

/** What the own side sells for; without one, what the long side costs, with its name. */
function priceText(
  view: MarketView,
  position: Position | undefined,
  { format }: ViewContext,
): string | undefined {
  const { market, live } = view;
  if (position !== undefined) {
    const sell = sidePrices(market, isLong(position), live).sell;
    return sell === undefined ? ABSENT : format.price(sell.price);
  }
  const buy = sidePrices(market, true, live).buy;
  const team = sideOf(market, true)?.team;
  if (buy === undefined) return undefined;
  return [format.price(buy.price), team && shortName(team)].filter(Boolean).join(' ');
}

/** Over all that is held in the game; no figure where one is missing or they are of several currencies. */
function pnlText(open: readonly Position[], views: readonly MarketView[], { format }: ViewContext): string {
  const sum = open.reduce<OwnMoney | undefined | 'none'>((total, position) => {
    const view = views.find(({ market }) => market.slug === position.marketSlug);
    const pnl = openPnl(position, view === undefined ? {} : marksOf(view));
    if (pnl === undefined || total === 'none') return 'none';
    if (total === undefined) return pnl;
    return total.currency === pnl.currency ? ownMoney(total.value.plus(pnl.value), pnl.currency) : 'none';
  }, undefined);
  return sum === 'none' ? ABSENT : format.signedMoney(sum).replace(/^([▲▼]) /, '$1');
}

/** `MOS 17–20 JUN Q3 4:12` where the points are known to be whose; else `MOS @ JUN Q3 4:12 17–20`, as sent. */
function scoreText(event: MarketEvent): string {
  const clock = [event.period === 'NS' ? undefined : event.period, event.elapsed].filter(Boolean).join(' ');
  const [away, home] = ['away', 'home'].map((place) =>
    event.teams.find(({ ordering }) => ordering === place),
  );
  if (away === undefined || home === undefined)
    return [eventTitle(event), clock, event.score].filter(Boolean).join(' ');
  const [first, second] = [away, home].map((team) => pointsOf(event, team));
  const sent = (event.score?.match(/\d+/g) ?? []).map(Number);
  const isKnown = sent.length === 2 && [`${first} ${second}`, `${second} ${first}`].includes(sent.join(' '));
  const names = [shortName(away), shortName(home)];
  return isKnown
    ? [names[0], `${first}–${second}`, names[1], clock].filter(Boolean).join(' ')
    : [names.join(' @ '), clock, event.score].filter(Boolean).join(' ');
}

function pointsOf({ periodScores }: MarketEvent, { id }: Team): number {
  const own = periodScores.flatMap(({ scores }) => scores.filter(({ teamId }) => teamId === id));
  return own.reduce((sum, { points }) => sum + points, 0);
}

function shortName({ displayAbbreviation, abbreviation, name }: Team): string {
  return displayAbbreviation ?? abbreviation?.toUpperCase() ?? name ?? '';
}
