import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { systemClock } from '../../../src/base/clock.ts';
import { present } from '../../support/values.ts';
import { actUntil, eventually } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { signIn } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { movingMarkets, seedOfMovingMarkets } from './support/moving-markets.ts';

const FRAMES = 0;
const GONE = 'aec-cfb-xxx-yyy-1999-01-01';

/** Notes and a watchlist of a workspace, over a service whose prices move. */
describe('files of a workspace', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;
  let slug: string;

  before(async () => {
    service = await startLiveService({
      frames: FRAMES,
      seed: seedOfMovingMarkets(FRAMES, systemClock.now()),
      dialect: 'current',
    });
    slug = present(movingMarkets(service.world, service.now())[0]).slug;
    editor = await openEditor({ settings: service.settings, viewport: { width: 1280, height: 800 } });
    await signIn(editor.workbench, service);
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  async function openFile(name: string, text: string): Promise<void> {
    const file = path.join(editor.server.workspace, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    const { page, quickInput } = editor.workbench;
    const base = path.basename(name);
    const tab = page.locator('.part.editor .tab', { hasText: base });
    await actUntil(
      `opening ${name}`,
      async () => {
        await quickInput.cancel();
        await page.keyboard.press('ControlOrMeta+P');
        // In full, so that it needs no search: the oldest host has none.
        await quickInput.type(file, 5000);
        await (await quickInput.row(base, { timeout: 5000 })).click({ timeout: 5000 });
      },
      async () => ((await tab.count()) > 0 ? true : undefined),
    );
  }

  it('a card in a Markdown preview shows both prices and follows them, with one read, and says when it is cut off', async () => {
    const { workbench } = editor;
    await openFile(
      'week.md',
      `# Week\n\n\`\`\`prediction-market\n${slug}\n\`\`\`\n\n\`\`\`prediction-market\n${GONE}\n\`\`\`\n`,
    );
    await service.takeRequests();
    const preview = (): Promise<FrameLocator | undefined> =>
      workbench.panel(/Preview week/).shown('.prediction-market .sides');
    await actUntil('opening the preview', () => workbench.runCommand('Markdown: Open Preview'), preview);
    const read = async (): Promise<string> =>
      (await (
        await preview()
      )
        ?.locator('body')
        .innerText({ timeout: 2000 })
        .catch(() => '')) ?? '';
    const streamed = await eventually(read, (text) => / · stream/.test(text), 'a card of the stream');
    assert.match(streamed, /\d¢ to buy[\s\S]*\d¢ to buy/);
    const prices = (text: string): string => (text.match(/[\d.]+¢ to \w+/g) ?? []).join();
    await eventually(
      read,
      (text) => prices(text) !== '' && prices(text) !== prices(streamed),
      'a price that moves',
    );
    const asked = await service.takeRequests();
    assert.equal(asked[`GET /v1/market/slug/${GONE}`], 1, JSON.stringify(asked));
    assert.match(await read(), /No market with this slug/);
    await service.setReachable(false);
    await eventually(read, (text) => /Not connected, as of /.test(text), 'a card that is cut off', 120_000);
    await service.setReachable(true);
    await eventually(
      read,
      (text) => /\d¢/.test(text) && !/Not connected/.test(text),
      'a card again',
      120_000,
    );
  });

  it('a watchlist file has its mistakes marked while it is open, each with a fix', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    const name = '.prediction-markets/watchlist.json';
    await openFile(
      name,
      `{\n  "": [\n    "${slug}",\n    "${slug}",\n    "no slug",\n    "${GONE}"\n  ]\n}\n`,
    );
    await workbench.runCommand('View: Focus Problems');
    const rows = page.locator('.markers-panel .monaco-list-row');
    const problems = async (): Promise<string> => (await rows.allInnerTexts()).join('\n');
    for (const words of [/in the list already/, /This is no slug/, /No market with this slug/])
      await eventually(problems, (text) => words.test(text), String(words));
    await actUntil(
      'removing what is listed twice',
      async () => {
        // A menu of the try before would cover the row.
        await page.keyboard.press('Escape');
        await rows.filter({ hasText: 'in the list already' }).click({ timeout: 5000 });
        await page.keyboard.press('ControlOrMeta+.');
        const action = page.locator('.monaco-menu .action-item', { hasText: 'Remove from the List' });
        await action.first().hover({ timeout: 5000 });
        await page.keyboard.press('Enter'); // a menu takes no click in its first moment
      },
      async () => (/in the list already/.test(await problems()) ? undefined : true),
    );
    assert.match(await problems(), /No market with this slug/);
  });
});
