import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Conditions } from '../../../src/core/conditions.ts';
import { groupMarkets, NOT_LISTED } from '../../../src/core/grouping.ts';
import { FilteredLists } from '../../../src/features/filtered-lists.ts';
import type { Services } from '../../../src/features/services.ts';
import { ShownState } from '../../../src/features/shown-state.ts';
import { aTag, aTopic } from '../../support/topic.ts';
import { anOverview, d } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { shop } from '../store/shop.ts';
import { market, PROFILE } from '../store/values.ts';
import { fakePick } from './fake-pick.ts';

const { readCount } = await import('../../../src/features/reading-note.ts');
const { openShow } = await import('../../../src/features/show/show-pick.ts');

const quiet = () => ({ dispose: () => {} });

/** The Show pick over a few markets. */
function desk(
  dialect: 'seed' | 'current' = 'current',
  hideAmounts = false,
  view: 'markets' | 'events' = 'markets',
) {
  const base = shop(0);
  const profile = { ...PROFILE, dialect };
  base.session.connect(profile);
  const now = () => base.clock.now();
  const memory = { get: () => undefined, update: async () => {} };
  const show = new ShownState({ memory, profile: () => profile, timeZone: () => 'utc', now });
  const overview = (volume: number) => anOverview({ volumeNum: d(volume) });
  base.markets.upsert(
    [
      market('a', { category: 'cfb', overview: overview(20_000) }),
      market('b', {
        category: 'cfb',
        overview: overview(500),
        tags: [{ id: '9', label: 'Ballot', slug: 'ballot' }],
      }),
      market('c', { category: 'nhl', overview: overview(12_000), sportsMarketTypeV2: 'FUTURE' }),
    ],
    now(),
  );
  const services = {
    ...base,
    show,
    view: () => ({
      ...aContext(),
      tagName: (id: string) => ({ '7': 'Politics', '8': 'Elections', '9': 'Ballot' })[id],
      seriesOf: (slug: string) => (slug === 'mayor' ? { title: 'Mayors' } : undefined),
    }),
    config: { get: () => hideAmounts },
    marketViews: { eventOf: () => undefined },
    events: {
      events: [],
      all: [],
      known: () => [],
      state: { kind: 'ready' },
      hasMore: false,
      onDidChange: quiet,
    },
    quotes: { live: () => undefined },
    orders: { orders: [{ marketSlug: 'b' }], onDidChange: quiet },
    positions: { positions: [], onDidChange: quiet },
    watchlist: { items: [{ name: '', entries: [{ kind: 'market', key: 'c' }] }], onDidChange: quiet },
    index: { categories: () => groupMarkets([...base.markets.known()], () => undefined) },
    catalogue: {
      listingOf: () => NOT_LISTED,
      leagues: [{ slug: 'mls', name: 'Soccer' }],
      topics: [aTopic('politics', 'Politics')],
      tags: new Map(
        [aTag('7', { label: 'Politics' }), aTag('8', { label: 'Elections' })].map((tag) => [tag.id, tag]),
      ),
      series: [{ slug: 'mayor', title: 'Mayors' }],
      reading: (key: string) => (key === 'nhl' ? { kind: 'whole' } : undefined),
      load: async () => {},
    },
  } as unknown as Services;
  Object.assign(services, { filteredLists: new FilteredLists(services) });
  const set = (): Conditions => show.of('markets').conditions;
  return { show, set, services, open: openShow.bind(undefined, services, view), ...fakePick() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

describe('the Show pick', () => {
  it('has presets, leagues, sort and group, then the filters; values and counts beside them', async () => {
    const { open, pick, itemOf, labels } = desk();
    void open();
    await settled();
    assert.deepEqual(labels().slice(0, 10), [
      'presets',
      'Live',
      'Today',
      'This week',
      'Futures',
      'Mine',
      'Watched',
      'Big volume',
      'Tight spread',
      'New',
    ]);
    const separators = pick.items.filter(({ kind }) => kind !== undefined).map(({ label }) => label);
    assert.deepEqual(separators, ['presets', 'leagues', 'sort and group', 'more']);
    assert.equal(itemOf('Big volume').description, '2 events · 2 markets · so far · 10k and more');
    assert.equal(
      itemOf('Tight spread').description,
      '0 events · 0 markets · so far · 2¢ and less · applied here',
    );
    assert.equal(itemOf('Mine').description, '1 event · 1 market · held or ordered');
    assert.equal(itemOf('CFB').description, '2 events · 2 markets · so far');
    assert.equal(itemOf('NHL').description, '1 event · 1 market');
    assert.equal(itemOf('MLS').description, 'not read yet');
    assert.equal(itemOf('Sort').description, 'Start, soonest first');
    assert.equal(pick.title, 'Show in Markets: 3 markets so far');
  });

  it('counts events to the end of their own list, whatever was read of the markets', async () => {
    const { open, pick } = desk('current', false, 'events');
    void open();
    await settled();
    assert.equal(pick.title, 'Show in Events: 0 events');
  });

  it('counts without a filter what the view says was read, settled markets too', async () => {
    const { open, pick, services } = desk();
    services.markets.upsert(market('over', { status: 'RESOLVED' }), services.clock.now());
    services.markets.setAside(market('searched'), services.clock.now());
    void open();
    await settled();
    assert.equal(readCount(services, 'markets'), 4);
    assert.equal(pick.title, 'Show in Markets: 4 markets so far');
  });

  it('does not count what is your own while amounts are hidden', async () => {
    const { open, itemOf } = desk('current', true);
    void open();
    await settled();
    assert.equal(itemOf('Mine').description, 'held or ordered');
  });

  it('nor what is left of it by another condition', async () => {
    const { open, choose, edit, pick } = desk('current', true);
    void open();
    choose('Mine');
    await settled();
    assert.equal(pick.title, 'Show in Markets');
    edit('Big volume');
    await settled();
    for (const { label, description = '' } of pick.items) assert.doesNotMatch(description, /market/, label);
  });

  it('sets and takes back each with a click, and shows what is set', async () => {
    const { open, choose, checked, set, pick } = desk();
    void open();
    choose('Futures');
    choose('Watched');
    choose('NHL');
    choose('Big volume');
    assert.deepEqual(set(), { lines: ['future'], watched: true, leagues: ['nhl'], volumeMin: 10_000 });
    assert.deepEqual(checked(), ['Futures', 'Watched', 'Big volume', 'NHL', 'Line type']);
    await settled();
    assert.equal(pick.title, 'Show in Markets: 1 market so far');
    for (const label of ['Futures', 'Watched', 'NHL', 'Big volume']) choose(label);
    assert.deepEqual(set(), {});
  });

  it('checks a range as it is typed, and goes back without losing the rest', async () => {
    const { open, choose, edit, type, back, labels, itemOf, set, pick } = desk();
    void open();
    choose('Mine');
    edit('Big volume');
    assert.equal(pick.title, 'Show: Minimum volume');
    type('15k');
    await settled();
    assert.equal(itemOf('15k and more').description, '0 events · 0 markets · so far');
    choose('15k and more');
    choose('More… 26 filters');
    choose('Maximum volume');
    type('5k');
    assert.equal(labels()[0], 'The maximum must be at least the minimum, 15k.');
    choose(labels()[0] ?? '');
    assert.deepEqual(labels().slice(1), ['100k and less', 'Any'], 'values below the minimum are not offered');
    assert.deepEqual(set(), { mine: true, volumeMin: 15_000 });
    type('20k');
    choose('20k and less');
    assert.deepEqual(set(), { mine: true, volumeMin: 15_000, volumeMax: 20_000 });
    assert.equal(itemOf('Maximum volume').description, '20k');
    choose('Maximum volume');
    choose('Any');
    back();
    assert.ok(labels().includes('presets'));
    assert.deepEqual(set(), { mine: true, volumeMin: 15_000 });
  });

  it('takes days by their words or as dates', () => {
    const { open, choose, type, labels, set } = desk();
    void open();
    choose('Starts on or after');
    assert.deepEqual(labels(), ['Today', 'Tomorrow', 'This week', 'This weekend', 'Any']);
    type('2026-02-30');
    assert.equal(labels()[0], 'Type a date as YYYY-MM-DD, or pick a day.');
    type('2026-12-24');
    choose('2026-12-24');
    assert.deepEqual(set(), { startsMin: '2026-12-24' });
    choose('Starts on or after');
    choose('Tomorrow');
    assert.deepEqual(set(), { startsMin: 'tomorrow' });
    choose('More… 26 filters');
    choose('Starts on or before');
    type('today');
    assert.equal(labels()[0], 'The range starts Tomorrow: pick that or later.');
  });

  it('says below a value that this connection cannot be asked for it', () => {
    for (const [dialect, detail] of [
      ['seed', undefined],
      ['current', 'This connection cannot filter by it: applied here, to what was read.'],
    ] as const) {
      const { open, type, itemOf } = desk(dialect);
      void open((pages) => pages.condition('liquidityMin'));
      type('300');
      assert.equal(itemOf('300 and more').detail, detail, dialect);
    }
  });

  it('has every filter of the service by a plain name', () => {
    const { open, choose, pick } = desk();
    void open();
    choose('More… 26 filters');
    const shown = pick.items.map(({ label, description = '' }) => `${label} ${description}`).join('\n');
    assert.doesNotMatch(shown, /UNSPECIFIED|CYOM|cyom|[a-z][A-Z]/);
    assert.match(shown, /Created by users/);
  });

  it('picks tags by their names, those of what was read first; ids can be typed', async () => {
    const { open, choose, type, labels, itemOf, set, pick } = desk();
    void open((pages) => pages.condition('tagIds'));
    assert.equal(pick.title, 'Show: Tags');
    assert.deepEqual(labels(), ['Ballot', 'Politics', 'Elections', 'Any']);
    await settled();
    assert.equal(itemOf('Ballot').description, '1 event · 1 market · so far');
    assert.equal(itemOf('Politics').description, 'not read yet');
    type('elec');
    assert.deepEqual(labels(), ['Elections', 'Any']);
    choose('Elections');
    assert.deepEqual(set(), { tagIds: ['8'] });
    type('31');
    choose('31');
    assert.deepEqual(set(), { tagIds: ['8', '31'] });
    void open((pages) => pages.condition('tagIds'));
    type('no such tag');
    assert.deepEqual(labels(), ['Pick some, or type ids, separated by commas.', 'Any']);
  });

  it('has topics among the leagues, and series by their titles', () => {
    const { open, choose, type, labels, set } = desk();
    void open();
    assert.ok(labels().includes('Politics'));
    choose('Politics');
    void open((pages) => pages.condition('series'));
    type('may');
    assert.deepEqual(labels(), ['Mayors', 'Any']);
    choose('Mayors');
    assert.deepEqual(set(), { leagues: ['politics'], series: ['mayor'] });
  });

  it('sorts, and reverses by the same pick', () => {
    const { open, choose, show, itemOf } = desk();
    void open((pages) => pages.sort());
    choose('Volume');
    assert.deepEqual(show.of('markets').sort, { key: 'volume', direction: 'desc' });
    assert.equal(itemOf('Volume').description, 'Volume, highest first');
    choose('Volume');
    assert.deepEqual(show.of('markets').sort, { key: 'volume', direction: 'asc' });
  });

  it('groups Markets beside the sorts', () => {
    const { open, choose, show } = desk();
    void open((pages) => pages.sort());
    choose('Flat list');
    assert.equal(show.of('markets').grouping, 'flat');
  });

  it('clears everything by its second button', () => {
    const { open, choose, press, set } = desk();
    void open();
    choose('Live');
    press(1);
    assert.deepEqual(set(), {});
  });
});
