import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

const WRONG_USE = 2;
const HELP = { help: { type: 'boolean' } } as const;

/**
 * The options of a script and what else stands on its command line. `--help` prints the usage and ends the process with 0;
 * an unknown option, or a word where none is taken, ends it with 2 and says so in one line.
 */
export function scriptOptions<const T extends ParseArgsOptionsConfig>(
  usage: string,
  options: T,
  allowPositionals = false,
) {
  const { values, positionals } = parsed({ ...options, ...HELP }, allowPositionals);
  if ('help' in values && values.help === true) {
    console.log(usage);
    process.exit(0);
  }
  return { values, positionals };
}

/** The whole number an option names, at least 1; anything else ends the process with 2. */
export function wholeOption(name: string, text: string, least = 1): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
    wrongUse(`--${name} takes a whole number from ${least} on, not ${JSON.stringify(text)}.`);
  return value;
}

/** Says in one line what is wrong with the command line, and ends the process with 2. */
export function wrongUse(message: string): never {
  console.error(`${message}\nTry --help.`);
  process.exit(WRONG_USE);
}

function parsed<const T extends ParseArgsOptionsConfig>(options: T, allowPositionals: boolean) {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (cause) {
    return wrongUse(cause instanceof Error ? cause.message : 'The options cannot be read.');
  }
}
