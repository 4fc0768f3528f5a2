import '../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Market } from '../../src/core/market.ts';
import { flatRows } from '../../src/view/markets-tree.ts';
import { ordersTree } from '../../src/view/orders-tree.ts';
import { positionsTree } from '../../src/view/positions-tree.ts';
import type { JsonShape } from '../../tools/exchange/faults/json-shape.ts';
import { allLists, textsOf } from '../support/choices.ts';
import * as editor from '../support/editor/vscode.ts';
import { honestSide } from '../support/faulty.ts';
import {
  HALF_TEXTS,
  HOSTILE,
  HOSTILE_CODES,
  HOSTILE_TEXTS,
  LONG_TEXTS,
  readAllFrom,
} from '../support/hostile.ts';
import { flawIn } from '../support/surfaces.ts';
import { aContext, everyRow, knownPositions, orderViews } from '../support/view.ts';

describe('lists to choose from', () => {
  const side = honestSide();
  const SHAPES: Readonly<Record<string, JsonShape>> = {
    HOSTILE_TEXTS,
    HOSTILE_CODES,
    HALF_TEXTS,
    LONG_TEXTS,
  };

  it('show hostile texts as text: no icon, no link, no second line, nothing hidden, nothing endless', async () => {
    for (const [name, shape] of Object.entries(SHAPES)) {
      const offered = await allLists(await readAllFrom(side, shape), aContext());
      assert.equal(offered.length, 11, offered.map(({ title }) => title).join());
      const hostile = offered.filter((list) => textsOf(list).some((text) => text.includes('evil')));
      if (name === 'HOSTILE_TEXTS') assert.ok(hostile.length >= 6, hostile.map(({ title }) => title).join());
      for (const list of offered) {
        for (const text of textsOf(list)) {
          assert.equal(flawIn(text), undefined, `${name}: ${text}`);
          assert.doesNotMatch(text, /[\]$]\(|\n/, name);
          assert.ok(text.length <= 5_000, `${name}: ${text.length}`);
        }
        for (const { iconPath, buttons } of list.items) {
          assert.ok(iconPath === undefined || iconPath instanceof editor.ThemeIcon);
          // Buttons are ours: they say nothing of a service.
          assert.doesNotMatch(JSON.stringify(buttons ?? ''), /evil/);
        }
      }
    }
  });
});

describe('tooltips as the editor is given them', () => {
  it('are Markdown without a picture, a link, an icon or HTML, which nothing is trusted in', async () => {
    const { tooltipMarkdown } = await import('../../src/features/trees/tree-item.ts');
    const side = honestSide();
    const context = aContext();
    let looked = 0;
    for (const shape of [HOSTILE_TEXTS, HALF_TEXTS]) {
      const { markets = [], orders = [], positions = [] } = await readAllFrom(side, shape);
      const market = (slug: string): Market | undefined => markets.find((each) => each.slug === slug);
      const rows = [
        ...flatRows(markets, {}, context),
        ...ordersTree(orderViews(orders, market), context),
        ...positionsTree(knownPositions(positions, market), context),
      ];
      for (const row of everyRow(rows)) {
        const markdown = tooltipMarkdown(row.tooltip());
        showsOnly(markdown);
        if (markdown.value.includes('evil')) looked += 1;
      }
    }
    assert.ok(looked > 10);
  });

  it('are so wherever in a tooltip a hostile text stands', async () => {
    const { tooltipMarkdown } = await import('../../src/features/trees/tree-item.ts');
    for (const text of [HOSTILE, '(zap) (command:evil) evil ]$']) {
      const markdown = tooltipMarkdown([
        { kind: 'title', text },
        { kind: 'text', text },
        { kind: 'field', label: text, value: text },
      ]);
      showsOnly(markdown);
      assert.equal(markdown.value.match(/evil/g)?.length, 4 * (text.match(/evil/g)?.length ?? 0));
    }
  });

  function showsOnly({ value, ...more }: object & { readonly value: string }): void {
    assert.deepEqual(Object.values(more), [], 'isTrusted, supportHtml and supportThemeIcons stay off');
    // The table and the title are ours.
    const text = value
      .replace(/^\|(?: \| \||(?::--|--:)\|(?:(?::--|--:)\|?)+)$|^\||\|$| \| |\*\*/gm, ' ')
      .replace(/&(?:amp|lt|#58);/g, '');
    assert.doesNotMatch(text, /(?<!\\)[[\]()!`|#<>$]|:\/\//, value);
  }
});
