import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../src/core/decimal.ts';
import { instantOf } from '../../../src/core/instant.ts';
import type { OwnDecimal, OwnMoney } from '../../../src/core/own.ts';
import { SETTINGS } from '../../../src/features/ids.ts';
import { createFormatter, type Formatter } from '../../../src/view/format.ts';
import { MOST_TEXTS, typedNumber } from '../../../src/view/numbers.ts';
import { english } from '../../support/english.ts';
import { at, d, usd } from '../../support/values.ts';
import { aContext, NOW } from '../../support/view.ts';

const { format } = aContext();
const FORMATS = SETTINGS.oddsFormat.choices ?? [];

describe('own amounts', () => {
  it('compile with the hiding formatter alone', () => {
    const own = { value: d('31.5'), money: usd('31.5') } as { value: OwnDecimal; money: OwnMoney };
    const { value, money } = own;
    // @ts-expect-error: an own quantity is no public one.
    format.quantity(value);
    // @ts-expect-error: nor compact,
    format.compact(value);
    // @ts-expect-error: nor a price,
    format.price(value);
    // @ts-expect-error: nor a ratio,
    format.percent(value);
    // @ts-expect-error: nor own money public money,
    format.publicMoney(money);
    // @ts-expect-error: nor when it was calculated with.
    format.quantity(value.times(d(2)));
    // @ts-expect-error: Its digits are no property of it.
    assert.ok(value.text);
  });
});

describe('prices', () => {
  it('show sub-cent ticks in full and averages to a hundredth of a cent', () => {
    assert.deepEqual(
      ['0.44', '0.4400', '0.435', '0.0025', '0.412345', '0', '1', '0.00001'].map((text) =>
        format.cents(d(text)),
      ),
      ['44¢', '44¢', '43.5¢', '0.25¢', '41.23¢', '0¢', '100¢', '0.001¢'],
    );
  });

  it('follow the chosen format', () => {
    const texts = FORMATS.map((oddsFormat) => aContext({ oddsFormat }).format.price(d('0.57')));
    assert.deepEqual(texts, ['57¢', '57%', '−133', '1.75', '8/11']);
    assert.equal(aContext({ oddsFormat: 'american' }).format.price(d('0.44')), '+127');
  });

  it('at 0 and 1 have no odds, but a price', () => {
    for (const oddsFormat of ['american', 'decimal', 'fractional'] as const) {
      assert.equal(format.priceAs(d(0), oddsFormat), '–');
      assert.equal(format.priceAs(d(1), oddsFormat), '–');
    }
    assert.equal(format.priceAs(d(1), 'percent'), '100%');
  });

  it('read the same again, and unlike a share or a change of the same digits', () => {
    const { cents, percent, price, change } = aContext().format;
    const written = () => [cents(d('0.5')), percent(d('0.5')), price(d('0.50')), change(d('-0.5'))];
    const first = written();
    assert.deepEqual(first, ['50¢', '50.0 %', '50¢', '▼50']);
    for (let tick = 0; tick < MOST_TEXTS; tick++) cents(d(`0.${tick + 10_000}`));
    assert.deepEqual(written(), first);
    assert.equal(cents(d('0.13999')), '14¢');
  });

  it('move with an arrow and in words', () => {
    assert.deepEqual(
      ['0.03', '-0.005', '0'].map((text) => format.change(d(text))),
      ['▲3', '▼0.5', '–'],
    );
    assert.deepEqual(
      ['0.01', '-0.03', '0'].map((text) => format.changeWords(d(text))),
      ['up 1¢', 'down 3¢', 'unchanged'],
    );
  });
});

