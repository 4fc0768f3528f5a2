import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ALERT_STATES,
  type AlertCondition,
  type AlertFacts,
  type AlertVerdict,
  boundOf,
  judgeAlert,
  readAlerts,
} from '../../../src/core/alert.ts';
import type { Decimal } from '../../../src/core/decimal.ts';
import type { FreshnessState } from '../../../src/core/freshness.ts';
import type { Market } from '../../../src/core/market.ts';
import { aPosition } from '../../support/account-values.ts';
import { anEvent, at, d, lakeGame, raw, usd } from '../../support/values.ts';

const NOW = at('2026-11-20T20:00:00Z').ms;
const current = (standing: FreshnessState = 'fresh') => ({ source: 'stream', at: NOW, standing }) as const;

interface Scene {
  readonly market?: Partial<Market>;
  readonly standing?: FreshnessState;
  readonly account?: FreshnessState;
  /** Contracts held at 50¢ each; negative: short. */
  readonly held?: number;
}

/** A market quoted 43/44, current, with nothing held unless it says otherwise. */
function facts({ market = {}, standing = 'fresh', account = 'fresh', held }: Scene = {}): AlertFacts {
  return {
    view: { market: lakeGame(market), event: undefined, freshness: current(standing) },
    position:
      held === undefined
        ? undefined
        : aPosition({ netPosition: d(held), cost: usd(String(Math.abs(held) / 2)), cashValue: undefined }),
    positionFreshness: current(account),
  };
}

const said = (verdict: AlertVerdict): string => {
  const figure = (of: Extract<AlertVerdict, { readonly kind: 'fired' }>['now']) =>
    of.unit === 'price'
      ? of.price.toString()
      : of.unit === 'money'
        ? `$${raw(of.amount.value)}`
        : of.unit === 'time'
          ? `${of.ms / 60_000} m`
          : of.state;
  if (verdict.kind === 'distance') return `${figure(verdict.left)} left, now ${figure(verdict.now)}`;
  return verdict.kind === 'fired' ? `fired at ${figure(verdict.now)}` : verdict.why;
};

type Bound = 'atLeast' | 'atMost';
const price = (long: boolean, bound: Bound, value: string): AlertCondition => ({
  what: 'price',
  side: long ? 'long' : 'short',
  [bound]: value,
});
const pnl = (bound: Bound, value: string): AlertCondition => ({ what: 'pnl', [bound]: value });
const spread = (value: string): AlertCondition => ({ what: 'spread', atMost: value });
const start = (minutes: number): AlertCondition => ({ what: 'start', atMost: minutes });
const state = (name: (typeof ALERT_STATES)[number]): AlertCondition => ({ what: 'state', state: name });
const starts = { gameStartTime: at('2026-11-20T21:30:00Z') };

