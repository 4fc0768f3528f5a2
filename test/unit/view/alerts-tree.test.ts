import assert from 'node:assert/strict';
import { type AlertFacts, judgeAlert, readAlerts } from '../../../src/core/alert.ts';
import { type AlertView, alertSentence, alertsTree } from '../../../src/view/alerts-tree.ts';
import type { FormatSettings } from '../../../src/view/format.ts';
import { siblingRows } from '../../../src/view/sibling-rows.ts';
import { aPosition } from '../../support/account-values.ts';
import { anEvent, aSide, aTeam, at, d, lakeGame, usd } from '../../support/values.ts';
import { aContext, allText, descriptionOf, NOW, outline, tooltipText } from '../../support/view.ts';

const event = anEvent({ startTime: at('2026-11-20T20:49:00Z'), title: 'Otters at Herons' });

interface Scene {
  readonly alerts: unknown;
  readonly standing?: 'fresh' | 'stale';
  readonly gone?: boolean;
  /** Of the long side. */
  readonly name?: string;
  readonly settings?: Partial<FormatSettings>;
}

function views({ alerts, standing = 'fresh', gone = false, name = 'Otters' }: Scene): readonly AlertView[] {
  const view = {
    market: lakeGame({
      slug: 'a',
      sides: [
        aSide(true, { team: aTeam({ id: '1', name, alias: 'Otters' }) }),
        aSide(false, { team: aTeam({ id: '2', name: 'Herons' }) }),
      ],
    }),
    event,
    freshness: { source: 'stream', at: NOW - 60_000, standing },
  } as const;
  const facts: AlertFacts = {
    view,
    position: aPosition({ netPosition: d(100), cost: usd('32.25'), cashValue: undefined }),
    positionFreshness: { source: 'stream', at: NOW, standing: 'fresh' },
  };
  return readAlerts(alerts).items.map((alert) => ({
    alert,
    view,
    verdict: judgeAlert(alert, facts, NOW),
    isGone: gone,
  }));
}

function rows(scene: Scene) {
  return alertsTree(views(scene), aContext(scene.settings));
}

const price = { id: 'x', market: 'a', what: 'price', side: 'long', atLeast: '0.50' };
const pnl = { ...price, what: 'pnl', atLeast: '13' };
const start = { ...price, what: 'start', atLeast: undefined, atMost: 5 };

