import assert from 'node:assert/strict';
import type { Freshness, FreshnessState } from '../../../src/core/freshness.ts';
import type { MarketPanelInput, PriceStreamState } from '../../../src/view/panels/input.ts';
import { aQuote, present } from '../../support/values.ts';
import { book, market, NOW, read, usdCore } from './scene.ts';
import { shown } from './shown.ts';

const AT = NOW - 40_000;
const OPEN = 'MARKET_STATE_OPEN';

describe('the freshness line', () => {
  it('names the source of fresh prices, with an age for the page to count', () => {
    const fromStream = 'not live · from the stream {age} ago';
    const polled = 'not live · read from the service {age} ago';
    for (const [stream, streamed, readText] of [
      ['live', 'stream · {age} ago', `${polled} · stream connected`],
      ['polled', fromStream, polled],
      ['connecting', `${fromStream} · stream connecting`, `${polled} · stream connecting`],
      ['lost', `${fromStream} · stream not connected`, `${polled} · stream not connected`],
      [
        'stopped',
        `${fromStream} · the service refused the stream`,
        `${polled} · the service refused the stream`,
      ],
      ['unsupported', fromStream, polled],
    ] as const) {
      const state = (text: string) => (text.startsWith('stream ·') ? 'live' : 'read');
      assert.deepEqual(line('stream', 'fresh', stream), [state(streamed), streamed]);
      assert.deepEqual(line('rest', 'fresh', stream), [state(readText), readText]);
    }
  });

  it('begins with the time of stale prices', () => {
    for (const source of ['rest', 'stream'] as const)
      for (const [stream, why] of [
        ['live', ''],
        ['polled', ''],
        ['unsupported', ''],
        ['connecting', ' · stream connecting'],
        ['lost', ' · stream not connected'],
        ['stopped', ' · the service refused the stream'],
      ] as const)
        assert.deepEqual(line(source, 'stale', stream), ['stale', `old: as of 20:29:20 UTC${why}`]);
  });

  it('says of a quiet stream that nothing is heard, on the page and to a screen reader', () => {
    const freshness = { source: 'stream', at: AT, standing: 'stale', quietSince: AT } as const;
    const { state, text, spoken } = present(shown({ freshness, stream: 'live' })).freshness;
    assert.deepEqual(
      [state, text, spoken],
      [
        'stale',
        'old: as of 20:29:20 UTC · nothing heard from the stream',
        'Prices are old: nothing heard from the stream',
      ],
    );
  });

  it('begins with the last connected time while disconnected', () => {
    const cut = 'as of 20:29:20 UTC · not connected';
    for (const stream of ['live', 'polled', 'connecting', 'lost', 'unsupported'] as const)
      assert.deepEqual(line('stream', 'cut', stream), ['cut', cut]);
    assert.deepEqual(line('stream', 'cut', 'stopped'), ['cut', `${cut} · the service refused the stream`]);
  });

  it('goes by the best quote where that is newest, and by the book where the quote has no state', () => {
    const stateOf = (state: string | undefined, ofBook: string) => {
      const live = { bbo: aQuote({ state }), newer: true };
      const content = shown({
        live,
        freshness: fresh(AT),
        stream: 'live',
        book: read(book({ state: ofBook })),
      });
      return [content.head.state.text, content.freshness.state];
    };
    assert.deepEqual(stateOf('OPEN', OPEN), ['Live', 'live']);
    assert.deepEqual(stateOf('HALTED', OPEN), ['Halted', 'still']);
    assert.deepEqual(stateOf('OPEN', 'MARKET_STATE_HALTED'), ['Live', 'live']);
    assert.deepEqual(stateOf(undefined, 'MARKET_STATE_HALTED'), ['Halted', 'still']);
  });

  it('ends the price of a side where only a best quote says that trading is over', () => {
    const live = { bbo: aQuote({ state: 'EXPIRED', bestBid: undefined, bestAsk: undefined }), newer: true };
    for (const { priceNote } of shown({ live }).sides) assert.match(priceNote, /^no price any more/);
  });

  it('calls nothing live that does not trade, whatever its source', () => {
    const status = (name: string) => ({ market: read(market({ status: `MARKET_STATUS_${name}` })) });
    const state = (name: string) => ({ book: read(book({ state: `MARKET_STATE_${name}` })) });
    const paused = 'no trading now, not live';
    const over = 'last prices, not live';
    for (const [change, label, words] of [
      [status('HALTED'), 'Halted', paused],
      [state('SUSPENDED'), 'Suspended', paused],
      [state('PREOPEN'), 'Pre-open', paused],
      [status('CLOSED'), 'Trading closed', over],
      [status('RESOLVING'), 'Awaiting settlement', over],
      [status('RESOLVED'), 'Settled', over],
    ] as const) {
      const { head, freshness } = shown(change);
      assert.deepEqual([head.state.text, freshness.state], [label, 'still']);
      assert.equal(freshness.text, `${words} · from the stream {age} ago`);
      assert.equal(freshness.spoken, `Prices are not live: ${label.toLowerCase()}`);
      const polled = shown({ ...change, freshness: { source: 'rest', at: AT, standing: 'fresh' } });
      assert.equal(polled.freshness.text, `${words} · read from the service {age} ago`);
    }
  });

  it('has words for a page that hears nothing, before and after a first price', () => {
    const before = shown({ freshness: undefined }).freshness;
    assert.deepEqual(
      [before.state, before.text, before.at, before.silent],
      ['unread', 'loading from the service', undefined, 'old: no longer updated'],
    );
    const after = shown({ freshness: fresh(AT) }).freshness;
    assert.deepEqual([after.at, after.spoken], [AT, 'Prices are live']);
    assert.equal(after.silent, 'old: as of 20:29:20 UTC, no longer updated');
    assert.deepEqual(after.units, ['{n} d', '{n} h', '{n} m', '{n} s']);
  });
});

