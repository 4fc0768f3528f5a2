import assert from 'node:assert/strict';
import { Decimal } from '../../../src/core/decimal.ts';
import { instantOf } from '../../../src/core/instant.ts';
import { eventDocument, marketDocument, positionsDocument } from '../../../src/view/documents.ts';
import { knownPosition } from '../../../src/view/position-text.ts';
import { aPosition } from '../../support/account-values.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { anEvent, aSide, aTeam, lakeGame } from '../../support/values.ts';
import { aContext, NOW } from '../../support/view.ts';
import { portfolioScene } from '../panels/portfolio-scene.ts';

const usd = (value: string) => ({ value: Decimal.of(value), currency: 'USD' });
const head = { connection: 'DEMO', at: NOW, isWhole: true };
const game = lakeGame();
const held = (slug: string, title: string, freshAt?: number) =>
  knownPosition(
    aPosition({
      marketSlug: slug,
      netPosition: Decimal.of('120'),
      cost: usd('64.80'),
      cashValue: usd('74.4'),
      marketMetadata: { ...aPosition({}).marketMetadata, title, outcome: 'Gulls', comboLegs: [] } as never,
    }),
    undefined,
    {},
    freshAt === undefined ? undefined : { source: 'rest', at: freshAt, standing: 'stale' },
  );

