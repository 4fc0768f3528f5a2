import assert from 'node:assert/strict';
import type { MarketTopic } from '../../../../src/exchange/streams.ts';
import { type InterestKind, RELEASE_MS, VisibleMarkets } from '../../../../src/store/live/visible-markets.ts';
import { VirtualClock } from '../../../support/clock.ts';

const LITE = new Set<MarketTopic>(['lite']);
const PANEL = new Set<MarketTopic>(['book', 'trades']);

function rig(max = 300) {
  const clock = new VirtualClock();
  const interests = new VisibleMarkets(clock);
  interests.setMax(max);
  let changes = 0;
  interests.onDidChange(() => changes++);
  const watch = (kind: InterestKind, ...slugs: string[]) => {
    const interest = interests.watch(kind, kind === 'panel' ? PANEL : LITE);
    interest.set(slugs);
    return interest;
  };
  const wanted = (): string => [...interests.wanted.keys()].join(' ');
  return { clock, interests, watch, wanted, changes: () => changes };
}

describe('VisibleMarkets', () => {
  it('counts viewers: what one of two leaves stays wanted', async () => {
    const { clock, watch, wanted } = rig();
    const one = watch('tree', 'a', 'b');
    const two = watch('tree', 'b', 'c');
    assert.equal(wanted(), 'b c a');
    two.dispose();
    await clock.advance(RELEASE_MS);
    assert.equal(wanted(), 'a b');
    one.dispose();
    await clock.advance(RELEASE_MS);
    assert.equal(wanted(), '');
    assert.equal(clock.pending, 0);
  });

  it('joins the topics of all viewers', () => {
    const { interests, watch } = rig();
    watch('tree', 'a');
    watch('panel', 'a');
    assert.deepEqual([...(interests.wanted.get('a') ?? [])].sort(), ['book', 'lite', 'trades']);
  });

  it('lets go a little later, so that toggling a view asks for nothing', async () => {
    const { clock, interests, watch, wanted } = rig();
    const tree = watch('tree', 'a', 'b');
    tree.set([]);
    assert.equal(interests.shown.size, 0, 'nobody looks');
    assert.equal(wanted(), 'a b', 'yet it is still subscribed');
    await clock.advance(RELEASE_MS - 1);
    tree.set(['a', 'b']);
    await clock.advance(RELEASE_MS * 2);
    assert.equal(wanted(), 'a b');
    assert.equal(clock.pending, 0);
  });

  it('goes by importance where the limit cuts, and never cuts a panel', () => {
    const { interests, watch, wanted } = rig(3);
    watch('tree', 't1', 't2');
    watch('portfolio', 'h');
    assert.equal(wanted(), 'h t1 t2');
    for (const slug of ['p1', 'p2', 'p3', 'p4']) watch('panel', slug);
    assert.deepEqual(wanted().split(' ').sort(), ['p1', 'p2', 'p3', 'p4']);
    assert.equal(interests.shown.size, 7);
  });

  it('prefers what was opened last, and what is new to what lingers', async () => {
    const { clock, watch, wanted } = rig(2);
    const first = watch('tree', 'a', 'b');
    const second = watch('tree', 'c');
    assert.equal(wanted(), 'c a');
    first.set(['d', 'a', 'b']);
    assert.equal(wanted(), 'd a');
    second.set(['c']);
    assert.equal(wanted(), 'd a', 'set to the same is no news');
    first.set(['b', 'a']);
    assert.equal(wanted(), 'b a', 'another order of the same neither, and d only lingers');
    await clock.advance(RELEASE_MS);
    assert.equal(wanted(), 'b a');
  });

  it('follows another limit, and says only what changed', () => {
    const { interests, watch, wanted, changes } = rig(2);
    const tree = watch('tree', 'a', 'b', 'c');
    const before = changes();
    tree.set(['a', 'b', 'c']);
    interests.setMax(2);
    assert.equal(changes(), before);
    interests.setMax(3);
    assert.equal(wanted(), 'a b c');
    assert.equal(changes(), before + 1);
  });

  it('leaves no timer behind', () => {
    const { clock, interests, watch } = rig();
    watch('tree', 'a').dispose();
    interests.dispose();
    assert.equal(clock.pending, 0);
  });
});
