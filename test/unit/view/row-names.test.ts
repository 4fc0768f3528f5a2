import assert from 'node:assert/strict';
import { outcomeLabel, rowOutcome, sharedNames, teamNames } from '../../../src/view/row-names.ts';
import { alignedFigures, cutName, widthOf } from '../../../src/view/widths.ts';
import { pseudoContext } from '../../support/pseudo.ts';
import { aMarket, aSide, aTeam, d, lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();
const wardens = aTeam({
  id: '7',
  name: 'Stony Ford Wardens',
  alias: 'Wardens',
  displayAbbreviation: 'STF',
  abbreviation: 'stf',
});

describe('names of a team in rows', () => {
  it('go from the full name over nickname and place to the abbreviation', () => {
    assert.deepEqual(teamNames(wardens, context), ['Stony Ford Wardens', 'Wardens', 'Stony Ford', 'STF']);
  });

  it('leave out a nickname two teams of the view have', () => {
    const shared = sharedNames([wardens, aTeam({ id: '8', name: 'Elm Bay Wardens', alias: 'Wardens' })]);
    assert.deepEqual(teamNames(wardens, { ...context, sharedNames: shared }), [
      'Stony Ford Wardens',
      'Stony Ford',
      'STF',
    ]);
    assert.equal(sharedNames([wardens, wardens]).size, 0);
  });

  it('are the abbreviation alone with short names', () => {
    assert.deepEqual(teamNames(wardens, aContext({ shortNames: true })), ['STF']);
  });

  it('do not use the epithet of a club', () => {
    const club = aTeam({
      name: 'Quarry United',
      alias: 'The Blues',
      safeName: 'Quarry',
      abbreviation: 'qua',
    });
    assert.deepEqual(teamNames(club, context), ['Quarry United', 'Quarry', 'QUA']);
  });
});

describe('the label of a row', () => {
  const sides = [
    aSide(true, { description: 'Wardens', team: wardens }),
    aSide(false, { description: 'Larks' }),
  ];
  const winner = lakeGame({ sides });
  const spread = lakeGame({ sides, sportsMarketTypeV2: 'SPREAD', line: d('-1.5') });
  const numbered = lakeGame({
    sides: [
      aSide(true, { team: aTeam({ id: '05', name: '1. FSV Lake 05', alias: 'Lake 05' }) }),
      aSide(false, { description: 'Stag 96', team: aTeam({ id: '96', name: 'Stag 96' }) }),
    ],
    sportsMarketTypeV2: 'SPREAD',
    line: d('-1.5'),
  });
  const half = lakeGame({ sides, sportsMarketType: 'football_moneyline_first_half' });
  const total = aMarket({
    sportsMarketTypeV2: 'TOTAL',
    line: d('24.5'),
    sportsMarketType: 'football_total_first_half',
    sides: [true, false].map((long) => aSide(long, { description: long ? 'Over' : 'Under' })),
  });
  const prop = { ...total, sportsMarketTypeV2: 'PROP', sportsMarketType: undefined } as const;
  const team = { ...prop, titleShort: 'STF Over 24.5' };
  const player = { ...prop, line: d('4.5'), titleShort: 'No. 7 (STF) 4.5 shots' };
  const longTotal = {
    ...total,
    sportsMarketType: undefined,
    line: d('99.5'),
    subject: 'Oldcastle Wanderers',
  };
  const claim = aMarket({
    sportsMarketTypeV2: 'PROP',
    title: 'Nora Lindqvist over 20.5 points',
    line: d('20.5'),
    sides: [true, false].map((long) => aSide(long, { description: long ? 'Yes' : 'No' })),
  });
  const price = aMarket({
    title: 'Below 0.0 %',
    sides: [true, false].map((long) => aSide(long, { description: long ? 'Yes' : 'No' })),
  });
  const cases = [
    ['the full name where it fits', winner, true, '', ' 7¢', 'Stony Ford Wardens 7¢'],
    ['the nickname where it does not', winner, true, 'Sell 50 ', ' 68¢', 'Sell 50 Wardens 68¢'],
    [
      'what stands behind the last figure does not count',
      winner,
      true,
      'Bought 100 ',
      ' 52¢',
      'Bought 100 STF 52¢',
    ],
    ['a line stays whole', spread, true, 'Sell 50 ', ' at −194', 'Sell 50 STF −1.5 at −194'],
    ['a number in the name of a team is no line', numbered, true, '40¢ ', '', '40¢ Lake 05 −1.5'],
    ['nor is it where the side says the name itself', numbered, false, '40¢ ', '', '40¢ Stag 96 +1.5'],
    ['the part of the game', half, true, 'Won +$15.45 ', '', 'Won +$15.45 STF 1H'],
    ['a total and its part', total, false, 'Lost −$9.90 ', '', 'Lost −$9.90 U 24.5 1H'],
    [
      'over and under by their letters before it cuts',
      team,
      false,
      'Bought 50 ',
      ' 50¢',
      'Bought 50 STF U 24.5 50¢',
    ],
    ['the team of a prop', team, true, '40¢ ', '', '40¢ STF Over 24.5'],
    ['the player of a prop and what counts', player, true, '', '', 'No. 7 (STF) Over 4.5 shots'],
    [
      'a total of a long name by its first letters, not its line',
      longTotal,
      false,
      'Buy 120 ',
      ' 54¢',
      'Buy 120 Old… U 99.5 54¢',
    ],
    [
      'a claim by its first letters, not its line',
      claim,
      false,
      'Buy 120 ',
      ' 54¢',
      'Buy 120 No Nor… O 20.5 54¢',
    ],
    ['another outcome is cut inside', price, false, 'Buy 120 ', ' 68.5¢', 'Buy 120 No Bel… 68.5¢'],
  ] as const;
  for (const [name, market, long, before, after, label] of cases) {
    it(`takes ${name}`, () => {
      assert.equal(outcomeLabel(rowOutcome(market, long, context), before, after), label);
    });
  }

  it('takes the part of the game as scoreboards write it in any language', () => {
    assert.equal(
      outcomeLabel(rowOutcome(half, true, pseudoContext()), 'Won +$15.45 ', ''),
      'Won +$15.45 STF 1H',
    );
  });

  it('never cuts a number, and keeps the first one', () => {
    const cut = (name: string, room: number) => cutName(name, room);
    assert.equal(cut('No $500 to $599', 6), 'No $500…');
    assert.equal(cut('No $500 to $599', 3), 'No $500…');
    assert.equal(cut('No $500 to $599', 10), 'No $500 to…');
    assert.equal(cut('No 0% to 1.9%', 9), 'No 0% to…');
    assert.equal(cut('1,000.5 or above', 4), '1,000.5…');
    assert.equal(cut('$599', 2), '$599');
    assert.equal(cut('Halvorsen 96', 9), 'Halvorsen…');
  });

  it('measures signs as the font draws them', () => {
    assert.equal(widthOf('▲$1.52 Archers +6.5 ×60'), 20);
  });
});

describe('figures under each other', () => {
  it('line up by figure and punctuation spaces, an arrow staying at the left', () => {
    const padded = alignedFigures(['▲$10.75', '▼$0.36', '–']);
    assert.deepEqual(padded, ['▲$10.75', '▼\u2007$0.36', '\u2007\u2007\u2007\u2007\u2007\u2008–']);
    assert.deepEqual(alignedFigures(['39.5¢', '8.5¢', '7¢']), [
      '39.5¢',
      '\u20078.5¢',
      '\u2007\u2007\u20087¢',
    ]);
  });
});
