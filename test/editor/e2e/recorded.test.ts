import assert from 'node:assert/strict';
import { describeSamples } from '../../support/samples.ts';
import { actUntil } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { eventually, showOnly } from './support/flows.ts';
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

  afterEach(keepEvidence(() => editor));

  const openMarket = async (slug: string) => {
    const { workbench } = editor;
    await workbench.runCommand('Prediction Markets: Open Market');
    await workbench.quickInput.waitFor('Team, question, league or slug');
    await workbench.quickInput.type(slug);
    await workbench.quickInput.pick(slug);
    return workbench.panel(/./).content('.sides');
  };

  it('names No as the winner of the resolved weather markets, whose outcomes are reversed', async () => {
    const view = await showOnly(editor.workbench, 'Activity');
    await view.waitForRows();
    const resolved = await eventually(
      async () => (await view.rows(40)).filter(({ label }) => / won/.test(label)),
      ({ length }) => length === 2,
      'two resolved markets',
    );
    for (const { label } of resolved) assert.match(label, /^No on .+ won$/);
  });

  it('shows 6.78 contracts as 6.78', async () => {
    const positions = await showOnly(editor.workbench, 'Positions');
    await positions.waitForRows();
    await positions.expandGroups(10);
    const shows = (rows: unknown) => /6\.78\b/.test(JSON.stringify(rows));
    await eventually(() => positions.rows(40), shows, '6.78 in positions');
    const activity = await showOnly(editor.workbench, 'Activity');
    await eventually(() => activity.rows(40), shows, '6.78 in activity');
  });

  it('shows the NO order at its NO price', async () => {
    const view = await showOnly(editor.workbench, 'Orders');
    await view.waitForRows();
    await view.expandGroups(20);
    await eventually(
      () => view.rows(60),
      (rows) => rows.some(({ label }) => /Buy No.*86¢/.test(label)),
      'the NO order',
    );
  });

  it('reads the 404 of the settlement as "not settled yet"', async () => {
    const { workbench } = editor;
    const page = await openMarket('tc-temp-nychigh-2026-08-25-lt79f');
    const settlement = await actUntil(
      'opening the settlement',
      () => page.getByText('Settlement…').first().click({ timeout: 5000 }),
      () => workbench.panel(/Settlement/).shown('.outcome[data-state]'),
    );
    assert.match(await settlement.locator('body').innerText(), /not settled yet/i);
  });

  it('groups the three binary markets of the football match as one Winner, draw included', async () => {
    const view = await showOnly(editor.workbench, 'Events');
    await view.waitForRows();
    await view.expandGroups(20);
    const rows = await eventually(
      () => view.rows(60),
      (now) => now.some(({ label }) => label === 'Winner'),
      'the group',
    );
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
