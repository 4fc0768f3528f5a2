import assert from 'node:assert/strict';
import { createWorld } from '../../../src/demo/world.ts';
import { eventsTree } from '../../../src/view/events-tree.ts';
import { rowEvent } from '../../../src/view/order-text.ts';
import { eventTabTitle, marketTabTitle } from '../../../src/view/panels/tab-titles.ts';
import type { Row } from '../../../src/view/row.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { aContext, descriptionOf, NOW } from '../../support/view.ts';

describe('windows of one series', () => {
  const context = aContext();
  const events = catalogueOf(createWorld({ seed: 7, epochMs: NOW }))
    .events({ query: {} } as never, { limit: 400, offset: 0 }, NOW)
    .filter(({ title }) => title?.includes('up or down'));
  const WINDOW = /^\d\d:\d\d–\d\d:\d\d Lumencoin up or down$/;

  it('have a row each that names its times before the words they share', () => {
    const leaves = (rows: readonly Row[]): readonly Row[] =>
      rows.flatMap((row) => (row.children === undefined ? [row] : leaves(row.children())));
    const rows = leaves(eventsTree({ events }, context));
    const first = rows.map((row) => descriptionOf(row).replace('awaiting settlement · ', ''));
    assert.ok(first.length > 5);
    for (const words of first) assert.match(words.split(' · ')[0] ?? '', WINDOW);
    assert.equal(new Set(first.map((words) => words.slice(0, 11))).size, first.length);
  });

  it('are named so in tabs, and by orders and positions too', () => {
    for (const event of events) {
      const [listed] = event.markets;
      assert.ok(listed);
      const market = { ...listed, events: [{ ...event, markets: [] }] };
      assert.match(eventTabTitle('key', event, context), WINDOW);
      assert.match(rowEvent({ marketSlug: market.slug }, market, context), WINDOW);
      assert.match(marketTabTitle(market.slug, market, context).split(' · ')[1] ?? '', WINDOW);
    }
  });
});