describe('the document of positions', () => {
  it('has them in the order of their events and slugs, whatever order they came in', () => {
    const all = [held('z-1', 'Bisons'), held('b-1', 'Archers'), held('a-1', 'Archers')];
    const text = positionsDocument(all, head, aContext());
    assert.equal(positionsDocument(all.toReversed(), head, aContext()), text);
    assert.match(text, /Archers[\s\S]*Bisons/);
    assert.match(text, /^# Positions\nDEMO · USD · /);
    assert.match(text, /\| 3 positions +\| +\| +\| +\$223\.20 \| +▲ \$28\.80 \|/);
  });

  it('has them in the same order before their events are read', () => {
    const of = (name: string, count: string, question: string, title?: string) => {
      const slug = `aec-nba-${name}-2026-11-20`;
      const events = title === undefined ? [] : [anEvent({ slug: `nba-${name}-2026-11-20`, title })];
      const market = lakeGame({ slug, question, events });
      return knownPosition(aPosition({ marketSlug: slug, netPosition: Decimal.of(count) }), market, {});
    };
    const order = (...all: readonly ReturnType<typeof of>[]): readonly string[] =>
      positionsDocument(all, head, aContext()).match(/(?<=^\| )(?:11|22)\b/gm) ?? [];
    assert.deepEqual(order(of('b', '22', 'Cranes?'), of('a', '11', 'Dunes?')), ['11', '22']);
    assert.deepEqual(order(of('b', '22', 'Cranes?', 'Bison'), of('a', '11', 'Dunes?')), ['11', '22']);
    assert.deepEqual(order(of('b', '22', 'Cranes?'), of('a', '11', 'Dunes?', 'Elks')), ['11', '22']);
  });

  it('calls games as lists do, so that two documents have room beside each other', () => {
    const text = positionsDocument(portfolioScene().positions.value ?? [], head, aContext());
    assert.match(text, /\| 120 Islanders +\| Archers at Islanders \|/);
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    assert.deepEqual(
      lines.map(({ length }) => length),
      lines.map(() => 82),
    );
  });

  it('calls by abbreviations what is longer than its column', () => {
    const teams = [
      aTeam({ id: '1', name: 'Harbour Kingfishers', abbreviation: 'hkf', league: 'nba' }),
      aTeam({ id: '2', name: 'Lake Nightingales', abbreviation: 'lng', league: 'nba' }),
    ] as const;
    const sides = teams.map((team, at) => aSide(at === 0, { description: team.name, team }));
    const event = anEvent({ title: 'Harbour Kingfishers at Lake Nightingales', teams: [...teams] });
    const market = lakeGame({ sides, events: [event] });
    const known = knownPosition(
      aPosition({ marketSlug: market.slug, netPosition: Decimal.of('120') }),
      market,
      {},
    );
    assert.match(positionsDocument([known], head, aContext()), /\| 120 HKF +\| HKF at LNG +\|/);
  });

  const future = (slug: string, title: string, answer: string) =>
    knownPosition(
      aPosition({
        marketSlug: slug,
        netPosition: Decimal.of('25'),
        marketMetadata: { ...aPosition({}).marketMetadata, title, outcome: answer, comboLegs: [] } as never,
      }),
      undefined,
      {},
    );
  const linesOf = (...positions: readonly ReturnType<typeof future>[]): readonly string[] =>
    positionsDocument(positions, head, aContext())
      .split('\n')
      .filter((line) => line.startsWith('| 25 '));

  it('cuts a name that is longer than its column even so, and no number, so that the figures stand under each other', () => {
    const lines = linesOf(
      future('a-1', 'Northern Soccer champion 2026–27: Port Larkin United?', 'Port Larkin United'),
      future('b-1', 'Highest price of Lumencoin in December 2026', '$500,000 to $599,999'),
      future('c-1', 'Cup winner', 'Larks'),
      future('d-1', 'Hockey champion 2026–27', 'Illini'),
    );
    assert.deepEqual(
      lines.map((line) => line.slice(0, 43)),
      [
        '| 25 Port Larkin Un… | Northern Soccer cha…',
        '| 25 $500,000 to…    | Highest price of Lu…',
        '| 25 Larks           | Cup winner          ',
        '| 25 Illini          | Hockey champion…    ',
      ],
    );
    assert.deepEqual(new Set(lines.map(({ length }) => length)).size, 1);
  });

  it('writes in full two names that would read alike cut', () => {
    const lines = linesOf(
      future('a-1', 'Northern Soccer championship 2026: Port Larkin United?', 'Port Larkin United'),
      future('b-1', 'Northern Soccer championship 2027: Port Larkin United?', 'Port Larkin United'),
      future('c-1', 'Northern Soccer championship 2027: New Avalon Harriers?', 'New Avalon Harriers'),
    );
    assert.deepEqual(
      lines.map((line) => line.split('|').map((each) => each.trim())[2]),
      ['Northern Soccer championship 2026', 'Northern Soccer championship 2027', 'Northern Soccer cha…'],
    );
  });

  it('marks a price that is not current, and says of when it is', () => {
    const text = positionsDocument([held('a-1', 'Archers', NOW - 3_600_000)], head, aContext());
    assert.match(text, /→[^|]*! \|/);
    assert.match(text, /\n! price as of 19:00\n$/);
  });

  it('has no amount in it while amounts are hidden, and says so', () => {
    const text = positionsDocument([held('a-1', 'Archers')], head, aContext({ hideAmounts: true }));
    assert.doesNotMatch(text, /120|64\.8|74\.4|9\.6|\b1 positions/);
    assert.match(text, /Amounts are hidden\./);
  });

  it('says where more positions exist than were read', () => {
    const text = positionsDocument([], { ...head, isWhole: false }, aContext());
    assert.match(text, /There are more positions than are read\./);
  });
});

describe('the document of a market', () => {
  it('has its question, prices, rules and every field, as of when it was read', () => {
    const read = marketDocument({ market: game, event: undefined }, 'position', head, aContext());
    const later = marketDocument(
      { market: game, event: undefined },
      'position',
      head,
      aContext({ now: () => NOW + 86_400_000 }),
    );
    assert.equal(later, read);
    assert.ok(read.startsWith(`# ${game.question}`), read.slice(0, 80));
    for (const said of ['to buy', '## All details', 'You have a position', game.slug])
      assert.ok(inEnglish(read).includes(said), said);
  });

  it('calls what a market is of a game only where somebody plays', () => {
    const event = anEvent({ title: 'Cup winner', endDate: instantOf(NOW + 86_400_000) });
    const future = lakeGame({ sportsMarketTypeV2: 'FUTURE', sides: [aSide(true), aSide(false)] });
    const of = (market: typeof game) =>
      inEnglish(marketDocument({ market, event }, undefined, head, aContext()));
    assert.match(of(future), /\| Event +\| ends /);
    assert.match(of(game), /\| Game +\| /);
  });

  it('makes nothing of what strangers wrote but text', () => {
    const market = { ...game, description: '# Head\n[a](https://evil.example)\n![b](c)\n<img src=x>' };
    const text = marketDocument({ market, event: undefined }, undefined, head, aContext());
    assert.doesNotMatch(text, /:\/\/|(?<!\\)\[|(?<!\\)<|\n# Head/);
  });
});

describe('the document of an event', () => {
  it('has each line with what both sides cost and what is held of it', () => {
    const event = anEvent({ title: 'Gulls at Foxes', markets: [game] });
    const text = eventDocument(
      event,
      () => undefined,
      () => 'both',
      head,
      aContext(),
    );
    assert.match(text, /^# Gulls at Foxes\nDEMO · /);
    assert.match(text, new RegExp(`\\|[^|]+\\d¢[^|]*\\|[^|]+\\d¢[^|]*\\| ◈ +\\| ${game.slug}`));
  });

  it('says behind the clock what the score is', () => {
    const event = anEvent({ live: true, gameId: '9', period: 'Q3', elapsed: '4:12', score: '20-17' });
    const none = (): undefined => undefined;
    assert.match(eventDocument(event, none, none, head, aContext()), /^Q3 4:12 · 20–17$/m);
  });
});
