import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DOCUMENT_SCHEME } from '../../../src/features/ids.ts';
import { present } from '../../support/values.ts';
import { describeInside, placeResting, run, until } from './inside.ts';

await describeInside('read-only documents', ({ services, panels, demo }) => {
  const uri = (name: string): vscode.Uri => vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: `/${name}` });
  const read = async (name: string): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uri(name)));
  const shown = (name: string) => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.toString() === uri(name).toString() && document.getText() !== '' && document;
  };

  after(async () => {
    await services.config.set('hideAmounts', false);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('of positions open in an editor that cannot be written to, and are read again on demand', async () => {
    await run('openDocument', 'positions.md');
    const document = await until(() => shown('positions.md'));
    const first = document.getText();
    assert.match(first, /^# Positions\nDEMO · USD · /);
    assert.equal(document.languageId, 'markdown');
    await assert.rejects(async () => vscode.workspace.fs.writeFile(document.uri, new Uint8Array()));
    // It says its time to the second, and nothing else may have moved.
    while (document.getText() === first) {
      await run('refreshDocument', document.uri as never);
      await sleep(100);
    }
  });

  it('hide amounts as soon as they are hidden, in every one that is open', async () => {
    await placeResting(demo);
    const open = new Map<string, vscode.TextDocument>();
    for (const name of OF_ACCOUNT) {
      await run('openDocument', name);
      open.set(name, await until(() => shown(name)));
    }
    const untilEach = async (holds: (text: string, amounts: readonly string[]) => boolean): Promise<void> => {
      for (const [name, document] of open) {
        await until(() => holds(document.getText(), amountsIn(document.getText(), name)));
      }
    };
    await untilEach((_text, amounts) => amounts.length > 0);
    await services.config.set('hideAmounts', true);
    await untilEach((text, amounts) => text.includes('•••') && amounts.length === 0);
    for (const name of open.keys()) assert.deepEqual(amountsIn(await read(name), name), [], name);
    await services.config.set('hideAmounts', false);
    await untilEach((_text, amounts) => amounts.length > 0);
  });

  it('are saved as they are shown, hidden amounts hidden, in a file that is called after the time', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'documents-'));
    const { showSaveDialog, setStatusBarMessage } = vscode.window;
    const { HOME } = process.env;
    process.env['HOME'] = folder;
    let offered: vscode.Uri | undefined;
    const said: string[] = [];
    Object.assign(vscode.window, {
      showSaveDialog: async ({ defaultUri }: vscode.SaveDialogOptions) => {
        offered = defaultUri;
        return defaultUri;
      },
      setStatusBarMessage: (text: string) => {
        said.push(text);
      },
    });
    const save = async (name: string) => {
      await run('saveDocument', uri(name));
      const file = present(offered).fsPath;
      assert.match(path.relative(folder, file), new RegExp(`^${copyOf(name)}$`));
      assert.equal(said.at(-1), `Saved: ${path.basename(file)}`);
      return readFile(file, 'utf8');
    };
    try {
      for (const name of OF_ACCOUNT) {
        await run('openDocument', name);
        await until(() => shown(name));
        assert.notDeepEqual(amountsIn(await save(name), name), [], name);
      }
      await services.config.set('hideAmounts', true);
      for (const name of OF_ACCOUNT) {
        const copy = await save(name);
        assert.match(copy, /•••/, name);
        assert.deepEqual(amountsIn(copy, name), [], name);
      }
    } finally {
      await services.config.set('hideAmounts', false);
      process.env['HOME'] = HOME;
      Object.assign(vscode.window, { showSaveDialog, setStatusBarMessage });
      await rm(folder, { recursive: true });
    }
  });

  it('of a market, an event, an order and what was cancelled have what they are named after', async () => {
    await services.markets.load();
    const { slug } = present(services.markets.markets[0]);
    assert.ok((await read(`market/${slug}.md`)).includes(slug));
    assert.equal(JSON.parse(await read(`market/${slug}.json`)).market.slug, slug);
    await services.events.load();
    const event = present(services.events.all[0]);
    assert.match(await read(`event/${event.slug ?? event.id}.md`), /^# /);
    const { id } = await placeResting(demo);
    await services.orders.refresh();
    const order = present(services.orders.get(id));
    await run('openOrder', id);
    assert.equal(JSON.parse(await read(`order/${id}.json`)).order.id, id);
    await services.cancels.cancel([order]);
    await run('openDocument', 'cancellations.jsonl');
    const lines = (await read('cancellations.jsonl')).trimEnd().split('\n');
    assert.ok(lines.some((line) => JSON.parse(line).order?.id === id));
  });

  it('of markets, events and an open account are documents like any other, to be attached to a chat: named, and in their language', async () => {
    const { slug } = present(services.markets.markets[0]);
    const { slug: key, id } = present(services.events.all[0]);
    await run('openDocument', 'positions.md');
    for (const [name, language, says] of [
      [`market/${slug}.md`, 'markdown', /^# /],
      [`market/${slug}.json`, 'json', /^\{/],
      [`event/${key ?? id}.md`, 'markdown', /^# /],
      // Of the account what a person has opened.
      ['positions.md', 'markdown', /^# Positions\n/],
    ] as const) {
      const document = await vscode.workspace.openTextDocument(uri(name));
      assert.deepEqual(
        [document.languageId, path.basename(document.fileName)],
        [language, path.basename(name)],
      );
      assert.match(document.getText(), says);
      assert.match(await read(name), says);
      assert.equal(document.isDirty, false);
    }
  });

  it('of the account are for nobody who reads them in passing', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
    for (const name of ['positions.csv', 'orders.json', 'activity.csv', 'order/never-opened.json']) {
      await assert.rejects(read(name), /Open as Document/, name);
      await assert.rejects(async () => vscode.workspace.openTextDocument(uri(name)), name);
    }
  });

  it('that do not exist say which ones do', async () => {
    for (const name of ['portfolio.md', 'market/a.txt', 'x/y.json'])
      await assert.rejects(read(name), /There is no document .* positions\.md/);
    await assert.rejects(
      read('market/no-such-market.md'),
      (error: Error) => !/There is no document/.test(error.message),
    );
  });

  it('open by a link', async () => {
    await panels.links.handleUri(vscode.Uri.parse('vscode://x/openDocument?path=positions.md'));
    const document = await until(() => shown('positions.md'));
    assert.match(document.getText(), /^# Positions\n/);
  });

  it('are offered where none is named: those of the account, of recent markets, and of one that is asked for', async () => {
    await services.markets.load();
    const { slug } = present(services.markets.markets[0]);
    await services.recentMarkets.add(slug);
    const { showQuickPick } = vscode.window;
    const offered: string[] = [];
    let choose = 'positions.csv';
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
        offered.push(...items.flatMap(({ label, kind }) => (kind === undefined ? [label] : [])));
        return items.find(({ label }) => label === choose);
      },
    });
    try {
      await run('openDocument');
      await until(() => shown('positions.csv'));
      const account = [
        'positions.md',
        'positions.csv',
        'positions.json',
        'orders.json',
        'activity.csv',
        'cancellations.jsonl',
      ];
      assert.deepEqual(offered.slice(0, account.length), account);
      assert.ok(offered.includes(`market/${slug}.md`));
      assert.deepEqual(offered.slice(-3), ['market/….md', 'market/….json', 'event/….md']);
      choose = `market/${slug}.md`;
      await run('openDocument');
      await until(() => shown(`market/${slug}.md`));
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
  });

  it('of positions stand beside a saved copy, of which the newest is offered first, or beside another file', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'documents-'));
    const file = (name: string) => vscode.Uri.file(path.join(folder, name));
    const names = ['positions-2026-11-19-0900.md', 'positions-2026-11-20-1501.md', 'other.md'];
    for (const name of names) await writeFile(file(name).fsPath, '# Positions\nBEFORE\n');
    const { showOpenDialog, showQuickPick } = vscode.window;
    const { HOME } = process.env;
    process.env['HOME'] = folder;
    const compared = async (picked: number) => {
      const offered: string[] = [];
      Object.assign(vscode.window, {
        showOpenDialog: async () => [file('other.md')],
        showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
          offered.push(...items.map(({ label }) => label).filter(Boolean));
          return items.at(picked);
        },
      });
      await run('comparePortfolio');
      const input = await until(() => {
        const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return tab instanceof vscode.TabInputTextDiff && tab;
      });
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      assert.equal(input.modified.toString(), uri('positions.md').toString());
      return { offered, original: path.basename(input.original.fsPath) };
    };
    try {
      assert.deepEqual(await compared(0), {
        offered: [names[1], names[0], 'Another file…'],
        original: names[1],
      });
      assert.equal((await compared(-1)).original, 'other.md');
    } finally {
      process.env['HOME'] = HOME;
      Object.assign(vscode.window, { showOpenDialog, showQuickPick });
      await rm(folder, { recursive: true });
    }
  });

  it('of the account are read again once another is in use', async () => {
    await run('openDocument', 'positions.json');
    const document = await until(() => shown('positions.json'));
    const readAt = (): unknown => document.getText() !== '' && JSON.parse(document.getText()).readAt;
    const first = readAt();
    await services.resetDemo();
    services.session.connect(services.session.profile);
    await until(() => readAt() && readAt() !== first);
  });
});

