import assert from 'node:assert/strict';
import { ROOTS, type Shown } from '../../support/full-interface.ts';
import {
  type FieldRow,
  fullObject,
  interfaceTables,
  snakeCased,
  without,
} from '../../support/interface-table.ts';
import { present } from '../../support/values.ts';

const tables = interfaceTables();
const WHERE = ['row', 'tooltip', 'page', 'details'] as const;
const NOTHING: Shown = { row: () => '', tooltip: () => '', page: () => '', details: () => '' };

describe('docs/interface.md 14: no field is lost on the way', () => {
  const roots = Object.entries(ROOTS).map(([root, show]) => ({ root, show, ...fullObject(tables, root) }));

  for (const { root, show, json, places } of roots) {
    it(`${root}: each stands among all its details, in either spelling`, () => {
      const full = show(json);
      // What has no page has them in its tooltip.
      const where = full.details() === '' ? 'tooltip' : 'details';
      for (const [name, place] of places) {
        if (rowOf(name).shown.length === 0) continue;
        assert.notEqual(shownWithout(show, without(json, place))[where](), full[where](), name);
      }
      const fields = [...full.details().matchAll(/"field":"(.*?)"/g)].map(([, field]) => field);
      assert.equal(new Set(fields).size, fields.length, 'a field stands there twice');
      const other = show(snakeCased(json));
      for (const where of WHERE) assert.equal(other[where](), full[where](), where);
    });
  }

  it('each stands in the row, the tooltip and on the page of something where its table says so', () => {
    const said = [...tables.values()].flat().flatMap(({ resource, field, shown }) => {
      return shown
        .filter((where) => where !== 'details')
        .map((where) => ({ name: `${resource}.${field}`, where }));
    });
    assert.ok(said.length > 100);
    const lost = said.filter(({ name, where }) => {
      return !roots.some(({ show, json, places }) => {
        const place = places.get(name);
        return place && shownWithout(show, without(json, place))[where]() !== show(json)[where]();
      });
    });
    assert.deepEqual(lost, []);
  });

  it('has no table that is part of nothing', () => {
    const reached = new Set(roots.flatMap(({ places }) => [...places.keys()].map(resourceOf)));
    assert.deepEqual(
      [...tables.keys()].filter((name) => !reached.has(name)),
      ['activity'],
    );
  });

  it('says of each field where it is shown, which other says the same, or why it is not shown', () => {
    const rows = [...tables.values()].flat();
    assert.ok(rows.length > 500);
    const open = rows.filter(
      ({ shown, unshown }) => shown.length === 0 && !/^(?:twin of `|not shown: )/.test(unshown ?? ''),
    );
    assert.deepEqual(
      open.map(({ resource, field }) => `${resource}.${field}`),
      [],
    );
  });

  it('has every field of the older document', () => {
    for (const [resource, names] of Object.entries(OLDER)) {
      const table = new Set(present(tables.get(resource)).map(({ field }) => field));
      const missing = names
        .trim()
        .split(/\s+/)
        .filter((name) => !table.has(name));
      assert.deepEqual(missing, [], resource);
    }
  });
});

/** An object without its identity is refused: then nothing is shown. */
function shownWithout(show: (json: unknown) => Shown, json: unknown): Shown {
  try {
    return show(json);
  } catch {
    return NOTHING;
  }
}

function resourceOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function rowOf(name: string): FieldRow {
  const field = name.slice(name.lastIndexOf('.') + 1);
  return present(tables.get(resourceOf(name))?.find((row) => row.field === field));
}

/** What the older document of the interface names, by resource, in today's spelling. */
const OLDER: { readonly [resource: string]: string } = {
  market: `
    id question slug description startDate endDate category marketType active closed archived hidden updatedAt
    gameStartTime manualActivation sportsMarketType sportsMarketTypeV2 line outcomes outcomePrices ep3Status marketSides
    events subcategory lastTradePrice bestBid bestAsk spread oneDayPriceChange oneWeekPriceChange liquidity liquidityNum
    volume volumeNum volume24hr volume1wk volume1mo gameId propType outcomeTeamA outcomeTeamB`,
  side: `
    id marketSideType identifier createdAt updatedAt description marketId long teamId team participantId`,
  event: `
    id ticker slug title description startDate endDate active closed archived hidden category createdAt updatedAt
    startTime seriesSlug period gameId vendorGameId participants markets`,
  participant: 'id type team',
  team: `
    id name abbreviation league record logo alias safeName homeIcon awayIcon colorPrimary providerId ordering longIcon
    shortIcon displayAbbreviation providerIds`,
  'provider id': 'provider providerId',
  order: `
    id marketSlug side type price quantity cumQuantity leavesQuantity tif goodTillTime intent marketMetadata state avgPx
    insertTime createTime`,
  'market of an order': 'slug icon title outcome eventSlug',
  position: `
    netPosition qtyBought qtySold cost realized cashValue qtyAvailable bodPosition expired updateTime marketMetadata`,
  activity: 'type trade positionResolution accountBalanceChange',
  trade: 'id marketSlug state price qty isAggressor costBasis realizedPnl createTime updateTime',
  resolution: 'marketSlug beforePosition afterPosition side tradeId updateTime',
  'balance change': 'transactionId status amount createTime updateTime',
  settlement: 'slug settlement',
};
