import { l10n } from 'vscode';
import type { RawTarget } from '../../core/raw-reply.ts';
import { isExchangeError } from '../../exchange/errors.ts';
import { failureSentence } from '../../view/messages.ts';
import { type RawAnswer, rawText } from '../../view/raw-text.ts';
import type { Parts } from '../services.ts';

type Needed = Parts<'session' | 'view' | 'log'>;

/**
 * The text of a document; `query` names what it shows. A document cannot fail to load: what went wrong is in it. `isOpen`: a
 * person opened it. Of the account only what is open: nobody reads it in passing.
 */
export async function rawDocument(
  services: Needed,
  query: string,
  isOpen: boolean,
  signal: AbortSignal,
): Promise<string> {
  const answers = await Promise.all(
    readTargets(query).map((target) =>
      isOpen || PUBLIC.has(target.kind) ? read(services, target, signal) : notOpen(target),
    ),
  );
  return rawText(answers, services.view());
}

async function read(
  { session, view, log }: Needed,
  target: RawTarget,
  signal: AbortSignal,
): Promise<RawAnswer> {
  try {
    const exchange = await session.ensure();
    return { kind: 'reply', reply: await exchange.raw(target, signal) };
  } catch (cause) {
    if (!isExchangeError(cause)) log.error('A raw reply could not be shown', cause);
    const sentence = isExchangeError(cause)
      ? failureSentence(cause, view())
      : l10n.t('Something went wrong inside the extension.');
    return { kind: 'failed', what: target.kind, sentence };
  }
}

function notOpen({ kind }: RawTarget): RawAnswer {
  const sentence = l10n.t('This reply shows your account. Open it with “Open Raw Reply” first.');
  return { kind: 'failed', what: kind, sentence };
}

/** What shows nothing of the account. */
const PUBLIC: ReadonlySet<RawTarget['kind']> = new Set([
  'market',
  'bestQuote',
  'book',
  'settlement',
  'event',
  'leagueEvents',
  'tagEvents',
  'categoryMarkets',
]);

const FIELDS: { readonly [K in RawTarget['kind']]: readonly string[] } = {
  market: ['slug'],
  bestQuote: ['slug'],
  book: ['slug'],
  settlement: ['slug'],
  position: ['slug'],
  event: ['key'],
  leagueEvents: ['slug'],
  tagEvents: ['slug'],
  categoryMarkets: ['category'],
  order: ['id'],
  activity: ['key', 'type'],
  openOrders: [],
  positions: [],
  balances: [],
  call: ['id'],
};
const MOST = 4;

/** Anybody can name a document: what names no reply is left out. */
function readTargets(query: string): readonly RawTarget[] {
  try {
    const list: unknown = JSON.parse(query);
    return Array.isArray(list) ? list.filter(isTarget).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function isTarget(value: unknown): value is RawTarget {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return FIELDS[kind as RawTarget['kind']].every((name) => typeof fields[name] === 'string');
}
