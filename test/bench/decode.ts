import { decodeMarkets } from '../../src/exchange/wire/decode.ts';
import { parseJson } from '../../src/exchange/wire/json.ts';
import { marketsJson } from './support/market-json.ts';
import { type BenchRow, ms, pair } from './support/measure.ts';

const MARKETS = 1000;
const REPEAT = 20;

/** Decoding a page of 1,000 markets, against parsing the same bytes with JSON.parse and nothing else. */
export async function decodeBench(): Promise<readonly BenchRow[]> {
  const bytes = marketsJson(MARKETS);
  const text = new TextDecoder();
  const bare = (): unknown => JSON.parse(text.decode(bytes));
  const parsed = bare();
  const repeated = (work: () => unknown) => (): void => {
    for (let i = 0; i < REPEAT; i++) work();
  };
  const decoding = await pair(
    repeated(() => decodeMarkets(parsed)),
    repeated(bare),
    25,
    8,
  );
  const whole = await pair(
    repeated(() => decodeMarkets(parseJson(bytes))),
    repeated(bare),
    25,
    8,
  );
  return [
    row(`decode ${MARKETS} markets`, decoding, 1.6),
    row(`parse and decode ${MARKETS} markets`, whole, 2.6),
  ];
}

function row(what: string, result: Awaited<ReturnType<typeof pair>>, goal: number): BenchRow {
  return {
    what,
    ours: ms(result.a / REPEAT),
    other: `${ms(result.b / REPEAT)} JSON.parse`,
    ratio: result.ratio,
    lowest: result.lowest,
    highest: result.highest,
    goal: `≤ ${goal}`,
    met: result.ratio <= goal,
  };
}
