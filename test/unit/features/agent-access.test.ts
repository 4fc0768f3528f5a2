import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { noteCall } from '../../../src/agents/mcp/call-file.ts';
import { joined } from '../../../src/view/row.ts';
import { settle } from '../../support/clock.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';
import { descriptionOf, read, tooltipText } from '../../support/view.ts';
import { scriptedWindow } from './scripted-window.ts';

describe('the view of what agents may read', () => {
  let open: Awaited<ReturnType<typeof openDemoWindow>>;
  let person: ReturnType<typeof scriptedWindow>;
  let folder = '';

  const commands = new Map<string, () => Promise<void>>();

  beforeEach(async () => {
    Object.assign(editor.commands, {
      registerCommand: (id: string, run: () => Promise<void>) => {
        commands.set(id, run);
        return { dispose: () => {} };
      },
    });
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'access-')), 'agents');
    await mkdir(folder);
    open = await openDemoWindow({}, { storage: pathToFileURL(`${path.dirname(folder)}/`) });
    person = scriptedWindow();
    open.window.tree('agents').show(true);
    await open.window.agents.desk();
    await open.clock.advance(1_000);
  });

  afterEach(async () => {
    open.window.tree('agents').show(false);
    await open.clock.advance(1_000);
    open.close();
    await rm(path.dirname(folder), { recursive: true });
  });

  const rows = () => open.window.content('agents').rows;
  const texts = (): readonly string[] =>
    rows().map((row) =>
      [row.checked === undefined ? '' : row.checked ? '☑' : '☐', row.label, '|', descriptionOf(row)]
        .join(' ')
        .trim(),
    );
  const tick = async (name: string, isOn: boolean): Promise<void> => {
    open.window.tree('agents').tick(`switch/${name}`, isOn);
    await open.clock.advance(1_000);
    await settle();
  };
  const drawn = (name: string): unknown =>
    JSON.parse(open.window.tree('agents').drawn.get(`switch/${name}`) ?? '{}').checkboxState;

  it('lists what programs called without a window once it is looked at again, newest first, apart from its own calls', async () => {
    assert.equal(texts().length, 5);
    const call = { name: 'quill 2.3', tool: 'get_market', input: 'slug a-market', bytes: 2048 };
    noteCall(folder, { ...call, at: Date.UTC(2026, 8, 1, 17) });
    noteCall(folder, { ...call, at: Date.UTC(2026, 8, 1, 17, 30), tool: 'list_orders', error: 'noWindow' });
    noteCall(folder, { ...call, at: Date.UTC(2026, 8, 1, 17, 40), name: '$(x)\u202e', error: 'failed' });
    noteCall(folder, { ...call, at: Date.UTC(2026, 8, 1, 17, 50), tool: 'cancel_orders', error: 'timeout' });
    const tree = open.window.tree('agents');
    tree.show(false);
    tree.show(true);
    while (texts().length < 6) await setTimeout(1);
    assert.equal(texts()[4], 'Calls | none yet');
    assert.equal(texts()[5], 'Without a window | 4 · 8.0 KB · 1 refused · 2 failed');
    assert.match(tooltipText(rows()[5]?.tooltip() ?? []), /no window answered.*account cannot be read/s);
    const children = rows()[5]?.children?.() ?? [];
    const wanted = [
      ['cancel_orders', /Result: failed, no answer in time.*see: not known/s],
      ['get_market', /Who: x \(its own name.*Result: failed.*see: nothing/s],
      ['list_orders', /Who: quill 2\.3 \(its own name.*Result: refused, no window.*see: nothing/s],
      ['get_market', /Who: quill 2\.3 \(its own name.*Result: answered.*see: market data/s],
    ] as const;
    assert.deepEqual(
      children.map(({ label }) => label),
      wanted.map(([tool]) => tool),
    );
    for (const [place, [, about]] of wanted.entries())
      assert.match(tooltipText(children[place]?.tooltip() ?? []), about);
  });

  it('has market data on and nothing else, nobody there, and no call', () => {
    assert.deepEqual(texts(), [
      '☑ Public data | markets, prices, rules',
      '☐ My account | asks you at the first call',
      '☐ May ask to cancel | not offered',
      'Connected | nobody',
      'Calls | none yet',
    ]);
    assert.equal(joined(open.window.content('agents').description), 'DEMO');
  });

  it('turns market data and cancels by a tick', async () => {
    await tick('publicData', false);
    await tick('mayAskToCancel', true);
    const { access } = await open.window.agents.desk();
    assert.deepEqual([access.publicData, access.mayAskToCancel], [false, true]);
    assert.equal(texts()[0], '☐ Public data | markets, prices, rules');
    assert.match(texts()[2] ?? '', /^☑ May ask to cancel \| you confirm each · since \d\d:\d\d$/);
    assert.deepEqual(person.asked, []);
  });

  it('turns a switch by the command of its row, as Enter and the space bar do', async () => {
    for (const isOn of [false, true]) {
      const row = 'switch/publicData';
      const tree = open.window.tree('agents');
      tree.select(row);
      await commands.get(JSON.parse(tree.drawn.get(row) ?? '{}').command?.command)?.();
      await open.clock.advance(1_000);
      assert.equal((await open.window.agents.desk()).access.publicData, isOn);
      assert.equal(drawn('publicData'), isOn ? 1 : 0);
    }
  });

  it('opens the account by the answer to its own question alone, and takes the tick back otherwise', async () => {
    for (const answer of [undefined, 'Not Now']) {
      person.answers.push(answer);
      await tick('account', true);
      assert.equal((await open.window.agents.desk()).access.account, 'refused');
      assert.equal(texts()[1], '☐ My account | not allowed');
      assert.equal(drawn('account'), 0);
    }
    assert.equal(person.asked[0]?.actions[0], 'Show What They Would Read');
    assert.doesNotMatch(person.asked[0]?.detail ?? '', /called/);
    person.answers.push('Allow in This Window');
    await tick('account', true);
    assert.match(texts()[1] ?? '', /^☑ My account \| this window · since \d\d:\d\d$/);
    assert.equal(drawn('account'), 1);
    await tick('account', false);
    assert.equal(texts()[1], '☐ My account | not allowed');
    assert.equal(person.asked.length, 3);
  });

  it('belongs to a window that answers by the name of its workspace, as a text that a person wrote', async () => {
    const desk = await open.window.agents.desk();
    const named = async (name: string | undefined): Promise<unknown> => {
      Object.assign(editor.workspace, { name });
      const { answer } = await open.clock.run(desk.call('get_environment', {}));
      return (answer['untrusted'] as { readonly window?: unknown }).window;
    };
    assert.deepEqual(
      [await named('otters'), await named('otters\u202e\nGive in'), await named(undefined)],
      ['otters', 'otters Give in', undefined],
    );
  });

  it('has every box off while agents are stopped, and says since when and what was refused', async () => {
    const desk = await open.window.agents.desk();
    await tick('mayAskToCancel', true);
    desk.stop();
    await open.clock.run(desk.call('get_environment', {}));
    assert.deepEqual(texts().slice(0, 3), [
      '☐ Public data | stopped',
      '☐ My account | stopped',
      '☐ May ask to cancel | stopped',
    ]);
    await tick('mayAskToCancel', true);
    assert.equal(drawn('mayAskToCancel'), 0);
    const { description, message } = open.window.content('agents');
    assert.equal(joined(description), 'DEMO · stopped');
    assert.match(message ?? '', /^Stopped at \d\d:\d\d:\d\d\. Every call is refused, .* Refused since: 1\.$/);
    desk.start();
    assert.equal(texts()[2], '☐ May ask to cancel | not offered');
    assert.equal(open.window.content('agents').message, undefined);
  });

  it('lists who is there and every call, newest first, with all there is to know of it', async () => {
    const desk = await open.window.agents.desk();
    const program = { via: 'mcp', name: 'terminal-agent 2.3' } as const;
    desk.connect(program);
    await open.clock.run(desk.call('search_markets', { text: '$(zap) otters', limit: 1 }, program));
    await open.clock.run(desk.call('get_market', { slug: 5 }, { via: 'chat' }));
    await open.clock.run(desk.call('cancel_orders', { orderIds: ['D1APVAXG1DWM'] }, { via: 'chat' }));
    const [connected, calls] = rows().slice(3);
    assert.deepEqual(
      connected?.children?.().map((row) => read(row).replace(/\d\d:\d\d/, 'T')),
      ['terminal-agent 2.3 | MCP · 1 call · since T', 'VS Code chat | this window · 2 calls'],
    );
    const [cancel, refused, answered] = calls?.children?.() ?? [];
    // Ids would take the room of the time at 300 pixels.
    assert.match(descriptionOf(cancel), /^not allowed · \d\d:\d\d$/);
    assert.match(tooltipText(cancel?.tooltip() ?? []), /Arguments: orderIds D1APVAXG1DWM/);
    assert.match(descriptionOf(refused), /^wrong input · \d\d:\d\d$/);
    assert.match(tooltipText(refused?.tooltip() ?? []), /Result: refused, wrong input/);
    assert.equal(answered?.label, 'search_markets');
    assert.match(descriptionOf(answered), /^\d+\.\d KB · \d\d:\d\d · \$ \(zap\) otters, l…$/);
    const all = tooltipText(answered?.tooltip() ?? []);
    for (const part of [
      'Who: terminal-agent 2.3 (its own name, through MCP)',
      'Arguments: text $ (zap) otters, limit 1',
      'Result: answered',
      'Time: ',
      'Answer: ',
      'Was allowed to see: market data',
    ])
      assert.ok(all.includes(part), `${part} in ${all}`);
    assert.equal(joined(open.window.content('agents').description), 'DEMO · 2');
  });

  it('says of the call that the person was asked for that it was allowed then, and of the next that it was answered', async () => {
    const desk = await open.window.agents.desk();
    person.answers.push('Allow in This Window');
    for (let call = 0; call < 2; call++) await open.clock.run(desk.call('list_orders', {}));
    const results = rows()[4]
      ?.children?.()
      .map((row) => /Result: ([a-z ]+)/.exec(tooltipText(row.tooltip() ?? []))?.[1]?.trim());
    assert.deepEqual(results, ['answered', 'answered after you allowed it']);
  });

  it('keeps the latest calls in sight and the earlier ones in a group', async () => {
    const desk = await open.window.agents.desk();
    for (let call = 0; call < 23; call++) await open.clock.run(desk.call('get_environment', {}));
    const shown = rows()[4]?.children?.() ?? [];
    assert.equal(shown.length, 21);
    const earlier = shown.at(-1);
    assert.equal(`${earlier?.label} ${descriptionOf(earlier)}`, 'Earlier calls 3');
    assert.equal(earlier?.children?.().length, 3);
  });

  it('says of how many calls it lists the newest, where there were more', async () => {
    const desk = await open.window.agents.desk();
    for (let call = 0; call < 203; call++) await open.clock.run(desk.call('get_environment', {}));
    assert.match(texts()[4] ?? '', /^Calls \| newest 200 of 203 · \d/);
    const about = tooltipText(rows()[4]?.tooltip() ?? []);
    assert.match(about, /newest calls in this window/);
  });
});
