import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { BestQuote, Book } from '../../../../src/core/book.ts';
import { Decimal } from '../../../../src/core/decimal.ts';
import { compareInstants, type Instant, instantOf } from '../../../../src/core/instant.ts';
import { type Trade, tradeKey } from '../../../../src/core/trade.ts';
import type { StreamMessage } from '../../../../src/exchange/streams.ts';
import { QuotesStore } from '../../../../src/store/markets/quotes.ts';
import { aBook, aQuote, usd } from '../../../support/values.ts';
import { type Fate, FaultyStream, fates, gaps, trips } from '../delivery.ts';
import { NOT_STREAMED, rig } from '../values.ts';

const step = fc.record({
  gap: gaps,
  does: fc.oneof(
    fc.record({
      kind: fc.constant('move' as const),
      to: fc.integer({ min: 1, max: 98 }),
      book: fates,
      lite: fates,
    }),
    fc.record({ kind: fc.constant('trade' as const), hasId: fc.boolean(), fate: fates }),
    fc.record({ kind: fc.constant('replay' as const), which: fc.nat(80) }),
    fc.record({ kind: fc.constant('read' as const), trip: trips }),
  ),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Frame =
  | { readonly kind: 'book'; readonly book: Book }
  | { readonly kind: 'lite'; readonly quote: BestQuote }
  | { readonly kind: 'trade'; readonly trade: Trade };

const NOBODY = { side: undefined, intent: undefined };

async function play(steps: readonly Step[], timed: boolean): Promise<void> {
  const { clock, session } = rig();
  const store = new QuotesStore(session, NOT_STREAMED);
  const wrong: string[] = [];
  const sent = new Map<string, Trade>();
  let latest: Instant | undefined;
  let changes = 0;
  let nanos = 0;
  let price = 50;
  let time: Instant | undefined;
  store.onDidChange(() => changes++);
  const book = (): Book =>
    aBook({
      marketSlug: 'rain',
      bids: [{ price: Decimal.of(price / 100), quantity: Decimal.one }],
      offers: [{ price: Decimal.of((price + 1) / 100), quantity: Decimal.one }],
      transactTime: time,
    });
  const quote = (): BestQuote =>
    aQuote({ marketSlug: 'rain', bestBid: usd(price / 100), bestAsk: usd((price + 1) / 100) });
  const check = (): void => {
    const shown = store.book('rain')?.value.transactTime;
    if (shown !== undefined && latest !== undefined && compareInstants(shown, latest) < 0)
      wrong.push('went back');
    latest = shown ?? latest;
    const trades = store.trades('rain');
    if (new Set(trades.map(tradeKey)).size !== trades.length) wrong.push('a trade twice');
    if (trades.length !== sent.size) wrong.push('a trade that was sent is missing');
    const times = trades.map((trade) => trade.time?.ms ?? 0);
    if (times.some((ms, at) => ms > (times[at - 1] ?? ms))) wrong.push('trades out of order');
  };
  const stream = new FaultyStream<Frame>(clock, (frame) => {
    const message: StreamMessage = { ...frame, at: clock.now() };
    if (message.kind === 'trade') sent.set(tradeKey(message.trade), message.trade);
    store.take(message);
    const before = changes;
    store.take(message);
    if (changes !== before) wrong.push('the same frame again was news');
    check();
  });
  /** Asked now, seen after `there`, back after `back`: the book, or the best quote where there is no time to tell by. */
  const read = ({ there, back }: { readonly there: number; readonly back: number }): void => {
    const askedAt = clock.now();
    clock.setTimeout(() => {
      const seen = { book: book(), quote: quote() };
      clock.setTimeout(() => {
        const framed = [store.book('rain'), store.quote('rain')];
        store.takeReading('rain', seen, askedAt, clock.now());
        for (const [at, now] of [store.book('rain'), store.quote('rain')].entries()) {
          const held = framed[at];
          const isLate = held?.source === 'stream' && held.at >= askedAt;
          if (!timed && isLate && now?.source !== 'stream') wrong.push('a late reply won');
        }
        check();
      }, back);
    }, there);
  };
  const move = (to: number, fateOfBook: Fate, fateOfLite: Fate): void => {
    price = to;
    time = timed ? { ...instantOf(clock.now()), nanos: nanos++ } : undefined;
    stream.send({ kind: 'book', book: book() }, fateOfBook);
    stream.send({ kind: 'lite', quote: quote() }, fateOfLite);
  };
  for (const [at, { gap, does }] of steps.entries()) {
    if (gap > 0) await clock.advance(gap);
    if (does.kind === 'move') move(does.to, does.book, does.lite);
    else if (does.kind === 'replay') stream.replay(does.which);
    else if (does.kind === 'read') read(does.trip);
    else {
      const id = does.hasId ? `t${at}` : undefined;
      const own = { id, price: usd(price / 100), quantity: Decimal.of(at + 1), time: instantOf(clock.now()) };
      stream.send(
        { kind: 'trade', trade: { marketSlug: 'rain', ...own, taker: NOBODY, maker: NOBODY } },
        does.fate,
      );
    }
  }
  await clock.advance(60_000);
  read({ there: 5, back: 5 });
  await clock.advance(60_000);
  const live = store.live('rain', undefined);
  assert.equal(live?.book?.bids[0]?.price.toNumber(), price / 100, 'one more reading and it is as it is');
  assert.equal(live?.bbo?.bestBid?.value.toNumber(), price / 100);
  assert.deepEqual(wrong, []);
  assert.equal(clock.pending, 0);
  store.dispose();
}

describe('the truth of quotes', () => {
  for (const timed of [true, false]) {
    it(`${timed ? 'with' : 'without'} times: nothing backwards, each trade once, silent where nothing is new`, async () => {
      const steps = fc.array(step, { minLength: 1, maxLength: 25 });
      await fc.assert(
        fc.asyncProperty(steps, (all) => play(all, timed)),
        { numRuns: 200 },
      );
    });
  }
});
