import assert from 'node:assert/strict';
import type { Freshness } from '../../../src/core/freshness.ts';
import type { MarketPanelInput, PriceLine } from '../../../src/view/panels/input.ts';
import { settlementSnapshot } from '../../../src/view/panels/settlement.ts';
import { aQuote } from '../../support/values.ts';
import { book, contextWith, market, NOW, read, scene, usdCore } from './scene.ts';
import { shown } from './shown.ts';

const AT = NOW - 40_000;
const LINES: readonly PriceLine[] = ['live', 'polled', 'connecting', 'lost', 'stopped', 'unsupported'];

describe('the line of truth', () => {
  it('tells what is fresh by where it came from, its age left open for the page to count', () => {
    const told = (source: Freshness['source']) =>
      LINES.map((line) => [line, ...said({ source, standing: 'fresh' }, line)]);
    const before = 'told by the stream, not live, {age} ago';
    assert.deepEqual(told('stream'), [
      ['live', 'live', 'live · stream · {age} ago'],
      ['polled', 'read', before],
      ['connecting', 'read', `${before} · stream being connected`],
      ['lost', 'read', `${before} · stream not connected`],
      ['stopped', 'read', `${before} · the service refused the stream`],
      ['unsupported', 'read', before],
    ]);
    const polled = 'read from the service, not live, {age} ago';
    assert.deepEqual(told('rest'), [
      ['live', 'read', 'read from the service {age} ago · stream connected'],
      ['polled', 'read', polled],
      ['connecting', 'read', `${polled} · stream being connected`],
      ['lost', 'read', `${polled} · stream not connected`],
      ['stopped', 'read', `${polled} · the service refused the stream`],
      ['unsupported', 'read', polled],
    ]);
  });

  it('goes by the best quote where that is the newest, and by the book where that says nothing of a pause', () => {
    const told = (state: string | undefined, ofBook: string) => {
      const live = { bbo: aQuote({ state }), newer: true };
      const truth: Freshness = { source: 'stream', at: AT, standing: 'fresh' };
      const content = shown({ live, truth, line: 'live', book: read(book({ state: ofBook })) });
      return [content.head.state.text, content.truth.standing];
    };
    const open = 'MARKET_STATE_OPEN';
    assert.deepEqual(told('OPEN', open), ['Open', 'live']);
    assert.deepEqual(told('HALTED', open), ['Halted', 'still']);
    assert.deepEqual(told('OPEN', 'MARKET_STATE_HALTED'), ['Open', 'live']);
    assert.deepEqual(told(undefined, 'MARKET_STATE_HALTED'), ['Halted', 'still']);
  });

  it('says of a side without a price that trading is over where only a best quote told so', () => {
    const live = { bbo: aQuote({ state: 'EXPIRED', bestBid: undefined, bestAsk: undefined }), newer: true };
    const notes = shown({ live }).sides.map(({ priceNote }) => priceNote);
    for (const note of notes) assert.match(note, /^no price any more/);
  });

  it('says first that something is old, with its time', () => {
    const why: Partial<Record<PriceLine, string>> = {
      connecting: ' · stream being connected',
      lost: ' · stream not connected',
      stopped: ' · the service refused the stream',
    };
    for (const source of ['rest', 'stream', 'cache'] as const) {
      for (const line of LINES) {
        assert.deepEqual(said({ source, standing: 'stale' }, line), [
          'old',
          `old: as of 20:29:20 UTC${why[line] ?? ''}`,
        ]);
      }
    }
  });

  it('says when it is not connected, with the time until which it was', () => {
    for (const line of LINES) {
      const words = line === 'stopped' ? ' · the service refused the stream' : '';
      assert.deepEqual(said({ source: 'stream', standing: 'cut' }, line), [
        'cut',
        `as of 20:29:20 UTC · not connected${words}`,
      ]);
    }
  });

  it('calls nothing live that does not trade, whatever told it', () => {
    const cases: readonly (readonly [Partial<MarketPanelInput>, string, string])[] = [
      [{ market: read(market({ status: 'MARKET_STATUS_HALTED' })) }, 'Halted', 'no trading now, not live'],
      [{ book: read(book({ state: 'MARKET_STATE_SUSPENDED' })) }, 'Suspended', 'no trading now, not live'],
      [{ book: read(book({ state: 'MARKET_STATE_PREOPEN' })) }, 'Pre-open', 'no trading now, not live'],
      [
        { market: read(market({ status: 'MARKET_STATUS_CLOSED' })) },
        'Trading closed',
        'last prices, not live',
      ],
      [
        { market: read(market({ status: 'MARKET_STATUS_RESOLVING' })) },
        'Awaiting settlement',
        'last prices, not live',
      ],
      [{ market: read(market({ status: 'MARKET_STATUS_RESOLVED' })) }, 'Settled', 'last prices, not live'],
    ];
    for (const [change, state, words] of cases) {
      const { head, truth } = shown(change);
      assert.deepEqual([head.state.text, truth.standing], [state, 'still']);
      assert.equal(truth.text, `${words} · stream heard {age} ago`);
      assert.equal(truth.spoken, `Prices are not live: ${state.toLowerCase()}`);
      const polled = { source: 'rest', at: AT, standing: 'fresh' } as const;
      assert.equal(
        shown({ ...change, truth: polled }).truth.text,
        `${words} · read from the service {age} ago`,
      );
    }
  });

  it('says so while nothing is known yet', () => {
    const { truth } = shown({ truth: undefined });
    assert.deepEqual(
      [truth.standing, truth.text, truth.at, truth.silent],
      ['unread', 'being read from the service', undefined, 'old: not updated any more'],
    );
  });

  it('has words ready for a page that hears nothing any more, and for who hears it read out', () => {
    const { truth } = shown({ truth: { source: 'stream', at: AT, standing: 'fresh' } });
    assert.deepEqual([truth.at, truth.spoken], [AT, 'Prices are live']);
    assert.equal(truth.silent, 'old: as of 20:29:20 UTC, not updated any more');
    assert.deepEqual(truth.units, { second: '{n} s', minute: '{n} m', hour: '{n} h', day: '{n} d' });
  });

  it('marks a book that is past its limit while the prices are told', () => {
    const truth: Freshness = { source: 'stream', at: NOW - 400, standing: 'fresh' };
    const mark = (bookTruth: Freshness | undefined, of = truth) => shown({ truth: of, bookTruth }).book.mark;
    const old: Freshness = { source: 'rest', at: NOW - 60_000, standing: 'stale' };
    assert.equal(mark(old), 'old: as of 20:29:00 UTC');
    assert.equal(mark({ ...old, standing: 'fresh' }), undefined);
    assert.equal(mark(undefined), undefined);
    assert.equal(mark(old, { ...truth, standing: 'cut' }), undefined, 'all is old anyway');
  });

  it('marks a book that did not follow the best prices told since', () => {
    const mark = (
      bestBid: string,
      bestAsk: string,
      bookAt = NOW - 20_000,
      standing: Freshness['standing'] = 'fresh',
    ) => {
      const live = { bbo: aQuote({ bestBid: usdCore(bestBid), bestAsk: usdCore(bestAsk) }), newer: true };
      const truth: Freshness = { source: 'stream', at: NOW - 1000, standing };
      return shown({ live, truth, book: read(book(), bookAt) }).book.mark;
    };
    assert.equal(mark('0.45', '0.46'), 'old: as of 20:29:40 UTC');
    assert.equal(mark('0.43', '0.45'), 'old: as of 20:29:40 UTC');
    assert.equal(mark('0.43', '0.44'), undefined, 'it says the same');
    assert.equal(mark('0.45', '0.46', NOW - 3000), undefined, 'it may yet come');
    assert.equal(mark('0.45', '0.46', NOW - 20_000, 'cut'), undefined, 'all is old, and said to be');
    assert.equal(shown({ book: read(book(), NOW - 20_000) }).book.mark, undefined, 'the book is the newest');
    const bbo = aQuote({ bestBid: usdCore('0'), bestAsk: undefined });
    const empty = { live: { bbo, newer: true }, book: read(book({ bids: [] }), NOW - 20_000) };
    assert.equal(shown(empty).book.mark, undefined, 'both have no bid');
  });

  it('is the same on the settlement panel', () => {
    const cut = scene({ truth: { source: 'stream', at: AT, standing: 'cut' }, line: 'lost' });
    const { content } = settlementSnapshot(cut, contextWith());
    assert.equal(content?.truth.text, 'as of 20:29:20 UTC · not connected');
  });
});

function said(truth: Omit<Freshness, 'at'>, line: PriceLine): [string, string] {
  const { standing, text } = shown({ truth: { ...truth, at: AT }, line }).truth;
  return [standing, text];
}
