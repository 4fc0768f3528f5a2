import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Services } from '../../../src/features/services.ts';
import { ActivityStore } from '../../../src/store/account/activity.ts';
import { aContext } from '../../support/view.ts';
import { rig } from '../store/values.ts';
import { fakePick } from './fake-pick.ts';

const { filterActivity } = await import('../../../src/features/activity/filter-activity.ts');

/** The pick over an activity of which nothing was read. */
function desk() {
  const activity = new ActivityStore(rig().session);
  const services = {
    activity,
    marketViews: { withEvent: () => undefined },
    view: () => aContext(),
  } as unknown as Services;
  return { activity, open: () => filterActivity(services), ...fakePick() };
}

describe('the pick that filters activity', () => {
  it('takes several types, says them beside its entry, and none of them as every type', () => {
    const { activity, open, choose, back, checked, itemOf } = desk();
    void open();
    assert.deepEqual(checked(), []);
    choose('Types');
    choose('Deposit');
    choose('Trade');
    assert.deepEqual(checked(), ['Trade', 'Deposit']);
    back();
    assert.equal(itemOf('Types').description, 'Deposit, Trade');
    choose('Types');
    choose('Deposit');
    choose('Trade');
    assert.equal(activity.query.types, undefined);
  });

  it('takes days as typed, and says what is wrong with others', () => {
    const { activity, open, choose, type, labels } = desk();
    void open();
    choose('Dates');
    type('2026-02-30');
    assert.match(labels()[0] ?? '', /^Type a date as YYYY-MM-DD/);
    assert.equal(activity.query.days, undefined);
    type('2026-02-03..2026-02-05');
    choose(labels()[0] ?? '');
    assert.equal(activity.query.days, '2026-02-03..2026-02-05');
    assert.ok(labels().includes('Group by event'), 'back on the first page');
  });

  it('takes words, and Any as none', () => {
    const { activity, open, choose, type, itemOf } = desk();
    void open();
    choose('Search');
    type(' otters ');
    choose('otters');
    assert.equal(itemOf('Search').description, 'otters');
    choose('Search');
    choose('Any');
    assert.equal(activity.query.text, undefined);
  });

  it('turns order and groups over, and keeps both when the filter is cleared', () => {
    const { activity, open, choose, labels, type } = desk();
    void open();
    choose('Group by event');
    choose('Show oldest first');
    assert.ok(labels().includes('Group by day') && labels().includes('Show newest first'));
    choose('Search');
    type('cup');
    choose('cup');
    choose('Clear filter');
    assert.deepEqual({ ...activity.query }, { sortOrder: 'ASCENDING', groupBy: 'event' });
  });
});
