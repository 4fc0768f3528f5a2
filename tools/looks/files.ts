import type { Market } from '../../src/core/market.ts';
import { MARKETS, SEED } from '../../src/demo/index.ts';
import { createWorld } from '../../src/demo/world.ts';
import { actUntil } from '../../test/editor/e2e/support/again.ts';
import type { Editor } from '../../test/editor/e2e/support/editor.ts';
import {
  completeAfter,
  hoverOver,
  openDocument,
  openFile,
  openPreview,
} from '../../test/editor/e2e/support/files.ts';
import { showOnly } from '../../test/editor/e2e/support/flows.ts';
import { accountOf, catalogueOf } from '../../test/support/read-world.ts';

const NOTE = 'week-12.md';
const GONE = 'aec-cfb-xxx-yyy-1999-01-01';
/** What is switched on for the pictures. */
export const FILE_SETTINGS = {
  'predictionMarkets.files.codeLens': true,
  'predictionMarkets.files.inlayPrices': true,
};

interface Named {
  readonly held: string;
  readonly other: string;
  readonly event: string;
  /** The beginning of a name that many markets have. */
  readonly typed: string;
}

/** A note that names markets, its preview, and the document of positions beside a copy of it. */
export class FileLooks {
  readonly #editor: Editor;
  readonly #named: Named;

  /** `now`: when the window opened, Unix milliseconds. */
  constructor(editor: Editor, now: number) {
    this.#editor = editor;
    this.#named = namedAt(now);
  }

  /** Once, before any picture. */
  async open(): Promise<void> {
    const { workbench } = this.#editor;
    for (const name of ['Orders', 'Positions']) await (await showOnly(workbench, name)).waitForRows();
    await workbench.runCommand('View: Close Primary Side Bar');
    await openFile(this.#editor, NOTE, noteOf(this.#named));
    await openPreview(workbench, NOTE, '.prediction-market table');
    await openDocument(workbench, 'positions.md');
    const { quickInput } = workbench;
    await workbench.runCommand('Prediction Markets: Save a Copy…');
    await quickInput.waitFor('Save a Copy');
    await quickInput.accept();
  }

  /** @param shoot takes a picture of the window as it stands. */
  async look(shoot: (what: string) => Promise<void>): Promise<void> {
    const { workbench } = this.#editor;
    const { page } = workbench;
    const { held, event, typed } = this.#named;
    await this.#show(new RegExp(`^${NOTE}`));
    await page.locator('.codelens-decoration').first().waitFor();
    await shoot('file-lenses');
    for (const [what, text, says] of [
      ['hover', held, /Stop Watching|Watch/],
      ['hover-event', event, /Watch/],
      ['hover-unknown', GONE, /Search Markets/],
    ] as const) {
      await hoverOver(workbench, text, says);
      await shoot(`file-${what}`);
    }
    await completeAfter(workbench, `market:${typed}`, /¢/);
    await page.keyboard.press('ControlOrMeta+Space'); // the text beside the choice
    await shoot('file-completion');
    await page.keyboard.press('Escape');
    await this.#show(`Preview ${NOTE}`);
    await shoot('file-preview');
    await openDocument(workbench, 'positions.md');
    await shoot('file-positions');
    await this.#compare();
    await shoot('file-comparison');
    await workbench.runCommand('View: Close Editor');
  }

  /** Leaves the window as it was. */
  async close(): Promise<void> {
    await this.#editor.workbench.runCommand('View: Close All Editors');
    await this.#editor.workbench.openSidebar();
  }

  async #show(title: string | RegExp): Promise<void> {
    await this.#editor.workbench.tab(title).first().click();
  }

  async #compare(): Promise<void> {
    const { workbench } = this.#editor;
    const { page, quickInput } = workbench;
    await actUntil(
      'comparing',
      async () => {
        await workbench.runCommand('Prediction Markets: Compare Portfolio With…');
        await quickInput.pick('positions-');
      },
      async () => ((await page.locator('.monaco-diff-editor .line-insert').count()) > 0 ? true : undefined),
    );
  }
}

function namedAt(now: number): Named {
  const world = createWorld({ seed: SEED, markets: MARKETS, epochMs: now });
  const listed = catalogueOf(world).markets({ active: true, closed: false }, { limit: 200, offset: 0 }, now);
  const open = new Set(listed.map(({ slug }) => slug));
  const slugs = accountOf(world)
    .positions(now)
    .map(({ marketSlug }) => marketSlug);
  const [event] = catalogueOf(world).events({ active: true, closed: false }, { limit: 1, offset: 0 }, now);
  const [first, last] = [listed[0], listed.at(-1)];
  if (first === undefined || last === undefined || event === undefined) throw new Error('The demo is empty.');
  const held = slugs.find((slug) => open.has(slug)) ?? first.slug;
  return { held, other: last.slug, event: `event:${event.slug}`, typed: mostNamed(listed) };
}

/** The first letters of the last word that most sides are called by. */
function mostNamed(markets: readonly Market[]): string {
  const times = new Map<string, number>();
  for (const { sides } of markets)
    for (const { team } of sides) {
      const word = team?.name?.split(' ').at(-1) ?? '';
      times.set(word, (times.get(word) ?? 0) + (word === '' ? 0 : 1));
    }
  const [[word] = ['']] = [...times].sort(([, a], [, b]) => b - a);
  return word.slice(0, 4).toLowerCase();
}

function noteOf({ held, other, event, typed }: Named): string {
  const block = (...lines: readonly string[]): string =>
    `\`\`\`prediction-market\n${lines.join('\n')}\n\`\`\``;
  return `# Week 12

Game of the day: ${held}
Rates: ${other}, ${event}
Left alone: feature-branch-2026-11-22, gone: market:${GONE}

## Tonight

market:${typed}

${block(held)}

${block(event)}

${block('query: live', 'sort: volume', 'limit: 4')}

${block(GONE)}
`;
}
