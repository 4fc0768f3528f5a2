import assert from 'node:assert/strict';
import type { FreshnessState } from '../../../src/core/freshness.ts';
import type { MarketEvent } from '../../../src/core/market.ts';
import type { Position } from '../../../src/core/position.ts';
import { followItem } from '../../../src/view/followed-game-text.ts';
import type { FormatSettings } from '../../../src/view/format.ts';
import { aPosition } from '../../support/account-values.ts';
import { anEvent, aPeriod, aTeam, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, NOW } from '../../support/view.ts';

const market = lakeGame({ slug: 'a' });
const live: Partial<MarketEvent> = {
  live: true,
  gameId: '9',
  period: 'Q3',
  elapsed: '4:12',
  score: '20-17',
  markets: [market],
  teams: [
    aTeam({ id: '2', name: 'Juniper Flats Herons', alias: 'Herons', abbreviation: 'jun', ordering: 'home' }),
    aTeam({ id: '1', name: 'Mossgate Otters', alias: 'Otters', abbreviation: 'mos', ordering: 'away' }),
  ],
  periodScores: [aPeriod('Q1', ['1', 7], ['2', 10]), aPeriod('Q2', ['1', 10], ['2', 10])],
};
const held = (quantity: number): Position =>
  aPosition({ marketSlug: 'a', netPosition: d(quantity), cost: usd('35.18'), cashValue: undefined });

interface Scene {
  readonly event?: Partial<MarketEvent>;
  readonly positions?: readonly Position[];
  readonly standing?: FreshnessState;
  readonly account?: FreshnessState;
  readonly settings?: Partial<FormatSettings>;
}

function item({ event = {}, positions = [], standing = 'fresh', account = 'fresh', settings }: Scene) {
  const freshness = (of: FreshnessState) => ({ source: 'stream', at: NOW - 60_000, standing: of }) as const;
  const made = anEvent({ ...live, ...event });
  return followItem(
    {
      event: made,
      views: [{ market, event: made, freshness: freshness(standing) }],
      positions,
      accountFreshness: freshness(account),
      eventFreshness: undefined,
      mark: 'DEMO',
    },
    aContext(settings),
  );
}

describe('followItem', () => {
  for (const [what, scene, text] of [
    ['a long position', { positions: [held(100)] }, 'MOS 17–20 JUN Q3 4:12 · 43¢ Otters · ▲$7.82'],
    ['a short position', { positions: [held(-100)] }, 'MOS 17–20 JUN Q3 4:12 · 56¢ Herons · ▲$20.82'],
    ['no position', {}, 'MOS 17–20 JUN Q3 4:12 · 44¢ Otters'],
    [
      'a position that is over',
      { positions: [{ ...held(0), expired: true }] },
      'MOS 17–20 JUN Q3 4:12 · 44¢ Otters',
    ],
    [
      'hidden amounts',
      { positions: [held(100)], settings: { hideAmounts: true } },
      'MOS 17–20 JUN Q3 4:12 · 43¢ Otters · •••',
    ],
    ['a score nobody can assign', { event: { periodScores: [] } }, 'MOS @ JUN Q3 4:12 20–17 · 44¢ Otters'],
  ] as const) {
    it(`of ${what}: ${text}`, () => assert.equal(item(scene)?.text, text));
  }

  for (const [what, scene] of [
    ['price', { standing: 'stale' }],
    ['position', { positions: [held(100)], account: 'cut' }],
  ] as const) {
    it(`says of an old ${what} since when, and stands out`, () => {
      assert.match(item(scene)?.text ?? '', / · as of 19:59/);
      assert.deepEqual([item(scene)?.isOld, item({})?.isOld], [true, false]);
    });
  }

  it('has the state of play in its tooltip, and no line for what is not known', () => {
    assert.match(item({})?.tooltip ?? '', /^DEMO · .*\nMOS .*\nThe price/);
    const playing = item({ event: { period: 'Q2' } })?.tooltip ?? '';
    assert.match(playing, /\nIn Q2 alone: MOS 10–10 JUN\nThe price/);
  });

  it('is there while the game is live, and not before or after', () => {
    assert.equal(item({ event: { live: false, period: 'NS', score: undefined } }), undefined);
    assert.equal(item({ event: { ended: true } }), undefined);
  });

  it('names the connection and the game to a screen reader', () => {
    assert.match(item({})?.accessibilityLabel ?? '', /^DEMO, Otters at Herons, MOS/);
  });

  it('takes no text of the service for an icon', () => {
    assert.doesNotMatch(item({ event: { elapsed: '$(bug)' } })?.text ?? '', /\$\(bug\)/);
  });
});
