import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock.ts';
import type { Market } from '../../../src/core/market.ts';
import { catalogueOf } from '../../support/read-world.ts';
import { present } from '../../support/values.ts';
import { actUntil, eventually } from './support/again.ts';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { completeAfter, hoverOver, lineOf, openFile, openPreview } from './support/files.ts';
import { showOnly, signIn } from './support/flows.ts';
import { type LiveService, startLiveService } from './support/live-service.ts';
import { movingMarkets, seedOfMovingMarkets } from './support/moving-markets.ts';
import { userSetting } from './support/user-settings.ts';

const FRAMES = 0;
const GONE = 'aec-cfb-xxx-yyy-1999-01-01';

/** Notes and a watchlist of a workspace, over a service whose prices move. */
describe('files of a workspace', function () {
  this.timeout(600_000);
  let service: LiveService;
  let editor: Editor;
  let slug: string;
  let name: string;

  before(async () => {
    service = await startLiveService({
      frames: FRAMES,
      seed: seedOfMovingMarkets(FRAMES, systemClock.now()),
      dialect: 'current',
    });
    const market = present(movingMarkets(service.world, service.now())[0]);
    slug = market.slug;
    name = lastNameOf(market);
    editor = await openEditor({ settings: service.settings, viewport: { width: 1280, height: 800 } });
    await signIn(editor.workbench, service);
  });

  after(async () => {
    await editor.close();
    await service.stop();
  });

  afterEach(keepEvidence(() => editor));

  it('a slug has a hover with both prices, whose Watch puts it on the watchlist', async () => {
    const { workbench } = editor;
    await openFile(editor, 'plan.md', `Tonight ${slug}, then\nmarket:${name}\n`);
    await actUntil(
      'watching it',
      async () => {
        const hover = await hoverOver(workbench, slug, /\bWatch\b/);
        assert.match(await hover.innerText(), /\d¢ to buy[\s\S]*\d¢ to buy/);
        await hover.getByRole('link', { name: 'Watch', exact: true }).click({ timeout: 5000 });
      },
      async () => {
        const list = await userSetting<Readonly<Record<string, readonly string[]>>>(editor, 'watchlist');
        return list?.['']?.includes(slug) === true ? true : undefined;
      },
    );
    await hoverOver(workbench, slug, /Stop Watching/);
    await (await showOnly(workbench, 'Watchlist')).findRow(/\d¢/);
  });

  it('a name typed after market: becomes the slug of the market that is chosen', async () => {
    const { workbench } = editor;
    await completeAfter(workbench, `market:${name}`, /\d¢/);
    await workbench.page.keyboard.press('Enter');
    const [, chosen = ''] = await eventually(
      async () => /^market:([a-z\d-]+)$/.exec(await lineOf(workbench.page, 'market:').innerText()) ?? [],
      ({ length }) => length > 0,
      'a slug in place of the name',
    );
    const market = present(catalogueOf(service.world).marketBySlug(chosen, service.now()));
    assert.match(JSON.stringify(market), new RegExp(name));
  });

  it('a card in a Markdown preview shows both prices and follows them, with one read, and says when it is cut off', async () => {
    await service.takeRequests();
    await openFile(
      editor,
      'week.md',
      `# Week\n\n\`\`\`prediction-market\n${slug}\n\`\`\`\n\n\`\`\`prediction-market\n${GONE}\n\`\`\`\n`,
    );
    const preview = await openPreview(editor.workbench, 'week.md', '.prediction-market .sides');
    const read = (): Promise<string> =>
      preview
        .locator('body')
        .innerText({ timeout: 2000 })
        .catch(() => '');
    const streamed = await eventually(read, (text) => / · stream/.test(text), 'a card of the stream');
    assert.match(streamed, /\d¢ to buy[\s\S]*\d¢ to buy/);
    const prices = (text: string): string => (text.match(/[\d.]+¢ to \w+/g) ?? []).join();
    await eventually(
      read,
      (text) => prices(text) !== '' && prices(text) !== prices(streamed),
      'a price that moves',
    );
    await eventually(read, (text) => /No market with this slug/.test(text), 'what is said of a wrong slug');
    const asked = await service.takeRequests();
    assert.equal(asked[`GET /v1/market/slug/${GONE}`], 1, JSON.stringify(asked));
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

  it('a card in a preview opens the page of its market and the search, and no link of a note does more', async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await nameEditor('vscode');
    const place = 'vscode://prediction-markets.prediction-markets';
    const fence = (...lines: readonly string[]): string =>
      ['```prediction-market', ...lines, '```', ''].join('\n');
    await openFile(
      editor,
      'links.md',
      [
        fence(slug),
        fence('query: live', 'limit: 2'),
        fence(`query: "><a href="${place}/signOut">a card</a>`),
        fence('query: [a card](command:workbench.action.closeAllEditors)'),
        `[Cancel](${place}/cancelAllOrders)`,
      ].join('\n'),
    );
    const preview = () => workbench.panel(/Preview links/).shown('.prediction-market .foot a');
    await actUntil('opening the preview', () => workbench.runCommand('Markdown: Open Preview'), preview);
    const click = async (name: string): Promise<void> =>
      (await preview())?.getByRole('link', { name, exact: true }).click({ timeout: 5000 });
    // A preview that is drawn again while it is read has its frame replaced.
    const names = async (): Promise<readonly string[]> =>
      (await preview())
        ?.locator('.prediction-market a')
        .allInnerTexts()
        .catch(() => []) ?? [];
    const links = await eventually(
      names,
      (texts) => texts.length > 1,
      'a card of a market and one of a search',
    );
    assert.deepEqual(links, ['Open', 'Open search'], 'what a note says in a card is text');
    await actUntil(
      'opening the search',
      () => click('Open search'),
      async () => ((await quickInput.value()) === 'live' ? true : undefined),
    );
    await quickInput.cancel();
    await click('Cancel');
    await workbench.notification(/This link cannot be opened/);
    await workbench.clearNotifications();
    assert.equal(await workbench.dialog.count(), 0);
    const tabs = workbench.tab(/./);
    const before = await tabs.count();
    await actUntil(
      'opening the market',
      () => click('Open'),
      async () => ((await tabs.count()) > before ? true : undefined),
    );
    await workbench.panel(/./).content('body:has(h1):has(.sides .price)');
  });

  /** Has the window name addresses of the editor as the editor of most people does; the one of the tests is called otherwise. */
  async function nameEditor(scheme: string): Promise<void> {
    await editor.workbench.page.addInitScript(`{
      const { getAttribute } = Element.prototype;
      Element.prototype.getAttribute = function (name) {
        const value = getAttribute.call(this, name);
        if (name !== 'data-settings' || this.id !== 'vscode-workbench-web-configuration') return value;
        const { productConfiguration, ...others } = JSON.parse(value);
        return JSON.stringify({ ...others, productConfiguration: { ...productConfiguration, urlProtocol: '${scheme}' } });
      };
    }`);
    await editor.workbench.reload();
  }

  it('a watchlist file has its mistakes marked while it is open, each with a fix', async () => {
    const { workbench } = editor;
    const { page } = workbench;
    const name = '.prediction-markets/watchlist.json';
    await openFile(
      editor,
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

/** The last word of what its long side is called. */
function lastNameOf({ sides }: Market): string {
  const side = sides.find(({ long }) => long);
  return (
    present(side?.team?.name ?? side?.description)
      .split(' ')
      .at(-1) ?? ''
  );
}