describe('money', () => {
  it('is exact, grouped and per currency', () => {
    assert.equal(format.money(usd('1284.1')), '$1,284.10');
    assert.equal(format.money(usd('9007199254740993.11')), '$9,007,199,254,740,993.11');
    assert.equal(format.money({ value: d(5), currency: 'CAD' }), 'CAD 5.00');
    assert.equal(format.money({ value: d(5), currency: 'POINTS' }), '5.00 POINTS');
    assert.equal(format.money({ value: d(5), currency: '' }), '5.00');
  });

  it('carries sign, arrow and word, and no minus before a zero', () => {
    assert.equal(format.signedMoney(usd('31.2')), '▲ $31.20');
    assert.equal(format.signedMoney(usd('-4')), '▼ $4.00');
    assert.equal(format.signedMoney(usd('-0.001')), '$0.00');
    assert.equal(format.money(usd('-0.001')), '$0.00');
    assert.equal(format.money(usd('-4')), '−$4.00');
    assert.equal(format.signedMoneyWords(usd('-4')), 'down $4.00');
    assert.equal(format.signedMoneyWords(usd(0)), 'even');
  });

  it('follows the locale and falls back to English for one that is none', () => {
    assert.equal(aContext({ locale: 'de' }).format.money(usd('1284.1')), '1.284,10 $');
    for (const locale of ['sv', 'nb', 'fi', 'lt', 'he']) {
      const { money } = aContext({ locale }).format;
      assert.equal(money(usd('-12.5')), `−${money(usd('12.5'))}`, locale);
    }
    assert.equal(aContext({ locale: 'es' }).format.cents(d('0.435')), '43,5¢');
    assert.equal(aContext({ locale: 'es' }).format.signedMoney(usd('-12345.6')), '▼ 12.345,60 $');
    assert.equal(aContext({ locale: 'zh-cn' }).format.signedMoney(usd('-12345.6')), '▼ $12,345.60');
    assert.equal(aContext({ locale: '!!' }).format.money(usd('1284.1')), '$1,284.10');
  });

  it('is hidden with its sign, and so are contracts; prices stay', () => {
    const hidden = aContext({ hideAmounts: true }).format;
    for (const write of [hidden.money, hidden.signedMoney, hidden.signedMoneyWords])
      assert.equal(write(usd(-7)), '•••');
    assert.equal(hidden.contracts(d(7)), '•••');
    assert.equal(hidden.money(undefined), '–');
    assert.equal(hidden.price(d('0.07')), '7¢');
    assert.equal(hidden.publicMoney(usd(7)), '$7.00');
    assert.equal(hidden.quantity(d(7)), '7');
  });
});

describe('quantities', () => {
  it('are exact, and compact only where asked', () => {
    assert.equal(format.quantity(d('6.7800')), '6.78');
    assert.equal(format.quantity(d('9007199254740993')), '9,007,199,254,740,993');
    assert.deepEqual(
      ['182400', '1999', '1234567', '12.5', '0'].map((text) => format.compact(d(text))),
      ['182k', '2k', '1.2M', '12.5', '0'],
    );
    const counted = ['999', '1999', '182400', '1234567', '2500000000'].map(d);
    assert.deepEqual(counted.map(aContext({ locale: 'es' }).format.compact), [
      '999',
      '2 mil',
      '182 mil',
      '1,2 M',
      '2500 M',
    ]);
    assert.deepEqual(counted.map(aContext({ locale: 'zh-cn' }).format.compact), [
      '999',
      '1,999',
      '18.2万',
      '123万',
      '25亿',
    ]);
  });

  it('as a share of the cost carry their sign, and are left out where amounts are hidden', () => {
    const share = (ratio: string) => format.pnlPercent(d(ratio));
    assert.deepEqual(share('0.04912'), { text: '+4.9 %', sign: 'up' });
    assert.deepEqual(share('-0.049'), { text: '−4.9 %', sign: 'down' });
    assert.deepEqual(share('-0.0004')?.sign, 'plain');
    assert.equal(aContext({ hideAmounts: true }).format.pnlPercent(d('0.049')), undefined);
  });

  it('have the sign of the arrow that is written: none where they round to zero or are hidden', () => {
    const signs = (amounts: readonly string[], { moneySign } = format) => amounts.map(d).map(moneySign);
    const amounts = ['4', '-4', '0.004', '-0.004', '0'];
    assert.deepEqual(signs(amounts), ['up', 'down', 'plain', 'plain', 'plain']);
    assert.deepEqual(new Set(signs(amounts, aContext({ hideAmounts: true }).format)), new Set(['plain']));
  });
});

