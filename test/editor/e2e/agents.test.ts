import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import type { ViewPane } from './support/view-pane.ts';

type Answer = readonly [tool: string, how: 'answered' | 'thrown', text: string];

interface Answers {
  readonly answers: readonly Answer[];
  /** Ours, as an extension sees them. */
  readonly tools: readonly string[];
  readonly prompts: readonly string[];
}

/** An agent by a script, in a chat with AI features on and no model: it calls what a script says. */
describe('agents in the real window', function () {
  this.timeout(600_000);
  let editor: Editor;
  let access: ViewPane;
  let folder = '';

  before(async () => {
    editor = await openEditor({
      settings: { 'chat.disableAIFeatures': false },
      beside: path.join(import.meta.dirname, 'support/probe'),
      viewport: { width: 1400, height: 900 },
    });
    folder = path.join(editor.server.workspace, '.probe');
    await mkdir(folder);
    await editor.workbench.openSidebar();
    await editor.workbench.runCommand('Prediction Markets: Agent Access');
    access = editor.workbench.view('Agent Access');
    await access.waitForRows();
  });

  after(async () => {
    await editor.close();
  });

  afterEach(keepEvidence(() => editor));

  /** Has the script make these calls; `between`: what the person does meanwhile. */
  async function calling(
    calls: readonly (readonly [string, object])[],
    {
      from = 'extension',
      between = async () => {},
    }: { from?: 'chat' | 'extension'; between?: () => Promise<void> } = {},
  ): Promise<Answers> {
    const { workbench } = editor;
    await rm(path.join(folder, 'answers.json'), { force: true });
    await writeFile(path.join(folder, 'calls.json'), JSON.stringify(calls));
    if (from === 'extension') await workbench.runCommand('Probe: Call Tools');
    else await sayInChat('@probe go');
    await between();
    return eventually(
      async () =>
        JSON.parse(
          await readFile(path.join(folder, 'answers.json'), 'utf8').catch(() => 'null'),
        ) as Answers | null,
      (answers) => answers !== null,
      'the calls are made',
    ) as Promise<Answers>;
  }

  async function sayInChat(text: string): Promise<void> {
    const { workbench } = editor;
    await workbench.runCommand('Chat: Open Chat');
    const input = workbench.page.locator('.interactive-input-part .monaco-editor').first();
    await input.click();
    await workbench.page.keyboard.type(text);
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Enter');
  }

  const rowsOf = async (): Promise<readonly string[]> =>
    (await access.rows()).map(({ label, description }) => `${label} ${description}`.replace(/\s+/g, ' '));

  it('show in a view who calls, what, and what it may see', async () => {
    const { answers, tools } = await calling([
      ['get_environment', {}],
      ['search_markets', { text: 'at', limit: 3 }],
    ]);
    assert.deepEqual(
      answers.map(([, how]) => how),
      ['answered', 'answered'],
    );
    assert.equal(tools.length, 12);
    const rows = await eventually(
      rowsOf,
      (all) => all.some((row) => /^search_markets/.test(row)),
      'the call is listed',
    );
    assert.ok(
      rows.some((row) => /^Another extension/.test(row)),
      rows.join('\n'),
    );
  });
});
