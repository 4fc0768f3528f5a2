import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Activity } from '../../../src/core/activity.ts';
import { lifecycle } from '../../../src/core/lifecycle.ts';
import type { Market } from '../../../src/core/market.ts';
import { orderOutcome } from '../../../src/core/order.ts';
import { sideOf, sidePrices, winner } from '../../../src/core/pricing.ts';
import type { Problem } from '../../../src/exchange/exchange.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
} from '../../../src/exchange/wire/book.ts';
import { parseJson } from '../../../src/exchange/wire/json.ts';
import { decodeEvents, decodeMarket, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeOpenOrders, decodeOrder } from '../../../src/exchange/wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import { decodeErrorBody } from '../../../src/exchange/wire/replies.ts';
import { WireError } from '../../../src/exchange/wire/wire-error.ts';
import { only } from '../../support/fixtures.ts';
import { describeSamples } from '../../support/samples.ts';

type Result = { readonly problems: readonly Problem[]; readonly lost?: number };

/** By the beginning of a file's name. Replies of endpoints and frames no decoder reads are only parsed. */
const DECODERS: readonly (readonly [start: string, decode: (body: unknown) => Result])[] = [
  ['activities-', decodeActivities],
  ['balances', decodeBalances],
  ['bbo-', (body) => decodeBestQuote(body, 'asked')],
  ['book-', (body) => decodeBook(body, 'asked')],
  ['events-', decodeEvents],
  ['market-', decodeMarket],
  ['markets-', decodeMarkets],
  ['orders-', decodeOpenOrders],
  ['positions-', decodePositions],
  ['price-history', decodePriceHistory],
  ['settlement-200', (body) => decodeSettlement(body, 'asked')],
  ['ws-marketdatalite-', (body) => decodeBestQuote(body, 'asked')],
  ['ws-marketdata-', (body) => decodeBook(body, 'asked')],
  ['ws-order-snapshot-', (body) => decodeOpenOrders((body as Frame).orderSubscriptionSnapshot)],
];

type Frame = { readonly orderSubscriptionSnapshot: unknown };

