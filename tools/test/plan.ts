import path from 'node:path';
import { ATTACKS } from '../../test/editor/attack/attacks.ts';
import { testFileNames } from '../../test/support/mocha.ts';
import { repository } from '../repository.ts';
import type { Task } from './lanes.ts';

/** The lines of the summary, in their order. */
export const LINES = [
  'types',
  'lint',
  'unit',
  'contract',
  'package',
  'package contents',
  'editor',
  'build',
  'host, from source',
  'attacks',
  'host, packaged',
  'end to end',
  'bench',
] as const;

/** One process of `npm test`. */
export interface Step extends Task {
  /** The line of the summary it counts in; the steps of a line are its parts. */
  readonly line: (typeof LINES)[number];
  readonly command: 'npm' | 'node';
  readonly args: readonly string[];
  /** Whether it is a suite, which counts its tests; anything else is only well or not. */
  readonly isSuite: boolean;
}

/** How long it takes on a quiet machine, in seconds, and how many processors it keeps busy meanwhile. */
interface Measured {
  readonly seconds: number;
  readonly load: number;
}

/** A window that is clicked through: most of the time it waits. */
const CLICKED: Measured = { seconds: 60, load: 0.4 };
/** A window that waits for a service that fell silent. */
const WAITING: Measured = { seconds: 130, load: 0.25 };
/** Pages without an editor around them, drawn and checked one after the other. */
const DRAWN: Measured = { seconds: 50, load: 1 };
const END_TO_END: Readonly<Record<string, Measured>> = {
  'panel-live': { ...DRAWN, seconds: 16 },
  'panel-pages': { ...CLICKED, seconds: 55 },
  'panel-states': DRAWN,
  'streams-account': WAITING,
  'streams-prices': WAITING,
};
/** The attack that follows cancels nobody answers, three times over, and searches everything the window wrote. */
const SEARCHED = 'marked secrets';
const SEARCHING: Measured = { seconds: 130, load: 0.3 };
/** Packs the extension again, and so builds into the folder from which the other windows load it. */
const PACKING = 'start';

/** The steps of `npm test`: first what fails fast and what others wait for, then the longest. */
export async function plan(): Promise<readonly Step[]> {
  const packing = endToEnd(PACKING, ['package contents', 'editor']);
  const first = [
    script('types', 'typecheck'),
    script('lint', 'lint'),
    // Before the build: it leaves a production build behind, and tests from source want the one with source maps.
    script('package', 'package'),
    step('editor', 'node', ['tools/editor.ts'], { load: 0.5 }),
    suite('package contents', ['package'], { load: 0.5, after: ['package'] }),
    packing,
    suite('unit', ['unit'], { load: 1 }),
    script('build', 'build', [packing.name]),
  ];
  const files = await testFileNames(path.join(repository, 'test/editor/e2e'));
  const built = ['build', 'editor'];
  const others = [
    suite('contract', ['contract'], { seconds: 70, load: 0.7 }),
    suite('host, from source', ['host'], { seconds: 30, load: 0.7, after: built }),
    step('bench', 'npm', ['run', '--silent', 'bench', '--', '--tiny'], {
      seconds: 40,
      load: 0.7,
      after: built,
    }),
    suite('host, packaged', ['vsix'], { seconds: 10, load: 0.7, after: [packing.name] }),
    ...ATTACKS.map((window) =>
      suite('attacks', ['attack', '--part', window], {
        ...(window === SEARCHED ? SEARCHING : CLICKED),
        part: window,
        after: built,
      }),
    ),
    ...files.filter((file) => file !== PACKING).map((file) => endToEnd(file, built)),
  ];
  return [...first, ...others.sort((a, b) => b.seconds - a.seconds)];
}

interface Details extends Partial<Measured> {
  readonly load: number;
  readonly part?: string;
  readonly after?: readonly string[];
}

function endToEnd(file: string, after: readonly string[]): Step & Measured {
  return suite('end to end', ['e2e', '--part', file], {
    ...(END_TO_END[file] ?? CLICKED),
    part: file,
    after,
  });
}

function suite(line: Step['line'], args: readonly string[], details: Details): Step & Measured {
  return { ...step(line, 'node', ['tools/suite.ts', ...args], details), isSuite: true };
}

function script(line: Step['line'], name: string, after: readonly string[] = []): Step {
  return step(line, 'npm', ['run', '--silent', name], { load: 1, after });
}

function step(
  line: Step['line'],
  command: Step['command'],
  args: readonly string[],
  { seconds = 0, load, part, after = [] }: Details,
): Step & Measured {
  const name = part === undefined ? line : `${line}: ${part}`;
  return { line, name, command, args, isSuite: false, seconds, load, after };
}
