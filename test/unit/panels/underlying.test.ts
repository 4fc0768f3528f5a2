import assert from 'node:assert/strict';
import { decodeAssetCourse } from '../../../src/exchange/wire/asset.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { contextWith, failed, market, NOW, position, read, SLUG, scene, UNREAD } from './scene.ts';

const usd = (value: string) => ({ value, currency: 'USD' });
const TERMS = {
  marketType: 'ASSET_PRICE_MARKET_TYPE_ABOVE_BELOW',
  asset: { assetClass: 'ASSET_CLASS_CRYPTO', symbol: 'lumen' },
  indexSymbol: 'LUMX',
  windowEnd: '2026-03-14T21:00:00Z',
  strike: usd('0.12345'),
};

function course(...closes: readonly string[]) {
  const candles = closes.map((close, place) => ({ timestamp: NOW / 1000 - 600 + 60 * place, close }));
  return decodeAssetCourse({ series: [{ asset: TERMS.asset, currency: 'USD', candles }] }, 'crypto:lumen')
    .value;
}

function shown(change: Parameters<typeof scene>[0]) {
  return marketSnapshot(scene(change), contextWith()).content;
}

describe('market page of a market about the price of an asset', () => {
  const crypto = read(market({ assetPriceTerms: TERMS }));

  it('says what decides it, with all decimals of the strike', () => {
    const section = shown({ market: crypto, underlying: read(course('0.12', '0.13')) })?.underlying;
    const terms = section?.terms.map(({ name, value }) => `${name}: ${value.text}`).join('\n');
    assert.match(terms ?? '', /Underlying: LUMEN · decided by the index LUMX/);
    assert.match(terms ?? '', /Strike: \$0\.12345/);
    assert.match(terms ?? '', /Decided at: .*14/);
  });

  it('draws the course with the strike across it, and says each price in its table', () => {
    const chart = shown({ market: crypto, underlying: read(course('0.12', '0.13', '0.125')) })?.underlying
      ?.content;
    assert.deepEqual(chart?.cents.map(Math.round), [0, 100, 50]);
    assert.deepEqual(
      chart?.marks.map(({ label, cents }) => [label, Math.round(cents)]),
      [['strike $0.12345', 35]],
    );
    assert.deepEqual(chart?.table.rows[0]?.cells.at(-1)?.text, '$0.125');
  });

  it('says what is missing where there is no course, and shows no such section for other markets', () => {
    const without = shown({ market: crypto, underlying: failed('network') })?.underlying;
    assert.ok(without?.note !== undefined && without.terms.length > 0);
    assert.match(
      shown({ market: crypto, underlying: read(course()) })?.underlying?.note?.text ?? '',
      /No prices/,
    );
    assert.equal(shown({})?.underlying, undefined);
    assert.equal(shown({ market: crypto, underlying: UNREAD })?.underlying?.content, undefined);
  });

  it('is not called over before its window, whatever its flags say', () => {
    const flags = {
      assetPriceTerms: TERMS,
      status: 'MARKET_STATUS_CLOSED',
      ep3Status: 'CLOSED',
      closed: true,
    };
    assert.equal(shown({ market: read(market(flags)) })?.head.state.text, 'Not open yet');
    const past = { ...TERMS, windowEnd: '2026-03-14T20:00:00Z' };
    const text = shown({ market: read(market({ ...flags, assetPriceTerms: past })) })?.head.state.text;
    assert.equal(text, 'Trading closed');
  });
});

describe('market page of a combo', () => {
  it('lists its legs with state and price, each leading to its market', () => {
    const comboLegDetails = [
      {
        slug: 'aec-otters',
        title: 'Otters at Herons',
        outcome: 'Otters',
        state: 'COMBO_LEG_STATE_WON',
        indicativePrice: usd('1'),
      },
      { slug: 'tsc-larks', title: 'Larks at Rooks', outcome: 'Over 45.5', indicativePrice: '0.54' },
    ];
    const legs = shown({ slug: SLUG, position: read(position({ comboLegDetails })) })?.legs?.content;
    const texts = legs?.rows.map(({ cells }) => cells.map(({ text }) => text));
    assert.deepEqual(texts, [
      ['Otters', 'Otters at Herons', '100¢', 'won'],
      ['Larks at Rooks: Over 45.5', 'Larks at Rooks', '54¢', ''],
    ]);
    assert.deepEqual(legs?.rows[0]?.cells[0]?.action, { name: 'openMarket', slug: 'aec-otters' });
    assert.equal(shown({})?.legs, undefined);
  });
});
