import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TOOL_PREFIX } from '../../../src/features/ids.ts';
import { describeInside, placeResting } from './inside.ts';

const PUBLIC = [
  'get_environment',
  'search_markets',
  'get_market',
  'get_event',
  'get_order_book',
  'get_price_history',
  'get_settlement',
  'what_if',
];
const ACCOUNT = ['list_positions', 'list_orders', 'list_activity'];

type Shown = Readonly<Record<string, unknown>>;

async function invoke(
  name: string,
  input: object = {},
  tokenizationOptions?: vscode.LanguageModelToolTokenizationOptions,
): Promise<Shown> {
  const options = {
    input,
    toolInvocationToken: undefined,
    ...(tokenizationOptions && { tokenizationOptions }),
  };
  const { content } = await vscode.lm.invokeTool(`${TOOL_PREFIX}${name}`, options);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Shown;
}

await describeInside('tools for agents', ({ agents, demo }) => {
  const inputs = async (): Promise<Readonly<Record<string, object>>> => {
    const { slug } = await placeResting(demo);
    const found = await invoke('get_market', { slug });
    const event = (found['market'] as Shown)['event'];
    const about = { slug };
    return {
      search_markets: { text: 'the' },
      get_market: about,
      get_event: { slug: event },
      get_order_book: about,
      get_price_history: about,
      get_settlement: about,
      what_if: { slug, contracts: 1, allowStale: true },
    };
  };

  it('are there without a model; also the one for cancels, unless the editor hides it from more than chats', () => {
    const names = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith(TOOL_PREFIX));
    const hidden = vscode.version.startsWith('1.105.') ? [] : ['cancel_orders'];
    assert.deepEqual(
      names.map((name) => name.slice(TOOL_PREFIX.length)).sort(),
      [...PUBLIC, ...ACCOUNT, ...hidden].sort(),
    );
  });

  it('answer about markets', async () => {
    const given = await inputs();
    for (const name of PUBLIC) {
      const answer = await invoke(name, given[name]);
      assert.equal(answer['environment'], 'demo', name);
      assert.equal(answer['error'], undefined, name);
    }
  });

  it('throw what is wrong with an input, which the editor does not check', async () => {
    await assert.rejects(invoke('get_market', { slug: 5 }), /The field \\"slug\\" must be a text/);
    await assert.rejects(invoke('get_market', { slug: 'a', confirm: true }), /There is no field/);
  });

  it('cut an answer to the tokens the caller has left, and say so', async () => {
    const room = { tokenBudget: 900, countTokens: async (text: string) => Math.ceil(text.length / 4) };
    const answer = await invoke('search_markets', { limit: 60 }, room);
    assert.equal(answer['shortened'], 'Cut to the room there was.');
    assert.ok(JSON.stringify(answer).length <= 3_600);
    assert.equal(answer['nextCursor'], String((answer['markets'] as readonly unknown[]).length));
  });

  it('refuse a cancel while its switch is off, also where somebody calls it all the same', async () => {
    await assert.rejects(invoke('cancel_orders', { orderIds: ['A'] }), /has not allowed agents/);
    const desk = await agents.desk();
    desk.set('mayAskToCancel', true);
    const answer = await invoke('cancel_orders', { orderIds: ['NOBODYS-ORDER'] });
    assert.equal(answer['cancelled'], 0);
    desk.set('mayAskToCancel', false);
  });

  it('answer about the account once the person has opened it', async () => {
    const desk = await agents.desk();
    desk.set('account', false);
    for (const name of ACCOUNT) await assert.rejects(invoke(name), /has not opened the account/);
    desk.set('account', true);
    for (const name of ACCOUNT) {
      const answer = await invoke(name);
      assert.equal(answer['environment'], 'demo');
      assert.ok(Number(answer['count']) > 0, name);
    }
    desk.set('account', false);
  });
});
