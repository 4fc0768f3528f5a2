import { DisposableOwner } from '../../base/disposable.ts';
import { worse } from '../../core/freshness.ts';
import type { MarketEvent } from '../../core/market.ts';
import { ActivityStore } from '../../store/account/activity.ts';
import { type EventLines, eventLines } from '../../view/event-lines.ts';
import { EventChanges } from '../../view/panels/event/changes.ts';
import type { EventInput } from '../../view/panels/event/input.ts';
import { eventSnapshot } from '../../view/panels/event/model.ts';
import type { Snapshot } from '../../view/panels/protocol.ts';
import { eventTabTitle } from '../../view/panels/tab-titles.ts';
import type { Parts } from '../services.ts';
import type { Drawing } from '../surface.ts';
import { type InputServices, inputOf, readingOf } from './market-input.ts';
import type { PanelPage } from './page.ts';

type Needed = InputServices & Parts<'view' | 'events' | 'watched' | 'clock'>;

/** What the page of an event is made of. */
export class EventPage extends DisposableOwner implements PanelPage {
  readonly #services: Needed;
  readonly #key: string;
  readonly #activity: ActivityStore;
  readonly #changes: EventChanges;
  /** As of the last `noteChanges`. */
  #lines: EventLines = { contest: undefined, lines: [] };

  constructor(services: Needed, key: string) {
    super();
    this.#services = services;
    this.#key = key;
    this.#activity = this.own.add(new ActivityStore(services.session, { types: ['POSITION_RESOLUTION'] }));
    this.#changes = new EventChanges(services.clock.now());
  }

  title(): string {
    return eventTabTitle(this.#key, this.#event, this.#services.view());
  }

  slugs(): readonly string[] {
    return (this.#event?.markets ?? []).map(({ slug }) => slug);
  }

  noteChanges(): void {
    const { marketViews, view } = this.#services;
    const event = this.#event;
    const group = { key: this.#key, event, markets: event?.markets ?? [] };
    this.#lines = eventLines(group, (market) => marketViews.latest(market), view());
    this.#changes.look(event?.score, this.#lines, view());
  }

  draw(showsDetails: boolean): Drawing<Snapshot> {
    const { events, orders, positions, view, watched } = this.#services;
    return {
      content: eventSnapshot({ ...this.#input(), showsDetails }, view()),
      needs: {
        stores: [watched, orders, positions, this.#activity],
        changes: [events.onDidChange],
        markets: [{ slugs: this.slugs() }],
        named: [{ kind: 'event', key: this.#key }],
      },
    };
  }

  get #event(): MarketEvent | undefined {
    return this.#services.watched.event(this.#key);
  }

  #input(): Omit<EventInput, 'showsDetails'> {
    const { watched, orders, positions } = this.#services;
    const [key, event, lines] = [this.#key, this.#event, this.#lines];
    const inEvent = new Set(this.slugs());
    const main = lines.lines[0]?.market;
    const freshness = lines.lines.flatMap(({ isOver, view }) => (isOver ? [] : (view.freshness ?? [])));
    const base = inputOf(this.#services, main?.slug ?? '', this.#activity);
    const { isSignedIn } = base.connection;
    return {
      ...base,
      key,
      event,
      isGone: watched.isGone({ kind: 'event', key }),
      reading: readingOf(watched.state, event),
      lines,
      changes: this.#changes,
      market: { ...base.market, value: main },
      freshness: freshness.length === 0 ? base.freshness : freshness.reduce(worse),
      // Ages and books of the one market in `base` say nothing of the others.
      live: undefined,
      orders: {
        ...base.orders,
        value: base.orders.value && orders.orders.filter(({ marketSlug }) => inEvent.has(marketSlug)),
      },
      held: readingOf(
        isSignedIn ? positions.state : { kind: 'idle' },
        positions.positions.filter(({ marketSlug }) => inEvent.has(marketSlug)),
      ),
    };
  }
}
