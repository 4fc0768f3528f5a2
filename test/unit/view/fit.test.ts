import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Market } from '../../../src/core/market.ts';
import { createWorld } from '../../../src/demo/world.ts';
import { activityRows } from '../../../src/view/activity-rows.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { headerWithoutHalfNumbers, widthAt, withoutHalfNumbers } from '../../../src/view/fit.ts';
import { ordersTree } from '../../../src/view/orders-tree.ts';
import { positionsTree } from '../../../src/view/positions-tree.ts';
import { joined, type Row, withoutEmpty } from '../../../src/view/row.ts';
import { siblingRows } from '../../../src/view/sibling-rows.ts';
import { widthOf } from '../../../src/view/widths.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { accountOf, catalogueOf } from '../../support/read-world.ts';
import { rounds } from '../../support/rounds.ts';
import { aContext, knownPositions, NOW, orderViews } from '../../support/view.ts';

/** How many signs of a row are seen where it has so much room: all, or what fits before the sign of the cut. */
function seen(label: string, description: string, room: number): number {
  const ends = [...label].map((_, place) => widthAt(label.slice(0, place + 1), 13));
  const start = widthAt(label, 13) + 5.85;
  if (description !== '') ends.push(start);
  for (const place of [...description].keys())
    ends.push(start + widthAt(description.slice(0, place + 1), 11.7));
  const edge = (ends.at(-1) ?? 0) <= room ? room : room - 13;
  return ends.filter((end) => end <= edge).length;
}

type Drawn = ReturnType<typeof withoutHalfNumbers>;

/** A number of the row of which the beginning is seen and the end is not, or that looks so, as the sign of the cut follows. */
function halfNumber({ label, description }: Drawn, room: number): string | undefined {
  const text = description === '' ? label : `${label}\n${description}`;
  const length = seen(label, description, room);
  // The gap before a description is not drawn by itself.
  const [looksCut] = (length < text.length && /\d+\n?$/.exec(text.slice(0, length))) || [];
  if (looksCut !== undefined) return `${looksCut}…`;
  const number = [...text.matchAll(/[\d.,:/]*\d[\d.,:/]*[¢%kM]?/g)].find(
    ({ index, 0: found }) => index < length && length < index + found.length,
  );
  return number?.[0];
}

const ROOMS = [248, 167];
/** Where the editor is compact, where it is VS Code 1.105, and where it is not modern. */
const OTHER_ROOMS = [252, 171, 254, 175, 258, 177];
const LOOKS = [
  { isUsual: true, name: 'as it usually is', rooms: ROOMS },
  { isUsual: false, name: 'in another look', rooms: [...ROOMS, ...OTHER_ROOMS] },
] as const;
const halves = (texts: Drawn, level: number, rooms: readonly number[]): readonly string[] =>
  rooms.flatMap((room) => halfNumber(texts, room - 8 * (level - 1)) ?? []);

