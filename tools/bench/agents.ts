import type { Exchange } from '../../src/exchange/exchange.ts';
import { cancellingWindow } from '../../test/support/agent-cancel.ts';
import { everyCall } from '../../test/support/agent-script.ts';
import { honestSide } from '../../test/support/faulty.ts';
import { manifest } from '../../test/unit/tidy/manifest.ts';
import { type BenchRow, goalOf, median, ms, percentile, timed } from './measure.ts';

/**
 * What a call of a tool for agents costs beyond the request: every tool on data that is fresh, a hundred markets in one answer,
 * and how large the list of tools is.
 */
export async function agentsBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const side = honestSide();
  const window = await cancellingWindow(side);
  const { clock, session, person } = window;
  // A longer list has a row of its own. The person closes the dialog of a cancel as soon as it is shown.
  const calls = everyCall(side).flatMap(([tool, { limit: _, ...input }]) => {
    const { text, ...filter } = input;
    const both = [input, ...(text === undefined ? [] : [filter])];
    return both.map((each) => [tool, each] as const);
  });
  const exchange = await clock.run(session.ensure());
  const listing = await clock.run(exchange.markets({}, { limit: 500, offset: 0 }));
  answerAtOnce(exchange);
  window.markets.upsert(listing.items, clock.now());
  window.desk.set('account', true);
  for (const [tool, input] of calls) await window.call(tool, input);
  const each: number[] = [];
  const hundred: number[] = [];
  for (let round = 0; round < (isTiny ? 3 : 100); round++) {
    for (const [tool, input] of calls) each.push(await timed(() => called(tool, input)));
    hundred.push(await timed(() => called('search_markets', { limit: 100 })));
  }
  async function called(tool: string, input: object): Promise<void> {
    const { isError, answer } = await window.desk.call(tool, input);
    if (isError) throw new Error(`${tool}: ${JSON.stringify(answer)}`);
  }
  const dialogs = each.length / calls.length + 1;
  if (person.asked.length !== dialogs) throw new Error(`${person.asked.length} dialogs of ${dialogs}`);
  const { answer } = await window.call('search_markets', { limit: 100 });
  const rows = answer['markets'] as readonly unknown[];
  if (rows.length < 100) throw new Error(`Only ${rows.length} markets`);
  window.tearDown();
  const listed = manifest().contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
    name,
    modelDescription,
    inputSchema,
  }));
  const kilobytes = Buffer.byteLength(JSON.stringify(listed)) / 1024;
  const [p95, p95Hundred] = [percentile(each, 0.95), percentile(hundred, 0.95)];
  return [
    {
      what: `agents: a call on fresh data, p95 of ${each.length}`,
      ours: `${ms(p95)} (p50 ${ms(median(each))})`,
      other: '–',
      ...goalOf(p95, 5, 'most', ' ms'),
    },
    {
      what: '… a hundred markets in one answer, p95',
      ours: `${ms(p95Hundred)} (p50 ${ms(median(hundred))})`,
      other: '–',
      ...goalOf(p95Hundred, 20, 'most', ' ms'),
    },
    {
      what: '… list of tools',
      ours: `${kilobytes.toFixed(1)} KB`,
      other: '–',
      ...goalOf(kilobytes, 12, 'most', ' KB'),
    },
  ];
}

/** A request costs no tool its time: what they read again with every call is there at once, from the second time on. */
function answerAtOnce(exchange: Exchange): void {
  for (const name of ['priceHistory', 'settlement', 'activities', 'search', 'openOrders'] as const) {
    const ask = exchange[name].bind(exchange) as (...args: readonly unknown[]) => Promise<unknown>;
    const answers = new Map<string, Promise<unknown>>();
    const remembered = (...args: readonly unknown[]): Promise<unknown> => {
      const key = JSON.stringify(args);
      const answer = answers.get(key) ?? ask(...args);
      answers.set(key, answer);
      return answer;
    };
    Object.assign(exchange, { [name]: remembered });
  }
}
