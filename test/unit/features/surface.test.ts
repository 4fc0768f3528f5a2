import assert from 'node:assert/strict';
import { ChangeSource } from '../../../src/base/change-source.ts';
import { DisposableStore } from '../../../src/base/disposable.ts';
import type { Event } from '../../../src/base/event.ts';
import type { MarketTopic } from '../../../src/exchange/streams.ts';
import { VIEW_NAMES } from '../../../src/features/ids.ts';
import { EventPage } from '../../../src/features/panels/event-page.ts';
import { MarketPage } from '../../../src/features/panels/market-page.ts';
import { settlementPage } from '../../../src/features/panels/settlement-page.ts';
import type { Services } from '../../../src/features/services.ts';
import { type Needs, Surface } from '../../../src/features/surface.ts';
import type { Store } from '../../../src/store/reading/load-state.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';

type Source = Pick<Store, 'onDidChange'> & Partial<Store>;
interface Named {
  readonly name: string;
  readonly source: Source;
  fire(): void;
}

/** Everything of the services that says when it changed. */
function sourcesOf(services: Services): readonly Named[] {
  const { config } = services;
  const settings = { watchlist: 'watchlist', alerts: 'alerts', saved: 'savedQueries' } as const;
  const lists = Object.entries(settings).map(([name, setting]) => ({
    name,
    source: services[name as keyof typeof settings] as unknown as Source,
    fire: () => void config.set(setting, []),
  }));
  const stores = Object.entries(services).flatMap(([name, source]) =>
    source instanceof ChangeSource && name !== 'scheduler'
      ? { name, source: source as unknown as Source, fire: () => source['changes'].fire('all' as never) }
      : [],
  );
  return [...stores, ...lists];
}

async function rig() {
  const { clock, services, close } = await openDemoWindow();
  const own = new DisposableStore();
  const wants: string[] = [];
  const { watched } = services;
  const want = watched.want.bind(watched);
  watched.want = (by, entries) => {
    wants.push(entries.map(({ key }) => key).join());
    want(by, entries);
  };
  const open = (first: Needs) => {
    const seen = { needs: first, due: 0, drawn: 0 };
    const surface = own.add(
      new Surface(services, {
        kind: 'panel',
        reader: { page: 'test' },
        draw: () => {
          seen.drawn += 1;
          return { content: seen.drawn, needs: seen.needs };
        },
        pace: { due: () => (seen.due += 1) },
      }),
    );
    return { surface, seen };
  };
  const end = async (): Promise<void> => {
    own.dispose();
    await clock.advance(60_000);
    close();
  };
  return { clock, services, open, wants, end };
}

/** How often these events tell of a change while `fire` makes one. */
function hearing(events: readonly Event<unknown>[], fire: () => void): number {
  let heard = 0;
  const own = new DisposableStore();
  for (const event of events) own.add(event(() => (heard += 1)));
  fire();
  own.dispose();
  return heard;
}