describe('texts of a row', () => {
  const BLANK = '\u200a';
  const fitted = (label: string, parts: readonly string[], level: number, ...shorter: readonly string[]) =>
    withoutHalfNumbers({ label, parts, shorter }, level, false, true);

  it('stay as they are where the edge is not within a number', () => {
    assert.equal(fitted('48¢ Over 10.5', ['▼1'], 4).description, '▼1');
    assert.equal(fitted('48¢ Over 10.5', [], 4).description, '');
    // It begins behind the edge of 220 px, and is whole at 300.
    assert.equal(fitted('48¢ Over 10.5', ['▼1', 'draw 10¢'], 4).description, '▼1 · draw 10¢');
  });

  it('lose nothing: a number an edge would cut is moved behind it, with the whole of its part', () => {
    // At 220 px the price would read 5….
    const { description } = fitted('48¢ Over 10.5', ['now 58/200', 'in all'], 4);
    assert.match(description, new RegExp(`^${BLANK}+now 58/200 · in all$`));
    const title = fitted('Policy rate by May 31, 2027', [], 1).label;
    assert.equal(title.replaceAll(BLANK, ''), 'Policy rate by May 31, 2027');
    assert.ok(title.includes(BLANK));
  });

  it('give a name away for the first figure of the description at 300 px, and for those beside it at 220', () => {
    const names = ['▲$7.82 Islanders ×1,200', '▲$7.82 Isla… ×1,200', '▲$7.82 Isl… ×1,200'] as const;
    const plain = (text: string): string => text.replaceAll(BLANK, '');
    const [first, ...shorter] = names;
    assert.equal(plain(fitted(first, ['54→62¢'], 1, ...shorter).label), names[2]);
    // There it is seen anyway, and a shorter name would win nothing.
    assert.equal(plain(fitted('▲$7.82 Islanders', ['54→62¢'], 1, '▲$7.82 Isl…').label), '▲$7.82 Islanders');
  });

  it('have what is movable behind the first part, where that has no room beside it', () => {
    const label = '▲ $5.08 No Low… ×82.46';
    const texts = {
      label,
      movable: { inLabel: ' ×82.46', part: '×82.46' },
      parts: ['64.3→69¢', 'pays $82.46'],
    };
    const made = withoutHalfNumbers(texts, 1, false, true);
    assert.equal(made.label, '▲ $5.08 No Low…');
    assert.equal(made.description.replaceAll(BLANK, ''), '64.3→69¢ · ×82.46 · pays $82.46');
    const roomy = withoutHalfNumbers({ ...texts, label: '▲ $5.08 Ida ×82.46' }, 1, false, true);
    assert.equal(roomy.label.replaceAll(BLANK, ''), '▲ $5.08 Ida ×82.46');
  });

  it('leave no gap in a label where a quantity behind the first part closes it', () => {
    const texts = {
      label: 'Buy 100 No Otters 89.5¢',
      movable: { inLabel: ' 100', part: '×100' },
      parts: ['now 93¢', 'Otters at Larks'],
    };
    const made = withoutHalfNumbers(texts, 2, false, true);
    assert.equal(made.label, 'Buy No Otters 89.5¢');
    assert.equal(made.description.replaceAll(BLANK, ''), 'now 93¢ · ×100 · Otters at Larks');
    const roomy = withoutHalfNumbers({ ...texts, label: 'Buy 100 Otters 89¢' }, 2, false, true);
    assert.equal(roomy.label, 'Buy 100 Otters 89¢');
  });

  it('have it before that part where that is worth less', () => {
    const movable = { inLabel: ' 66.1', part: '×66.1', isFirst: true } as const;
    const label = 'Bought 66.1 No EAS 78¢';
    const made = withoutHalfNumbers({ label, movable, parts: ['17:57', '$51.56 paid'] }, 2, false, true);
    assert.equal(made.label, 'Bought No EAS 78¢');
    assert.equal(made.description.replaceAll(BLANK, ''), '×66.1 · 17:57 · $51.56 paid');
  });

  it('end in a blank before the sign of the cut where a number does that could go on', () => {
    // The edge of 220 px lies before the first letter of the description.
    const [description] = ['awaiting settlement of the market'];
    assert.equal(
      fitted('Mossgate Va ×23.45', [description], 2).label,
      `Mossgate Va ×23.45${BLANK.repeat(3)}`,
    );
    assert.equal(fitted('Mossgate Va 23.45¢', [description], 2).label, 'Mossgate Va 23.45¢');
  });

  it('take the shorter label where the other one would be cut in its number', () => {
    const label = '5¢ Mossgate −19.5';
    assert.equal(fitted(label, ['▲3'], 1, '5¢ MOS −19.5').label, label);
    assert.equal(fitted(label, ['▲3'], 6, '5¢ MOS −19.5').label, '5¢ MOS −19.5');
  });

  for (const { isUsual, name, rooms } of LOOKS) {
    it(`have no half number at 300 and 220 px ${name}, whatever they say`, () => {
      const number = fc.oneof(
        fc.integer({ min: 0, max: 99_999 }).map(String),
        fc.tuple(fc.nat(99), fc.nat(99)).map(([a, b]) => `${a}/${b}`),
        fc.nat(99).map((value) => `▲${value}.5¢`),
      );
      const word = fc.constantFrom('Otters', 'vol', 'to sell', 'in', 'draw', 'Underhill Town', 'Q4');
      const part = fc
        .array(fc.oneof(number, word), { minLength: 1, maxLength: 4 })
        .map((all) => all.join(' '));
      const levels = fc.integer({ min: 1, max: 5 });
      const all = fc.tuple(part, fc.array(part, { maxLength: 4 }), levels);
      fc.assert(
        fc.property(all, ([label, parts, level]) => {
          const made = withoutHalfNumbers({ label, parts }, level, false, isUsual);
          assert.deepEqual(halves(made, level, rooms), [], `${made.label} | ${made.description}`);
        }),
        { numRuns: rounds(500, 5_000) },
      );
    });

    it(`have none in the rows of the demo ${name}, at any level`, () => {
      const world = catalogueOf(createWorld({ seed: 7, epochMs: NOW }));
      const events = world.events({ query: {} } as never, { limit: 200, offset: 0 }, NOW);
      const cut: string[] = [];
      let count = 0;
      const look = (some: readonly Row[], level: number): void => {
        for (const row of siblingRows(some)) {
          count += 1;
          const isMarked = row.mark !== undefined && row.collapsible === 'none';
          const made = withoutHalfNumbers(
            { ...row, parts: withoutEmpty(row.parts) },
            level,
            isMarked,
            isUsual,
          );
          if (halves(made, level, rooms).length > 0) cut.push(`${level} ${made.label} | ${made.description}`);
          look(row.children?.() ?? [], level + 1);
        }
      };
      look(eventsTree({ events }, aContext()), 1);
      assert.ok(count > 500);
      assert.deepEqual(cut, []);
    });
  }
});

