import assert from 'node:assert/strict';
import { decodeAssetCourse } from '../../../src/exchange/wire/asset.ts';
import { decodeMarket } from '../../../src/exchange/wire/market.ts';

const usd = (value: string) => ({ value, currency: 'USD' });

describe('terms of a market about the price of an asset', () => {
  const read = (assetPriceTerms: object | null) =>
    decodeMarket({ market: { slug: 'cpc-lumen-1500', assetPriceTerms } }).value.assetTerms;

  it('are read with window, strike and the asset as requests name it; null means no such market', () => {
    const terms = read({
      marketType: 'ASSET_PRICE_MARKET_TYPE_UP_DOWN',
      asset: { assetClass: 'ASSET_CLASS_CRYPTO', symbol: 'LUMEN' },
      indexSymbol: 'LUMX',
      horizon: '15m',
      windowStart: '2026-03-14T15:00:00Z',
      windowEnd: '2026-03-14T15:15:00Z',
      priceToBeat: usd('512.3700'),
      strike: null,
      rangeKind: 'ASSET_PRICE_RANGE_KIND_UNSPECIFIED',
      direction: 'ASSET_PRICE_DIRECTION_UNSPECIFIED',
      settlementPrice: null,
    });
    assert.equal(terms?.asset, 'crypto:lumen');
    assert.equal(terms.marketType, 'UP_DOWN');
    assert.equal(terms.windowEnd?.text, '2026-03-14T15:15:00Z');
    assert.equal(terms.priceToBeat?.value.text, '512.3700');
    assert.deepEqual(
      [terms.strike, terms.rangeKind, terms.direction, terms.settlementPrice],
      Array(4).fill(undefined),
    );
    assert.equal(read(null), undefined);
  });

  it('of a newer type keep its name and whatever else is sent', () => {
    const terms = read({ marketType: 'ASSET_PRICE_MARKET_TYPE_SPIRAL', strike: usd('1') });
    assert.equal(terms?.marketType, 'SPIRAL');
    assert.equal(terms.strike?.value.text, '1');
  });
});

describe('course of an asset', () => {
  const candle = (timestamp: number, close: string, tickCount = 3) => ({ timestamp, close, tickCount });
  const lumen = { assetClass: 'ASSET_CLASS_CRYPTO', symbol: 'lumen' };

  it('is found by its asset, whatever the order, and comes oldest first', () => {
    const other = { asset: { ...lumen, symbol: 'tarn' }, currency: 'EUR', candles: [candle(5, '1')] };
    const series = [
      other,
      { asset: lumen, currency: 'USD', candles: [candle(120, '2.5', 0), candle(60, '2')] },
    ];
    const { value, problems } = decodeAssetCourse({ series }, 'crypto:lumen');
    assert.deepEqual(problems, []);
    assert.equal(value.currency, 'USD');
    assert.deepEqual(
      value.points.map(({ ms, close, isFilled }) => [ms, close.text, isFilled]),
      [
        [60_000, '2', false],
        [120_000, '2.5', true],
      ],
    );
  });

  it('has no points where the service knows none, and drops candles that cannot be', () => {
    assert.deepEqual(decodeAssetCourse({ series: [] }, 'crypto:lumen').value.points, []);
    const candles = [candle(1_790_000_000_000, '2'), candle(60, '-1'), { timestamp: 60 }, candle(60, '3')];
    const { value, problems } = decodeAssetCourse({ series: [{ asset: lumen, candles }] }, 'crypto:lumen');
    assert.deepEqual(
      value.points.map(({ close }) => close.text),
      ['3'],
    );
    assert.equal(problems.length, 3);
  });
});