const OF_ACCOUNT = ['positions.md', 'positions.csv', 'positions.json', 'orders.json', 'activity.csv'];

/** Of the name of its copy. */
function copyOf(name: string): string {
  return name.replace('.', String.raw`-\d{4}-\d\d-\d\d-\d{4}\.`);
}

const OWN = [
  'contracts',
  'left',
  'filled',
  'cost',
  'value',
  'open_pnl',
  'realised_pnl',
  'fees',
  'fee',
  'amount',
  'cash',
];

/** Figures of the account in a document: prices are everybody's. */
function amountsIn(text: string, name: string): readonly string[] {
  if (name.endsWith('.md')) return text.split('\n').flatMap(amountsOfLine);
  const rows = name.endsWith('.json') ? rowsOfJson(text, name) : rowsOfCsv(text);
  return rows.flatMap((row) =>
    OWN.flatMap((column) => (/\d/.test(row[column] ?? '') ? [`${row[column]}`] : [])),
  );
}

/** Value and gain stand in the last columns; what a market asks may name a sum too. */
function amountsOfLine(line: string): readonly string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(4, 6)
    .filter((cell) => /\d/.test(cell));
}

type Rows = readonly Readonly<Record<string, string | null>>[];

function rowsOfJson(text: string, name: string): Rows {
  return text === '' ? [] : (JSON.parse(text)[name.replace('.json', '')] as Rows);
}

/** Cells with a comma are quoted, and stand in columns of texts only. */
function rowsOfCsv(text: string): Rows {
  const [names = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.replace(/"(?:[^"]|"")*"/g, 'text').split(','));
  return rows.map((cells) => Object.fromEntries(names.map((column, at) => [column, cells[at] ?? null])));
}