describeSamples('wire: recorded replies', 14, (folder) => {
  const bytes = (name: string): Uint8Array => readFileSync(path.join(folder, `${name}.json`));
  const read = (name: string): unknown => parseJson(bytes(name));
  const activities = (name = 'activities-full-page'): readonly Activity[] =>
    decodeActivities(read(name)).items;

  it('every one decodes without a problem', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    assert.ok(names.length > 40);
    const used = new Set<string>();
    for (const name of names) {
      const body = read(path.basename(name, '.json'));
      const [start, decode] = DECODERS.find(([each]) => name.startsWith(each)) ?? [];
      if (start === undefined || decode === undefined) continue;
      used.add(start);
      const { problems, lost } = decode(body);
      assert.deepEqual([name, problems, lost ?? 0], [name, [], 0]);
    }
    assert.equal(used.size, DECODERS.length);
  });

  it('of the resolved weather markets inside the activities the winner is No: outcomes are reversed there', () => {
    const resolved = activities().flatMap((each) => (each.kind === 'resolution' ? [each.resolution] : []));
    assert.equal(resolved.length, 2);
    for (const { market, side, afterPosition } of resolved) {
      assert.ok(market);
      assert.deepEqual(market.outcomes, ['No', 'Yes']);
      assert.equal(winner(market)?.winner, 'short');
      assert.equal(sideOf(market, false)?.description, 'No');
      assert.equal(market.active, true, 'and yet it is resolved');
      assert.equal(side, 'SHORT');
      assert.equal(afterPosition?.netPosition?.isZero, true);
    }
  });

  it('6.78 contracts are 6.78, not 7: position, trade and order', () => {
    const position = decodePositions(read('positions-real-objects.extracted')).items.find(({ marketSlug }) =>
      marketSlug.includes('sfohigh'),
    );
    assert.deepEqual([position?.netPosition?.toString(), position?.rounded], ['6.78', false]);
    for (const page of ['activities-full-page', 'activities-full-page.numeric-decimals']) {
      const trade = activities(page).flatMap((each) => (each.kind === 'trade' ? [each.trade] : []))[1];
      assert.equal(trade?.qty?.toString(), '6.78');
      assert.equal(trade?.ownOrder?.quantity?.toString(), '6.78');
      assert.equal(trade?.ownOrder?.intent, 'BUY_LONG', 'the aggressor’s, not the other party’s');
    }
  });

  it('cost with and without fees are both as reported', () => {
    const [position] = decodePositions(read('positions-real-objects.extracted')).items;
    assert.deepEqual(
      [position?.cost, position?.baseCost, position?.fees].map((money) => money?.value.toString()),
      ['1', '0.95', '0.05'],
    );
  });

  it('each activity has a key of its own and a time', () => {
    const page = activities();
    assert.equal(new Set(page.map(({ key }) => key)).size, 10);
    assert.deepEqual(
      page.map(({ kind }) => kind[0]).join(''),
      'bbrrtttttb',
      'balance, balance, resolution, resolution, five trades, balance',
    );
    assert.equal(page[0]?.type, 'REFERRAL_BONUS');
    for (const { time } of page) assert.ok(time && time.ms > Date.UTC(2026, 6, 1));
  });

  it('the resolving market has no price at all', () => {
    const markets = activities().flatMap((each) =>
      each.kind === 'trade' && each.trade.market ? [each.trade.market] : [],
    );
    const resolving = markets.filter((market) => lifecycle(market) === 'resolving');
    assert.equal(resolving.length, 3);
    for (const market of resolving) {
      assert.deepEqual(market.outcomePrices, ['0', '0']);
      assert.equal(winner(market), undefined);
    }
  });

  it('the NO order is a SELL of the long side at 0.05; as a preview it has no id', () => {
    const body = read('order-preview-buy-no') as { order: object };
    assert.throws(() => decodeOrder(body), WireError);
    const { value, problems } = decodeOrder({ order: { ...body.order, id: 'PREVIEW' } });
    assert.deepEqual(problems, []);
    assert.deepEqual([value.side, value.price?.value.toString()], ['SELL', '0.05']);
    assert.deepEqual(orderOutcome(value), { long: false, buy: true });
    assert.equal(value.marketMetadata?.outcome, 'No');
  });

  it('executions carry whole orders', () => {
    const { executions } = read('executions-real.extracted') as { executions: { order: unknown }[] };
    for (const { order } of executions) assert.deepEqual(decodeOrder({ order }).problems, []);
    assert.equal(executions.length, 2);
  });

  it('the football match is three binary markets, the draw without a team', () => {
    const { items } = decodeEvents(read('events-epl-soccer.truncated'));
    const winners = only(items).markets.filter(
      ({ sportsMarketTypeV2 }) => sportsMarketTypeV2 === 'DRAWABLE_OUTCOME',
    );
    assert.deepEqual(
      winners.slice(0, 3).map((market) => sideOf(market, true)?.team?.safeName),
      ['Arsenal', undefined, 'Leeds United'],
    );
    assert.equal(sidePrices(winners[0] as Market, false).buy?.price.toString(), '0.29');
  });

  it('the baseball event ends before it starts and has whole teams', () => {
    const event = only(decodeEvents(read('events-mlb-baseball.truncated')).items);
    assert.ok(event.endDate && event.startDate && event.endDate.ms < event.startDate.ms);
    const team = event.markets[0] && sideOf(event.markets[0], true)?.team;
    assert.deepEqual(
      [team?.record, team?.colorPrimary, team?.providerIds[0]?.provider],
      [undefined, '#F5AF05', 'SPORTRADAR'],
    );
  });

  it('an open market costs the same whichever endpoint it came from', () => {
    for (const market of [
      decodeMarket(read('market-open-weather')).value,
      only(decodeMarkets(read('markets-by-slug-weather')).items),
    ]) {
      assert.equal(sidePrices(market, true).buy?.price.toString(), '0.54');
      assert.equal(sidePrices(market, false).buy?.price.toString(), '0.47');
      assert.equal(lifecycle(market), 'open');
    }
    const resolved = decodeMarket(read('market-resolved-weather')).value;
    assert.deepEqual([resolved.title, winner(resolved)?.winner], ['72° to 73°', 'long']);
  });

  it('settlement is 1, or a 404 with a sentence, even of a resolved market', () => {
    assert.equal(decodeSettlement(read('settlement-200-integer'), 'asked').value.price.toString(), '1');
    for (const name of ['settlement-404-open-market', 'settlement-404-resolved-market']) {
      const error = decodeErrorBody(bytes(name));
      assert.equal(error.code, 5);
      assert.match(error.message ?? '', /^Settlement not found for market /);
    }
    assert.equal(decodeErrorBody(bytes('error-429-docs')).message, 'Too Many Requests');
  });

  it('books: deep, locked, halted, expired, bare', () => {
    const book = (name: string) => decodeBook(read(name), 'asked').value;
    assert.deepEqual([book('book-deep-nfl').bids.length, book('book-deep-nfl').offers.length], [12, 12]);
    const locked = book('book-crossed-nfl.handmade');
    assert.ok(locked.bids[0]?.price.equals(locked.offers[0]?.price ?? assert.fail()));
    assert.deepEqual([book('book-halted-weather').state, book('book-halted-weather').bids], ['HALTED', []]);
    assert.equal(book('book-expired-no').state, 'EXPIRED');
    assert.equal(book('book-crypto.trimmed').bids[1]?.quantity.text, '5120.9900');
    const lite = decodeBestQuote(read('ws-marketdatalite-crypto.trimmed'), 'asked').value;
    assert.deepEqual([lite.bestBid?.value.text, lite.bestBid?.currency], ['0.9500', '']);
  });

  it('balances are the same as numbers and as texts', () => {
    const [numbers, texts] = ['balances', 'balances.as-recorded-string-decimals'].map((name) =>
      only(decodeBalances(read(name)).items),
    );
    assert.equal(numbers?.currentBalance.toString(), '97.9145');
    assert.deepEqual(JSON.stringify(numbers), JSON.stringify(texts));
  });
});
