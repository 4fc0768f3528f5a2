import path from 'node:path';
import { ATTACKS } from '../../test/editor/attack/attacks.ts';
import { testFileNames } from '../../test/support/mocha.ts';
import { PARTS } from '../bench/parts.ts';
import { repository } from '../repository.ts';

export const LINES = [
  'types',
  'lint',
  'unit',
  'contract',
  'package',
  'package contents',
  'editor',
  'build',
  'attacks',
  'host, from source',
  'end to end',
  'bench',
] as const;

export interface Step {
  readonly name: string;
  /** The line of the summary it counts in; the steps of a line are its parts. */
  readonly line: (typeof LINES)[number];
  readonly command: 'npm' | 'node';
  readonly args: readonly string[];
  /** Whether it is a suite, which counts its tests; anything else is only well or not. */
  readonly isSuite: boolean;
  /** Names of the steps that have to have ended before it begins, however they ended. */
  readonly after: readonly string[];
}

/** The window that installs the package, instead of loading the extension from its folder. */
const PACKAGED = 'start';
/** Begun first, the longest of them foremost, so that none is left alone at the end. */
const LONGEST = [
  'attacks: marked secrets',
  'host, from source',
  'end to end: pages',
  'end to end: panel-policy',
  'end to end: agents',
  'end to end: start',
  'end to end: cancels',
  'end to end: typed-secret',
  'attacks: a hostile workspace',
];
/** Files and folders of the end-to-end tests that wait for `npm run test:long`. Not those of cancels, secrets, hidden amounts or policy. */
export const WINDOWS_AT_NIGHT = [
  'alerts',
  'connect',
  'custom',
  'explore',
  'inspector',
  'languages',
  'layout',
  'market-still',
  'notes',
  'pages-looks',
  'seed-service',
  'streams-account',
  'streams-prices',
  'walkthrough',
  'web',
  'workspaces',
];
/** Parts of the bench that wait for it too: each needs a browser or windows of its own. */
export const BENCH_AT_NIGHT = ['live', 'pages', 'activation'];

/** The steps of `npm test`: first what fails fast and what others wait for, then the longest. */
export async function plan(): Promise<readonly Step[]> {
  const packed = ['package contents', 'editor'];
  const built = ['build', 'editor'];
  const names = await testFileNames(path.join(repository, 'test/editor/e2e'));
  // A folder of them is one step: to load what they share costs more than many of them.
  const files = [...new Set(names.map((name) => name.split('/', 1)[0] ?? name))];
  const windows = [
    ...files
      .filter((file) => !WINDOWS_AT_NIGHT.includes(file))
      .map((file) => part('end to end', 'e2e', file, file === PACKAGED ? packed : built)),
    ...ATTACKS.map((window) => part('attacks', 'attack', window, built)),
    suite('host, from source', ['host'], built),
  ];
  const benchParts = [...PARTS.keys()].filter((name) => !BENCH_AT_NIGHT.includes(name));
  const rank = ({ name }: Step): number => (LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length);
  return [
    script('types', 'typecheck'),
    script('lint', 'lint'),
    // Before the build: it leaves a production build behind, and tests from source want the one with source maps.
    script('package', 'package'),
    step('editor', 'node', ['tools/editor.ts']),
    suite('package contents', ['package'], ['package']),
    script('build', 'build', ['package contents']),
    suite('unit', ['unit']),
    suite('contract', ['contract']),
    ...windows.sort((a, b) => rank(a) - rank(b)),
    step('bench', 'node', ['tools/bench/bench.ts', '--tiny', ...benchParts], built),
  ];
}

function part(line: Step['line'], name: string, of: string, after: readonly string[]): Step {
  return { ...suite(line, [name, '--part', of], after), name: `${line}: ${of}` };
}

function suite(line: Step['line'], args: readonly string[], after: readonly string[] = []): Step {
  return { ...step(line, 'node', ['tools/suite.ts', ...args], after), isSuite: true };
}

function script(line: Step['line'], name: string, after: readonly string[] = []): Step {
  return step(line, 'npm', ['run', '--silent', name], after);
}

function step(
  line: Step['line'],
  command: Step['command'],
  args: readonly string[],
  after: readonly string[] = [],
): Step {
  return { name: line, line, command, args, isSuite: false, after };
}
