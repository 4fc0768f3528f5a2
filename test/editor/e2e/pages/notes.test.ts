import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { MarketView } from '../../../../src/core/market-view.ts';
import { eventCard, marketCard, queryCard, wordsCard } from '../../../../src/view/note-card.ts';
import { repository } from '../../../../tools/repository.ts';
import { anOrder, aPosition } from '../../../support/account-values.ts';
import { rounds } from '../../../support/rounds.ts';
import { anEvent, d, lakeGame, usd } from '../../../support/values.ts';
import { aContext, knownPositions, NOW } from '../../../support/view.ts';
import { ensureHost } from '../../../support/vscode/install.ts';
import { openPanelBrowser, type PanelBrowser } from '../../../support/vscode/panel-browser.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { violations } from '../support/page-checks.ts';
import { CLASSIC_LIGHT, THEMES, themes } from '../support/page-themes.ts';

const context = aContext();
const frame = { connection: 'DEMO', href: 'vscode://x/openMarket?slug=a-b-c' };
const fresh = { source: 'stream', at: NOW, standing: 'fresh' } as const;
const cut = { ...fresh, at: NOW - 600_000, standing: 'cut' } as const;
const market = lakeGame({ bestAskQuote: usd('0.44'), bestBidQuote: usd('0.43') });
const event = anEvent({
  markets: [market, lakeGame({ slug: 'b', question: 'Over 9.5?', sportsMarketTypeV2: undefined })],
  live: true,
  gameId: '9',
  period: 'Q3',
});
const view = (own: Partial<MarketView> = {}): MarketView => ({ market, event, freshness: fresh, ...own });
const stake = {
  positions: knownPositions([aPosition({ netPosition: d(120), cost: usd(54) })], () => market),
  orders: [{ order: anOrder(), market }],
  freshness: fresh,
};
const sources = { viewOf: (listed: typeof market) => view({ market: listed }), stakeOf: () => stake };
const rows = [
  { label: '38¢ Port Alder Otters 17–20 Lake Marrow Herons 64¢', detail: '◆ Basketball · live · Q3 4:12' },
  { label: '34¢ Otters 0–0 Herons –', detail: 'Basketball · live · Q1 · vol 451k' },
];
const found = (...views: readonly MarketView[]) => ({ count: '9 markets found', views });
const CARDS = [
  marketCard(view(), stake, frame, context),
  marketCard(view({ freshness: cut }), stake, frame, context),
  marketCard(view({ market: lakeGame({ ep3Status: 'HALTED' }) }), undefined, frame, context),
  eventCard(event, [], sources, frame, context),
  queryCard('live', rows, found(view()), frame, context),
  queryCard('live', rows, found(view({ freshness: cut })), frame, context),
  wordsCard(
    [
      { kind: 'title', text: 'No market with this slug' },
      { kind: 'field', label: 'Nearest', value: 'aec-nba-otters-herons-2026-11-20' },
    ],
    frame,
    context,
  ),
];

/** What the editor gives every page of an extension, as far as cards depend on it. */
const DEFAULTS = `@layer vscode-default {
  body { background-color: transparent; color: var(--vscode-editor-foreground); }
  a { color: var(--vscode-textLink-foreground); }
}
html { background-color: var(--vscode-editor-background); }`;

describe('cards in a Markdown preview', () => {
  let browser: PanelBrowser;
  let styles: readonly string[];

  before(async () => {
    browser = await openPanelBrowser(false);
    const { fewBuiltIns } = await ensureHost(console.error);
    const files = [
      path.join(fewBuiltIns, 'markdown-language-features/media/markdown.css'),
      path.join(repository, 'media/notes.css'),
    ];
    styles = [DEFAULTS, ...(await Promise.all(files.map((file) => readFile(file, 'utf8'))))];
  });
  after(() => browser.close());

  async function open(theme: string, colours: Readonly<Record<string, string>>): Promise<Page> {
    const page = await browser.context.newPage();
    const variables = Object.entries({ 'editor-foreground': colours['foreground'], ...colours });
    const root = variables.map(([name, value]) => `--vscode-${name}: ${value};`).join('');
    await page.setContent(`<!DOCTYPE html><html lang="en"><head><title>Preview</title>
      <style>:root { ${root} --vscode-font-family: "DejaVu Sans", sans-serif; --vscode-font-size: 13px; }</style>
      ${styles.map((style) => `<style>${style}</style>`).join('')}</head>
      <body class="vscode-body ${theme}"><main><h1>Week 12</h1>${CARDS.join('')}</main></body></html>`);
    return page;
  }

  const looks = [
    ...themes.map((theme) => [theme, theme, THEMES[theme]] as const),
    ['a light theme that writes grey on grey', 'vscode-light', CLASSIC_LIGHT] as const,
  ];
  for (const [name, theme, colours] of looks.slice(0, rounds(1, looks.length)))
    it(`are accessible in ${name}, whatever they say`, async () => {
      const page = await open(theme, colours);
      assert.equal(await page.locator('.prediction-market').count(), CARDS.length);
      assert.deepEqual(await violations(page), []);
      await page.close();
    });

  it('cut no text and scroll nowhere, from 1000 pixels to 320', async () => {
    const page = await open('vscode-dark', THEMES['vscode-dark']);
    for (const width of [1000, 640, 480, 320]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await cutTexts(page.mainFrame()), [], `${width}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(wide) <= 0, `${wide} pixels too wide at ${width}`);
    }
    await page.close();
  });
});
