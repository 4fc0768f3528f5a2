import assert from 'node:assert/strict';
import { shortSide, sideHeading } from '../../../src/view/panels/market/short-names.ts';
import { widthOf } from '../../../src/view/widths.ts';
import { aSide, aTeam, d, lakeGame } from '../../support/values.ts';
import { contextWith } from './scene.ts';

const player = (long: boolean, name: string, alias: string, abbreviation: string) =>
  aSide(long, { description: name, team: aTeam({ id: alias, name, alias, abbreviation, league: 'atp' }) });

describe('a side at the head of a narrow column', () => {
  it('has the name the page calls it by, else its abbreviation, never a third name', () => {
    const market = lakeGame({
      sides: [
        player(true, 'Oskar Wrenfield', 'Wrenfield', 'WRE'),
        player(false, 'Aiko Tarrant', 'Keller', 'KEL'),
      ],
    });
    const context = contextWith();
    assert.deepEqual(
      [shortSide(market, true, context), sideHeading(market, true, context)],
      ['Wrenfield', 'WRE'],
    );
    assert.deepEqual(
      [shortSide(market, false, context), sideHeading(market, false, context)],
      ['Keller', 'Keller'],
    );
  });
});

describe('a side where its market is named above', () => {
  it('is cut where even its shortest name is long, sooner at the edge of the chart, and its handicap stays', () => {
    const name = 'Wolverhampton Wanderers';
    const sides = [
      aSide(true, { team: aTeam({ id: 'w', name }) }),
      aSide(false, { team: aTeam({ id: 'k', name: 'Keller' }) }),
    ];
    const market = lakeGame({ sides, sportsMarketTypeV2: 'SPREAD', line: d('-1.5') });
    const context = contextWith();
    assert.equal(shortSide(market, true, context), 'Wolverhampton W… −1.5');
    assert.equal(shortSide(market, true, context, 9), 'Wolverha… −1.5');
    assert.equal(shortSide(market, false, context, widthOf('Keller')), 'Keller +1.5');
  });
});
