import type { ExchangeErrorCode } from '../../exchange/errors.ts';
import type { LoadState } from '../../store/reading/load-state.ts';
import type { ViewState } from '../ids.ts';
import type { Services } from '../services.ts';

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
