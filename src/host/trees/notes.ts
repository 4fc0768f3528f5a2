import { l10n } from 'vscode';
import type { ExchangeError } from '../../exchange/errors.ts';
import type { LoadState } from '../../store/load-state.ts';
import { lineNote } from '../../view/line-text.ts';
import { failureSentence, viewMessage } from '../../view/messages.ts';
import type { Services } from '../services.ts';

/** What the line that should keep a view live has to say. */
export function lineNoteOf(
  { live, view }: Pick<Services, 'live' | 'view'>,
  line: 'markets' | 'account',
): string | undefined {
  return lineNote(live.state(line), line === 'markets' ? 'prices' : 'account', view());
}

interface Noted {
  readonly state: LoadState;
  readonly lost?: number;
  readonly moreError?: ExchangeError | undefined;
}

/** The line above a view's rows: what a person must know before reading them. Undefined when there is nothing. */
export function noteLine(
  services: Pick<Services, 'view' | 'connectionProblem'>,
  store: Noted,
  notes: { readonly filter?: string | undefined; readonly others?: readonly (string | undefined)[] } = {},
): string | undefined {
  const problem = services.connectionProblem();
  if (problem !== undefined) return problem;
  const context = services.view();
  const { state, lost = 0, moreError } = store;
  const parts = [
    viewMessage(state, { lost, filter: notes.filter }, context),
    moreError && l10n.t('The next page could not be read. {0}', failureSentence(moreError, context)),
    ...(notes.others ?? []),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}
