import type { Market } from '../../core/market.ts';
import type { OwnMoney } from '../../core/own.ts';
import { sidePrices } from '../../core/pricing.ts';
import { type Failure, failureSentence } from '../messages.ts';
import type { ViewContext } from '../row.ts';
import type { PanelInput, PanelReading } from './input.ts';
import type { ActionName, Button, Cell, Note, Pair, Section, TableColumn, Tone } from './protocol.ts';

export function cell(text: string, tone: Tone = 'plain', more: Omit<Cell, 'text' | 'tone'> = {}): Cell {
  return { text, tone, aside: undefined, hint: undefined, ...more };
}

export function pair(name: string, value: Cell | string): Pair {
  return { name, value: typeof value === 'string' ? cell(value) : value };
}

/** Leaves out pairs without a value. */
export function presentPairs(pairs: readonly (readonly [string, Cell | string | undefined])[]): Pair[] {
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [pair(name, value)]));
}

/** Columns of a table: the first holds words, the others numbers, or what is given beside the label. */
export function columns(
  ...labels: readonly (string | readonly [label: string, kind?: TableColumn['kind']])[]
): readonly TableColumn[] {
  return labels.map((column, index) =>
    typeof column === 'string'
      ? { label: column, kind: index === 0 ? 'words' : 'number' }
      : { label: column[0], kind: column[1] ?? 'words' },
  );
}

export function button(
  label: string,
  name: ActionName,
  { hint, ...named }: { hint?: string; orderId?: string; rows?: readonly string[]; slug?: string } = {},
): Button {
  return { label, hint, action: { name, ...named } };
}

export function note(text: string, tone: Tone = 'dim', action?: Button): Note {
  return { text, tone, button: action };
}

/** The way to sign in; in a browser, why there is none. */
export function signInNote(text: string, at: { readonly inBrowser?: boolean }, { t }: ViewContext): Note {
  return at.inBrowser === true
    ? note(t('In a browser your account is not read. Use VS Code on the desktop.'), 'dim')
    : note(text, 'dim', button(t('Sign in…'), 'signIn'));
}

export function retry({ t }: ViewContext): Button {
  return button(t('Try again'), 'refresh');
}

/** What is said in place of content. */
interface AbsenceWords {
  readonly unsupported?: string;
  readonly none: string;
  /** The failure named at the top of the panel: it is not repeated. */
  readonly above?: Failure | undefined;
}

/** Content or a note about it: what a section has below its heading. */
export type SectionBody<T> = Pick<Section<T>, 'note' | 'content'>;

/** Content as far as it could be read, with a note on what is missing or failed. */
export function readBody<T, C>(
  reading: PanelReading<T>,
  words: AbsenceWords,
  context: ViewContext,
  make: (value: T) => C | undefined,
): SectionBody<C> {
  const { t } = context;
  const content = reading.value === undefined ? undefined : make(reading.value);
  const { failure } = reading;
  if (failure !== undefined && failure.code !== words.above?.code)
    return { note: failureNote(reading, failure, context), content };
  if (content !== undefined) return { content };
  if (failure !== undefined) return { note: note(t('Could not be read.')) };
  if (reading.unsupported) return { note: note(words.unsupported ?? words.none) };
  return { note: note(reading.at === undefined ? t('Loading…') : words.none) };
}

/** What went wrong and, where older content is shown, how old that is. */
export function failureNote(reading: PanelReading<unknown>, failure: Failure, context: ViewContext): Note {
  const { t, format } = context;
  const sentence = failureSentence(failure, context);
  const older =
    reading.value !== undefined && reading.at !== undefined
      ? t('{0} Shown as of {1}.', sentence, format.moment(reading.at))
      : sentence;
  return note(older, 'warn', retry(context));
}

/** A settlement carries no currency; what was paid or quoted in this market does. */
export function knownCurrency(input: PanelInput, market: Market): string {
  const { buy, sell, last } = sidePrices(market, true, { book: input.book.value });
  const quoted = [buy, sell, last].find((price) => price !== undefined && price.currency !== '')?.currency;
  const resolution = input.activities.value?.find((activity) => activity.kind === 'resolution');
  const before = resolution?.kind === 'resolution' ? resolution.resolution.beforePosition : undefined;
  const stats = input.book.value?.stats;
  const named: readonly (OwnMoney | undefined)[] = [
    before?.cost,
    before?.cashValue,
    input.position.value?.cost,
    stats?.settlementPx,
    stats?.lastTradePx,
    market.bestAskQuote,
    market.bestBidQuote,
    ...market.sides.map((side) => side.quote),
  ];
  return quoted ?? named.find((one) => one !== undefined && one.currency !== '')?.currency ?? '';
}
