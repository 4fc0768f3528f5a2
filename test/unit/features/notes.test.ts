import '../../support/editor/install.ts';
import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { type MarkdownIt, Notes } from '../../../src/features/notes.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { present } from '../../support/values.ts';

const OURS = 'prediction-market';

/** A preview of the blocks, as the rule of the extension draws them. */
function preview(notes: Notes, ...infos: readonly string[]): string {
  const markdown: MarkdownIt = {
    renderer: { rules: { fence: (tokens, at) => `<pre>${tokens[at]?.content}</pre>` } },
  };
  assert.equal(notes.extendMarkdownIt(markdown), markdown);
  const tokens = infos.map((info) => ({ info, content: 'a-b-c' }));
  const renderer = { renderAttrs: () => ' data-line="4"' };
  return tokens.map((_, at) => markdown.renderer.rules.fence?.(tokens, at, {}, {}, renderer)).join('');
}

describe('the rule for the Markdown preview', () => {
  it('leaves every other block to the preview, and loads nothing for it', () => {
    const notes = new Notes(() => assert.fail('loaded'));
    assert.equal(
      preview(notes, '', 'ts', 'prediction-markets', `${OURS}-x`, `not ${OURS}`),
      '<pre>a-b-c</pre>'.repeat(5),
    );
  });

  it('leaves a block text until cards can be drawn, then has the preview drawn again and puts them in their place', async () => {
    const notes = new Notes(async () => {
      loads += 1;
      notes.serve(async () => ({ draw: (block) => `<i>${block}</i>`, refresh: () => (refreshes += 1) }));
    });
    let [loads, refreshes] = [0, 0];
    assert.equal(preview(notes, OURS, OURS), '<pre>a-b-c</pre>'.repeat(2));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([loads, refreshes], [1, 1]);
    assert.equal(preview(notes, `${OURS} `), '<div data-line="4"><i>a-b-c</i></div>\n');
  });
});

/** What the Markdown extension hands over while it draws a preview. */
const page = (): object => ({ currentDocument: 'file:///week.md', resourceProvider: {} });

