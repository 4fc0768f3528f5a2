import assert from 'node:assert/strict';
import { realisedOf } from '../../../src/core/activity.ts';
import { decodeActivities, decodeBalances, decodePositions } from '../../../src/exchange/wire/portfolio.ts';
import { WireError } from '../../../src/exchange/wire/wire-error.ts';
import { fixture, only } from '../../support/fixtures.ts';
import { raw } from '../../support/values.ts';

const SLUG = 'aec-ncl-gul-fox-2026-11-20';

describe('wire: positions', () => {
  it('reads a map whose keys are the slugs, int64 exactly, and goes on by the cursor', () => {
    const { items, nextCursor, problems } = decodePositions(fixture('seed/positions'));
    assert.deepEqual(problems, []);
    assert.equal(nextCursor, 'c+/=2');
    assert.equal(
      items.map((each) => `${each.marketSlug} ${each.netPosition} ${each.expired}`).join(', '),
      `${SLUG} 200 false, tc-rain-2026-11-01 -9223372036854775807 true`,
    );
    assert.equal(items[0]?.rounded, true, 'only the integer was sent');
    assert.deepEqual([raw(items[0]?.qtyAvailable)?.text, raw(items[0]?.bodPosition)?.text], ['180', '150']);
    assert.equal(items[0]?.realized?.value.toString(), '-1.5');
  });

  it('trap: the exact decimal wins over the rounded integer; an empty decimal does not', () => {
    const { items, nextCursor, problems } = decodePositions(fixture('traps/positions-rounded'));
    const [exact, old] = items;
    assert.deepEqual([problems, nextCursor], [[], undefined]);
    assert.deepEqual([exact?.netPosition?.toString(), exact?.rounded], ['12.6', false]);
    assert.deepEqual([exact?.qtySold?.toString(), exact?.qtyBought?.toString()], ['0', '12.6']);
    assert.deepEqual([raw(exact?.fees?.value)?.text, exact?.marketMetadata], ['0.0240', undefined]);
    assert.deepEqual([old?.netPosition?.toString(), old?.rounded], ['-12', true]);
  });

  it('drops what is no position, keeps one with unreadable figures', () => {
    const { items, lost, problems } = decodePositions(fixture('traps/broken-positions'));
    assert.deepEqual([items.map(({ marketSlug }) => marketSlug), lost], [[SLUG, 'half'], 2]);
    assert.deepEqual(
      problems.map(({ item, field }) => `${item} ${field}`.trim()),
      ['gone', 'odd', 'half netPosition', 'half cost.value'],
    );
    assert.deepEqual([items[1]?.netPosition, items[1]?.rounded], [undefined, false]);
  });

  it('throws badReply for a list or nothing in place of the map', () => {
    for (const body of [{ positions: [] }, {}, 'x']) assert.throws(() => decodePositions(body), WireError);
  });

  it('a position may be called __proto__', () => {
    const body = JSON.parse('{"positions":{"__proto__":{"netPosition":"1"}},"eof":true}');
    assert.equal(raw(only(decodePositions(body).items).netPosition)?.text, '1');
  });
});

