import assert from 'node:assert/strict';
import type { MarketEvent } from '../../../src/core/market.ts';
import { decodeEvent } from '../../../src/exchange/wire/market.ts';
import { eventRow } from '../../../src/view/event-rows.ts';
import { MarketRows } from '../../../src/view/market-rows.ts';
import { marketTooltip } from '../../../src/view/market-tooltip.ts';
import { orderRow, ordersTree } from '../../../src/view/orders-tree.ts';
import { eventSnapshot } from '../../../src/view/panels/event/model.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import type { SituationStrip } from '../../../src/view/panels/protocol.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { positionsTree } from '../../../src/view/positions-tree.ts';
import { anOrder, aPosition } from '../../support/account-values.ts';
import { aTeam } from '../../support/values.ts';
import { descriptionOf, tooltipText } from '../../support/view.ts';
import { ARCHERS, eventScene, groupOf, ISLANDERS, linesOf, winner } from './event-scene.ts';
import { contextWith, read, scene } from './scene.ts';

const FOOTBALL = {
  footballState: {
    driveState: { down: 3, yfd: 7, possessionTeamId: 'a', fieldPosition: { teamId: 'a', yard: 35 } },
  },
};
const stateOf = (state: object) => decodeEvent({ event: { id: 1, eventState: state } }).value.eventState;
const playing: Partial<MarketEvent> = { eventState: stateOf(FOOTBALL) };
const context = contextWith();

function groupWith(change: Partial<MarketEvent>) {
  return groupOf([{ ...winner(), events: [] }], change);
}

function onEventPage(change: Partial<MarketEvent>): SituationStrip | undefined {
  const group = groupWith(change);
  return eventSnapshot(eventScene({ event: group.event, lines: linesOf(group) }), context).content?.situation;
}

function onMarketPage(change: Partial<MarketEvent>): SituationStrip | undefined {
  const { event } = groupWith(change);
  return marketSnapshot(scene({ market: read(winner()), event }), context).content?.situation;
}

function rowWith(change: Partial<MarketEvent>) {
  const group = groupWith(change);
  const made = new MarketRows({ view: (market) => ({ market, event: group.event }) }, context);
  made.memo.begin(context);
  return eventRow(group, made, context, { id: 'e' });
}

describe('the state of play', () => {
  it('stands on a strip of the event page and of the market page, spoken with full names', () => {
    const spoken =
      'Mossgate Archers have the ball, third down and 7, at the Mossgate Archers 35-yard line, ' +
      'in Q3 alone: Mossgate Archers 7, Juniper Flats Islanders 3';
    for (const strip of [onEventPage(playing), onMarketPage(playing)])
      assert.deepEqual(strip, {
        label: 'State of play',
        facts: [
          { label: 'Ball', text: 'Archers, 3rd & 7 at Archers 35' },
          { label: 'In Q3 alone', text: 'Archers 7–3 Islanders' },
        ],
        spoken,
      });
  });

  it('has its strip on every running game, so that nothing moves when there is more to say', () => {
    const strip = onEventPage({ eventState: undefined, periodScores: [] });
    assert.deepEqual([strip?.facts, strip?.note], [[], strip?.spoken]);
    assert.match(strip?.note ?? '', /^Nothing but score and clock/);
    assert.equal(onEventPage({ ...playing, live: false, period: 'NS' }), undefined);
    assert.equal(onMarketPage({}), undefined);
  });

  it('is the second line of the tooltips of a game and of its markets, and spoken with the row of the game', () => {
    const line = 'Ball: Archers, 3rd & 7 at Archers 35 · In Q3 alone: Archers 7–3 Islanders';
    const row = rowWith(playing);
    const [, phase, second, ...others] = tooltipText(row.tooltip()).split('\n');
    assert.deepEqual([phase, second], ['Live · Q3 · 4:12', line]);
    assert.ok(others.includes('By period: Q1 7–3, Q2 3–14, Q3 7–3'), others.join('\n'));
    assert.match(row.accessibilityLabel, /Mossgate Archers have the ball, third down and 7/);
    const { event } = groupWith(playing);
    const market = tooltipText(marketTooltip({ market: winner(), event }, undefined, context));
    assert.equal(market.split('\n')[2], line);
  });

  it('is the second line of the tooltips of what is yours in the game', () => {
    const { event } = groupWith(playing);
    const market = { ...winner(), events: event === undefined ? [] : [event] };
    const position = knownPosition(aPosition({ marketSlug: market.slug }), market);
    const order = anOrder({ marketSlug: market.slug });
    for (const row of [
      ...positionsTree([position, position], context).flatMap((each) => [each, ...(each.children?.() ?? [])]),
      ...ordersTree(
        [
          { order, market },
          { order, market },
        ],
        context,
      ),
      orderRow({ order, market }, context),
    ])
      assert.match(tooltipText(row.tooltip()).split('\n')[1] ?? '', /^Ball: Archers, 3rd & 7/, row.label);
  });

  it('writes the score of a match in maps as maps, wherever a score stands', () => {
    const change = { score: '012-009|1-0|Bo3', period: '2/3', periodScores: [] };
    const row = rowWith(change);
    assert.match(descriptionOf(row), /maps 1–0/);
    assert.match(tooltipText(row.tooltip()), /^Score: maps 1–0$/m);
    assert.match(tooltipText(row.tooltip()), /^Maps: 1–0, best of 3 · In map 2 of 3 alone: 12–9$/m);
    const { event } = groupWith(change);
    const page = marketSnapshot(scene({ market: read(winner()), event }), context);
    assert.match(page.content?.head.game ?? '', /maps 1–0/);
  });
});

describe('ranking and conference', () => {
  const teams = [
    aTeam({ ...ISLANDERS, ranking: '12', conference: 'Coastal' }),
    aTeam({ ...ARCHERS, ranking: '0' }),
  ];

  it('stand beside the team on the event page, on the market page and in the tooltip', () => {
    const group = groupWith({ teams });
    const page = eventSnapshot(eventScene({ event: group.event, lines: linesOf(group) }), context);
    const [archers, islanders] = page.content?.score?.content?.rows.map(({ cells }) => cells[0]?.aside) ?? [];
    assert.deepEqual([archers, islanders], ['record 8–3 · away', '#12 · record 7–4 · Coastal · home']);
    assert.match(tooltipText(rowWith({ teams }).tooltip()), /Islanders: #12 · record 7–4 · Coastal · home/);
  });
});