async function scene(isTrusted = true) {
  const { clock, services, close: closeWindow } = await openDemoWindow();
  const tabs = new Emitter<void>();
  const refreshedAt: number[] = [];
  const wants: string[] = [];
  const { watched } = services;
  const want = watched.want.bind(watched);
  watched.want = (by, entries) => {
    if (typeof by === 'object' && by.page === 'notes') wants.push(entries.map(({ key }) => key).join());
    want(by, entries);
  };
  Object.assign(editor.workspace, { isTrusted });
  editor.commands.executeCommand = async () => void refreshedAt.push(clock.now());
  const input = new editor.TabInputWebview('mainThreadWebview-markdown.preview');
  const setShown = (isShown: boolean): void => {
    editor.window.tabGroups = {
      all: isShown ? [{ activeTab: { input } }] : [],
      onDidChangeTabs: tabs.event as typeof editor.window.tabGroups.onDidChangeTabs,
    };
    tabs.fire();
  };
  setShown(true);
  const { NoteCards } = await import('../../../src/features/in-files/note-cards.ts');
  const cards = new NoteCards(services);
  const draw = (block: string, by: object = page()): string => cards.draw(block, by) ?? '';
  const close = async (): Promise<void> => {
    cards.dispose();
    editor.window.tabGroups.all = [];
    Object.assign(editor.workspace, { isTrusted: false });
    await clock.advance(60_000);
    closeWindow();
  };
  return { clock, services, refreshedAt, wants, setShown, draw, close };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** A market somebody holds something in, of an event that is going on. */
async function heldSlug({ clock, services }: Scene): Promise<string> {
  await clock.run(Promise.all([services.positions.load(), services.orders.load(), services.markets.load()]));
  return present(
    services.positions.positions.find(
      ({ marketSlug }) => services.markets.get(marketSlug)?.status === 'OPEN',
    ),
  ).marketSlug;
}

describe('cards of a preview', () => {
  it('are read together once typing pauses, and not at each key', async () => {
    const made = await scene();
    const { clock, wants, draw, close } = made;
    for (const end of ['1', '19', '199', '1999']) {
      const typed = page();
      draw(`aec-nba-lal-bos-${end}`, typed);
      draw('event:nba-lal-bos-2026', typed);
      await clock.advance(300);
    }
    assert.deepEqual(wants, []);
    await clock.advance(1_000);
    assert.deepEqual(wants, ['aec-nba-lal-bos-1999,nba-lal-bos-2026']);
    assert.match(draw('aec-nba-lal-bos-1999'), /No market with this slug/);
    await close();
  });

  it('load the search for one that asks for it once typing pauses, not by being drawn', async () => {
    const { clock, services, draw, close } = await scene();
    const { search } = services;
    let loads = 0;
    const counted = (): ReturnType<typeof search> => {
      loads += 1;
      return search();
    };
    Object.assign(services, { search: counted });
    draw('mine');
    draw('live');
    assert.equal(loads, 0);
    await clock.advance(1_000);
    assert.equal(loads, 1);
    assert.doesNotMatch(draw('mine'), /Searching/);
    await close();
  });

  it('have the preview drawn again while prices move, at most every two seconds, and only while it is in front', async () => {
    const made = await scene();
    const { clock, refreshedAt, setShown, draw, close } = made;
    await heldSlug(made);
    const drawn = async (seconds: number): Promise<number> => {
      const before = refreshedAt.length;
      for (let at = 0, last = -1; at < seconds; at++) {
        if (last !== refreshedAt.length) draw('mine');
        last = refreshedAt.length;
        await clock.advance(1_000);
      }
      return refreshedAt.length - before;
    };
    const often = await drawn(120);
    assert.ok(often > 3 && often <= 61, `${often} times`);
    const gaps = refreshedAt.slice(1).map((at, place) => at - (refreshedAt[place] ?? 0));
    assert.ok(Math.min(...gaps) >= 2_000, gaps.join());
    setShown(false);
    assert.equal(await drawn(60), 0);
    setShown(true);
    assert.ok((await drawn(60)) > 0);
    await close();
  });

  it('of a search are drawn again once the search is there, and once it finds more, though nothing else changes', async () => {
    const { clock, services, refreshedAt, draw, close } = await scene(false);
    await clock.run(Promise.all([services.markets.load(), services.events.load()]));
    const search = await services.search();
    const find = search.find.bind(search);
    const indexed = new Emitter<void>();
    search.find = () => find('quokka');
    Object.assign(search, { onDidIndex: indexed.event });
    assert.match(inEnglish(draw('live')), /Searching/);
    await clock.advance(3_000);
    assert.equal(refreshedAt.length, 1);
    assert.match(inEnglish(draw('live')), /No market that was read is called that/);
    await clock.advance(3_000);
    assert.equal(refreshedAt.length, 1);
    search.find = find;
    indexed.fire();
    assert.equal(refreshedAt.length, 2);
    assert.match(draw('live'), /<table>/);
    await close();
  });

  it('say what is held to a preview of a trusted workspace alone, and not while amounts are hidden', async () => {
    const made = await scene();
    const { services, draw, close } = made;
    const slug = await heldSlug(made);
    const sign = /[◆◇]/;
    assert.match(draw(slug), sign);
    assert.match(draw('mine'), /Searching/);
    await made.clock.advance(5_000);
    assert.match(draw('mine'), sign);
    // As `markdown.api.render` has it: of a text, and of a document.
    for (const by of [{}, { currentDocument: 'file:///week.md', resourceProvider: undefined }]) {
      for (const block of [slug, 'mine', 'live']) assert.doesNotMatch(draw(block, by), sign, block);
      assert.match(draw('mine', by), /not shown here/);
    }
    await services.config.set('hideAmounts', true);
    for (const block of [slug, 'mine', 'live']) assert.doesNotMatch(draw(block), sign, block);
    await services.config.set('hideAmounts', false);
    Object.assign(editor.workspace, { isTrusted: false });
    for (const block of [slug, 'mine', 'live']) assert.doesNotMatch(draw(block), sign, block);
    await close();
  });

  it('link to the page of their market, or to the search, where a preview opens addresses of the editor: in a browser by one name', async () => {
    const made = await scene();
    const slug = await heldSlug(made);
    const place = 'vscode://prediction-markets.prediction-markets';
    made.draw('live');
    made.draw('a & b');
    await made.clock.advance(5_000);
    const assertLinked = (): void => {
      const open = `<a href="${place}/openMarket?slug=${slug}">Open</a>`;
      assert.ok(inEnglish(made.draw(slug)).includes(open));
      const search = `<a href="${place}/searchMarkets?text=live">Open search</a>`;
      assert.ok(inEnglish(made.draw('query: live\nlimit: 2')).includes(search));
      // Above all where nothing was found: the service may know more.
      const none = made.draw('quokka');
      assert.match(inEnglish(none), /No market that was read is called that/);
      assert.ok(inEnglish(none).includes(`<a href="${place}/searchMarkets?text=quokka">Open search</a>`));
      assert.doesNotMatch(made.draw('a & b'), /<a/);
    };
    assertLinked();
    editor.env.uiKind = editor.UIKind.Web;
    assertLinked();
    const { uriScheme } = editor.env;
    editor.env.uriScheme = 'code-oss';
    for (const block of [slug, 'live']) assert.doesNotMatch(made.draw(block), /<a/);
    Object.assign(editor.env, { uriScheme, uiKind: editor.UIKind.Desktop });
    await made.close();
  });

  it('read nothing for a workspace that is not trusted, and say so', async () => {
    const { clock, wants, draw, close } = await scene(false);
    assert.match(draw('aec-nba-lal-bos-2026-11-20'), /not trusted/);
    await clock.advance(5_000);
    assert.deepEqual(wants, []);
    await close();
  });
});
