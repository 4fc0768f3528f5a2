// `npm run soak [-- --seconds 3600 --frames 50]`: the extension against the demo for an hour, panels and views coming
// and going, lines breaking. Ends with 1 when timers, listeners, sockets or the heap grew, or outlived the end.
import { parseArgs } from 'node:util';
import '../test/soak/install.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3600' }, frames: { type: 'string', default: '50' } },
});
const [seconds, frames] = [Number(values.seconds), Number(values.frames)];
if (!(seconds > 0) || !Number.isInteger(frames) || frames < 1) {
  console.error('--seconds and --frames take numbers above 0.');
  process.exit(2);
}
const { soak } = await import('../test/soak/soak.ts');
const result = await soak({ seconds, frames, say: (line) => console.log(line) });
for (const problem of result.problems) console.error(problem);
console.log(
  `${result.frames} frames, ${result.samples.length} turns, ${result.breaks} breaks, ${result.problems.length} problems`,
);
process.exitCode = result.problems.length > 0 ? 1 : 0;
