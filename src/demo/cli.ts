import { systemClock } from '../base/clock.ts';
import { type CliOptions, readOptions, USAGE } from './cli-options.ts';
import { ReplyFaults } from './faults/plan.ts';
import { keyOf, randomKey } from './keys.ts';
import { startDemoServer } from './server.ts';
import { churnFor, createDemoService } from './service.ts';
import { createWorld } from './world.ts';

// `npm run exchange`: importing this file serves until SIGINT or SIGTERM.

const WRONG_USE = 2;

await main(process.argv.slice(2)).catch((cause: unknown) => {
  const wrongUse = cause instanceof RangeError;
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  if (wrongUse) process.stderr.write('Try --help.\n');
  process.exitCode = wrongUse ? WRONG_USE : 1;
});

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  await serve(options);
}

async function serve(options: CliOptions): Promise<void> {
  const key = options.isSeedGiven ? keyOf(options.seed) : randomKey();
  const churnMs = churnFor(options.frames, options.speed);
  const world = createWorld({
    seed: options.seed,
    epochMs: options.epochMs ?? systemClock.now(),
    markets: options.markets,
    account: options.account,
    ...(churnMs === undefined ? {} : { churnMs }),
  });
  const { handler, streams, replies } = createDemoService({
    world,
    clock: systemClock,
    dialect: options.wire,
    keys: [key],
    auth: options.auth,
    onlySeed: options.onlySeed,
    rateLimit: options.rateLimit,
    speed: options.speed,
    framesPerSecond: options.frames,
    faults: options.faults,
    replies: new ReplyFaults(options.replies),
    control: options.control,
  });
  // Of the nine endpoints of the interface page none is a stream.
  const server = await startDemoServer({
    handler,
    streams: options.onlySeed ? undefined : streams,
    replies,
    port: options.port,
  });
  const stop = (): void => void server.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const { url, streamUrl } = server;
  process.stdout.write(
    `${JSON.stringify({ publicUrl: url, privateUrl: url, streamUrl, keyId: key.keyId, secretKey: key.secretKey })}\n`,
  );
}
