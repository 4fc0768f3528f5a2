import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Kept } from '../../../src/view/panels/kept.ts';
import { marketSnapshot } from '../../../src/view/panels/market.ts';
import { settlementSnapshot } from '../../../src/view/panels/settlement.ts';
import type { Difference, PatchFrame, Snapshot, SnapshotFrame } from '../../../src/view/protocol/frames.ts';
import { applyPatch, Telling } from '../../../src/view/protocol/frames.ts';
import type { MarketContent, MarketSnapshot } from '../../../src/view/protocol/market.ts';
import { marketProtocol } from '../../../src/view/protocol/market.ts';
import { settlementProtocol } from '../../../src/view/protocol/settlement.ts';
import {
  book,
  contextWith,
  failed,
  levels,
  market,
  NOTHING,
  orders,
  read,
  scene,
  settlement,
  UNREAD,
  UNSUPPORTED,
} from './scene.ts';

const context = contextWith();
const { snapshot: snapshotShape, patch: patchShape } = marketProtocol.events;

describe('snapshots and patches of a panel', () => {
  it('a patch holds the sections that changed and no other', () => {
    const telling = new Telling<MarketContent>();
    telling.next(snap());
    const moved = telling.next(snap({ book: read(book({ bids: levels(['0.42', '5']) })) }));
    assert.deepEqual(sectionsOf(moved), ['book', 'details', 'position', 'sides']);
    const cancelled = telling.next(
      snap({ book: read(book({ bids: levels(['0.42', '5']) })), orders: read([]) }),
    );
    assert.deepEqual(sectionsOf(cancelled), ['book', 'chart', 'details', 'orders']);
  });

  it('there is nothing to tell when nothing changed', () => {
    const telling = new Telling<MarketContent>();
    assert.equal(telling.next(snap()).kind, 'whole');
    assert.equal(telling.next(snap()).kind, 'none');
    telling.forget();
    assert.equal(telling.next(snap()).kind, 'whole');
  });

  it('content that comes or goes is told whole', () => {
    const telling = new Telling<MarketContent>();
    const none = snap({ market: failed('timeout') });
    assert.equal(telling.next(none).kind, 'whole');
    assert.equal(telling.next(none).kind, 'none');
    assert.equal(telling.next(snap()).kind, 'whole');
    assert.equal(telling.next(none).kind, 'whole');
  });

  it('another market is told whole', () => {
    const telling = new Telling<MarketContent>();
    telling.next(snap());
    assert.equal(telling.next({ ...snap(), slug: 'another' }).kind, 'whole');
  });

  it('a patch that does not follow on what the page has is not applied', () => {
    const frame = { number: 3, now: 0, snapshot: snap() };
    const patch = { number: 4, now: 1, busy: true, note: undefined, changed: {}, gone: [] };
    assert.equal(applyPatch(frame, patch)?.snapshot.busy, true);
    for (const number of [3, 5, 2]) assert.equal(applyPatch(frame, { ...patch, number }), undefined);
    assert.equal(applyPatch(undefined, patch), undefined);
    const empty = { ...frame, snapshot: { ...frame.snapshot, content: undefined } };
    assert.equal(applyPatch(empty, patch), undefined);
  });

  it('a section that is absent now is gone from the page', () => {
    const closed = {
      market: read(market({ status: 'MARKET_STATUS_CLOSED' })),
      event: undefined,
      settlement: NOTHING,
    };
    const resting = settlementSnapshot(scene({ ...closed, orders: read(orders()) }), context);
    const none = settlementSnapshot(scene({ ...closed, orders: read([]) }), context);
    assert.ok(resting.content?.resting);
    const telling = new Telling<NonNullable<typeof resting.content>>();
    telling.next(resting);
    const difference = telling.next(none);
    assert.deepEqual(difference.kind === 'part' && difference.gone, ['resting']);
    const patch = { number: 2, now: 0, busy: false, note: undefined, changed: {}, gone: [], ...difference };
    assert.ok(settlementProtocol.events.patch(travelled(patch)));
    const after = applyPatch({ number: 1, now: 0, snapshot: resting }, travelled(patch) as never);
    assert.deepEqual(travelled(after?.snapshot), travelled(none));
  });

  it('patches bring a page to exactly the snapshot, whatever happens in between and whatever gets lost', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 12 }), (steps) => {
        const telling = new Telling<MarketContent>();
        const kept = new Kept();
        let page: SnapshotFrame<MarketContent> | undefined;
        let number = 0;
        const send = (shown: MarketSnapshot, isLost: boolean): boolean => {
          const difference = telling.next(shown);
          if (difference.kind === 'none') return true;
          number += 1;
          if (isLost) return true;
          const frame = frameOf(difference, shown, number);
          if (difference.kind === 'whole') {
            assert.ok(snapshotShape(frame));
            page = frame;
            return true;
          }
          assert.ok(patchShape(frame));
          page = applyPatch(page, frame as PatchFrame<MarketContent>);
          return page !== undefined;
        };
        for (const [next, isLost] of [[{}, false] as const, ...steps]) {
          const shown = marketSnapshot(scene(next), context, kept);
          if (send(shown, isLost)) {
            if (!isLost && page?.number === number)
              assert.deepEqual(travelled(page.snapshot), travelled(shown));
            continue;
          }
          // What a page does that missed one: it asks for everything.
          telling.forget();
          assert.ok(send(shown, false));
          assert.deepEqual(travelled(page?.snapshot), travelled(shown));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('what is no patch of this panel is refused', () => {
    const patch = { number: 1, now: 1, busy: false, changed: {}, gone: [] };
    assert.ok(patchShape(patch));
    const { content } = snap();
    assert.ok(patchShape({ ...patch, changed: { sides: content?.sides } }));
    for (const wrong of [
      null,
      { ...patch, number: '1' },
      { ...patch, changed: undefined },
      { ...patch, changed: { head: 1 } },
      { ...patch, changed: { constructor: content?.head } },
      { ...patch, changed: { book: content?.head } },
      { ...patch, gone: ['head'] },
      { ...patch, gone: ['toString'] },
      { ...patch, note: 'text' },
    ]) {
      assert.ok(!patchShape(wrong), JSON.stringify(wrong));
    }
  });

  it('a part made from the same things is the same object, and is not made again', () => {
    const kept = new Kept();
    const input = scene();
    const first = marketSnapshot(input, context, kept).content;
    const book2 = read(book({ bids: levels(['0.42', '5']) }));
    const second = marketSnapshot({ ...input, book: book2 }, context, kept).content;
    assert.equal(first?.chart, second?.chart);
    assert.equal(first?.details, second?.details);
    assert.notEqual(first?.book, second?.book);
    const third = marketSnapshot({ ...input, orders: read([]) }, context, kept).content;
    assert.notEqual(first?.chart, third?.chart);
    assert.notEqual(first?.details, third?.details);
  });
});

const price = fc.integer({ min: 1, max: 48 }).map((cents) => `0.${String(cents).padStart(2, '0')}`);
/** What may be different from one snapshot to the next; sections come, go and fail. */
const change = fc.record(
  {
    book: fc.oneof(
      price.map((bid) => read(book({ bids: levels([bid, '7']) }))),
      fc.constantFrom(UNSUPPORTED, UNREAD, failed('timeout')),
    ),
    orders: fc.constantFrom(read(orders()), read([]), read(orders().slice(1)), UNREAD),
    settlement: fc.constantFrom(NOTHING, read(settlement('1'))),
    market: fc.constantFrom(
      read(market()),
      read(market({ status: 'MARKET_STATUS_HALTED' })),
      failed('network'),
    ),
    moved: fc.constantFrom(-1, 0, 1),
    line: fc.constantFrom('live', 'lost', 'polled'),
  },
  { requiredKeys: [] },
);

function snap(change: Parameters<typeof scene>[0] = {}): MarketSnapshot {
  return marketSnapshot(scene(change), context);
}

function sectionsOf(difference: Difference<MarketContent>): string[] {
  return difference.kind === 'part' ? Object.keys(difference.changed).sort() : [difference.kind];
}

function frameOf(difference: Difference<MarketContent>, snapshot: Snapshot<MarketContent>, number: number) {
  const { busy, note } = snapshot;
  const frame =
    difference.kind === 'part' ? { number, now: 0, busy, note, ...difference } : { number, now: 0, snapshot };
  return travelled(frame) as SnapshotFrame<MarketContent>;
}

/** As it arrives. */
function travelled(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
