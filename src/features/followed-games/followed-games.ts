import { l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import { DisposableOwner, renew, toDisposable } from '../../base/disposable.ts';
import { eventPhase } from '../../core/lifecycle.ts';
import type { Market, MarketEvent } from '../../core/market.ts';
import { readAt } from '../../store/reading/load-state.ts';
import { type FollowedGame, followedMarket, followItem } from '../../view/followed-game-text.ts';
import { eventTitle } from '../../view/names.ts';
import { askEvent, keyOf } from '../ask-event.ts';
import { contextKeySetter } from '../config.ts';
import { connectionMark } from '../connection-settings.ts';
import { eventFreshness } from '../event-freshness.ts';
import { COMMANDS, CONTEXT_KEYS, type RowTarget } from '../ids.ts';
import type { SearchServices } from '../search/ask-market.ts';
import type { Parts } from '../services.ts';
import { type Memory, memoryKey } from '../shown-state.ts';
import { type Drawing, Surface } from '../surface.ts';

type GameServices = Parts<'marketViews' | 'positions' | 'live' | 'events' | 'session' | 'clock'>;
type Needed = SearchServices & GameServices & Parts<'marketsBySlug'>;

const MOST = 3;
/** Shortest time between two writes, milliseconds. */
const WRITE_MS = 1_000;

/** Games in the status bar, at most three a connection: each while it is live, gone when it ends. */
export class FollowedGames extends DisposableOwner {
  readonly #services: Needed;
  readonly #memory: Memory;
  readonly #memoryName: string;
  readonly #items = new Map<string, StatusBarItem>();
  readonly #setFollowing = contextKeySetter<boolean>(CONTEXT_KEYS.following);
  readonly #surface: Surface<ShownGames>;
  #connection = '';
  #followed: readonly string[] = [];

  constructor(services: Needed, memory: Memory, memoryName: string) {
    super();
    this.#services = services;
    this.#memory = memory;
    this.#memoryName = memoryName;
    this.#surface = this.own.add(
      new Surface(services, {
        kind: 'alert',
        reader: 'followed',
        draw: () => this.#draw(),
        pace: {
          gapMs: WRITE_MS,
          show: ({ going, games }) => {
            if (going.length < this.#followed.length) this.#follow(going);
            else write(this.#items, games);
          },
        },
      }),
    );
    this.own.add(services.session.onDidChange(() => this.#showRemembered()));
    this.own.add(toDisposable(() => write(this.#items, [])));
    this.#showRemembered();
  }

  async follow(target?: string | RowTarget): Promise<void> {
    const { clock } = this.#services;
    const event = await askEvent(this.#services, target, l10n.t('Follow which game?'));
    if (event === undefined) return;
    const key = event.slug ?? event.id;
    const title = eventTitle(event);
    if (hasEnded(event, clock.now())) {
      void window.showInformationMessage(l10n.t('{0} is over.', title));
      return;
    }
    if (this.#followed.includes(key)) return;
    const isFull = this.#followed.length >= MOST;
    const question = l10n.t('{0} games are followed. Replace which?', MOST);
    const replaced = isFull ? await this.#pick(question) : undefined;
    if (isFull && replaced === undefined) return;
    this.#follow([...this.#followed.filter((each) => each !== replaced), key]);
    if (eventPhase(event, clock.now()) !== 'live')
      void window.showInformationMessage(l10n.t('{0} will be in the status bar when it begins.', title));
  }

  async unfollow(target?: string | RowTarget): Promise<void> {
    const named = keyOf(this.#services, target);
    const isFollowed = named !== undefined && this.#followed.includes(named);
    const key = isFollowed ? named : await this.#pick(l10n.t('Unfollow which game?'));
    if (key !== undefined) this.#follow(this.#followed.filter((each) => each !== key));
  }

  #draw(): Drawing<ShownGames> {
    const { clock, marketsBySlug, positions, watched } = this.#services;
    const going = this.#followed.filter((key) => !hasEnded(watched.event(key), clock.now()));
    const games = going.flatMap((key) => shownGame(this.#services, key) ?? []);
    return {
      content: { going, games },
      needs: {
        stores: [watched, positions, marketsBySlug],
        markets: [{ slugs: games.flatMap(({ slugs }) => slugs) }],
        named: going.map((key) => ({ kind: 'event', key })),
      },
    };
  }

  get #remembered(): Readonly<Record<string, readonly string[]>> {
    return (this.#memory.get(this.#memoryName) ?? {}) as Readonly<Record<string, readonly string[]>>;
  }

  #follow(keys: readonly string[]): void {
    void this.#memory.update(this.#memoryName, { ...this.#remembered, [this.#connection]: keys });
    this.#show(keys);
  }

  #show(keys: readonly string[]): void {
    this.#followed = keys;
    this.#setFollowing(keys.length > 0);
    this.#surface.setShown(keys.length > 0);
    if (keys.length > 0) this.#surface.show();
    else write(this.#items, []);
  }

  #showRemembered(): void {
    const now = memoryKey(this.#services.session.profile);
    if (now === this.#connection) return;
    this.#connection = now;
    this.#show(this.#remembered[now] ?? []);
  }

  async #pick(title: string): Promise<string | undefined> {
    const choices = this.#followed.map((key) => {
      const event = this.#services.watched.event(key);
      return { label: event === undefined ? key : eventTitle(event), key };
    });
    return (await window.showQuickPick(choices, { title }))?.key;
  }
}

interface ShownGames {
  /** Keys of those that are not over. */
  readonly going: readonly string[];
  readonly games: readonly ShownGame[];
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
function shownGame(services: GameServices & Parts<'watched' | 'view'>, key: string): ShownGame | undefined {
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

function gameOf(services: GameServices, event: MarketEvent): FollowedGame {
  const { marketViews, positions, live } = services;
  const slugs = new Set(event.markets.map(({ slug }) => slug));
  return {
    event,
    views: event.markets.map((market) => marketViews.latest(market)),
    positions: positions.positions.filter(({ marketSlug: slug }) => slugs.has(slug)),
    accountFreshness: live.freshness.account(readAt(positions.state), 'positions'),
    eventFreshness: eventFreshness(services, event.id),
    mark: connectionMark(services.session.profile),
  };
}
