import { parseJson } from '../../src/exchange/wire/json.ts';
import { decodeMarkets } from '../../src/exchange/wire/market.ts';
import { type BenchRow, goalOf, median, ms, pair } from './measure.ts';
import { marketsJson } from './payloads.ts';

/** Decoding a page of 1,000 markets, against parsing the same bytes with JSON.parse and nothing else. */
export async function decodeBench(isTiny: boolean): Promise<readonly BenchRow[]> {
  const [markets, repeat, rounds] = isTiny ? [10, 1, 1] : [1000, 20, 25];
  const bytes = marketsJson(markets);
  const text = new TextDecoder();
  const bare = (): unknown => JSON.parse(text.decode(bytes));
  const parsed = bare();
  const measure = async (what: string, work: () => unknown, mostRatio: number): Promise<BenchRow> => {
    const repeated = (each: () => unknown) => (): void => {
      for (let i = 0; i < repeat; i++) each();
    };
    const { ours, other, ratios } = await pair(repeated(work), repeated(bare), rounds, isTiny ? 1 : 8);
    return {
      what,
      ours: ms(median(ours) / repeat),
      other: `${ms(median(other) / repeat)} JSON.parse`,
      ratios,
      ...goalOf(median(ratios), mostRatio, 'most'),
    };
  };
  return [
    await measure(`decode ${markets} markets`, () => decodeMarkets(parsed), 1.6),
    await measure(`parse and decode ${markets} markets`, () => decodeMarkets(parseJson(bytes)), 2.6),
  ];
}
