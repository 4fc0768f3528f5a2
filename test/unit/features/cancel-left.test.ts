import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import type { Services } from '../../../src/features/services.ts';
import type { EverythingEnd } from '../../../src/store/cancels/cancel-everything-recover.ts';
import { ownerOf } from '../../../src/store/session/owner.ts';
import { lakeGame } from '../../support/values.ts';
import { aContext } from '../../support/view.ts';
import { order, rig } from '../store/values.ts';
import { scriptedWindow } from './scripted-window.ts';

describe('a cancel of whatever is open from a window that is gone', () => {
  it('is told by the one that looked after it, and whose it was', async () => {
    const { followEverything } = await import('../../../src/features/commands/cancel-everything.ts');
    const { session, clock } = rig();
    const person = scriptedWindow();
    const end: EverythingEnd = {
      request: { kind: 'accepted', requestId: undefined },
      owner: ownerOf(session),
      left: [],
      lost: 0,
      error: undefined,
    };
    let tell = (_: EverythingEnd): void => {};
    const services = {
      clock,
      session,
      log: silentLog,
      cancels: {
        onDidResolveEverything: (listener: typeof tell) => {
          tell = listener;
        },
      },
      marketWithEvent: () => lakeGame({}),
      connectionMark: () => 'DEMO',
      view: () => aContext(),
    } as unknown as Services;
    followEverything(services, { openProof: async () => {} });
    tell(end);
    tell({ ...end, left: [order('A1')] });
    assert.deepEqual(
      person.asked.map(({ kind, message }) => `${kind} ${message}`),
      [
        'info DEMO: Whatever was open was to be cancelled from a window that is gone. Read afterwards: no order is open.',
        'error DEMO: Whatever was open was to be cancelled from a window that is gone. Read afterwards: 1 order is still open.',
      ],
    );
  });
});
