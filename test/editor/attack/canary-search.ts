import assert from 'node:assert/strict';
import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { Canary } from '../../support/canary.ts';
import type { Overheard } from './overheard.ts';

/** The one place a secret belongs: the browser stands for the system, and its store for the system's keyring. */
const KEYRING_KEY = 'secrets.provider';
const KEYRING_FILES = /^browser\/Default\/Local Storage\//;

/**
 * Looks for secrets in every file of the user, all the window shows and keeps, what every process was started with, and,
 * where the window was overheard, in what was sent to it. Throws when one is found.
 */
export async function searchEverything(
  page: Page,
  root: string,
  secrets: readonly string[],
  heard: readonly Overheard[] = [],
): Promise<void> {
  const canaries = secrets.map((secret) => new Canary(secret));
  const found: string[] = [];
  const look = (where: string, what: string | Uint8Array): void => {
    for (const canary of canaries) {
      const hits = canary.find(what);
      if (hits.length > 0) found.push(`${where}: ${hits.join(', ')}`);
    }
  };
  const stored = await page.evaluate<[name: string, value: string][]>(STORED_BY_PAGE);
  const keyring = stored.filter(([name]) => name === `local ${KEYRING_KEY}`);
  for (const [name, value] of stored) if (name !== `local ${KEYRING_KEY}`) look(`page: ${name}`, value);
  let shown = 0;
  for (const frame of page.frames()) {
    const html = await frame.content().catch(() => '');
    const drawn = await frame.evaluate<string>(DRAWN_BY_FRAME).catch(() => '');
    shown += html.length + drawn.length;
    look(`frame ${frame.url().slice(0, 60)}`, `${html}\n${drawn}\n${frame.url()}`);
  }
  look('address', page.url());
  const received = heard.flatMap((overheard) => overheard.received());
  for (const [index, bytes] of received.entries()) look(`sent over socket ${index}`, bytes);
  const processes = await startedWith();
  for (const [name, text] of processes) look(name, text);
  let bytes = 0;
  let files = 0;
  for await (const name of glob('**/*', { cwd: root })) {
    const file = path.join(root, name);
    if (KEYRING_FILES.test(name) || !(await stat(file).catch(() => undefined))?.isFile()) continue;
    const content = await readFile(file).catch(() => undefined);
    if (content === undefined) continue;
    bytes += content.length;
    files += 1;
    look(name, content);
  }
  console.log(
    `  searched ${files} files, ${bytes} bytes, ${stored.length} stored values, ${shown} characters shown`,
  );
  const overheard = heard.map((each) => each.counts());
  const size = received.reduce((sum, { length }) => sum + length, 0);
  console.log(`  overheard ${size} bytes: ${JSON.stringify(overheard)}`);
  assert.deepEqual(found, [], 'a secret was found');
  // Nothing found would mean nothing where nothing was looked at.
  assert.ok(files > 50 && bytes > 100_000 && stored.length > 10 && shown > 10_000, 'too little was searched');
  assert.ok(
    overheard.every(({ panelMessages, stored: given }) => panelMessages > 1 && given > 0),
    'too little was overheard',
  );
  assert.ok(process.platform !== 'linux' || processes.length > 4, 'too few processes were looked at');
  assert.ok(keyring.length > 0, 'the keyring is elsewhere than thought');
}

/** Arguments and environment of every process of this user, by name; empty where the system does not tell. */
async function startedWith(): Promise<readonly (readonly [name: string, text: Uint8Array])[]> {
  const found: (readonly [string, Uint8Array])[] = [];
  for await (const name of glob('[0-9]*/{cmdline,environ}', { cwd: '/proc' })) {
    const text = await readFile(path.join('/proc', name)).catch(() => undefined);
    if (text !== undefined) found.push([`process ${name}`, text]);
  }
  return found;
}

/** Runs in a frame: what its markup does not say, which is what stands in fields and what parts draw inside. */
const DRAWN_BY_FRAME = `(() => {
  const parts = [document.title];
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (typeof element.value === 'string') parts.push(element.value);
      if (element.shadowRoot) {
        parts.push(element.shadowRoot.innerHTML);
        walk(element.shadowRoot);
      }
    }
  };
  walk(document);
  return parts.join('\\n');
})()`;

/** Runs in the page, as text because the window's own names are none of this side's: what it keeps, by name. */
const STORED_BY_PAGE = `(async () => {
  const stored = [];
  for (const [kind, store] of [['local', localStorage], ['session', sessionStorage]]) {
    for (const [name, value] of Object.entries(store)) stored.push([kind + ' ' + name, String(value)]);
  }
  stored.push(['cookie', document.cookie]);
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([answer(all.getAllKeys()), answer(all.getAll())]);
      for (const [index, value] of values.entries()) {
        const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value);
        stored.push([name + '/' + store + '/' + String(keys[index]), text ?? '']);
      }
    }
    database.close();
  }
  return stored;
})()`;
