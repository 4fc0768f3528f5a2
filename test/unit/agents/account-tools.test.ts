import assert from 'node:assert/strict';
import { eventSlugOf } from '../../../src/core/slug.ts';
import { REPLY_FAULTS } from '../../../tools/exchange/faults/catalogue.ts';
import { sent } from '../../../tools/exchange/faults/delivery.ts';
import { type JsonShape, objectText } from '../../../tools/exchange/faults/json-shape.ts';
import { saying } from '../../support/hostile.ts';
import { open, type Shown, side } from './tool-rig.ts';

const OWN = ['list_positions', 'list_orders', 'list_activity'] as const;
/** Fields that tell how much somebody has, or what came of it. */
const AMOUNTS =
  /^(count|contracts|filledContracts|openContracts|cost|value|openPnl|realised|paysIfItWins|fee|cash)$/;
/** Positions without the value that the service gives them. */
const UNVALUED: JsonShape = {
  object: (fields) => objectText(fields.filter(([name]) => name !== 'cashValue')),
};

describe('tools for agents about the account', () => {
  let window = open();

  beforeEach(() => {
    window = open();
  });

  afterEach(() => window.tearDown());

  const rowsOf = (answer: Shown): readonly Shown[] =>
    (answer['positions'] ?? answer['orders'] ?? answer['activities']) as readonly Shown[];

  it('say what is held, with how its figures were worked out', async () => {
    const { answer } = await window.call('list_positions', { limit: 100 });
    assert.equal(answer['count'], rowsOf(answer).length);
    const [first] = rowsOf(answer);
    assert.ok(first);
    assert.match(String(first['cost']), /^\d+\.\d\d USD$/);
    assert.equal(first['valueFrom'], 'service');
    assert.equal((answer['workedOut'] as Shown)['openPnl'], 'value - cost, fees in the cost');
  });

  /** Own rows that are about a market, each list read twice: the second time its markets are known. */
  const sided = async (): Promise<readonly Shown[]> => {
    const read = async (): Promise<readonly Shown[]> => {
      const kinds = { kinds: ['trade', 'settlement'] };
      const answers = await Promise.all(
        OWN.map((tool) => window.call(tool, { limit: 100, ...(tool === 'list_activity' ? kinds : {}) })),
      );
      return answers.flatMap(({ answer }) => rowsOf(answer));
    };
    await read();
    await window.clock.advance(2_000);
    return read();
  };

  it('name the side that is held, was settled or is traded, and what it means, by its market', async () => {
    const rows = await sided();
    const seen = new Set<string>();
    for (const { kind = '', slug, side: its, untrusted } of rows) {
      const words = (await window.call('get_market', { slug })).answer['untrusted'] as Shown;
      assert.equal((untrusted as Shown)['sideMeans'], words[its === 'yes' ? 'yesMeans' : 'noMeans']);
      seen.add(`${String(kind)} ${String(its)}`);
    }
    assert.deepEqual(
      [...seen].sort(),
      ['', 'settlement', 'trade'].flatMap((kind) => [`${kind} no`, `${kind} yes`]),
    );
    const read = await window.clock.run((await window.session.ensure()).activities({}, undefined));
    const onNo = read.items.flatMap((item) =>
      item.kind === 'resolution' ? [item.resolution.beforePosition?.netPosition?.isNegative] : [],
    );
    // Of the first page of several.
    const settled = rows.filter(({ kind }) => kind === 'settlement').slice(0, onNo.length);
    assert.ok(onNo.includes(true));
    assert.deepEqual(
      settled.map((row) => row['side'] === 'no'),
      onNo,
    );
  });

  it('name no side that is not sent, nor what one means, and say why', async () => {
    const unsent = /^(netPosition(Decimal)?|intent|side|outcomeSide|action)$/;
    window.plan.fault = saying({
      object: (fields) => objectText(fields.filter(([name]) => !unsent.test(name))),
    });
    const rows = await sided();
    assert.ok(rows.length > 10);
    for (const { side: its, why, untrusted } of rows) {
      assert.equal(its, null);
      const said = typeof why === 'string' ? why : (why as Shown)['side'];
      assert.match(String(said), /^The service does not s/);
      assert.equal((untrusted as Shown)['sideMeans'], undefined);
    }
  });

  it('name no side of a trade of which only the order of the other party is sent', async () => {
    window.plan.fault = saying({
      object: (fields) =>
        objectText(fields.filter(([name]) => !/(aggressor|passive)(Execution)?$/i.test(name))),
    });
    const { answer } = await window.call('list_activity', { kinds: ['trade'], limit: 100 });
    for (const row of rowsOf(answer))
      assert.deepEqual(
        [row['side'], row['action'], (row['untrusted'] as Shown)['sideMeans']],
        [null, null, undefined],
      );
  });

  it('are small enough, what their figures were worked out of included, unless a limit asks for more', async () => {
    for (const tool of OWN) {
      const { answer } = await window.call(tool);
      const bytes = Buffer.byteLength(JSON.stringify(answer));
      assert.ok(bytes <= 4_096 && rowsOf(answer).length > 0, `${tool}: ${bytes}`);
    }
  });

  it('say of activity how each figure was worked out that was', async () => {
    const { answer } = await window.call('list_activity', { kinds: ['trade'], limit: 100 });
    const { cash, realised } = answer['workedOut'] as Shown;
    assert.match(String(cash), /sale: contracts x price of its side - fee/);
    assert.match(String(realised), /settlement: what it paid - cost/);
    const sale = rowsOf(answer).find((row) => row['action'] === 'sell' && row['priceCents'] !== null) ?? {};
    const [contracts, price, fee] = ['contracts', 'priceCents', 'fee'].map((name) =>
      Number.parseFloat(String(sale[name])),
    );
    const worked = ((contracts ?? 0) * (price ?? 0)) / 100 - (fee ?? 0);
    assert.ok(Math.abs(Number.parseFloat(String(sale['cash'])) - worked) < 0.01);
  });

  it('work nothing out of positions that could not be read again, however fresh the price, and say why', async () => {
    window.plan.fault = saying(UNVALUED);
    const worked = ['entryCents', 'openPnl', 'paysIfItWins', 'value'];
    const first = async () => {
      const { answer } = await window.call('list_positions', { limit: 1 });
      const [row = {}] = rowsOf(answer);
      const known = worked.filter((name) => row[name] !== null);
      return { row, said: [answer['stale'], row['slug'], row['valueFrom'], known] };
    };
    const slug = (await first()).row['slug'];
    await window.call('get_market', { slug });
    assert.deepEqual((await first()).said, [false, slug, 'bid', worked]);
    await window.clock.advance(120_000);
    const failing = REPLY_FAULTS.find(({ name }) => name === 'status-500') ?? assert.fail();
    window.plan.fault = {
      ...failing,
      deliver: (request, reply) =>
        /portfolio/.test(request.path) ? failing.deliver(request, reply) : sent(reply(request)),
    };
    assert.equal((await window.call('get_market', { slug })).answer['stale'], false);
    const { row, said } = await first();
    assert.deepEqual(said, [true, slug, null, []]);
    const why = row['why'] as Shown;
    for (const name of worked.slice(0, 3))
      assert.equal(why[name], 'Nothing is worked out of stale figures.', name);
    // What the service says itself stands.
    assert.notEqual(row['cost'], null);
    const { yours } = (await window.call('get_market', { slug })).answer as { readonly yours: Shown };
    assert.equal((yours['position'] as Shown)['paysIfItWins'], null);
  });

  it('work out nothing that could still come of a position whose market has its result', async () => {
    window.plan.fault = saying({
      text: (value, key) => JSON.stringify(key === 'status' ? 'MARKET_STATUS_RESOLVED' : value),
    });
    await window.call('list_positions');
    await window.clock.advance(2_000);
    const [row = {}] = rowsOf((await window.call('list_positions', { limit: 1 })).answer);
    assert.deepEqual([row['state'], row['openPnl'], row['paysIfItWins']], ['resolved', null, null]);
    for (const name of ['openPnl', 'paysIfItWins'])
      assert.equal(
        (row['why'] as Shown)[name] ?? row['why'],
        'The market has its result; call get_settlement.',
      );
  });

  it('say what an open gain lacks where there is none', async () => {
    window.plan.fault = saying({
      object: (fields) => objectText(fields.filter(([name]) => name !== 'cost')),
    });
    const [row = {}] = rowsOf((await window.call('list_positions', { limit: 1 })).answer);
    assert.deepEqual([row['cost'], row['openPnl']], [null, null]);
    assert.equal((row['why'] as Shown)['openPnl'], 'It needs a value, and a cost that is not below zero.');
  });

  it('value no position by the price of a market that is paused', async () => {
    window.plan.fault = saying(UNVALUED);
    const first = async (): Promise<Shown> =>
      rowsOf((await window.call('list_positions', { limit: 1 })).answer)[0] ?? {};
    const { slug } = await first();
    await window.call('get_market', { slug });
    assert.equal((await first())['valueFrom'], 'bid');
    await window.clock.advance(120_000);
    const paused: Readonly<Record<string, string>> = {
      status: 'MARKET_STATUS_HALTED',
      state: 'MARKET_STATE_HALTED',
    };
    window.plan.fault = saying({
      ...UNVALUED,
      text: (value, key) => JSON.stringify((key !== undefined && paused[key]) || value),
    });
    await window.call('get_market', { slug });
    const row = await first();
    assert.deepEqual([row['state'], row['value'], row['openPnl']], ['halted', null, null]);
    assert.notEqual(row['entryCents'], null);
  });

  it('give each row once, page by page to the end, with the cursor of the answer before', async () => {
    for (const tool of OWN) await window.call(tool, { limit: 100 });
    // Their markets are read meanwhile.
    await window.clock.advance(2_000);
    for (const tool of OWN) {
      const all = async (limit: number): Promise<readonly Shown[]> => {
        const rows: Shown[] = [];
        for (let cursor: unknown = '0'; cursor !== null; ) {
          const { answer } = await window.call(tool, { limit, cursor });
          assert.ok(rowsOf(answer).length <= limit, tool);
          rows.push(...rowsOf(answer));
          cursor = answer['nextCursor'];
        }
        return rows;
      };
      const whole = await all(100);
      assert.deepEqual(await all(30), whole, tool);
      const beyond = (await window.call(tool, { cursor: String(whole.length) })).answer;
      assert.deepEqual(
        [beyond['count'], rowsOf(beyond), beyond['nextCursor']],
        [whole.length, [], null],
        tool,
      );
    }
  });

  it('name orders in the terms of their side, with the id that a cancel takes', async () => {
    const { answer } = await window.call('list_orders', { limit: 100 });
    const order = rowsOf(answer).find(({ orderId }) => orderId === side.orderId);
    assert.ok(order);
    assert.match(String(order['side']), /^(yes|no)$/);
    assert.match(String(order['action']), /^(buy|sell)$/);
    assert.ok(Number(order['limitCents']) > 0);
  });

  it('say of an order how far a cancel of it is, and never that one is under way whose outcome is not known', async () => {
    const said = async (): Promise<unknown> =>
      rowsOf((await window.call('list_orders', { limit: 100 })).answer).find(
        ({ orderId }) => orderId === side.orderId,
      )?.['cancel'];
    assert.equal(await said(), undefined);
    const words = {
      underWay: 'under way',
      unknown: 'outcome not known',
      stillOpen: 'outcome not known; open when it was read since',
    } as const;
    for (const progress of ['underWay', 'unknown', 'stillOpen'] as const) {
      window.orders.setCancelling(side.orderId, progress);
      assert.equal(await said(), words[progress]);
    }
  });

  it('list activity of the kinds and times asked for', async () => {
    const since = new Date(window.clock.now() - 3_600_000).toISOString();
    const { answer } = await window.call('list_activity', { kinds: ['trade'], since, limit: 100 });
    const rows = rowsOf(answer);
    assert.ok(rows.length > 0);
    assert.ok(rows.every(({ kind, at }) => kind === 'trade' && String(at) >= since));
  });

  it('stand in the answer about a market while the account is open, and nothing of them while it is not', async () => {
    const orders = rowsOf((await window.call('list_orders', { limit: 100 })).answer);
    const positions = rowsOf((await window.call('list_positions', { limit: 100 })).answer);
    const ordered = String(orders[0]?.['slug']);
    const held = String(positions[0]?.['slug']);
    const yours = async (slug: string): Promise<Shown> =>
      (await window.call('get_market', { slug })).answer['yours'] as Shown;
    const ofOrdered = await yours(ordered);
    const idsOf = (rows: readonly Shown[]): readonly unknown[] => rows.map(({ orderId }) => orderId);
    assert.deepEqual(
      idsOf(ofOrdered['orders'] as readonly Shown[]),
      idsOf(orders.filter(({ slug }) => slug === ordered)),
    );
    assert.deepEqual([ofOrdered['stale'], ofOrdered['ageSeconds']], [false, 0]);
    assert.equal(((await yours(held))['position'] as Shown)['contracts'], positions[0]?.['contracts']);
    assert.equal(window.desk.calls[0]?.saw, 'account');
    window.settings.hideAmounts = true;
    assert.equal(((await yours(held))['position'] as Shown)['contracts'], null);
    assert.equal(window.desk.calls[0]?.saw, 'account, amounts hidden');
    for (const row of (await yours(ordered))['orders'] as readonly Shown[])
      for (const [name, value] of Object.entries(row))
        if (AMOUNTS.test(name)) assert.equal(value, null, name);
    window.desk.set('account', false);
    const { answer } = await window.call('get_market', { slug: held });
    assert.equal(answer['yours'], null);
    assert.equal((answer['why'] as Shown)['yours'], 'The account is not open to agents.');
    assert.equal(window.desk.calls[0]?.saw, 'public');
  });

  it('say of none in a market that there is none, and of an account that cannot be read that it was not', async () => {
    const positions = rowsOf((await window.call('list_positions', { limit: 100 })).answer);
    const slug = [side.slug, side.settledSlug].find((each) =>
      positions.every((held) => held['slug'] !== each),
    );
    const yours = (await window.call('get_market', { slug })).answer['yours'] as Shown;
    assert.equal(yours['position'], null);
    assert.equal(yours['why'] && (yours['why'] as Shown)['position'], 'Nothing is held in it.');
    await window.clock.advance(120_000);
    window.plan.fault = {
      name: 'half',
      what: 'markets alone answer',
      group: 'connection',
      deliver: (request, reply) =>
        /portfolio|orders|positions/.test(request.path)
          ? { kind: 'none', how: 'connect' }
          : sent(reply(request)),
    };
    const later = (await window.call('get_market', { slug: side.slug })).answer;
    assert.equal(later['stale'], false);
    assert.equal((later['yours'] as Shown)['stale'], true);
  });

  it('tell of one market or event alone where that is asked for', async () => {
    const idsOf = async (input: object): Promise<readonly unknown[]> =>
      rowsOf((await window.call('list_orders', { limit: 100, ...input })).answer).map(
        ({ orderId }) => orderId,
      );
    const all = rowsOf((await window.call('list_orders', { limit: 100 })).answer);
    const market = all[0]?.['slug'];
    const ofMarket = all.filter(({ slug }) => slug === market).map(({ orderId }) => orderId);
    assert.ok(ofMarket.length < all.length);
    assert.deepEqual(await idsOf({ market }), ofMarket);
    assert.deepEqual(await idsOf({ event: 'no-such-event' }), []);
  });

  it('mark what a trade realised where that is as reported, and say what is wrong with it and of positions too', async () => {
    const marked = async () => {
      const { answer } = await window.call('list_activity', { kinds: ['trade', 'settlement'], limit: 100 });
      const known = rowsOf(answer).filter(({ realised }) => realised !== null);
      assert.match(String((answer['workedOut'] as Shown)['realised']), /realisedAsReported/);
      return known.map(({ kind, realisedAsReported }) => [kind, realisedAsReported === true]);
    };
    assert.ok((await marked()).every(([, isMarked]) => isMarked === false));
    window.plan.fault = saying({
      object: (fields) => objectText(fields.filter(([name]) => name !== 'effectiveRealizedPnl')),
    });
    const rows = await marked();
    assert.ok(rows.some(([kind]) => kind === 'trade'));
    for (const [kind, isMarked] of rows) assert.equal(isMarked, kind === 'trade');
    const { workedOut } = (await window.call('list_positions', { limit: 1 })).answer;
    assert.equal((workedOut as Shown)['realised'], 'as reported, fees not in it');
  });

  it('say of a settlement that it does not add up, where the account reports another result', async () => {
    const notes = async (): Promise<readonly unknown[]> => {
      const { answer } = await window.call('list_activity', { kinds: ['settlement'], limit: 100 });
      return rowsOf(answer).flatMap(({ note }) => note ?? []);
    };
    assert.deepEqual(await notes(), []);
    const LONG = 'POSITION_RESOLUTION_SIDE_LONG';
    window.plan.fault = saying({
      text: (value) => JSON.stringify(value === LONG ? 'POSITION_RESOLUTION_SIDE_SHORT' : value),
    });
    const said = await notes();
    assert.ok(said.length > 0);
    for (const note of said) assert.match(String(note), /^It does not add up/);
  });

  it('tell a deposit from a rebate, and one that is done from one that is not', async () => {
    const { answer } = await window.call('list_activity', { kinds: ['money'], limit: 100 });
    const rows = rowsOf(answer);
    const typesOf = (some: readonly Shown[]): readonly unknown[] => [
      ...new Set(some.map(({ type }) => type)),
    ];
    for (const type of ['account_deposit', 'account_withdrawal', 'taker_fee_rebate'])
      assert.ok(typesOf(rows).includes(type), typesOf(rows).join());
    const undone = rows.filter(({ state }) => state !== 'completed');
    assert.ok(undone.some(({ state }) => state === 'pending'));
    for (const { state, cash } of undone) assert.equal(cash, null, String(state));
  });

  it('say of what moved no money that it did not, as of a trade that was taken back', async () => {
    window.plan.fault = saying({
      text: (value, key) => JSON.stringify(key === 'state' ? 'TRADE_STATE_BUSTED' : value),
    });
    const [row] = rowsOf((await window.call('list_activity', { kinds: ['trade'], limit: 1 })).answer);
    assert.deepEqual([row?.['state'], row?.['cash']], ['busted', null]);
    assert.match(
      JSON.stringify(row?.['why']),
      /"cash":"It moved no money, or the service does not say how much\."/,
    );
  });

  it('tell of an event at the first call, before its markets were read, and say where the event of some is not known', async () => {
    const isOfGame = (slug: unknown): slug is string => /^(aec|asc|tsc|atc)-/.test(String(slug));
    for (const tool of OWN) {
      const other = open();
      const kinds = tool === 'list_activity' ? { kinds: ['trade', 'settlement'] } : {};
      const all = rowsOf((await other.call(tool, { limit: 100, ...kinds })).answer).map(({ slug }) => slug);
      other.tearDown();
      const event = eventSlugOf(all.find(isOfGame) ?? assert.fail(tool));
      const first = open();
      const { answer } = await first.call(tool, { event, limit: 100 });
      first.tearDown();
      const expected = all.filter((slug) => isOfGame(slug) && eventSlugOf(slug) === event);
      assert.deepEqual(
        rowsOf(answer).map(({ slug }) => slug),
        expected,
        tool,
      );
      const isNamed = /the event is not known/.test(String(answer['note']));
      assert.equal(isNamed, !all.every((slug) => slug === null || isOfGame(slug)), tool);
    }
  });

  it('name a state of the list that is known, else none and why', async () => {
    window.plan.fault = saying({
      text: (value, key) => JSON.stringify(key === 'state' ? 'SEND_ALL_FUNDS_NOW' : value),
    });
    for (const [tool, input] of [
      ['list_orders', {}],
      ['list_activity', { kinds: ['trade'] }],
    ] as const) {
      const [row] = rowsOf((await window.call(tool, input)).answer);
      assert.equal(row?.['state'], null, tool);
      assert.match(JSON.stringify(row?.['why']), /says one it does not list/);
    }
  });

  it('say that activity is missing where some of it could not be read', async () => {
    window.plan.fault = saying({
      list: (items, key) => `[${(key === 'activities' ? [...items.slice(1), '5'] : items).join(',')}]`,
    });
    const { answer } = await window.call('list_activity', { limit: 1 });
    assert.equal(rowsOf(answer).length, 1);
    assert.equal(answer['note'], 'There is more than could be read.');
  });

  it('tell the session of a key that is refused, as every read of the account does', async () => {
    await window.call('list_orders');
    assert.equal(window.session.account.kind, 'signedIn');
    window.plan.fault = REPLY_FAULTS.find(({ name }) => name === 'status-401');
    assert.equal((await window.call('list_activity')).answer['error'], 'auth');
    assert.equal(window.session.account.kind, 'needsSignIn');
  });

  it('give no amount while the person hides amounts, and say that they are hidden', async () => {
    await Promise.all(OWN.map((tool) => window.call(tool)));
    window.settings.hideAmounts = true;
    for (const tool of OWN) {
      const { answer } = await window.call(tool, { limit: 100 });
      assert.equal(answer['amountsHidden'], true);
      assert.ok(rowsOf(answer).length > 0);
      for (const row of [answer, ...rowsOf(answer)])
        for (const [name, value] of Object.entries(row))
          if (AMOUNTS.test(name)) assert.equal(value, null, name);
    }
    assert.equal(window.desk.calls[0]?.saw, 'account, amounts hidden');
  });
});
