import assert from 'node:assert/strict';
import type { PortfolioCurrency } from '../../../src/core/figures.ts';
import type { Freshness, FreshnessState } from '../../../src/core/freshness.ts';
import { decodeBalances } from '../../../src/exchange/wire/portfolio.ts';
import { type StatusInput, statusItem, unreachedItem } from '../../../src/view/status.ts';
import { fixture } from '../../support/fixtures.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { at, d } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';

const context = aContext();
const sum = (amount: string, missing = 0) => ({ sum: d(amount), missing, counted: 12 });
const NONE = { sum: d(0), missing: 0, counted: 0 };
const dollars: PortfolioCurrency = {
  currency: 'USD',
  positions: 12,
  value: sum('1284.1'),
  openPnl: sum('31.2'),
  awaiting: { value: NONE, openPnl: NONE },
  realised: sum('-5'),
  cash: undefined,
  balance: undefined,
  accountValue: undefined,
};
// biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the template's own placeholders.
const TEMPLATE = '${value} ${openPnl} · ${orders}';

const freshnessAt = (standing: FreshnessState): Freshness => ({
  source: 'stream',
  at: at('2026-11-20T10:42:00Z').ms,
  standing,
});

const serviceOf = (pausedMs: number): StatusInput['service'] => ({
  requests: 32,
  at: at('2026-11-20T10:42:10Z').ms,
  budget: { perSecond: 20, free: 18, waiting: 0, pausedMs },
  streams: { markets: { kind: 'live' }, account: { kind: 'live', isQuiet: true } },
});

function item(overrides: Partial<StatusInput> = {}, currencies = [dollars], chosen = context) {
  const item = statusItem(
    {
      summary: { currencies, openOrders: 3, at: at('2026-11-20T10:42:00Z').ms },
      connection: { label: 'Somewhere', isDemo: false, mark: 'Somewhere' },
      freshness: freshnessAt('fresh'),
      service: serviceOf(0),
      template: TEMPLATE,
      ...overrides,
    },
    chosen,
  );
  return inEnglish(item);
}

const OF_SERVICE = ['Requests', 'Streams'];

/** Those of the account, or of the service. */
function fields({ tooltip }: ReturnType<typeof item>, ofService = false): readonly string[] {
  return tooltip.flatMap((line) =>
    line.kind === 'field' && OF_SERVICE.includes(line.label) === ofService
      ? [`${line.label}: ${line.value}`]
      : [],
  );
}

