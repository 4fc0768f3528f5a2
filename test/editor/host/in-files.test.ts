import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Market } from '../../../src/core/market.ts';
import { isWatched } from '../../../src/core/watchlist.ts';
import { present } from '../../support/values.ts';
import { describeInside, until } from './inside.ts';

await describeInside('markets that files name', ({ services }) => {
  let slug = '';
  let typed = '';
  let document: vscode.TextDocument;

  before(async () => {
    await Promise.all([services.markets, services.orders, services.positions].map((store) => store.load()));
    const market = present(
      services.markets.markets.find(
        ({ status, line, sides }) =>
          status === 'OPEN' &&
          line === undefined &&
          sides.every(({ quote, team }) => quote !== undefined && team !== undefined),
      ),
    );
    ({ slug } = market);
    typed = wordOf(market);
    document = await open(
      'markdown',
      [
        `Game of the day: ${slug}, in a line of text`,
        'Gone: market:aec-cfb-xxx-yyy-1999-01-01',
        'Not a slug: feature-branch-2026-11-22',
        'market:',
        `market:${typed}`,
        `Near: market:${slug.slice(0, slug.lastIndexOf('-'))}-99 here`,
      ].join('\n'),
    );
  });

  after(async () => {
    for (const name of ['files.languages', 'files.codeLens', 'files.inlayPrices'] as const)
      await services.config.set(name, undefined as never);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const at = (line: number, text: string) =>
    new vscode.Position(line, document.lineAt(line).text.indexOf(text) + 2);
  const hoverAt = async (line: number, text: string): Promise<string> => {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      at(line, text),
    );
    return hovers
      .flatMap(({ contents }) => contents)
      .map((content) => (typeof content === 'string' ? content : content.value))
      .join('\n');
  };

  it('have a hover with both prices, the state and ways on, which may run only those', async () => {
    const text = await hoverAt(0, slug);
    const market = present(services.markets.get(slug));
    assert.match(text, / to buy/);
    assert.match(text, /\| Source \| DEMO · /);
    const links = [...text.matchAll(/\]\(command:([\w.]+)\?/g)].map(([, command]) => command);
    assert.deepEqual(links, [
      'predictionMarkets.openMarket',
      'predictionMarkets.addToWatchlist',
      'predictionMarkets.copySlug',
    ]);
    assert.ok(text.length > 0 && market.slug === slug);
  });

  it('have a hover that says so where there is none, and names the nearest', async () => {
    await until(() => services.watched.isGone({ kind: 'market', key: 'aec-cfb-xxx-yyy-1999-01-01' }));
    const text = await hoverAt(1, 'aec-');
    assert.match(text, /No market with this slug/);
    assert.match(text, /The service was asked for it/);
  });

  it('are read again when asked to, and only what is a slug', async () => {
    const before = present(services.markets.readAt(slug));
    await vscode.commands.executeCommand('predictionMarkets.fetchNamed', 'no slug at all');
    await vscode.commands.executeCommand('predictionMarkets.fetchNamed', slug);
    assert.ok(present(services.markets.readAt(slug)) > before);
  });

  it('leave other words alone', async () => {
    assert.doesNotMatch(await hoverAt(2, 'feature'), /slug|to buy/);
  });

  it('have a link, which opens the page', async () => {
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      document.uri,
    );
    const [link, ...more] = links.map(({ range, target }) => [document.getText(range), `${target}`] as const);
    assert.deepEqual(more, []);
    assert.equal(link?.[0], slug);
    assert.match(link?.[1] ?? '', /^command:predictionMarkets\.openMarket\?/);
  });

  for (const [line, what] of [
    [3, 'own ones before anything is typed'],
    [4, 'what is called so'],
  ] as const) {
    it(`are offered after market:, each with its price: ${what}`, async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        document.lineAt(line).range.end,
      );
      const ours = list.items.filter(({ insertText }) => `${insertText}`.startsWith('market:'));
      assert.ok(ours.length > 0, `${list.items.length} items`);
      const texts = ours.map(({ label }) =>
        typeof label === 'string' ? label : `${label.label} ${label.description}`,
      );
      assert.ok(
        texts.some((text) => /\d¢/.test(text)),
        texts.join(', '),
      );
      // A game stands for its winner: where that is all its team has, other lines of it name the team second or in the label.
      const isCalledSo = ours.some(({ insertText }, place) => {
        const market = services.markets.get(`${insertText}`.replace('market:', ''));
        return texts[place]?.includes(typed) || (market !== undefined && wordOf(market) === typed);
      });
      assert.ok(isCalledSo || line === 3, texts.join(', '));
    });
  }

  it('are offered in the lists of a watchlist file, by their slugs alone, those listed already last, and not for names of groups', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'in-files-'));
    /** The markets offered behind the last `word` of a file, or behind its first. */
    const offered = async (content: string, word: string, isLast = true) => {
      const file = path.join(await mkdtemp(path.join(folder, 'w-')), '.prediction-markets/watchlist.json');
      await mkdir(path.dirname(file));
      await writeFile(file, content);
      const list = await vscode.workspace.openTextDocument(file);
      const at = isLast ? content.lastIndexOf(word) : content.indexOf(word);
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        list.uri,
        list.positionAt(at + word.length),
      );
      return items.filter(({ insertText }) => services.markets.get(`${insertText}`) !== undefined);
    };
    try {
      // A team with one market in the list of choices says nothing of their order.
      const words = [typed, ...new Set(services.markets.markets.map(wordOf))];
      let found: readonly vscode.CompletionItem[] = [];
      let word = '';
      for (const each of words.filter((text) => text.length > 3)) {
        word = each;
        found = await offered(`{ "${word}": ["${word}"] }`, word);
        if (found.length > 1) break;
      }
      const known = `${found[0]?.insertText}`;
      const content = `{ "${word}": ["${known}", "${word}"] }`;
      const items = await offered(content, word);
      const [listed, ...doubles] = items.filter(({ insertText }) => insertText === known);
      assert.ok(items.length > 1 && listed !== undefined && doubles.length === 0, `${items.length} items`);
      const after = items.filter(({ sortText }) => (sortText ?? '') > (listed.sortText ?? ''));
      assert.ok(after.length < items.length - 1, 'it is not the first');
      // What is over is last, too.
      assert.deepEqual(
        after.filter(({ tags }) => !tags?.includes(vscode.CompletionItemTag.Deprecated)),
        [],
      );
      assert.deepEqual(await offered(content, word, false), []);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('that are unknown have the nearest put in their place, once', async () => {
    const text = await hoverAt(5, '-99 here');
    const [, query = ''] = /command:predictionMarkets\.useNearest\?([^)]+)\)/.exec(text) ?? [];
    const nearest = /Nearest \| ([\w\\-]+)/.exec(text)?.[1]?.replaceAll('\\', '');
    const use = () =>
      vscode.commands.executeCommand(
        'predictionMarkets.useNearest',
        ...(JSON.parse(decodeURIComponent(query)) as readonly string[]),
      );
    for (let times = 0; times < 2; times++) {
      await use();
      assert.equal(document.lineAt(5).text, `Near: market:${nearest} here`);
    }
  });

  it('have lenses and prices only where they are switched on', async () => {
    const lenses = () =>
      vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
    const prices = () =>
      vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
      );
    assert.deepEqual([await lenses(), await prices()], [[], []]);
    await services.config.set('files.codeLens', true);
    await services.config.set('files.inlayPrices', true);
    const shown = await lensesOf(lenses);
    assert.match(`${shown[0]?.command?.title}`, /¢/);
    assert.deepEqual(
      shown.slice(1, 3).map(({ command }) => command?.title),
      ['Open', 'Watch'],
    );
    await vscode.commands.executeCommand(
      `${shown[2]?.command?.command}`,
      ...(shown[2]?.command?.arguments ?? []),
    );
    await until(() => isWatched(services.watchlist.items, slug));
    assert.equal((await lenses())[2]?.command?.title, 'Stop Watching');
    await services.watchlist.edit(() => []);
    // The text was just changed: a price that is new to it waits for the pause.
    let price: vscode.InlayHint | undefined;
    while (price === undefined) [price] = await prices();
    assert.match(`${price.label}`, / \d+(\.\d+)?¢$/);
  });

  it('are left alone in languages that are not chosen', async () => {
    await services.config.set('files.languages', ['yaml']);
    assert.equal(await hoverAt(0, slug), '');
  });
});

async function open(language: string, content: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document);
  return document;
}

async function lensesOf(read: () => Thenable<vscode.CodeLens[]>): Promise<vscode.CodeLens[]> {
  for (;;) {
    const lenses = await read();
    if (lenses.length > 0) return lenses;
  }
}

/** The last word of the name of a market's team. */
function wordOf({ sides }: Market): string {
  const [name = ''] = sides.flatMap(({ team }) => team?.alias ?? team?.name ?? []);
  return name.split(' ').at(-1) ?? '';
}
