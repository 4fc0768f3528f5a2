import assert from 'node:assert/strict';
import { describeSamples } from '../support/samples.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { showOnly } from './support/flows.ts';
import { type RecordedService, startRecordedService } from './support/recorded-service.ts';

describeSamples('recorded payloads, served verbatim', 5, (folder) => {
  let service: RecordedService;
  let editor: Editor;

  before(async () => {
    service = await startRecordedService(folder);
    editor = await openEditor({
      settings: {
        'predictionMarkets.connection': 'custom',
        'predictionMarkets.custom.publicUrl': service.url,
        'predictionMarkets.custom.auth': 'none',
        'predictionMarkets.custom.wire': 'current',
      },
    });
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  const openMarket = async (slug: string) => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Open Market');
    await workbench.quickInput.waitFor('A team, a question');
    await workbench.quickInput.type(slug);
    await workbench.quickInput.pick(slug);
    return workbench.panel(/./).content('.sides');
  };

  it('names No as the winner of the resolved weather markets, whose outcomes are reversed', async () => {
    const view = await showOnly(editor.workbench, 'Activity');
    await view.waitForRows(30_000);
    const rows = await view.rows(40);
    const resolved = rows.filter(({ label }) => / won/.test(label));
    assert.equal(resolved.length, 2, JSON.stringify(rows));
    for (const { label } of resolved) assert.match(label, /^No on .+ won$/);
  });

  it('shows 6.78 contracts as 6.78', async () => {
    const positions = await showOnly(editor.workbench, 'Positions');
    await positions.waitForRows(30_000);
    await positions.expandGroups(10);
    assert.match(JSON.stringify(await positions.rows(40)), /6\.78\b/);
    const activity = await showOnly(editor.workbench, 'Activity');
    assert.match(JSON.stringify(await activity.rows(40)), /6\.78\b/);
  });

  it('shows the NO order at its NO price', async () => {
    const view = await showOnly(editor.workbench, 'Orders');
    await view.waitForRows(30_000);
    await view.expandGroups(20);
    const rows = await view.rows(60);
    assert.ok(
      rows.some(({ label }) => /Buy No.*86¢/.test(label)),
      JSON.stringify(rows),
    );
  });

  it('reads the 404 of the settlement as "not settled yet"', async () => {
    const { workbench } = editor;
    const page = await openMarket('tc-temp-nychigh-2026-08-25-lt79f');
    await page.getByText('Settlement…').first().click();
    const settlement = await workbench.panel(/Settlement/).content('.outcome[data-state]');
    assert.match(await settlement.locator('body').innerText(), /not settled yet/i);
  });

  it('groups the three binary markets of the football match as one Winner, draw included', async () => {
    const view = await showOnly(editor.workbench, 'Events');
    await view.waitForRows(30_000);
    await view.expandGroups(20);
    const rows = await view.rows(60);
    const winner = rows.findIndex(({ label }) => label === 'Winner');
    assert.ok(winner >= 0, JSON.stringify(rows));
    const level = rows[winner]?.level ?? 0;
    const after = rows.slice(winner + 1);
    const end = after.findIndex((row) => row.level <= level);
    const members = after.slice(0, end < 0 ? undefined : end).map(({ label }) => label);
    assert.equal(members.length, 3, JSON.stringify(members));
    assert.ok(members.some((label) => /Draw|Tie/.test(label)));
  });
});