describe('status bar', () => {
  it('says at a glance how many requests went, what is left of the rate, and how the streams stand', () => {
    assert.deepEqual(fields(item(), true), [
      'Requests: 32 in the minute to 10:42:10 UTC · 18 of 20 a second left then',
      'Streams: prices live, account quiet',
    ]);
    // Above the figures of the account, which may be more than a window shows.
    const labels = item().tooltip.flatMap((line) => (line.kind === 'field' ? [line.label] : []));
    assert.deepEqual(labels.slice(0, 3), ['Open orders', ...OF_SERVICE]);
    const paused = fields(item({ service: serviceOf(8_000) }), true);
    assert.match(paused[0] ?? '', /none until 10:42:18 UTC: the service asks for a pause$/);
  });

  it('reads as drawn: live, stale and demo', () => {
    assert.equal(item().text, '$(graph) Somewhere $1,284.10 ▲$31.20 · 3 orders');
    const old = item({ freshness: freshnessAt('stale') });
    assert.equal(old.text, '$(warning) Somewhere $1,284.10 ▲$31.20 · 3 orders as of 10:42');
    assert.match(old.accessibilityLabel, /, not current, as of 10:42:00 UTC$/);
    const cut = item({
      freshness: freshnessAt('cut'),
      connection: { label: 'Demo', isDemo: true, mark: 'DEMO' },
    });
    assert.equal(cut.text, '$(debug-disconnect) DEMO $1,284.10 ▲$31.20 · 3 orders as of 10:42');
    assert.match(cut.accessibilityLabel, /, not connected, as of 10:42:00 UTC$/);
    const demo = { label: 'Demo', isDemo: true, mark: 'DEMO' };
    assert.equal(item({ connection: demo }).text, '$(beaker) DEMO $1,284.10 ▲$31.20 · 3 orders');
  });

  it('is amber while what it shows is old or cut, and says what a quiet stream means', () => {
    const standings = ['fresh', 'stale', 'cut'] as const;
    assert.deepEqual(
      standings.map((standing) => item({ freshness: freshnessAt(standing) }).isOld),
      [false, true, true],
    );
    const quiet = item({ freshness: { ...freshnessAt('stale'), quietSince: freshnessAt('stale').at } });
    assert.match(quiet.text, /^\$\(warning\) .* as of 10:42$/);
    assert.match(quiet.accessibilityLabel, /, not current, nothing heard since 10:42:00 UTC$/);
    const lines = quiet.tooltip.flatMap((line) => (line.kind === 'text' ? [line.text] : []));
    assert.ok(
      lines.includes('Not current: nothing was heard from the stream since 10:42:00 UTC.'),
      lines.join(),
    );
  });

  it('fills every placeholder and leaves one it does not know as typed', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the template's own placeholders.
    const template = '${realised} ${cash} ${positions} ${moon} $(flame)';
    assert.match(
      item({ template }).text,
      /^\$\(graph\) Somewhere ▼\$5\.00 – 12 positions \$\{moon\} \$ \(flame\)$/,
    );
  });

  it('says before any figure how many positions its sums lack, as one of them may be a loss', () => {
    const lacking = item({}, [{ ...dollars, value: sum('1284.1', 2), openPnl: sum('31.2', 2) }]);
    assert.equal(lacking.text, '$(graph) Somewhere 2 without a bid · $1,284.10 ▲$31.20 · 3 orders');
    assert.match(lacking.accessibilityLabel, /^Prediction markets, Somewhere, 2 without a bid, \$1,284\.10/);
    const other = item({}, [{ ...dollars, openPnl: sum('31.2', 3) }]);
    assert.match(other.text, /Somewhere 3 without a cost or bid · \$1,284\.10 ▲\$31\.20 ·/);
    const hidden = item({}, [{ ...dollars, openPnl: sum('31.2', 2) }], aContext({ hideAmounts: true }));
    assert.equal(hidden.text, '$(graph) Somewhere ••• ••• · ••• orders');
    const orders = item({ template: TEMPLATE.slice(-9) }, [{ ...dollars, openPnl: sum('31.2', 2) }]);
    assert.equal(orders.text, '$(graph) Somewhere 3 orders', 'a bar without sums');
    assert.match(item({}, [{ ...dollars, value: sum('0', 12) }]).text, /^\$\(graph\) Somewhere – ▲/);
  });

  it('keeps currencies apart', () => {
    const euro = { ...dollars, currency: 'EUR', value: sum('7') };
    assert.match(item({}, [dollars, euro]).text, /\$1,284\.10 · EUR 7\.00/);
  });

  it('hides with the amounts how many orders there are', () => {
    const hidden = (openOrders: number) => {
      const summary = { currencies: [dollars], openOrders, at: at('2026-11-20T10:42:00Z').ms };
      return item({ summary }, [dollars], aContext({ hideAmounts: true }));
    };
    assert.equal(hidden(3).text, '$(graph) Somewhere ••• ••• · ••• orders');
    assert.deepEqual(hidden(1), hidden(3));
  });

  it('says it in words to a screen reader', () => {
    assert.equal(item().accessibilityLabel, 'Prediction markets, Somewhere, $1,284.10 up $31.20 · 3 orders');
  });

  it('tells in the tooltip how each figure was worked out, cash only where balances are served', () => {
    assert.deepEqual(fields(item()), [
      'Open orders: 3',
      'Value: $1,284.10 · sum of the values of all held',
      'Open P&L: ▲ $31.20 · sum of value − cost of all held',
      'Realised P&L: ▼ $5.00 · sum as reported, open and expired, without fees',
    ]);
    const cash = item({}, [{ ...dollars, cash: d('15.9'), accountValue: sum('1300') }]);
    assert.deepEqual(fields(cash).slice(4), [
      'Cash: $15.90 · as reported',
      'Account value: $1,300.00 · cash − margin + value',
    ]);
  });

  it('shows buying power and what else the balance says, but no zeros', () => {
    const [balance] = decodeBalances(fixture('current/balances')).items;
    const cash = { ...dollars, cash: d('4918.0125'), balance };
    const lines = fields(item({}, [cash, { ...dollars, currency: 'EUR' }]));
    assert.deepEqual(lines.slice(lines.findIndex((line) => line.startsWith('Buying power'))), [
      'Buying power: $4,700.50 · as reported: what new orders may cost',
      'Reserved for open orders: $217.51 · as reported',
      'Available soon: $20.00 · as reported',
      'Displayed cash: $4,900.00 · as reported',
      'Available to withdraw: $4,700.50 · as reported',
    ]);
  });

  it('says of cash how much is margin, reserved, bonus and on its way out, and of the value what awaits', () => {
    const withdrawal = {
      id: 'W1',
      name: 'Main',
      balance: 120,
      description: 'To the bank',
      acknowledged: false,
      bankId: 'B7',
      creationTime: '2026-11-18T09:00:00Z',
      destinationAccountName: 'Savings',
    };
    const [balance] = decodeBalances({
      balances: [
        {
          currency: 'USD',
          currentBalance: 400,
          marginRequirement: 40.63,
          balanceReservation: 47.95,
          depositReservation: 10,
          bonusReservation: 37.95,
          displayedBonus: 37.95,
          bonusHold: 5,
          displayedAvailableSoon: 10,
          pendingWithdrawals: [withdrawal, { balance: 30 }],
          lastUpdated: '2026-11-20T10:41:00Z',
        },
      ],
    }).items;
    const awaiting = { value: sum('139'), openPnl: sum('77') };
    const all = [{ ...dollars, cash: d('400'), balance, awaiting, accountValue: sum('1643.47') }];
    const lines = fields(item({}, all));
    assert.deepEqual(lines.slice(1, 3), [
      'Value: $1,284.10 · sum of the values of all held',
      'of it awaiting settlement: $139.00 · value of what ended and is not paid out',
    ]);
    assert.deepEqual(lines.slice(6), [
      'Cash: $400.00 · as reported',
      'of it margin: $40.63 · as reported: what shorts may have to pay',
      'of it reserved: $47.95 · as reported',
      'reserved, deposits: $10.00 · as reported',
      'reserved, bonus: $37.95 · as reported',
      'of it bonus: $37.95 · as reported',
      'bonus on hold: $5.00 · as reported',
      'of it on its way out: $150.00 · sum of the withdrawals below',
      'Withdrawal: $120.00 · To the bank · from Main · to Savings · bank B7 · Nov 18, 09:00 UTC · not acknowledged yet · id W1',
      'Withdrawal: $30.00',
      'Account value: $1,643.47 · cash − margin + value',
      'Available soon: $10.00 · as reported',
      'Balance changed: Nov 20, 10:41 UTC · as reported',
    ]);
    const hidden = JSON.stringify(item({}, all, aContext({ hideAmounts: true })));
    for (const secret of ['$', 'Main', 'Savings', 'B7', 'W1', '120'])
      assert.equal(hidden.replaceAll('$(', '').includes(secret), false, secret);
  });

  it('says that the service cannot be reached, at which address, why, and when that was tried', () => {
    const failure = { code: 'network', message: '' };
    const connection = {
      label: 'Somewhere',
      isDemo: false,
      mark: '$(x) pm.example',
      addresses: ['https://pm.example', 'https://desk.example'],
    };
    const tried = at('2026-11-20T10:42:00Z').ms;
    const shown = inEnglish(unreachedItem(connection, failure, tried, context));
    assert.equal(shown.text, '$(debug-disconnect) $ (x) pm.example cannot be reached');
    assert.match(shown.accessibilityLabel, /pm\.example cannot be reached$/);
    const lines = JSON.stringify(shown.tooltip);
    for (const part of ['https://pm.example, https://desk.example', 'Check the network', '10:42:00'])
      assert.ok(lines.includes(part), part);
  });
});