describe('rows of the own account', () => {
  const world = createWorld({ seed: 7, epochMs: NOW, account: 'large' });
  const catalogue = catalogueOf(world);
  const account = accountOf(world);
  const known = new Map<string, Market | undefined>();
  const marketOf = (slug: string): Market | undefined => {
    if (!known.has(slug)) known.set(slug, catalogue.marketBySlug(slug, NOW));
    return known.get(slug);
  };
  /** Each that does not open as it is drawn, and what is seen of it in a side bar. */
  function* drawn(
    rows: readonly Row[],
    level = 1,
  ): Generator<{ row: Row; shown: (width: number) => string }> {
    for (const row of siblingRows(rows)) {
      const texts = { ...row, parts: withoutEmpty(row.parts) };
      const { label, description } = withoutHalfNumbers(texts, level, row.mark !== undefined, true);
      const shown = (width: number) =>
        `${label}\n${description}`.slice(0, seen(label, description, width - 52.5 - 8 * (level - 1)));
      if (row.collapsible === 'none') yield { row, shown };
      yield* drawn(row.children?.() ?? [], level + 1);
    }
  }

  it('position: shows its P&L whole at 220 px, and the prices beside it at 300', () => {
    const tree = positionsTree(knownPositions(account.positions(NOW), marketOf), aContext());
    const all = [...drawn(tree)].filter(({ row }) => row.lead !== undefined);
    assert.ok(all.length > 150, `${all.length}`);
    const hidden = all.filter(({ row: { lead = '', parts }, shown }) => {
      const [prices = ''] = parts;
      const isSeen = (text: string, width: number) =>
        shown(width)
          .replace(/[▲▼\s]/gu, '')
          .includes(text.replace(/[▲▼\s]/gu, ''));
      return !isSeen(lead, 220) || (/→/.test(prices) && !isSeen(prices.replace(/, fees in$/, ''), 300));
    });
    assert.deepEqual(
      hidden.map(({ shown }) => shown(300)),
      [],
    );
  });

  it('order: shows its limit at 300 px, and nearly always how many and the price of now', () => {
    const all = [...drawn(ordersTree(orderViews(account.openOrders(NOW), marketOf), aContext()))];
    assert.ok(all.length > 250, `${all.length}`);
    const isHidden = (what: RegExp, { row, shown }: (typeof all)[number]): boolean => {
      const [price] = what.exec(`${joined(row.parts)}\n${row.label}`) ?? [];
      return price !== undefined && !shown(300).replaceAll('\u200a', '').includes(price);
    };
    const without = (what: RegExp) => all.filter((one) => isHidden(what, one)).map(({ shown }) => shown(300));
    assert.deepEqual(without(/[\d.]+¢$/), []);
    const withoutQuantity = all.filter(({ row, shown }) => {
      const quantity = row.movable?.inLabel.trim() ?? '';
      return !shown(300).replaceAll('\u200a', '').includes(quantity);
    });
    assert.ok(
      withoutQuantity.length < all.length / 8,
      withoutQuantity.map(({ shown }) => shown(300)).join('\n'),
    );
    const withoutNow = without(/now [\d.]+¢/);
    assert.ok(withoutNow.length < all.length / 10, withoutNow.join('\n'));
  });

  it('trade: shows the price of a team whole at 220 px, with no gap before it at 300', () => {
    const activities = account.activities({}, { limit: 300, offset: 0 }, NOW);
    const rows = activityRows({ activities, market: marketOf }, aContext());
    const all = [...drawn(rows)].filter(({ row }) =>
      /^(Bought|Sold) \S+ (No )?[A-Z]{3} \S+¢$/.test(inEnglish(row.label)),
    );
    assert.ok(all.length > 50, `${all.length}`);
    const hidden = all.filter(({ row: { label }, shown }) => {
      const [price = ''] = /\S+¢$/.exec(label) ?? [];
      const [seen = ''] = shown(300).split('\n');
      return !shown(220).split('\n')[0]?.endsWith(price) || seen.includes('\u200a');
    });
    assert.deepEqual(
      hidden.map(({ shown }) => shown(220)),
      [],
    );
  });
});

