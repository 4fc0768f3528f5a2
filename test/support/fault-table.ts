import { type ExchangeError, isExchangeError } from '../../src/exchange/errors.ts';
import type { TransportRequest } from '../../src/exchange/transport.ts';
import { REPLY_FAULTS } from '../../tools/exchange/faults/catalogue.ts';
import type { FaultGroup, ReplyFault } from '../../tools/exchange/faults/delivery.ts';
import { type Endpoint, faultyClient, type HonestSide, NOON } from './faulty.ts';

export interface Trial {
  readonly fault: ReplyFault;
  readonly endpoint: Endpoint;
  /** In a word or two. */
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

/** Where it does not matter what is asked: one read and one cancel stand for all. */
const SAME_EVERYWHERE: ReadonlySet<FaultGroup> = new Set(['time', 'connection']);
const STANDING_FOR_ALL: ReadonlySet<string> = new Set(['markets', 'cancelOrder']);

/** Tries every fault at every endpoint at which it can matter, each with a client and a clock of its own. */
export async function* trials(side: HonestSide): AsyncGenerator<Trial> {
  const honest = new Map<string, string>();
  for (const endpoint of side.endpoints) {
    const { clock, exchange } = faultyClient(side);
    honest.set(endpoint.name, comparableText(await clock.run(endpoint.call(exchange))));
  }
  for (const fault of REPLY_FAULTS) {
    for (const endpoint of side.endpoints)
      if (!SAME_EVERYWHERE.has(fault.group) || STANDING_FOR_ALL.has(endpoint.name))
        yield tried(side, fault, endpoint, honest.get(endpoint.name));
  }
}

async function tried(
  side: HonestSide,
  fault: ReplyFault,
  endpoint: Endpoint,
  usual: string | undefined,
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

export const USUAL = 'usual';

function outcomeOf(value: unknown, usual: string | undefined): string {
  if (comparableText(value) === usual) return USUAL;
  if (value === undefined) return 'not settled';
  if (typeof value === 'object' && value !== null && 'items' in value && 'lost' in value) {
    const count = Array.isArray(value.items) ? value.items.length : 0;
    if (value.lost !== 0) return count === 0 ? 'all lost' : 'some lost';
    return count === 0 ? 'empty' : 'other values';
  }
  return 'other values';
}

/** As JSON, without the time of arrival, and without what nothing reads by name. */
function comparableText(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return String(JSON.stringify(isObject ? { ...value, receivedAt: 0, more: undefined } : value));
}

const GROUPS: readonly (readonly [FaultGroup, string])[] = [
  ['time', 'Time'],
  ['connection', 'Connection'],
  ['status', 'Status'],
  ['bytes', 'Bytes'],
  ['shape', 'Shape'],
  ['pages', 'Pages'],
];

const HEAD = `# Faults

What the demo server can do wrong in a reply (\`npm run exchange -- --replies <name>\`), and what the client makes of it.
Written by \`npm run faults\`; \`test/contract/faults.test.ts\` fails where this page and the code disagree.

A word in code is the code of the \`ExchangeError\` a call rejects with. *usual*: the value of an honest reply. *other
values*: what could be read, with a line in the log for each field that could not. *some lost*, *all lost*: items without
an identity were dropped and counted, and the view says so. *empty*: a list without items. *not settled*: a settlement's
404. A list that failed to load stays as it was, with the reason above it. Faults of time and connection end the same at every
endpoint and are tried at one read and one cancel, the others at all of them.
`;

/** The whole document: a table for each group, faults of one outcome in one row. */
export function tableOf(all: readonly Trial[]): string {
  const sections = GROUPS.map(([group, title]) => {
    const faults = REPLY_FAULTS.filter((fault) => fault.group === group);
    const byOutcome = Map.groupBy(faults, (fault) =>
      outcomesOf(all.filter((trial) => trial.fault === fault)),
    );
    const rows = [...byOutcome].map(([outcomes, some]) => {
      const what = some.map((fault) => `\`${fault.name}\` ${fault.what}`).join(' · ');
      return `| ${what} | ${outcomes} |`;
    });
    return `## ${title}\n\n| fault | outcome |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return [HEAD, ...sections].join('\n');
}

function outcomesOf(row: readonly Trial[]): string {
  const byOutcome = [...Map.groupBy(row, ({ outcome }) => outcome)].sort((a, b) => b[1].length - a[1].length);
  const words = byOutcome.map(([outcome, some], index) => {
    const word = some[0]?.error === undefined ? `*${outcome}*` : `\`${outcome}\``;
    return index === 0 ? word : `${word}: ${some.map(({ endpoint }) => endpoint.name).join(', ')}`;
  });
  return words.join('; ');
}