describe('alertsTree', () => {
  it('calls an event as other rows do, by the nicknames of its teams, and in full in tooltips and speech', () => {
    const title = 'Zephyr Falls Otters at Herons';
    const long = views({ alerts: [price, start], name: 'Zephyr Falls Otters' }).map((each) => ({
      ...each,
      view: each.view && { ...each.view, event: { ...event, title } },
    }));
    const [ofPrice, ofStart] = alertsTree(long, aContext());
    assert.match(descriptionOf(ofPrice), / · Otters at Herons · once$/);
    assert.match(ofStart?.label ?? '', / Otters at Herons$/);
    assert.doesNotMatch(`${descriptionOf(ofPrice)}${ofStart?.label}`, /Zephyr/);
    for (const row of [ofPrice, ofStart]) {
      assert.ok(row?.accessibilityLabel.includes(title));
      assert.ok(tooltipText(row?.tooltip() ?? []).includes(title));
    }
  });

  it('uses a nickname that two clubs have for neither', () => {
    const clubs = ['Lake City Otters', 'Elm Bay Otters'].flatMap((name, place) =>
      views({ alerts: [{ ...price, id: name }], name }).map(({ view, ...each }) => {
        const [long, short] = view?.market.sides ?? [];
        const sides = [long, short].flatMap(
          (side) =>
            side && { ...side, team: side.team && { ...side.team, id: `${place} ${side.team.name}` } },
        );
        return {
          ...each,
          view: view && {
            ...view,
            market: { ...view.market, sides: sides.filter((side) => side !== undefined) },
          },
        };
      }),
    );
    const labels = alertsTree(clubs, aContext()).map(({ label }) => label);
    assert.match(labels.join(), /Lake City.*,.*Elm Bay/);
    assert.doesNotMatch(labels.join(), /(?<!City |Bay )Otters/);
  });

  it('tells two alerts that read alike apart by the day of the game', () => {
    const of = (id: string, day: string): AlertView => {
      const [view] = views({ alerts: [{ ...price, id }] });
      assert.ok(view?.view);
      const other = anEvent({ ...event, startTime: at(`2026-11-${day}T20:49:00Z`) });
      return { ...view, view: { ...view.view, event: other } };
    };
    const made = alertsTree([of('x', '22'), of('y', '28')], aContext());
    assert.deepEqual(
      siblingRows(made).map(({ parts }) => parts[0]),
      ['Nov 22', 'Nov 28'],
    );
  });

  for (const [what, scene, text] of [
    ['a price', { alerts: [price] }, '6¢ away Otters ≥50¢ | now 44¢ · Otters at Herons · once'],
    [
      'a price of the other side',
      { alerts: [{ ...price, side: 'short', atLeast: undefined, atMost: '0.5' }] },
      '7¢ away Herons ≤50¢ | now 57¢ · Otters at Herons · once',
    ],
    [
      'a spread',
      { alerts: [{ ...price, what: 'spread', atLeast: undefined, atMost: '0.005' }] },
      '0.5¢ away spread ≤0.5¢ | now 1¢ · Otters at Herons · once',
    ],
    ['a P&L', { alerts: [pnl] }, '$2.25 away P&L ≥$13.00 | now $10.75 · Otters at Herons · once'],
    ['a start', { alerts: [start] }, '44 m Otters at Herons | 5 m before the start · once'],
    [
      'a state',
      { alerts: [{ ...price, what: 'state', state: 'halted' }] },
      'halted | now open · Otters at Herons · once',
    ],
    ['a pause', { alerts: [{ ...price, paused: true }] }, 'Otters ≥50¢ | paused · Otters at Herons'],
    [
      'what is gone',
      { alerts: [price], gone: true },
      '6¢ away Otters ≥50¢ | not listed any more · Otters at Herons · once',
    ],
  ] as const) {
    it(`says of ${what}: ${text}`, () => {
      assert.deepEqual(outline(rows(scene)), [text]);
    });
  }

  it('shortens a name that would push the threshold out of sight', () => {
    assert.match(
      outline(rows({ alerts: [price], name: 'North Mossgate Otters' }))[0] ?? '',
      /^6¢ away Otters ≥50¢/,
    );
  });

  it('says of an old price since when, and no distance', () => {
    assert.match(
      outline(rows({ alerts: [price], standing: 'stale' }))[0] ?? '',
      /^– Otters ≥50¢ \| as of 19:59/,
    );
  });

  it('writes a price in the odds people chose, and a distance in cents', () => {
    const settings = { oddsFormat: 'decimal' } as const;
    assert.match(outline(rows({ alerts: [price], settings }))[0] ?? '', /^6¢ away Otters ≥2\.00 /);
  });

  it('lists what fired below, the latest first, with the day where it was another one', () => {
    const fired = (id: string, when: string) => ({ ...price, id, fired: when });
    const alerts = [fired('a', '2026-11-19T14:24:00Z'), price, fired('b', '2026-11-20T14:24:00Z')];
    assert.deepEqual(outline(rows({ alerts })), [
      '6¢ away Otters ≥50¢ | now 44¢ · Otters at Herons · once',
      'Fired | 2',
      '  Otters ≥50¢ | fired 14:24 · Otters at Herons',
      outline(rows({ alerts })).at(-1),
    ]);
    assert.match(outline(rows({ alerts })).at(-1) ?? '', /fired .*19.*14:24/);
    const marks = rows({ alerts }).flatMap((row) => [row, ...(row.children?.() ?? [])]);
    assert.deepEqual(
      marks.map(({ contextValue }) => contextValue),
      ['alert', 'phase', 'alert.paused', 'alert.paused'],
    );
  });

  it('hides amounts, not prices', () => {
    const text = allText(rows({ alerts: [pnl, price], settings: { hideAmounts: true } }));
    assert.match(text, /••• away P&L ≥•••/);
    assert.doesNotMatch(text, /13|10\.75|2\.25/);
    assert.match(text, /≥50¢/);
  });
});

describe('alertSentence', () => {
  for (const [alert, text] of [
    [{ ...price, atLeast: '0.40' }, 'Otters ≥40¢ · now 44¢ · Otters at Herons'],
    [{ ...start, atMost: 90 }, 'Otters at Herons starts in 49 m'],
    [{ ...pnl, atLeast: '10' }, 'P&L ≥$10.00 · now $10.75 · Otters at Herons'],
  ] as const) {
    it(text, () => {
      const [view] = views({ alerts: [alert] });
      assert.ok(view);
      assert.equal(alertSentence(view, aContext()), text);
    });
  }
});
