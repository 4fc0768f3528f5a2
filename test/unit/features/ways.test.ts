import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/base/disposable.ts';
import { reveal } from '../../../src/core/own.ts';
import type { CommandHandler } from '../../../src/features/commands.ts';
import type { Editor, Services } from '../../../src/features/services.ts';
import { openDemoWindow } from '../../support/editor/open-demo.ts';
import { screens } from '../../support/editor/screens.ts';
import * as editor from '../../support/editor/vscode.ts';
import { Way } from '../../support/way.ts';
import { scriptedWindow } from './scripted-window.ts';

const DIGITS = '0.4837';
const SHOWN = '48.37¢';
/** What the demo and the stand-in for the editor take the place of. */
const HTTP = 'exchange/http/undici-transport.ts';
const SOCKET = 'exchange/stream/ws-socket.ts';
const COMMAND = 'features/commands.ts';
const LOG = 'features/cancel/log-folder.ts';
/** Through these a page draws a level of its ladder. */
const PAGE = ['page', 'market', 'sections', 'ladder', 'scrollable'].map((name) => `webview/${name}.tsx`);

const way = new Way();

/** A window on the demo whose replies and frames go through a test: what that returns comes in, `undefined` does not. */
async function rig() {
  const { clock, demo, window, services, close } = await openDemoWindow({ 'streams.maxMarkets': 1 });
  const hooks = {
    onReply: (_path: string, text: string): string => text,
    onFrame: (text: string): string | undefined => text,
  };
  const { openSocket } = demo;
  const { send } = demo.transport;
  Object.assign(demo.transport, {
    send: async (...[request, signal]: Parameters<typeof send>) => {
      way.touch();
      const reply = await send(request, signal);
      const text = hooks.onReply(request.url.pathname, new TextDecoder().decode(reply.body));
      return { ...reply, body: new TextEncoder().encode(text) };
    },
  });
  Object.assign(demo, {
    openSocket: async (...request: Parameters<typeof openSocket>) => {
      const socket = await openSocket(...request);
      const onMessage = (listener: (text: string) => void) =>
        socket.onMessage((text) => {
          const heard = hooks.onFrame(text);
          if (heard !== undefined) listener(heard);
        });
      const { onClose } = socket;
      return { onMessage, onClose, send: (text: string) => socket.send(text), close: () => socket.close() };
    },
  });
  return { clock, window, services, hooks, close };
}

/** `unseen`: files on the way that do not run here. `through`: one of each end, so that a way that was lost is no short one. */
function assertWay(unseen: readonly string[], through: readonly string[], most: number): void {
  assert.ok(!way.isOpen, 'the value has not arrived');
  const files = [...way.files, ...unseen];
  for (const file of through) assert.ok(files.includes(file), `${file} is not on it`);
  assert.ok(files.length <= most, `${files.length} files:\n${files.join('\n')}`);
}

