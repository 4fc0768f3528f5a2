import { l10n, type QuickPickItem, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import type { Event } from '../../base/event.ts';
import { DisposableStore, toDisposable } from '../../base/lifecycle.ts';
import { eventPhase } from '../../core/lifecycle.ts';
import type { MarketEvent } from '../../core/market.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { type FollowedGame, followedMarket, followItem } from '../../view/follow-text.ts';
import { eventTitle } from '../../view/names.ts';
import { COMMANDS, type RowTarget, slugOf } from '../ids.ts';
import { Redraw } from '../redraw.ts';
import type { Editor, Services } from '../services.ts';

const MOST = 3;
/** Shortest time between two writes, milliseconds. */
const WRITE_MS = 1_000;
const LITE = new Set(['lite'] as const);

/** Games in the status bar, at most three: each while it is live, gone when it ends. Their slugs are remembered under `memoryKey`. */
export function followGames({ context }: Pick<Editor, 'context'>, services: Services, memoryKey: string) {
  const { watched, wanted, positions, held, live, marketViews, session, clock } = services;
  const own = new DisposableStore();
  const items = new Map<string, StatusBarItem>();
  const interest = own.add(live.watch('alert', LITE));
  const remembered: unknown = context.globalState.get(memoryKey);
  let followed: readonly string[] = Array.isArray(remembered)
    ? remembered.filter((key) => typeof key === 'string').slice(0, MOST)
    : [];
  const follow = (keys: readonly string[]): void => {
    followed = keys;
    wanted.follow(keys);
    redraw.setShown(keys.length > 0);
    draw();
    void context.globalState.update(memoryKey, keys);
  };
  const draw = (): void => {
    const ended = followed.filter((key) => hasEnded(watched.event(key), clock.now()));
    if (ended.length > 0) {
      follow(followed.filter((key) => !ended.includes(key)));
      return;
    }
    const games = followed.flatMap((key) => {
      const event = watched.event(key);
      return event === undefined ? [] : [{ key, game: gameOf(services, event) }];
    });
    interest.set(games.flatMap(({ game }) => slugsOf(game)));
    const shown = new Set<string>();
    for (const { key, game } of games) {
      const content = followItem(game, services.view());
      if (content === undefined) continue;
      shown.add(key);
      const item = items.get(key) ?? makeItem(key);
      items.set(key, item);
      item.text = content.text;
      item.tooltip = content.tooltip;
      item.accessibilityInformation = { label: content.accessibilityLabel, role: 'button' };
      if (content.slug !== undefined)
        item.command = {
          command: COMMANDS.openMarket,
          title: l10n.t('Open Market'),
          arguments: [content.slug],
        };
      item.show();
    }
    for (const [key, item] of items) {
      if (shown.has(key)) continue;
      item.dispose();
      items.delete(key);
    }
  };
  const stores = [watched, positions, held];
  const redraw = own.add(new Redraw(services, { gapMs: WRITE_MS, stores, draw }));
  const changes = [
    marketViews.onDidChange,
    watched.onDidChange,
    positions.onDidChange,
    live.onDidChange,
    live.onDidAge,
    services.onDidChangeView,
    session.onDidChange,
  ];
  for (const event of changes as readonly Event<unknown>[]) own.add(event(() => redraw.request()));
  own.add(
    toDisposable(() => {
      for (const item of items.values()) item.dispose();
    }),
  );
  if (followed.length > 0) follow(followed);
  const nameOf = (key: string): string => {
    const event = watched.event(key);
    return event === undefined ? key : eventTitle(event);
  };
  const pick = async (keys: readonly string[], title: string): Promise<string | undefined> => {
    const choices = keys.map((key): QuickPickItem & { readonly key: string } => ({
      label: nameOf(key),
      key,
    }));
    return (await window.showQuickPick(choices, { title }))?.key;
  };
  return {
    followEvent: async (target?: string | RowTarget): Promise<void> => {
      const event = await askEvent(services, target);
      if (event === undefined) return;
      const key = event.slug ?? event.id;
      if (followed.includes(key)) {
        void window.showInformationMessage(l10n.t('{0} is followed already.', eventTitle(event)));
        return;
      }
      if (hasEnded(event, clock.now())) {
        void window.showInformationMessage(l10n.t('{0} is over.', eventTitle(event)));
        return;
      }
      let others = followed;
      if (others.length >= MOST) {
        const replaced = await pick(others, l10n.t('Three games are followed. Replace which?'));
        if (replaced === undefined) return;
        others = others.filter((each) => each !== replaced);
      }
      follow([...others, key]);
      if (eventPhase(event, clock.now()) !== 'live')
        void window.showInformationMessage(
          l10n.t('{0} will be in the status bar when it begins.', eventTitle(event)),
        );
    },
    unfollowEvent: async (target?: string | RowTarget): Promise<void> => {
      if (followed.length === 0) {
        void window.showInformationMessage(l10n.t('No game is followed.'));
        return;
      }
      const named = keysOf(services, target).find((key) => followed.includes(key));
      const key = named ?? (await pick(followed, l10n.t('Unfollow which game?')));
      if (key !== undefined) follow(followed.filter((each) => each !== key));
    },
    dispose: (): void => own.dispose(),
  };
}

function makeItem(key: string): StatusBarItem {
  const item = window.createStatusBarItem(`followed.${key}`, StatusBarAlignment.Left, -1);
  item.name = l10n.t('Prediction Markets: Followed Game');
  return item;
}

function hasEnded(event: MarketEvent | undefined, now: number): boolean {
  const phase = event && eventPhase(event, now);
  return phase === 'ended' || phase === 'awaitingSettlement';
}

function gameOf(services: Services, event: MarketEvent): FollowedGame {
  const { marketViews, positions, live, watched } = services;
  const slugs = new Set(event.markets.map(({ slug }) => slug));
  const { state } = watched;
  const at = readAt(state);
  return {
    event,
    views: event.markets.map((market) => marketViews.latest(market)),
    positions: positions.positions.filter(({ marketSlug }) => slugs.has(marketSlug)),
    accountFreshness: live.accountFreshness(readAt(positions.state), 'positions'),
    eventFreshness:
      state.kind === 'failed' && at !== undefined ? { source: 'rest', at, standing: 'stale' } : undefined,
    mark: services.connectionMark(),
  };
}

/** What its item shows prices of: who wins, and what is held. */
function slugsOf({ event, positions }: FollowedGame): readonly string[] {
  const winner = followedMarket(event, (slug) => positions.some(({ marketSlug }) => marketSlug === slug));
  return [
    ...new Set([...(winner === undefined ? [] : [winner.slug]), ...positions.map((each) => each.marketSlug)]),
  ];
}

/** The slug and id a command was called with, or those of the event of its row. */
function keysOf(services: Services, target: string | RowTarget | undefined): readonly string[] {
  if (typeof target === 'string') return [target];
  const subject = target?.subject;
  if (subject?.kind === 'event') return [subject.key];
  const slug = slugOf(target);
  const market = slug === undefined ? undefined : services.markets.get(slug);
  const event = market && services.eventOf(market);
  return event === undefined ? [] : [event.slug ?? event.id, event.id];
}

async function askEvent(
  services: Services,
  target: string | RowTarget | undefined,
): Promise<MarketEvent | undefined> {
  const { watched, markets, session, clock } = services;
  const [key] = keysOf(services, target);
  const known = key === undefined ? undefined : watched.event(key);
  if (known !== undefined) return known;
  const exchange = await session.ensure();
  if (key !== undefined) return /^\d+$/.test(key) ? exchange.eventById(key) : exchange.eventBySlug(key);
  const { marketSlug } = await import('../search/ask-market.ts');
  const slug = await marketSlug(services, l10n.t('Follow which game?'), target);
  if (slug === undefined) return undefined;
  let market = markets.get(slug);
  if (market === undefined) {
    market = await exchange.marketBySlug(slug);
    markets.upsert(market, clock.now());
  }
  const event = services.eventOf(market);
  if (event === undefined) void window.showInformationMessage(l10n.t('This market belongs to no game.'));
  return event;
}