describe('a surface', () => {
  it('is due after each change of each store and fact it needs, and after no other', async () => {
    const { services, open, end } = await rig();
    const { session, live } = services;
    const always = [session.onDidChange, services.onDidChangeView, live.onDidChange, live.onDidAge];
    const sources = sourcesOf(services);
    assert.ok(sources.length > 20, sources.map(({ name }) => name).join());
    const quiet: string[] = [];
    for (const { name, source } of sources) {
      const store = source.refresh === undefined ? undefined : (source as Store);
      const needs = store ? { stores: [store] } : { stores: [], changes: [source.onDidChange] };
      const { surface, seen } = open(needs);
      surface.setShown(true);
      for (const other of sources) {
        seen.due = 0;
        const heard = hearing([source.onDidChange, ...always] as Event<unknown>[], other.fire);
        assert.equal(seen.due > 0, heard > 0, `needs ${name}, ${other.name} changes`);
        if (other.name === name) assert.ok(heard > 0, name);
        if (heard === 0) quiet.push(other.name);
      }
      surface.setShown(false);
      seen.due = 0;
      for (const other of sources) other.fire();
      assert.equal(seen.due, 0, `hidden, needs ${name}`);
      surface.dispose();
    }
    assert.ok(quiet.length > 100, 'most changes concern others');
    await end();
  });

  it('is due at once for prices of its own markets, a little later for those beside them, never for others', async () => {
    const { clock, services, open, end } = await rig();
    const topics = new Set<MarketTopic>(['book']);
    const { surface, seen } = open({
      stores: [],
      markets: [
        { slugs: ['own'], topics },
        { slugs: ['beside'], isBeside: true },
      ],
    });
    surface.setShown(true);
    // No such markets: once the streams are up nothing is heard of them but what is fired here.
    await clock.advance(10_000);
    const price = async (slug: string): Promise<readonly number[]> => {
      const due: number[] = [];
      seen.due = 0;
      services.marketViews['changes'].fire(new Set([slug]));
      for (const ms of [0, 240, 20]) {
        await clock.advance(ms);
        due.push(seen.due);
      }
      return due;
    };
    assert.deepEqual(await price('own'), [1, 1, 1]);
    assert.deepEqual(await price('beside'), [0, 0, 1]);
    assert.deepEqual(await price('another'), [0, 0, 0]);
    // What is drawn meanwhile shows those beside, too.
    services.marketViews['changes'].fire(new Set(['beside']));
    surface.draw();
    assert.deepEqual(await price('another'), [0, 0, 0]);
    await end();
  });

  it('changes only what it needs otherwise than before, and lets go of everything once hidden', async () => {
    const { clock, services, open, wants, end } = await rig();
    const { orders, positions, scheduler, markets } = services;
    await clock.run(markets.load());
    const [one = '', two = ''] = markets.markets.map(({ slug }) => slug);
    const { surface, seen } = open({
      stores: [orders],
      markets: [{ slugs: [one] }],
      named: [{ kind: 'event', key: 'a-game' }],
    });
    const watched = () => [scheduler.watched.has(orders), scheduler.watched.has(positions)];
    const streamed = (slug: string) => services.live.freshness.price(slug)?.source === 'stream';
    surface.setShown(true);
    await clock.advance(10_000);
    assert.deepEqual([watched(), streamed(one), wants], [[true, false], true, ['a-game']]);
    surface.draw();
    assert.deepEqual(wants, ['a-game'], 'wanting is a change, and is not repeated');
    seen.needs = { stores: [positions], markets: [{ slugs: [two] }] };
    surface.draw();
    assert.deepEqual(
      [watched(), wants],
      [
        [false, true],
        ['a-game', ''],
      ],
    );
    await clock.advance(10_000);
    assert.ok(streamed(two));
    surface.setShown(false);
    assert.deepEqual(watched(), [false, false]);
    await clock.advance(60_000);
    assert.equal(services.live.state('markets').kind, 'off');
    surface.setShown(true);
    assert.deepEqual(watched(), [false, true], 'what it needed last, before it is drawn');
    surface.dispose();
    surface.setShown(true);
    assert.deepEqual(watched(), [false, false]);
    await end();
  });

  it('reads at once what another account or connection emptied, and all when a person asks', async () => {
    const { clock, services, open, end } = await rig();
    const { session, orders } = services;
    const { surface } = open({ stores: [orders] });
    surface.setShown(true);
    await clock.advance(10_000);
    const state = (): string => orders.state.kind;
    assert.equal(state(), 'ready');
    session.connect(session.profile);
    assert.equal(state(), 'loading');
    await clock.advance(10_000);
    surface.refresh();
    assert.equal(state(), 'refreshing', 'as it is when a person asks');
    surface.setShown(false);
    session.connect(session.profile);
    assert.equal(state(), 'idle');
    await end();
  });
});