/** How many files somebody opens to follow one value from where it comes in to where it is seen. No other way runs beside it. */
describe('the way', () => {
  beforeEach(() => way.forget());
  afterEach(() => way.end());

  it('of a price from a list to its row is at most 45 files', async () => {
    const { clock, window, services, hooks, close } = await rig();
    await services.show.change('markets', { grouping: 'flat', sort: { key: 'volume', direction: 'desc' } });
    hooks.onFrame = () => undefined;
    const tree = window.tree('markets');
    tree.show(true);
    await clock.advance(5_000);
    const { slug = '' } =
      services.markets.markets.find((each) => each.bestAskQuote && tree.drawn.has(`market/${each.slug}`)) ??
      {};
    hooks.onReply = (path, text) => {
      if (path !== '/v1/markets') return text;
      const json = JSON.parse(text);
      const market = json.markets.find((each: { readonly slug: string }) => each.slug === slug);
      if (market !== undefined) market.bestAskQuote.value = market.marketSides[0].quote.value = DIGITS;
      return JSON.stringify(json);
    };
    screens.onItem = (label) => label.includes(SHOWN) && way.touch();
    tree.onDrawn = () => {
      way.touch();
      if (tree.drawn.get(`market/${slug}`)?.includes(SHOWN)) way.end();
    };
    way.begin([DIGITS], slug);
    await clock.run(services.markets.refresh());
    await clock.advance(1_000);
    assertWay([HTTP], ['exchange/wire/market.ts', 'features/trees/tree-item.ts'], 45);
    tree.show(false);
    screens.onItem = undefined;
    close();
  });

  it('of a level of the book from a frame to the page is at most 38 files', async () => {
    const { clock, window, services, hooks, close } = await rig();
    await services.markets.load();
    const { slug = '' } = services.markets.markets[0] ?? {};
    const panel = window.openPanel(slug);
    panel.onPost = ({ number, snapshot }) => {
      clock.setTimeout(() => panel.say({ type: 'drawn', number }), 16);
      if (!JSON.stringify(snapshot).includes(SHOWN)) return;
      way.touch();
      way.end();
    };
    panel.say({ type: 'ready', details: false });
    await clock.advance(5_000);
    hooks.onFrame = (text) => {
      const frame = JSON.parse(text);
      if (frame.marketData?.marketSlug !== slug) return text;
      frame.marketData.offers.push({ px: { value: DIGITS, currency: 'USD' }, qty: '137.6' });
      hooks.onFrame = () => undefined;
      way.begin([DIGITS], slug);
      return JSON.stringify(frame);
    };
    await clock.advance(5_000);
    assertWay([SOCKET, ...PAGE], ['exchange/wire/decode-frame.ts', 'features/panels/panel.ts'], 38);
    panel.dispose();
    close();
  });

  it('of a cancel from the click to the last word of its order is at most 32 files', async () => {
    const { clock, window, services, hooks, close } = await rig();
    const { person, cancel } = await cancelling(services);
    window.tree('orders').show(true);
    await clock.advance(5_000);
    hooks.onFrame = () => undefined;
    const [first, order] = services.orders.orders;
    assert.ok(first && order?.price && order.leavesQuantity);
    const click = (id: string, marketSlug: string) =>
      clock.run(Promise.resolve(cancel?.({ view: 'orders', subject: { kind: 'order', id, marketSlug } })));
    const answer = (button: string) => async () => {
      way.touch();
      return button;
    };
    // Loads what a first cancel loads.
    person.answers.push('Cancel Order');
    await click(first.id, first.marketSlug);
    person.answers.push(answer('Cancel Order'), answer('closed'));
    way.begin([order.price.value.text, reveal(order.leavesQuantity).text], order.id);
    await click(order.id, order.marketSlug);
    way.end();
    assert.match(person.asked.at(-1)?.message ?? '', /: cancelled/);
    assertWay(
      [COMMAND, HTTP, LOG],
      ['features/cancel/dialogs.ts', 'store/cancels/cancel-log.ts', 'features/cancel/notice.ts'],
      32,
    );
    window.tree('orders').show(false);
    await clock.advance(60_000);
    close();
  });
});

/** The command that cancels an order, of somebody who answers. */
async function cancelling(services: Services) {
  const person = scriptedWindow();
  const { registerCancel } = await import('../../../src/features/cancel/register.ts');
  const nothing = { dispose: () => {} };
  Object.assign(editor.workspace, { textDocuments: [], onDidOpenTextDocument: () => nothing });
  const documents = { serve: () => ({ open: async () => {}, renew: () => {}, ...nothing }) };
  let cancel: CommandHandler | undefined;
  const commands = {
    serve: ({ cancelOrder }: { readonly cancelOrder: CommandHandler }) => {
      cancel = cancelOrder;
    },
  };
  const views = { slot: () => ({ view: { visible: false } }) };
  const parts = { documents, commands, views, own: new DisposableStore() } as unknown as Editor;
  registerCancel(parts, services);
  return { person, cancel };
}
