import { type Failure, failureSentence } from '../messages.ts';
import type { Action, Button, Cell, Note, Pair, Part, Table, Tone } from '../protocol/parts.ts';
import type { ViewContext } from '../row.ts';
import type { PanelInput, Reading } from './input.ts';

export function cell(
  text: string,
  tone: Tone = 'plain',
  more: { aside?: string | undefined; hint?: string | undefined } = {},
): Cell {
  return { text, tone, aside: more.aside, hint: more.hint };
}

export function pair(name: string, value: Cell | string): Pair {
  return { name, value: typeof value === 'string' ? cell(value) : value };
}

/** Leaves out pairs whose value the service did not send. */
export function presentPairs(pairs: readonly (readonly [string, Cell | string])[]): Pair[] {
  return pairs
    .filter(([, value]) => !['', '–'].includes(typeof value === 'string' ? value : value.text))
    .map(([name, value]) => pair(name, value));
}

/**
 * Columns of a table; names given in brackets hold words, or what is said behind them, the others numbers. The first
 * holds words anyway.
 */
export function columns(
  ...names: readonly (string | readonly [label: string, kind?: Table['columns'][number]['kind']])[]
): Table['columns'] {
  return names.map((name, index) =>
    typeof name === 'string'
      ? { label: name, kind: index === 0 ? 'words' : 'number' }
      : { label: name[0], kind: name[1] ?? 'words' },
  );
}

export function button(
  label: string,
  name: Action['name'],
  more: { hint?: string | undefined; orderId?: string | undefined } = {},
): Button {
  return { label, hint: more.hint, action: { name, orderId: more.orderId } };
}

export function note(text: string, tone: Tone = 'dim', action?: Button): Note {
  return { text, tone, button: action };
}

export function retry({ t }: ViewContext): Button {
  return button(t('Try again'), 'refresh');
}

export interface PartWords {
  /** The service has no such endpoint. */
  readonly unsupported?: string;
  /** It was read, and there is nothing. */
  readonly none: string;
  /** What went wrong as the top of the panel says it: the same is not said again. */
  readonly above?: Failure | undefined;
  /** As of when this is stands elsewhere: a stream may have told of it since it was read. */
  readonly dated?: boolean;
}

/** Content as far as it could be read; otherwise, or besides, the sentence that says how far that is. */
export function partOf<T, C>(
  reading: Reading<T>,
  words: PartWords,
  context: ViewContext,
  make: (value: T) => C | undefined,
): Part<C> {
  const { t } = context;
  const content = reading.value === undefined ? undefined : make(reading.value);
  const only = (sentence: Note | undefined): Part<C> => ({ note: sentence, content });
  const { failure } = reading;
  if (failure !== undefined)
    return only(
      failure.code === words.above?.code
        ? lackNote(reading, words, content !== undefined, context)
        : failureNote(reading, failure, context),
    );
  if (content !== undefined) return { note: undefined, content };
  if (reading.unsupported) return only(note(words.unsupported ?? words.none));
  return only(note(reading.at === undefined ? t('Loading…') : words.none));
}

/** The same for what belongs to an account. */
export function accountPart<T, C>(
  input: PanelInput,
  reading: Reading<T>,
  words: PartWords & { readonly signedOut: string },
  context: ViewContext,
  make: (value: T) => C | undefined,
): Part<C> {
  if (input.connection.isSignedIn)
    return partOf(reading, { above: input.market.failure, ...words }, context, make);
  const signIn = button(context.t('Sign in…'), 'signIn');
  return { note: note(words.signedOut, 'dim', signIn), content: undefined };
}

/** Where what went wrong is said above: how old this is, or that there is nothing. */
function lackNote(
  { at }: Reading<unknown>,
  { dated = false }: PartWords,
  isShown: boolean,
  { t, format }: ViewContext,
): Note | undefined {
  if (isShown && dated) return undefined;
  return note(
    isShown && at !== undefined ? t('Shown as of {0}.', format.moment(at)) : t('Could not be read.'),
  );
}

/** What went wrong and, where there is an older reading, how old that is. */
export function failureNote(reading: Reading<unknown>, failure: Failure, context: ViewContext): Note {
  const { t, format } = context;
  const sentence = failureSentence(failure, context);
  const older =
    reading.value !== undefined && reading.at !== undefined
      ? t('{0} Shown as of {1}.', sentence, format.moment(reading.at))
      : sentence;
  return note(older, 'warn', retry(context));
}
