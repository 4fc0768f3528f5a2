import assert from 'node:assert/strict';
import { type Editor, keepEvidence, openEditor } from './support/editor.ts';
import { openFromRow, showOnly } from './support/flows.ts';

/** How long somebody looks at the page, and how often it is measured, milliseconds. */
const LOOKS_MS = 60_000;
const EACH_MS = 250;

/** Where the controls of the page and its ladder are, and what the ladder says; runs in the page. */
function measure(): string {
  interface Seen {
    readonly title: string;
    readonly textContent: string | null;
    getBoundingClientRect(): {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  }
  const { document, scrollY } = globalThis as unknown as {
    readonly document: { querySelectorAll(selector: string): Iterable<Seen> };
    readonly scrollY: number;
  };
  const boxOf = (each: Seen): string => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y + scrollY, width, height].map(Math.round).join(' ');
  };
  const cancels = [...document.querySelectorAll('.you vscode-button')];
  const fixed = [
    ...document.querySelectorAll('.ladder, .ladder .middle, .what-if, .plot, .history vscode-button'),
  ];
  return JSON.stringify({
    cancels: cancels.map((each) => [each.title, boxOf(each)]),
    fixed: fixed.map(boxOf),
    says: [...document.querySelectorAll('.ladder td, .side .price')]
      .map((each) => each.textContent)
      .join('|'),
  });
}

interface Measured {
  readonly cancels: readonly (readonly [title: string, box: string])[];
  readonly fixed: readonly string[];
  readonly says: string;
}

describe('the page of a market in the editor', function () {
  this.timeout(600_000);
  let editor: Editor;
  before(async () => {
    editor = await openEditor({ viewport: { width: 1280, height: 800 } });
  });
  after(() => editor.close());
  afterEach(keepEvidence(() => editor));

  it('moves no Cancel… and no control while prices move for a minute', async () => {
    const { workbench } = editor;
    await workbench.openSidebar();
    const orders = await showOnly(workbench, 'Orders');
    const content = await openFromRow(workbench, orders, {
      row: /¢/,
      title: /./,
      selector: '.you .slot vscode-button',
    });
    await content.locator('#root[aria-busy="false"] .ladder').waitFor();
    const frame = await (await content.locator('#root').elementHandle())?.ownerFrame();
    assert.ok(frame);
    const look = async (): Promise<Measured> => JSON.parse(await frame.evaluate(measure)) as Measured;
    const first = await look();
    const places = new Map(first.cancels);
    const said = new Set([first.says]);
    for (let waitedMs = 0; waitedMs < LOOKS_MS; waitedMs += EACH_MS) {
      await workbench.page.waitForTimeout(EACH_MS);
      const now = await look();
      said.add(now.says);
      assert.deepEqual(now.fixed, first.fixed, `after ${waitedMs} ms`);
      // An order may come, fill or be gone meanwhile: the others stay where they are.
      for (const [title, box] of now.cancels) {
        if (!places.has(title)) places.set(title, box);
        assert.equal(box, places.get(title), `${title} after ${waitedMs} ms`);
      }
    }
    assert.ok(said.size > 1, 'prices moved');
  });
});
