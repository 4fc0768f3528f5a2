import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Activity, PositionResolution } from '../../../src/core/activity.ts';
import type { Market } from '../../../src/core/market.ts';
import type { Position } from '../../../src/core/position.ts';
import type { Settlement } from '../../../src/core/settlement.ts';
import { plainCell } from '../../../src/core/table-file.ts';
import { activityRow } from '../../../src/view/activity-rows.ts';
import { awaySentence, awayText } from '../../../src/view/away-text.ts';
import { eventLines } from '../../../src/view/event-lines.ts';
import { activityTable, positionsTable } from '../../../src/view/export-tables.ts';
import { newsSentence } from '../../../src/view/news-text.ts';
import { eventSnapshot } from '../../../src/view/panels/event/model.ts';
import { marketSnapshot } from '../../../src/view/panels/market/model.ts';
import { portfolioSnapshot } from '../../../src/view/panels/portfolio/model.ts';
import { settlementSnapshot } from '../../../src/view/panels/settlement/model.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { positionRow } from '../../../src/view/positions-tree.ts';
import { aPosition } from '../../support/account-values.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { rounds } from '../../support/rounds.ts';
import { at, d, present, usd } from '../../support/values.ts';
import { descriptionOf, tooltipText } from '../../support/view.ts';
import { eventScene, groupOf } from './event-scene.ts';
import { portfolioScene } from './portfolio-scene.ts';
import { contextWith, MARKET_JSON, market, NOTHING, read, SLUG, scene } from './scene.ts';

const context = contextWith();

/** A settlement of the account, and what else is known of its market. */
interface Case {
  readonly game: Market;
  readonly settlement: Settlement | undefined;
  readonly resolution: PositionResolution;
}

const cents = (most: number) =>
  fc.integer({ min: 0, max: most }).map((value) => usd((value / 100).toFixed(2)));
const cases: fc.Arbitrary<Case> = fc
  .record({
    contracts: fc.integer({ min: 1, max: 500 }),
    isShort: fc.boolean(),
    cost: fc.option(cents(40_000), { nil: undefined }),
    fees: fc.option(cents(300), { nil: undefined }),
    side: fc.constantFrom('LONG', 'SHORT', 'NEUTRAL', undefined),
    last: fc.constantFrom(['1', '0'], ['0', '1'], ['0.58', '0.42']),
    settled: fc.constantFrom(undefined, undefined, '1', '0', '0.58'),
    each: fc.constantFrom(undefined, 0, 0.42, 1),
  })
  .map(({ contracts, isShort, cost, fees, side, last: [long, short], settled, each }): Case => {
    const sides = MARKET_JSON.marketSides.map((one) => ({ ...one, price: one.long ? long : short }));
    const baseCost = cost && fees && usd(d(cost.value.toString()).minus(fees.value).toString());
    const realised =
      each === undefined || !baseCost ? undefined : d(each).times(d(contracts)).minus(baseCost.value);
    return {
      game: {
        ...market({ status: 'MARKET_STATUS_RESOLVED', closed: true, marketSides: sides }),
        events: [present(scene().event)],
      },
      settlement: settled === undefined ? undefined : { slug: SLUG, price: d(settled) },
      resolution: {
        marketSlug: SLUG,
        side,
        tradeId: 'R1',
        updateTime: at('2026-03-14T20:20:00Z'),
        market: undefined,
        beforePosition: aPosition({
          marketSlug: SLUG,
          netPosition: d(isShort ? -contracts : contracts),
          cost,
          fees,
          baseCost,
          realized: usd('0'),
        }),
        afterPosition: flat({ realized: realised && usd(realised.toString()) }),
      },
    };
  });

function flat(own: Partial<Position>): Position {
  return aPosition({
    marketSlug: SLUG,
    netPosition: d(0),
    cost: usd('0'),
    cashValue: usd('0'),
    expired: true,
    ...own,
  });
}

