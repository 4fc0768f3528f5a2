import { type ExchangeError, isExchangeError } from '../../src/exchange/errors.ts';
import type { TransportRequest } from '../../src/exchange/transport.ts';
import { REPLY_FAULTS } from '../../tools/exchange/faults/catalogue.ts';
import type { FaultGroup, ReplyFault } from '../../tools/exchange/faults/delivery.ts';
import { type Endpoint, faultyClient, type HonestSide, NOON } from './faulty.ts';
import { plain } from './fixtures.ts';

/** What one fault came to at one endpoint. */
export interface Trial {
  readonly fault: ReplyFault;
  readonly endpoint: Endpoint;
  /** In a word or two, for the table. */
  readonly outcome: string;
  readonly error: ExchangeError | undefined;
  /** What was thrown that is no ExchangeError. */
  readonly other: unknown;
  readonly elapsedMs: number;
  /** Timers still waiting afterwards. */
  readonly pending: number;
  readonly sent: readonly TransportRequest[];
  readonly lines: readonly string[];
}

/** Tries every fault at every endpoint, each with a client and a clock of its own. */
export async function* trials(side: HonestSide): AsyncGenerator<Trial> {
  const honest = new Map<string, unknown>();
  for (const endpoint of side.endpoints) {
    const { clock, exchange } = faultyClient(side);
    honest.set(endpoint.name, comparable(await clock.run(endpoint.call(exchange))));
  }
  for (const fault of REPLY_FAULTS) {
    for (const endpoint of side.endpoints) yield tried(side, fault, endpoint, honest.get(endpoint.name));
  }
}

async function tried(
  side: HonestSide,
  fault: ReplyFault,
  endpoint: Endpoint,
  usual: unknown,
): Promise<Trial> {
  const { clock, exchange, sent, lines, plan } = faultyClient(side);
  plan.fault = fault;
  const result: unknown = await clock.run(
    endpoint.call(exchange).catch((cause: unknown) => new Failed(cause)),
  );
  const cause = result instanceof Failed ? result.cause : undefined;
  const error = isExchangeError(cause) ? cause : undefined;
  return {
    fault,
    endpoint,
    outcome: result instanceof Failed ? (error?.code ?? 'thrown') : outcomeOf(result, usual),
    error,
    other: error === undefined ? cause : undefined,
    elapsedMs: clock.now() - NOON,
    pending: clock.pending,
    sent,
    lines,
  };
}

class Failed {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

export const USUAL = 'as usual';

function outcomeOf(value: unknown, usual: unknown): string {
  if (JSON.stringify(comparable(value)) === JSON.stringify(usual)) return USUAL;
  if (value === undefined) return 'not settled';
  if (typeof value === 'object' && value !== null && 'items' in value && 'lost' in value) {
    const count = Array.isArray(value.items) ? value.items.length : 0;
    if (value.lost !== 0) return count === 0 ? 'all lost' : 'some lost';
    return count === 0 ? 'empty' : 'other values';
  }
  return 'other values';
}

/** When it arrived is no part of what was said. */
function comparable(value: unknown): unknown {
  const simple = plain(value);
  if (typeof simple !== 'object' || simple === null || Array.isArray(simple)) return simple;
  return { ...simple, receivedAt: 0 };
}

const GROUPS: readonly (readonly [FaultGroup, string])[] = [
  ['time', 'Time'],
  ['line', 'The connection'],
  ['status', 'Statuses'],
  ['body', 'Bytes'],
  ['shape', 'Shapes'],
  ['pages', 'Pages'],
];

const HEAD = `# Faults

What the demo can do wrong in a reply, and what the client makes of each at every endpoint of the port. Written by
\`npm run faults\`; \`test/contract/faults.test.ts\` fails where this table and the code disagree.

A word in code is the code of the \`ExchangeError\` a call rejects with. *as usual*: the value an honest reply gives.
*other values*: what the reply said, as far as it could be read, with a problem in the log for each field that could not.
*some lost*, *all lost*: items that could not be told from others were dropped and counted; the view says so. *empty*: a
list without items. *not settled*: the port's word for a 404 of a settlement. Lists are shown as they are read; a list that
failed to be read stays as it was, with what went wrong above it.
`;

/** The whole document. */
export function tableOf(all: readonly Trial[]): string {
  const endpoints = [...new Set(all.map(({ endpoint }) => endpoint.name))];
  const sections = GROUPS.map(([group, title]) => {
    const rows = REPLY_FAULTS.filter((fault) => fault.group === group).map((fault) =>
      rowOf(
        fault,
        all.filter((trial) => trial.fault === fault),
      ),
    );
    return `## ${title}\n\n| fault | what is wrong | what comes of it |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  const counts = `${REPLY_FAULTS.length} faults × ${endpoints.length} endpoints: ${endpoints.join(', ')}.\n`;
  return [HEAD, counts, ...sections].join('\n');
}

function rowOf(fault: ReplyFault, row: readonly Trial[]): string {
  const byOutcome = [...Map.groupBy(row, ({ outcome }) => outcome)].sort((a, b) => b[1].length - a[1].length);
  const words = byOutcome.map(([outcome, some], index) => {
    const word = some[0]?.error === undefined ? `*${outcome}*` : `\`${outcome}\``;
    if (byOutcome.length === 1) return `${word} everywhere`;
    // The most frequent one needs no list: the others have theirs.
    return index === 0 ? word : `${word}: ${some.map(({ endpoint }) => endpoint.name).join(', ')}`;
  });
  return `| \`${fault.name}\` | ${fault.what.replaceAll('|', '\\|')} | ${words.join('; ')} |`;
}
