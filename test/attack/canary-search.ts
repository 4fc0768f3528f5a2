import assert from 'node:assert/strict';
import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { Canary } from '../support/canary.ts';

/** The one place a secret belongs: the browser stands for the system, and its store for the system's keyring. */
const KEYRING_KEY = 'secrets.provider';
const KEYRING_FILES = /^browser\/Default\/Local Storage\//;

/** Looks for secrets in every file of the user, all the window shows and all it keeps. Throws when one is found. */
export async function searchEverything(page: Page, root: string, secrets: readonly string[]): Promise<void> {
  const canaries = secrets.map((secret) => new Canary(secret));
  const found: string[] = [];
  const look = (where: string, what: string | Uint8Array): void => {
    for (const canary of canaries) {
      const hits = canary.find(what);
      if (hits.length > 0) found.push(`${where}: ${hits.join(', ')}`);
    }
  };
  const kept = await page.evaluate<[name: string, value: string][]>(KEPT_BY_PAGE);
  const keyring = kept.filter(([name]) => name === `local ${KEYRING_KEY}`);
  for (const [name, value] of kept) if (name !== `local ${KEYRING_KEY}`) look(`page: ${name}`, value);
  let shown = 0;
  for (const frame of page.frames()) {
    const html = await frame.content().catch(() => '');
    shown += html.length;
    look(`frame ${frame.url().slice(0, 60)}`, html + frame.url());
  }
  look('address', page.url());
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
    `  searched ${files} files, ${bytes} bytes, ${kept.length} kept values, ${shown} characters shown`,
  );
  assert.deepEqual(found, [], 'a secret was found');
  // Nothing found would mean nothing where nothing was looked at.
  assert.ok(files > 50 && bytes > 100_000 && kept.length > 10 && shown > 10_000, 'too little was searched');
  assert.ok(keyring.length > 0, 'the keyring is elsewhere than thought');
}

/** Runs in the page, as text because the window's own names are none of this side's: what it keeps, by name. */
const KEPT_BY_PAGE = `(async () => {
  const kept = [];
  for (const [kind, store] of [['local', localStorage], ['session', sessionStorage]]) {
    for (const [name, value] of Object.entries(store)) kept.push([kind + ' ' + name, String(value)]);
  }
  kept.push(['cookie', document.cookie]);
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
        kept.push([name + '/' + store + '/' + String(keys[index]), text ?? '']);
      }
    }
    database.close();
  }
  return kept;
})()`;