describe('what stands beside the title of a view', () => {
  const [TITLE, BUTTONS] = ['Positions', 2] as const;
  const title = 11 + 24 + widthAt(TITLE, 12) * 1.145 + 10;
  /** In capitals, as VS Code 1.105 draws it, or the newest where it is not modern. */
  const capitals = 21 + widthAt(TITLE.toUpperCase(), 11) * 1.145 + 10;
  /** What is seen in a side bar, and with how many buttons. */
  const shown = (text: string, width: number, buttons: number, taken = title): string => {
    const room = width - taken - 24 * buttons;
    if (widthAt(text, 11) <= room) return text;
    const ends = [...text].map((_, place) => widthAt(text.slice(0, place + 1), 11));
    return [...text].slice(0, ends.filter((end) => end <= room - 11).length).join('');
  };
  const number = fc.nat(99_999).map((value) => (value / 100).toFixed(2));
  const part = fc
    .tuple(fc.constantFrom('$', '▲$', 'as of ', '4 without a bid · $', ''), number)
    .map(([a, b]) => a + b);

  it('has no half number at 300 and 220 px, with its buttons and without', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const half = (text: string, taken: number): readonly string[] =>
          [300, 220].flatMap((width) =>
            [0, BUTTONS].flatMap((buttons) => {
              const seen = shown(text, width, buttons, taken);
              const rest = text.slice(seen.length);
              return /[\d.]$/.test(seen) && /^[\d.]/.test(rest) ? [`${seen}|${rest}`] : [];
            }),
          );
        const [usual, other] = [true, false].map((isUsual) =>
          headerWithoutHalfNumbers(TITLE, ['DEMO', ...parts], BUTTONS, isUsual),
        ) as [string, string];
        const cut = [...half(usual, title), ...half(other, title), ...half(other, capitals)];
        assert.deepEqual(cut, []);
      }),
      { numRuns: rounds(100, 1_000) },
    );
  });

  it('shows the value with its buttons at 300 px, the P&L without them, and the value at 220', () => {
    const text = headerWithoutHalfNumbers(
      TITLE,
      ['DEMO', '$1,324', '▲$61.99', '$218 awaiting settlement'],
      BUTTONS,
      true,
    );
    assert.match(shown(text, 300, BUTTONS), /\$1,324/);
    assert.match(shown(text, 300, 0), /\$1,324.*▲\$61\.99/);
    assert.match(shown(text, 220, 0), /\$1,324/);
  });
});

describe('texts in other languages', () => {
  it('have the width of their signs: Chinese characters are square', () => {
    assert.equal(widthAt('等待结算，', 10), 50);
    assert.ok(widthOf('等待') > widthOf('wait') * 0.7);
  });

  it('keep the currency and units behind a number with it', () => {
    const halfSeen = ['1491,50 $', '12 时 18 分'].flatMap((number) =>
      Array.from({ length: 90 }, (_, more) => {
        const { label, description } = withoutHalfNumbers(
          { label: 'x', parts: ['i'.repeat(more), number] },
          1,
          false,
          true,
        );
        const texts = ROOMS.map((room) =>
          `${label}\n${description}`.slice(0, seen(label, description, room)),
        );
        return texts.filter((text) => /\d/.test(text) && !text.endsWith(number));
      }).flat(),
    );
    assert.deepEqual(halfSeen, []);
  });
});