/** What each surface says of it. */
function shown({ game, settlement, resolution }: Case) {
  const time = resolution.updateTime;
  const activity: Activity = { kind: 'resolution', type: 'POSITION_RESOLUTION', key: 'R1', time, resolution };
  const facts = { settlement };
  const known = { market: () => game, facts: () => facts };
  const names = { ...known, position: () => undefined };
  const after = flat({ realized: resolution.afterPosition?.realized });
  const held = { ...knownPosition(after, game, facts), resolution };
  const input = scene({
    market: read(game),
    settlement: settlement === undefined ? NOTHING : read(settlement),
    book: NOTHING,
    position: read(after),
    activities: read([activity]),
    orders: read([]),
  });
  const lines = eventLines(
    groupOf([game]),
    (each) => ({ market: each, event: undefined, settlement }),
    context,
  );
  const page = eventScene({ activities: read([activity]), held: read([]), lines }, [game]);
  const portfolio = {
    ...portfolioScene({ held: [], orders: [], markets: [game] }),
    activities: read([activity]),
    viewOf: (of: Market) => ({ market: of, event: undefined, settlement }),
  };
  const centre = present(portfolioSnapshot(portfolio, context).content).settlements.content;
  const digest = { fromMs: 0, toMs: 1, activities: [activity], ended: [], complete: true };
  const row = activityRow(activity, known, context);
  const place = positionRow(held, context);
  const news = {
    kind: 'settled',
    marketSlug: SLUG,
    before: resolution.beforePosition,
    position: after,
  } as const;
  const cellsOf = ({ columns, rows }: ReturnType<typeof activityTable>) =>
    Object.fromEntries(columns.map((name, index) => [name, String(plainCell(rows[0]?.[index]))]));
  return {
    row,
    place,
    tooltips: [row, place].map(({ tooltip }) => tooltipText(tooltip())),
    panel: present(settlementSnapshot(input, context).content),
    market: present(marketSnapshot(input, context).content),
    centre: present(centre?.rows[0]).cells,
    event: present(present(eventSnapshot(page, context).content).settled?.content?.rows[0]).cells,
    file: cellsOf(activityTable([activity], names, context)),
    positions: cellsOf(positionsTable([held], names, context)),
    away: [awaySentence(digest, known, context), awayText(digest, known, '', context)],
    news: newsSentence(news, game, context),
  };
}

/** The same in the words of a row, which has no room to say whose it is. */
function inRow(sentence: string): string {
  return sentence
    .replace('You won', 'Won')
    .replace('You lost', 'Lost')
    .replace(/^Void: (paid )?(.*) for you$/, (_, paid, figure) =>
      paid ? `Void, paid ${figure}` : `Void ${figure}`,
    );
}

describe('one settlement', () => {
  it('has the same result and the same figures on every surface', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const said = inEnglish(shown(one));
        const { headline, sentence, tone } = present(said.market.outcome);
        assert.deepEqual([said.panel.outcome.headline, said.panel.outcome.sentence], [headline, sentence]);
        const isKnown = headline !== 'Settled, result not known';
        assert.equal(said.panel.outcome.state === 'unreadable', !isKnown);
        if (!isKnown) {
          assert.match(said.row.label, /^Settled /);
          assert.match(descriptionOf(said.row), /result not known/);
          assert.deepEqual(
            [said.centre[6]?.text, said.event[4]?.text],
            ['result not known', 'result not known'],
          );
          assert.deepEqual([said.file['result'], said.file['realised_pnl']], ['not known', 'undefined']);
          assert.equal(said.positions['result'], 'not known');
          return;
        }
        assert.ok(said.row.label.startsWith(`${inRow(headline)} `), `${said.row.label} | ${headline}`);
        assert.equal(said.place.label, said.row.label);
        assert.ok(said.place.accessibilityLabel.includes(headline), said.place.accessibilityLabel);
        assert.ok(said.row.accessibilityLabel.includes(sentence), said.row.accessibilityLabel);
        for (const text of said.tooltips) {
          assert.ok(text.includes(`Your result: ${headline} (`), text);
          assert.ok(text.includes(`Outcome: ${sentence}\n`), text);
        }
        assert.deepEqual([said.centre[6]?.text, said.event[4]?.text], [inRow(headline), headline]);
        assert.deepEqual([said.centre[6]?.tone, said.centre[3]?.hint], [tone, sentence]);
        assert.ok(said.away[1]?.includes(said.row.label), said.away[1]);
        assert.ok(sentence.startsWith(`${said.file['outcome']}: `), `${said.file['outcome']} | ${sentence}`);
        assert.equal(said.file['result'], said.positions['result']);
        assert.equal(said.file['realised_pnl'], said.positions['result_pnl']);
        // A result of nothing has no sign.
        const figure = /(?:[+−]|(?=\$0\.00))\$([\d,.]+)/.exec(headline)?.[1]?.replace(',', '');
        const exported = Number(said.file['realised_pnl']);
        if (figure === undefined) assert.equal(said.file['realised_pnl'], 'undefined');
        else assert.equal(Math.abs(exported).toFixed(2), figure);
        if (figure !== undefined)
          assert.ok(said.away[0]?.includes(`$${figure}`.replace('$0.00', '')), said.away[0]);
        // News of the moment have neither a side nor a settlement to go by.
        const isAlike = one.settlement === undefined && !/^(LONG|SHORT)$/.test(one.resolution.side ?? '');
        if (isAlike) assert.ok(said.news.endsWith(` · ${headline}`), said.news);
      }),
      { numRuns: rounds(120, 1_000) },
    );
  });

  it('leaves no open P&L, break-even or side of what is held no more', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { market: page, tooltips, positions } = shown(one);
        const names = (page.position.content ?? []).map(({ name }) => name);
        for (const gone of ['Open P&L', 'Day P&L', 'Break-even'])
          assert.ok(!names.some((name) => name.startsWith(gone)), gone);
        for (const text of tooltips) assert.doesNotMatch(text, /^(Open P&L|Break-even|After): /m);
        assert.equal(positions['open_pnl'], 'undefined');
      }),
      { numRuns: rounds(50, 500) },
    );
  });
});
