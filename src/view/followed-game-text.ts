import { isHeld, isLong, totals } from '../core/figures.ts';
import { type Freshness, worse } from '../core/freshness.ts';
import { lineType } from '../core/grouping.ts';
import { eventPhase } from '../core/lifecycle.ts';
import type { Market, MarketEvent } from '../core/market.ts';
import type { MarketView } from '../core/market-view.ts';
import type { Position } from '../core/position.ts';
import { marksOf, sidePrices } from '../core/pricing.ts';
import { contestOf, eventShort, eventWhen } from './event-figures.ts';
import { asOfText, spokenFreshness } from './freshness-text.ts';
import { eventTitle } from './names.ts';
import { sumTexts } from './positions-tree.ts';
import { joined, spokenParts, tight, type ViewContext } from './row.ts';
import { rowOutcome } from './row-names.ts';
import { scoreWritten } from './score-text.ts';
import { situationLine } from './situation-text.ts';

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
  readonly mark: string;
}

interface FollowItem {
  readonly text: string;
  readonly accessibilityLabel: string;
  readonly tooltip: string;
  /** Something it shows is not current. */
  readonly isOld: boolean;
}

/** The market a game is followed by: who wins it, the one that is held before others. */
export function followedMarket({ markets }: MarketEvent, positions: readonly Position[]): Market | undefined {
  const winners = markets.filter((market) => lineType(market) === 'winner');
  const isOwn = ({ slug }: Market): boolean =>
    positions.some((each) => isHeld(each) && each.marketSlug === slug);
  return winners.find(isOwn) ?? winners[0] ?? markets[0];
}

/** The status item of a followed game while it is live: `MOS 17–20 JUN Q3 4:12 · 62¢ JUN · ▲$7.82`. */
export function followItem(game: FollowedGame, context: ViewContext): FollowItem | undefined {
  const { event, views, mark } = game;
  const { t, format } = context;
  if (eventPhase(event, format.settings.now()) !== 'live') return undefined;
  const open = game.positions.filter(isHeld);
  const market = followedMarket(event, open);
  const view = views.find((each) => each.market.slug === market?.slug);
  const own = open.find(({ marketSlug }) => marketSlug === market?.slug);
  const figures = [
    view?.freshness,
    open.length === 0 ? undefined : game.accountFreshness,
    game.eventFreshness,
  ].filter((each) => each !== undefined);
  const freshness = figures.length === 0 ? undefined : figures.reduce(worse);
  const parts = [
    scoreText(event, context),
    view && priceText(view, own, context),
    pnlText(open, views, context),
  ];
  const text = joined([...parts, asOfText(freshness, context)]).replace(/\$\(/g, '$ (');
  const title = eventTitle(event);
  return {
    text,
    isOld: freshness !== undefined && freshness.standing !== 'fresh',
    accessibilityLabel: spokenParts([mark, title, ...parts, spokenFreshness(freshness, context)]),
    tooltip: [
      joined([mark, title]),
      text,
      situationLine(event, 'live', context),
      own === undefined
        ? t('The price is what buying costs.')
        : t('The price is what your side sells for. P&L is of all you hold in this game.'),
      t('Unfollow Event ends this.'),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  };
}

/** What the own side sells for; without one, what the long side costs. Each names its side: `62¢ JUN`. */
function priceText(view: MarketView, own: Position | undefined, context: ViewContext): string | undefined {
  const { market, live } = view;
  const long = own === undefined || isLong(own);
  const prices = sidePrices(market, long, live);
  const price = own === undefined ? prices.buy : prices.sell;
  if (own === undefined && price === undefined) return undefined;
  const { names, tail } = rowOutcome(market, long, context);
  return `${context.format.price(price?.price)} ${names.at(-1) ?? ''}${tail}`.trim();
}

/** Over all that is held in the game, as far as it can be valued. */
function pnlText(open: readonly Position[], views: readonly MarketView[], context: ViewContext): string {
  const valued = open.map((position) => {
    const view = views.find(({ market }) => market.slug === position.marketSlug);
    return { position, marks: view && marksOf(view.market, view.live, view.pricedLater) };
  });
  return tight(joined(totals(valued).map((sum) => sumTexts(sum, context).open)));
}

/** `MOS 17–20 JUN Q3 4:12`; a score nobody can assign stands as it was sent, after the clock. */
function scoreText(event: MarketEvent, context: ViewContext): string {
  const group = { key: '', event, markets: event.markets };
  const points = contestOf(group, context)?.points;
  const score = points === undefined ? scoreWritten(event.score, context) : undefined;
  return [eventShort(group, context), eventWhen(event, 'live', context), score].filter(Boolean).join(' ');
}
