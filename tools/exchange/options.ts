import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { DemoKey } from '../../src/demo/api.ts';
import { keyOf } from '../../src/demo/keys.ts';
import { DEFAULT_MARKETS, MOST_MARKETS } from '../../src/demo/world.ts';
import type { AuthScheme, Dialect } from '../../src/exchange/profile.ts';
import { ReplyFaults } from './faults/reply-faults.ts';
import { parseStreamFaults, STREAM_FAULT_NAMES, type StreamFaultPlan } from './stream-faults.ts';

export interface ExchangeOptions {
  readonly port: number;
  readonly seed: number;
  /** The key follows from a seed that was asked for; otherwise it is a new one each time. */
  readonly isSeedGiven: boolean;
  readonly markets: number;
  readonly wire: Dialect;
  readonly onlySeed: boolean;
  readonly rateLimit: number;
  readonly account: 'normal' | 'large';
  readonly auth: AuthScheme;
  readonly epochMs: number | undefined;
  /** 0: as prices move. */
  readonly frames: number;
  readonly faults: StreamFaultPlan;
  /** What replies do wrong, as `ReplyFaults.set` takes it. */
  readonly replies: string;
  readonly control: boolean;
}

const MOST_FRAMES = 60_000;

export const USAGE = `Serves the demo exchange over HTTP and WebSocket on 127.0.0.1.

  npm run exchange -- [options]

  --port <n>         port to listen on; 0 picks a free one (0)
  --seed <n>         the world: same seed, same events, teams and prices (1);
                     the key follows from it too, and is a new one each time without it
  --markets <n>      list at least so many markets, up to ${MOST_MARKETS} (${DEFAULT_MARKETS})
  --wire <dialect>   seed or current: shapes, codes and requests (seed)
  --only-seed        the nine endpoints of the interface's first version and no other
  --rate-limit <n>   requests a second per key; 0 is no limit (20)
  --account <size>   normal or large: 250 positions, 300 open orders, 5,000 activities (normal)
  --auth <scheme>    ed25519, bearer, apiKey or none (ed25519)
  --epoch <ms>       when the account's past ends, Unix milliseconds between 2021 and 2069 (now)
  --frames <n>       books change so often that 300 subscribed markets get about so many book
                     and lite frames a second; 0 is as prices move (0)
  --faults <list>    what goes wrong with the streams on purpose, separated by commas: ${STREAM_FAULT_NAMES};
                     after @ the chance of each frame, as in lose@0.05
  --replies <list>   what goes wrong with replies on purpose, separated by commas: a name of docs/faults.md;
                     after = the beginning of the path, after @ the chance, as in html=/v1/orders@0.1
  --control          serve POST /v1/demo/control: faults, replies, deeds, pause, request counts
  --help             this text

Prints one line of JSON when it is ready (publicUrl, privateUrl, streamUrl, keyId, secretKey) and serves until it is
stopped. With bearer or apiKey the token to enter is secretKey; with none nothing is asked for. The streams are <streamUrl>/markets and <streamUrl>/private.
`;

/** Reads the command line; `help` when that was asked for. @throws RangeError naming the option that is wrong. */
export function readOptions(args: readonly string[]): ExchangeOptions | 'help' {
  const { values } = parsed(args);
  if (values.help === true) return 'help';
  return {
    port: whole('port', values.port, 0, 0, 65_535),
    seed: whole('seed', values.seed, 1, 0, Number.MAX_SAFE_INTEGER),
    isSeedGiven: values.seed !== undefined,
    markets: whole('markets', values.markets, DEFAULT_MARKETS, 1, MOST_MARKETS),
    wire: member('wire', values.wire, ['seed', 'current']),
    onlySeed: values['only-seed'] === true,
    rateLimit: whole('rate-limit', values['rate-limit'], 20, 0, 1_000_000),
    account: member('account', values.account, ['normal', 'large']),
    auth: member('auth', values.auth, ['ed25519', 'bearer', 'apiKey', 'none']),
    epochMs:
      values.epoch === undefined ? undefined : whole('epoch', values.epoch, 0, 0, Number.MAX_SAFE_INTEGER),
    frames: whole('frames', values.frames, 0, 0, MOST_FRAMES),
    faults: parseStreamFaults(values.faults ?? ''),
    replies: checkedReplies(values.replies ?? ''),
    control: values.control === true,
  };
}

/** The key a server accepts: a known one for a seed that was given, else one nobody can work out. */
export function keyFor({ seed, isSeedGiven }: ExchangeOptions): DemoKey {
  return isSeedGiven ? keyOf(seed) : keyOf(randomBytes(32).toString('hex'));
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        seed: text,
        markets: text,
        wire: text,
        'only-seed': { type: 'boolean' },
        'rate-limit': text,
        account: text,
        auth: text,
        epoch: text,
        frames: text,
        faults: text,
        replies: text,
        control: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (cause) {
    throw new RangeError(cause instanceof Error ? cause.message : 'Unreadable options', { cause });
  }
}

function whole(name: string, text: string | undefined, usual: number, least: number, most: number): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new RangeError(
      `--${name} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
    );
  }
  return value;
}

function checkedReplies(text: string): string {
  new ReplyFaults(text);
  return text;
}

/** The first member is the usual one. */
function member<T extends string>(name: string, text: string | undefined, members: readonly [T, ...T[]]): T {
  if (text === undefined) return members[0];
  const found = members.find((each) => each === text);
  if (found === undefined)
    throw new RangeError(`--${name} takes ${members.join(', ')}, not ${JSON.stringify(text)}.`);
  return found;
}