describe('judgeAlert', () => {
  for (const [what, condition, scene, result] of [
    ['long, above', price(true, 'atLeast', '0.50'), {}, '0.06 left, now 0.44'],
    ['long, reached', price(true, 'atLeast', '0.44'), {}, 'fired at 0.44'],
    ['long, below', price(true, 'atMost', '0.40'), {}, '0.04 left, now 0.44'],
    ['short, at its own price', price(false, 'atLeast', '0.57'), {}, 'fired at 0.57'],
    ['short, below', price(false, 'atMost', '0.55'), {}, '0.02 left, now 0.57'],
    ['no offer', price(true, 'atLeast', '0.5'), { market: { bestAskQuote: undefined } }, 'noPrice'],
    ['halted', price(true, 'atLeast', '0.1'), { market: { status: 'HALTED' } }, 'noPrice'],
    ['settled', price(true, 'atLeast', '0.1'), { market: { status: 'RESOLVED' } }, 'over'],
    ['stale', price(true, 'atLeast', '0.1'), { standing: 'stale' }, 'notCurrent'],
    ['cut', price(true, 'atLeast', '0.1'), { standing: 'cut' }, 'notCurrent'],
    ['spread, wide', spread('0.005'), {}, '0.005 left, now 0.01'],
    ['spread, met', spread('0.01'), {}, 'fired at 0.01'],
    ['P&L of a long position', pnl('atLeast', '-5'), { held: 100 }, '$2 left, now $-7'],
    ['P&L of a short position', pnl('atLeast', '5'), { held: -100 }, 'fired at $6'],
    ['P&L at most', pnl('atMost', '-10'), { held: 100 }, '$3 left, now $-7'],
    ['P&L without a position', pnl('atLeast', '-5'), {}, 'noPosition'],
    ['P&L of an old position', pnl('atMost', '5'), { held: 100, account: 'stale' }, 'notCurrent'],
    ['P&L at an old price', pnl('atMost', '5'), { held: 100, standing: 'stale' }, 'notCurrent'],
    ['start, later', start(5), { market: starts }, '85 m left, now 90 m'],
    ['start, soon', start(90), { market: starts }, 'fired at 90 m'],
    ['start, whatever the price', start(90), { market: starts, standing: 'cut' }, 'fired at 90 m'],
    ['start, passed', start(5), { market: { gameStartTime: at('2026-11-20T19:00:00Z') } }, 'fired at -60 m'],
    ['start, not known', start(5), {}, 'noStart'],
    ['halt, awaited', state('halted'), {}, 'open left, now open'],
    ['halt, here', state('halted'), { market: { status: 'HALTED' } }, 'fired at halted'],
    ['halt, by old news', state('halted'), { market: { status: 'HALTED' }, standing: 'stale' }, 'notCurrent'],
    ['halt of what is over', state('halted'), { market: { status: 'CLOSED' } }, 'over'],
    [
      'end, however old',
      state('ended'),
      { market: { status: 'CLOSED' }, standing: 'cut' },
      'fired at closed',
    ],
    [
      'settlement, awaited',
      state('settled'),
      { market: { status: 'RESOLVING' } },
      'resolving left, now resolving',
    ],
    ['settlement', state('settled'), { market: { status: 'RESOLVED' } }, 'fired at resolved'],
  ] as const) {
    it(`${what}: ${result}`, () => assert.equal(said(judgeAlert(condition, facts(scene), NOW)), result));
  }

  it('takes the start of the event before that of the market', () => {
    const of = facts({ market: starts });
    const event = anEvent({ startTime: at('2026-11-20T20:10:00Z') });
    const view = of.view && { ...of.view, event };
    assert.equal(said(judgeAlert(start(5), { ...of, view }, NOW)), '5 m left, now 10 m');
  });

  it('cannot say without the market', () => {
    for (const condition of [
      price(true, 'atLeast', '0'),
      start(5),
      state('ended'),
      pnl('atLeast', '0'),
      spread('0.5'),
    ])
      assert.equal(said(judgeAlert(condition, { ...facts(), view: undefined }, NOW)), 'notRead');
  });

  const aCents = fc.integer({ min: 1, max: 99 });
  const aQuoted = fc.tuple(aCents, aCents).map(([a, b]) => ({
    bestBidQuote: usd(String(Math.min(a, b) / 100)),
    bestAskQuote: usd(String(Math.max(a, b) / 100)),
  }));
  const aBound = fc.constantFrom<Bound>('atLeast', 'atMost');
  const aPriced = fc.oneof(
    fc
      .tuple(fc.boolean(), aBound, aCents)
      .map(([long, bound, cents]) => price(long, bound, String(cents / 100))),
    aCents.map((cents) => spread(String(cents / 100))),
    fc.tuple(aBound, fc.integer({ min: -50, max: 50 })).map(([bound, value]) => pnl(bound, String(value))),
  );

  it('never fires on figures that are not current, and then has no distance either', () => {
    const notFresh = fc.constantFrom('stale', 'cut');
    fc.assert(
      fc.property(aPriced, aQuoted, notFresh, (condition, market, standing) => {
        const judged = judgeAlert(condition, facts({ market, standing, held: 100 }), NOW);
        assert.equal(judged.kind, 'unknown');
      }),
    );
  });

  it('fires exactly where nothing is left, and says how much is left by the same figures', () => {
    fc.assert(
      fc.property(aPriced, aQuoted, fc.integer({ min: 1, max: 200 }), (condition, market, held) => {
        const judged = judgeAlert(condition, facts({ market, held }), NOW);
        assert.ok(judged.kind === 'fired' || judged.kind === 'distance');
        const figure = (of: typeof judged.now): Decimal =>
          of.unit === 'price' ? of.price : of.unit === 'money' ? raw(of.amount.value) : d('0');
        const over = figure(judged.now).minus(boundOf(condition));
        const left = condition.atLeast === undefined ? over : over.negated();
        assert.equal(judged.kind === 'fired', left.isNegative || left.isZero);
        if (judged.kind === 'distance') assert.ok(figure(judged.left).equals(left));
      }),
    );
  });

  it('comes nearer to a start minute by minute, and stays fired after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 300 }), (minutes, passed) => {
        const judged = judgeAlert(start(minutes), facts({ market: starts }), NOW + passed * 60_000);
        assert.equal(
          said(judged),
          minutes + passed >= 90
            ? `fired at ${90 - passed} m`
            : `${90 - passed - minutes} m left, now ${90 - passed} m`,
        );
      }),
    );
  });
});