describe('wire: activities', () => {
  it('reads the older generation, each type with its nested object', () => {
    const { items, lost, problems, nextCursor } = decodeActivities(fixture('seed/activities'));
    assert.deepEqual([lost, problems, nextCursor], [0, [], undefined]);
    assert.equal(
      items.map(({ kind, key, time }) => `${kind} ${key} ${time?.text.slice(0, 10)}`).join(', '),
      'trade TRADE:T-1 2026-11-20, resolution POSITION_RESOLUTION:T-2 2026-11-02, ' +
        'balance ACCOUNT_DEPOSIT:X-1 2026-11-01, balance ACCOUNT_WITHDRAWAL:X-2 2026-11-03, balance TRANSFER:X-3 2026-11-04',
    );
  });

  it("trap: both counterparties' orders are sent, isAggressor says which is the own one", () => {
    const { items, problems } = decodeActivities(fixture('traps/activities-both-counterparties'));
    assert.deepEqual(problems, []);
    for (const activity of items) {
      assert.ok(activity.kind === 'trade');
      assert.equal(activity.trade.ownOrder?.id, 'MINE');
      assert.equal(activity.trade.qty?.toString(), '12.6', 'the exact quantity, not 13');
      assert.equal(activity.trade.market?.id, '9001');
      assert.equal(activity.trade.state, 'NEW');
    }
  });

  it('the fee of a trade is that of the own execution, of taker and maker', () => {
    const execution = (value: string) => ({ commissionNotionalCollected: { value, currency: 'USD' } });
    const feeOf = (isAggressor: boolean) => {
      const executions = { aggressorExecution: execution('0.05'), passiveExecution: execution('-0.01') };
      const trade = { id: 'T', marketSlug: 'm', isAggressor, ...executions };
      const activity = only(decodeActivities({ activities: [{ trade }] }).items);
      return activity.kind === 'trade' ? raw(activity.trade.fee?.value)?.toString() : undefined;
    };
    assert.deepEqual([feeOf(true), feeOf(false)], ['0.05', '-0.01']);
  });

  it('a closed short: the effective figures are the gain, the plain ones a loss', () => {
    const activity = only(decodeActivities(fixture('traps/activities-short-closed')).items);
    assert.ok(activity.kind === 'trade');
    const { trade } = activity;
    assert.deepEqual(
      [trade.realizedPnl, trade.effectiveRealizedPnl, trade.effectiveCostBasis].map((each) =>
        each?.value.toString(),
      ),
      ['-600', '400', '300'],
    );
    const realised = realisedOf(trade);
    assert.deepEqual([realised?.amount?.value.toString(), realised?.isAsReported], ['400', false]);
    const reported = realisedOf({ ...trade, effectiveRealizedPnl: undefined });
    assert.deepEqual([reported?.amount?.value.toString(), reported?.isAsReported], ['-600', true]);
  });

  it('finds the own order inside of its execution where only that is sent', () => {
    const trade = {
      id: 'T',
      marketSlug: 'm',
      isAggressor: false,
      passiveExecution: { order: { id: 'P', marketSlug: 'm' } },
    };
    const activity = only(decodeActivities({ activities: [{ type: 'ACTIVITY_TYPE_TRADE', trade }] }).items);
    assert.equal(activity.kind === 'trade' && activity.trade.ownOrder?.id, 'P');
  });

  it('trap: unknown types keep their own name and fields', () => {
    const { items, lost } = decodeActivities(fixture('traps/activities-unknown-types'));
    assert.equal(lost, 0);
    assert.deepEqual(
      items.map(({ kind, type }) => `${kind} ${type}`),
      ['unknown LOYALTY_GRANT', 'balance CASHBACK', 'unknown BARE_NEWS'],
    );
    assert.deepEqual(items[0]?.kind === 'unknown' && items[0].fields, UNKNOWN_FIELDS);
    assert.deepEqual([items[0]?.key, items[0]?.time?.text], ['LOYALTY_GRANT:G-1', '2026-11-19T00:00:00Z']);
    assert.match(items[2]?.key ?? '', /^BARE_NEWS:#[0-9a-f]+$/);
    assert.equal(items[1]?.kind === 'balance' && items[1].change.status, 'PAUSED');
  });

  it('trap: a balance change flat, in transactions, or in both', () => {
    const { items, problems } = decodeActivities(fixture('traps/activities-transactions-only'));
    assert.deepEqual(problems, []);
    const changes = items.map((each) => each.kind === 'balance' && each.change);
    assert.equal(
      changes.map((each) => each && `${each.transactionId} ${each.amount?.value}`).join(', '),
      'X-7 10, X-8 10',
    );
  });

  it('trap: each transaction of a balance change is read, with all its fields', () => {
    const { items, problems } = decodeActivities(fixture('traps/activities-several-transactions'));
    assert.deepEqual(problems, []);
    const activity = only(items);
    assert.ok(activity.kind === 'balance');
    const { change } = activity;
    assert.deepEqual(
      change.transactions.map(({ transactionId, amount, status }) => [
        transactionId,
        raw(amount?.value)?.toString(),
        status,
      ]),
      [
        ['X-20', '120.5', 'COMPLETED'],
        ['X-21', '79.5', 'COMPLETED'],
        ['X-22', '40', 'REJECTED'],
      ],
    );
    const [first, second, third] = change.transactions;
    assert.deepEqual(
      [change.transactionId, change.externalId, change.paymentMethod, change.metadata],
      ['X-20', 'OUT-20', 'kind: card, lastDigits: 0042', [{ path: 'depositChannel', text: 'card' }]],
    );
    assert.equal(first?.externalId, 'OUT-20');
    assert.equal(second?.paymentMethod, 'bank transfer');
    assert.deepEqual(
      [third?.failureCode, third?.failureReason, third?.failureAction],
      ['D-17', 'The bank declined it', 'Use another card'],
    );
  });

  it('trap: a trade without a market of its own has that of its orders', () => {
    const { items, lost, problems } = decodeActivities(fixture('traps/activities-slug-in-order'));
    const slug = 'aec-nba-otters-herons-2026-11-20';
    assert.deepEqual(
      items.flatMap((each) => (each.kind === 'trade' ? [[each.trade.id, each.trade.marketSlug]] : [])),
      [
        ['T-31', slug],
        ['T-32', slug],
      ],
    );
    assert.equal(lost, 1);
    assert.match(JSON.stringify(problems), /T-34.*a trade needs an id and a market/);
  });

  it('drops what says too little, takes a trade without a type for one, one without its object as unknown', () => {
    const { items, lost, problems } = decodeActivities(fixture('traps/broken-activities'));
    assert.deepEqual(
      items.map(({ kind, type }) => `${kind} ${type}`),
      ['unknown TRADE', 'trade TRADE'],
    );
    assert.deepEqual([lost, problems.length], [4, 4]);
  });

  it('ends at eof, an empty or a missing cursor', () => {
    for (const end of [{ eof: true, nextCursor: 'x' }, { eof: false, nextCursor: '' }, { eof: false }]) {
      assert.equal(decodeActivities({ activities: [], ...end }).nextCursor, undefined);
    }
    assert.equal(decodeActivities({ activities: [], eof: false, next_cursor: 'x' }).nextCursor, 'x');
  });
});

const UNKNOWN_FIELDS = [
  { path: 'grant.id', text: 'G-1' },
  { path: 'grant.createTime', text: '2026-11-19T00:00:00Z' },
  { path: 'grant.amount.value', text: '5.25' },
  { path: 'grant.amount.currency', text: 'USD' },
  { path: 'grant.marks[1]', text: '3' },
];

describe('wire: balances', () => {
  it('reads numbers and null', () => {
    const balance = only(decodeBalances(fixture('current/balances')).items);
    assert.deepEqual([balance.currentBalance.toString(), balance.lastUpdated], ['4918.0125', undefined]);
    assert.equal(balance.openOrders?.toString(), '217.5125');
  });

  it('reads every figure, and cash on its way out', () => {
    const balance = only(decodeBalances(fixture('current/balances')).items);
    const { balanceReservation, depositReservation, bonusReservation, displayedBonus, bonusHold } = balance;
    const { marginRequirement, displayedAvailableSoon: soon, pendingWithdrawals } = balance;
    assert.deepEqual(
      [marginRequirement, balanceReservation, depositReservation, bonusReservation, displayedBonus].map(
        String,
      ),
      ['31.25', '45.5', '20', '25.5', '25.5'],
    );
    assert.deepEqual([bonusHold, soon].map(String), ['3.75', '20']);
    const { balance: amount, creationTime, ...texts } = only(pendingWithdrawals);
    assert.deepEqual([String(amount), creationTime?.text], ['64.4', '2026-11-18T09:00:00Z']);
    assert.deepEqual(texts, {
      id: 'WD-71',
      name: 'Trading account',
      description: 'Monthly transfer',
      acknowledged: true,
      bankId: 'BANK-9',
      destinationAccountName: 'Household',
    });
  });

  it('reads numbers sent as texts, drops a balance without an amount', () => {
    const { items, lost, problems } = decodeBalances(fixture('traps/balances-as-text'));
    assert.equal(only(items).buyingPower?.toString(), '61.2075');
    assert.deepEqual(
      [lost, problems.map(({ item, field }) => `${item} ${field}`)],
      [1, ['EUR currentBalance']],
    );
  });
});