describe('times', () => {
  it('name days as the language does', () => {
    const said = (locale: string): readonly string[] => {
      const { date, timeOrDay } = aContext({ locale }).format;
      return [date(Date.UTC(2027, 4, 3)), timeOrDay(Date.UTC(2026, 10, 23, 20))];
    };
    assert.deepEqual(said('en'), ['May 3, 2027', 'Nov 23, 20:00 UTC']);
    assert.deepEqual(said('es'), ['3 may 2027', '23 nov, 20:00 UTC']);
    assert.deepEqual(said('zh-cn'), ['2027年5月3日', '11月23日 20:00 UTC']);
  });

  it('stand in the chosen zone, which is named when it was chosen', () => {
    const moment = at('2026-11-21T03:30:07.123456789Z');
    assert.equal(format.dateTime(moment), 'Nov 21, 03:30 UTC');
    assert.equal(aContext({ timeZone: 'eastern' }).format.dateTime(moment), 'Nov 20, 22:30 ET');
    assert.equal(format.exactTime(moment), 'Nov 21, 2026, 03:30:07 UTC');
    assert.equal(format.moment(moment), 'Nov 21, 2026, 03:30:07 UTC');
    assert.equal(format.moment(NOW), '20:00:00 UTC');
    assert.equal(format.dateTime(at('2025-11-21T03:30:00Z')), 'Nov 21, 2025, 03:30 UTC');
    assert.equal(format.time(at('2026-11-20T00:05:00Z')), '00:05');
  });

  it('tell ages in their largest unit alone and are never negative', () => {
    const ago = (ms: number): string => format.age(NOW - ms);
    assert.deepEqual(
      [ago(12_000), ago(720_000), ago(7_260_000), ago(7_140_000), ago(3.4 * 86_400_000)],
      ['12 s', '12 m', '2 h', '2 h', '3 d'],
    );
    assert.equal(ago(-5000), '0 s');
    assert.equal(format.ago(NOW - 720_000), '12 m ago');
    assert.equal(format.until(NOW + 3 * 3_600_000), 'in 3 h');
    assert.equal(format.until(NOW), 'now');
  });

  it('know a day in the chosen zone', () => {
    const [a, b] = [at('2026-11-20T04:00:00Z').ms, at('2026-11-20T20:00:00Z').ms];
    assert.equal(format.isSameDay(a, b), true);
    assert.equal(aContext({ timeZone: 'eastern' }).format.isSameDay(a, b), false);
  });
});

describe('nothing unreadable ever', () => {
  const settings = fc.record({
    oddsFormat: fc.constantFrom(...FORMATS),
    timeZone: fc.constantFrom('local' as const, 'utc' as const, 'eastern' as const),
    hideAmounts: fc.boolean(),
    locale: fc.constantFrom('en', 'de', 'zh-cn', 'qps-ploc', 'x', ''),
    now: fc.constant(() => NOW),
  });
  const decimal = fc
    .oneof(
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
        .map((value) => value.toFixed(12)),
      fc.constantFrom('0', '-0', '1', '1e-30', '-1e-30', '0.9999999', '9'.repeat(64), '-1e99'),
    )
    .map((text) => Decimal.of(text));

  function everything(formatter: Formatter, value: Decimal | undefined, ms: number | undefined): string[] {
    const { price, cents, change, changeWords, percent, quantity, contracts, compact } = formatter;
    const { money, publicMoney, signedMoney, signedMoneyWords } = formatter;
    const { dateTime, exactTime, time, age, ago, until } = formatter;
    const ofValue = [price, cents, change, percent, quantity, contracts, compact];
    const amounts = ['USD', 'EUR', '', 'usd', '¤¤¤', 'TOOLONG'].map(
      (currency) => value && { value, currency },
    );
    const moments = [ms, ms === undefined ? undefined : { text: '', ms, nanos: 0 }];
    return [
      ...FORMATS.map((each) => formatter.priceAs(value, each)),
      ...ofValue.map((write) => write(value)),
      ...(value === undefined ? [] : [changeWords(value)]),
      ...[money, publicMoney, signedMoney, signedMoneyWords].flatMap((write) =>
        amounts.map((one) => write(one)),
      ),
      ...[dateTime, exactTime, time, age, ago, until].flatMap((write) => moments.map((one) => write(one))),
      formatter.duration(ms ?? Number.NaN),
    ];
  }

  it('for any value, also none, in any setting', () => {
    const moments = fc.oneof(fc.double(), fc.integer(), fc.constant(undefined));
    fc.assert(
      fc.property(settings, fc.option(decimal, { nil: undefined }), moments, (chosen, value, ms) => {
        const formatter = createFormatter(chosen, english);
        for (const text of everything(formatter, value, ms)) {
          assert.notEqual(text, '');
          assert.doesNotMatch(text, /NaN|undefined|Invalid|Infinity|null|\[object|-0\b/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('for what is absent: always the same dash or a word', () => {
    assert.equal(format.price(undefined), '–');
    assert.equal(format.money(undefined), '–');
    assert.equal(format.dateTime(undefined), '–');
    assert.equal(format.dateTime(instantOf(0)), 'Jan 1, 1970, 00:00 UTC');
  });
});

describe('typedNumber', () => {
  it('reads decimals as the language of the reader writes them, and as code does where nothing is unclear', () => {
    const typed = ['2,5', '2.5', '0.500', '2.500', '1.234,5k', '-5,50', '10k'];
    assert.deepEqual(
      typed.map((text) => typedNumber(text, 'es')),
      ['2.5', '2.5', '0.500', '2500', '1234.5k', '-5.50', '10k'],
    );
    for (const language of ['en', 'zh-cn'])
      assert.deepEqual(
        typed.map((text) => typedNumber(text, language)),
        typed,
      );
  });
});
