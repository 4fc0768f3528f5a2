import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Activity } from '../../../src/core/activity.ts';
import { lifecycle } from '../../../src/core/lifecycle.ts';
import { orderOutcome } from '../../../src/core/order.ts';
import { sidePrices, winner } from '../../../src/core/pricing.ts';
import type { Problem } from '../../../src/exchange/exchange.ts';
import {
  decodeBestQuote,
  decodeBook,
  decodePriceHistory,
  decodeSettlement,
} from '../../../src/exchange/wire/book.ts';
import { decodeServerFrame } from '../../../src/exchange/wire/decode-frame.ts';
import { parseJson } from '../../../src/exchange/wire/json.ts';
import { decodeEvents, decodeMarket, decodeMarkets } from '../../../src/exchange/wire/market.ts';
import { decodeOpenOrders, decodeOrder } from '../../../src/exchange/wire/order.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
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

describeSamples('wire: recorded replies', 5, (folder) => {
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

  it('every frame decodes', () => {
    for (const name of readdirSync(folder).filter((each) => each.startsWith('ws-'))) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      // The trade was cut out of its frame, without its market.
      const fragment = name.includes('fragment');
      const frame = fragment ? `{"trade":${text.replace('{', '{"marketSlug":"s1",')}}` : text;
      const { broken, unknown, problems } = decodeServerFrame(frame);
      assert.deepEqual([name, broken, unknown, problems], [name, undefined, undefined, []]);
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

  it('the NO order is a SELL of the long side at 0.05; as a preview it has no id', () => {
    const body = read('order-preview-buy-no') as { order: object };
    assert.throws(() => decodeOrder(body), WireError);
    const { value, problems } = decodeOrder({ order: { ...body.order, id: 'PREVIEW' } });
    assert.deepEqual(problems, []);
    assert.deepEqual([value.side, value.price?.value.toString()], ['SELL', '0.05']);
    assert.deepEqual(orderOutcome(value), { long: false, buy: true });
    assert.equal(value.marketMetadata?.outcome, 'No');
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
});
