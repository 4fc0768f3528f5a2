import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import type { Services } from '../../../src/features/services.ts';
import { agentWindow } from '../../support/agent-window.ts';
import * as editor from '../../support/editor/vscode.ts';
import { faultySession, honestSide } from '../../support/faulty.ts';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

const side = honestSide();

describe('what agents may read in a window', () => {
  const { clock, session } = faultySession(side);
  const window = agentWindow(clock, session);
  const services = { session, view: window.sources.view } as unknown as Services;

  after(() => window.tearDown());

  /** Chooses the items with these words, one after the other, then closes. Returns what was shown each time. */
  async function choose(...words: readonly string[]): Promise<readonly (readonly Item[])[]> {
    const { showAccess } = await import('../../../src/features/agents/access.ts');
    const shown: (readonly Item[])[] = [];
    const left = [...words];
    Object.assign(editor.window, {
      showQuickPick: async (items: readonly Item[]) => {
        shown.push(items);
        const word = left.shift();
        return word === undefined ? undefined : items.find(({ label }) => label.includes(word));
      },
    });
    await showAccess(services, window.desk);
    return shown;
  }

  const lines = (items: readonly Item[]): readonly string[] =>
    items.map(({ label, description = '' }) =>
      `${label.replace(/^\$\([\w-]+\) /, '')} ${description}`.trim(),
    );

  it('is market data at first, and what the person turns on', async () => {
    const [before = [], after = []] = await choose('May Ask to Cancel');
    assert.deepEqual(lines(before), [
      'Public Data on',
      'My Account off',
      'May Ask to Cancel off',
      'Stop All Agents',
      'Calls: 0, 0.0 KB',
    ]);
    assert.equal(lines(after)[2], 'May Ask to Cancel on');
    assert.equal(window.desk.access.mayAskToCancel, true);
    assert.equal(window.desk.access.account, 'ask');
  });

  it('is nothing once all agents are stopped, until they are started again', async () => {
    const [, stopped = [], started = []] = await choose('Stop All Agents', 'Start Again');
    assert.equal(lines(stopped)[0], 'Start Again');
    assert.equal(lines(started)[2], 'May Ask to Cancel off');
  });

  it('stands beside every call, none of whose input becomes an icon', async () => {
    await window.call('search_markets', { text: '$(zap) otters', limit: 1 });
    const [items = []] = await choose();
    const call = items.at(-1);
    assert.equal(call?.label, 'search_markets');
    assert.equal(call?.description, 'text $ (zap) otters, limit 1');
    assert.match(call?.detail ?? '', / · answered · \d+\.\d KB · allowed to see: market data$/);
    assert.match(items.at(-2)?.label ?? '', /^Calls: 1, /);
  });
});
