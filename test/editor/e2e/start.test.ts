import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../../..');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

interface Report {
  readonly views: Readonly<
    Record<string, readonly { readonly label: string; readonly description: string }[]>
  >;
  readonly statusBar: string;
  readonly panels: readonly string[];
  readonly screenshot: string;
}

describe('npm start', () => {
  it('-- --once ends with one line of JSON: rows in every view, both panels, the status bar, a picture', async () => {
    const started = start('--once');
    const [code] = await once(started.child, 'close');
    assert.equal(code, 0, started.errors());
    const report = JSON.parse(started.output().trim().split('\n').at(-1) ?? '') as Report;
    for (const view of ['markets', 'events', 'orders', 'positions', 'activity']) {
      const rows = report.views[view] ?? [];
      assert.ok(rows.length > 0, `${view} is empty`);
      assert.deepEqual(
        rows.filter(({ label }) => label === ''),
        [],
        view,
      );
      assert.doesNotMatch(JSON.stringify(rows), /NaN|undefined|Invalid Date|\[object/, view);
    }
    // All of them, from the first on; one or two may fill while they are read.
    const orders = (report.views['orders'] ?? []).filter(({ label }) => /^(Buy|Sell) /.test(label)).length;
    const counted = Number(/(\d+) orders/.exec(report.statusBar)?.[1]);
    assert.ok(Math.abs(orders - counted) <= 3, `${orders} rows, ${counted} in the status bar`);
    assert.deepEqual(report.panels, ['market', 'settlement']);
    assert.match(report.statusBar, /\$\d/);
    assert.deepEqual(readFileSync(report.screenshot).subarray(0, PNG.length), PNG);
  });

  it('says where the editor is, serves it, and ends on Ctrl-C', async () => {
    const started = start();
    let url: string | undefined;
    while (url === undefined) {
      await Promise.race([once(started.child.stdout, 'data'), once(started.child, 'close')]);
      assert.equal(started.child.exitCode, null, started.errors());
      url = /http:\/\/127\.0\.0\.1:\S+/.exec(started.output())?.[0];
    }
    const door = await fetch(url, { redirect: 'manual' });
    const [cookie = ''] = (door.headers.get('set-cookie') ?? '').split(';');
    const editor = door.headers.get('location') ?? '';
    const reply = await fetch(editor, { headers: { cookie } });
    assert.equal(reply.status, 200);
    assert.match(await reply.text(), /vscode-workbench-web-configuration/);
    await assertShut(url, editor, cookie);
    started.child.kill('SIGINT');
    const [code] = await once(started.child, 'close');
    assert.equal(code, 0, started.errors());
    await assert.rejects(fetch(url));
  });
});

/** Without the token of the address and the cookie it is changed for there is no editor, by whatever name it is asked. */
async function assertShut(url: string, editor: string, cookie: string): Promise<void> {
  const other = new URL(url);
  for (const token of ['', 'x', other.searchParams.get('tkn')?.slice(1) ?? '']) {
    other.searchParams.set('tkn', token);
    const { status, headers } = await fetch(other, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('set-cookie')], [403, null]);
  }
  const { origin } = new URL(editor);
  for (const wrong of ['', cookie.slice(0, -1), cookie.replace(/=.*/, '=')]) {
    const page = await fetch(editor, { headers: { cookie: wrong }, redirect: 'manual' });
    assert.deepEqual(
      [page.status, new URL(page.headers.get('location') ?? '', origin).pathname],
      [302, '/login'],
    );
    const file = await fetch(`${origin}/vscode-remote-resource?path=/etc/hosts`, {
      headers: { cookie: wrong },
    });
    assert.equal(file.status, 401);
    const key = await fetch(`${origin}/mint-key`, { method: 'POST', headers: { cookie: wrong } });
    assert.equal(key.status, 401);
  }
}

/** The script behind `npm start`, as on a machine without a screen, with the package that is there. */
function start(...args: readonly string[]) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const script = path.join(repository, 'tools/start.ts');
  const child = spawn(process.execPath, [script, '--browser', '--packed', ...args], { cwd: repository, env });
  const said = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.errors += chunk;
  });
  return { child, output: () => said.output, errors: () => said.errors };
}
