import { l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import { type DisposableStore, renew, toDisposable } from '../../base/lifecycle.ts';
import { freshnessOf } from '../../core/freshness.ts';
import { eventPhase } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { type FollowedGame, followedMarket, followItem } from '../../view/follow-text.ts';
import { eventTitle } from '../../view/names.ts';
import { askEvent, keyOf } from '../ask-event.ts';
import { contextKeySetter } from '../config.ts';
import { connectionMark } from '../connection-settings.ts';
import { COMMANDS, CONTEXT_KEYS, type RowTarget } from '../ids.ts';
import type { Services } from '../services.ts';
import { type Memory, memoryKey } from '../shown-state.ts';
import { Surface } from '../surface.ts';

const MOST = 3;
/** Shortest time between two writes, milliseconds. */
const WRITE_MS = 1_000;
/** Scores are read again every 30 seconds; from here on one is old. Milliseconds. */
const SCORE_MS = 90_000;

/** Games in the status bar, at most three a connection: each while it is live, gone when it ends. */
export function followGames(services: Services, own: DisposableStore, memory: Memory, memoryName: string) {
  const { watched, positions, marketsBySlug, session, clock } = services;
  const items = new Map<string, StatusBarItem>();
  const setFollowing = contextKeySetter<boolean>(CONTEXT_KEYS.following);
  const remembered = () => (memory.get(memoryName) ?? {}) as Readonly<Record<string, readonly string[]>>;
  let connection = '';
  let followed: readonly string[] = [];
  const show = (keys: readonly string[]): void => {
    followed = keys;
    setFollowing(keys.length > 0);
    surface.setShown(keys.length > 0);
    if (keys.length > 0) surface.show();
    else write(items, []);
  };
  const follow = (keys: readonly string[]): void => {
    void memory.update(memoryName, { ...remembered(), [connection]: keys });
    show(keys);
  };
  const showRemembered = (): void => {
    const now = memoryKey(session.profile);
    if (now === connection) return;
    connection = now;
    show(remembered()[now] ?? []);
  };
  const surface = own.add(
    new Surface(services, {
      kind: 'alert',
      reader: 'followed',
      draw: () => {
        const going = followed.filter((key) => !hasEnded(watched.event(key), clock.now()));
        const games = going.flatMap((key) => shownGame(services, key) ?? []);
        return {
          content: { going, games },
          needs: {
            stores: [watched, positions, marketsBySlug],
            markets: [{ slugs: games.flatMap(({ slugs }) => slugs) }],
            events: going,
          },
        };
      },
      pace: {
        gapMs: WRITE_MS,
        show: ({ going, games }) => {
          if (going.length < followed.length) follow(going);
          else write(items, games);
        },
      },
    }),
  );
  own.add(session.onDidChange(showRemembered));
  own.add(toDisposable(() => write(items, [])));
  showRemembered();
  const pick = async (title: string): Promise<string | undefined> => {
    const choices = followed.map((key) => {
      const event = watched.event(key);
      return { label: event === undefined ? key : eventTitle(event), key };
    });
    return (await window.showQuickPick(choices, { title }))?.key;
  };
  return {
    followEvent: async (target?: string | RowTarget): Promise<void> => {
      const event = await askEvent(services, target, l10n.t('Follow which game?'));
      if (event === undefined) return;
      const key = event.slug ?? event.id;
      const title = eventTitle(event);
      if (hasEnded(event, clock.now())) {
        void window.showInformationMessage(l10n.t('{0} is over.', title));
        return;
      }
      if (followed.includes(key)) return;
      const isFull = followed.length >= MOST;
      const replaced = isFull ? await pick(l10n.t('Three games are followed. Replace which?')) : undefined;
      if (isFull && replaced === undefined) return;
      follow([...followed.filter((each) => each !== replaced), key]);
      if (eventPhase(event, clock.now()) !== 'live')
        void window.showInformationMessage(l10n.t('{0} will be in the status bar when it begins.', title));
    },
    unfollowEvent: async (target?: string | RowTarget): Promise<void> => {
      const named = keyOf(services, target);
      const key =
        named !== undefined && followed.includes(named) ? named : await pick(l10n.t('Unfollow which game?'));
      if (key !== undefined) follow(followed.filter((each) => each !== key));
    },
  };
}

interface ShownGame {
  readonly key: string;
  /** Markets whose prices it shows. */
  readonly slugs: readonly string[];
  readonly market: Market | undefined;
  /** Undefined while there is nothing to say of it. */
  readonly item: ReturnType<typeof followItem>;
}

/** Undefined until its event was read. */
function shownGame(services: Services, key: string): ShownGame | undefined {
  const event = services.watched.event(key);
  if (event === undefined) return undefined;
  const game = gameOf(services, event);
  const market = followedMarket(event, game.positions);
  const slugs = [...game.positions.map(({ marketSlug }) => marketSlug), ...(market ? [market.slug] : [])];
  return { key, slugs, market, item: followItem(game, services.view()) };
}

/** An item a game that has something to say, and no other. */
function write(items: Map<string, StatusBarItem>, games: readonly ShownGame[]): void {
  const shown = games.filter(({ item }) => item !== undefined);
  renew(
    items,
    shown.map(({ key }) => key),
    (key) => window.createStatusBarItem(`followed.${key}`, StatusBarAlignment.Left, -1),
  );
  for (const { key, market, item: content } of shown) {
    const item = items.get(key);
    if (item === undefined || content === undefined) continue;
    item.name = l10n.t('Prediction Markets: Followed Game');
    item.text = content.text;
    item.tooltip = content.tooltip;
    item.accessibilityInformation = { label: content.accessibilityLabel, role: 'button' };
    item.backgroundColor = content.isOld ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    if (market !== undefined)
      item.command = { command: COMMANDS.openMarket, title: '', arguments: [market.slug] };
    item.show();
  }
}

function hasEnded(event: MarketEvent | undefined, now: number): boolean {
  const phase = event && eventPhase(event, now);
  return phase === 'ended' || phase === 'awaitingSettlement';
}

function gameOf(services: Services, event: MarketEvent): FollowedGame {
  const { marketViews, positions, live, events, session, clock } = services;
  const slugs = new Set(event.markets.map(({ slug }) => slug));
  const evidence = { source: 'rest', stream: 'none', heardAt: undefined, limitMs: SCORE_MS } as const;
  const reachable = session.link.kind !== 'offline';
  const at = events.readAt(event.id);
  return {
    event,
    views: event.markets.map((market) => marketViews.latest(market)),
    positions: positions.positions.filter(({ marketSlug: slug }) => slugs.has(slug)),
    accountFreshness: live.accountFreshness(readAt(positions.state), 'positions'),
    eventFreshness: at === undefined ? undefined : freshnessOf({ ...evidence, at, reachable }, clock.now()),
    mark: connectionMark(services.session.profile),
  };
}
