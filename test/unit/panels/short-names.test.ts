import assert from 'node:assert/strict';
import { shortSide, sideHeading } from '../../../src/view/panels/market/short-names.ts';
import { aSide, aTeam, lakeGame } from '../../support/values.ts';
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
