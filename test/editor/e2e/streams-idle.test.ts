import assert from 'node:assert/strict';
import { rounds } from '../../support/rounds.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, openFromRow, showOnly, signIn } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { LONG, seenFreshness } from './support/marks.ts';

const SECOND = 1_000;

describe('what looking costs', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;

  before(async () => {
    service = await startLiveService();
    editor = await openEditor({
      settings: { ...service.settings, 'predictionMarkets.statusBar.enabled': false },
    });
    await editor.workbench.openSidebar();
    await signIn(editor.workbench, service);
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  const follow = async () => {
    const { workbench } = editor;
    const positions = await showOnly(workbench, 'Positions');
    await positions.waitForRows(90_000);
    return openFromRow(workbench, positions, {
      row: / @ .*[▲▼]/,
      level: 2,
      action: 'Open Market',
      title: /./,
      selector: '.sides .price b',
    });
  };
  const live = (page: Awaited<ReturnType<typeof follow>>) =>
    eventually(
      async () => ({ connections: service.connections, ...(await seenFreshness(page)) }),
      (now) => now.connections === 2 && now.standing === 'live',
      'both lines are up and the panel is live',
      LONG,
    );

  it('is at most six requests a minute while the streams are up and nothing happens', async () => {
    await live(await follow());
    const { workbench } = editor;
    for (const name of ['Orders', 'Markets']) await workbench.view(name).setExpanded(true);
    // Nothing happens to the account meanwhile: what does is read again.
    await service.whilePaused(async () => {
      await quiet();
      const counted = await requestsOf(rounds(20, 60) * SECOND);
      assert.ok(total(counted) <= 6, JSON.stringify(counted));
    });
  });

  it('is nothing once everything is hidden, and it is live again when it is shown', async () => {
    const { workbench } = editor;
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('View: Close Primary Side Bar');
    await eventually(
      async () => service.connections,
      (connections) => connections === 0,
      'no line is left',
      LONG,
    );
    await quiet();
    const counted = await requestsOf(rounds(10, 30) * SECOND);
    assert.deepEqual(counted, {});
    assert.equal(service.connections, 0);
    await live(await follow());
  });

  const quiet = () =>
    eventually(
      () => requestsOf(3000),
      (counted) => total(counted) === 0,
      'nothing more is read',
      LONG,
    );

  const requestsOf = async (ms: number) => {
    await service.takeRequests();
    await editor.workbench.page.waitForTimeout(ms);
    return service.takeRequests();
  };
});

function total(counted: Readonly<Record<string, number>>): number {
  return Object.values(counted).reduce((sum, times) => sum + times, 0);
}
