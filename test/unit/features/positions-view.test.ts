import assert from 'node:assert/strict';
import { TITLE_BUTTONS } from '../../../src/features/ids.ts';
import { headerWithoutHalfNumbers } from '../../../src/view/fit.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import { changeSetting } from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { everyRow } from '../../support/view.ts';

describe('Positions view', () => {
  it('leaves a figure out of its title that the edge would cut, however long its name is in another language', async () => {
    const { clock, window, services, close } = await openDemoWindow();
    const view = window.tree('positions');
    view.title = 'Posiciones abiertas';
    view.show(true);
    await clock.run(services.positions.load());
    await clock.advance(2_000);
    const parts = (view.description ?? '').replaceAll('\u200a', '').split(' · ');
    assert.equal(
      view.description,
      headerWithoutHalfNumbers(view.title, parts, TITLE_BUTTONS.positions, true),
    );
    assert.notEqual(
      view.description,
      headerWithoutHalfNumbers('Positions', parts, TITLE_BUTTONS.positions, true),
    );
    await close();
  });

  it('keeps half numbers out of its rows and title in the look the editor has, also when that changes', async () => {
    const { clock, window, services, close } = await openDemoWindow();
    const view = window.tree('positions');
    view.title = 'Positions';
    view.show(true);
    await clock.run(services.positions.load());
    await clock.advance(2_000);
    const fitted = (isUsual: boolean) => {
      const parts = (view.description ?? '').replaceAll('\u200a', '').split(' · ');
      return headerWithoutHalfNumbers('Positions', parts, TITLE_BUTTONS.positions, isUsual);
    };
    const rows = () => [...view.drawn.values()].join('\n');
    assert.equal(view.description, fitted(true));
    assert.notEqual(fitted(false), fitted(true));
    for (const [name, other, usual] of [
      ['workbench.experimental.modernUI', false, true],
      ['window.density.layout', 'compact', 'default'],
    ] as const) {
      const before = rows();
      changeSetting(name, other);
      assert.notEqual(rows(), before);
      await clock.advance(1_000);
      assert.equal(view.description, fitted(false));
      changeSetting(name, usual);
      await clock.advance(1_000);
      assert.equal(view.description, fitted(true));
    }
    close();
  });

  it('says what a settled position came to, as Activity does, with Activity never opened', async () => {
    const { clock, window, services, close } = await openDemoWindow();
    window.tree('positions').show(true);
    await clock.advance(30_000);
    const settled = everyRow(window.content('positions').rows).filter(
      ({ contextValue }) => contextValue === 'position.expired',
    );
    const results = settled.filter(({ label }) => /^(?:Won|Lost|Void) /.test(inEnglish(label)));
    assert.ok(results.length > 0, settled.map(({ label }) => label).join(', '));
    const activity = everyRow(window.content('activity').rows).map(({ label }) => label);
    assert.ok(services.activity.activities.length > 0);
    for (const { label } of results) {
      // Each view shortens a name by its own rows.
      const [result = ''] = /^\S+ \S+/.exec(label) ?? [];
      assert.ok(
        activity.some((each) => each.startsWith(result)),
        `${label} of ${activity.join(', ')}`,
      );
    }
    close();
  });

  it('is sorted as somebody chose, and keeps its order while prices move', async () => {
    const { clock, window, services, close } = await openDemoWindow();
    const view = window.tree('positions');
    view.show(true);
    await clock.advance(30_000);
    const roots = () => window.content('positions').rows.map(({ id }) => id);
    const listed = roots();
    await services.positionSorting.choose('gains');
    const sorted = roots();
    assert.notDeepEqual(sorted, listed);
    assert.deepEqual([...sorted].sort(), [...listed].sort());
    await clock.advance(60_000);
    const still = sorted.filter((id) => roots().includes(id));
    assert.deepEqual(
      roots().filter((id) => still.includes(id)),
      still,
      'no row trades places by itself',
    );
    await services.positionSorting.choose('listed');
    assert.equal(services.positionSorting.sort, 'listed');
    close();
  });
});