describe('readAlerts', () => {
  const good = { market: 'a', what: 'price', side: 'long', atLeast: '0.70' };

  it('reads what is written, without changing it', () => {
    const conditions = [
      price(true, 'atLeast', '0.7'),
      spread('0.02'),
      pnl('atMost', '-13'),
      start(5),
      state('halted'),
    ];
    const alerts = conditions.map((condition, index) => ({ id: `i${index}`, market: 'a', ...condition }));
    const written = [...alerts, { ...alerts[0], id: 'off', paused: true, fired: '2026-11-20T20:00:00.000Z' }];
    assert.deepEqual(readAlerts(written), { items: written, problem: undefined });
  });

  it('takes a price as a number, and names an alert without an id by its place', () => {
    const { items: alerts, problem } = readAlerts([
      { ...good, atLeast: 0.7 },
      { ...good, id: 'x' },
      { ...good, id: 'x' },
    ]);
    assert.equal(problem, undefined);
    assert.deepEqual(
      alerts.map(({ id }) => id),
      ['#1', 'x', '#3'],
    );
  });

  for (const [field, wrong] of [
    ['market', { ...good, market: 7 }],
    ['market', 'a text'],
    ['what', { ...good, what: 'volume' }],
    ['side', { ...good, side: 'Islanders' }],
    ['atLeast', { ...good, atLeast: '70¢' }],
    ['atLeast', { ...good, atLeast: '70' }],
    ['atMost', { market: 'a', what: 'pnl' }],
    ['atLeast', { market: 'a', what: 'spread', atLeast: '0.02' }],
    ['state', { market: 'a', what: 'state', state: 'constructor' }],
    ['atMost', { market: 'a', what: 'start', atMost: '5 m' }],
    ['atMost', { market: 'a', what: 'start', atMost: 20_000 }],
    ['atLeast', { market: 'a', what: 'start', atLeast: 5 }],
    ['fired', { ...good, fired: 'yesterday' }],
  ] as const) {
    it(`names ${field} of ${JSON.stringify(wrong)} and reads the rest`, () => {
      const { items: alerts, problem } = readAlerts([good, wrong, good]);
      assert.equal(problem, `#2 ${field}`);
      assert.equal(alerts.length, 2);
    });
  }

  it('names what is no list', () => assert.deepEqual(readAlerts({}).problem, ''));
});
