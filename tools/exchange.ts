// `npm run exchange -- --port 0 --seed 1 …`: the demo exchange over HTTP and WebSocket on loopback. Prints one line of JSON
// when it is ready and serves until it is stopped.
import { systemClock } from '../src/base/clock.ts';
import { createWorld } from '../src/demo/world.ts';
import { ReplyFaults } from './exchange/faults/reply-faults.ts';
import { type ExchangeOptions, keyFor, readOptions, USAGE } from './exchange/options.ts';
import { startDemoServer } from './exchange/server.ts';
import { churnFor, createDemoService } from './exchange/service.ts';

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

async function serve(options: ExchangeOptions): Promise<void> {
  const key = keyFor(options);
  const churnMs = churnFor(options.frames);
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
    framesPerSecond: options.frames,
    faults: options.faults,
    replies: new ReplyFaults(options.replies),
    control: options.control,
  });
  // The nine endpoints of the first version include no stream.
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