describe('the freshness of cards and ladder', () => {
  const state = (change: Partial<MarketPanelInput>) => {
    const { freshness } = shown({ freshness: fresh(NOW - 400), ...change });
    return [freshness.state, freshness.at];
  };

  it('is one, so that the whole panel is stale or disconnected after a stall', () => {
    for (const standing of ['stale', 'cut'] as const)
      assert.deepEqual(state({ freshness: { source: 'stream', at: AT, standing } }), [standing, AT]);
    assert.deepEqual(state({}), ['live', NOW - 400]);
  });

  it('is stale where the book did not follow the best prices for five seconds', () => {
    const stateAfter = (
      bestBid: string,
      bestAsk: string | undefined,
      bookAt: number,
      bids?: readonly object[],
    ) => {
      const bbo = aQuote({
        bestBid: usdCore(bestBid),
        bestAsk: bestAsk === undefined ? undefined : usdCore(bestAsk),
      });
      const change = bids === undefined ? {} : { bids };
      const input = { live: { bbo, newer: true }, book: read(book(change), bookAt) };
      return state({ ...input, freshness: fresh(NOW - 1000) });
    };
    const followed = ['live', NOW - 1000];
    const late = NOW - 20_000;
    assert.deepEqual(stateAfter('0.45', '0.46', late), ['stale', late]);
    assert.deepEqual(stateAfter('0.43', '0.45', late), ['stale', late]);
    assert.deepEqual(stateAfter('0.43', '0.44', late), followed, 'the prices agree');
    assert.deepEqual(stateAfter('0.45', '0.46', NOW - 3000), followed, 'it may still follow');
    assert.deepEqual(stateAfter('0', undefined, late, []), followed, 'both have no bid');
    assert.deepEqual(state({ book: read(book(), late) }), ['live', NOW - 400], 'the book is the newest');
  });
});

function fresh(at: number): Freshness {
  return { source: 'stream', at, standing: 'fresh' };
}

function line(source: Freshness['source'], standing: FreshnessState, stream: PriceStreamState) {
  const { state, text } = shown({ freshness: { source, standing, at: AT }, stream }).freshness;
  return [state, text];
}