describe('a surface with a pace of its own', () => {
  async function paced(needed: (services: Services) => Needs = () => ({ stores: [] })) {
    const { clock, services, close } = await openDemoWindow();
    const needs = needed(services);
    const started = clock.now();
    const drawn: number[] = [];
    const surface = new Surface(services, {
      kind: 'tree',
      draw: () => ({ content: clock.now() - started, needs }),
      pace: { gapMs: 500, show: (at) => drawn.push(at) },
    });
    const end = (): void => {
      surface.dispose();
      close();
    };
    return { clock, services, surface, drawn, end };
  }

  it('draws nothing while hidden, and once when shown', async () => {
    const { clock, surface, drawn, end } = await paced();
    surface.mark();
    surface.show();
    await clock.advance(60_000);
    assert.deepEqual(drawn, []);
    surface.setShown(true);
    assert.deepEqual(drawn, [60_000]);
    surface.mark();
    surface.setShown(false);
    await clock.advance(60_000);
    assert.equal(drawn.length, 1);
    end();
  });

  it('reads nothing any more once it is hidden again, though reading began with a change', async () => {
    const { clock, services, surface, end } = await paced(({ markets, catalogue }) => ({
      stores: [markets, catalogue],
      markets: [{ slugs: ['any'] }],
    }));
    const { scheduler, markets, catalogue } = services;
    const watched = () => [markets, catalogue].map((store) => scheduler.watched.has(store));
    for (const isShown of [true, false, true]) {
      services.session.connect(services.session.profile);
      surface.setShown(isShown);
      await clock.advance(2_000);
      assert.deepEqual(watched(), [isShown, isShown]);
    }
    surface.setShown(false);
    assert.deepEqual(watched(), [false, false]);
    await clock.advance(60_000);
    end();
  });

  it('draws at once after a quiet time, and at most every 500 ms in a storm', async () => {
    const { clock, surface, drawn, end } = await paced();
    surface.setShown(true);
    for (let ms = 0; ms < 1_200; ms += 100) {
      surface.mark();
      await clock.advance(100);
    }
    await clock.advance(2_000);
    assert.deepEqual(drawn, [0, 500, 1_000, 1_500]);
    surface.mark();
    assert.equal(drawn.length, 5);
    end();
  });

  it('draws every 30 seconds without a change, and goes on at its rate after the clock was set back', async () => {
    const { clock, surface, drawn, end } = await paced();
    surface.setShown(true);
    await clock.advance(60_000);
    assert.deepEqual(drawn, [0, 30_000, 60_000]);
    clock.shift(-3_600_000);
    surface.mark();
    await clock.advance(1_000);
    assert.equal(drawn.length, 4);
    end();
  });
});

describe('drawing what a surface shows', () => {
  /** Draws each view, and each page of a market, twice over; nothing may begin with that. */
  async function drawAll({ clock, demo, window, services }: Awaited<ReturnType<typeof openDemoWindow>>) {
    const { InspectorPage } = await import('../../../src/features/panels/inspector-page.ts');
    const { PortfolioPage } = await import('../../../src/features/panels/portfolio-page.ts');
    const began: string[] = [];
    const noted = <A extends readonly unknown[], R>(name: string, does: (...args: A) => R) => {
      return (...args: A): R => {
        began.push(name);
        return does(...args);
      };
    };
    for (const asked of [demo.transport, services.session.current ?? {}])
      for (const [name, method] of Object.entries(asked))
        if (typeof method === 'function') Object.assign(asked, { [name]: noted(name, method.bind(asked)) });
    for (const { name, source } of sourcesOf(services))
      Object.assign(source, {
        onDidChange: noted(`listens to ${name}`, source.onDidChange as Event<unknown>),
      });
    const { slug = '' } = services.markets.markets[0] ?? {};
    const { slug: eventSlug = '' } = services.events.all[0] ?? {};
    const market = new MarketPage(services, slug);
    market.compare(true);
    const inspector = new InspectorPage(services);
    const call = services.callLog.calls.at(-1);
    if (call !== undefined) inspector.inspect(call.id);
    const pages = [
      ...[market, inspector, new PortfolioPage(services)],
      ...[new EventPage(services, eventSlug), settlementPage(services, slug)],
    ];
    await clock.advance(0);
    const timers = clock.pending;
    began.length = 0;
    for (let time = 0; time < 2; time++) {
      for (const name of VIEW_NAMES) window.content(name);
      for (const page of pages) page.draw(true);
    }
    await clock.advance(0);
    assert.deepEqual([began, clock.pending], [[], timers]);
    for (const page of pages) page.dispose();
  }

  it('starts no request, timer or subscription and loads nothing, before anything was read and after', async () => {
    const rig = await openDemoWindow();
    const { clock, window, close } = rig;
    await drawAll(rig);
    assert.equal(window.agents.calls.shown, undefined);
    const shown = ['markets', 'events', 'orders', 'positions'] as const;
    for (const name of shown) window.tree(name).show(true);
    await clock.advance(5_000);
    for (const name of shown) window.tree(name).show(false);
    await clock.advance(2_000);
    await drawAll(rig);
    close();
  });

  it('draws the activity again when an event was read, as its rows name events', async () => {
    const { clock, window, services, close } = await openDemoWindow();
    window.tree('activity').show(true);
    await clock.advance(5_000);
    const { marketViews, events } = services;
    const { withEvent } = marketViews;
    let drawn = 0;
    Object.defineProperty(marketViews, 'withEvent', {
      get: () => {
        drawn += 1;
        return withEvent;
      },
    });
    await clock.advance(5_000);
    assert.equal(drawn, 0, 'of itself it is drawn every half minute');
    events['changes'].fire('all' as never);
    await clock.advance(1_000);
    assert.equal(drawn, 1);
    close();
  });
});
