// `npm run soak [-- --seconds 3600 --frames 50]`: the extension against the demo for an hour, panels and views coming
// and going, lines breaking. Ends with 1 when timers, listeners, sockets or the heap grew, or outlived the end.
import '../test/long/soak/install.ts';
import { scriptOptions, wholeOption } from './options.ts';

const USAGE = `npm run soak -- [options]: the extension against the demo in real time; says what grew.

  --seconds <n>  how long (3600)
  --frames <n>   frames a second (50)
  --help         this text`;

const { values } = scriptOptions(USAGE, {
  seconds: { type: 'string', default: '3600' },
  frames: { type: 'string', default: '50' },
});
const seconds = wholeOption('seconds', values.seconds);
const frames = wholeOption('frames', values.frames);
const { soak } = await import('../test/long/soak/soak.ts');
const result = await soak({ seconds, frames, say: (line) => console.log(line) });
for (const problem of result.problems) console.error(problem);
console.log(
  `${result.frames} frames, ${result.samples.length} turns, ${result.breaks} breaks, ${result.problems.length} problems`,
);
process.exitCode = result.problems.length > 0 ? 1 : 0;
