import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event.ts';
import type { BestQuote } from '../../../../src/core/book.ts';
import type { FreshnessState } from '../../../../src/core/freshness.ts';
import type { Market, MarketEvent } from '../../../../src/core/market.ts';
import { MarketViews } from '../../../../src/store/live/market-views.ts';
import type { Change } from '../../../../src/store/reading/load-state.ts';
import { anEvent, aQuote, lakeGame } from '../../../support/values.ts';

/** Three markets with quotes and freshness of their own, and a count of the quotes looked up. */
function scene() {
  const markets = new Map(['a', 'b', 'c'].map((slug) => [slug, lakeGame({ slug })]));
  const quotes = new Map<string, BestQuote>();
  const standings = new Map<string, FreshnessState>();
  const state = { at: 1_000, events: [] as readonly MarketEvent[], looks: 0 };
  const [listed, known, priced, streams, ages] = [
    new Emitter<Change>(),
    new Emitter<Change>(),
    new Emitter<Change>(),
    new Emitter<void>(),
    new Emitter<void>(),
  ];
  const views = new MarketViews({
    markets: { get: (slug) => markets.get(slug), readAt: () => state.at, onDidChange: listed.event },
    events: {
      ofMarket: (slug) =>
        state.events.find(({ markets: nested }) => nested.some((market) => market.slug === slug)),
      get: () => undefined,
      onDidChange: known.event,
    },
    quotes: {
      live: (slug) => {
        state.looks += 1;
        const bbo = quotes.get(slug);
        return bbo && { bbo, newer: true };
      },
      onDidChange: priced.event,
    },
    portfolio: { pricedLater: () => false },
    live: {
      onDidChange: streams.event,
      onDidAge: ages.event,
      freshness: {
        price: (slug) => ({ source: 'rest', at: state.at, standing: standings.get(slug) ?? 'fresh' }),
      },
    },
  });
  const view = (slug: string) => {
    const found = views.bySlug(slug);
    assert.ok(found);
    return found;
  };
  const all = () => ['a', 'b', 'c'].map(view);
  const changedBy = (change: () => void): readonly string[] => {
    const before = all();
    change();
    return all().flatMap((each, place) => (each === before[place] ? [] : [each.market.slug]));
  };
  return {
    views,
    view,
    all,
    changedBy,
    markets,
    quotes,
    standings,
    state,
    listed,
    known,
    priced,
    ages,
  };
}

describe('MarketViews', () => {
  it('looks again at the markets whose price changed and at no other', () => {
    const { all, changedBy, quotes, priced, state } = scene();
    all();
    state.looks = 0;
    const changed = changedBy(() => {
      quotes.set('a', aQuote());
      quotes.set('b', aQuote());
      priced.fire(new Set(['a', 'nobody']));
    });
    assert.deepEqual(changed, ['a']);
    assert.equal(state.looks, 1);
  });

  it('stays the same while nothing a row shows changed, whatever was said to have', () => {
    const { changedBy, ages, listed, state } = scene();
    const changed = changedBy(() => {
      // No row names the time of what is fresh.
      state.at += 60_000;
      ages.fire();
      listed.fire('all');
    });
    assert.deepEqual(changed, []);
  });

  it('is another one after a change of market, event, freshness or its time', () => {
    const { changedBy, markets, standings, state, ages, known } = scene();
    const age = (standing: FreshnessState, at: number) => () => {
      standings.set('c', standing);
      state.at = at;
      ages.fire();
    };
    assert.deepEqual(
      changedBy(() => markets.set('b', lakeGame({ slug: 'b', title: 'New' }))),
      ['b'],
    );
    assert.deepEqual(changedBy(age('cut', 1_000)), ['c']);
    assert.deepEqual(changedBy(age('cut', 1_000)), []);
    assert.deepEqual(changedBy(age('stale', 500)), ['c']);
    assert.deepEqual(changedBy(age('stale', 400)), ['c']);
    assert.deepEqual(
      changedBy(() => {
        state.events = [anEvent({ markets: [lakeGame({ slug: 'a' })] })];
        known.fire('all');
      }),
      ['a'],
    );
  });

  it('passes on which markets may have changed, after the views would be new', () => {
    const { views, view, quotes, priced } = scene();
    const before = view('a');
    const heard: unknown[] = [];
    views.onDidChange((change) => heard.push(change, view('a') === before));
    quotes.set('a', aQuote());
    const slugs = new Set(['a']);
    priced.fire(slugs);
    assert.deepEqual(heard, [slugs, false]);
  });

  it('prefers the market of the list over the copy that came with an event', () => {
    const { views, markets } = scene();
    const nested = lakeGame({ slug: 'a', title: 'Nested' });
    assert.equal(views.of(nested).market, markets.get('a'));
    const unlisted: Market = lakeGame({ slug: 'unlisted' });
    assert.equal(views.of(unlisted).market, unlisted);
    assert.equal(views.bySlug('unlisted'), undefined);
  });

  it('names the event on a market that came without it', () => {
    const { views, markets, state } = scene();
    const bare = lakeGame({ slug: 'a', events: [] });
    markets.set('a', bare);
    assert.equal(views.withEvent('a'), bare);
    const parent = anEvent({ markets: [bare] });
    state.events = [parent];
    assert.deepEqual(views.withEvent('a'), { ...bare, events: [parent] });
    assert.equal(views.withEvent('unknown'), undefined);
  });
});
