import { l10n } from 'vscode';
import type { ExchangeError, ExchangeErrorCode } from '../../exchange/errors.ts';
import type { LoadState } from '../../store/reading/load-state.ts';
import { type StreamStanding, streamNote } from '../../view/freshness-text.ts';
import { failureSentence, viewMessage } from '../../view/messages.ts';
import { joined, type Row } from '../../view/row.ts';
import type { ViewState } from '../ids.ts';
import type { Services } from '../services.ts';
import type { ViewContent } from './views.ts';

/** The list a view shows. */
interface ShownList {
  readonly state: LoadState;
  /** Items that could not be read. */
  readonly lost?: number;
  readonly moreError?: ExchangeError | undefined;
}

interface Shown {
  readonly rows: readonly Row[];
  /** Beside the title, after the connection. */
  readonly description: readonly (string | undefined)[];
  /** The filter in effect, in words. */
  readonly filter?: string | undefined;
  /** What else to know before reading the rows. */
  readonly notes?: readonly (string | undefined)[];
}

/** Makes what one view shows of a list that `stream` keeps live. */
export function viewContent(services: Services, stream: 'markets' | 'account') {
  const { live, session } = services;
  /** The stream as it was when last looked at, not counting tries to connect. */
  let settled: StreamStanding | undefined;
  // A stream that is lost stays so while it is tried again: a note that comes and goes at each try would make rows jump.
  const standing = (): StreamStanding => {
    const now = live.state(stream);
    if (now.kind !== 'connecting') settled = now;
    return settled?.kind === 'lost' ? settled : now;
  };
  return (list: ShownList, { rows, description, filter, notes = [] }: Shown): ViewContent => {
    const context = services.view();
    const { kind, heardAt } = standing();
    const dated = kind === 'lost' && heardAt !== undefined;
    const problem = services.connectionProblem();
    const message = [
      viewMessage(list.state, { lost: list.lost ?? 0, filter, dated }, context),
      list.moreError &&
        l10n.t('The next page could not be read. {0}', failureSentence(list.moreError, context)),
      streamNote(standing(), stream === 'markets' ? 'prices' : 'account', context),
      ...notes,
    ].filter((part) => part !== undefined);
    const state = (): ViewState => {
      if (rows.length > 0) return 'ready';
      if (problem !== undefined) return 'misconfigured';
      if (stream === 'account' && session.account.kind === 'signedOut') return 'signedOut';
      if (stream === 'account' && session.account.kind === 'needsSignIn') return 'signInAgain';
      return emptyState(list.state, filter !== undefined);
    };
    return {
      rows,
      description: joined([services.connectionMark(), ...description]),
      message: problem ?? (message.length === 0 ? undefined : message.join(' ')),
      state: state(),
    };
  };
}

/** Which welcome text an empty view shows. */
function emptyState(state: LoadState, isFiltered: boolean): ViewState {
  switch (state.kind) {
    case 'idle':
    case 'loading':
      return 'loading';
    case 'failed':
      return FAILED_STATES[state.error.code] ?? 'failed';
    case 'ready':
    case 'refreshing':
      return isFiltered ? 'filteredEmpty' : 'empty';
  }
}

const FAILED_STATES: { readonly [C in ExchangeErrorCode]?: ViewState } = {
  network: 'offline',
  timeout: 'offline',
  rateLimit: 'busy',
  clockSkew: 'clockSkew',
};
