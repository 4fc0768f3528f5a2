import { CodeLens, l10n, type Range } from 'vscode';
import type { Market } from '../../core/market.ts';
import { isWatched } from '../../core/watchlist.ts';
import { mentionLine } from '../../view/mention-text.ts';
import { COMMANDS } from '../ids.ts';
import type { Parts } from '../services.ts';
import { stakeIn } from './stake-in.ts';

/** The line above a market's slug: what it says, which does nothing when clicked, and two ways on. The editor puts bars between them. */
export function marketLenses(
  services: Parts<
    | 'activity'
    | 'live'
    | 'marketViews'
    | 'orders'
    | 'portfolio'
    | 'positions'
    | 'session'
    | 'view'
    | 'watchlist'
  >,
  market: Market,
  range: Range,
): readonly CodeLens[] {
  const { marketViews, portfolio, view, watchlist } = services;
  const { slug } = market;
  const stake = portfolio.holdings.has(slug) ? stakeIn([slug], services) : undefined;
  const title = mentionLine(marketViews.latest(market), stake, view());
  const isOnList = isWatched(watchlist.items, slug);
  const lens = (label: string, command: string): CodeLens =>
    new CodeLens(range, { title: label, command, arguments: [slug] });
  return [
    new CodeLens(range, { title, command: '' }),
    lens(l10n.t('Open'), COMMANDS.openMarket),
    isOnList
      ? lens(l10n.t('Stop Watching'), COMMANDS.removeFromWatchlist)
      : lens(l10n.t('Watch'), COMMANDS.addToWatchlist),
  ];
}
