import assert from 'node:assert/strict';
import { ActivityStore } from '../../src/store/account/activity.ts';
import { EventsStore } from '../../src/store/markets/events.ts';
import { MarketsStore } from '../../src/store/markets/markets.ts';
import { failureSentence } from '../../src/view/messages.ts';
import { REPLY_FAULTS } from '../../tools/exchange/faults/catalogue.ts';
import { faultySession, type HonestSide, honestSide } from '../support/faulty.ts';
import { aContext } from '../support/view.ts';

const NAMES = ['markets', 'events', 'activity'] as const;
type Counts = Readonly<Record<(typeof NAMES)[number], number>>;
/** Items of a page; of activities the service decides. */
const PER_PAGE: Counts = { markets: 100, events: 50, activity: 100 };
/** More than any of the lists has of an honest service, or of one that sends half of what it is asked for. */
const MOST_PAGES = 16;

/** The three lists that grow page by page, over one client whose replies can be made to lie. */
function listsOver(side: HonestSide) {
  const { clock, plan, session } = faultySession(side);
  const markets = new MarketsStore(session, { pageSize: PER_PAGE.markets, maxPages: MOST_PAGES });
  const events = new EventsStore(session, markets, { pageSize: PER_PAGE.events, maxPages: MOST_PAGES });
  const activity = new ActivityStore(session, {}, MOST_PAGES);
  const lists = { markets, events, activity };
  const counts = (): Counts => ({
    markets: markets.markets.length,
    events: events.events.length,
    activity: activity.activities.length,
  });
  const read = async (): Promise<void> => {
    for (const name of NAMES) await clock.run(lists[name].refresh('asked'));
  };
  /** Asks for more, list by list, until there is no more; how many pages came. `failed` gets the failures. */
  const readOn = async (failed: (sentence: string) => void = assert.fail): Promise<Counts> => {
    const pages = { markets: 0, events: 0, activity: 0 };
    for (const name of NAMES) {
      const list = lists[name];
      const size = (): string => `${counts()[name]}, and ${list.lost} lost`;
      while (list.hasMore) {
        const before = size();
        await clock.run(list.loadMore());
        if (list.moreError !== undefined) {
          assert.equal(size(), before, name);
          failed(failureSentence(list.moreError, CONTEXT));
          break;
        }
        pages[name] += 1;
        const isNothing = size() === before && !isBlank(name, plan.fault?.name);
        if (isNothing) assert.equal(list.hasMore, false, `${name}: more of it after a page of nothing new`);
      }
    }
    return pages;
  };
  return { plan, counts, read, readOn };
}

/** Activities without items say nothing: there may be some behind the next cursor. */
function isBlank(name: string, fault: string | undefined): boolean {
  return name === 'activity' && (fault === 'empty-pages' || fault === 'lists-are-null');
}

describe('lists read on page by page while replies lie', () => {
  let side: HonestSide;
  let whole: Counts;
  before(async () => {
    side = honestSide();
    const { counts, read, readOn } = listsOver(side);
    await read();
    const pages = await readOn();
    whole = counts();
    // Where there are no cursors the last page is the one that brings nothing new.
    assert.deepEqual(pages, {
      markets: Math.ceil(whole.markets / PER_PAGE.markets),
      events: Math.ceil(whole.events / PER_PAGE.events),
      activity: Math.ceil(whole.activity / PER_PAGE.activity) - 1,
    });
    for (const name of NAMES) assert.ok(whole[name] > 2 * PER_PAGE[name], name);
  });

  const named = (names: readonly string[]) => REPLY_FAULTS.filter(({ name }) => names.includes(name));

  /** What is there at the end; the other lists are whole. */
  const ends: Readonly<Record<string, Partial<Counts>>> = {
    'cursor-circle': { activity: PER_PAGE.activity },
    'cursor-without-end': { activity: PER_PAGE.activity },
    'no-end-no-cursor': { activity: PER_PAGE.activity },
    'end-with-cursor': { activity: PER_PAGE.activity },
    'repeating-pages': PER_PAGE,
    'empty-pages': { markets: 0, events: 0, activity: 0 },
  };
  for (const fault of named(Object.keys(ends))) {
    it(`${fault.name}: they end with what there is`, async () => {
      const { plan, counts, read, readOn } = listsOver(side);
      plan.fault = fault;
      await read();
      await readOn();
      assert.deepEqual(counts(), { ...whole, ...ends[fault.name] });
    });
  }

  const others = [
    ...REPLY_FAULTS.filter(({ group, name }) => group === 'pages' && ends[name] === undefined),
    ...named(['odd-items', 'items-twice', 'lists-are-null', 'same-identities', 'wrong-identities']),
  ];
  for (const fault of [...named(['repeating-pages', 'cursor-circle', 'empty-pages']), ...others]) {
    it(`${fault.name}: they end somewhere, and are whole again once it is over`, async () => {
      const { plan, counts, read, readOn } = listsOver(side);
      plan.fault = fault;
      await read();
      await readOn(() => {});
      plan.fault = undefined;
      await read();
      await readOn();
      assert.deepEqual(counts(), whole);
    });
  }
});

const CONTEXT = aContext();
