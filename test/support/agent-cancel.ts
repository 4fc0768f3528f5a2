import './editor/install.ts';
import assert from 'node:assert/strict';
import { silentLog } from '../../src/base/log.ts';
import type { Services } from '../../src/features/services.ts';
import { CancelService } from '../../src/store/cancels/service.ts';
import { scriptedWindow } from '../unit/features/scripted-window.ts';
import { agentWindow } from './agent-window.ts';
import { faultySession, type HonestSide } from './faulty.ts';
import { cancelLog, MemoryLogFolder } from './memory-log.ts';

/** The tools over the real stores, in a window whose person is asked for a cancel as they are in the editor. */
export async function cancellingWindow(side: HonestSide) {
  const { clock, session, plan } = faultySession(side);
  const window = agentWindow(clock, session);
  const { orders, marketViews, sources } = window;
  const folder = new MemoryLogFolder(clock);
  const cancels = new CancelService(session, orders, cancelLog(clock, folder));
  const person = scriptedWindow();
  const services = {
    ...{ clock, session, orders, cancels, marketViews, view: sources.view },
    log: silentLog,
    reporter: { failed: async (cause: unknown) => assert.fail(String(cause)) },
  } as unknown as Services;
  const { cancelForAgent } = await import('../../src/features/cancel/commands.ts');
  const { askPerson } = await import('../../src/features/agents/person.ts');
  const actions = { openProof: async () => {}, askAgain: async () => {} };
  const document = { open: async () => {}, empty: () => {} };
  window.answers.cancel = askPerson(
    services,
    (ids, caller, mayAsk) => cancelForAgent(services, actions, ids, caller, mayAsk),
    document,
  ).cancel;
  window.desk.set('mayAskToCancel', true);
  const tearDown = (): void => {
    cancels.dispose();
    window.tearDown();
  };
  return { ...window, plan, folder, person, tearDown };
}
