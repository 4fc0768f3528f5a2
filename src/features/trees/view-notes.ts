import { l10n } from 'vscode';
import type { ExchangeError, ExchangeErrorCode } from '../../exchange/errors.ts';
import type { LoadState } from '../../store/reading/load-state.ts';
import { type StreamStanding, streamNote } from '../../view/freshness-text.ts';
import { failureSentence, viewMessage } from '../../view/messages.ts';
import type { ViewState } from '../ids.ts';
import type { Services } from '../services.ts';

/** What a view says about the stream that should keep it live. */
export function streamNoteOf(
  { live, view }: Pick<Services, 'live' | 'view'>,
  stream: 'markets' | 'account',
): string | undefined {
  return streamNote(settled(live, stream), stream === 'markets' ? 'prices' : 'account', view());
}

/** The state of each stream when it was last looked at, not counting tries to connect. */
const lastSettled = new WeakMap<object, Map<string, StreamStanding>>();

/** A stream that is lost stays so while it is tried again: a note that comes and goes at each try would make rows jump. */
function settled(live: Services['live'], stream: 'markets' | 'account'): StreamStanding {
  const known = lastSettled.get(live) ?? new Map<string, StreamStanding>();
  lastSettled.set(live, known);
  const now = live.state(stream);
  if (now.kind !== 'connecting') known.set(stream, now);
  const before = known.get(stream);
  return before?.kind === 'lost' ? before : now;
}

interface Noted {
  readonly state: LoadState;
  readonly lost?: number;
  readonly moreError?: ExchangeError | undefined;
}

/** The line above a view's rows: what a person must know before reading them. Undefined when there is nothing. */
export function noteLine(
  services: Pick<Services, 'live' | 'view' | 'connectionProblem'>,
  store: Noted,
  notes: { readonly filter?: string | undefined; readonly others?: readonly (string | undefined)[] } = {},
): string | undefined {
  const problem = services.connectionProblem();
  if (problem !== undefined) return problem;
  const context = services.view();
  const { state, lost = 0, moreError } = store;
  const others = notes.others ?? [];
  const parts = [
    viewMessage(state, { lost, filter: notes.filter, dated: isDated(services, others) }, context),
    moreError && l10n.t('The next page could not be read. {0}', failureSentence(moreError, context)),
    ...others,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Whether one of the notes says since when a stream is lost. */
function isDated(services: Pick<Services, 'live' | 'view'>, notes: readonly (string | undefined)[]): boolean {
  return (['markets', 'account'] as const).some((stream) => {
    const { kind, heardAt } = settled(services.live, stream);
    return kind === 'lost' && heardAt !== undefined && notes.includes(streamNoteOf(services, stream));
  });
}

/** Which welcome text an empty view shows. */
export function viewState(
  services: Pick<Services, 'connectionProblem'>,
  state: LoadState,
  rows: number,
  filtered = false,
): ViewState {
  if (rows > 0) return 'ready';
  if (services.connectionProblem() !== undefined) return 'misconfigured';
  switch (state.kind) {
    case 'idle':
    case 'loading':
      return 'loading';
    case 'failed':
      return stateAfter(state.error.code);
    case 'ready':
    case 'refreshing':
      return filtered ? 'filteredEmpty' : 'empty';
  }
}

/** The same for a view of the account: without a key there is nothing to load. */
export function accountViewState(
  services: Pick<Services, 'connectionProblem' | 'session'>,
  state: LoadState,
  rows: number,
  filtered = false,
): ViewState {
  const { kind } = services.session.account;
  if (rows === 0 && services.connectionProblem() === undefined) {
    if (kind === 'signedOut') return 'signedOut';
    if (kind === 'needsSignIn') return 'signInAgain';
  }
  return viewState(services, state, rows, filtered);
}

function stateAfter(code: ExchangeErrorCode): ViewState {
  switch (code) {
    case 'network':
    case 'timeout':
      return 'offline';
    case 'rateLimit':
      return 'busy';
    case 'clockSkew':
      return 'clockSkew';
    default:
      return 'failed';
  }
}
