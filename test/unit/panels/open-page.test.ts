import assert from 'node:assert/strict';
import { PANELS } from '../../../src/features/ids.ts';
import { INSPECTOR } from '../../../src/view/panels/inspector/protocol.ts';
import { applyDeed } from '../../../tools/exchange/deeds.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import * as editor from '../../support/editor/vscode.ts';
import { inEnglish } from '../../support/other-letters.ts';
import { quietMarket } from '../../support/quiet-market.ts';
import { present } from '../../support/values.ts';

const MINUTE = 60_000;
const KINDS = Object.keys(PANELS) as readonly (keyof typeof PANELS)[];

/** A window of the demo with nothing open, and the paths it asks for. */
async function scene() {
  const { clock, demo, window, services, close } = await openDemoWindow();
  const asked: string[] = [];
  const { transport } = demo;
  const send = transport.send.bind(transport);
  const counting: typeof send = (request, signal) => {
    asked.push(request.url.pathname);
    return send(request, signal);
  };
  Object.assign(transport, { send: counting });
  const { slug } = quietMarket(demo.world, clock.now());
  return { clock, demo, window, services, close, asked, slug };
}

describe('an open page', () => {
  it('of the kind inspector reads nothing by itself, and draws what others read', async () => {
    const { clock, window, services, close, asked } = await scene();
    const panel = window.openPanel(INSPECTOR, 'inspector');
    panel.say({ type: 'ready', details: false });
    await clock.advance(MINUTE);
    assert.deepEqual(asked, []);
    await clock.run(services.events.load());
    assert.ok(asked.length > 0);
    panel.dispose();
    close();
  });

  it('copies the names of fields nobody reads, each on a line', async () => {
    const { clock, window, services, close } = await scene();
    let copied = '';
    Object.assign(editor.env, { clipboard: { writeText: async (text: string) => (copied = text) } });
    Object.assign(editor.window, { setStatusBarMessage: () => {} });
    await clock.run(services.events.load());
    const panel = window.openPanel(INSPECTOR, 'inspector');
    panel.say({ type: 'ready', details: false });
    let shown = '';
    panel.onPost = (message) => (shown = JSON.stringify(inEnglish(message)));
    const call = present(services.callLog.calls.find(({ path }) => path === '/v1/events'));
    panel.say({ type: 'run', action: { name: 'inspectCall', rows: [call.id] } });
    await clock.advance(1_000);
    panel.say({ type: 'run', action: { name: 'copyFieldNames' } });
    await clock.advance(1_000);
    const [, count, names = ''] = /Fields not read by this version: (\d+) \(([^)]+)\)/.exec(shown) ?? [];
    assert.equal(copied.split('\n').length, Number(count));
    assert.ok(copied.startsWith(names.replace(' …', '').replaceAll(', ', '\n')) && names !== '', copied);
    panel.dispose();
    close();
  });

  for (const kind of KINDS.filter((each) => each !== 'inspector' && each !== 'agentCalls'))
    it(`of the kind ${kind} reads while it is visible, and nothing at all once it is hidden or closed`, async () => {
      const { clock, window, services, close, asked, slug } = await scene();
      await clock.run(services.events.load());
      const key = services.events.events[0]?.slug ?? '';
      const panel = window.openPanel(kind === 'event' ? key : slug, kind);
      panel.say({ type: 'ready', details: false });
      const asksIn = async (ms: number): Promise<number> => {
        asked.length = 0;
        await clock.advance(ms);
        return asked.length;
      };
      assert.ok((await asksIn(15_000)) > 0);
      panel.show(false);
      await clock.advance(MINUTE);
      assert.deepEqual(
        [await asksIn(10 * MINUTE), services.live.state('markets').kind],
        [0, 'off'],
        asked.join(),
      );
      panel.show(true);
      assert.ok((await asksIn(15_000)) > 0);
      panel.dispose();
      await clock.advance(MINUTE);
      assert.equal(await asksIn(10 * MINUTE), 0);
      close();
    });

  it('of an event goes on being read while another one of the same event is hidden or closed', async () => {
    const { clock, window, services, close, asked } = await scene();
    await clock.run(services.events.load());
    const key = services.events.events[0]?.slug ?? '';
    const [first, second] = [window.openPanel(key, 'event'), window.openPanel(key, 'event')];
    for (const panel of [first, second]) panel.say({ type: 'ready', details: false });
    await clock.advance(MINUTE);
    const readsOf = async (): Promise<number> => {
      asked.length = 0;
      await clock.advance(MINUTE);
      return asked.filter((path) => path.endsWith(`/${key}`)).length;
    };
    assert.ok((await readsOf()) > 0);
    first.show(false);
    assert.ok((await readsOf()) > 0, asked.join());
    first.dispose();
    assert.ok((await readsOf()) > 0, asked.join());
    second.dispose();
    close();
  });

  it('reads book and fills again once an own order of its market came, and waits with it while hidden', async () => {
    const { clock, demo, window, close, asked, slug } = await scene();
    const panel = window.openPanel(slug);
    panel.say({ type: 'ready', details: false });
    await clock.advance(MINUTE);
    const place = async (): Promise<readonly string[]> => {
      asked.length = 0;
      const order = { marketSlug: slug, intent: 'BUY_LONG', price: '0.01', quantity: '5' } as const;
      applyDeed(demo.world, { kind: 'placeOrder', ...order }, clock.now());
      await clock.advance(3_000);
      return asked;
    };
    const paths = (await place()).join();
    assert.match(paths, /book/);
    assert.match(paths, /activit/);
    panel.show(false);
    assert.deepEqual(await place(), []);
    close();
  });

  it('has the name of its market as its title as soon as that is known, also while it is hidden', async () => {
    const { clock, window, services, close, slug } = await scene();
    const panel = window.openPanel(slug);
    panel.show(false);
    assert.equal(panel.title, slug);
    await clock.run(services.markets.load());
    await clock.run(services.events.load());
    assert.notEqual(panel.title, slug);
    close();
  });
});
