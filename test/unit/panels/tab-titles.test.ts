import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PANELS } from '../../../src/features/ids.ts';
import { rowEvent } from '../../../src/view/order-text.ts';
import { eventCell } from '../../../src/view/panels/portfolio/in-rows.ts';
import { eventTabTitle, marketTabTitle, settlementTabTitle } from '../../../src/view/panels/tab-titles.ts';
import { repository } from '../../../tools/repository.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { present } from '../../support/values.ts';
import { groupOf, prop, spread, total, winner } from './event-scene.ts';
import { contextWith } from './scene.ts';

const context = contextWith();
const event = present(groupOf([]).event);
const titleOf = (market: ReturnType<typeof winner>) =>
  marketTabTitle(market.slug, { ...market, events: [event] }, context);

describe('titles of tabs', () => {
  it('name an event by its teams, a market by what is asked and then its event, a settlement as one', () => {
    assert.equal(eventTabTitle('key', event, context), 'Archers at Islanders');
    assert.equal(titleOf(winner()), 'Winner · Archers at Islanders');
    assert.equal(titleOf(total('54.5', 38, 40)), 'Over 54.5 · Archers at Islanders');
    assert.equal(titleOf(spread('6.5', 62, 64)), 'Archers +6.5 · Archers at Islanders');
    assert.equal(titleOf(prop('Goes to overtime', 6, 9)), 'Goes to overtime · Archers at Islanders');
    const ended = { ...winner(), events: [event] };
    assert.equal(settlementTabTitle('slug', ended, context), 'Settlement: Winner · Archers at Islanders');
  });

  it('call an event as its rows and lists do, before it is read and after, with teams of its own or of its lines', () => {
    const bare = { ...winner(), question: 'Who wins: Mossgate Archers at Juniper Flats Islanders?' };
    const events = [
      [],
      [event],
      [{ ...event, teams: [], title: 'Mossgate Archers at Juniper Flats Islanders' }],
    ];
    for (const each of events) {
      const market = { ...bare, events: each };
      const thing = { marketSlug: market.slug };
      assert.deepEqual(
        [
          inEnglish(marketTabTitle(market.slug, market, context)).replace('Winner · ', ''),
          rowEvent(thing, market, context),
          eventCell(thing, market, context, { hint: '' }).text,
        ],
        Array(3).fill('Archers at Islanders'),
      );
    }
  });

  it('are the key or the slug until more is known', () => {
    assert.deepEqual(
      [eventTabTitle('key', undefined, context), marketTabTitle('slug', undefined, context)],
      ['key', 'slug'],
    );
  });

  it('each kind of page has an icon of its own, for dark and for light themes', () => {
    for (const kind of Object.keys(PANELS))
      for (const theme of ['dark', 'light'])
        assert.ok(existsSync(path.join(repository, `media/panel-${kind}-${theme}.svg`)), `${kind} ${theme}`);
  });
});
